//! Colours, for terminals.

use anstyle::{AnsiColor, Style};
use std::env;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::LazyLock;

/// What is as it should be.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What is not.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What matters less.
pub const DIM: Style = Style::new().dimmed();
/// What a group of lines is about.
pub const HEADING: Style = Style::new().bold();
/// What is being worked on.
pub const WORK: Style = AnsiColor::Yellow.on_default().bold();

/// Words that lead to one of the workbook's files, where stdout is a terminal that knows links.
pub fn link(root: &Path, file: &str, words: &str) -> String {
    static KNOWN: LazyLock<bool> =
        LazyLock::new(|| std::io::stdout().is_terminal() && knows_links(|name| env::var(name).ok()));
    match *KNOWN {
        true => format!("\x1b]8;;{}\x1b\\{words}\x1b]8;;\x1b\\", address(&root.join(file))),
        false => words.to_owned(),
    }
}

/// Whether the terminal that the environment tells of is one that knows links.
fn knows_links(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name| variable(name).filter(|value| !value.is_empty());
    let says =
        |name, words: &[&str]| set(name).is_some_and(|value| words.iter().any(|word| value.contains(word)));
    let of_vte = set("VTE_VERSION")
        .and_then(|version| version.parse().ok())
        .is_some_and(|version: u32| version >= 5000);
    let named = ["WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].into_iter().any(|name| set(name).is_some());
    set("NO_COLOR").is_none()
        && !says("TERM", &["dumb"])
        && (of_vte
            || named
            || says("TERM", &["alacritty", "foot", "ghostty", "kitty"])
            || says("TERM_PROGRAM", &["ghostty", "Hyper", "iTerm", "vscode", "WezTerm", "zed"]))
}

/// The address of a file.
fn address(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut address = "file://".to_owned() + if path.starts_with('/') { "" } else { "/" };
    for byte in path.bytes() {
        match byte {
            b'-' | b'.' | b'/' | b':' | b'_' | b'~' => address.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => address.push(byte.into()),
            _ => drop(write!(address, "%{byte:02X}")),
        }
    }
    address
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
            &[("TERM", "xterm"), ("VTE_VERSION", "4800")],
            &[("TERM", "xterm-kitty"), ("NO_COLOR", "1")],
            &[("TERM", "dumb"), ("TERM_PROGRAM", "vscode")],
        ] {
            assert!(!known(unknown), "{unknown:?}");
        }
        assert_eq!(address(Path::new("/Übung 1/a.rs")), "file:///%C3%9Cbung%201/a.rs");
    }
}
