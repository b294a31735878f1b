use super::*;
use crate::panel::{Edit, Memory, alone_with_imgui};
use crate::{Camera, Clock, theme};
use glam::Vec2;
use imgui::MouseButton;
use std::sync::MutexGuard;

const PICTURE: [u32; 2] = [900, 600];
const FREE: Rect = Rect { low: vec2(340.0, 0.0), high: vec2(900.0, 600.0) };

/// A user who moves the mouse over panels and presses keys.
struct Hand {
    imgui: imgui::Context,
    fonts: theme::Fonts,
    clock: Clock,
    camera: Camera,
    memory: Memory,
    _alone: MutexGuard<'static, ()>,
}

impl Hand {
    fn new() -> Self {
        let alone = alone_with_imgui();
        let mut imgui = imgui::Context::create();
        imgui.set_ini_filename(None);
        let fonts = theme::apply(&mut imgui, 1.0);
        imgui.fonts().build_rgba32_texture();
        let (clock, camera) = (Clock::new(None), Camera::flat(glam::Vec3::ZERO, 1.0));
        Self { imgui, fonts, clock, camera, memory: Memory::default(), _alone: alone }
    }

    /// Builds panels for one frame.
    fn show<T>(&mut self, panels: impl FnOnce(&mut Panels<'_>) -> T) -> T {
        self.imgui.io_mut().display_size = PICTURE.map(|side| side as f32);
        let ui = self.imgui.new_frame();
        self.memory.begin();
        let (clock, camera, memory) = (&mut self.clock, &mut self.camera, &mut self.memory);
        let panel = Panel::new(ui, self.fonts, clock, camera, memory, 1.0, 0.0);
        let answer = panels(&mut Panels::new(panel, FREE, true));
        self.imgui.render();
        answer
    }

    /// Returns the middle of the thing with that name.
    fn place(&self, name: &str) -> Vec2 {
        self.memory.place(name).unwrap_or_else(|| panic!("{name} was not seen")).centre()
    }

    fn point(&mut self, to: Vec2) {
        self.imgui.io_mut().add_mouse_pos_event(to.to_array());
    }

    fn hold(&mut self, is_down: bool) {
        self.imgui.io_mut().add_mouse_button_event(MouseButton::Left, is_down);
    }

    fn key(&mut self, key: Key, is_down: bool) {
        self.imgui.io_mut().add_key_event(key, is_down);
    }

    fn type_text(&mut self, text: &str) {
        text.chars().for_each(|letter| self.imgui.io_mut().add_input_character(letter));
    }
}

/// The values of a panel below with one control of each kind.
struct Controls {
    bend: f32,
    length: f32,
    gait: usize,
    is_shown: bool,
}

const NAMES: [&str; 4] = ["bend", "length", "gait", "shown"];

impl Controls {
    fn new() -> Self {
        Self { bend: 0.0, length: 5.0, gait: 0, is_shown: false }
    }

    /// Shows the controls for one frame, and returns their edits.
    fn show(&mut self, hand: &mut Hand) -> [Edit; 4] {
        let mut edits = [Edit::default(); 4];
        hand.show(|panels| {
            panels.bottom(300.0, |panel| {
                panel.slider("bend", &mut self.bend, -90.0..=90.0, "%.2f");
                edits[0] = panel.edit();
                panel.number_field("length", &mut self.length, 0.1, "%.3f");
                edits[1] = panel.edit();
                panel.choice("gait", &mut self.gait, &["walk", "run"]);
                edits[2] = panel.edit();
                panel.switch("shown", &mut self.is_shown);
                edits[3] = panel.edit();
            });
        });
        edits
    }

    /// Shows a frame after each step, and counts each control's edits that began, changed it, and ended.
    fn steps(&mut self, hand: &mut Hand, steps: &[&dyn Fn(&mut Hand)]) -> [[usize; 3]; 4] {
        let mut counts = [[0; 3]; 4];
        for step in steps {
            step(hand);
            // Dear ImGui spreads events that came together over two pictures.
            for _ in 0..3 {
                for (count, edit) in counts.iter_mut().zip(self.show(hand)) {
                    count[0] += usize::from(edit.began);
                    count[1] += usize::from(edit.changed);
                    count[2] += usize::from(edit.ended);
                }
            }
        }
        counts
    }

    /// Types a number into a slider, after a click with Ctrl.
    fn type_into(&mut self, hand: &mut Hand, slider: Vec2, text: &str) -> [[usize; 3]; 4] {
        self.steps(
            hand,
            &[
                &|hand| hand.point(slider),
                &|hand| hand.key(Key::ModCtrl, true),
                &|hand| hand.hold(true),
                &|hand| hand.hold(false),
                &|hand| hand.key(Key::ModCtrl, false),
                &|hand| hand.type_text(text),
                &|hand| hand.key(Key::Enter, true),
                &|hand| hand.key(Key::Enter, false),
            ],
        )
    }
}

/// The counts of a control that isn't edited.
const STILL: [usize; 3] = [0; 3];

#[test]
fn a_drag_is_one_edit() {
    let (mut hand, mut controls) = (Hand::new(), Controls::new());
    controls.show(&mut hand);
    for (index, name) in NAMES[..2].iter().enumerate() {
        let place = hand.place(name);
        let begin = |hand: &mut Hand| hand.point(place);
        let press = |hand: &mut Hand| hand.hold(true);
        let near = |hand: &mut Hand| hand.point(place + vec2(20.0, 0.0));
        let far = |hand: &mut Hand| hand.point(place + vec2(60.0, 90.0));
        let held = controls.steps(&mut hand, &[&begin, &press, &near, &far]);
        assert_eq!([held[index][0], held[index][2]], [1, 0], "{name} was let go too early");
        assert!(held[index][1] >= 2, "{name} changed {} times", held[index][1]);
        let released = controls.steps(&mut hand, &[&|hand| hand.hold(false), &|_| ()]);
        assert_eq!(released[index], [0, 0, 1], "{name} was not let go");
        let others = (0..4).filter(|other| *other != index);
        assert!(others.clone().all(|other| held[other] == STILL && released[other] == STILL));
    }
    assert!(controls.bend > 10.0 && controls.length > 6.0, "{} {}", controls.bend, controls.length);
}

#[test]
fn a_number_that_is_typed_is_one_edit() {
    for (index, typed, wanted) in [(0, "45", 45.0), (1, "12.75", 12.75), (1, "inf", 5.0), (1, "nan", 5.0)] {
        let (mut hand, mut controls) = (Hand::new(), Controls::new());
        controls.show(&mut hand);
        let place = hand.place(NAMES[index]);
        let counts = controls.type_into(&mut hand, place, typed);
        assert_eq!([controls.bend, controls.length][index], wanted, "{typed}");
        assert_eq!([counts[index][0], counts[index][2]], [1, 1], "{typed}");
    }
}

#[test]
fn a_click_on_an_option_is_one_edit() {
    for (index, name) in [(2, "gait=run"), (3, "shown")] {
        let (mut hand, mut controls) = (Hand::new(), Controls::new());
        controls.show(&mut hand);
        let place = hand.place(name);
        let click: &[&dyn Fn(&mut Hand)] =
            &[&|hand| hand.point(place), &|hand| hand.hold(true), &|hand| hand.hold(false)];
        assert_eq!(controls.steps(&mut hand, click)[index], [1, 1, 1], "{name}");
        assert!([controls.gait == 1, controls.is_shown][index - 2]);
    }
}

#[test]
fn panels_have_the_mouse_and_leave_the_rest_to_the_view() {
    let mut hand = Hand::new();
    let (mut is_open, mut is_closed) = (true, false);
    // A window gets the size of its contents in its second picture.
    for _ in 0..3 {
        hand.show(|panels| {
            panels.menu("File", |_| ());
            panels.bottom(150.0, |panel| panel.heading("Keys"));
            panels.floating("Weights", &mut is_open, |panel| panel.heading("Weights"));
            panels.floating("Nothing", &mut is_closed, |_| panic!("it is closed"));
            panels.menu("Edit", |_| ());
        });
    }
    let regions = &hand.memory.regions;
    let free = regions.free_of(FREE);
    assert_eq!((free.low.x, free.high), (340.0, vec2(900.0, 450.0)));
    assert!((20.0..30.0).contains(&free.low.y), "the menus are {} high", free.low.y);
    for (pixel, is_panels) in [
        (hand.place("File"), true),
        (hand.place("Edit"), true),
        (vec2(600.0, 460.0), true),
        (vec2(600.0, 440.0), false),
        (free.low + 5.0, false),
        // The floating window.
        (vec2(800.0, free.low.y + 30.0), true),
        (vec2(500.0, free.low.y + 30.0), false),
        (vec2(800.0, 300.0), false),
    ] {
        assert_eq!(regions.take_mouse(pixel), is_panels, "{pixel}");
    }
    assert!(hand.place("File").x < hand.place("Edit").x);
}

/// Returns the height after each step of a panel below that the lesson wants 150 pixels high.
fn heights_below(hand: &mut Hand, steps: &[&dyn Fn(&mut Hand)]) -> Vec<f32> {
    let mut heights = Vec::new();
    for step in steps {
        step(hand);
        for _ in 0..3 {
            hand.show(|panels| panels.bottom(150.0, |panel| panel.heading("Keys")));
        }
        heights.push(hand.memory.regions.bottom);
    }
    heights
}

#[test]
fn the_border_of_the_panel_below_is_dragged_within_bounds() {
    let mut hand = Hand::new();
    let at = |y: f32| move |hand: &mut Hand| hand.point(vec2(600.0, y));
    let (down, up) = (|hand: &mut Hand| hand.hold(true), |hand: &mut Hand| hand.hold(false));
    let heights = heights_below(
        &mut hand,
        // A pixel above the border, at 450: it follows from there, and nothing jumps.
        &[&at(447.0), &down, &at(400.0), &at(347.0), &at(3.0), &at(597.0), &at(417.0), &up, &at(300.0)],
    );
    assert_eq!(heights, [150.0, 150.0, 197.0, 250.0, 360.0, 60.0, 180.0, 180.0, 180.0]);

    // Above the strip the view gets the mouse, and its presses.
    let heights = heights_below(&mut hand, &[&at(412.0), &down, &at(300.0), &up]);
    assert_eq!(heights, [180.0; 4]);
    assert!(!hand.memory.regions.take_mouse(vec2(600.0, 412.0)));
    assert!(hand.memory.regions.take_mouse(vec2(600.0, 415.0)));
}

const SAVE: Question<'_> = Question {
    title: "Not saved",
    text: "The motion was changed.",
    answers: &["Save", "Throw away", "Go on"],
    escape: 2,
};

#[test]
fn a_question_waits_for_its_answer() {
    let ask = |hand: &mut Hand| hand.show(|panels| panels.ask(&SAVE));
    for (key, wanted) in [(Key::Enter, 0), (Key::Escape, 2)] {
        let mut hand = Hand::new();
        // The key press that the question gets.
        hand.key(key, true);
        assert_eq!(ask(&mut hand), None);
        assert!(hand.memory.regions.take_keys() && hand.memory.regions.take_mouse(vec2(10.0, 10.0)));
        hand.key(key, false);
        assert_eq!((ask(&mut hand), ask(&mut hand)), (None, None));
        hand.key(key, true);
        assert_eq!(ask(&mut hand), Some(wanted));
        hand.show(|_| ());
        assert!(!hand.memory.regions.take_keys() && !hand.memory.regions.take_mouse(vec2(600.0, 300.0)));
    }
}

#[test]
fn a_question_is_answered_by_a_click() {
    let ask = |hand: &mut Hand| hand.show(|panels| panels.ask(&SAVE));
    let mut hand = Hand::new();
    ask(&mut hand);
    let place = hand.place("Throw away");
    hand.point(place);
    ask(&mut hand);
    hand.hold(true);
    assert_eq!(ask(&mut hand), None);
    hand.hold(false);
    assert_eq!(ask(&mut hand), Some(1));
}

#[test]
fn what_is_typed_into_a_slider_stays_in_its_range() {
    for (text, wanted) in [
        ("1.5", 1.5),
        ("-1", -1.0),
        ("0", 0.0),
        ("1e30", 90.0),
        ("-1e30", -90.0),
        ("9e999", 90.0),
        ("nan", 0.5),
        ("inf", 0.5),
        ("-", 0.5),
    ] {
        let (mut hand, mut controls) = (Hand::new(), Controls { bend: 0.5, ..Controls::new() });
        controls.show(&mut hand);
        let place = hand.place("bend");
        controls.type_into(&mut hand, place, text);
        assert_eq!(controls.bend, wanted, "{text}");
    }
}
