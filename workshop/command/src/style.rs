//! Styles for text on terminals.

use anstyle::{AnsiColor, Style};

pub const GOOD: Style = AnsiColor::Green.on_default().bold();
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Style of less important things.
pub const DIM: Style = Style::new().dimmed();
/// Style of the heading of a group of lines.
pub const HEADING: Style = Style::new().bold();
/// Style of the exercise that is being worked on.
pub const WORK: Style = AnsiColor::Yellow.on_default().bold();
