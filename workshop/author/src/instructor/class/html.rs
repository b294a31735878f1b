//! Words as HTML has them.

use crate::instructor::grade::report::xml;
use page::mathml;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A text in one row, without signs that HTML would take for its own.
pub fn escaped(text: &str) -> String {
    xml(text).replace('\'', "&#39;").replace(['\n', '\t'], " ")
}

/// A name, which may be written from right to left: it turns nothing around that stands beside it.
pub fn name(name: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(name))
}

/// Markdown of the workbook's own, without its links and pictures.
pub fn prose(markdown: &str) -> String {
    let mut html = String::new();
    let mut pictures = 0;
    for event in Parser::new_ext(markdown, Options::ENABLE_MATH | Options::ENABLE_GFM) {
        let is_shown = pictures == 0;
        match event {
            Event::Start(Tag::Image { .. }) => pictures += 1,
            Event::End(TagEnd::Image) => pictures -= 1,
            Event::Text(text) if is_shown => html.push_str(&escaped(&text)),
            Event::Code(code) if is_shown => html.push_str(&format!("<code>{}</code>", escaped(&code))),
            Event::InlineMath(latex) if is_shown => html.push_str(&formula(&latex, false)),
            Event::DisplayMath(latex) if is_shown => html.push_str(&formula(&latex, true)),
            Event::SoftBreak | Event::HardBreak => html.push(' '),
            Event::Start(tag) => html.push_str(&of_tag(tag.to_end(), "<")),
            Event::End(tag) => html.push_str(&of_tag(tag, "</")),
            _ => {}
        }
    }
    html
}

fn of_tag(tag: TagEnd, begin: &str) -> String {
    let name = match tag {
        TagEnd::Paragraph => "p",
        TagEnd::Emphasis => "em",
        TagEnd::Strong => "strong",
        TagEnd::List(true) => "ol",
        TagEnd::List(false) => "ul",
        TagEnd::Item => "li",
        _ => return String::new(),
    };
    format!("{begin}{name}>")
}

fn formula(latex: &str, is_block: bool) -> String {
    mathml(latex, is_block).unwrap_or_else(|_| escaped(latex))
}

/// A file as an address that holds it.
pub fn data(kind: &str, bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = format!("data:{kind};base64,");
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | usize::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = DIGITS[bits >> (18 - 6 * at) & 63];
            text.push(if at > three.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_is_words() {
        assert_eq!(escaped("<a b='c'>&\"\u{1b}"), "&lt;a b=&#39;c&#39;&gt;&amp;&quot;\u{fffd}");
        let html = prose("A *b* `<c>` [d](e.md) ![f](g.png) <script>h</script>\n");
        assert_eq!(html, "<p>A <em>b</em> <code>&lt;c&gt;</code> d  h</p>");
        assert!(prose("$R \\cdot x$").contains("<math"));
    }

    #[test]
    fn files_are_written_by_64_digits() {
        let texts = ["", "f", "fo", "foo", "foob"].map(|text| data("a/b", text.as_bytes()));
        let want = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="].map(|text| format!("data:a/b;base64,{text}"));
        assert_eq!(texts, want);
        assert_eq!(data("a/b", &[255, 239, 190]), "data:a/b;base64,/+++");
    }
}
