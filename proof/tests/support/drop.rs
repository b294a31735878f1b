//! A hand that drops files onto a window, as a file manager does: the protocol is XDND, version 5.

use super::{PATIENCE, wait_until};
use anyhow::{Context, Result};
use std::path::Path;
use x11rb::CURRENT_TIME;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

x11rb::atom_manager! {
    /// The words of the protocol.
    Atoms: AtomsCookie {
        XdndActionCopy,
        XdndDrop,
        XdndEnter,
        XdndFinished,
        XdndPosition,
        XdndSelection,
        TEXT_URI_LIST: b"text/uri-list",
    }
}

/// A program of its own on the display, with a large dark window that is seen only when it should be.
pub struct Hand {
    connection: RustConnection,
    atoms: Atoms,
    window: Window,
}

impl Hand {
    pub fn new(display: &str) -> Result<Self> {
        let (connection, screen) = x11rb::connect(Some(display))?;
        let atoms = Atoms::new(&connection)?.reply()?;
        let (window, root) = (connection.generate_id()?, &connection.setup().roots[screen]);
        let (width, height) = (root.width_in_pixels, root.height_in_pixels);
        let looks = CreateWindowAux::new().override_redirect(1).background_pixel(root.black_pixel);
        let class = WindowClass::INPUT_OUTPUT;
        connection.create_window(0, window, root.root, 0, 0, width, height, 0, class, 0, &looks)?;
        connection.set_selection_owner(window, atoms.XdndSelection, CURRENT_TIME)?;
        connection.flush()?;
        Ok(Self { connection, atoms, window })
    }

    /// Carries files over a window and drops them there.
    pub fn drop_files(&self, target: Window, paths: &[impl AsRef<Path>]) -> Result<()> {
        self.carry(target, paths)?;
        self.send(target, self.atoms.XdndDrop, [0, CURRENT_TIME, 0, 0])?;
        self.answer_until(paths, |event| match event {
            Event::ClientMessage(message) => message.type_ == self.atoms.XdndFinished,
            _ => false,
        })
        .context("the window does not say that it has what was dropped")
    }

    fn carry(&self, target: Window, paths: &[impl AsRef<Path>]) -> Result<()> {
        let atoms = &self.atoms;
        self.send(target, atoms.XdndEnter, [5 << 24, atoms.TEXT_URI_LIST, 0, 0])?;
        let at = 600 << 16 | 300;
        self.send(target, atoms.XdndPosition, [0, at, CURRENT_TIME, atoms.XdndActionCopy])?;
        self.answer_until(paths, |event| matches!(event, Event::SelectionRequest(_)))
            .context("the window does not ask for what is held over it")
    }

    fn send(&self, target: Window, what: u32, [a, b, c, d]: [u32; 4]) -> Result<()> {
        let message = ClientMessageEvent::new(32, target, what, [self.window, a, b, c, d]);
        self.connection.send_event(false, target, EventMask::NO_EVENT, message)?.check()?;
        Ok(())
    }

    /// Answers the window's questions until `last` has come.
    fn answer_until(&self, paths: &[impl AsRef<Path>], last: impl Fn(&Event) -> bool) -> Result<()> {
        let came = wait_until(PATIENCE, || {
            while let Some(event) = self.connection.poll_for_event()? {
                if let Event::SelectionRequest(request) = &event {
                    self.tell_files(request, paths)?;
                }
                if last(&event) {
                    return Ok(true);
                }
            }
            Ok(false)
        })?;
        came.map(|_| ()).context("it takes too long")
    }

    fn tell_files(&self, request: &SelectionRequestEvent, paths: &[impl AsRef<Path>]) -> Result<()> {
        let (requestor, property) = (request.requestor, request.property);
        let list: String = paths.iter().map(|path| uri(path.as_ref()) + "\r\n").collect();
        self.connection.change_property8(
            PropMode::REPLACE,
            requestor,
            property,
            request.target,
            list.as_bytes(),
        )?;
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor,
            selection: request.selection,
            target: request.target,
            property,
        };
        self.connection.send_event(false, requestor, EventMask::NO_EVENT, answer)?.check()?;
        Ok(())
    }
}

/// A path as file managers write it: whatever is not plain becomes `%` and its number.
fn uri(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let escaped = path.as_os_str().as_encoded_bytes().iter().map(|byte| match *byte {
        byte if plain(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    format!("file://{}", escaped.collect::<String>())
}
