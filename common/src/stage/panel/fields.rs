//! Fields to type into: a number without bounds, and a text.

use super::Panel;

impl Panel<'_> {
    /// A number to drag, by `step` a pixel, or to type after a double click. True if it was changed by hand.
    ///
    /// Unlike a [slider](Self::slider) it has no bounds; it is always finite.
    pub fn number_field(&mut self, name: &str, value: &mut f32, step: f32, format: &str) -> bool {
        let was_set = self.memory.apply(name, value, finite);
        self.name(name);
        self.set_next_item_width(-1.0);
        let before = *value;
        {
            let _font = self.push_font(self.fonts.mono);
            let drag = imgui::Drag::new(format!("##{name}")).speed(step / self.scale);
            drag.display_format(format).build(self.ui, value);
        }
        if !value.is_finite() {
            *value = before;
        }
        self.edit_item(name, was_set, *value != before);
        *value != before
    }

    /// A line of text to type. While it is typed into, keys are its own. True if it was changed by hand.
    pub fn text_field(&mut self, name: &str, text: &mut String) -> bool {
        let was_set = self.memory.apply(name, text, |wanted| Ok(wanted.to_owned()));
        self.name(name);
        self.set_next_item_width(-1.0);
        let changed = self.input_text(format!("##{name}"), text).build();
        self.edit_item(name, was_set, changed);
        changed
    }
}

/// The finite number that somebody wrote down.
pub(super) fn finite(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite());
    number.ok_or_else(|| "it takes a number".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_refused() {
        assert_eq!(finite("1.5"), Ok(1.5));
        for text in ["soon", "", "nan", "inf", "-inf", "1e99"] {
            assert!(finite(text).is_err(), "{text}");
        }
    }
}
