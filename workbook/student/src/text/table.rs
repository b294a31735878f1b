//! Tables, with columns narrowed until they fit.

use super::{lines, visible};
use crate::style::HEADING;
use course::markdown::{Alignment, Line};

/// Between two columns.
const GAP: usize = 2;
/// No column is made narrower than this for another's sake.
const NARROWEST: usize = 8;

/// The rows as lines; the first row is the header.
pub fn set(alignments: &[Alignment], rows: &[Vec<Line>], width: usize) -> Vec<String> {
    let widths = widths(rows, width);
    let mut all = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let cells: Vec<Vec<String>> = widths
            .iter()
            .enumerate()
            .map(|(c, width)| row.get(c).map_or(vec![], |cell| lines(cell, *width)))
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let text = |(c, width): (usize, &usize)| {
                let cell = cells[c].get(line).map_or("", String::as_str);
                aligned(cell, *width, alignments.get(c) == Some(&Alignment::Right))
            };
            let parts: Vec<String> = widths.iter().enumerate().map(text).collect();
            let text = parts.join(&" ".repeat(GAP)).trim_end().to_owned();
            all.push(if i == 0 { format!("{HEADING}{text}{HEADING:#}") } else { text });
        }
        if i == 0 {
            all.push("─".repeat(widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)));
        }
    }
    all
}

fn aligned(cell: &str, width: usize, right: bool) -> String {
    let space = " ".repeat(width.saturating_sub(visible(cell)));
    if right { space + cell } else { cell.to_owned() + &space }
}

/// How wide each column is: as its widest cell, and narrower, the widest first, where all together are too wide.
fn widths(rows: &[Vec<Line>], width: usize) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |c: usize| {
        let cells = rows.iter().filter_map(|row| row.get(c));
        cells.flat_map(|cell| lines(cell, usize::MAX)).map(|line| visible(&line)).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..columns).map(widest).collect();
    let room = width.saturating_sub(GAP * columns.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        match widths.iter_mut().max() {
            Some(widest) if *widest > NARROWEST => *widest -= 1,
            _ => break,
        }
    }
    widths
}
