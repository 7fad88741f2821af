//! Self-contained pages: figures drawn as SVG inside the HTML, no scripts, nothing fetched.

use crate::stats::Rate;

/// Text as it may stand in HTML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c => out.push(c),
        }
    }
    out
}

/// A page with a heading, a line of facts, and a body.
pub fn page(title: &str, facts: &[(&str, String)], body: &str) -> String {
    let facts: Vec<String> = facts
        .iter()
        .map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>", escape(name), escape(value)))
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<dl>{facts}</dl>\n{body}\n</body>\n</html>\n",
        title = escape(title),
        facts = facts.concat(),
    )
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1d2226;background:#fff}\
h1{font-size:1.5rem}dl{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}dt{color:#5b6670}dd{margin:0 1rem 0 0;font-variant-numeric:tabular-nums}\
table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.2rem .7rem;border-bottom:1px solid #d8dee3;text-align:right}\
td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}svg text{font:13px system-ui,sans-serif}";

/// The color of a win rate: blue below one half, orange above, white at it. Told apart by people who
/// do not see red and green apart.
fn color(rate: f64) -> String {
    let mix = |from: [f64; 3], to: [f64; 3], share: f64| {
        let part = |ix: usize| (from[ix] + (to[ix] - from[ix]) * share).round() as u8;
        format!("#{:02x}{:02x}{:02x}", part(0), part(1), part(2))
    };
    let white = [255.0; 3];
    let far = ((rate - 0.5).abs() * 2.0).min(1.0);
    if rate < 0.5 {
        mix(white, [33.0, 102.0, 172.0], far)
    } else {
        mix(white, [217.0, 95.0, 14.0], far)
    }
}

/// A heat map of rates: a row against a column. `None` where nothing is known.
pub fn heat_map(rows: &[String], columns: &[String], rates: &[Vec<Option<Rate>>]) -> String {
    let (left, top, wide, high) = (220, 150, 110, 54);
    let width = left + wide * columns.len() + 10;
    let height = top + high * rows.len() + 10;
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"win rates, row against column\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" xmlns=\"http://www.w3.org/2000/svg\">"
    );
    for (ix, name) in columns.iter().enumerate() {
        let x = left + wide * ix + wide / 2;
        svg += &format!(
            "<text x=\"{x}\" y=\"{y}\" transform=\"rotate(-30 {x} {y})\">{}</text>",
            escape(name),
            y = top - 8
        );
    }
    for (row, name) in rows.iter().enumerate() {
        let y = top + high * row;
        svg += &format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            left - 8,
            y + high / 2 + 4,
            escape(name)
        );
        for (column, rate) in rates[row].iter().enumerate() {
            let x = left + wide * column;
            let Some(rate) = rate else {
                svg += &format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"#f0f0f0\" stroke=\"#fff\"/>"
                );
                continue;
            };
            let ink = if (rate.rate - 0.5).abs() > 0.35 {
                "#fff"
            } else {
                "#111"
            };
            svg += &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"{}\" stroke=\"#fff\"><title>{} against {}: {:.1} % ({:.1} – {:.1})</title></rect>",
                color(rate.rate),
                escape(name),
                escape(&columns[column]),
                100.0 * rate.rate,
                100.0 * rate.low,
                100.0 * rate.high
            );
            let mid = x + wide / 2;
            svg += &format!(
                "<text x=\"{mid}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{:.0} %</text><text x=\"{mid}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{:.0} – {:.0}</text>",
                y + high / 2 - 2,
                100.0 * rate.rate,
                y + high / 2 + 15,
                100.0 * rate.low,
                100.0 * rate.high
            );
        }
    }
    svg + "</svg>"
}

/// A line of rates over numbers, intervals as bars.
pub fn line(points: &[(f64, Rate)], across: &str) -> String {
    let (width, height, edge) = (640.0, 320.0, 48.0);
    let low = points.iter().map(|p| p.0).fold(f64::INFINITY, f64::min);
    let high = points.iter().map(|p| p.0).fold(f64::NEG_INFINITY, f64::max);
    let span = (high - low).max(1e-9);
    let x = |value: f64| edge + (value - low) / span * (width - 2.0 * edge);
    let y = |rate: f64| height - edge - rate * (height - 2.0 * edge);
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"win rate by {}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" xmlns=\"http://www.w3.org/2000/svg\">",
        escape(across)
    );
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        svg += &format!(
            "<line x1=\"{edge}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"#d8dee3\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.0} %</text>",
            width - edge,
            edge - 6.0,
            y(share) + 4.0,
            100.0 * share,
            y = y(share)
        );
    }
    let path: Vec<String> = points
        .iter()
        .map(|(value, rate)| format!("{:.1},{:.1}", x(*value), y(rate.rate)))
        .collect();
    svg += &format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#2166ac\" stroke-width=\"2\"/>",
        path.join(" ")
    );
    for (value, rate) in points {
        let x = x(*value);
        svg += &format!(
            "<line x1=\"{x}\" x2=\"{x}\" y1=\"{}\" y2=\"{}\" stroke=\"#2166ac\"/><circle cx=\"{x}\" cy=\"{}\" r=\"4\" fill=\"#2166ac\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{value}</text>",
            y(rate.low),
            y(rate.high),
            y(rate.rate),
            height - edge + 18.0
        );
    }
    svg += &format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></svg>",
        width / 2.0,
        height - 8.0,
        escape(across)
    );
    svg
}

/// Bars of counts.
pub fn bars(counts: &[(String, u64)], across: &str) -> String {
    let (width, height, edge) = (640.0, 260.0, 40.0);
    let most = counts.iter().map(|c| c.1).max().unwrap_or(1).max(1) as f64;
    let wide = (width - 2.0 * edge) / counts.len().max(1) as f64;
    let mut svg = format!(
        "<svg role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" xmlns=\"http://www.w3.org/2000/svg\">",
        escape(across)
    );
    for (ix, (name, count)) in counts.iter().enumerate() {
        let tall = *count as f64 / most * (height - 2.0 * edge);
        let x = edge + wide * ix as f64;
        svg += &format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" fill=\"#2166ac\"><title>{}: {count}</title></rect>",
            x + 1.0,
            height - edge - tall,
            (wide - 2.0).max(1.0),
            escape(name)
        );
        if counts.len() <= 24 || ix % (counts.len() / 12) == 0 {
            svg += &format!(
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                x + wide / 2.0,
                height - edge + 16.0,
                escape(name)
            );
        }
    }
    svg += &format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></svg>",
        width / 2.0,
        height - 6.0,
        escape(across)
    );
    svg
}

/// A table of results as HTML; numbers are rounded to three digits.
pub fn table(sheet: &super::Sheet) -> String {
    let head: Vec<String> = sheet
        .columns
        .iter()
        .map(|name| format!("<th>{}</th>", escape(name)))
        .collect();
    let rows: Vec<String> = sheet
        .rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = row
                .iter()
                .map(|cell| match cell {
                    super::Cell::Text(text) => format!("<td>{}</td>", escape(text)),
                    super::Cell::Int(n) => format!("<td>{n}</td>"),
                    super::Cell::Real(n) => format!("<td>{n:.3}</td>"),
                })
                .collect();
            format!("<tr>{}</tr>", cells.concat())
        })
        .collect();
    format!(
        "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>",
        head.concat(),
        rows.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_half_is_white() {
        assert_eq!(color(0.5), "#ffffff");
        assert_eq!(color(1.0), "#d95f0e");
        assert_eq!(color(0.0), "#2166ac");
    }

    #[test]
    fn names_cannot_break_out() {
        assert_eq!(escape("<b>&\""), "&lt;b&gt;&amp;&quot;");
    }
}
