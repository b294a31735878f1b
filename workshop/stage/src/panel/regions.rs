//! Areas of the picture that panels cover, where they get the mouse instead of the view.

use super::Rect;
use glam::Vec2;
use imgui::Ui;

/// Areas of the picture that panels cover, since Dear ImGui only knows about the mouse's own place.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// The pixels at the picture's top that panels take from the view.
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    /// The rectangles of panels, menus and windows.
    pub windows: Vec<Rect>,
    /// The number of panels that can have the keys.
    pub panels: usize,
    /// True if a menu is open. A click beside it only closes it.
    pub menu_is_open: bool,
    /// True if an item of a menu was chosen, which closes the menu.
    pub menu_has_closed: bool,
    /// True if a question is open, before whose answer nothing else can be done.
    pub is_asking: bool,
    /// True if the frame before had a question.
    pub was_asking: bool,
}

impl Regions {
    /// Adds the window that is being built to the covered areas.
    pub fn cover(&mut self, ui: &Ui) {
        let [low, size] = [ui.window_pos(), ui.window_size()].map(Vec2::from);
        self.windows.push(Rect { low, high: low + size });
    }

    /// Returns true if the mouse at that pixel belongs to a panel.
    pub fn take_mouse(&self, pixel: Vec2) -> bool {
        self.is_asking || self.menu_is_open || self.windows.iter().any(|window| window.contains(pixel))
    }

    /// Returns true if a question gets all keys.
    pub fn take_keys(&self) -> bool {
        self.is_asking || self.menu_is_open
    }

    /// Returns the part of the picture that menus, the column at the right and the panel below leave free.
    pub fn free_of(&self, picture: Rect) -> Rect {
        picture.without(0.0, self.top, self.right, self.bottom)
    }
}
