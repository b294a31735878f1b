//! What of the picture belongs to panels: there the mouse is theirs, and the rest is the view's.

use super::Rect;
use glam::Vec2;
use imgui::Ui;

/// What of a picture the panels had. They are drawn by Dear ImGui, which knows too, but only where the mouse was then.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// How much of the picture's top, right and bottom is taken from the view.
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
    /// Where there is a panel, a menu, or a window.
    pub windows: Vec<Rect>,
    /// How many panels the keys can go to.
    pub panels: usize,
    /// True if a menu is open: a click beside it closes it, and means nothing else.
    pub menu_is_open: bool,
    /// True if an item of a menu was chosen, so that the menu closes.
    pub menu_has_closed: bool,
    /// True if a question waits for its answer: until then nothing else can be done.
    pub is_asking: bool,
}

impl Regions {
    /// Takes the window that is being built from the view.
    pub fn cover(&mut self, ui: &Ui) {
        let [low, size] = [ui.window_pos(), ui.window_size()].map(Vec2::from);
        self.windows.push(Rect { low, high: low + size });
    }

    /// Returns true if the mouse at that pixel belongs to a panel.
    pub fn take_mouse(&self, pixel: Vec2) -> bool {
        self.is_asking || self.menu_is_open || self.windows.iter().any(|window| window.contains(pixel))
    }

    /// Returns true if all keys belong to a question.
    pub fn take_keys(&self) -> bool {
        self.is_asking || self.menu_is_open
    }

    /// The part of the picture that menus, the inspector and the panel below leave free.
    pub fn free_of(&self, picture: Rect) -> Rect {
        picture.without(0.0, self.top, self.right, self.bottom)
    }
}
