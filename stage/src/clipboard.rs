//! What was copied out of one text, for another.

use imgui::ClipboardBackend;

/// What is copied and pasted within the program: without a window, and in scripts, so that they come to the same
/// whatever others copy.
#[derive(Default)]
pub struct OwnClipboard(String);

impl ClipboardBackend for OwnClipboard {
    fn get(&mut self) -> Option<String> {
        Some(self.0.clone())
    }

    fn set(&mut self, text: &str) {
        text.clone_into(&mut self.0);
    }
}

/// What is copied and pasted between programs, on Linux through X11, as Wayland has it too. Where the system offers
/// nothing, it is the program's own.
#[derive(Default)]
pub struct SystemClipboard {
    /// A connection of its own to the display, once something was copied or pasted.
    system: Option<arboard::Clipboard>,
    own: OwnClipboard,
}

impl SystemClipboard {
    fn system(&mut self) -> Option<&mut arboard::Clipboard> {
        if self.system.is_none() {
            self.system = arboard::Clipboard::new().ok();
        }
        self.system.as_mut()
    }
}

impl ClipboardBackend for SystemClipboard {
    fn get(&mut self) -> Option<String> {
        match self.system() {
            // What is no text cannot be pasted.
            Some(system) => system.get_text().ok(),
            None => self.own.get(),
        }
    }

    fn set(&mut self, text: &str) {
        if self.system().is_none_or(|system| system.set_text(text).is_err()) {
            self.own.set(text);
        }
    }
}
