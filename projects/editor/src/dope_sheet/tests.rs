//! Plays mouse and keys in a sheet, and compares the document after them.

use super::*;
use crate::tests::{animation, turned};
use stage::theme::INK;
use std::sync::Arc;

/// A user of a sheet, with the mouse at 1 s in the columns.
struct Hands {
    draft: Draft<Document>,
    view: SheetView,
    mouse: Mouse,
    scale: f32,
    acts: Vec<SheetAct>,
}

impl Hands {
    /// Returns a user of a sheet of two joints, at some scale of the window.
    fn new(scale: f32) -> Self {
        let channels = vec![turned(0, &[0.0, 0.5, 1.0, 1.5]), turned(1, &[1.0, 1.91])];
        let draft = Draft::new(Document::of(vec![Arc::new(animation(2.0, channels))]));
        let mouse = Mouse { over: true, ..Mouse::default() };
        let mut hands = Self { draft, view: SheetView::default(), mouse, scale, acts: Vec::new() };
        hands.view.show_all(&hands.sheet());
        hands.play("1");
        hands
    }

    fn sheet(&self) -> Sheet<'static> {
        let (document, animation) = (self.draft.now(), self.draft.now().animation().unwrap());
        let keys = |times: Vec<f32>, selected: &[f32]| SheetKeys { times, selected: selected.to_vec() };
        let row = |(joint, name)| SheetRow {
            joint,
            name,
            colour: INK,
            keys: keys(animation.key_times(joint), document.selection.times_of(joint)),
            chosen: false,
        };
        let columns = keys(animation.columns(), &document.selection.times());
        Sheet { columns, rows: [(0, "a"), (1, "b")].map(row).to_vec(), unfolded: true, end: 2.0, now: 0.0 }
    }

    fn layout(&self) -> Layout {
        let place = Rect { low: vec2(100.0, 400.0) * self.scale, high: vec2(1100.0, 600.0) * self.scale };
        Layout::new(place, self.scale, &self.sheet(), &self.view)
    }

    /// Plays words, and shows a frame after each: `down`, `up`, `right` for a click, `ctrl` and `shift` to press or release them,
    /// `out` for a mouse that is elsewhere, `3px` for a way to the right, `key:` with a key, `delete` for the last joint's keys,
    /// and a time in the columns, or after `a` or `b` in a row, after `ruler` or `name` there.
    fn play(&mut self, script: &str) {
        for word in script.split_whitespace() {
            let layout = self.layout();
            let across = |time: &str| layout.across(time.parse().unwrap_or_else(|_| panic!("{word}")));
            let before = self.mouse.at.unwrap_or_default();
            let mut at = |at: Vec2| self.mouse.at = Some(at);
            match word {
                "down" => (self.mouse.pressed, self.mouse.held) = (true, true),
                "up" => self.mouse.held = false,
                "right" => self.mouse.cancelled = true,
                "ctrl" => self.mouse.ctrl ^= true,
                "shift" => self.mouse.shift ^= true,
                "wheel" => self.mouse.wheel = 3.0,
                "out" => (self.mouse.at, self.mouse.over) = (None, false),
                "name" => at(vec2(layout.place.low.x + 9.0, layout.middle_of(1))),
                "fold" => at(vec2(layout.place.low.x + 9.0, layout.columns.centre().y)),
                "delete" => self.draft.now_mut().edit(|animation, _| {
                    animation.delete(&[(1, 1.91)].into_iter().collect());
                    Selection::default()
                }),
                _ => match (word.strip_suffix("px"), word.split_once(':'), word.split_at(1)) {
                    (Some(pixels), ..) => {
                        at(before + vec2(pixels.parse::<f32>().unwrap() * self.scale, 0.0));
                    }
                    (_, Some(("key", key)), _) => {
                        let is_taken = self.view.key(key.parse().unwrap(), false, &mut self.draft);
                        assert!(is_taken, "{key} is somebody else's");
                    }
                    (_, Some((_, time)), _) => at(vec2(across(time), layout.ruler.centre().y)),
                    (_, _, ("a", time)) => at(vec2(across(time), layout.middle_of(0))),
                    (_, _, ("b", time)) => at(vec2(across(time), layout.middle_of(1))),
                    _ => at(vec2(across(word), layout.columns.centre().y)),
                },
            }
            let act = self.view.follow(&self.mouse, &self.layout(), &self.sheet(), &mut self.draft);
            self.acts.extend(act);
            (self.mouse.pressed, self.mouse.cancelled, self.mouse.wheel) = (false, false, 0.0);
        }
    }

    /// Returns the times of both joints' keys, with a star behind those selected, and the name of the last step.
    fn told(&self) -> String {
        let keys = |joint: usize| {
            let is_selected = |time| self.draft.now().selection.contains(joint, time);
            let times = self.draft.now().animation().unwrap().key_times(joint).into_iter();
            let key = |time: f32| format!("{:.3}", time).trim_end_matches('0').to_owned();
            times
                .map(|time| key(time) + if is_selected(time) { "*" } else { "" })
                .collect::<Vec<_>>()
                .join(" ")
        };
        [keys(0), keys(1), self.draft.undo_name().unwrap_or_default().to_owned()].join(" | ")
    }
}

#[test]
fn the_mouse_and_the_keys_do_what_the_table_says() {
    for (script, wanted) in [
        // A click selects the keys of a column, or one of a row, up to 7 pixels away.
        ("down up", "0. 0.5 1.* 1.5 | 1.* 1.91 | "),
        ("6px down up", "0. 0.5 1.* 1.5 | 1.* 1.91 | "),
        ("8px down up", "0. 0.5 1. 1.5 | 1. 1.91 | "),
        ("b1 down up a0.5 shift down up", "0. 0.5* 1. 1.5 | 1.* 1.91 | "),
        ("down up shift b1 down up", "0. 0.5 1.* 1.5 | 1. 1.91 | "),
        ("down up 0.3 down up", "0. 0.5 1. 1.5 | 1. 1.91 | "),
        // A box selects what is in it, and with Shift in addition.
        ("a0.3 down 0.8 b1.2 up", "0. 0.5* 1.* 1.5 | 1.* 1.91 | "),
        ("a0.3 down a1.2 up", "0. 0.5* 1.* 1.5 | 1. 1.91 | "),
        ("a0.5 down up shift a0.8 down a1.7 up", "0. 0.5* 1.* 1.5* | 1. 1.91 | "),
        // A press is a click until it has gone three pixels.
        ("ctrl down 2.5px up", "0. 0.5 1.* 1.5 | 1.* 1.91 | "),
        ("ctrl a1 down 3px up", "0. 0.5 1.008* 1.5 | 1. 1.91 | Move keys"),
        // A drag goes by whole frames of the key below the mouse, except with Ctrl, and is one step.
        ("a1 down a1.11 a1.21 up", "0. 0.5 1.2* 1.5 | 1. 1.91 | Move keys"),
        ("a1 down ctrl a1.21 up", "0. 0.5 1.21* 1.5 | 1. 1.91 | Move keys"),
        ("b1.91 down b1.71 up", "0. 0.5 1. 1.5 | 1. 1.7* | Move keys"),
        ("a0.5 down up shift a1 down up shift a0.5 down a0.7 up", "0. 0.7* 1.2* 1.5 | 1. 1.91 | Move keys"),
        ("a0.5 down up a1 down a1.2 up", "0. 0.5 1.2* 1.5 | 1. 1.91 | Move keys"),
        ("a0.5 down a0 -99px up", "0.* 1. 1.5 | 1. 1.91 | Move keys"),
        ("a1 down a1.3 a1 up", "0. 0.5 1.* 1.5 | 1. 1.91 | "),
        // It holds while the view moves and the mouse is elsewhere.
        ("a1 down a1.3 wheel 0px out up", "0. 0.5 1.3* 1.5 | 1. 1.91 | Move keys"),
        // What is cancelled ends once, and begins no more until the next press.
        ("a1 down a1.3 right a1.6 up a0.3", "0. 0.5 1.* 1.5 | 1. 1.91 | "),
        ("a1 down right a1.6 up", "0. 0.5 1. 1.5 | 1. 1.91 | "),
        // A key that is deleted under the mouse is neither clicked nor dragged.
        ("b1.91 down delete up", "0. 0.5 1. 1.5 | 1. | "),
        ("b1.91 down delete b1.5 up", "0. 0.5 1. 1.5 | 1. | "),
        // After G, what is selected follows the mouse without a button, until a button or a key.
        ("a0.5 down up 1 key:G 1.21 down 1.8 up", "0. 0.7* 1. 1.5 | 1. 1.91 | Move keys"),
        ("a0.5 down up 1 key:G ctrl 1.21 key:Enter 1.8", "0. 0.71* 1. 1.5 | 1. 1.91 | Move keys"),
        ("a0.5 down up 1 key:G 1.2 right 1.4", "0. 0.5* 1. 1.5 | 1. 1.91 | "),
        ("a0.5 down up 1 key:G 1.2 key:Esc 1.4", "0. 0.5* 1. 1.5 | 1. 1.91 | "),
        ("key:G 1.2 down up", "0. 0.5 1. 1.5 | 1. 1.91 | "),
        // Digits are frames, wherever the mouse is.
        ("a0.5 down up key:G key:6 1.9 out key:Enter", "0. 0.7* 1. 1.5 | 1. 1.91 | Move keys"),
        (
            "a0.5 down up key:G key:1 key:2 key:- key:Backspace key:Enter",
            "0. 0.467* 1. 1.5 | 1. 1.91 | Move keys",
        ),
        // While the mouse drags something, letters do nothing.
        ("a1 down a1.3 key:G up", "0. 0.5 1.3* 1.5 | 1. 1.91 | Move keys"),
    ] {
        for scale in [1.0, 2.0] {
            let mut hands = Hands::new(scale);
            hands.play(script);
            assert_eq!(hands.told(), wanted, "{script}, at scale {scale}");
            assert!(!hands.view.is_dragging() && hands.acts.is_empty(), "{script}: {:?}", hands.acts);
        }
    }
}

#[test]
fn the_ruler_moves_the_playhead_and_names_choose_joints() {
    let choose = |toggle| SheetAct::Choose { joint: 1, toggle };
    let mut hands = Hands::new(1.0);
    hands.play("ruler:1.21 down ctrl b1.21 ruler:9 up name down up ctrl down up fold down up");
    hands.acts.dedup();
    let times: Vec<_> = [1.2, 1.21, 2.0].map(SheetAct::Scrub).into();
    let others = [choose(true), choose(false), SheetAct::Unfold(false)];
    let is_near = |(act, wanted): (&SheetAct, &SheetAct)| match (act, wanted) {
        (SheetAct::Scrub(time), SheetAct::Scrub(wanted)) => (time - wanted).abs() < 1e-4,
        _ => act == wanted,
    };
    assert!(hands.acts.iter().zip(times.iter().chain(&others)).all(is_near), "{:?}", hands.acts);
    assert_eq!(hands.acts.len(), 6, "{:?}", hands.acts);
}

#[test]
fn the_words_say_how_far_and_a_drag_that_the_lesson_ends_is_over() {
    let mut hands = Hands::new(1.0);
    let is_taken = |hands: &mut Hands, key: stage::Key, repeat| hands.view.key(key, repeat, &mut hands.draft);
    for key in ["R", "Ctrl+G", "5"] {
        assert!(!is_taken(&mut hands, key.parse().unwrap(), false), "{key} is somebody else's");
    }
    // A repeated key grabs nothing, but goes to nobody else.
    hands.play("down up");
    assert!(is_taken(&mut hands, stage::Key::char('g'), true) && !hands.view.is_dragging());
    for (script, wanted) in [
        ("key:G 1.2", "+0.20 s  +6 frames"),
        ("ctrl 1.25", "+0.25 s  +7.5 frames"),
        ("key:1 key:2", "12_ frames"),
        ("key:-", "-12_ frames"),
    ] {
        hands.play(script);
        let Hand::Moves(grab) = &hands.view.hand else { panic!("{script}") };
        assert_eq!(grab.words(), wanted);
    }
    hands.draft.give_up();
    hands.view.let_go();
    hands.play("1.4 1.5 down up");
    assert_eq!(hands.told(), "0. 0.5 1. 1.5* | 1. 1.91 | ");
    hands.play("out");
    assert!(!is_taken(&mut hands, stage::Key::char('g'), false), "the mouse is elsewhere");
}

#[test]
fn the_ruler_is_legible_at_every_zoom() {
    let mut length = 4.0 / FPS;
    while length < 3600.0 {
        let mut hands = Hands::new(1.0);
        (hands.view.from, hands.view.to) = (-0.1 * length, 0.9 * length);
        let layout = hands.layout();
        let step = layout.step(92.0);
        let apart = step * layout.pixels_per_second();
        assert!((92.0..6.0 * 92.0).contains(&apart), "{length} s: labels {apart} pixels apart");
        let is_whole = |number: f32| (number - number.round()).abs() < 1e-3;
        assert!(is_whole(step) || is_whole(step.recip()), "no label at a whole second");
        let ticks: Vec<f32> = layout.ticks(step).collect();
        assert!(ticks.iter().all(|tick| (hands.view.from..=hands.view.to).contains(tick)), "{ticks:?}");
        assert!(ticks.contains(&0.0), "{length} s: nothing stands at 0");
        length *= 1.3;
    }
}

#[test]
fn keys_that_would_hide_each_other_are_one_and_none_is_lost() {
    let times: Vec<f32> = (0..1000u16).map(|frame| f32::from(frame) / FPS).collect();
    let keys = SheetKeys { selected: vec![times[500]], times };
    for (from, to) in [(-1.0, 40.0), (10.0, 12.0), (16.5, 16.9), (50.0, 60.0)] {
        let mut hands = Hands::new(1.0);
        (hands.view.from, hands.view.to) = (from, to);
        let layout = hands.layout();
        let marks = layout.marks(&keys);
        assert!(marks.windows(2).all(|pair| pair[1].across - pair[0].across > 5.9), "{from} to {to}");
        let is_shown = |time: f32| marks.iter().any(|mark| (layout.across(time) - mark.across).abs() < 6.1);
        assert!(keys.times.iter().filter(|time| (from..to).contains(time)).all(|time| is_shown(*time)));
        let chosen = marks.iter().filter(|mark| mark.selected).count();
        assert_eq!(chosen, usize::from((from..to).contains(&keys.selected[0])), "{from} to {to}");
    }
}
