//! Runs a lesson with everything around it, and draws into a canvas, alike in a window and without one.

mod aids;
mod events;
mod gui;
mod leaving;
mod left;
mod screen;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
mod told;

pub use self::aids::Aids;
use self::events::{Focus, Inputs};
pub use self::gui::{Gui, Shown};
pub use self::leaving::Leaving;
use self::leaving::Unsaved;
pub use self::screen::Screen;
pub use self::told::in_sight;
use super::camera::Stagebox;
use super::clock::Moment;
use super::frame::{Above, Label, left_of};
use super::guard::guarded;
use super::handed::Playing;
use super::output::{free_name, write_png};
use super::overlay::{self, Shape};
use super::pace::Pacer;
use super::panel::Memory;
use super::panels::Panels;
use super::rect::Rect;
use super::scenes::Scenes;
use super::theme::{self, Fonts};
use super::watch;
use super::{Args, Camera, Clock, Frame, Pace, Panel, Scene, Step};
use anyhow::Result;
use gl::{Gl, View};
use glam::{Vec2, Vec3};
use glium::Surface as _;
use imgui::Ui;
use std::path::PathBuf;

/// The frames until a panel or question can mark the control that has the keys.
const TO_THE_RING: u8 = 2;

/// A lesson that runs, with its time, camera, panels and picture.
///
/// It goes on even if the lesson's code panics, as [`Runner::trouble`] then tells.
pub struct Runner {
    pub camera: Camera,
    pub time: Time,
    pub screen: Screen,
    pub gui: Gui,
    pub aids: Aids,
    pub(super) lesson: Scenes,
    inputs: Inputs,
    /// The question about unsaved work, while it is open.
    asks: Option<Unsaved>,
    pub(super) memory: Memory,
    /// The arguments that the lesson was opened with.
    pub(super) args: Args,
}

impl Runner {
    /// Opens the first of a lesson's scenes, with `samples` samples per pixel.
    pub fn open(
        gl: Gl,
        info: &course::LessonInfo,
        scenes: &[Scene],
        args: &Args,
        samples: u32,
    ) -> Result<Self> {
        let lesson = open(&gl, info, scenes, args)?;
        let mut runner = Self {
            camera: Camera::flat(Vec3::ZERO, 1.0),
            time: Time::new(Pace::Still),
            gui: Gui::new(&gl, args.scale)?,
            screen: Screen::new(gl, args.size, samples)?,
            aids: Aids::new(info),
            inputs: Inputs::new(lesson.actions())?,
            lesson,
            asks: None,
            memory: Memory::default(),
            args: args.clone(),
        };
        runner.begin();
        runner.apply_settings()?;
        if let Some([x, y, z, height, yaw, pitch]) = args.camera {
            runner.camera = Camera { target: Vec3::new(x, y, z), height, yaw, pitch, ..runner.camera };
        }
        Ok(runner)
    }

    /// Applies the settings of the command line to the panel's controls, as if by hand.
    fn apply_settings(&mut self) -> Result<()> {
        let shown = self.gui.show(Shown { panel: true, ..Shown::default() });
        self.paint(0.0)?;
        for setting in self.args.settings.clone() {
            self.memory.set(&setting);
            self.paint(0.0)?;
        }
        self.gui.shown = shown;
        match self.trouble() {
            None if !self.args.handed => self.memory.settings.check(),
            _ => Ok(()),
        }
    }

    /// Opens the lesson anew.
    pub fn reset(&mut self) -> Result<()> {
        self.lesson.open(&self.screen.gl, &self.args)?;
        self.begin();
        Ok(())
    }

    /// Begins the shown scene, with its own time and camera.
    fn begin(&mut self) {
        self.time = Time { now: self.time.now, ..Time::new(self.pace()) };
        if let Some(camera) = self.lesson.call(|lesson| lesson.camera()) {
            self.camera = camera;
        }
        self.aids.told.begin();
    }

    /// Opens the lesson with another model. If that fails, the lesson stays, and a message says why.
    pub fn open_model(&mut self, path: PathBuf) {
        if !self.aids.heading.takes_model {
            self.tell(course::opens_no_models(course::root()));
            return;
        }
        let args = Args { model: Some(path), ..self.args.clone() };
        match self.lesson.open(&self.screen.gl, &args) {
            Ok(()) => {
                self.args = args;
                self.begin();
            }
            Err(error) => self.aids.told.refusal = Some(format!("{error:#}")),
        }
    }

    /// Returns why nothing is drawn, or not everything, if the lesson's code has panicked or failed to draw.
    pub fn trouble(&self) -> Option<&str> {
        self.lesson.reason().or(self.aids.told.undrawn.as_deref())
    }

    /// Returns the pace of the lesson's time. A lesson that was stopped stands still.
    pub fn pace(&mut self) -> Pace {
        self.lesson.call(|lesson| lesson.pace()).unwrap_or(Pace::Still)
    }

    /// Returns true if what the user makes is kept nowhere but in this program, until it is saved.
    pub fn is_editor(&mut self) -> bool {
        self.lesson.edit(|_| ()).is_some()
    }

    /// Returns true if the next frame differs from this one without any input.
    pub fn is_moving(&mut self) -> bool {
        let runs = !self.pace().is_clocks();
        let Time { clock, now, .. } = &self.time;
        runs || clock.playing || self.aids.told.is_telling(*now) || self.inputs.to_the_ring > 0
    }

    /// Returns the state to hand to a new program, beyond the settings.
    pub fn playing(&self) -> Playing {
        let Clock { playing, speed, looping, .. } = self.time.clock;
        let Aids { exercises, inspector, heading, .. } = &self.aids;
        let exercises = exercises.as_ref().filter(|exercises| exercises.checks_on_save);
        let checks = exercises.map(|exercises| exercises.is_open);
        let inspects = inspector.chosen.filter(|_| inspector.open);
        let (panel, not_done) = (self.gui.shown.panel, heading.not_done.clone());
        Playing { playing, speed, looping, panel, checks, inspects, not_done }
    }

    /// Restores the state that the program before this one had.
    pub fn take_over(&mut self, before: &Playing) {
        let Playing { playing, speed, looping, panel, checks, inspects, not_done } = before.clone();
        let Aids { exercises, inspector, heading, .. } = &mut self.aids;
        heading.not_done = not_done;
        let clock = &mut self.time.clock;
        (clock.playing, clock.speed, clock.looping) = (playing, speed, looping);
        (self.gui.shown.panel, inspector.open) = (panel, inspects.is_some());
        inspector.chosen = inspects;
        if let Some((exercises, words)) = exercises.as_mut().zip(checks) {
            (exercises.checks_on_save, exercises.is_open) = (true, words);
            exercises.check();
        }
    }

    /// Returns true if no button or control is held, and no menu, question or comparison open.
    pub fn is_free(&self) -> bool {
        let is_held = self.inputs.is_dragging() || self.gui.is_busy() || self.aids.ours.is_some();
        !(is_held || self.is_asking() || self.memory.regions.take_keys())
    }

    /// Resizes the picture to so many pixels, with text to match `scale`.
    pub fn resize(&mut self, size: [u32; 2], scale: f32) -> Result<()> {
        self.screen.resize(size)?;
        self.gui.set_scale(scale)
    }

    /// Reloads saved shaders and assets. Returns true if there were any.
    pub fn reload(&mut self) -> bool {
        // Reading a model also runs the student's code.
        let gl = &self.screen.gl;
        let reloaded = guarded(watch::to_open(self.args.model.as_deref()), || gl.reload());
        let (reloaded, refusal) =
            reloaded.map_or_else(|panic| (true, Some(panic)), |reloaded| (reloaded, None));
        let is_good = gl.errors().is_empty();
        self.aids.told.refusal = refusal.or(self.aids.told.refusal.take());
        if reloaded && is_good {
            self.tell("reloaded");
        } else if reloaded {
            // It is about earlier saves.
            self.aids.told.message = None;
        }
        reloaded
    }

    /// Shows a message for a few seconds.
    pub fn tell(&mut self, message: impl Into<String>) {
        self.aids.told.message = Some((message.into(), self.time.now));
    }

    /// Returns the rectangle of the picture that the panel at the left leaves free.
    fn beside(&self) -> Rect {
        self.gui.beside(self.screen.canvas.size())
    }

    /// Returns the picture's size, its free part and its scale.
    pub fn area(&self) -> Stagebox {
        let free = self.memory.regions.free_of(self.beside());
        Stagebox { size: self.screen.canvas.size(), free, scale: self.gui.scale }
    }

    /// Returns the rectangle of a control, label or handle by its name. See [`Memory::place`].
    pub fn place(&self, name: &str) -> Option<Rect> {
        self.memory.place(name)
    }

    /// Returns the names of all controls, labels and handles.
    pub fn names(&self) -> Vec<&str> {
        self.memory.names()
    }

    /// Returns the camera's view for the present size.
    pub fn view(&self) -> View {
        self.camera.view(self.area())
    }

    /// Lets time pass for the lesson, unless a question is open.
    pub fn update(&mut self, real_seconds: f64) {
        if self.is_asking() {
            return;
        }
        if let Some(key) = self.inputs.chord.take_if(|_| !self.gui.is_typing()) {
            self.press_lessons(key, false);
            // It may have come up meanwhile.
            self.inputs.actions.release(key.cap);
        }
        let pace = self.pace();
        for moment in self.time.pass(pace, real_seconds) {
            let step =
                Step { time: moment.time, dt: moment.dt, input: self.inputs.actions.take(self.hover()) };
            self.lesson.call(|lesson| lesson.update(step));
        }
    }

    /// Draws scene and panels, `real_seconds` after the last time.
    pub fn paint(&mut self, real_seconds: f32) -> Result<()> {
        self.begin_frame(real_seconds)?;
        self.show_scene_and_panels()?;
        self.end_frame()
    }

    /// Shows the panels, and draws the scene into the part of the picture that they leave free.
    fn show_scene_and_panels(&mut self) -> Result<()> {
        let pace = self.pace();
        let (help, beside, size) = (self.help(), self.beside(), self.screen.canvas.size());
        let Self { camera, time, screen, gui, aids, lesson, asks, memory, args, .. } = self;
        let (scale, fonts, shown, between) = (gui.scale, gui.fonts, gui.shown, time.pacer.between());
        let ui = gui.imgui.new_frame();

        lesson.call(|lesson| lesson.follow(camera, between));
        let mut panel = Panel::new(ui, fonts, &mut time.clock, camera, memory, scale, time.now);
        let mut scene = None;
        if shown.panel {
            scene = left::show(&mut panel, lesson, &aids.heading, &help, aids.row(scale), pace);
        }
        aids.show_exercises(ui, scale, shown.panel);
        let mut panels = Panels::new(panel, beside, shown.panel);
        lesson.edit(|edits| edits.panels(&mut panels));
        if aids.inspector.open {
            let inspected = lesson.call(|lesson| lesson.inspected()).flatten();
            aids.inspector.look(&screen.gl, inspected);
        }
        aids.show_column(&mut panels);
        if let Some(asks) = asks {
            asks.show(&mut panels);
        }

        let area = Stagebox { size, free: memory.regions.free_of(beside), scale };
        aids.show_over(ui, area, fonts, memory, lesson.reason(), screen.gl.errors());
        aids.told.show_message(ui, area, memory, time.now);
        if memory.settings.noted.is_none() {
            aids.inspector.fit(camera, area);
        }

        let view = camera.view(area);
        let light = lesson.call(|lesson| lesson.light()).flatten();
        let mut frame = Frame::begin(screen, view, area.free, between, light)?;
        let drawn = lesson.call(|lesson| lesson.draw(&mut frame)).unwrap_or(Ok(()));
        aids.told.undrawn = drawn.err().map(|error| format!("{error:#}"));
        if aids.inspector.open {
            aids.inspector.draw(&mut frame);
        }
        let (view, above) = frame.end()?;
        aids.inspector.view = Some(view);
        show_above(ui, above, &view, area.free, fonts, memory);
        if let Some(at) = self.inputs.mouse().filter(|_| shown.mouse) {
            show_mouse(ui, at, scale);
        }
        (gui.changes, gui.pointing) = (ui.is_any_item_active(), ui.mouse_cursor());
        if let Some(scene) = scene {
            lesson.show(scene, &screen.gl, args);
            self.begin();
        }
        Ok(())
    }

    /// Begins a frame of Dear ImGui.
    fn begin_frame(&mut self, real_seconds: f32) -> Result<()> {
        if let Some(ours) = &mut self.aids.ours {
            if self.args.headless {
                ours.wait();
            }
            ours.prepare(&self.screen.gl, &mut self.gui.renderer)?;
        }
        self.time.now += f64::from(real_seconds);
        self.gui.begin(self.screen.canvas.size(), real_seconds);
        self.memory.begin();
        self.lead_keys();
        Ok(())
    }

    /// Draws the panels over the scene.
    fn end_frame(&mut self) -> Result<()> {
        let (beside, size) = (self.beside(), self.screen.canvas.size());
        let mut picture = self.screen.canvas.flattened(&self.screen.gl)?;
        // A software renderer takes far longer to blend a window's own background.
        let ([r, g, b, opacity], left) = (theme::PANEL, left_of(beside, size));
        picture.clear(Some(&left), Some((r, g, b, opacity)), false, None, None);
        self.gui.draw(&mut picture)?;
        if self.memory.regions.menu_has_closed && self.inputs.focus == Focus::Menus {
            self.leave_panels();
        }
        Ok(())
    }

    /// Saves the present state as a picture without messages: to a file with a free name, which a message
    /// tells, if none is given. Returns the file.
    pub fn save_picture(&mut self, path: Option<PathBuf>, name: &str) -> Result<PathBuf> {
        self.aids.told.message = None;
        self.paint(0.0)?;
        let is_given = path.is_some();
        let path = path.map_or_else(|| Ok(free_name(&std::env::current_dir()?, name)), anyhow::Ok)?;
        let canvas = &self.screen.canvas;
        write_png(&path, canvas.size(), &canvas.pixels()?)?;
        if !is_given {
            self.tell(format!("saved {}", path.display()));
        }
        Ok(path)
    }
}

/// The times of a lesson: of its motion, of its steps, and of the window.
pub struct Time {
    pub clock: Clock,
    /// The time of a lesson without a transport bar.
    pacer: Pacer,
    /// The seconds since the program began.
    now: f64,
}

impl Time {
    fn new(pace: Pace) -> Self {
        Self { clock: Clock::new(pace.seconds()), pacer: Pacer::new(pace), now: 0.0 }
    }

    /// Lets real time pass, and returns the lesson's steps.
    fn pass(&mut self, pace: Pace, real_seconds: f64) -> Vec<Moment> {
        if !pace.is_clocks() {
            return self.pacer.pass(real_seconds).collect();
        }
        self.clock.seconds = pace.seconds().unwrap_or(self.clock.seconds);
        vec![self.clock.step(real_seconds as f32)]
    }
}

/// Opens the first scene of a lesson. One that can't read its own file is stopped, with advice, since
/// students write tables and the code that reads models.
fn open(gl: &Gl, info: &course::LessonInfo, scenes: &[Scene], args: &Args) -> Result<Scenes> {
    let mut lesson = Scenes::new(scenes);
    if let Err(error) = lesson.open(gl, args) {
        let is_unread = error.chain().any(|cause| cause.is::<common::unread::Error>());
        if !is_unread || args.model.is_some() {
            return Err(error);
        }
        let advice = format!(
            "This file came with the lesson: look at your changes in it, and at the code that reads it. `cargo workbook \
             check {}` tells you which TODO it is in.",
            info.number
        );
        lesson.stop(format!("{error:#}\n\n{advice}"));
    }
    Ok(lesson)
}

/// Shows the lesson's shapes and labels over the scene, and stores the places of those with names.
fn show_above(ui: &Ui, above: Above, view: &View, within: Rect, fonts: Fonts, memory: &mut Memory) {
    let (bold, mut written) = (ui.push_font(fonts.bold), above.letters);
    let place =
        |label: &Label| label.shape(view, within, ui.calc_text_size(&label.text).into(), &mut written);
    let words: Vec<Shape> = above.labels.iter().filter_map(place).collect();
    bold.pop();
    overlay::show(ui, within, fonts, view.scale, above.shapes.into_iter().chain(words));
    let labels = above.labels.into_iter().map(|label| (label.text, label.point));
    for (name, point) in labels.chain(above.handles) {
        if let Some(pixel) = view.pixel(point) {
            memory.found(name, Rect::around(pixel, Vec2::ZERO));
        }
    }
}

/// Draws an arrow at the mouse's place.
fn show_mouse(ui: &Ui, at: Vec2, scale: f32) {
    let corners = [[0.0, 0.0], [0.0, 17.0], [4.0, 13.5], [7.0, 20.0], [9.5, 19.0], [6.8, 12.7], [12.0, 12.5]];
    let [tip, rest @ ..] = corners.map(|corner| (at + scale * Vec2::from(corner)).to_array());
    let list = ui.get_foreground_draw_list();
    // Dear ImGui fills only convex shapes: a fan of triangles makes this one.
    for edge in rest.windows(2) {
        list.add_triangle(tip, edge[0], edge[1], theme::PAPER).filled(true).build();
    }
    let outline: Vec<[f32; 2]> = [tip].into_iter().chain(rest).chain([tip]).collect();
    list.add_polyline(outline, theme::INK).thickness(1.3 * scale).build();
}
