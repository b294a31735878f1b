//! The buttons and the switches.

use play::Buttons;
use side_scroller::editor::Command;
use side_scroller::time::{self, DOWN, JUMP, LEFT, ONE, PAUSE, RIGHT, UP};
use stage::{Action, Input, Key, Panel};

/// Begins and ends to change the yard.
pub const EDIT: Action = Action::new("Edit", &[Key::TAB]);
/// The keys that matter meanwhile.
pub const EDITING: &str = "Tab plays on · Del delete · Ctrl+D copy · Ctrl+Z undo · Ctrl+S save";
const WALK: Action = Action::new("Walk", &[Key::SHIFT]);
const PUNCH: Action = Action::new("Punch", &[Key::char('j')]);
const SWING: Action = Action::new("Swing", &[Key::char('k')]);
const EXCHANGE: Action = Action::new("Exchange", &[Key::char('x')]);
const LAMP: Action = Action::new("Lamp", &[Key::char('f')]);

/// All of them, and the editor's.
pub const ACTIONS: [Action; 19] = {
    let [undo, redo, delete, duplicate, save, into] = Command::ACTIONS;
    [
        LEFT, RIGHT, UP, DOWN, JUMP, WALK, PUNCH, SWING, EXCHANGE, LAMP, EDIT, PAUSE, ONE, undo, redo,
        delete, duplicate, save, into,
    ]
};

/// Switches of the panel.
pub struct Controls {
    pub follows: bool,
    /// Darkness of the night, and whether the knight's lamp shines.
    pub night: f32,
    pub lamp: bool,
    pub spheres: bool,
    pub skeleton: bool,
    pub graph: bool,
}

impl Default for Controls {
    fn default() -> Self {
        Self { follows: true, night: 0.0, lamp: true, spheres: false, skeleton: false, graph: false }
    }
}

impl Controls {
    /// Answers keys that change what is seen.
    pub fn update(&mut self, input: &Input) {
        self.lamp ^= input.pressed(LAMP);
    }

    pub fn night_panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("night", &mut self.night, 0.0..=1.0, "%.2f");
    }

    /// Shows the panel of the surroundings.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        self.night_panel(panel);
        panel.switch("lamp (F)", &mut self.lamp);
        panel.same_line();
        panel.switch("follow", &mut self.follows);
    }

    /// Shows the panel of the views behind the picture.
    pub fn behind_panel(&mut self, panel: &mut Panel<'_>) {
        panel.heading("Behind the picture");
        panel.switch("spheres", &mut self.spheres);
        panel.same_line();
        panel.switch("skeleton", &mut self.skeleton);
        panel.same_line();
        panel.switch("graph", &mut self.graph);
    }
}

/// Returns the buttons that are down now, or were pressed since the last tick.
pub fn pressed(before: Buttons, input: &Input) -> Buttons {
    Buttons {
        keys: time::pressed(before.keys, input),
        walk: before.walk || input.held(WALK),
        punch: before.punch || input.held(PUNCH),
        swing: before.swing || input.held(SWING),
        exchange: before.exchange || input.held(EXCHANGE),
    }
}
