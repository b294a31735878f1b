//! Failures of a student's program: a shader that doesn't compile, and a panic.

use std::fmt;

/// The driver's message about a shader program that does not compile or link.
#[derive(Debug)]
pub struct NotCompiled(pub String);

impl fmt::Display for NotCompiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotCompiled {}

/// Returns the message of a panic.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    (panic.downcast_ref::<String>().map(String::as_str))
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message")
}
