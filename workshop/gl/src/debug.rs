//! Handles OpenGL's messages. Each means a mistake in the code that draws, or a shader that does not fit it.

use glium::debug::{DebugCallbackBehavior, Severity};
use glutin::context::ContextAttributesBuilder;
use std::collections::HashSet;

/// Returns the attributes of every context. With `WORKBOOK_GL_DEBUG=1` the driver is strict, and reports everything.
pub fn attributes() -> ContextAttributesBuilder {
    let strict = std::env::var_os("WORKBOOK_GL_DEBUG").is_some_and(|value| !value.is_empty());
    ContextAttributesBuilder::new().with_debug(strict)
}

/// Prints each error among the driver's messages once.
pub fn behaviour() -> DebugCallbackBehavior {
    let mut told = HashSet::new();
    DebugCallbackBehavior::Custom {
        // Glium itself reports the expected ones, such as a mistake in a shader.
        callback: Box::new(move |_, _, severity, _, unexpected, message| {
            if unexpected && severity == Severity::High && told.insert(message.to_owned()) {
                eprintln!("OpenGL: {}", message.trim());
            }
            // Nothing is defined after that. Mesa says it of a window that somebody has destroyed, and then crashes.
            if message.starts_with("GL_OUT_OF_MEMORY") {
                std::process::exit(1);
            }
        }),
        // Otherwise the driver may call from a thread of its own.
        synchronous: true,
    }
}
