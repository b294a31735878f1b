//! Reads tables of broken files, in `workshop/proof/tests/broken`, as changes and the reader's messages.

use std::fmt::Write;

/// A broken file, with what its reader must say.
pub struct Case {
    pub row: usize,
    /// The name of the good file.
    pub base: String,
    /// Pairs of a text and its replacement. Without the first, the second is added at the end.
    pub edits: Vec<(Option<String>, Vec<u8>)>,
    /// The notes, or the error if the file is refused.
    pub said: Result<Vec<String>, String>,
    /// Lines that the summary of the contents must have.
    pub read: Vec<String>,
}

/// Reads all cases of a table.
pub fn cases(table: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (i, line) in table.lines().enumerate() {
        if let Some(base) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            cases.push(Case {
                row: i + 1,
                base: base.to_owned(),
                edits: Vec::new(),
                said: Ok(Vec::new()),
                read: Vec::new(),
            });
            continue;
        }
        let Some(case) = cases.last_mut().filter(|_| !line.is_empty() && !line.starts_with("# ")) else {
            continue;
        };
        if let Some(message) = line.strip_prefix("! ") {
            case.said = Err(text(message));
        } else if let Some(note) = line.strip_prefix("? ") {
            case.said.as_mut().expect("it is not refused").push(text(note));
        } else if let Some(line) = line.strip_prefix("= ") {
            case.read.push(text(line));
        } else if let Some(more) = line.strip_prefix("+ ") {
            case.edits.push((None, unescaped(more)));
        } else if let Some((from, to)) = line.split_once(" => ") {
            case.edits.push((Some(text(from)), unescaped(to)));
        } else {
            let (row, to) = line.split_once(": ").unwrap_or_else(|| panic!("row {}: {line}", i + 1));
            case.edits.push((Some(format!("{row}:")), unescaped(to)));
        }
    }
    cases
}

/// Compares the reader's words with the table's, for all cases.
#[track_caller]
pub fn hold(table: &str, said: impl Fn(&Case) -> Result<Vec<String>, String>) {
    let mut wrong = String::new();
    for case in cases(table) {
        let said = said(&case);
        if said != case.said {
            let _ = writeln!(wrong, "row {}, {}:\n  {:?}, not\n  {said:?}", case.row, case.base, case.said);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn text(escaped: &str) -> String {
    String::from_utf8(unescaped(escaped)).expect("a text")
}

/// Returns a text's bytes, with its escapes replaced.
fn unescaped(escaped: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut pieces = escaped.split('\\');
    bytes.extend(pieces.next().unwrap_or_default().bytes());
    while let Some(piece) = pieces.next() {
        let rest = match piece.as_bytes().first() {
            // Two in a row: the next piece is plain.
            None => {
                bytes.push(b'\\');
                pieces.next().unwrap_or_default()
            }
            Some(b'x') => {
                bytes.push(u8::from_str_radix(&piece[1..3], 16).expect("a byte"));
                &piece[3..]
            }
            Some(b'u') => {
                let (code, rest) = piece[1..].strip_prefix('{').and_then(|u| u.split_once('}')).expect("{…}");
                let letter = u32::from_str_radix(code, 16).ok().and_then(char::from_u32).expect("a letter");
                bytes.extend(letter.to_string().bytes());
                rest
            }
            Some(letter) => {
                bytes.push(match letter {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b's' => b' ',
                    b't' => b'\t',
                    _ => panic!("\\{piece}"),
                });
                &piece[1..]
            }
        };
        bytes.extend(rest.bytes());
    }
    bytes
}

/// Exports a model that was read, unless that is refused, and reads it again.
///
/// # Errors
/// If it is not read.
pub fn exported(asset: &formats::Asset) -> Result<(), String> {
    let Ok(export) = editor::export::glb(asset, &asset.clips) else { return Ok(()) };
    formats::read_bytes(export.bytes, "again.glb").map(drop).map_err(|error| error.to_string())
}
