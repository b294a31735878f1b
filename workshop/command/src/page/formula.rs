//! Translates LaTeX to MathML, which every browser draws without a script.

use anyhow::{Result, bail};
use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::{Parser, Storage, push_mathml};

/// Returns a formula as MathML, without characters that Markdown would interpret.
pub fn mathml(latex: &str, is_block: bool) -> Result<String> {
    let storage = Storage::new();
    let display_mode = if is_block { DisplayMode::Block } else { DisplayMode::Inline };
    let mut html = String::new();
    let events: Vec<_> = Parser::new(latex, &storage).collect();
    push_mathml(&mut html, events.into_iter(), RenderConfig { display_mode, ..Default::default() })?;
    // It marks the parts that it can't read as errors.
    if html.contains("merror") {
        bail!("the formula {latex} cannot be drawn");
    }
    Ok(html.chars().map(quoted).collect())
}

/// Returns a character, or its HTML entity if Markdown would interpret it.
fn quoted(c: char) -> String {
    match c {
        '*' | '_' | '`' | '[' | ']' | '\\' | '|' | '~' | '\'' | '$' => format!("&#{};", u32::from(c)),
        '\n' => " ".to_owned(),
        _ => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::mathml;
    use anyhow::Result;
    use pulldown_cmark::{Event, Parser, Tag, TagEnd};

    #[test]
    fn markdown_leaves_a_formula_as_it_is() -> Result<()> {
        let html = mathml("v' = \\begin{bmatrix} a_1 & b \\\\ c & d \\end{bmatrix} \\cdot v", true)?;
        assert!(html.starts_with("<math") && html.ends_with("</math>"));
        let is_plain = |event: &Event<'_>| {
            use TagEnd::Paragraph;
            matches!(
                event,
                Event::InlineHtml(_) | Event::Text(_) | Event::Start(Tag::Paragraph) | Event::End(Paragraph)
            )
        };
        let taken: Vec<_> = Parser::new(&html).filter(|event| !is_plain(event)).collect();
        assert!(taken.is_empty(), "{taken:?}");
        Ok(())
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        assert!(mathml("\\frac{a}{", false).is_err());
        assert!(mathml("\\nosuchthing", false).is_err());
    }
}
