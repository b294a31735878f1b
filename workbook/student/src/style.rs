//! Colours, for terminals.

use anstyle::{AnsiColor, Style};

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
