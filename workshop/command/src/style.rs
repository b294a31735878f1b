//! Colours, for terminals.

use anstyle::{AnsiColor, Style};
use std::env;
use std::io::IsTerminal;
use std::path::Path;

/// Style of good news.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Style of bad news.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Style of less important things.
pub const DIM: Style = Style::new().dimmed();
/// Style of the heading of a group of lines.
pub const HEADING: Style = Style::new().bold();
/// Style of the exercise that is being worked on.
pub const WORK: Style = AnsiColor::Yellow.on_default().bold();

/// Environment variables of terminals that support links, and a word in each.
const KNOW_LINKS: [(&str, &str); 11] = [
    ("DOMTERM", ""),
    ("KONSOLE_VERSION", ""),
    ("TERM", "alacritty"),
    ("TERM", "foot"),
    ("TERM", "kitty"),
    ("TERM_PROGRAM", "ghostty"),
    ("TERM_PROGRAM", "iTerm"),
    ("TERM_PROGRAM", "vscode"),
    ("TERM_PROGRAM", "WezTerm"),
    ("VTE_VERSION", ""),
    ("WT_SESSION", ""),
];

/// Words that link to a file, if stdout is a terminal that supports links.
pub fn link(path: &Path, words: &str) -> String {
    match std::io::stdout().is_terminal() && knows_links(|name| env::var(name).ok()) {
        true => format!("\x1b]8;;{}\x1b\\{words}\x1b]8;;\x1b\\", address(path)),
        false => words.to_owned(),
    }
}

fn knows_links(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let refused = set("NO_COLOR").is_some() || set("TERM").is_some_and(|term| term == "dumb");
    !refused && KNOW_LINKS.iter().any(|(name, word)| set(name).is_some_and(|value| value.contains(word)))
}

/// The URL of a file.
fn address(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let encoded = path.bytes().map(|byte| match byte {
        b'-' | b'.' | b'/' | b':' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    format!("file:///{}", encoded.collect::<String>().trim_start_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_terminals_that_know_links_get_them() {
        let known = |set: &[(&str, &str)]| {
            knows_links(|name| set.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned()))
        };
        assert!(known(&[("TERM", "xterm-kitty")]));
        assert!(known(&[("TERM", "xterm-256color"), ("VTE_VERSION", "7200")]));
        for unknown in [
            &[("TERM", "xterm")][..],
            &[("TERM", "xterm-kitty"), ("NO_COLOR", "1")],
            &[("TERM", "dumb"), ("TERM_PROGRAM", "vscode")],
        ] {
            assert!(!known(unknown), "{unknown:?}");
        }
        assert_eq!(address(Path::new("/Übung 1/a.rs")), "file:///%C3%9Cbung%201/a.rs");
    }
}
