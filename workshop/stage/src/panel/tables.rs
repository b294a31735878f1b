//! Shows numbers in the panel, alone, in matrices and in tables.

use super::{CHANGED, Colour, FAINT, Panel, theme};
use glam::Mat4;

/// The seconds for which a number that has changed is lit.
const LIT: f64 = 0.5;

impl Panel<'_> {
    /// Shows text in the font of numbers, lit for half a second after a change. `id` is unique on the panels.
    pub fn number(&mut self, id: &str, text: &str) {
        let now = self.now;
        let entry = self.memory.numbers.entry(id.to_owned());
        let (shown, changed) = entry.or_insert_with(|| (text.to_owned(), -LIT));
        if shown != text {
            *shown = text.to_owned();
            *changed = now;
        }
        let glow = 1.0 - ((now - *changed) / LIT).clamp(0.0, 1.0) as f32;
        let _font = self.push_font(self.fonts.mono);
        let colour = theme::mix(theme::INK, CHANGED, glow.sqrt());
        self.text_colored(colour, text);
    }

    /// Shows matrices in the plane z = 0, each by the two rows and three columns that define it.
    pub fn plane_matrices(&mut self, name: &str, matrices: &[(&str, Colour, Mat4)]) {
        let row = |matrix: &Mat4, i: usize| vec![matrix.x_axis[i], matrix.y_axis[i], matrix.w_axis[i]];
        let rows: Vec<_> = (matrices.iter())
            .flat_map(|(name, colour, matrix)| {
                [(*name, *colour, row(matrix, 0)), ("", *colour, row(matrix, 1))]
            })
            .collect();
        self.table(name, &["", "x axis", "y axis", "origin"], &rows);
    }

    /// Shows a matrix, column by column: the images of the axes, and the image of the origin.
    pub fn matrix(&mut self, name: &str, matrix: Mat4) {
        let Some(_table) = self.ui.begin_table(name, 4) else {
            return;
        };
        for column in ["x axis", "y axis", "z axis", "origin"] {
            self.ui.table_next_column();
            self.ui.text_colored(FAINT, column);
        }
        for row in 0..4 {
            for (column, value) in matrix.row(row).to_array().into_iter().enumerate() {
                self.ui.table_next_column();
                self.number(&format!("{name} {row} {column}"), &fixed(value));
            }
        }
    }

    /// Shows rows of numbers, each with a name in its colour.
    pub fn table<N: AsRef<str>, V: AsRef<[f32]>>(
        &mut self,
        name: &str,
        columns: &[&str],
        rows: &[(N, Colour, V)],
    ) {
        let fixed = |values: &V| values.as_ref().iter().copied().map(fixed).collect();
        let rows: Vec<(&str, Colour, Vec<String>)> =
            rows.iter().map(|(name, colour, values)| (name.as_ref(), *colour, fixed(values))).collect();
        self.texts(name, columns, &rows);
    }

    /// Shows rows of short texts, each with a name in its colour.
    pub fn texts(
        &mut self,
        name: &str,
        columns: &[&str],
        rows: &[(impl AsRef<str>, Colour, impl AsRef<[String]>)],
    ) {
        let flags = imgui::TableFlags::BORDERS_INNER_H | imgui::TableFlags::SIZING_STRETCH_PROP;
        let Some(_table) = self.ui.begin_table_with_flags(name, columns.len(), flags) else {
            return;
        };
        for column in columns {
            self.ui.table_next_column();
            self.ui.text_colored(FAINT, column);
        }
        for (row, (title, colour, values)) in rows.iter().enumerate() {
            self.ui.table_next_column();
            self.named(title.as_ref(), *colour);
            for (column, value) in values.as_ref().iter().enumerate() {
                self.ui.table_next_column();
                self.number(&format!("{name} {row} {column}"), value);
            }
        }
    }
}

/// Formats a number with three decimals, aligned for either sign, without a minus on zero.
pub fn fixed(value: f32) -> String {
    let rounded = (value * 1e3).round() / 1e3 + 0.0;
    format!("{rounded:>7.3}")
}
