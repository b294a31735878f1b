//! A lesson in a window.

use super::output::{free_name, write_png};
use super::runner::{Runner, Shown};
use super::{Args, Lesson, Phase, debug, watch};
use crate::course;
use crate::gl::Gl;
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use glam::{Vec2, vec2};
use glium::Display;
use glium::backend::Facade;
use glutin::config::ConfigTemplateBuilder;
use glutin::context::GlProfile;
use glutin::display::{GetGlDisplay, GlDisplay};
use glutin::prelude::NotCurrentGlContext;
use glutin::surface::{GlSurface, SurfaceAttributesBuilder, SwapInterval, WindowSurface};
use glutin_winit::DisplayBuilder;
use imgui_winit_support::{HiDpiMode, WinitPlatform};
use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event::{ElementState, Event, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::{Key, NamedKey};
use winit::raw_window_handle::HasWindowHandle;
use winit::window::{Window, WindowAttributes, WindowId};

/// How often files are looked at, to see whether they were saved.
const LOOK: Duration = Duration::from_millis(60);

/// How long the picture is kept moving after something happened, in seconds: numbers light up and fade.
const AWAKE: Duration = Duration::from_millis(1500);

/// The connection to the display; the error says why there is none.
pub fn event_loop() -> Result<EventLoop<()>> {
    let mut builder = EventLoop::builder();
    #[cfg(target_os = "linux")]
    {
        use winit::platform::x11::EventLoopBuilderExtX11;
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let (x11, wayland) = (is_set("DISPLAY"), is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET"));
        ensure!(x11 || wayland, "neither DISPLAY nor WAYLAND_DISPLAY is set");
        // The Wayland of Windows' Linux draws no window frames, its X11 does.
        let windows = std::fs::read_to_string("/proc/version")
            .is_ok_and(|version| version.to_lowercase().contains("microsoft"));
        if x11 && (windows || !wayland) {
            builder.with_x11();
        }
    }
    Ok(builder.build()?)
}

/// Runs a lesson in a window until it is closed.
pub fn run<L: Lesson>(
    event_loop: EventLoop<()>,
    info: &course::Lesson,
    name: &str,
    args: &Args,
) -> Result<()> {
    watch::start();
    let mut app = App::<L> { info, name, args, open: None, result: Ok(()) };
    outlive_window(|| event_loop.run_app(&mut app)).context("the connection to the display was lost")?;
    app.result
}

/// Runs the event loop; winit panics when its window is destroyed by another program.
///
/// Such a panic is told in one line. Nothing is cleaned up after it: the window is gone, and asking for it would
/// only panic again.
fn outlive_window<T>(run: impl FnOnce() -> T) -> T {
    let in_winit = |file: &str| file.contains("/winit-") || file.contains("\\winit-");
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.location().is_some_and(|location| in_winit(location.file())) {
            eprintln!("error: the window was lost");
            std::process::exit(1);
        }
        report(panic);
    }));
    run()
}

/// Pixels per pixel of a plain screen, as the system has it for a new window.
pub fn describe_scale() -> String {
    let Ok(event_loop) = event_loop() else {
        return "no display".to_owned();
    };
    let built = DisplayBuilder::new()
        .with_window_attributes(Some(Window::default_attributes().with_visible(false)))
        .build(&event_loop, ConfigTemplateBuilder::new(), first);
    match built {
        Ok((Some(window), _)) => window.scale_factor().to_string(),
        _ => "no window could be opened".to_owned(),
    }
}

/// An OpenGL context of a window that is never shown.
pub fn hidden_context() -> Result<Rc<glium::backend::Context>> {
    let event_loop = event_loop()?;
    let attributes = Window::default_attributes().with_visible(false);
    let (window, display) =
        open_display(attributes, |builder, template| Ok(builder.build(&event_loop, template, first)))?;
    let context = display.get_context().clone();
    // The context is used until the program ends, so its window must stay as long.
    std::mem::forget((event_loop, window, display));
    Ok(context)
}

/// The driver's own favourite among its configurations.
fn first(mut configs: Box<dyn Iterator<Item = glutin::config::Config> + '_>) -> glutin::config::Config {
    configs.next().expect("glutin passes at least one")
}

type Built = Result<(Option<Window>, glutin::config::Config), Box<dyn std::error::Error>>;

/// Opens a window, with OpenGL 3.3 in it.
fn open_display(
    attributes: WindowAttributes,
    build: impl FnOnce(DisplayBuilder, ConfigTemplateBuilder) -> Result<Built>,
) -> Result<(Window, Display<WindowSurface>)> {
    let builder = DisplayBuilder::new().with_window_attributes(Some(attributes));
    let (window, config) = build(builder, ConfigTemplateBuilder::new().with_alpha_size(0))?
        .map_err(|error| anyhow!("cannot open a window: {error}"))?;
    let window = window.context("the system opened no window")?;
    let size = window.inner_size();
    let [width, height] =
        [size.width, size.height].map(|side| NonZeroU32::new(side).unwrap_or(NonZeroU32::MIN));
    let handle = window.window_handle()?.as_raw();
    let surface_attributes = SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, width, height);
    // SAFETY: the handle is that of the window above, which outlives the surface: both end with the program.
    let surface = unsafe { config.display().create_window_surface(&config, &surface_attributes) }?;
    let attributes = debug::attributes();
    let needed = attributes.clone().with_profile(GlProfile::Core).with_context_api(super::headless::NEEDED);
    // SAFETY: the handle is that of the window above.
    let created = unsafe { config.display().create_context(&config, &needed.build(Some(handle))) };
    let Ok(context) = created else {
        // SAFETY: as above.
        let any = unsafe {
            config.display().create_context(
                &config,
                &attributes.with_context_api(super::headless::ANY).build(Some(handle)),
            )
        }?;
        let display = Display::from_context_surface(any.make_current(&surface)?, surface);
        let found = display.map(|display| display.get_opengl_version_string().to_owned());
        bail!(
            "the lessons need OpenGL 3.3; this driver offers {}",
            found.unwrap_or("too little to tell".into())
        );
    };
    let context = context.make_current(&surface)?;
    // Without it the picture only tears; the pace is kept all the same.
    let _ = surface.set_swap_interval(&context, SwapInterval::Wait(NonZeroU32::MIN));
    Ok((window, Display::with_debug(context, surface, debug::behaviour())?))
}

struct App<'a, L: Lesson> {
    info: &'a course::Lesson,
    name: &'a str,
    args: &'a Args,
    open: Option<Open<L>>,
    result: Result<()>,
}

impl<L: Lesson> App<'_, L> {
    /// Ends the program if something went wrong.
    fn end_on_error(&mut self, event_loop: &ActiveEventLoop, result: Result<()>) {
        if result.is_err() {
            self.result = result;
            event_loop.exit();
        }
    }
}

impl<L: Lesson> ApplicationHandler for App<'_, L> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        match Open::new(event_loop, self.info, self.args) {
            Ok(open) => self.open = Some(open),
            Err(error) => self.end_on_error(event_loop, Err(error)),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else {
            return;
        };
        let result = match event {
            WindowEvent::CloseRequested => {
                event_loop.exit();
                Ok(())
            }
            WindowEvent::Destroyed => Err(anyhow!("the window was closed from outside")),
            WindowEvent::RedrawRequested => open.redraw(),
            WindowEvent::KeyboardInput { event: ref key, .. }
                if key.state == ElementState::Pressed && !open.keys_taken() =>
            {
                let name = self.name;
                match open.key(key, name) {
                    Ok(Next::Quit) => event_loop.exit(),
                    Ok(Next::Stay) => {}
                    Err(error) => open.runner.tell(format!("{error:#}")),
                }
                Ok(())
            }
            _ => Ok(()),
        };
        open.handle(id, event);
        self.end_on_error(event_loop, result);
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        if let Some(open) = &mut self.open {
            event_loop.set_control_flow(ControlFlow::WaitUntil(open.wait()));
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // While the connection to the display is still there.
        self.open = None;
    }
}

enum Next {
    Stay,
    Quit,
}

/// What a drag moves.
#[derive(Clone, Copy, PartialEq)]
enum Drag {
    Lesson,
    Turn,
    Pan,
}

/// An open window with its lesson.
struct Open<L: Lesson> {
    runner: Runner<L>,
    platform: WinitPlatform,
    display: Display<WindowSurface>,
    window: Window,
    mouse: Vec2,
    drag: Option<Drag>,
    painted: Instant,
    looked: Instant,
    happened: Instant,
    /// The shortest time between two pictures.
    pace: Duration,
}

impl<L: Lesson> Open<L> {
    fn new(event_loop: &ActiveEventLoop, info: &course::Lesson, args: &Args) -> Result<Self> {
        let [width, height] = args.size;
        let attributes = Window::default_attributes()
            .with_title(format!("{}  {}", info.number(), info.title))
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(LogicalSize::new(480, 320));
        let (window, display) =
            open_display(attributes, |builder, template| Ok(builder.build(event_loop, template, first)))?;
        let PhysicalSize { width, height } = window.inner_size();
        let args =
            Args { size: [width.max(1), height.max(1)], scale: window.scale_factor() as f32, ..args.clone() };
        let gl = Gl::new(display.get_context().clone());
        let samples = samples_in_window(&gl);
        let mut runner = Runner::open(gl, info, &args, samples)?;
        runner.shown = Shown { panel: true, text: args.text };
        runner.clock.time = args.at;
        let mut platform = WinitPlatform::new(&mut runner.imgui);
        // Everything in physical pixels: the panel has sizes to match, and the mouse needs no conversion.
        platform.attach_window(runner.imgui.io_mut(), &window, HiDpiMode::Locked(1.0));
        let refresh = window.current_monitor().and_then(|monitor| monitor.refresh_rate_millihertz());
        let pace = Duration::from_secs_f64(0.95 * 1e3 / f64::from(refresh.unwrap_or(60_000).max(60_000)));
        let now = Instant::now();
        Ok(Self {
            runner,
            platform,
            display,
            window,
            mouse: Vec2::ZERO,
            drag: None,
            painted: now,
            looked: now,
            happened: now,
            pace,
        })
    }

    /// Looks after files and pace; returns when to do so again.
    fn wait(&mut self) -> Instant {
        let now = Instant::now();
        if now >= self.looked + LOOK {
            self.looked = now;
            if self.runner.reload(false) {
                self.happened = now;
            }
        }
        let awake = self.runner.clock.playing || self.runner.is_telling() || now < self.happened + AWAKE;
        if !awake {
            return self.looked + LOOK;
        }
        let next = self.painted + self.pace;
        if now >= next {
            self.window.request_redraw();
        }
        next.max(now + Duration::from_millis(1)).min(self.looked + LOOK)
    }

    fn redraw(&mut self) -> Result<()> {
        let PhysicalSize { width, height } = self.window.inner_size();
        if width == 0 || height == 0 {
            // Minimised.
            return Ok(());
        }
        let now = Instant::now();
        let seconds = (now - self.painted).as_secs_f32();
        self.painted = now;
        if self.runner.canvas.size() != [width, height] {
            self.display.resize((width, height));
        }
        self.runner.resize([width, height], self.window.scale_factor() as f32)?;
        self.runner.update(seconds);
        self.runner.paint(seconds)?;
        let frame = self.display.draw();
        self.runner.canvas.copy_to(self.runner.gl(), &frame)?;
        frame.finish().context("the picture could not be shown; the window or its driver is gone")
    }

    /// Whether a number is being typed into the panel.
    fn keys_taken(&self) -> bool {
        self.runner.imgui.io().want_text_input
    }

    /// Whether the mouse is over the panel or the text.
    ///
    /// Dear ImGui would know, but only of the last picture: a quick press would go astray.
    fn mouse_taken(&self) -> bool {
        self.mouse.x < self.runner.area().covered || self.runner.shown.text
    }

    fn key(&mut self, key: &KeyEvent, name: &str) -> Result<Next> {
        let runner = &mut self.runner;
        let clock = &mut runner.clock;
        match key.logical_key.as_ref() {
            Key::Named(NamedKey::Escape) if runner.shown.text => runner.shown.text = false,
            Key::Named(NamedKey::Escape) => return Ok(Next::Quit),
            Key::Named(NamedKey::Space) if !key.repeat => clock.toggle(),
            Key::Named(NamedKey::ArrowLeft) => clock.nudge(-1.0),
            Key::Named(NamedKey::ArrowRight) => clock.nudge(1.0),
            Key::Named(NamedKey::F1) => runner.shown.text = !runner.shown.text,
            Key::Named(NamedKey::F5) => {
                runner.reload(true);
            }
            Key::Named(NamedKey::F12) => {
                runner.forget_message();
                runner.paint(0.0)?;
                let path = free_name(&std::env::current_dir()?, name);
                write_png(&path, runner.canvas.size(), &runner.canvas.pixels()?)?;
                runner.tell(format!("saved {}", path.display()));
            }
            Key::Character("h" | "H") => runner.shown.panel = !runner.shown.panel,
            Key::Character("r" | "R") => runner.reset()?,
            _ => {}
        }
        Ok(Next::Stay)
    }

    /// Passes an event to Dear ImGui, and the mouse to lesson and camera unless Dear ImGui has it.
    fn handle(&mut self, window_id: WindowId, event: WindowEvent) {
        if !matches!(event, WindowEvent::RedrawRequested) {
            self.happened = Instant::now();
        }
        match event {
            WindowEvent::CursorMoved { position, .. } => {
                self.mouse_moved(vec2(position.x as f32, position.y as f32));
            }
            WindowEvent::MouseInput { state, button, .. } => self.mouse_button(state, button),
            WindowEvent::DroppedFile(ref path) => self.runner.open_model(path.clone()),
            WindowEvent::MouseWheel { delta, .. } if !self.mouse_taken() => {
                let notches = match delta {
                    MouseScrollDelta::LineDelta(_, lines) => lines,
                    MouseScrollDelta::PixelDelta(pixels) => pixels.y as f32 / 40.0,
                };
                self.runner.camera.zoom(notches, self.mouse, self.runner.area());
            }
            _ => {}
        }
        let event: Event<()> = Event::WindowEvent { window_id, event };
        self.platform.handle_event(self.runner.imgui.io_mut(), &self.window, &event);
    }

    fn mouse_moved(&mut self, to: Vec2) {
        let moved = to - self.mouse;
        self.mouse = to;
        let area = self.runner.area();
        match self.drag {
            Some(Drag::Lesson) => {
                self.point(Phase::Drag);
            }
            Some(Drag::Turn) => self.runner.camera.turn(moved, area),
            Some(Drag::Pan) => self.runner.camera.pan(moved, area),
            None => {}
        }
    }

    fn mouse_button(&mut self, state: ElementState, button: MouseButton) {
        if state == ElementState::Released {
            if self.drag.take() == Some(Drag::Lesson) {
                self.point(Phase::Release);
            }
            return;
        }
        if self.mouse_taken() || self.drag.is_some() {
            return;
        }
        self.drag = match button {
            MouseButton::Left if self.point(Phase::Press) => Some(Drag::Lesson),
            MouseButton::Left => Some(Drag::Turn),
            MouseButton::Right | MouseButton::Middle => Some(Drag::Pan),
            _ => None,
        };
    }

    /// Shows the mouse to the lesson. True if the lesson takes it.
    fn point(&mut self, phase: Phase) -> bool {
        self.runner.point(phase, self.mouse)
    }
}

/// Samples per pixel: smooth edges cost a graphics card nothing, and a processor too much.
pub fn samples_in_window(gl: &Gl) -> u32 {
    let renderer = gl.get_context().get_opengl_renderer_string().to_lowercase();
    let software = ["llvmpipe", "softpipe", "swiftshader", "basic render"];
    if software.iter().any(|name| renderer.contains(name)) { 1 } else { 4 }
}
