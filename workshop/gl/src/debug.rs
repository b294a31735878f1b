//! What OpenGL complains of: it means a mistake in the code that draws, or a shader that does not fit it.

use glium::debug::{DebugCallbackBehavior, Severity};
use glutin::context::ContextAttributesBuilder;
use std::collections::HashSet;

/// What every context is made with. `WORKBOOK_GL_DEBUG=1` asks the driver to be strict, and to tell all it finds.
pub fn attributes() -> ContextAttributesBuilder {
    let strict = std::env::var_os("WORKBOOK_GL_DEBUG").is_some_and(|value| !value.is_empty());
    ContextAttributesBuilder::new().with_debug(strict)
}

/// What happens to the driver's messages: every error becomes a line, once.
pub fn behaviour() -> DebugCallbackBehavior {
    let mut told = HashSet::new();
    DebugCallbackBehavior::Custom {
        // What glium expects it tells by itself, as with a mistake in a shader.
        callback: Box::new(move |_, _, severity, _, unexpected, message| {
            if unexpected && severity == Severity::High && told.insert(message.to_owned()) {
                eprintln!("OpenGL: {}", message.trim());
            }
        }),
        // Else the driver may call from a thread of its own.
        synchronous: true,
    }
}
