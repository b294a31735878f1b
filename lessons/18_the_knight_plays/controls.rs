//! The buttons and the switches.

use glam::{DVec2, dvec2};
use play::Game;
use play::button::{self, Buttons};
use side_scroller::editor::{Command, EDIT};
use side_scroller::playground::{DOWN, JUMP, LEFT, ONE, PAUSE, RIGHT, UP};
use stage::{Action, Key};

const WALK: Action = Action::new("Walk", &[Key::SHIFT]);
const PUNCH: Action = Action::new("Punch", &[Key::char('j')]);
const SWING: Action = Action::new("Swing", &[Key::char('k')]);
const EXCHANGE: Action = Action::new("Exchange", &[Key::char('x')]);
pub const LAMP: Action = Action::new("Lamp", &[Key::char('f')]);
pub const AGAIN: Action = Action::new("Again", &[Key::char('r')]);

/// The actions of a knight who moves as a player does, with their buttons.
pub const BUTTONS: [(Action, Buttons); 4] =
    [(WALK, button::WALK), (PUNCH, button::PUNCH), (SWING, button::SWING), (EXCHANGE, button::EXCHANGE)];

/// All of them, and the editor's.
pub const ACTIONS: [Action; 20] = {
    let [undo, redo, delete, duplicate, save, into] = Command::ACTIONS;
    [
        LEFT, RIGHT, UP, DOWN, JUMP, WALK, PUNCH, SWING, AGAIN, EXCHANGE, LAMP, EDIT, PAUSE, ONE, undo, redo,
        delete, duplicate, save, into,
    ]
};

/// Height of the camera's target above the feet; with the states, which are below, it is less.
const ABOVE: DVec2 = dvec2(0.0, 1.6);
const ABOVE_STATES: DVec2 = dvec2(0.0, 0.7);

/// By how much the camera looks higher, so that less is seen of what is below the ground, where that much of the level is
/// visible. From near, the knight would be out of the view.
const HIGHER: f64 = 0.5;
const VISIBLE: [f32; 2] = [4.0, 6.4];

/// Switches of the panel, and what keys and the command line set.
pub struct Controls {
    /// Whether it is night, and whether the knight's lamp shines then.
    pub night: bool,
    pub lamp: bool,
    pub spheres: bool,
    pub states: bool,
}

impl Default for Controls {
    fn default() -> Self {
        Self { night: false, lamp: true, spheres: false, states: false }
    }
}

impl Controls {
    /// Returns the place that the camera follows.
    pub fn followed(&self, game: &Game) -> DVec2 {
        game.seen() + if self.states { ABOVE_STATES } else { ABOVE }
    }

    /// Returns by how much the camera looks higher than that, where so many metres are visible.
    pub fn higher(&self, visible: f32) -> f64 {
        let [near, far] = VISIBLE;
        if self.states { 0.0 } else { HIGHER * f64::from(((visible - near) / (far - near)).clamp(0.0, 1.0)) }
    }
}
