//! Runs a lesson with everything around it, and draws into a canvas, alike in a window and without one.

mod events;
mod leaving;
mod left;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
mod told;

use self::events::{Focus, Mouse};
pub use self::leaving::Leaving;
use self::leaving::Unsaved;
use self::left::Heading;
use self::told::Told;
pub use self::told::in_sight;
use super::camera::Stagebox;
use super::clock::Moment;
use super::desk::Desk;
use super::exercises::{self, Exercises};
use super::frame::{Above, Label, left_of};
use super::guard::{Guarded, guarded};
use super::input::{Actions, Key};
use super::inspect::Inspector;
use super::ours::Ours;
use super::output::{free_name, write_png};
use super::overlay::{self, Shape};
use super::pace::Pacer;
use super::panel::{Memory, PANEL_WIDTH};
use super::panels::Panels;
use super::rect::Rect;
use super::successor::Playing;
use super::theme::{self, Fonts};
use super::watch;
use super::{Args, Camera, Clock, Frame, Lesson, Motion, Pace, Painter, Panel, Step};
use anyhow::Result;
use gl::{Canvas, Gl, View};
use glam::{Vec2, Vec3};
use glium::Surface as _;
use imgui::{ConfigFlags, MouseCursor, Ui};
use imgui_glium_renderer::Renderer;
use std::path::PathBuf;

/// The frames until a panel or question can mark the control that has the keys.
const TO_THE_RING: u8 = 2;

/// The parts that are shown besides the scene.
#[derive(Clone, Copy, Default)]
pub struct Shown {
    /// True if the panel at the left is shown.
    pub panel: bool,
    /// True if the mouse is drawn, as in a film of a script. Over a window the system draws it.
    pub mouse: bool,
}

/// A lesson that runs, with its clock, camera, panels and picture.
///
/// It goes on even if the lesson's code panics, as [`Runner::trouble`] then tells.
pub struct Runner<L> {
    pub clock: Clock,
    pub camera: Camera,
    pub shown: Shown,
    /// Dear ImGui, which a window passes events to.
    pub imgui: imgui::Context,
    /// The mouse's cursor that panels want, if it is visible.
    pub pointing: Option<MouseCursor>,
    /// The picture that is drawn on.
    pub canvas: Canvas,
    /// The lesson's exercises, which only a window shows.
    pub exercises: Option<Exercises>,
    /// The age of the program, and the program that will replace it, in a window.
    pub desk: Option<Desk>,
    /// The comparison of your picture with ours, while it is shown.
    pub(super) ours: Option<Ours>,
    /// The lesson's number, or 0 for another program.
    pub(super) number: u8,
    lesson: Guarded<L>,
    /// The time of a lesson without a transport bar.
    pacer: Pacer,
    actions: Actions,
    mouse: Mouse,
    focus: Focus,
    /// The lesson's chord that has ended a text, until the panel has taken the text.
    chord: Option<Key>,
    /// The frames until the control that has the keys can be marked.
    to_the_ring: u8,
    /// True while a control of the panel is being changed, which Escape then cancels.
    panel_is_busy: bool,
    question: Option<Unsaved>,
    answer: Option<usize>,
    pub(super) inspector: Inspector,
    gl: Gl,
    painter: Painter,
    pub(super) renderer: Renderer,
    fonts: Fonts,
    pub(super) memory: Memory,
    heading: Heading,
    /// The arguments that the lesson was opened with.
    pub(super) args: Args,
    samples: u32,
    scale: f32,
    now: f64,
    told: Told,
}

impl<L: Lesson> Runner<L> {
    /// Opens the lesson, with `samples` samples per pixel.
    pub fn open(gl: Gl, info: &course::LessonInfo, args: &Args, samples: u32) -> Result<Self> {
        let lesson = open(&gl, info, args)?;
        let mut imgui = imgui::Context::create();
        imgui.set_ini_filename(None);
        imgui.set_log_filename(None);
        imgui.io_mut().config_flags |= ConfigFlags::NAV_ENABLE_KEYBOARD;
        let fonts = theme::apply(&mut imgui, args.scale);
        let renderer = Renderer::new(&mut imgui, &gl)?;
        let mut runner = Self {
            clock: Clock::new(None),
            pacer: Pacer::new(L::PACE),
            actions: Actions::new(L::ACTIONS)?,
            mouse: Mouse::default(),
            focus: Focus::default(),
            chord: None,
            to_the_ring: 0,
            panel_is_busy: false,
            question: None,
            answer: None,
            inspector: Inspector::default(),
            camera: Camera::flat(Vec3::ZERO, 1.0),
            shown: Shown::default(),
            canvas: Canvas::new(&gl, args.size, samples)?,
            exercises: None,
            desk: None,
            ours: None,
            number: info.number,
            painter: Painter::new(&gl)?,
            memory: Memory::default(),
            heading: Heading::of(info),
            scale: args.scale,
            args: args.clone(),
            now: 0.0,
            told: Told::default(),
            lesson,
            imgui,
            pointing: Some(MouseCursor::Arrow),
            gl,
            renderer,
            fonts,
            samples,
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
        let shown = std::mem::replace(&mut self.shown, Shown { panel: true, ..Shown::default() });
        self.paint(0.0)?;
        for setting in self.args.settings.clone() {
            self.memory.want(&setting);
            self.paint(0.0)?;
        }
        self.shown = shown;
        match self.trouble() {
            None if !self.args.handed => self.memory.check_settings(),
            _ => Ok(()),
        }
    }

    /// Opens the lesson anew.
    pub fn reset(&mut self) -> Result<()> {
        let allowance = watch::to_open(self.args.model.as_deref());
        self.lesson = Guarded::open(allowance, || L::open(&self.gl, &self.args))?;
        self.begin();
        Ok(())
    }

    fn begin(&mut self) {
        self.clock = Clock::new(self.motion());
        self.pacer = Pacer::new(L::PACE);
        if let Some(camera) = self.lesson.call(|lesson| lesson.camera()) {
            self.camera = camera;
        }
        (self.told.refusal, self.told.undrawn) = (None, None);
    }

    /// Opens the lesson with another model. If that fails, the lesson stays, and a message says why.
    pub fn open_model(&mut self, path: PathBuf) {
        if !L::TAKES_MODEL {
            self.tell(course::opens_no_models(course::root()));
            return;
        }
        let args = Args { model: Some(path), ..self.args.clone() };
        let opened = guarded(watch::to_open(args.model.as_deref()), || L::open(&self.gl, &args));
        match opened.and_then(|opened| opened.map_err(|error| format!("{error:#}"))) {
            Ok(lesson) => {
                self.lesson = Guarded(Ok(lesson));
                self.args = args;
                self.begin();
            }
            Err(refusal) => self.told.refusal = Some(refusal),
        }
    }

    /// Returns why nothing is drawn, or not everything, if the lesson's code has panicked or failed to draw.
    pub fn trouble(&self) -> Option<&str> {
        self.lesson.reason().or(self.told.undrawn.as_deref())
    }

    /// Returns the motion that the transport bar plays.
    pub fn motion(&mut self) -> Option<Motion> {
        let plays = L::PACE == Pace::Transport;
        plays.then(|| self.lesson.call(|lesson| lesson.motion()).flatten()).flatten()
    }

    /// Returns true if the next frame differs from this one without any input.
    pub fn is_moving(&mut self) -> bool {
        let runs = L::PACE != Pace::Transport && !self.lesson.call(|lesson| lesson.rests()).unwrap_or(true);
        self.clock.playing || runs || self.told.is_telling(self.now) || self.to_the_ring > 0
    }

    /// Returns true while a program is built beside the window, which shows how long that takes.
    pub fn builds(&self) -> bool {
        self.desk.as_ref().is_some_and(Desk::is_busy) || self.ours.as_ref().is_some_and(Ours::is_waiting)
    }

    /// Returns the state to hand to a new program, beyond the settings.
    pub fn playing(&self) -> Playing {
        let Clock { playing, speed, looping, .. } = self.clock;
        let exercises = self.exercises.as_ref().filter(|exercises| exercises.checks_on_save);
        let checks = exercises.map(|exercises| exercises.is_open);
        let inspects = self.inspector.open.then(|| self.inspector.chosen.clone());
        Playing { playing, speed, looping, panel: self.shown.panel, checks, inspects }
    }

    /// Restores the state that the program before this one had.
    pub fn take_over(&mut self, before: &Playing) {
        let Playing { playing, speed, looping, panel, checks, inspects } = before.clone();
        (self.clock.playing, self.clock.speed, self.clock.looping) = (playing, speed, looping);
        (self.shown.panel, self.inspector.open) = (panel, inspects.is_some());
        self.inspector.chosen = inspects.unwrap_or_default();
        if let Some((exercises, words)) = self.exercises.as_mut().zip(checks) {
            (exercises.checks_on_save, exercises.is_open) = (true, words);
            exercises.check();
        }
    }

    /// Returns true if no button or control is held, and no menu, question or comparison open.
    pub fn is_free(&self) -> bool {
        let is_typing = self.imgui.io().want_text_input;
        let is_held = self.mouse.is_dragging() || self.panel_is_busy || is_typing || self.ours.is_some();
        !(is_held || self.is_asking() || self.memory.regions.take_keys())
    }

    /// Returns the number of samples per pixel.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// Sets the samples per pixel, or [`gl::UNSEEN`].
    pub fn set_samples(&mut self, samples: u32) -> Result<()> {
        if samples != self.samples {
            self.canvas = Canvas::new(&self.gl, self.canvas.size(), samples)?;
            self.samples = samples;
        }
        Ok(())
    }

    /// Resizes the picture to so many pixels, with text to match `scale`.
    pub fn resize(&mut self, size: [u32; 2], scale: f32) -> Result<()> {
        if size != self.canvas.size() {
            self.canvas = Canvas::new(&self.gl, size, self.samples)?;
        }
        if scale != self.scale {
            self.scale = scale;
            self.fonts = theme::apply(&mut self.imgui, scale);
            self.renderer.reload_font_texture(&mut self.imgui)?;
        }
        Ok(())
    }

    /// Reloads saved shaders and assets. Returns true if there were any.
    pub fn reload(&mut self) -> bool {
        // Reading a model also runs the student's code.
        let reloaded = guarded(watch::to_open(self.args.model.as_deref()), || self.gl.reload())
            .unwrap_or_else(|panicked| {
                self.told.refusal = Some(panicked);
                true
            });
        if reloaded && self.gl.errors().is_empty() {
            self.tell("reloaded");
        } else if reloaded {
            // It is about earlier saves.
            self.forget_message();
        }
        reloaded
    }

    /// Shows a message for a few seconds.
    pub fn tell(&mut self, message: impl Into<String>) {
        self.told.message = Some((message.into(), self.now));
    }

    /// Removes the message.
    pub fn forget_message(&mut self) {
        self.told.message = None;
    }

    /// Returns the picture's size, its free part and its scale.
    pub fn area(&self) -> Stagebox {
        let size = self.canvas.size();
        let free = self.memory.regions.free_of(beside_panel(size, self.shown.panel, self.scale));
        Stagebox { size, free, scale: self.scale }
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
        if let Some(key) = self.chord.take_if(|_| !self.imgui.io().want_text_input) {
            self.press_lessons(key, false);
            // It may have come up meanwhile.
            self.actions.release(key.cap);
        }
        if L::PACE != Pace::Transport {
            return self.pacer.pass(real_seconds).for_each(|moment| self.step(moment));
        }
        if let Some(motion) = self.motion() {
            self.clock.seconds = motion.seconds;
        }
        let moment = self.clock.step(real_seconds as f32);
        self.step(moment);
    }

    fn step(&mut self, Moment { time, dt }: Moment) {
        let step = Step { time, dt, input: self.actions.take(self.hover()) };
        self.lesson.call(|lesson| lesson.update(step));
    }

    /// Draws scene and panel into the canvas, `real_seconds` after the last time.
    pub fn paint(&mut self, real_seconds: f32) -> Result<()> {
        self.begin_frame(real_seconds)?;
        let has_time = self.motion().is_some();
        let (help, size, scale, fonts) = (self.help(has_time), self.canvas.size(), self.scale, self.fonts);
        let beside = beside_panel(size, self.shown.panel, scale);
        let unbuilt = self.desk.as_ref().and_then(Desk::trouble);
        let errors = self.told.errors(self.lesson.reason(), unbuilt, self.gl.errors());
        let age = self.desk.as_ref().and_then(Desk::told);
        self.memory.begin();
        let ui = self.imgui.new_frame();

        let (clock, camera) = (&mut self.clock, &mut self.camera);
        self.lesson.call(|lesson| lesson.follow(camera, self.pacer.between()));
        let mut panel = Panel::new(ui, fonts, clock, camera, &mut self.memory, scale, self.now);
        if self.exercises.as_ref().is_some_and(Exercises::are_right) {
            self.heading.not_done = None;
        }
        if self.shown.panel {
            let row = self.exercises.as_ref().map_or(0.0, |_| exercises::ROW * scale);
            left::show(&mut panel, &mut self.lesson, &self.heading, &help, row, has_time);
            if let Some(exercises) = &mut self.exercises {
                exercises.show(ui, scale, age.is_some());
            }
        }
        let mut panels = Panels::new(panel, beside, self.shown.panel);
        self.lesson.call(|lesson| lesson.panels(&mut panels));
        if self.inspector.open {
            let inspected = self.lesson.call(|lesson| lesson.inspected()).flatten();
            self.inspector.look(&self.gl, inspected);
            self.inspector.show(&mut panels);
        }
        if let Some(question) = &self.question {
            self.answer = question.ask(&mut panels);
        }

        let mut area = Stagebox { size, free: self.memory.regions.free_of(beside), scale };
        told::show_errors(ui, area, fonts, &errors, &mut self.memory);
        if let Some(exercises) = self.exercises.as_mut().filter(|_| self.ours.is_none()) {
            area.free.low.y = exercises.show_words(ui, area, fonts, age, &mut self.memory);
        }
        if let Some(ours) = &mut self.ours {
            ours.show(ui, area, fonts, &mut self.memory);
        }
        self.told.show_message(ui, area, &mut self.memory, self.now);
        self.panel_is_busy = ui.is_any_item_active();
        // Words of a check take their part of the view.
        let area = Stagebox { free: self.memory.regions.free_of(beside), ..area };
        if self.memory.settings.is_none() {
            self.inspector.fit(&mut self.camera, area);
        }

        let (view, between) = (self.camera.view(area), self.pacer.between());
        let light = self.lesson.call(|lesson| lesson.light(&view, between)).flatten();
        let mut frame = Frame::begin(&self.gl, &self.painter, &self.canvas, view, area.free, light)?;
        frame.between = between;
        let drawn = self.lesson.call(|lesson| lesson.draw(&mut frame)).unwrap_or(Ok(()));
        self.told.undrawn = drawn.err().map(|error| format!("{error:#}"));
        if self.inspector.open {
            self.inspector.draw(&mut frame);
        }
        let above = frame.end()?;
        self.inspector.view = Some(above.view);
        show_above(ui, above, area.free, fonts, scale, &mut self.memory);
        if let Some(at) = self.mouse.at.filter(|_| self.shown.mouse) {
            show_mouse(ui, at, scale);
        }
        self.pointing = ui.mouse_cursor();
        self.end_frame(beside)
    }

    /// Begins a frame of Dear ImGui.
    fn begin_frame(&mut self, real_seconds: f32) -> Result<()> {
        if let Some(ours) = &mut self.ours {
            if self.args.headless {
                ours.wait();
            }
            ours.prepare(&self.gl, &mut self.renderer)?;
        }
        self.now += f64::from(real_seconds);
        let io = self.imgui.io_mut();
        io.display_size = self.canvas.size().map(|side| side as f32);
        io.display_framebuffer_scale = [1.0, 1.0];
        io.delta_time = real_seconds.max(1e-4);
        self.lead_keys();
        Ok(())
    }

    /// Draws the panels over the scene.
    fn end_frame(&mut self, beside: Rect) -> Result<()> {
        let mut picture = self.canvas.flattened(&self.gl)?;
        // A software renderer takes far longer to blend a window's own background.
        let ([r, g, b, opacity], left) = (theme::PANEL, left_of(beside, self.canvas.size()));
        picture.clear(Some(&left), Some((r, g, b, opacity)), false, None, None);
        let words = self.imgui.render();
        // Without any, Dear ImGui's list is a null pointer, which must not be read.
        if words.draw_lists_count() > 0 {
            self.renderer.render(&mut picture, words)?;
        }
        if self.memory.regions.menu_has_closed && self.focus == Focus::Menus {
            self.leave_panels();
        }
        Ok(())
    }

    /// Saves the present state as a picture without messages: to a file with a free name, which a message
    /// tells, if none is given. Returns the file.
    pub fn save_picture(&mut self, path: Option<PathBuf>, name: &str) -> Result<PathBuf> {
        self.forget_message();
        self.paint(0.0)?;
        let is_given = path.is_some();
        let path = path.map_or_else(|| Ok(free_name(&std::env::current_dir()?, name)), anyhow::Ok)?;
        write_png(&path, self.canvas.size(), &self.canvas.pixels()?)?;
        if !is_given {
            self.tell(format!("saved {}", path.display()));
        }
        Ok(path)
    }

    /// The OpenGL context.
    pub fn gl(&self) -> &Gl {
        &self.gl
    }
}

/// Opens the lesson. A lesson that can't read its own file is stopped, with advice, since students write
/// tables and the code that reads models.
fn open<L: Lesson>(gl: &Gl, info: &course::LessonInfo, args: &Args) -> Result<Guarded<L>> {
    Guarded::open(watch::to_open(args.model.as_deref()), || L::open(gl, args)).or_else(|error| {
        let is_unread = error.chain().any(|cause| cause.is::<common::unread::Error>());
        if !is_unread || args.model.is_some() {
            return Err(error);
        }
        let advice = format!(
            "This file came with the lesson: look at your changes in it, and at the code that reads it. `cargo workbook \
             check {}` tells you which TODO it is in.",
            info.number
        );
        Ok(Guarded(Err(format!("{error:#}\n\n{advice}"))))
    })
}

/// Returns the rectangle of a picture that the panel at the left leaves free.
fn beside_panel(size: [u32; 2], is_shown: bool, scale: f32) -> Rect {
    let covered = if is_shown { PANEL_WIDTH * scale } else { 0.0 };
    Rect::whole(size).without(covered, 0.0, 0.0, 0.0)
}

/// Shows the lesson's shapes and labels over the scene, and stores the places of those with names.
fn show_above(ui: &Ui, above: Above, within: Rect, fonts: Fonts, scale: f32, memory: &mut Memory) {
    let (bold, mut written) = (ui.push_font(fonts.bold), above.letters);
    let place =
        |label: &Label| label.shape(&above.view, within, ui.calc_text_size(&label.text).into(), &mut written);
    let words: Vec<Shape> = above.labels.iter().filter_map(place).collect();
    bold.pop();
    overlay::show(ui, within, fonts, scale, above.shapes.into_iter().chain(words));
    let labels = above.labels.into_iter().map(|label| (label.text, label.point));
    for (name, point) in labels.chain(above.handles) {
        if let Some(pixel) = above.view.pixel(point) {
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
