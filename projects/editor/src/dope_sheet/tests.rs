use super::axis::Axis;
use super::layout::SheetPart;
use super::*;
use stage::theme::INK;

const PLACE: Rect = Rect { low: vec2(100.0, 400.0), high: vec2(1100.0, 600.0) };

/// Returns the times of `count` keys, a frame apart.
fn frames(count: usize) -> Vec<f32> {
    (0..count).map(|frame| frame as f32 / FPS).collect()
}

fn row<'a>(name: &'a str, times: &'a [f32]) -> SheetRow<'a> {
    SheetRow { name, colour: INK, keys: SheetKeys { times, selected: &[] }, chosen: false }
}

fn sheet<'a>(times: &'a [f32], rows: &'a [SheetRow<'a>]) -> Sheet<'a> {
    let columns = SheetKeys { times, selected: &[] };
    Sheet { columns, rows, unfolded: true, end: 2.0, now: 0.0 }
}

/// A user of a sheet at some scale of the window.
struct Hands<'a> {
    sheet: Sheet<'a>,
    view: SheetView,
    scale: f32,
    mouse: Mouse,
}

impl<'a> Hands<'a> {
    fn new(sheet: Sheet<'a>, scale: f32) -> Self {
        let mut view = SheetView::default();
        view.show_all(&sheet);
        Self { sheet, view, scale, mouse: Mouse { over: true, ..Mouse::default() } }
    }

    fn layout(&self) -> Layout {
        let place = Rect { low: PLACE.low * self.scale, high: PLACE.high * self.scale };
        Layout::new(place, self.scale, &self.sheet, &self.view)
    }

    /// Returns the pixel of a time in a joint's row, or in the columns.
    fn place(&self, row: Option<usize>, time: f32) -> Vec2 {
        let layout = self.layout();
        let middle = row.map_or(layout.columns.centre().y, |row| layout.middle_of(row));
        vec2(layout.axis.across(time), middle)
    }

    /// Shows a frame with the mouse at a pixel, and returns the actions.
    fn at(&mut self, at: Vec2) -> Vec<SheetAct> {
        self.mouse.at = Some(at);
        self.frame()
    }

    fn frame(&mut self) -> Vec<SheetAct> {
        let layout = self.layout();
        let acts = self.view.follow(&self.mouse, &layout, &self.sheet);
        (self.mouse.pressed, self.mouse.cancelled, self.mouse.wheel) = (false, false, 0.0);
        acts
    }

    fn press(&mut self, at: Vec2) -> Vec<SheetAct> {
        (self.mouse.pressed, self.mouse.held) = (true, true);
        self.at(at)
    }

    fn release(&mut self) -> Vec<SheetAct> {
        self.mouse.held = false;
        self.frame()
    }
}

#[test]
fn the_ruler_is_legible_at_every_zoom() {
    let mut length = 4.0 / FPS;
    while length < 3600.0 {
        let axis = Axis { left: 0.0, width: 900.0, from: -0.1 * length, to: 0.9 * length };
        let step = axis.step(92.0);
        let apart = step * axis.pixels_per_second();
        assert!((92.0..6.0 * 92.0).contains(&apart), "{length} s: labels {apart} pixels apart");
        let parts = step.recip();
        let is_whole = |number: f32| (number - number.round()).abs() < 1e-3;
        assert!(is_whole(step) || is_whole(parts), "no label at a whole second");
        let ticks: Vec<f32> = axis.ticks(step).collect();
        assert!(ticks.iter().all(|tick| (axis.from..=axis.to).contains(tick)), "{ticks:?}");
        assert!(ticks.contains(&0.0), "{length} s: nothing stands at 0");
        length *= 1.3;
    }
}

#[test]
fn keys_that_would_hide_each_other_are_one_and_none_is_lost() {
    let times = frames(1000);
    let selected = [times[500]];
    for (from, to) in [(-1.0, 40.0), (10.0, 12.0), (16.5, 16.9), (50.0, 60.0)] {
        let mut hands = Hands::new(sheet(&times, &[]), 1.0);
        (hands.view.from, hands.view.to) = (from, to);
        let layout = hands.layout();
        let marks = layout.marks(SheetKeys { times: &times, selected: &selected });
        assert!(marks.windows(2).all(|pair| pair[1].across - pair[0].across > 5.9), "{from} to {to}");
        let is_shown =
            |time: f32| marks.iter().any(|mark| (layout.axis.across(time) - mark.across).abs() < 6.1);
        assert!(times.iter().filter(|time| (from..to).contains(time)).all(|time| is_shown(*time)));
        let chosen = marks.iter().filter(|mark| mark.selected).count();
        assert_eq!(chosen, usize::from((from..to).contains(&times[500])), "{from} to {to}");
    }
}

#[test]
fn the_mouse_finds_what_is_drawn() {
    let times = [0.0, 1.0, 1.5];
    let rows = [row("a", &times), row("b", &times[1..2])];
    for scale in [1.0, 2.0] {
        let hands = Hands::new(sheet(&times, &rows), scale);
        let layout = hands.layout();
        let part = |at: Vec2| layout.part(at, &hands.sheet);
        let key = |row, key| SheetPart::Key(SheetKey { row, key });
        assert_eq!(part(hands.place(None, 1.0)), key(None, 1));
        assert_eq!(part(hands.place(Some(0), 1.5)), key(Some(0), 2));
        assert_eq!(part(hands.place(Some(1), 1.0) + vec2(6.0 * scale, 0.0)), key(Some(1), 0));
        assert_eq!(part(hands.place(Some(1), 1.0) + vec2(8.0 * scale, 0.0)), SheetPart::Ground);
        assert_eq!(part(hands.place(None, 0.5)), SheetPart::Ground);
        assert_eq!(part(hands.place(Some(4), 0.5)), SheetPart::Ground);
        let name = |row| vec2(layout.place.low.x + 9.0, hands.place(row, 0.0).y);
        assert_eq!(part(name(Some(1))), SheetPart::Name(Some(1)));
        assert_eq!(part(name(None)), SheetPart::Name(None));
        assert_eq!(part(layout.ruler.centre()), SheetPart::Ruler);
    }
}

#[test]
fn a_press_is_a_click_until_it_has_gone_three_pixels() {
    let times = [0.0, 1.0];
    for scale in [1.0, 2.0] {
        let mut hands = Hands::new(sheet(&times, &[]), scale);
        let at = hands.place(None, 1.0);
        let select = SheetAct::Select { keys: vec![SheetKey { row: None, key: 1 }], toggle: false };
        assert_eq!(hands.press(at), []);
        assert_eq!(hands.at(at + vec2(2.5 * scale, 0.0)), []);
        assert_eq!(hands.release(), std::slice::from_ref(&select));
        hands.press(at);
        let begun = hands.at(at + vec2(3.0 * scale, 0.0));
        assert_eq!(begun, [select, SheetAct::DragBegun], "at scale {scale}");
        assert!(hands.view.is_dragging());
        assert_eq!(hands.release(), [SheetAct::DragEnded]);
    }
}

#[test]
fn a_key_that_lies_between_frames_is_dragged_onto_one() {
    let times = [0.0, 1.01];
    let mut hands = Hands::new(sheet(&times, &[]), 1.0);
    hands.press(hands.place(None, 1.01));
    let acts = hands.at(hands.place(None, 1.21));
    let Some(SheetAct::Dragged(by)) = acts.last() else { panic!("{acts:?}") };
    assert!((1.01 + by - 1.2).abs() < 1e-5, "dragged by {by}");
    hands.mouse.ctrl = true;
    let acts = hands.frame();
    let [SheetAct::Dragged(by)] = acts[..] else { panic!("{acts:?}") };
    assert!((by - 0.2).abs() < 1e-4, "dragged by {by}");
}

#[test]
fn a_drag_holds_while_the_view_moves_and_the_mouse_is_elsewhere() {
    let times = [0.0, 1.0];
    let mut hands = Hands::new(sheet(&times, &[]), 1.0);
    hands.mouse.ctrl = true;
    hands.press(hands.place(None, 1.0));
    let at = hands.place(None, 1.3);
    hands.at(at);
    hands.mouse.wheel = 3.0;
    assert_eq!(hands.frame(), [], "zooming about the mouse drags nothing");
    let acts = hands.frame();
    let is_still = |by: &SheetAct| matches!(by, SheetAct::Dragged(by) if (by - 0.3).abs() < 1e-4);
    assert!(acts.iter().all(is_still), "{acts:?}");
    (hands.mouse.at, hands.mouse.over) = (None, false);
    assert_eq!(hands.frame(), []);
    assert_eq!(hands.release(), [SheetAct::DragEnded]);
    assert_eq!(hands.frame(), []);
}

#[test]
fn what_is_given_up_ends_once_and_begins_no_more_until_the_next_press() {
    let times = [0.0, 1.0];
    let mut hands = Hands::new(sheet(&times, &[]), 1.0);
    hands.press(hands.place(None, 1.0));
    hands.at(hands.place(None, 1.3));
    hands.mouse.cancelled = true;
    assert_eq!(hands.frame(), [SheetAct::DragCancelled]);
    assert_eq!(hands.at(hands.place(None, 1.6)), []);
    assert_eq!(hands.release(), []);
    hands.press(hands.place(None, 1.0));
    hands.at(hands.place(None, 1.3));
    hands.view.let_go();
    assert_eq!(hands.at(hands.place(None, 1.6)), []);
    assert_eq!(hands.release(), []);
}

#[test]
fn a_key_that_is_deleted_under_the_mouse_is_neither_clicked_nor_dragged() {
    let (times, left) = ([0.0, 0.5, 1.0], [0.0, 0.5]);
    for moves in [false, true] {
        let mut hands = Hands::new(sheet(&times, &[]), 1.0);
        let at = hands.place(None, 1.0);
        hands.press(at);
        hands.sheet.columns.times = &left;
        assert_eq!(hands.at(if moves { at + vec2(50.0, 0.0) } else { at }), []);
        assert_eq!(hands.release(), []);
    }
}

/// Returns a user over a sheet with keys at 0 s, 0.5 s, 1 s and 1.5 s, of which the middle two are selected.
fn over_two_selected(now: f32) -> Hands<'static> {
    let columns = SheetKeys { times: &[0.0, 0.5, 1.0, 1.5], selected: &[0.5, 1.0] };
    let mut hands = Hands::new(Sheet { now, columns, ..sheet(&[], &[]) }, 1.0);
    hands.at(hands.place(None, 1.0));
    hands
}

fn keys(hands: &mut Hands<'_>, letters: &str) {
    for letter in letters.chars() {
        assert!(hands.view.key(stage::Key::char(letter), false), "{letter} is somebody else's");
    }
}

fn words(hands: &Hands<'_>) -> String {
    hands.view.grab.as_ref().map(Grab::words).unwrap_or_default()
}

fn dragged(acts: &[SheetAct]) -> f32 {
    let [SheetAct::Dragged(by)] = acts else { panic!("{acts:?}") };
    *by
}

#[test]
fn what_is_selected_follows_the_mouse_after_g_by_whole_frames() {
    for (end, wanted) in [
        (0, SheetAct::DragEnded),
        (1, SheetAct::DragEnded),
        (2, SheetAct::DragCancelled),
        (3, SheetAct::DragCancelled),
    ] {
        let mut hands = over_two_selected(0.0);
        keys(&mut hands, "g");
        assert_eq!(hands.frame(), [SheetAct::DragBegun]);
        let on_and_a_bit = hands.place(None, 1.21);
        assert!((dragged(&hands.at(on_and_a_bit)) - 0.2).abs() < 1e-5);
        hands.mouse.ctrl = true;
        assert!((dragged(&hands.frame()) - 0.21).abs() < 1e-3, "Ctrl inverts it");
        assert_eq!(hands.frame(), [], "nothing new");
        // The view may move, and the mouse be elsewhere.
        hands.mouse.over = false;
        assert!(hands.view.is_dragging());
        match end {
            0 => (hands.mouse.pressed_anywhere, hands.mouse.held) = (true, true),
            1 => assert!(hands.view.key(stage::Key::ENTER, false)),
            2 => hands.mouse.cancelled = true,
            _ => assert!(hands.view.key(stage::Key::ESCAPE, false)),
        }
        assert_eq!(hands.frame(), [wanted], "end {end}");
        hands.mouse.pressed_anywhere = false;
        assert!(!hands.view.is_dragging());
        let far = hands.place(None, 1.8);
        assert_eq!(hands.at(far), [], "the button that ended it begins nothing");
        assert_eq!(hands.release(), []);
    }
}

#[test]
fn numbers_are_frames_after_g() {
    let mut hands = over_two_selected(0.5);
    keys(&mut hands, "g12");
    let acts = hands.frame();
    assert_eq!(acts[0], SheetAct::DragBegun);
    assert!((dragged(&acts[1..]) - 0.4).abs() < 1e-6);
    assert_eq!(words(&hands), "12_ frames");
    let far = hands.place(None, 1.9);
    assert_eq!(hands.at(far), [], "what is typed counts");
    keys(&mut hands, "-");
    assert!((dragged(&hands.frame()) + 0.4).abs() < 1e-6);
    assert_eq!(words(&hands), "-12_ frames");
    assert!(hands.view.key(stage::Key::new(stage::Cap::Backspace), false));
    keys(&mut hands, "h");
    assert!((dragged(&hands.frame()) + 1.0 / 30.0).abs() < 1e-6);
    // A number has the same effect wherever the mouse is.
    hands.mouse.at = None;
    keys(&mut hands, "5");
    assert!((dragged(&hands.frame()) + 0.5).abs() < 1e-6);
}

#[test]
fn letters_are_the_sheets_only_below_the_mouse_and_only_what_is_selected_is_taken() {
    let mut hands = over_two_selected(0.0);
    let letter = |letter| stage::Key::char(letter);
    assert!(!hands.view.key(letter('r'), false) && !hands.view.key(letter('g').ctrl(), false));
    // A repeated key grabs nothing, but goes to nobody else.
    assert!(hands.view.key(letter('g'), true));
    assert_eq!(hands.frame(), []);
    hands.sheet.columns.selected = &[];
    keys(&mut hands, "g");
    assert_eq!(hands.frame(), []);
    assert!(!hands.view.is_dragging());
    hands.mouse.over = false;
    hands.frame();
    assert!(!hands.view.key(letter('g'), false), "the mouse is elsewhere");
    // A drag that the lesson ends reports nothing.
    let mut hands = over_two_selected(0.0);
    keys(&mut hands, "g5");
    hands.frame();
    hands.view.let_go();
    assert_eq!(hands.frame(), []);
    assert!(!hands.view.key(letter('5'), false));
    // While the mouse drags something, letters do nothing.
    hands.mouse.held = false;
    hands.frame();
    hands.press(hands.place(None, 1.0));
    hands.at(hands.place(None, 1.3));
    keys(&mut hands, "g");
    assert_eq!(hands.release(), [SheetAct::DragEnded]);
}
