//! Runs a lesson in a window.

mod hands;

use self::hands::Hands;
use super::clipboard::SystemClipboard;
use super::desk::{Desk, State};
use super::event::{Event, Request};
use super::exercises::{self, Exercises};
use super::handed::{Handed, Placed, say};
use super::ours::Ours;
use super::runner::{Aids, Leaving, Runner, Shown};
use super::script::{Next, Player, Script};
use super::second::Second;
use super::watch;
#[cfg(target_os = "linux")]
use super::x11::Stacking;
use super::{Args, Scene};
use anyhow::{Context as _, Result, anyhow};
use gl::Gl;
use gl::window::{first, open_display};
use glium::Display;
use glium::backend::Facade as _;
use glutin::surface::WindowSurface;
use imgui::MouseCursor;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalPosition, PhysicalSize};
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::raw_window_handle::{HasWindowHandle, RawWindowHandle};
use winit::window::{CursorIcon, Window, WindowAttributes, WindowId};

/// The time between two looks for saved files.
const LOOK: Duration = Duration::from_millis(60);

/// The time for which frames go on after an event, while numbers light up and fade.
const AWAKE: Duration = Duration::from_millis(1500);

/// The least time between two frames while a new program is built, absolute and as a multiple of a frame's
/// own, since drawing takes time from the compiler.
const SLOWLY: Duration = Duration::from_millis(100);
const RARELY: u32 = 8;

/// The height of a window at which its text has the usual size, and the power by which text grows with it.
const USUAL_HEIGHT: f64 = 800.0;
const GROWS: f64 = 0.6;

/// The smallest size of a window, in pixels of a plain screen.
const LEAST: [u32; 2] = [480, 320];

/// The pixels of a screen that a large window leaves free for its title and the system's bar.
const BESIDE: [f64; 2] = [16.0, 80.0];

/// Runs a lesson in a window until it is closed.
pub fn run(
    event_loop: EventLoop<()>,
    info: &course::LessonInfo,
    scenes: &[Scene],
    name: &str,
    args: &Args,
) -> Result<()> {
    watch::start();
    let mut app = App { info, scenes, name, args, open: None, result: Ok(()) };
    outlive_window(|| event_loop.run_app(&mut app)).context("the connection to the display was lost")?;
    app.result
}

/// Runs the event loop; winit panics when another program destroys its window.
///
/// Such a panic is reported in one line, without cleaning up, which would panic again.
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

struct App<'a> {
    info: &'a course::LessonInfo,
    scenes: &'a [Scene],
    name: &'a str,
    args: &'a Args,
    open: Option<Open>,
    result: Result<()>,
}

impl App<'_> {
    fn end_on_error(&mut self, event_loop: &ActiveEventLoop, result: Result<()>) {
        if result.is_err() {
            self.result = result;
            event_loop.exit();
        }
    }
}

impl ApplicationHandler for App<'_> {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        match Open::new(event_loop, self) {
            Ok(open) => self.open = Some(open),
            Err(error) => self.end_on_error(event_loop, Err(error)),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else {
            return;
        };
        let request = match event {
            WindowEvent::Destroyed => Err(anyhow!("the window was closed from outside")),
            WindowEvent::RedrawRequested => open.redraw(),
            event => open.happens(event),
        };
        if matches!(request, Ok(Request::Quit)) {
            event_loop.exit();
        }
        self.end_on_error(event_loop, request.map(drop));
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(open) = &mut self.open else { return };
        event_loop.set_control_flow(ControlFlow::WaitUntil(open.wait()));
        match open.follow() {
            Ok(Request::Quit) => event_loop.exit(),
            Ok(_) => {}
            Err(error) => open.runner.tell(format!("{error:#}")),
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        // While the connection to the display is still there.
        self.open = None;
    }
}

struct Open {
    runner: Runner,
    hands: Hands,
    /// The script that is being played, none once it has ended.
    player: Option<Player>,
    display: Display<WindowSurface>,
    window: Window,
    name: String,
    pointing: Option<MouseCursor>,
    times: Times,
    /// The frames until this window has taken an older one's place.
    unveils: u8,
    /// The other programs' windows that stay above this one.
    #[cfg(target_os = "linux")]
    stacking: Option<Stacking>,
}

/// The times that tell when the next frame is due.
struct Times {
    /// True if the window has slept since the last frame, whose time must not count.
    slept: bool,
    painted: Instant,
    /// The time that drawing the last frame took.
    took: Duration,
    looked: Instant,
    happened: Instant,
    /// The least time between two frames.
    pace: Duration,
}

impl Times {
    fn new(window: &Window) -> Self {
        let refresh = window.current_monitor().and_then(|monitor| monitor.refresh_rate_millihertz());
        let pace = Duration::from_secs_f64(0.95 * 1e3 / f64::from(refresh.unwrap_or(60_000).max(60_000)));
        let now = Instant::now();
        Self { slept: false, painted: now, took: Duration::ZERO, looked: now, happened: now, pace }
    }
}

impl Open {
    fn new(event_loop: &ActiveEventLoop, app: &App<'_>) -> Result<Self> {
        let App { info, scenes, name, args, .. } = *app;
        let handed = Handed::read();
        let monitor = event_loop.primary_monitor().or_else(|| event_loop.available_monitors().next());
        let screen = monitor.map(|monitor| monitor.size().to_logical(monitor.scale_factor()));
        let attributes = Window::default_attributes()
            .with_title(info.heading())
            .with_inner_size(on_screen(args.size, screen))
            .with_min_inner_size(on_screen(LEAST, screen));
        let attributes = handed.iter().fold(attributes, |attributes, handed| {
            // The size as it is, since at some scales another one has no number of pixels.
            let Placed { corner, size, maximised, .. } = handed.window;
            let attributes = attributes.with_inner_size(PhysicalSize::<u32>::from(size));
            let corner = corner.into_iter().map(|[x, y]| PhysicalPosition::new(x, y));
            corner
                .fold(attributes, WindowAttributes::with_position)
                .with_maximized(maximised)
                .with_visible(false)
        });
        let (window, display) =
            open_display(attributes, |builder, template| Ok(builder.build(event_loop, template, first)))?;
        #[cfg(target_os = "linux")]
        let stacking = match handed.as_ref().map(|handed| &handed.window) {
            Some(Placed { number: Some(old), focused, .. }) => Stacking::prepare(&window, *old, *focused)?,
            _ => None,
        };
        let PhysicalSize { width, height } = window.inner_size();
        let (size, scale) = ([width.max(1), height.max(1)], scale_of(window.scale_factor(), height));
        let args = Args { size, scale, handed: handed.is_some(), ..args.clone() };
        let gl = Gl::new(display.get_context().clone()).waiting_for_shaders();
        let samples = samples_in_window(&gl);
        let mut runner = Runner::open(gl, info, scenes, &args, samples)?;
        runner.gui.shown = Shown { panel: true, ..Shown::default() };
        runner.time.clock.time += args.at;
        if args.script.is_none() {
            runner.aids.exercises = Exercises::new(info);
            runner.aids.desk = Desk::read();
            // Without the system's, Dear ImGui has one of its own.
            if let Ok(system) = arboard::Clipboard::new() {
                runner.gui.imgui.set_clipboard_backend(SystemClipboard(system));
            }
        }
        if let Some(handed) = &handed {
            runner.take_over(&handed.lesson);
        }
        let player = match &args.script {
            Some((path, rate)) => Some(Player::new(Script::read(path, &Scene::all_actions(scenes))?, *rate)),
            None => None,
        };
        let times = Times::new(&window);
        Ok(Self {
            runner,
            hands: Hands::default(),
            player,
            display,
            window,
            name: name.to_owned(),
            pointing: Some(MouseCursor::Arrow),
            times,
            unveils: if handed.is_some() { 2 } else { 0 },
            #[cfg(target_os = "linux")]
            stacking,
        })
    }

    /// Looks at files and pace, and returns the time to do so again.
    fn wait(&mut self) -> Instant {
        let now = Instant::now();
        if now >= self.times.looked + LOOK {
            self.times.looked = now;
            if let Some(told) = self.runner.aids.page.as_ref().and_then(Second::heard) {
                self.runner.aids.page = None;
                self.runner.tell(told.unwrap_or_else(|error| format!("{error:#}")));
                self.times.happened = now;
            }
            let reloaded = self.runner.reload();
            let has_news = self.look_at_sources()
                || reloaded
                || self.runner.aids.ours.as_mut().is_some_and(Ours::listen);
            // A window that builds is drawn anyway, and slowly from the start.
            if has_news && !self.runner.aids.builds() {
                self.times.happened = now;
            }
        }
        let builds = self.runner.aids.builds();
        let awake =
            self.player.is_some() || self.runner.is_moving() || builds || now < self.times.happened + AWAKE;
        if !awake {
            self.times.slept = true;
            return self.times.looked + LOOK;
        }
        let is_idle = builds && now >= self.times.happened + AWAKE;
        let next =
            self.times.painted + if is_idle { SLOWLY.max(RARELY * self.times.took) } else { self.times.pace };
        if now >= next {
            self.window.request_redraw();
        }
        next.max(now + Duration::from_millis(1)).min(self.times.looked + LOOK)
    }

    /// Looks for saved sources. Returns true if there is something to show.
    fn look_at_sources(&mut self) -> bool {
        let follows = self.follows_by_itself();
        let Aids { exercises, desk, .. } = &mut self.runner.aids;
        let checks = exercises.as_ref().is_some_and(|exercises| exercises.checks_on_save);
        let has_news = desk.as_mut().is_some_and(|desk| desk.look(checks));
        let follows = follows && desk.as_ref().is_some_and(Desk::will_show);
        if has_news && desk.as_ref().is_some_and(|desk| matches!(desk.state, State::Old)) {
            let run = format!(
                "`cargo workbook run {}` shows what you save by itself.",
                self.runner.aids.heading.number
            );
            self.runner.tell(format!("You saved: close this and run it again. {run}"));
            return true;
        }
        let Some(exercises) = exercises else { return has_news };
        // The new program would have checked them.
        if has_news && desk.as_ref().is_some_and(|desk| matches!(desk.state, State::Ended(_))) {
            exercises.check();
        }
        exercises.listen(follows, desk.as_ref().and_then(|desk| desk.saved)) || has_news
    }

    /// Returns true if a new program takes this one's place by itself, once it is built.
    fn follows_by_itself(&mut self) -> bool {
        let is_wanted = self.runner.aids.exercises.as_ref().is_some_and(|exercises| exercises.checks_on_save);
        is_wanted && !self.runner.is_editor() && can_choose_its_place(&self.window)
    }

    /// Replaces this program by the new one, if that is built and wanted, and the user holds nothing here.
    fn follow(&mut self) -> Result<Request> {
        let Some(desk) = &mut self.runner.aids.desk else { return Ok(Request::None) };
        if !matches!(desk.state, State::Built) {
            return Ok(Request::None);
        }
        let follows = self.follows_by_itself();
        let is_free =
            self.hands.are_free() && self.runner.is_free() && self.window.is_minimized() != Some(true);
        let desk = self.runner.aids.desk.as_mut().filter(|desk| is_free && (follows || desk.is_wanted));
        let Some(desk) = desk else { return Ok(Request::None) };
        desk.is_wanted = false;
        match self.runner.is_editor() {
            false => self.hand_over(false),
            // What it holds may be lost: it ends before the new one opens.
            true => match self.runner.leave(Leaving::Follow)? {
                Request::Follow => self.hand_over(true),
                request => Ok(request),
            },
        }
    }

    /// Has the new program started, and returns the request to end this one if it `ends_first`.
    fn hand_over(&mut self, ends_first: bool) -> Result<Request> {
        let words = self.runner.moment()?;
        let window = Placed {
            corner: self.window.outer_position().ok().map(<[i32; 2]>::from),
            size: self.window.inner_size().into(),
            number: number(&self.window),
            maximised: self.window.is_maximized(),
            focused: self.window.has_focus(),
        };
        let handed = Handed { words, window, lesson: self.runner.playing() };
        if let Some(desk) = &mut self.runner.aids.desk {
            desk.hand_over(&handed, ends_first)?;
        }
        Ok(if ends_first { Request::Quit } else { Request::None })
    }

    /// Takes an older window's place when the first frame is drawn, and tells it after the second one.
    fn unveil(&mut self) -> Result<()> {
        match self.unveils {
            2 => self.window.set_visible(true),
            1 => {
                #[cfg(target_os = "linux")]
                self.stacking.take().map_or(Ok(()), |stacking| stacking.keep())?;
                say("drawn", "");
            }
            _ => {}
        }
        self.unveils = self.unveils.saturating_sub(1);
        Ok(())
    }

    fn redraw(&mut self) -> Result<Request> {
        let PhysicalSize { width, height } = self.window.inner_size();
        if width == 0 || height == 0 {
            // Minimised.
            self.times.slept = true;
            return Ok(Request::None);
        }
        let now = Instant::now();
        let shown = (now - std::mem::replace(&mut self.times.painted, now)).as_secs_f64();
        let has_slept = std::mem::take(&mut self.times.slept);
        let seconds = match &self.player {
            Some(player) => player.frame_seconds(),
            None if has_slept => 0.0,
            None => shown,
        };
        if self.runner.screen.canvas.size() != [width, height] {
            self.display.resize((width, height));
        }
        self.runner.resize([width, height], scale_of(self.window.scale_factor(), height))?;
        if self.play()? == Request::Quit {
            return Ok(Request::Quit);
        }
        self.runner.update(seconds);
        self.runner.paint(seconds as f32)?;
        let frame = self.display.draw();
        self.runner.screen.canvas.copy_to(&self.runner.screen.gl, &frame)?;
        frame.finish().context("the picture could not be shown; the window or its driver is gone")?;
        self.times.took = now.elapsed();
        if std::mem::replace(&mut self.pointing, self.runner.gui.pointing) != self.runner.gui.pointing {
            self.window.set_cursor(looks(self.runner.gui.pointing));
        }
        self.unveil()?;
        match self.runner.settle()? {
            Request::Follow => self.hand_over(true),
            request => Ok(request),
        }
    }

    /// Handles a window's event, and returns a request, such as the program's end.
    fn happens(&mut self, event: WindowEvent) -> Result<Request> {
        self.times.happened = Instant::now();
        for event in self.hands.events(event) {
            if self.player.is_some() && event != Event::Close {
                // It has the keys and the mouse.
                continue;
            }
            let request = match self.runner.handle(event) {
                Ok(request) => request,
                Err(error) => {
                    self.runner.tell(format!("{error:#}"));
                    continue;
                }
            };
            match request {
                Request::None => {}
                Request::Picture => self.take_picture(None),
                Request::Text => {
                    self.runner.tell("Your browser is asked to show the text …");
                    self.runner.aids.page = Some(exercises::read(self.runner.aids.heading.number));
                }
                Request::Follow => return self.hand_over(true),
                Request::Quit => return Ok(request),
            }
        }
        Ok(Request::None)
    }

    /// Runs the script's next commands, and then lets a frame's time pass, unless the script has ended.
    fn play(&mut self) -> Result<Request> {
        while let Some(player) = &mut self.player {
            match player.play(&mut self.runner)? {
                Next::Time => break,
                Next::Picture(path) => self.take_picture(path),
                Next::Size([width, height]) => {
                    // The system may choose another size.
                    let _ = self.window.request_inner_size(PhysicalSize { width, height });
                }
                Next::End(request) => {
                    self.player = None;
                    return Ok(request);
                }
            }
        }
        Ok(Request::None)
    }

    /// Saves the picture to a file, or if none is given, to one with a free name.
    fn take_picture(&mut self, path: Option<PathBuf>) {
        if let Err(error) = self.runner.save_picture(path, &self.name) {
            self.runner.tell(format!("{error:#}"));
        }
    }
}

/// Returns true if a window may choose its place and who has the keys, which Wayland lets none do.
fn can_choose_its_place(window: &Window) -> bool {
    number(window).is_some() || !cfg!(target_os = "linux")
}

/// Returns the X11 id of a window, or none on other systems.
pub fn number(window: &Window) -> Option<u32> {
    match window.window_handle().ok()?.as_raw() {
        RawWindowHandle::Xlib(handle) => u32::try_from(handle.window).ok(),
        _ => None,
    }
}

/// Returns the pixels per pixel of a plain screen, which grow with the window, in steps that load fonts.
fn scale_of(system: f64, height: u32) -> f32 {
    let grown = (f64::from(height) / system / USUAL_HEIGHT).powf(GROWS).clamp(0.8, 2.0);
    (system * (20.0 * grown).round() / 20.0) as f32
}

/// Returns the wanted size of a window, reduced to the screen, in pixels of a plain screen.
fn on_screen(wanted: [u32; 2], screen: Option<LogicalSize<f64>>) -> LogicalSize<f64> {
    // A system may report screens without sizes.
    let screen = screen.filter(|screen| screen.width > 0.0 && screen.height > 0.0);
    let room = screen.map_or([f64::MAX; 2], |screen| [screen.width, screen.height]);
    let [width, height] = [0, 1].map(|side| match f64::from(wanted[side]) {
        fits if fits <= room[side] => fits,
        _ => (room[side] - BESIDE[side]).max(1.0),
    });
    LogicalSize { width, height }
}

/// Returns the system's cursor for Dear ImGui's.
fn looks(pointing: Option<MouseCursor>) -> CursorIcon {
    match pointing {
        Some(MouseCursor::TextInput) => CursorIcon::Text,
        Some(MouseCursor::ResizeAll) => CursorIcon::Move,
        Some(MouseCursor::ResizeNS) => CursorIcon::NsResize,
        Some(MouseCursor::ResizeEW) => CursorIcon::EwResize,
        Some(MouseCursor::Hand) => CursorIcon::Pointer,
        _ => CursorIcon::Default,
    }
}

/// Returns the samples per pixel. Smooth edges cost a graphics card nothing, and a processor too much.
pub fn samples_in_window(gl: &Gl) -> u32 {
    let renderer = gl.get_context().get_opengl_renderer_string().to_lowercase();
    let software = ["llvmpipe", "softpipe", "swiftshader", "basic render"];
    if software.iter().any(|name| renderer.contains(name)) { 1 } else { 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_fits_on_its_screen() {
        for (screen, scale, fits) in [
            ([1280, 800], 1.0, [1280.0, 800.0]),
            ([1366, 768], 1.0, [1280.0, 688.0]),
            ([1920, 1080], 1.5, [1280.0, 640.0]),
            ([0, 0], 1.0, [1280.0, 800.0]),
        ] {
            let screen = PhysicalSize::<u32>::from(screen).to_logical(scale);
            assert_eq!(on_screen([1280, 800], Some(screen)), LogicalSize::from(fits), "{screen:?}");
        }
    }
}
