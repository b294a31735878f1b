//! The clipboard: text that is copied and pasted between programs.

use imgui::ClipboardBackend;

/// The system's clipboard, on Linux through X11, as Wayland has it too. Where the system offers none, it is the program's own.
#[derive(Default)]
pub struct SystemClipboard {
    /// A connection of its own to the display, once something was copied or pasted.
    system: Option<arboard::Clipboard>,
    own: String,
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
            // Only text can be pasted.
            Some(system) => system.get_text().ok(),
            None => Some(self.own.clone()),
        }
    }

    fn set(&mut self, text: &str) {
        if self.system().is_none_or(|system| system.set_text(text).is_err()) {
            text.clone_into(&mut self.own);
        }
    }
}
