//! The battlefield of a scenario: drawn, or joined from boards.

use super::position::{Builder, Built, Spot, no};
use super::syntax::{Named, Position, Start};
use crate::problem::nearest;
use gloryhex_engine::Ruleset;
use gloryhex_hexgrid::{
    BoardFile, Cell, DrawnMap, Grid, HexId, Joint, Layout, NOBODY, Sheet, Side, SightRule,
};
use gloryhex_model::slug_of;

impl Builder<'_> {
    pub(super) fn map(&self, rules: &Ruleset) -> Built<Option<DrawnMap>> {
        let rows: Vec<(Spot, &str)> = self
            .lines
            .iter()
            .filter_map(|(line, position)| match position {
                Position::Row(row) => Some((*line, row.as_str())),
                _ => None,
            })
            .collect();
        if rows.is_empty() {
            return Ok(None);
        }
        let texts: Vec<&str> = rows.iter().map(|(_, row)| *row).collect();
        let rule = SightRule {
            edge_blocks: rules.sight_stops_at_edge,
        };
        match Grid::from_map(&texts, rule) {
            Ok(map) => Ok(Some(map)),
            Err(errors) => {
                let error = &errors[0];
                let row = rows.get(error.row.saturating_sub(1)).or(rows.first());
                let spot = row.map_or(self.first_line, |row| row.0);
                let column = spot.column + error.column - 1;
                no(spot.at(column), &error.message)
            }
        }
    }

    pub(super) fn battlefield(
        &self,
        map: Option<&DrawnMap>,
        start: Start,
    ) -> Built<(Vec<Sheet>, Layout)> {
        if let Some(map) = map {
            let sheet = self.drawn_sheet(&map.grid)?;
            return Ok((vec![sheet], Layout::single(0)));
        }
        let mut sheets = self.content.core_sheets(self.edition);
        for (line, position) in &self.lines {
            match position {
                Position::Boards(names, joins) => {
                    let layout = self.join(*line, &mut sheets, names, joins)?;
                    return Ok((sheets, layout));
                }
                Position::Board((name, column), way) => {
                    let Some(board) = self.board(name) else {
                        return no(line.at(*column), self.no_board(name));
                    };
                    let way = way.as_deref().unwrap_or("portrait");
                    let Some(sheet) = board.oriented(way) else {
                        return no(*line, format!("\"{name}\" cannot lie {way}"));
                    };
                    return Ok((vec![sheet], Layout::single(0)));
                }
                _ => {}
            }
        }
        if start == Start::Setup {
            return Ok((sheets, Layout::default()));
        }
        no(
            self.first_line,
            "expected a battlefield: a `map`, `boards` or a `board`",
        )
    }

    /// A drawn battlefield as a sheet of its own, with the territories of the seats as regions.
    pub(super) fn drawn_sheet(&self, grid: &Grid) -> Built<Sheet> {
        let hexes: Vec<HexId> = grid.all().iter().collect();
        let cells = hexes
            .iter()
            .map(|hex| Cell {
                coord: grid.coord(*hex),
                kinds: printed(grid, *hex),
            })
            .collect();
        let mut regions: Vec<u8> = hexes.iter().map(|hex| grid.region(*hex)).collect();
        let own: Vec<_> = self
            .lines
            .iter()
            .filter_map(|(line, position)| match position {
                Position::Territory(seat, names) => Some((*line, *seat, names)),
                _ => None,
            })
            .collect();
        if !own.is_empty() {
            regions.fill(NOBODY);
        }
        for (line, seat, names) in own {
            for (name, column) in names {
                let hex = grid.parse_name(name);
                match hex.and_then(|hex| hexes.iter().position(|known| *known == hex)) {
                    Some(ix) => regions[ix] = seat.0,
                    None => return no(line.at(*column), format!("there is no hex `{name}`")),
                }
            }
        }
        Ok(Sheet::whole("map", cells).with_regions(regions))
    }

    pub(super) fn join(
        &self,
        line: Spot,
        sheets: &mut Vec<Sheet>,
        names: &[Named],
        joins: &[(String, i8, bool)],
    ) -> Built<Layout> {
        let mut layout = Layout::default();
        for (ix, (name, column)) in names.iter().enumerate() {
            let Some(board) = self.board(name) else {
                return no(line.at(*column), self.no_board(name));
            };
            let known = sheets.iter().position(|sheet| sheet.name() == board.name());
            let sheet = known.unwrap_or_else(|| {
                sheets.push(board.sheet.clone());
                sheets.len() - 1
            }) as u8;
            if ix == 0 {
                layout = Layout::single(sheet);
                continue;
            }
            let (side, shift, turned) = &joins[ix - 1];
            let side = Side::ALL.into_iter().find(|known| known.word() == side);
            let joint = Joint {
                side: side.unwrap_or(Side::South),
                shift: *shift,
                turned: *turned,
            };
            match layout.join(sheets, sheet, ix as u8 - 1, joint) {
                Ok(placement) => layout = layout.with(&placement),
                Err(error) => {
                    let message = format!("\"{name}\" cannot lie there: {error}");
                    return no(line.at(*column), message);
                }
            }
        }
        Ok(layout)
    }

    fn no_board(&self, name: &str) -> String {
        let known = self.content.boards.iter().map(BoardFile::name);
        match nearest(name, known) {
            Some(near) => format!("there is no board \"{name}\" (did you mean \"{near}\"?)"),
            None => format!("there is no board \"{name}\""),
        }
    }

    pub(super) fn board(&self, name: &str) -> Option<&BoardFile> {
        let slug = slug_of(name);
        let named = |board: &&BoardFile| slug_of(board.name()) == slug;
        self.content.boards.iter().find(named)
    }
}

/// What is drawn in a hex, without what was worked out from its neighbours.
fn printed(grid: &Grid, hex: HexId) -> gloryhex_hexgrid::Kind {
    use gloryhex_hexgrid::Kind;
    [
        Kind::STARTING,
        Kind::BLOCKED,
        Kind::LETHAL,
        Kind::COVER,
        Kind::STAGGER,
    ]
    .into_iter()
    .filter(|kind| grid.is(hex, *kind))
    .fold(Kind::PLAIN, Kind::with)
}
