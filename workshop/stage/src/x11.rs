//! Places a new window among others under X11: behind those that are above the one that it follows, and
//! without the keys if that one had none.

use crate::window::number;
use anyhow::Result;
use winit::window::Window;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, PropMode, StackMode,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// The number that marks a request as the user's own will, in the window managers' specification.
const PAGER: u32 = 2;

/// The windows above the old one, to be raised over the new one.
pub struct Stacking {
    connection: RustConnection,
    root: u32,
    above: Vec<u32>,
}

impl Stacking {
    /// Prepares a window that is not shown yet, to follow the window `old`.
    pub fn prepare(window: &Window, old: u32, focused: bool) -> Result<Option<Self>> {
        let Some(new) = number(window) else { return Ok(None) };
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        let atom =
            |name: &str| -> Result<u32> { Ok(connection.intern_atom(false, name.as_bytes())?.reply()?.atom) };
        let numbers = |window: u32, property: u32| -> Result<Vec<u32>> {
            let got = connection.get_property(false, window, property, AtomEnum::ANY, 0, 1 << 16)?.reply()?;
            Ok(got.value32().map_or(Vec::new(), Iterator::collect))
        };
        let set = |name: &str, value: u32| -> Result<()> {
            connection.change_property32(
                PropMode::REPLACE,
                new,
                atom(name)?,
                AtomEnum::CARDINAL,
                &[value],
            )?;
            Ok(())
        };
        if !focused {
            // The manager gives no keys to a window that nobody has used yet.
            set("_NET_WM_USER_TIME", 0)?;
        }
        if let [desktop] = numbers(old, atom("_NET_WM_DESKTOP")?)?[..] {
            set("_NET_WM_DESKTOP", desktop)?;
        }
        let all = numbers(root, atom("_NET_CLIENT_LIST_STACKING")?)?;
        let above = all.iter().rposition(|&window| window == old).map_or(&[][..], |place| &all[place + 1..]);
        let above = above.to_vec();
        connection.sync()?;
        Ok(Some(Self { connection, root, above }))
    }

    /// Raises the windows that were above the old one over the new one, once it is shown.
    pub fn keep(&self) -> Result<()> {
        let kind = self.connection.intern_atom(false, b"_NET_RESTACK_WINDOW")?.reply()?.atom;
        for &window in &self.above {
            let data = [PAGER, x11rb::NONE, u32::from(StackMode::ABOVE), 0, 0];
            let event = ClientMessageEvent::new(32, window, kind, data);
            let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
            self.connection.send_event(false, self.root, mask, event)?;
        }
        Ok(self.connection.sync()?)
    }
}
