//! Copies and pastes text by the system's clipboard.

use imgui::ClipboardBackend;

/// The system's clipboard, on Linux that of X11, which Wayland offers too.
pub struct SystemClipboard(pub arboard::Clipboard);

impl ClipboardBackend for SystemClipboard {
    fn get(&mut self) -> Option<String> {
        // Only text can be pasted.
        self.0.get_text().ok()
    }

    fn set(&mut self, text: &str) {
        // Another program may be using it.
        let _ = self.0.set_text(text);
    }
}
