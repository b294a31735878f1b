//! The clipboard: text that is copied and pasted between programs.

use imgui::ClipboardBackend;

/// The system's clipboard, on Linux that of X11, which Wayland offers too. Without one, the program has its own.
#[derive(Default)]
pub struct SystemClipboard {
    /// A connection to the display, opened when something is first copied or pasted.
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
