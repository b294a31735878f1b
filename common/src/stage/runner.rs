//! A lesson and everything around it, drawn into a canvas: the same in a window and without one.

use super::camera::Stagebox;
use super::guard::{Guarded, guarded};
use super::look::{self, Fonts};
use super::panel::{Memory, PANEL_WIDTH};
use super::text::Text;
use super::watch;
use super::{Args, Camera, Clock, Frame, Label, Lens, Lesson, Motion, Painter, Panel, Phase, Pointer};
use crate::collada;
use crate::course;
use crate::gl::{Canvas, Gl, Texture, View};
use anyhow::{Context as _, Result};
use glam::{Vec2, Vec3};
use imgui::{Condition, StyleColor, Ui, WindowFlags};
use imgui_glium_renderer::Renderer;
use std::collections::HashMap;
use std::path::PathBuf;

/// For how long a message stays, in seconds.
const MESSAGE_SECONDS: f64 = 4.0;

/// What is shown besides the scene.
#[derive(Clone, Copy, Default)]
pub struct Shown {
    /// The panel at the left.
    pub panel: bool,
    /// The lesson's text.
    pub text: bool,
}

/// A running lesson.
///
/// Whatever the lesson's code does, the runner goes on: see [`Runner::trouble`].
pub struct Runner<L> {
    /// Its time.
    pub clock: Clock,
    /// Where it is seen from.
    pub camera: Camera,
    /// What is shown besides the scene.
    pub shown: Shown,
    /// Dear ImGui, which a window feeds with events.
    pub imgui: imgui::Context,
    /// The picture.
    pub canvas: Canvas,
    lesson: Guarded<L>,
    gl: Gl,
    painter: Painter,
    renderer: Renderer,
    fonts: Fonts,
    memory: Memory,
    title: String,
    summary: String,
    page: Page,
    /// With what the lesson was opened.
    args: Args,
    samples: u32,
    scale: f32,
    now: f64,
    message: Option<(String, f64)>,
    /// Why the last model that was brought here could not be opened.
    refusal: Option<String>,
    /// Why the last picture could not be drawn.
    undrawn: Option<String>,
}

impl<L: Lesson> Runner<L> {
    /// Opens the lesson, with `samples` samples per pixel.
    pub fn open(gl: Gl, info: &course::Lesson, args: &Args, samples: u32) -> Result<Self> {
        let lesson = match watch::stopped_before() {
            Some(reason) => Guarded::stopped(reason),
            None => open(&gl, info, args)?,
        };
        let mut imgui = imgui::Context::create();
        imgui.set_ini_filename(None);
        imgui.set_log_filename(None);
        let fonts = look::apply(&mut imgui, args.scale);
        let renderer = Renderer::new(&mut imgui, &gl)?;
        let number = info.number();
        let mut runner = Self {
            clock: Clock::new(None),
            camera: Camera::flat(Vec3::ZERO, 1.0),
            shown: Shown::default(),
            canvas: Canvas::new(&gl, args.size, samples)?,
            painter: Painter::new(&gl)?,
            memory: Memory::default(),
            title: format!("{number}  {}", info.title),
            summary: info.summary.clone(),
            page: Page::open(info)?,
            scale: args.scale,
            args: args.clone(),
            now: 0.0,
            message: None,
            refusal: None,
            undrawn: None,
            lesson,
            imgui,
            gl,
            renderer,
            fonts,
            samples,
        };
        runner.begin();
        runner.apply_settings()?;
        Ok(runner)
    }

    /// Lets the panel take over what was set on the command line, one after the other, as if by hand.
    fn apply_settings(&mut self) -> Result<()> {
        let shown = std::mem::replace(&mut self.shown, Shown { panel: true, text: false });
        self.paint(0.0)?;
        for setting in self.args.settings.clone() {
            self.memory.want(&setting);
            self.paint(0.0)?;
        }
        self.shown = shown;
        match self.trouble() {
            Some(_) => Ok(()),
            None => self.memory.check_settings(),
        }
    }

    /// The lesson as it was when it was opened.
    pub fn reset(&mut self) -> Result<()> {
        self.lesson = Guarded::open(|| L::open(&self.gl, &self.args))?;
        self.begin();
        Ok(())
    }

    fn begin(&mut self) {
        self.clock = Clock::new(self.motion());
        if let Some(camera) = self.lesson.call(|lesson| lesson.camera()) {
            self.camera = camera;
        }
        (self.refusal, self.undrawn) = (None, None);
    }

    /// The lesson with another model. If that cannot be opened, the lesson stays as it is, and says why.
    pub fn open_model(&mut self, path: PathBuf) {
        if !L::TAKES_MODEL {
            self.tell("this lesson opens no models");
            return;
        }
        let args = Args { model: Some(path), ..self.args.clone() };
        match guarded(|| L::open(&self.gl, &args)) {
            Ok(Ok(lesson)) => {
                self.lesson = Guarded::new(lesson);
                self.args = args;
                self.begin();
            }
            Ok(Err(error)) => self.refusal = Some(format!("{error:#}")),
            Err(panicked) => self.refusal = Some(panicked),
        }
    }

    /// Why there is nothing to see, or not all: the lesson's code has panicked, or cannot draw.
    pub fn trouble(&self) -> Option<&str> {
        self.lesson.reason().or(self.undrawn.as_deref())
    }

    /// The motion that the transport bar plays.
    pub fn motion(&mut self) -> Option<Motion> {
        self.lesson.call(|lesson| lesson.motion()).flatten()
    }

    /// How many vertices the lesson draws, where that matters.
    pub fn vertices(&mut self) -> Option<usize> {
        self.lesson.call(|lesson| lesson.vertices()).flatten()
    }

    /// Shows the mouse to the lesson. True if the lesson takes it.
    pub fn point(&mut self, phase: Phase, pixel: Vec2) -> bool {
        let pointer = Pointer { phase, pixel, view: self.view() };
        let clock = &mut self.clock;
        self.lesson.call(|lesson| lesson.pointer(&pointer, clock)).unwrap_or(false)
    }

    /// Makes the picture that many pixels large, with text to match `scale`.
    pub fn resize(&mut self, size: [u32; 2], scale: f32) -> Result<()> {
        if size != self.canvas.size() {
            self.canvas = Canvas::new(&self.gl, size, self.samples)?;
        }
        if scale != self.scale {
            self.scale = scale;
            self.fonts = look::apply(&mut self.imgui, scale);
            self.renderer.reload_font_texture(&mut self.imgui)?;
        }
        Ok(())
    }

    /// Loads saved shaders and assets again, or everything with `all`.
    pub fn reload(&mut self, all: bool) -> bool {
        self.page.reload(all);
        // Reading a model is in part the student's code, too.
        let reloaded = guarded(|| self.gl.reload(all)).unwrap_or_else(|panicked| {
            self.refusal = Some(panicked);
            true
        });
        if all || reloaded && self.gl.errors().is_empty() {
            self.tell("reloaded");
        }
        reloaded
    }

    /// Shows a message for a few seconds.
    pub fn tell(&mut self, message: impl Into<String>) {
        self.message = Some((message.into(), self.now));
    }

    /// Whether a message is shown.
    pub fn is_telling(&self) -> bool {
        self.message.is_some()
    }

    /// Takes the message away.
    pub fn forget_message(&mut self) {
        self.message = None;
    }

    /// The picture, its free part and its scale.
    pub fn area(&self) -> Stagebox {
        let covered = if self.shown.panel { PANEL_WIDTH * self.scale } else { 0.0 };
        Stagebox { size: self.canvas.size(), covered, scale: self.scale }
    }

    /// What is seen now.
    pub fn view(&self) -> View {
        self.camera.view(self.area())
    }

    /// Lets time pass for the lesson.
    pub fn update(&mut self, real_seconds: f32) {
        if let Some(motion) = self.motion() {
            self.clock.seconds = motion.seconds;
        }
        let step = self.clock.step(real_seconds);
        self.lesson.call(|lesson| lesson.update(step));
    }

    /// Draws scene and panel into the canvas, `real_seconds` after the last time.
    pub fn paint(&mut self, real_seconds: f32) -> Result<()> {
        self.now += f64::from(real_seconds);
        let (area, view) = (self.area(), self.view());
        let io = self.imgui.io_mut();
        io.display_size = area.size.map(|side| side as f32);
        io.display_framebuffer_scale = [1.0, 1.0];
        io.delta_time = real_seconds.max(1e-4);

        let ui = self.imgui.new_frame();
        let stopped = self.lesson.reason().map(str::to_owned);
        let still_good: Vec<String> = self.gl.errors().into_iter().chain(self.refusal.clone()).collect();
        if self.shown.panel {
            let (clock, camera) = (&mut self.clock, &mut self.camera);
            let panel = Panel::new(ui, self.fonts, clock, camera, &mut self.memory, self.scale, self.now);
            show_panel(panel, &mut self.lesson, &self.title, &self.summary, self.fonts);
        }
        if self.shown.text {
            self.page.show(ui, area, self.fonts, &self.gl, &mut self.renderer);
        }
        let (errors, comfort) = match (stopped, self.undrawn.clone()) {
            (Some(reason), _) => (vec![reason], "R begins again."),
            (None, Some(reason)) => (vec![reason], "It is tried again with every picture."),
            (None, None) => (still_good, "The last good state is still shown."),
        };
        show_errors(ui, area, self.fonts, &errors, comfort);
        self.message.take_if(|(_, since)| self.now - *since > MESSAGE_SECONDS);
        if let Some((message, _)) = &self.message {
            show_message(ui, area, message);
        }

        let mut frame = Frame::begin(&self.gl, &self.painter, self.canvas.scene(&self.gl)?, view)?;
        let drawn = self.lesson.call(|lesson| lesson.draw(&mut frame)).unwrap_or(Ok(()));
        self.undrawn = drawn.err().map(|error| format!("{error:#}"));
        let (view, labels) = frame.end()?;
        show_labels(ui, self.fonts, &view, &labels);

        let mut picture = self.canvas.flattened(&self.gl)?;
        let words = self.imgui.render();
        // Without any, Dear ImGui's list is a null pointer, which must not be read.
        if words.draw_lists_count() > 0 {
            self.renderer.render(&mut picture, words)?;
        }
        Ok(())
    }

    /// The OpenGL context.
    pub fn gl(&self) -> &Gl {
        &self.gl
    }
}

/// Opens the lesson. It stands still if it cannot read its own models: these are good, so it is the code that reads them.
fn open<L: Lesson>(gl: &Gl, info: &course::Lesson, args: &Args) -> Result<Guarded<L>> {
    Guarded::open(|| L::open(gl, args)).or_else(|error| {
        if args.model.is_some() || !error.chain().any(|cause| cause.is::<collada::Error>()) {
            return Err(error);
        }
        let number = info.number();
        Ok(Guarded::stopped(format!(
            "{error:#}\n\nThis model comes with the lesson and is good, unless you changed it. So look at the code that reads \
             it: `cargo workbook check {number}` tells which TODO it is."
        )))
    })
}

fn show_panel<L: Lesson>(
    mut panel: Panel<'_>,
    lesson: &mut Guarded<L>,
    title: &str,
    summary: &str,
    fonts: Fonts,
) {
    let height = panel.io().display_size[1];
    let width = PANEL_WIDTH * panel.scale();
    let ui: &Ui = panel.ui();
    ui.window("panel")
        .position([0.0, 0.0], Condition::Always)
        .size([width, height], Condition::Always)
        .flags(FIXED)
        .build(|| {
            {
                let _font = ui.push_font(fonts.title);
                ui.text_wrapped(title);
            }
            panel.note(summary);
            ui.separator();
            lesson.call(|lesson| lesson.panel(&mut panel));
            if !panel.camera.flat {
                let mut lens = usize::from(panel.camera.lens == Lens::Orthographic);
                panel.heading("View");
                panel.choice("projection", &mut lens, &["perspective", "parallel"]);
                panel.camera.lens = if lens == 0 { Lens::Perspective } else { Lens::Orthographic };
            }
            if lesson.call(|lesson| lesson.motion()).flatten().is_some() {
                panel.transport();
            }
            panel.note("F1 text · H hide panel · R reset · F12 picture");
        });
}

const FIXED: WindowFlags = WindowFlags::from_bits_truncate(
    WindowFlags::NO_TITLE_BAR.bits()
        | WindowFlags::NO_RESIZE.bits()
        | WindowFlags::NO_MOVE.bits()
        | WindowFlags::NO_COLLAPSE.bits()
        | WindowFlags::NO_SAVED_SETTINGS.bits()
        | WindowFlags::NO_NAV.bits(),
);

/// Words in the view, with a light edge so that they can be read on anything.
fn show_labels(ui: &Ui, fonts: Fonts, view: &View, labels: &[Label]) {
    let _font = ui.push_font(fonts.bold);
    let list = ui.get_background_draw_list();
    for label in labels {
        let Some(pixel) = view.pixel(label.point) else {
            continue;
        };
        let [width, height] = ui.calc_text_size(&label.text);
        let at = pixel + label.offset * view.scale - Vec2::new(0.5 * width, 0.5 * height);
        let at = at.round();
        let edge = look::with_alpha(look::PAPER, 0.55);
        let reach = (1.2 * view.scale).round();
        for (x, y) in [
            (-1.0, 0.0),
            (1.0, 0.0),
            (0.0, -1.0),
            (0.0, 1.0),
            (-0.7, -0.7),
            (0.7, 0.7),
            (-0.7, 0.7),
            (0.7, -0.7),
        ] {
            list.add_text([at.x + x * reach, at.y + y * reach], edge, &label.text);
        }
        list.add_text([at.x, at.y], label.colour, &label.text);
    }
}

fn show_errors(ui: &Ui, area: Stagebox, fonts: Fonts, errors: &[String], comfort: &str) {
    if errors.is_empty() {
        return;
    }
    let margin = 16.0 * area.scale;
    let [width, height] = area.size.map(|side| side as f32);
    let _background = ui.push_style_color(StyleColor::WindowBg, look::rgb(0xfbe9e4));
    ui.window("errors")
        .position([area.covered + margin, height - margin], Condition::Always)
        .position_pivot([0.0, 1.0])
        .size([width - area.covered - 2.0 * margin, 0.0], Condition::Always)
        .flags(FIXED | WindowFlags::ALWAYS_AUTO_RESIZE)
        .build(|| {
            let _font = ui.push_font(fonts.mono);
            for error in errors {
                let _colour = ui.push_style_color(StyleColor::Text, look::ERROR);
                ui.text_wrapped(error);
            }
            ui.text_colored(look::FAINT, comfort);
        });
}

fn show_message(ui: &Ui, area: Stagebox, message: &str) {
    let margin = 16.0 * area.scale;
    ui.window("message")
        .position([area.size[0] as f32 - margin, margin], Condition::Always)
        .position_pivot([1.0, 0.0])
        .flags(FIXED | WindowFlags::ALWAYS_AUTO_RESIZE | WindowFlags::NO_INPUTS)
        .build(|| ui.text(message));
}

/// The lesson's README, with its pictures.
struct Page {
    folder: PathBuf,
    text: Text,
    pictures: HashMap<String, Option<(imgui::TextureId, [f32; 2])>>,
}

impl Page {
    fn open(info: &course::Lesson) -> Result<Self> {
        let folder = info.folder.clone();
        let text = Text::parse(&Self::read(&folder)?);
        Ok(Self { folder, text, pictures: HashMap::new() })
    }

    fn read(folder: &std::path::Path) -> Result<String> {
        let path = folder.join("README.md");
        let text = std::fs::read_to_string(&path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        // Dear ImGui shows no SVG; every diagram has a PNG beside it, from assets/make/diagrams.sh.
        Ok(text.replace(".svg)", ".png)"))
    }

    fn reload(&mut self, all: bool) {
        if all && let Ok(markdown) = Self::read(&self.folder) {
            self.text = Text::parse(&markdown);
        }
    }

    fn show(&mut self, ui: &Ui, area: Stagebox, fonts: Fonts, gl: &Gl, renderer: &mut Renderer) {
        let [width, height] = area.size.map(|side| side as f32);
        let Self { folder, text, pictures } = self;
        let mut picture = |name: &str| {
            let load = || load_picture(gl, renderer, &folder.join(name));
            *pictures.entry(name.to_owned()).or_insert_with(load)
        };
        let _background = ui.push_style_color(StyleColor::WindowBg, look::PAPER);
        ui.window("text")
            .position([area.covered, 0.0], Condition::Always)
            .size([width - area.covered, height], Condition::Always)
            .flags(FIXED)
            .build(|| text.show(ui, fonts, &mut picture));
    }
}

/// A picture for the text; none if it can't be shown, as with an SVG drawing.
fn load_picture(
    gl: &Gl,
    renderer: &mut Renderer,
    path: &std::path::Path,
) -> Option<(imgui::TextureId, [f32; 2])> {
    use glium::backend::Facade;
    let texture = Texture::read_top_down(gl.get_context(), path).ok()?;
    let size = [texture.get_width() as f32, texture.get_height()? as f32];
    let sampler = glium::uniforms::SamplerBehavior {
        minify_filter: glium::uniforms::MinifySamplerFilter::LinearMipmapLinear,
        ..Default::default()
    };
    let texture = imgui_glium_renderer::Texture { texture: texture.into(), sampler };
    Some((renderer.textures().insert(texture), size))
}
