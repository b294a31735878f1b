//! Another program that copies and pastes, as an editor does.

use super::{PATIENCE, wait_until};
use anyhow::{Context, Result};
use x11rb::CURRENT_TIME;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

x11rb::atom_manager! {
    /// The words of the protocol.
    Atoms: AtomsCookie {
        CLIPBOARD,
        PASTED,
        TARGETS,
        UTF8_STRING,
    }
}

/// The other program: a window that is never shown.
pub struct Editor {
    connection: RustConnection,
    atoms: Atoms,
    window: Window,
}

impl Editor {
    pub fn new(display: &str) -> Result<Self> {
        let (connection, screen) = x11rb::connect(Some(display))?;
        let atoms = Atoms::new(&connection)?.reply()?;
        let (window, root) = (connection.generate_id()?, connection.setup().roots[screen].root);
        let class = WindowClass::INPUT_ONLY;
        connection
            .create_window(0, window, root, 0, 0, 1, 1, 0, class, 0, &CreateWindowAux::new())?
            .check()?;
        Ok(Self { connection, atoms, window })
    }

    /// What it pastes; none if nobody has copied anything.
    pub fn paste(&self) -> Result<Option<String>> {
        let Atoms { CLIPBOARD, PASTED, UTF8_STRING, .. } = self.atoms;
        self.connection.convert_selection(self.window, CLIPBOARD, UTF8_STRING, PASTED, CURRENT_TIME)?;
        self.connection.flush()?;
        let mut answered = None;
        wait_until(PATIENCE, || {
            while let Some(event) = self.connection.poll_for_event()? {
                if let Event::SelectionNotify(event) = event {
                    answered = Some(event.property);
                }
            }
            Ok(answered.is_some())
        })?
        .context("nobody answers what is pasted")?;
        if answered != Some(PASTED) {
            return Ok(None);
        }
        let text =
            self.connection.get_property(true, self.window, PASTED, AtomEnum::ANY, 0, u32::MAX)?.reply()?;
        Ok(Some(String::from_utf8(text.value)?))
    }

    /// Copies a text; then others `paste` it, and it is given to everybody who asks until that is `done`.
    pub fn copy(
        &self,
        text: &str,
        paste: impl FnOnce() -> Result<()>,
        done: impl Fn() -> Result<bool>,
    ) -> Result<()> {
        self.connection.set_selection_owner(self.window, self.atoms.CLIPBOARD, CURRENT_TIME)?.check()?;
        paste()?;
        wait_until(PATIENCE, || {
            while let Some(event) = self.connection.poll_for_event()? {
                self.give(text, &event)?;
            }
            done()
        })?
        .map(drop)
        .context("nobody pastes what was copied")
    }

    fn give(&self, text: &str, event: &Event) -> Result<()> {
        let Event::SelectionRequest(asked) = event else {
            return Ok(());
        };
        let Atoms { TARGETS, UTF8_STRING, .. } = self.atoms;
        let (window, property) = (asked.requestor, asked.property);
        let mut given = property;
        if asked.target == TARGETS {
            let offered = [TARGETS, UTF8_STRING];
            self.connection.change_property32(
                PropMode::REPLACE,
                window,
                property,
                AtomEnum::ATOM,
                &offered,
            )?;
        } else if asked.target == UTF8_STRING {
            let kind = UTF8_STRING;
            self.connection.change_property8(PropMode::REPLACE, window, property, kind, text.as_bytes())?;
        } else {
            given = x11rb::NONE;
        }
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: asked.time,
            requestor: window,
            selection: asked.selection,
            target: asked.target,
            property: given,
        };
        self.connection.send_event(false, window, EventMask::NO_EVENT, answer)?.check()?;
        Ok(())
    }
}
