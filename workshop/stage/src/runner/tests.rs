//! Tests what keys and mouse do to a lesson, by scripts, with all of a window but the window itself.

use super::{Focus, Runner, Shown};
use crate::event::{Event, Request};
use crate::script::{Next, Player, Script};
use crate::{
    Action, Args, Camera, Cap, Clock, Edits, Frame, Inspected, Key, KeyPress, Lesson, NamesAct, Pace, Panel,
    Panels, Phase, Pointer, Scene, Step,
};
use anyhow::Result;
use common::skeleton::Skeleton;
use gl::Gl;
use gl::offscreen;
use glam::Vec3;
use std::any::Any;
use std::cell::RefCell;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

const PICTURE: f64 = 1.0 / 60.0;
const JUMP: Action = Action::new("Jump", &[Key::SPACE, Key::char('w')]);
const UNDO: Action = Action::new("Undo", &[Key::char('z').ctrl()]);
const SAVE: Action = Action::new("Save", &[Key::char('s').ctrl()]);
const RIGHT: Action = Action::new("Right", &[Key::RIGHT]);

thread_local! {
    /// The events of the lesson, of all that were opened.
    static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Writes an event down, but only once if it goes on.
fn note(event: &str) {
    let goes_on = event.ends_with("drags") || event.ends_with("changes");
    LOG.with_borrow_mut(|log| {
        if !goes_on || log.last().is_none_or(|last| last != event) {
            log.push(event.to_owned());
        }
    });
}

/// Writes down how the panel's last control is edited.
fn note_edit(panel: &Panel<'_>, name: &str) {
    let edit = panel.edit();
    let all = [(edit.began, "begins"), (edit.changed, "changes"), (edit.ended, "ends")];
    all.into_iter().filter(|(is, _)| *is).for_each(|(_, word)| note(&format!("{name} {word}")));
}

/// A lesson that writes down what happens to it. An editor has actions, further panels, and four steps for every frame; else
/// it plays for two seconds.
#[derive(Default)]
struct Witness<const EDITOR: bool> {
    is_hovered: bool,
    number: f32,
    length: f32,
    way: usize,
    light: bool,
    keys: [f32; 2],
    snaps: bool,
    /// True if it reads all keys.
    reads: bool,
    is_unsaved: bool,
    disk_is_full: bool,
}

impl<const EDITOR: bool> Lesson for Witness<EDITOR> {
    fn open(_: &Gl, _: &Args) -> Result<Self> {
        note("opens");
        Ok(Self { length: 5.0, keys: [0.05, 0.5], ..Self::default() })
    }

    fn actions() -> &'static [Action] {
        const ALL: &[Action] = &[JUMP, UNDO, SAVE.untold()];
        if EDITOR { ALL } else { &[] }
    }

    fn pace(&self) -> Pace {
        if EDITOR { Pace::Fixed { hertz: 240 } } else { Pace::Plays(2.0) }
    }

    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 4.0)
    }

    fn update(&mut self, Step { input, .. }: Step) {
        for action in Self::actions().iter().filter(|action| input.pressed(**action)) {
            note(&action.name.to_lowercase());
        }
        self.is_hovered = input.mouse.is_some();
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("number", &mut self.number, -1.0..=1.0, "%.2f");
        note_edit(panel, "number");
        panel.choice("way", &mut self.way, &["left", "middle", "right"]);
        note_edit(panel, "way");
        panel.switch("light", &mut self.light);
        note_edit(panel, "light");
        panel.timeline("keys", &mut self.keys, 2.0);
        panel.number_field("length", &mut self.length, 0.1, "%.3f");
        note_edit(panel, "length");
        if let Some(NamesAct::Added(name)) = panel.names("name", 1.0, &[], None) {
            note(&format!("adds {name}"));
        }
    }

    fn pointer(&mut self, pointer: &Pointer, _: &mut Clock) -> bool {
        let does = match (pointer.phase, pointer.double) {
            (Phase::Press, false) => "presses",
            (Phase::Press, true) => "presses twice",
            (Phase::Drag, _) => "drags",
            (Phase::Release | Phase::Hover, _) => "lets go",
        };
        note(&format!("{:?} {does}", pointer.button));
        EDITOR
    }

    fn inspected(&self) -> Option<Inspected> {
        (!EDITOR).then(|| Inspected::new(&Skeleton::default(), None, Vec::new(), Vec::new()))
    }

    fn edits(&mut self) -> Option<&mut dyn Edits> {
        if EDITOR { Some(self) } else { None }
    }

    fn draw(&self, _: &mut Frame<'_>) -> Result<()> {
        Ok(())
    }
}

impl<const EDITOR: bool> Edits for Witness<EDITOR> {
    fn panels(&mut self, panels: &mut Panels<'_>) {
        panels.menu("File", |menu| {
            if menu.item("Open", "Ctrl+O") {
                note("opens a file");
            }
        });
        panels.menu("Edit", |menu| {
            menu.item_if(false, "Redo", "");
            menu.switch("Snap", &mut self.snaps);
        });
        panels.bottom(150.0, |panel| panel.heading("Keys"));
        panels.floating("Weights", &mut true, |panel| panel.heading("Weights"));
        panels.floating("Nothing", &mut false, |_| panic!("it is closed"));
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        if self.reads && press.key.cap != Cap::Ctrl {
            note(&format!("reads {}{}", press.key, if press.repeat { " again" } else { "" }));
        }
        self.reads
    }

    fn unsaved(&self) -> Option<String> {
        self.is_unsaved.then(|| "Your jump is not saved.".to_owned())
    }

    fn save(&mut self) -> Result<()> {
        anyhow::ensure!(!self.disk_is_full, "the disk is full");
        self.is_unsaved = false;
        note("saves");
        Ok(())
    }
}

/// A witness that runs, with the lock on Dear ImGui, since a program can have only one context.
struct Open<const EDITOR: bool> {
    runner: Runner,
    _alone: MutexGuard<'static, ()>,
}

/// Opens a lesson as in a window, with these settings, and draws until its panel has found its widths.
fn open_with<const EDITOR: bool>(settings: &[(&str, &str)]) -> Result<Open<EDITOR>> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let info = course::LessonInfo::named(course::root(), "01-hierarchical-transforms")?;
    let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let args = Args { size: [800, 600], scale: 1.0, settings, ..Args::default() };
    let scenes = [Scene::of::<Witness<EDITOR>>("")];
    let mut open = Open { runner: Runner::open(offscreen()?, &info, &scenes, &args, 1)?, _alone: alone };
    open.runner.gui.shown = Shown { panel: true, ..Shown::default() };
    open.runner.aids.heading.takes_model = true;
    open.plays("wait 0.1");
    Ok(open)
}

fn open<const EDITOR: bool>() -> Open<EDITOR> {
    open_with(&[]).unwrap()
}

impl<const EDITOR: bool> Open<EDITOR> {
    /// Draws a picture, and notes if the program is to end.
    fn picture(&mut self) {
        self.runner.update(PICTURE);
        self.runner.paint(PICTURE as f32).unwrap();
        if self.runner.settle().unwrap() == Request::Quit {
            note("quits");
        }
    }

    fn see<T>(&mut self, see: impl FnOnce(&mut Witness<EDITOR>) -> T) -> T {
        let seen = self.runner.lesson.call(|lesson| {
            let lesson: &mut dyn Any = lesson;
            see(lesson.downcast_mut().expect("the witness"))
        });
        seen.expect("it does not panic")
    }

    /// Plays a script, and returns what has happened to the lesson.
    fn script(&mut self, text: &str) -> Result<String> {
        let script = Script::parse(Path::new("a.txt"), text, Witness::<EDITOR>::actions())?;
        let mut player = Player::new(script, 60);
        loop {
            match player.play(&mut self.runner)? {
                Next::Time => self.picture(),
                Next::End(Request::Quit) => note("quits"),
                Next::End(_) => return Ok(LOG.take().join(", ")),
                Next::Size(_) | Next::Picture(_) => {}
            }
        }
    }

    /// Plays commands with a moment after each. Returns what has happened to the lesson, and of the window what is otherwise
    /// than before.
    fn plays(&mut self, commands: &str) -> String {
        let stands = |runner: &Runner| {
            [
                (runner.time.clock.playing, ["plays", "pauses"]),
                (runner.gui.shown.panel, ["shows its panel", "hides its panel"]),
                (runner.aids.inspector.open, ["F3 opens", "F3 closes"]),
                (runner.inputs.focus != Focus::View, ["keys leave the view", "keys come back"]),
                (runner.memory.regions.menu_is_open, ["a menu opens", "a menu closes"]),
                (runner.is_asking(), ["asks", "is answered"]),
            ]
        };
        let before = stands(&self.runner);
        let happened = self.script(&(commands.replace("; ", "\nwait 0.1\n") + "\nwait 0.1\n")).unwrap();
        let changes = before.into_iter().zip(stands(&self.runner)).filter(|((was, _), (is, _))| was != is);
        let changes = changes.map(|(_, (is, [begins, ends]))| if is { begins } else { ends });
        let all = Some(&*happened).into_iter().filter(|happened| !happened.is_empty()).chain(changes);
        all.collect::<Vec<_>>().join(", ")
    }

    /// Plays rows one after the other, each of which must do what stands beside it.
    fn play_all(&mut self, rows: &[(&str, &str)]) {
        for (commands, wanted) in rows {
            assert_eq!(self.plays(commands), *wanted, "after {commands}");
        }
    }
}

#[test]
fn keys_do_what_the_lesson_says_and_else_what_the_stage_says() {
    let mut editor = open::<true>();
    assert_eq!(
        editor.runner.help(),
        "Space/W jump · Ctrl+Z undo · F1 text · F3 inspect · F4 check · Esc ends"
    );
    editor.play_all(&[
        ("tap Space", "jump"),
        ("tap Shift+W", "jump"),
        // A chord isn't its letter.
        ("tap Ctrl+Z; tap Z", "undo"),
        ("tap Ctrl+R; tap Alt+H; tap Ctrl+W", ""),
        ("tap Shift+R", "opens"),
        ("tap Esc", "quits"),
    ]);
    drop(editor);
    let mut plain = open::<false>();
    assert_eq!(plain.runner.help(), "F1 text · F3 inspect · F4 check · Esc ends");
    plain.play_all(&[
        ("tap Space", "pauses"),
        ("tap H", "hides its panel"),
        ("tap H", "shows its panel"),
        ("tap F3", "F3 opens"),
        ("tap Esc", "F3 closes"),
    ]);
    assert_eq!(plain.runner.handle(Event::Close).unwrap(), Request::Quit, "nothing would be lost");
}

#[test]
fn a_press_waits_for_a_step_that_is_due() {
    let mut editor = open::<true>();
    for down in [true, false] {
        editor.runner.handle(Event::Key { key: Key::SPACE, down, repeat: false }).unwrap();
    }
    editor.runner.update(0.001);
    assert!(LOG.with_borrow(Vec::is_empty), "no step is due yet");
    assert_eq!(editor.plays("wait 0"), "jump");
}

#[test]
fn an_action_that_is_not_declared_stops_the_lesson_and_is_named() {
    let mut editor = open::<true>();
    let input = editor.runner.inputs.actions.take(None);
    editor.runner.lesson.call(|_| input.held(RIGHT));
    let trouble = editor.runner.trouble().unwrap_or_default();
    assert!(trouble.contains("'Right' is not among the lesson's actions"), "{trouble}");
}

#[test]
fn a_lesson_that_reads_keys_has_them_before_its_actions_and_the_stage_but_after_a_panel() {
    let mut editor = open::<true>();
    editor.see(|lesson| lesson.reads = true);
    editor.play_all(&[("tap Space; tap Esc; tap Ctrl+Z", "reads Space, reads Esc, reads Ctrl+Z")]);
    editor.runner.handle(Event::Key { key: Key::SPACE, down: true, repeat: true }).unwrap();
    editor.play_all(&[("tap Tab", "reads Space again, reads Tab")]);
    editor.see(|lesson| lesson.reads = false);
    editor.play_all(&[("tap Tab", "keys leave the view")]);
    editor.see(|lesson| lesson.reads = true);
    editor.play_all(&[("tap Space; tap Space", "number begins, number ends"), ("tap Esc", "keys come back")]);
}

#[test]
fn the_mouse_belongs_to_what_it_pressed() {
    let mut editor = open::<true>();
    editor.play_all(&[
        ("move 500,300; press right; press left; release left; move 510,300", "Right presses, Right drags"),
        ("release right; move 520,300", "Right lets go"),
        ("drag 500,300 to 520,300 over 0.05", "Left presses, Left drags, Left lets go"),
        (
            "wait 1; click 500,300; click 500,300; click 500,300",
            "Left presses, Left lets go, Left presses twice, Left lets go, Left presses, Left lets go",
        ),
        ("wait 1; click 500,300", "Left presses, Left lets go"),
    ]);
    for (place, is_hovered) in [
        ("\"File\"", false),
        ("\"Edit\"", false),
        ("\"number\"", false),
        ("600,460", false),
        ("600,440", true),
        ("345,30", true),
        // The floating window.
        ("700,60", false),
        ("400,60", true),
        ("700,300", true),
    ] {
        editor.plays(&format!("move {place}"));
        assert_eq!(editor.see(|lesson| lesson.is_hovered), is_hovered, "{place}");
    }
}

#[test]
fn the_border_of_the_panel_below_is_dragged_within_bounds() {
    let mut editor = open::<true>();
    // A pixel above the border, at 450: it follows from there, and nothing jumps. In the view above it nothing holds it.
    for (commands, height) in [
        ("move 600,447; press left", 150.0),
        ("move 600,400", 197.0),
        ("move 600,3", 360.0),
        ("move 600,597", 60.0),
        ("move 600,417", 180.0),
        ("release left; move 600,300", 180.0),
        ("move 600,412; press left; move 600,300", 180.0),
    ] {
        editor.plays(commands);
        assert_eq!(editor.runner.memory.regions.bottom, height, "after {commands}");
    }
}

#[test]
fn a_control_is_edited_once_from_its_press_to_its_end() {
    let mut editor = open::<true>();
    editor.play_all(&[
        ("move \"number\"; press left; move 300,100; move 310,190", "number begins, number changes"),
        ("release left", "number ends"),
        ("move \"length\"; press left; move 300,300; move 310,290", "length begins, length changes"),
        ("release left", "length ends"),
        ("click \"way=middle\"", "way begins, way changes, way ends"),
        ("click \"light\"", "light begins, light changes, light ends"),
    ]);
    let values = editor.see(|lesson| (lesson.number > 0.5, lesson.length > 6.0, lesson.way, lesson.light));
    assert_eq!(values, (true, true, 1, true));
}

#[test]
fn what_is_typed_stays_in_its_range_and_is_a_number() {
    let mut editor = open::<true>();
    for (name, typed, wanted) in [
        ("number", "0.5", 0.5),
        ("number", "1.5", 1.0),
        ("number", "-1e30", -1.0),
        ("number", "0", 0.0),
        ("number", "9e999", 1.0),
        ("number", "nan", 1.0),
        ("number", "inf", 1.0),
        ("number", "-", 1.0),
        ("length", "12.75", 12.75),
        ("length", "9e999", 12.75),
        ("length", "nan", 12.75),
    ] {
        let type_it = format!("hold Ctrl; click \"{name}\"; release Ctrl; type \"{typed}\"; tap Enter");
        let edits = editor.plays(&type_it).replace(&format!("{name} changes, "), "");
        assert_eq!(edits, format!("{name} begins, {name} ends"), "{typed}");
        let value = editor.see(|lesson| if name == "length" { lesson.length } else { lesson.number });
        assert_eq!(value, wanted, "{name}: {typed}");
    }
}

#[test]
fn panels_and_menus_can_be_used_by_keys_alone() {
    let mut editor = open::<true>();
    let pixels = |editor: &Open<true>| editor.runner.screen.canvas.pixels().unwrap();
    let accent = gl::colour::ACCENT.map(|part| (255.0 * part).round() as u8);
    let ringed =
        |editor: &_| pixels(editor).chunks_exact(4).filter(|pixel| pixel[..3] == accent[..3]).count();
    let without = ringed(&editor);
    editor.play_all(&[("tap Tab", "keys leave the view")]);
    assert!(ringed(&editor) > without + 300, "no ring shows where the keys act");
    editor.play_all(&[
        // The slider is first: Space grabs it, and lets it go. Below it are the ways, side by side, and the light.
        ("tap Space; tap Right; tap Right; tap Space", "number begins, number changes, number ends"),
        ("tap Down; tap Right; tap Space", "way begins, way changes, way ends"),
        ("tap Down; tap Space", "light begins, light changes, light ends"),
        // The lesson gets chords wherever the keys go.
        ("tap Ctrl+Z", "undo"),
        ("tap Esc", "keys come back"),
    ]);
    assert_eq!(editor.see(|lesson| (lesson.number > 0.0, lesson.way, lesson.light)), (true, 1, true));
    let before = pixels(&editor);
    editor.play_all(&[("tap F10", "keys leave the view")]);
    assert!(pixels(&editor) != before, "no menu is marked");
    editor.play_all(&[
        // Down opens a menu, Right goes to the next one, and Space or Enter chooses.
        ("tap Down; move \"File/Open\"", "a menu opens"),
        ("tap Enter", "opens a file, keys come back, a menu closes"),
        ("tap F10; tap Right; tap Space; move \"Edit/Snap\"; tap Down; tap Space", ""),
        // Escape goes back, out of a menu too, and then ends the lesson.
        ("tap F10; tap Down; tap Esc", ""),
        ("tap F10; tap Esc", ""),
        ("tap F10; tap F10", ""),
    ]);
    assert!(editor.see(|lesson| lesson.snaps));
    editor.plays("move away");
    assert!(pixels(&editor) == before, "something is still marked");
    editor.play_all(&[("tap Space", "jump"), ("tap Esc", "quits")]);
}

#[test]
fn the_speed_has_a_menu_that_keys_reach() {
    let mut plain = open::<false>();
    assert!(plain.runner.place("loop").is_none());
    // The second panel's row is the button that plays, the time, and the speed.
    plain.plays("tap Tab; tap Tab; tap Right; tap Right; tap Space; move \"loop\"");
    plain.plays("tap Space; tap Right; tap Space; tap Down; tap Space");
    assert!(plain.runner.time.clock.speed > 1.0 && !plain.runner.time.clock.looping);
    plain.plays("tap Esc");
    assert!(plain.runner.place("loop").is_none() && plain.runner.inputs.focus == Focus::View);
}

#[test]
fn a_timeline_is_moved_by_keys() {
    let mut editor = open::<true>();
    editor.runner.time.clock.seconds = 0.55;
    editor.plays("tap Tab; tap Down; tap Down; tap Down; tap Right; tap Right");
    assert_eq!(editor.runner.time.clock.time, 0.05, "the time stops at the first key");
    editor.plays("tap Shift+Right");
    let keys = editor.see(|lesson| lesson.keys);
    assert!((keys[0] - 0.05 - 1.0 / 30.0).abs() < 1e-6 && keys[1] == 0.5, "{keys:?}");
    editor.plays("tap Left");
    assert!((editor.runner.time.clock.time - 0.05).abs() < 1e-6 && editor.see(|lesson| lesson.keys) == keys);
}

#[test]
fn controls_and_the_time_are_set_from_the_command_line() {
    let mut plain = open_with::<false>(&[("light", "on"), ("time", "0.75")]).unwrap();
    assert!(plain.see(|lesson| lesson.light) && !plain.runner.time.clock.playing);
    assert_eq!(plain.runner.time.clock.time, 0.75);
    drop(plain);
    for (setting, wanted) in [
        (("light", "1"), "control 'light' cannot be '1': it is on or off"),
        (("length", "nan"), "control 'length' cannot be 'nan': it takes a number"),
        (
            ("fire", "on"),
            "there is no control 'fire'; there are: number, way, light, key 1, key 2, length, name",
        ),
    ] {
        assert_eq!(open_with::<true>(&[setting]).err().unwrap().to_string(), wanted);
    }
}

#[test]
fn work_that_is_not_saved_is_asked_about() {
    let ends: [(Event, &str); 4] = [
        (Event::Key { key: Key::ESCAPE, down: true, repeat: false }, "quits"),
        (Event::Key { key: Key::char('r'), down: true, repeat: false }, "opens"),
        (Event::Close, "quits"),
        (Event::Drop("heron.dae".into()), "opens"),
    ];
    let answers = [
        ("tap Enter", "saves, quits, is answered"),
        ("tap Right; tap Enter", "quits, is answered"),
        ("tap Right; tap Right; tap Space", "is answered"),
        ("tap Esc", "is answered"),
        ("click \"Throw away\"", "quits, is answered"),
    ];
    // Every answer is given to the first question, and one to each of the others.
    for (number, (event, left)) in ends.into_iter().enumerate() {
        for (answer, wanted) in answers.into_iter().take(if number == 0 { 5 } else { 1 }) {
            let mut editor = open::<true>();
            editor.see(|lesson| lesson.is_unsaved = true);
            assert_eq!(editor.runner.handle(event.clone()).unwrap(), Request::None);
            assert_eq!(editor.plays("wait 0.1; move 500,300"), "", "the question waits");
            assert_eq!(editor.plays(answer), wanted.replace("quits", left), "{answer} after {event:?}");
        }
    }
    let mut editor = open::<true>();
    editor.see(|lesson| (lesson.is_unsaved, lesson.disk_is_full) = (true, true));
    editor.play_all(&[("tap Esc", "asks"), ("tap Enter", "")]);
    editor.see(|lesson| lesson.disk_is_full = false);
    editor.play_all(&[("tap Enter", "saves, quits, is answered")]);
}

#[test]
fn a_chord_of_the_lessons_ends_a_text_and_one_of_the_texts_does_not() {
    let mut editor = open::<true>();
    // Nothing waits between the last letter and the chord.
    let new = |text| format!("click \"name/new\"\nwait 0.2\ntype \"{text}\"\ntap Ctrl+S\nwait 0.2\n");
    let chords = "wave\"\ntap Ctrl+Z\ntap Ctrl+B\ntap Ctrl+A\nwait 0.2\ntype \"bow";
    assert_eq!(editor.script(&[new(chords), new("nod")].concat()).unwrap(), "adds bow, save, adds nod, save");
    // A lesson that reads keys itself has it too.
    editor.see(|lesson| lesson.reads = true);
    assert_eq!(editor.script(&new("bend")).unwrap(), "adds bend, reads Ctrl+S");
}

#[test]
fn what_a_script_does_not_find_is_named_with_its_line() {
    let error = format!("{:#}", open::<true>().script("wait 0.1\nclick \"dark\"").unwrap_err());
    let wanted =
        "a.txt, line 2: nothing called \"dark\" is to be seen; there are: Edit, File, border, keys, length, ";
    assert!(error.starts_with(wanted), "{error}");
}
