//! A table of results, and its two file forms for other programs: CSV and Parquet.

use std::{io, sync::Arc};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.into())
    }
}
impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}
impl From<u64> for Cell {
    fn from(n: u64) -> Cell {
        Cell::Int(n as i64)
    }
}
impl From<f64> for Cell {
    fn from(n: f64) -> Cell {
        Cell::Real(n)
    }
}

/// A table: every row has a cell for every column, of the same kind throughout a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Rows.
    pub rows: Vec<Vec<Cell>>,
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl Sheet {
    /// An empty table.
    pub fn new(columns: &[&str]) -> Sheet {
        Sheet {
            columns: columns.iter().map(|name| (*name).to_owned()).collect(),
            rows: Vec::new(),
        }
    }
    /// Adds columns that say the same in every row: what the table was made from.
    #[must_use]
    pub fn stamped(&self, facts: &[(&str, String)]) -> Sheet {
        let mut sheet = self.clone();
        for (name, value) in facts {
            sheet.columns.push(format!("study_{}", name.to_lowercase()));
            for row in &mut sheet.rows {
                row.push(value.clone().into());
            }
        }
        sheet
    }
    /// Comma-separated values with a header line.
    pub fn csv(&self) -> String {
        let mut out = self
            .columns
            .iter()
            .map(|c| quoted(c))
            .collect::<Vec<_>>()
            .join(",");
        out.push('\n');
        for row in &self.rows {
            let cells = row.iter().map(|cell| match cell {
                Cell::Text(text) => quoted(text),
                Cell::Int(n) => n.to_string(),
                Cell::Real(n) => format!("{n:.6}"),
            });
            out += &cells.collect::<Vec<_>>().join(",");
            out.push('\n');
        }
        out
    }
    /// A Parquet file of one row group.
    pub fn parquet(&self) -> io::Result<Vec<u8>> {
        use parquet::{
            basic::{ConvertedType, Repetition, Type as Physical},
            data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type},
            file::{properties::WriterProperties, writer::SerializedFileWriter},
            schema::types::Type,
        };
        let broken = |error: parquet::errors::ParquetError| io::Error::other(error.to_string());
        let mut fields = Vec::new();
        for (ix, name) in self.columns.iter().enumerate() {
            let physical = match self.rows.first().map(|row| &row[ix]) {
                Some(Cell::Int(_)) => Physical::INT64,
                Some(Cell::Real(_)) => Physical::DOUBLE,
                Some(Cell::Text(_)) | None => Physical::BYTE_ARRAY,
            };
            let mut field =
                Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
            if physical == Physical::BYTE_ARRAY {
                field = field.with_converted_type(ConvertedType::UTF8);
            }
            fields.push(Arc::new(field.build().map_err(broken)?));
        }
        let schema = Type::group_type_builder("results")
            .with_fields(fields)
            .build()
            .map_err(broken)?;
        let properties = Arc::new(WriterProperties::builder().build());
        let mut bytes = Vec::new();
        let mut writer =
            SerializedFileWriter::new(&mut bytes, Arc::new(schema), properties).map_err(broken)?;
        let mut group = writer.next_row_group().map_err(broken)?;
        for ix in 0..self.columns.len() {
            let Some(mut column) = group.next_column().map_err(broken)? else {
                break;
            };
            let cells = self.rows.iter().map(|row| &row[ix]);
            match self.rows.first().map(|row| &row[ix]) {
                Some(Cell::Int(_)) => {
                    let values: Vec<i64> = cells
                        .map(|cell| if let Cell::Int(n) = cell { *n } else { 0 })
                        .collect();
                    column.typed::<Int64Type>().write_batch(&values, None, None)
                }
                Some(Cell::Real(_)) => {
                    let values: Vec<f64> = cells
                        .map(|cell| {
                            if let Cell::Real(n) = cell {
                                *n
                            } else {
                                f64::NAN
                            }
                        })
                        .collect();
                    column
                        .typed::<DoubleType>()
                        .write_batch(&values, None, None)
                }
                Some(Cell::Text(_)) | None => {
                    let values: Vec<ByteArray> = cells
                        .map(|cell| match cell {
                            Cell::Text(text) => text.as_str().into(),
                            _ => "".into(),
                        })
                        .collect();
                    column
                        .typed::<ByteArrayType>()
                        .write_batch(&values, None, None)
                }
            }
            .map_err(broken)?;
            column.close().map_err(broken)?;
        }
        group.close().map_err(broken)?;
        writer.close().map_err(broken)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Sheet {
        let mut sheet = Sheet::new(&["name", "n", "rate"]);
        sheet
            .rows
            .push(vec!["plain".into(), 3u64.into(), 0.5.into()]);
        sheet
            .rows
            .push(vec!["with, comma".into(), 4u64.into(), 0.25.into()]);
        sheet
    }

    #[test]
    fn commas_are_quoted() {
        let csv = "name,n,rate\nplain,3,0.500000\n\"with, comma\",4,0.250000\n";
        assert_eq!(sheet().csv(), csv);
    }

    #[test]
    fn parquet_is_read_back() {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        use parquet::record::RowAccessor;
        let bytes = sheet().parquet().expect("can be written");
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("can be read");
        let rows: Vec<_> = reader
            .get_row_iter(None)
            .expect("has rows")
            .map(|row| row.expect("a row"))
            .collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[1].get_string(0).expect("text"), "with, comma");
        assert_eq!(rows[1].get_long(1).expect("a number"), 4);
        assert_eq!(rows[0].get_double(2).expect("a number"), 0.5);
    }
}
