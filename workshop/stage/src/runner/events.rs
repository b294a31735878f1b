//! Passes events to the panel, the lesson, the camera or the stage.

use super::leaving::Leaving;
use super::{Runner, TO_THE_RING};
use crate::event::{Button, Event, Request};
use crate::input::{Actions, Cap, Key, NAMED};
use crate::inspect::NO_JOINT;
use crate::{Action, KeyPress, Phase, Pointer};
use anyhow::Result;
use glam::Vec2;

/// The most seconds, and pixels at scale 1, between the presses of a double click.
const DOUBLE_SECONDS: f64 = 0.4;
const DOUBLE_REACH: f32 = 5.0;

/// The stage's keys that the help line names, with what they do. The page of keys has all.
const TOLD: [(Cap, &str); 3] = [(Cap::F(1), "text"), (Cap::F(3), "inspect"), (Cap::F(4), "check")];

/// The thing that a drag with the mouse moves.
#[derive(Clone, Copy, PartialEq)]
enum Drag {
    Lesson,
    Turn,
    Pan,
}

/// The mouse and the keys, and who has them.
pub struct Inputs {
    /// The lesson's actions.
    pub actions: Actions,
    pub focus: Focus,
    /// The lesson's chord that has ended a text, until the panel has taken the text.
    pub chord: Option<Key>,
    /// The frames until the control that has the keys can be marked.
    pub to_the_ring: u8,
    mouse: Mouse,
}

/// The mouse and the modifiers, unless Dear ImGui has them.
#[derive(Default)]
struct Mouse {
    /// The mouse's place, in pixels from the upper left.
    at: Option<Vec2>,
    drag: Option<(Button, Drag)>,
    /// The last press, as its button, place and time.
    pressed: Option<(Button, Vec2, f64)>,
    /// True if Ctrl is held on the keyboard.
    ctrl: bool,
    shift: bool,
}

/// The receiver of the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The keys go to the lesson and the stage.
    #[default]
    View,
    /// The keys go to a panel, by its index. The first is the one at the left.
    Panel(usize),
    /// The keys go to the bar with the menus.
    Menus,
}

impl Inputs {
    /// Returns the inputs of a lesson with these actions, before any key.
    pub fn new(actions: &'static [Action]) -> Result<Self> {
        let (focus, chord, to_the_ring, mouse) = Default::default();
        Ok(Self { actions: Actions::new(actions)?, focus, chord, to_the_ring, mouse })
    }

    /// Returns true while a button drags something.
    pub fn is_dragging(&self) -> bool {
        self.mouse.drag.is_some()
    }

    /// Returns the mouse's place, in pixels from the upper left.
    pub fn mouse(&self) -> Option<Vec2> {
        self.mouse.at
    }

    /// Begins to mark the control that has the keys.
    pub fn mark(&mut self) {
        self.to_the_ring = TO_THE_RING;
    }
}

impl Runner {
    /// Handles an event, and returns what it asks of the program.
    pub fn handle(&mut self, event: Event) -> Result<Request> {
        match event {
            Event::Key { key: Key { cap: Cap::Ctrl, .. }, down, .. } => self.inputs.mouse.ctrl = down,
            Event::Key { key: Key { cap: Cap::Shift, .. }, down, .. } => self.inputs.mouse.shift = down,
            _ => {}
        }
        match event {
            Event::Key { key, down: true, repeat } => return self.press_key(key, repeat),
            Event::Key { key, .. } => {
                self.pass_to_panel(key, false);
                self.inputs.actions.release(key.cap);
            }
            Event::Text(letter) => {
                if self.gui.is_typing() || self.inputs.focus != Focus::View {
                    self.gui.imgui.io_mut().add_input_character(letter);
                }
            }
            Event::Mouse(at) => self.move_mouse(at),
            Event::Button { button, down } => self.press_button(button, down),
            Event::Wheel(notches) => self.turn_wheel(notches),
            Event::Drop(path) => return self.leave(Leaving::Open(path)),
            Event::Close => return self.leave(Leaving::Quit),
        }
        Ok(Request::None)
    }

    fn is_for_panel(&self, key: Key) -> bool {
        if self.is_asking() || self.memory.regions.take_keys() {
            return true;
        }
        // Escape cancels a drag or a text in a panel, not the lesson.
        if key.cap == Cap::Escape && self.gui.changes {
            return true;
        }
        // Tab goes on to the next panel, but not out of a text.
        let goes_on = key.cap == Cap::Tab && !self.gui.is_typing();
        let function = matches!(key.cap, Cap::F(_)) || goes_on;
        // An editor's Ctrl+S means the editor wherever the focus is, but in a text it first ends that.
        let chord = key.ctrl || key.alt;
        !function && (self.gui.is_typing() || self.inputs.focus != Focus::View && !chord)
    }

    /// Returns true if an action's chord ends the text that is being typed. Alt is left to keyboards that type with it.
    fn ends_text(&self, key: Key) -> bool {
        let is_for_text = matches!(key.cap, Cap::Char('a' | 'c' | 'v' | 'x' | 'y' | 'z'));
        let is_typing = self.gui.is_typing() && !self.is_asking();
        is_typing && key.ctrl && !key.alt && !is_for_text && self.inputs.actions.of(key).is_some()
    }

    fn press_key(&mut self, key: Key, repeat: bool) -> Result<Request> {
        let in_menus = self.inputs.focus == Focus::Menus || self.memory.regions.menu_is_open;
        if key.cap == Cap::Escape && in_menus && !self.is_asking() {
            self.close_menu();
            return Ok(Request::None);
        }
        if !repeat && self.ends_text(key) {
            [true, false].into_iter().for_each(|down| self.pass_to_panel(Key::ENTER, down));
            self.inputs.chord = Some(key);
            return Ok(Request::None);
        }
        if self.is_for_panel(key) {
            self.pass_to_panel(key, true);
            if key.cap == Cap::Escape && !self.gui.changes && !self.memory.regions.take_keys() {
                self.inputs.focus = Focus::View;
            }
            return Ok(Request::None);
        }
        self.pass_modifiers(key, true);
        if self.press_lessons(key, repeat) || key.ctrl || key.alt {
            return Ok(Request::None);
        }
        self.stage_key(key.cap, repeat)
    }

    /// Passes a key to the lesson. Returns true if the lesson takes it.
    pub(super) fn press_lessons(&mut self, key: Key, repeat: bool) -> bool {
        let press = KeyPress { key, repeat, mouse: self.hover(), view: self.view() };
        self.lesson.edit(|edits| edits.key(&press)).unwrap_or(false) || self.inputs.actions.press(key, repeat)
    }

    /// Returns true if the inspector has nothing to look at in this lesson.
    fn has_no_joints(&mut self) -> bool {
        self.lesson.call(|lesson| lesson.inspected().is_none()).unwrap_or(false)
    }

    /// Handles a key of the stage's own, if it is one.
    fn stage_key(&mut self, cap: Cap, repeat: bool) -> Result<Request> {
        match cap {
            Cap::Left => self.time.clock.nudge(-1.0),
            Cap::Right => self.time.clock.nudge(1.0),
            _ if repeat => {}
            Cap::Space => self.time.clock.toggle(),
            Cap::F(1) => return Ok(Request::Text),
            Cap::F(2) if self.can_compare() => self.compare()?,
            Cap::F(3) if self.has_no_joints() => self.tell(NO_JOINT),
            Cap::F(3) => {
                self.aids.inspector.press_key();
                self.inputs.focus = Focus::View;
            }
            Cap::F(4) => {
                if let Some(exercises) = &mut self.aids.exercises {
                    self.gui.shown.panel = true;
                    exercises.press(self.inputs.mouse.shift);
                }
            }
            Cap::F(5) => {
                if let Some(desk) = self.aids.desk.as_mut().filter(|desk| desk.can_follow()) {
                    desk.is_wanted = true;
                }
            }
            Cap::Tab => self.enter_panel(),
            Cap::F(10) => self.enter_menus(),
            Cap::F(12) => return Ok(Request::Picture),
            Cap::Char('h') => {
                self.gui.shown.panel = !self.gui.shown.panel;
                self.inputs.focus = Focus::View;
            }
            Cap::Char('r') => return self.leave(Leaving::Reset),
            Cap::Escape if self.aids.ours.is_some() => self.end_comparison(),
            Cap::Escape if self.aids.told.refusal.is_some() => self.aids.told.refusal = None,
            Cap::Escape if self.aids.exercises.as_mut().is_some_and(|exercises| exercises.close()) => {}
            Cap::Escape if std::mem::take(&mut self.aids.inspector.open) => {}
            Cap::Escape => return self.leave(Leaving::Quit),
            _ => {}
        }
        Ok(Request::None)
    }

    /// Closes the open menu, and returns the keys to the view.
    fn close_menu(&mut self) {
        // From the menu to the bar, and from there to the view.
        self.leave_panels();
        self.leave_panels();
        self.memory.regions.menu_is_open = false;
    }

    /// Moves the keys to the first panel, or from one to the next, and from the last one back to the view.
    fn enter_panel(&mut self) {
        let next = if let Focus::Panel(panel) = self.inputs.focus { panel + 1 } else { 0 };
        if next > 0 && next >= self.memory.regions.panels {
            self.leave_panels();
        } else {
            self.gui.shown.panel = true;
            (self.inputs.focus, self.inputs.to_the_ring) = (Focus::Panel(next), TO_THE_RING);
        }
    }

    /// Moves the keys to the menus, if there are any, or from them back to the view.
    fn enter_menus(&mut self) {
        if self.inputs.focus == Focus::Menus {
            self.leave_panels();
        } else if self.memory.regions.top > 0.0 {
            (self.inputs.focus, self.inputs.to_the_ring) = (Focus::Menus, TO_THE_RING);
        }
    }

    /// Makes Dear ImGui mark the control that has the keys, once they have moved.
    pub(super) fn lead_keys(&mut self) {
        let begins = self.inputs.to_the_ring == TO_THE_RING;
        self.memory.enters.panel = match self.inputs.focus {
            Focus::Panel(panel) if begins => Some(panel),
            _ => None,
        };
        let in_menus = self.inputs.focus == Focus::Menus && self.asks.is_none();
        self.memory.enters.menus = in_menus && begins;
        let io = self.gui.imgui.io_mut();
        if in_menus && self.inputs.to_the_ring > 0 {
            // Dear ImGui enters the menus of a window when Alt comes up.
            io.add_key_event(imgui::Key::ModAlt, begins);
        } else if self.inputs.to_the_ring == 1 {
            // It shows the ring once that moves: here up, where there is nothing.
            io.add_key_event(imgui::Key::UpArrow, true);
            io.add_key_event(imgui::Key::UpArrow, false);
        }
        self.inputs.to_the_ring = self.inputs.to_the_ring.saturating_sub(1);
    }

    /// Moves the keys back to the view.
    pub(super) fn leave_panels(&mut self) {
        self.pass_to_panel(Key::ESCAPE, true);
        self.pass_to_panel(Key::ESCAPE, false);
        self.inputs.focus = Focus::View;
    }

    fn pass_to_panel(&mut self, key: Key, down: bool) {
        self.pass_modifiers(key, down);
        if key.cap == Cap::Enter
            && (!down || self.inputs.focus == Focus::Menus || self.memory.regions.menu_is_open)
        {
            // Dear ImGui chooses from a menu by Space alone.
            self.gui.imgui.io_mut().add_key_event(imgui::Key::Space, down);
        }
        if let Some(code) = imgui_key(key.cap) {
            self.gui.imgui.io_mut().add_key_event(code, down);
        }
    }

    /// Passes the held modifiers to Dear ImGui, for a click with Ctrl too.
    fn pass_modifiers(&mut self, key: Key, down: bool) {
        use imgui::Key as Code;
        let io = self.gui.imgui.io_mut();
        for (cap, code, held) in [
            (Cap::Ctrl, Code::ModCtrl, key.ctrl),
            (Cap::Shift, Code::ModShift, key.shift),
            (Cap::Alt, Code::ModAlt, key.alt),
        ] {
            // A key that comes up keeps the modifiers of its press.
            if down || key.cap == cap {
                io.add_key_event(code, down && (held || key.cap == cap));
            }
        }
    }

    /// Returns the help on keys for the end of the panel.
    pub(super) fn help(&mut self) -> String {
        if self.inputs.focus == Focus::Menus {
            return "In the menus: arrows go on, Enter chooses, Esc ends".to_owned();
        }
        if self.inputs.focus != Focus::View {
            return "In the panel: arrows go on, Space holds and lets go, Enter types, Esc ends".to_owned();
        }
        if self.aids.ours.is_some() {
            return "F2 goes on · Esc ends the comparison · F12 picture".to_owned();
        }
        let closes = if self.aids.exercises.as_ref().is_some_and(|exercises| exercises.is_open) {
            "Esc closes the words"
        } else if self.aids.inspector.open {
            "Esc closes F3"
        } else {
            "Esc ends"
        };
        let does = |action: &Action| {
            let keys: Vec<String> = action.keys.iter().map(Key::to_string).collect();
            // A key may say what it does.
            let name = if keys.iter().any(|key| key == action.name) { "" } else { action.name };
            format!("{} {}", keys.join("/"), name.to_lowercase()).trim_end().to_owned()
        };
        let mut told: Vec<String> = match self.lesson.edit(|edits| edits.keys()).flatten() {
            Some(keys) => vec![keys.to_owned()],
            None => self.lesson.actions().iter().filter(|action| action.told).map(does).collect(),
        };
        let is_free = |(cap, _): &&(Cap, &str)| {
            let is_here = match *cap {
                Cap::F(3 | 4) => self.aids.heading.number > 0,
                _ => true,
            };
            is_here && self.inputs.actions.of(Key::new(*cap)).is_none()
        };
        told.extend(TOLD.iter().filter(is_free).map(|(cap, does)| format!("{} {does}", Key::new(*cap))));
        told.push(closes.to_owned());
        told.join(" · ")
    }

    /// Returns true if the mouse is over a panel, as the last frame shows them, or nowhere.
    ///
    /// Dear ImGui knows that only for the mouse's place in the last frame, so a quick press would go to the view.
    fn mouse_is_taken(&self) -> bool {
        let beside = self.beside();
        let is_taken = |at: Vec2| !beside.contains(at) || self.memory.regions.take_mouse(at);
        self.is_asking() || self.inputs.mouse.at.is_none_or(is_taken)
    }

    /// Returns the mouse without a button, if it is over the view.
    pub(super) fn hover(&self) -> Option<Pointer> {
        let at = self.inputs.mouse.at.filter(|_| !self.mouse_is_taken())?;
        Some(self.pointer(Phase::Hover, Button::Left, at))
    }

    fn pointer(&self, phase: Phase, button: Button, pixel: Vec2) -> Pointer {
        let Mouse { ctrl, shift, .. } = self.inputs.mouse;
        Pointer { phase, button, double: false, ctrl, shift, pixel, view: self.view() }
    }

    fn move_mouse(&mut self, at: Option<Vec2>) {
        let outside = Vec2::splat(-f32::MAX);
        self.gui.imgui.io_mut().add_mouse_pos_event(at.unwrap_or(outside).into());
        let before = std::mem::replace(&mut self.inputs.mouse.at, at);
        let (Some(before), Some(at)) = (before, at) else {
            return;
        };
        let area = self.area();
        match self.inputs.mouse.drag {
            Some((button, Drag::Lesson)) => drop(self.show_pointer(self.pointer(Phase::Drag, button, at))),
            Some((_, Drag::Turn)) => self.camera.turn(at - before, area),
            Some((_, Drag::Pan)) => self.camera.pan(at - before, area),
            None => {}
        }
    }

    fn press_button(&mut self, button: Button, down: bool) {
        self.gui.imgui.io_mut().add_mouse_button_event(button, down);
        let Some(at) = self.inputs.mouse.at else {
            return;
        };
        if !down {
            if button == Button::Left {
                self.aids.inspector.release(self.pointer(Phase::Release, button, at));
            }
            if let Some((_, drag)) = self.inputs.mouse.drag.take_if(|(dragged, _)| *dragged == button)
                && drag == Drag::Lesson
            {
                self.show_pointer(self.pointer(Phase::Release, button, at));
            }
        } else if button == Button::Right && self.inputs.mouse.drag == Some((Button::Left, Drag::Lesson)) {
            if self.is_editor() {
                self.show_pointer(self.pointer(Phase::Press, button, at));
            }
        } else if !self.mouse_is_taken() && self.inputs.mouse.drag.is_none() {
            self.inputs.focus = Focus::View;
            self.aids.inspector.press(at);
            let double = self.is_double(button, at);
            let press = Pointer { double, ..self.pointer(Phase::Press, button, at) };
            let may = button == Button::Left || button == Button::Right && self.is_editor();
            let drag = match button {
                _ if may && self.show_pointer(press) => Drag::Lesson,
                Button::Left => Drag::Turn,
                _ => Drag::Pan,
            };
            self.inputs.mouse.drag = Some((button, drag));
        }
    }

    /// Returns true if a press is the second one of a double click, but not if it is a third.
    fn is_double(&mut self, button: Button, at: Vec2) -> bool {
        let (now, reach) = (self.time.now, DOUBLE_REACH * self.gui.scale);
        let is_second = |(last, place, when): (Button, Vec2, f64)| {
            last == button && place.distance(at) <= reach && now - when <= DOUBLE_SECONDS
        };
        let double = self.inputs.mouse.pressed.take().is_some_and(is_second);
        self.inputs.mouse.pressed = (!double).then_some((button, at, now));
        double
    }

    fn turn_wheel(&mut self, notches: f32) {
        self.gui.imgui.io_mut().add_mouse_wheel_event([0.0, notches]);
        if let Some(at) = self.inputs.mouse.at.filter(|_| !self.mouse_is_taken())
            && !self.lesson.edit(|edits| edits.wheel(notches)).unwrap_or(false)
        {
            self.camera.zoom(notches, at, self.area());
        }
    }

    /// Passes the mouse to the lesson. Returns true if the lesson takes it.
    fn show_pointer(&mut self, pointer: Pointer) -> bool {
        let clock = &mut self.time.clock;
        self.lesson.call(|lesson| lesson.pointer(&pointer, clock)).unwrap_or(false)
    }
}

/// Returns Dear ImGui's key, for letters only if it has an effect in a text field.
fn imgui_key(cap: Cap) -> Option<imgui::Key> {
    use imgui::Key as Code;
    Some(match cap {
        Cap::Char('a') => Code::A,
        Cap::Char('c') => Code::C,
        Cap::Char('v') => Code::V,
        Cap::Char('x') => Code::X,
        Cap::Char('y') => Code::Y,
        Cap::Char('z') => Code::Z,
        cap => return NAMED.iter().find(|named| named.cap == cap).map(|named| named.code),
    })
}
