//! Tests of keys and mouse on a lesson, with the events of a window but without one.

mod scripts;

use super::{Focus, Runner, Shown};
use crate::Cap;
use crate::event::{Button, Event, Request};
use crate::panel::alone_with_imgui;
use crate::{
    Action, Args, Camera, Clock, Edits, Frame, Inspected, Key, KeyPress, Lesson, NamesAct, Pace, Panel,
    Panels, Phase, Pointer, Scene, Step,
};
use anyhow::Result;
use common::skeleton::Skeleton;
use gl::Gl;
use gl::offscreen;
use glam::{Vec2, Vec3, vec2};
use std::any::Any;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::MutexGuard;

const PICTURE: f64 = 1.0 / 60.0;
const JUMP: Action = Action::new("Jump", &[Key::SPACE, Key::char('w')]);
const UNDO: Action = Action::new("Undo", &[Key::char('z').ctrl()]);
const SAVE: Action = Action::new("Save", &[Key::char('s').ctrl()]);
const RIGHT: Action = Action::new("Right", &[Key::RIGHT]);

/// A lesson that records its input. With `FIXED` it takes four steps for every frame.
#[derive(Default)]
struct Witness<const FIXED: bool> {
    jumps: Vec<bool>,
    undone: u32,
    /// The names that were typed, and a mark for each save.
    names: Vec<String>,
    pointed: Vec<(Phase, Button, bool)>,
    hovered: Option<Vec2>,
    /// True if the lesson reads all keys.
    reads: bool,
    read: Vec<(Key, bool, Option<Vec2>)>,
    number: f32,
    chosen: usize,
    on: bool,
    keys: [f32; 2],
    unsaved: bool,
    snaps: bool,
    opened: u32,
}

thread_local! {
    static SAVED: Cell<u32> = const { Cell::new(0) };
    static CAN_SAVE: Cell<bool> = const { Cell::new(true) };
}

impl<const FIXED: bool> Lesson for Witness<FIXED> {
    fn open(_: &Gl, _: &Args) -> Result<Self> {
        Ok(Self { keys: [0.05, 0.5], ..Self::default() })
    }

    fn actions() -> &'static [Action] {
        const ALL: &[Action] = &[JUMP, UNDO, SAVE.untold()];
        if FIXED { ALL } else { &[] }
    }

    fn pace(&self) -> Pace {
        if FIXED { Pace::Fixed { hertz: 240 } } else { Pace::Plays(2.0) }
    }

    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 4.0)
    }

    fn update(&mut self, Step { input, .. }: Step) {
        if FIXED {
            self.jumps.push(input.pressed(JUMP));
            self.undone += u32::from(input.pressed(UNDO));
            self.names.extend(input.pressed(SAVE).then(|| "*".to_owned()));
        }
        self.hovered = input.mouse.map(|mouse| mouse.pixel);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("number", &mut self.number, 0.0..=1.0, "%.2f");
        panel.choice("way", &mut self.chosen, &["left", "middle", "right"]);
        panel.switch("light", &mut self.on);
        panel.timeline("keys", &mut self.keys, 2.0);
        if let Some(NamesAct::Added(name)) = panel.names("name", 1.0, &[], None) {
            self.names.push(name);
        }
    }

    fn pointer(&mut self, pointer: &Pointer, _: &mut Clock) -> bool {
        self.pointed.push((pointer.phase, pointer.button, pointer.double));
        FIXED
    }

    fn inspected(&self) -> Option<Inspected> {
        (!FIXED).then(|| Inspected::new(&Skeleton::default(), None, Vec::new(), Vec::new()))
    }

    fn edits(&mut self) -> Option<&mut dyn Edits> {
        if FIXED { Some(self) } else { None }
    }

    fn draw(&self, _: &mut Frame<'_>) -> Result<()> {
        Ok(())
    }
}

impl<const FIXED: bool> Edits for Witness<FIXED> {
    fn panels(&mut self, panels: &mut Panels<'_>) {
        panels.menu("File", |menu| self.opened += u32::from(menu.item("Open", "Ctrl+O")));
        panels.menu("Edit", |menu| {
            menu.item_if(false, "Redo", "");
            menu.switch("Snap", &mut self.snaps);
        });
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        if self.reads {
            self.read.push((press.key, press.repeat, press.mouse.map(|mouse| mouse.pixel)));
        }
        self.reads
    }

    fn unsaved(&self) -> Option<String> {
        self.unsaved.then(|| "Your jump is not saved.".to_owned())
    }

    fn save(&mut self) -> Result<()> {
        anyhow::ensure!(CAN_SAVE.get(), "the disk is full");
        SAVED.set(SAVED.get() + 1);
        Ok(())
    }
}

fn args() -> Args {
    Args { size: [800, 600], scale: 1.0, ..Args::default() }
}

/// A runner of a lesson, with the lock on Dear ImGui, since a program can have only one context.
struct Open<L> {
    runner: Runner,
    kind: PhantomData<L>,
    _alone: MutexGuard<'static, ()>,
}

impl<L> Deref for Open<L> {
    type Target = Runner;

    fn deref(&self) -> &Runner {
        &self.runner
    }
}

impl<L> DerefMut for Open<L> {
    fn deref_mut(&mut self) -> &mut Runner {
        &mut self.runner
    }
}

/// Opens a lesson as in a window, and draws until its panel has found its widths.
fn open<L: Lesson>() -> Open<L> {
    open_with(&args()).unwrap()
}

fn open_with<L: Lesson>(args: &Args) -> Result<Open<L>> {
    let alone = alone_with_imgui();
    let info = course::LessonInfo::named(course::root(), "01-hierarchical-transforms")?;
    let mut runner = Runner::open(offscreen()?, &info, &[Scene::of::<L>("")], args, 1)?;
    runner.gui.shown = Shown { panel: true, ..Shown::default() };
    runner.aids.heading.takes_model = true;
    pictures(&mut runner, 3);
    Ok(Open { runner, kind: PhantomData, _alone: alone })
}

fn pictures(runner: &mut Runner, count: usize) -> Request {
    for _ in 0..count {
        runner.update(PICTURE);
        runner.paint(PICTURE as f32).unwrap();
        let request = runner.settle().unwrap();
        if request != Request::None {
            return request;
        }
    }
    Request::None
}

fn press(runner: &mut Runner, key: Key) -> Request {
    runner.handle(Event::Key { key, down: true, repeat: false }).unwrap()
}

fn release(runner: &mut Runner, key: Key) {
    runner.handle(Event::Key { key, down: false, repeat: false }).unwrap();
}

/// Presses keys one after the other, each for two frames.
fn type_keys(runner: &mut Runner, keys: &[Key]) -> Request {
    for &key in keys {
        let requests = [press(runner, key), pictures(runner, 2)];
        release(runner, key);
        let then = pictures(runner, 2);
        if let Some(request) = requests.into_iter().chain([then]).find(|request| *request != Request::None) {
            return request;
        }
    }
    Request::None
}

fn mouse(runner: &mut Runner, at: Vec2) {
    runner.handle(Event::Mouse(Some(at))).unwrap();
}

fn button(runner: &mut Runner, button: Button, down: bool) {
    runner.handle(Event::Button { button, down }).unwrap();
}

fn see<T, const FIXED: bool>(
    runner: &mut Open<Witness<FIXED>>,
    see: impl FnOnce(&mut Witness<FIXED>) -> T,
) -> T {
    let seen = runner.lesson.call(|lesson| {
        let lesson: &mut dyn Any = lesson;
        see(lesson.downcast_mut().expect("the witness"))
    });
    seen.expect("it does not panic")
}

#[test]
fn every_press_is_seen_by_one_step() {
    let mut runner = open::<Witness<true>>();
    let jumps = |runner: &mut _| see(runner, |lesson: &mut Witness<true>| std::mem::take(&mut lesson.jumps));
    assert_eq!(jumps(&mut runner), [false; 12]);
    press(&mut runner, Key::SPACE);
    release(&mut runner, Key::SPACE);
    // No step is due yet.
    runner.update(0.001);
    assert!(jumps(&mut runner).is_empty());
    pictures(&mut runner, 1);
    assert_eq!(jumps(&mut runner), [true, false, false, false]);
    press(&mut runner, Key::char('w').shift());
    pictures(&mut runner, 2);
    assert_eq!(jumps(&mut runner), [true, false, false, false, false, false, false, false]);
}

#[test]
fn a_lessons_keys_come_before_the_stages() {
    let mut lesson = open::<Witness<true>>();
    assert_eq!(lesson.help(), "Space/W jump · Ctrl+Z undo · F1 text · F3 inspect · F4 check · Esc ends");
    type_keys(&mut lesson, &[Key::SPACE]);
    assert!(!lesson.time.clock.playing);
    drop(lesson);
    let mut plain = open::<Witness<false>>();
    assert_eq!(plain.help(), "F1 text · F3 inspect · F4 check · Esc ends");
    type_keys(&mut plain, &[Key::SPACE]);
    assert!(!plain.time.clock.playing);
}

#[test]
fn a_chord_is_not_its_letter() {
    let mut runner = open::<Witness<true>>();
    see(&mut runner, |lesson| lesson.number = 0.5);
    type_keys(
        &mut runner,
        &[Key::char('r').ctrl(), Key::char('h').alt(), Key::char('z').ctrl(), Key::char('z')],
    );
    assert_eq!(see(&mut runner, |lesson| (lesson.number, lesson.undone)), (0.5, 1));
    assert!(runner.gui.shown.panel);
    type_keys(&mut runner, &[Key::char('r').shift()]);
    assert_eq!(see(&mut runner, |lesson| lesson.number), 0.0);
}

#[test]
fn an_action_that_is_not_declared_stops_the_lesson_and_is_named() {
    let mut runner = open::<Witness<true>>();
    let input = runner.inputs.actions.take(None);
    runner.lesson.call(|_| input.held(RIGHT));
    assert!(
        runner.trouble().is_some_and(|trouble| trouble.contains("'Right' is not among the lesson's actions"))
    );
}

#[test]
fn each_button_ends_its_own_drag() {
    use Phase::{Drag, Press, Release};
    let mut runner = open::<Witness<true>>();
    mouse(&mut runner, vec2(500.0, 300.0));
    pictures(&mut runner, 1);
    assert_eq!(see(&mut runner, |lesson| lesson.hovered), Some(vec2(500.0, 300.0)));
    for (which, down) in [(Button::Right, true), (Button::Left, true), (Button::Left, false)] {
        button(&mut runner, which, down);
    }
    mouse(&mut runner, vec2(510.0, 300.0));
    button(&mut runner, Button::Right, false);
    mouse(&mut runner, vec2(520.0, 300.0));
    let right = |phase| (phase, Button::Right, false);
    assert_eq!(
        see(&mut runner, |lesson| lesson.pointed.clone()),
        [right(Press), right(Drag), right(Release)]
    );
    mouse(&mut runner, vec2(100.0, 300.0));
    pictures(&mut runner, 1);
    assert_eq!(see(&mut runner, |lesson| lesson.hovered), None, "the panel is below it");
}

#[test]
fn a_lesson_that_reads_keys_has_them_before_its_actions_and_the_stage_but_after_a_panel() {
    let mut runner = open::<Witness<true>>();
    let at = vec2(500.0, 300.0);
    mouse(&mut runner, at);
    see(&mut runner, |lesson| (lesson.reads, lesson.jumps) = (true, Vec::new()));
    assert_eq!(type_keys(&mut runner, &[Key::SPACE, Key::ESCAPE, Key::char('z').ctrl()]), Request::None);
    runner.handle(Event::Key { key: Key::char('1'), down: true, repeat: true }).unwrap();
    let keys =
        [(Key::SPACE, false), (Key::ESCAPE, false), (Key::char('z').ctrl(), false), (Key::char('1'), true)];
    let read =
        |runner: &mut Open<_>| see(runner, |lesson: &mut Witness<true>| std::mem::take(&mut lesson.read));
    assert_eq!(read(&mut runner), keys.map(|(key, repeat)| (key, repeat, Some(at))));
    assert_eq!(see(&mut runner, |lesson| (lesson.undone, lesson.jumps.contains(&true))), (0, false));
    // A panel has the keys.
    see(&mut runner, |lesson| lesson.reads = false);
    type_keys(&mut runner, &[Key::TAB]);
    see(&mut runner, |lesson| lesson.reads = true);
    type_keys(&mut runner, &[Key::SPACE, Key::SPACE]);
    assert!(read(&mut runner).is_empty());
    // Keys that the lesson doesn't take keep their other effects.
    type_keys(&mut runner, &[Key::ESCAPE]);
    see(&mut runner, |lesson| lesson.reads = false);
    type_keys(&mut runner, &[Key::SPACE]);
    assert!(see(&mut runner, |lesson| lesson.jumps.contains(&true)));
}

#[test]
fn the_right_button_moves_the_view_where_the_lesson_does_not_take_it() {
    let mut runner = open::<Witness<false>>();
    let before = runner.camera.target;
    mouse(&mut runner, vec2(500.0, 300.0));
    button(&mut runner, Button::Right, true);
    mouse(&mut runner, vec2(560.0, 300.0));
    assert!(runner.camera.target.x < before.x);
    assert!(see(&mut runner, |lesson| lesson.pointed.is_empty()));
}

#[test]
fn two_quick_presses_are_a_double_click_and_a_third_is_none() {
    let mut runner = open::<Witness<true>>();
    mouse(&mut runner, vec2(500.0, 300.0));
    for wait in [1, 6, 6, 60] {
        button(&mut runner, Button::Left, true);
        button(&mut runner, Button::Left, false);
        pictures(&mut runner, wait);
    }
    let presses = see(&mut runner, |lesson| lesson.pointed.clone());
    let double: Vec<bool> =
        presses.into_iter().filter(|(phase, ..)| *phase == Phase::Press).map(|(.., double)| double).collect();
    assert_eq!(double, [false, true, false, true]);
}

#[test]
fn the_panel_can_be_used_by_keys_alone() {
    let mut runner = open::<Witness<true>>();
    let pixels = |runner: &Runner| runner.screen.canvas.pixels().unwrap();
    let without = pixels(&runner);
    type_keys(&mut runner, &[Key::TAB]);
    pictures(&mut runner, 4);
    let accent = gl::colour::ACCENT.map(|part| (255.0 * part).round() as u8);
    let ringed = |pixels: &[u8]| pixels.chunks_exact(4).filter(|pixel| pixel[..3] == accent[..3]).count();
    assert!(ringed(&pixels(&runner)) > ringed(&without) + 300, "no ring shows where the keys act");
    // The slider is first: Space grabs it, and lets it go.
    type_keys(&mut runner, &[Key::SPACE, Key::RIGHT, Key::RIGHT, Key::SPACE]);
    let number = see(&mut runner, |lesson| lesson.number);
    assert!(number > 0.0, "the slider is not moved by keys");
    // Below it the ways, side by side, and the light.
    type_keys(&mut runner, &[Key::DOWN, Key::RIGHT, Key::SPACE]);
    assert_eq!(see(&mut runner, |lesson| lesson.chosen), 1);
    type_keys(&mut runner, &[Key::DOWN, Key::SPACE]);
    assert!(see(&mut runner, |lesson| lesson.on));
    assert_eq!(see(&mut runner, |lesson| (lesson.number, lesson.jumps.contains(&true))), (number, false));
    // The lesson gets chords wherever the keys go; Escape brings the rest back.
    assert_eq!(type_keys(&mut runner, &[Key::char('z').ctrl(), Key::ESCAPE, Key::SPACE]), Request::None);
    assert_eq!(see(&mut runner, |lesson| (lesson.undone, lesson.jumps.contains(&true))), (1, true));
    assert_eq!(press(&mut runner, Key::ESCAPE), Request::Quit);
}

#[test]
fn the_speed_has_a_menu_that_keys_reach() {
    let mut runner = open::<Witness<false>>();
    assert!(runner.place("loop").is_none());
    for _ in 0..2 {
        type_keys(&mut runner, &[Key::TAB]);
        pictures(&mut runner, 4);
    }
    // The row is the button that plays, the time, and the speed.
    type_keys(&mut runner, &[Key::RIGHT, Key::RIGHT, Key::SPACE]);
    pictures(&mut runner, 2);
    assert!(runner.place("loop").is_some(), "{:?}", runner.names());
    type_keys(&mut runner, &[Key::SPACE, Key::RIGHT, Key::SPACE, Key::DOWN, Key::SPACE]);
    assert!(runner.time.clock.speed > 1.0 && !runner.time.clock.looping, "{:?}", runner.time.clock);
    assert_eq!(type_keys(&mut runner, &[Key::ESCAPE]), Request::None);
    assert!(runner.place("loop").is_none() && runner.inputs.focus == Focus::View);
}

#[test]
fn escape_closes_what_is_open_and_then_ends_the_lesson() {
    let mut runner = open::<Witness<false>>();
    type_keys(&mut runner, &[Key::new(Cap::F(3))]);
    assert!(runner.aids.inspector.open);
    assert_eq!(type_keys(&mut runner, &[Key::ESCAPE]), Request::None);
    assert!(!runner.aids.inspector.open);
    assert_eq!(press(&mut runner, Key::ESCAPE), Request::Quit);
}

#[test]
fn the_menus_can_be_used_by_keys_alone() {
    const MENUS: Key = Key::new(Cap::F(10));
    let mut runner = open::<Witness<true>>();
    let state =
        |runner: &mut Open<_>| see(runner, |lesson: &mut Witness<true>| (lesson.opened, lesson.snaps));
    let before = runner.screen.canvas.pixels().unwrap();
    type_keys(&mut runner, &[MENUS]);
    assert!(runner.screen.canvas.pixels().unwrap() != before, "no menu is marked");
    // Down opens a menu, Right goes to the next one, and Space or Enter chooses.
    type_keys(&mut runner, &[Key::DOWN]);
    assert!(runner.place("File/Open").is_some(), "{:?}", runner.names());
    type_keys(&mut runner, &[Key::ENTER]);
    assert_eq!(state(&mut runner), (1, false));
    assert!(runner.place("File/Open").is_none() && runner.inputs.focus == Focus::View);
    type_keys(&mut runner, &[MENUS, Key::RIGHT, Key::SPACE]);
    assert!(runner.place("Edit/Snap").is_some(), "{:?}", runner.names());
    type_keys(&mut runner, &[Key::DOWN, Key::SPACE]);
    assert_eq!(state(&mut runner), (1, true));
    // The lesson has the keys again.
    let jumps = |runner: &mut Open<_>| {
        see(runner, |lesson: &mut Witness<true>| lesson.jumps.iter().filter(|jump| **jump).count())
    };
    assert_eq!(jumps(&mut runner), 0);
    type_keys(&mut runner, &[Key::SPACE]);
    assert_eq!(jumps(&mut runner), 1);
    // Escape goes back, out of a menu too, and then ends the lesson.
    for keys in [&[MENUS, Key::DOWN, Key::ESCAPE][..], &[MENUS, Key::ESCAPE], &[MENUS, MENUS]] {
        assert_eq!(type_keys(&mut runner, keys), Request::None);
        assert!(runner.place("File/Open").is_none() && runner.inputs.focus == Focus::View);
        pictures(&mut runner, 4);
        assert!(runner.screen.canvas.pixels().unwrap() == before, "something is still marked after {keys:?}");
    }
    assert_eq!(press(&mut runner, Key::ESCAPE), Request::Quit);
}

#[test]
fn a_switch_is_set_from_the_command_line() {
    let set = |name: &str, value: &str| {
        let settings = vec![(name.to_owned(), value.to_owned())];
        open_with::<Witness<true>>(&Args { settings, ..args() })
    };
    let mut runner = set("light", "on").unwrap();
    assert!(see(&mut runner, |lesson| lesson.on));
    drop(runner);
    for (name, value, wanted) in [
        ("light", "1", "control 'light' cannot be '1': it is on or off"),
        ("fire", "on", "there is no control 'fire'; there are: number, way, light, key 1, key 2, name"),
    ] {
        assert_eq!(set(name, value).err().unwrap().to_string(), wanted);
    }
}

#[test]
fn the_time_is_set_from_the_command_line() {
    let settings = vec![("time".to_owned(), "0.75".to_owned())];
    let mut runner = open_with::<Witness<false>>(&Args { settings, ..args() }).unwrap();
    assert!(runner.time.clock.time == 0.75 && !runner.time.clock.playing, "{:?}", runner.time.clock);
    runner.update(0.0);
    assert_eq!(runner.time.clock.time, 0.75);
}

#[test]
fn a_timeline_is_moved_by_keys() {
    let mut runner = open::<Witness<true>>();
    runner.time.clock.seconds = 0.55;
    type_keys(&mut runner, &[Key::TAB]);
    pictures(&mut runner, 4);
    type_keys(&mut runner, &[Key::DOWN, Key::DOWN, Key::DOWN, Key::RIGHT, Key::RIGHT]);
    assert_eq!(runner.time.clock.time, 0.05, "the time stops at the first key");
    type_keys(&mut runner, &[Key::SHIFT, Key::RIGHT.shift()]);
    let moved = 0.05 + 1.0 / 30.0;
    assert!(see(&mut runner, |lesson| (lesson.keys[0] - moved).abs() < 1e-6 && lesson.keys[1] == 0.5));
    type_keys(&mut runner, &[Key::LEFT]);
    assert!((runner.time.clock.time - 0.05).abs() < 1e-6 && see(&mut runner, |lesson| lesson.keys[0] > 0.06));
}

#[test]
fn work_that_is_not_saved_is_asked_about() {
    let ends: [fn(&mut Open<Witness<true>>) -> Request; 4] = [
        |runner| press(runner, Key::ESCAPE),
        |runner| press(runner, Key::char('r')),
        |runner| runner.handle(Event::Close).unwrap(),
        |runner| runner.handle(Event::Drop("heron.dae".into())).unwrap(),
    ];
    for (number, (end, quits)) in ends.into_iter().zip([true, false, true, false]).enumerate() {
        let wanted = if quits { Request::Quit } else { Request::None };
        // Every answer is given to the first question, one to each of the others.
        let answers = [
            (&[Key::ENTER][..], 1, false),
            (&[Key::RIGHT, Key::ENTER], 0, false),
            (&[Key::RIGHT, Key::RIGHT, Key::SPACE], 0, true),
            (&[Key::ESCAPE], 0, true),
        ];
        for &(keys, saves, stays) in &answers[..if number == 0 { 4 } else { 1 }] {
            let mut runner = open::<Witness<true>>();
            see(&mut runner, |lesson| lesson.unsaved = true);
            SAVED.set(0);
            assert_eq!(end(&mut runner), Request::None);
            assert!(runner.is_asking());
            assert_eq!(pictures(&mut runner, 4), Request::None);
            assert_eq!(type_keys(&mut runner, keys), if stays { Request::None } else { wanted }, "{keys:?}");
            assert_eq!((SAVED.get(), runner.is_asking()), (saves, false), "{keys:?}");
            if !quits || stays {
                assert_eq!(see(&mut runner, |lesson| lesson.unsaved), stays, "{keys:?}");
            }
            drop(runner);
        }
    }
}

#[test]
fn what_cannot_be_saved_is_not_left() {
    let mut runner = open::<Witness<true>>();
    see(&mut runner, |lesson| lesson.unsaved = true);
    CAN_SAVE.set(false);
    press(&mut runner, Key::ESCAPE);
    pictures(&mut runner, 4);
    assert_eq!(type_keys(&mut runner, &[Key::ENTER]), Request::None);
    assert!(runner.is_asking());
    CAN_SAVE.set(true);
    pictures(&mut runner, 4);
    assert_eq!(type_keys(&mut runner, &[Key::ENTER]), Request::Quit);
}

/// A lesson whose own file can't be read.
struct Unread;

impl Lesson for Unread {
    fn open(_: &Gl, _: &Args) -> Result<Self> {
        let place = common::unread::Place::Character(45, 9);
        Err(common::unread::Error::new("a.toml", place, "It is odd.", "Mend it.").into())
    }

    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 1.0)
    }

    fn update(&mut self, _: Step) {}

    fn panel(&mut self, _: &mut Panel<'_>) {}

    fn draw(&self, _: &mut Frame<'_>) -> Result<()> {
        Ok(())
    }
}

#[test]
fn a_file_that_is_refused_is_told_with_advice() {
    let lesson = open::<Unread>();
    let told = lesson.trouble().unwrap_or_default();
    assert!(told.starts_with("a.toml:45:9: It is odd. Mend it.\n\nThis file came"), "{told}");
    assert!(told.contains("`cargo workbook check 1`"), "{told}");
}

#[test]
fn nothing_asks_where_nothing_would_be_lost() {
    let mut runner = open::<Witness<false>>();
    assert_eq!(runner.handle(Event::Close).unwrap(), Request::Quit);
}
