//! Reads a shader as far as grading needs: what stands in it side by side, and what its lines say to the compiler.
//!
//! GLSL reaches nothing outside of its own program, so it needs no more than that.

/// A declaration, a function, or a line for the compiler.
#[derive(Clone, Debug, PartialEq)]
pub struct ShaderPiece {
    /// The name of a function or of a constant; none for anything else.
    pub name: Option<String>,
    /// Its code, without comments and layout.
    pub code: String,
    /// Its text.
    pub text: String,
    /// The rows that it takes, counted from 1; the end is not one of them.
    pub rows: std::ops::Range<usize>,
}

/// The text with blanks in the place of its comments.
pub fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut line, mut block) = (false, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        match c {
            '\n' => {
                line = false;
                out.push('\n');
            }
            '*' if block && next == Some('/') => {
                chars.next();
                block = false;
                out.push_str("  ");
            }
            _ if line || block => out.extend(std::iter::repeat_n(' ', c.len_utf8())),
            '/' if next == Some('/') => {
                line = true;
                out.push(' ');
            }
            '/' if next == Some('*') => {
                chars.next();
                block = true;
                out.push_str("  ");
            }
            c => out.push(c),
        }
    }
    out
}

/// What stands in a shader side by side.
pub fn pieces(text: &str) -> Vec<ShaderPiece> {
    let bare = without_comments(text);
    let mut pieces = Vec::new();
    let (mut start, mut depth, mut at) = (None, 0usize, 0);
    for line in bare.split_inclusive('\n') {
        let end = at + line.len();
        if depth == 0 && start.is_none() && line.trim_start().starts_with('#') {
            pieces.push(piece(text, &bare, at..end));
            at = end;
            continue;
        }
        for (column, c) in line.char_indices() {
            if start.is_none() && !c.is_whitespace() {
                start = Some(at + column);
            }
            let done = match c {
                '{' => {
                    depth += 1;
                    false
                }
                '}' => {
                    depth = depth.saturating_sub(1);
                    let begun = start.map_or("", |start| &bare[start..at + column]);
                    depth == 0 && is_function(begun)
                }
                ';' => depth == 0,
                _ => false,
            };
            if let Some(from) = start.filter(|_| done) {
                pieces.push(piece(text, &bare, from..at + column + 1));
                start = None;
            }
        }
        at = end;
    }
    if let Some(from) = start {
        pieces.push(piece(text, &bare, from..bare.len()));
    }
    pieces
}

fn is_function(code: &str) -> bool {
    matches!((code.find('('), code.find('{')), (Some(round), Some(curly)) if round < curly)
}

fn piece(text: &str, bare: &str, at: std::ops::Range<usize>) -> ShaderPiece {
    let code = &bare[at.clone()];
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let last_word = |code: &str| {
        let word = code.trim_end().rsplit(|c| !is_name(c)).next().unwrap_or_default();
        (!word.is_empty()).then(|| word.to_owned())
    };
    let before = |end: char| code.split_once(end).and_then(|(before, _)| last_word(before));
    let name = match code.trim_start().starts_with("const ") {
        _ if code.trim_start().starts_with('#') => None,
        true => code.split(['=', '[']).next().and_then(last_word),
        false if is_function(code) => before('('),
        false => None,
    };
    let row = |at: usize| bare[..at].matches('\n').count() + 1;
    let last = at.end - usize::from(code.ends_with('\n'));
    let rows = row(at.start)..row(last) + 1;
    let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
    ShaderPiece { name, code, text: text[at].trim_end().to_owned(), rows }
}

/// The first line for the compiler in a text, with its row.
pub fn directive(text: &str) -> Option<(usize, String)> {
    let bare = without_comments(text).replace("\\\n", " \n");
    let found = bare.lines().enumerate().find(|(_, line)| line.trim_start().starts_with('#'));
    found.map(|(at, line)| (at + 1, line.trim().to_owned()))
}

/// The row of the first bracket without its other half.
pub fn unbalanced(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    for (at, line) in without_comments(text).lines().enumerate() {
        for c in line.chars() {
            let other = match c {
                '(' | '[' | '{' => {
                    open.push((at + 1, c));
                    continue;
                }
                ')' => '(',
                ']' => '[',
                '}' => '{',
                _ => continue,
            };
            if open.pop().is_none_or(|(_, c)| c != other) {
                return Some(at + 1);
            }
        }
    }
    open.pop().map(|(row, _)| row)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#version 330 core\n// A } here.\nuniform Joints {\n    mat4 all[8];\n} joints;\n\
                        const float HALF = 0.5; in vec3 a;\n\nvec4 skinned(vec3 p) {\n    /* ; */ if (x) { y; }\n    return p;\n}\nvoid main() {}\n";

    #[test]
    fn pieces_are_told_apart() {
        let told: Vec<_> =
            pieces(TEXT).into_iter().map(|piece| (piece.name.unwrap_or_default(), piece.rows)).collect();
        let want = [("", 1..2), ("", 3..6), ("HALF", 6..7), ("", 6..7), ("skinned", 8..12), ("main", 12..13)];
        assert_eq!(told, want.map(|(name, rows)| (name.to_owned(), rows)));
        assert_eq!(pieces("vec4 a() {\n// x ö\n}\n")[0].code, "vec4 a() { }");
    }

    #[test]
    fn brackets_and_lines_for_the_compiler_are_found() {
        assert_eq!(unbalanced("a(b[1]) {\n}\n// }\n"), None);
        assert_eq!(unbalanced("a;\n} void f() {\n"), Some(2));
        assert_eq!(unbalanced("a {\n(\n"), Some(2));
        assert_eq!(
            directive("a;\n  #extension GL_x : enable\n"),
            Some((2, "#extension GL_x : enable".to_owned()))
        );
        assert_eq!(directive("// #a\n"), None);
    }
}
