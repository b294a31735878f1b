//! Pictures and films without a window.

use super::event::Request;
use super::film::Film;
use super::output::{cropped, free_name, write_png};
use super::pace::Pacer;
use super::runner::{Runner, Shown};
use super::script::{Next, Player, Script};
use super::watch::{self, Then};
use super::window::samples_in_window;
use super::{Args, Lesson, debug};
use crate::gl::{Gl, UNSEEN};
use anyhow::{Context as _, Result, bail};
use glium::backend::Context;
use glutin::context::{ContextApi, Version};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

/// Samples per pixel: pictures are always smooth.
const SAMPLES: u32 = 4;

/// The OpenGL that all lessons need.
pub const NEEDED: ContextApi = ContextApi::OpenGl(Some(Version::new(3, 3)));

/// Drivers answer this with the newest OpenGL that they have.
pub const ANY: ContextApi = ContextApi::OpenGl(Some(Version::new(1, 1)));

/// Says that a driver offers less than is needed, and what helps on such a machine.
pub fn too_little(found: Option<&str>) -> anyhow::Error {
    let (found, helps) = (found.unwrap_or("too little to tell"), remedy(std::env::consts::OS));
    anyhow::anyhow!("the lessons need OpenGL 3.3; this driver offers {found}. {helps}")
}

fn remedy(system: &str) -> &'static str {
    match system {
        "windows" => {
            "Windows on ARM, remote desktops and virtual machines often have no more of their own: the free app \"OpenCL, OpenGL and Vulkan Compatibility Pack\" from the Microsoft Store brings it. On other machines the maker's newest graphics driver does."
        }
        "macos" => "Every Mac since 2012 has it; a virtual one may not.",
        _ => {
            "Mesa's software renderer, llvmpipe, offers it on every machine, a virtual one or a remote desktop too: start the lesson with LIBGL_ALWAYS_SOFTWARE=1. On Debian and Ubuntu ./setup.sh installs Mesa."
        }
    }
}

/// The time step without a script, in seconds: always the same, so that a picture is always the same.
const STEP: f32 = 1.0 / 60.0;

/// The same, where it is counted up to hours.
const EXACT_STEP: f64 = 1.0 / 60.0;

/// Renders what the command line asks for.
pub fn run<L: Lesson>(info: &course::LessonInfo, name: &str, args: &Args) -> Result<()> {
    watch::start(Then::End);
    if let Some(path) = &args.script {
        let script = Script::read(path, L::ACTIONS)?;
        let (size, scale) = script.size().unwrap_or((args.size, args.scale));
        let seen = Args { size, scale, ..args.clone() };
        let mut runner = open::<L>(info, &seen)?;
        return match args.bench {
            Some(count) => bench_script(&mut runner, Player::new(script, args.rate), name, count),
            None => perform(&mut runner, script, name, args),
        };
    }
    let mut runner = open::<L>(info, args)?;
    if let Some(count) = args.bench {
        bench(&mut runner, count)?;
        return untroubled(&runner);
    }
    if let Some(path) = &args.film {
        film(&mut runner, args, path)?;
        println!("{}", path.display());
        return Ok(());
    }
    let path = args.picture.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.png")));
    picture(&mut runner, args)?;
    untroubled(&runner)?;
    write_canvas(&runner, &path, args)?;
    println!("{}", path.display());
    Ok(())
}

/// What has been painted, or the part of it that the command line asks for, and its size.
fn painted<L: Lesson>(runner: &Runner<L>, args: &Args) -> Result<([u32; 2], Vec<u8>)> {
    let (size, pixels) = (runner.canvas.size(), runner.canvas.pixels()?);
    Ok(match args.crop {
        Some(crop) => ([crop[2], crop[3]], cropped(size, &pixels, crop)?),
        None => (size, pixels),
    })
}

fn write_canvas<L: Lesson>(runner: &Runner<L>, path: &Path, args: &Args) -> Result<()> {
    let (size, pixels) = painted(runner, args)?;
    write_png(path, size, &pixels)
}

/// Begins a film of what is painted.
fn begin_film(path: &Path, size: [u32; 2], args: &Args, count: usize) -> Result<Film> {
    let size = args.crop.map_or(size, |[.., wide, high]| [wide, high]);
    Film::begin(path, size, args.fps, count.max(1))
}

/// An error if the lesson's code has panicked, or could not draw: no window shows it here.
fn untroubled<L: Lesson>(runner: &Runner<L>) -> Result<()> {
    match runner.trouble() {
        Some(trouble) => bail!("{trouble}"),
        None => Ok(()),
    }
}

/// The picture that is rendered where no window can be opened.
pub fn picture_without_display<L: Lesson>(
    info: &course::LessonInfo,
    name: &str,
    args: &Args,
) -> Result<PathBuf> {
    watch::start(Then::End);
    let args = Args { panel: true, ..args.clone() };
    let mut runner = open::<L>(info, &args)?;
    picture(&mut runner, &args)?;
    let path = std::env::temp_dir().join(format!("{name}.png"));
    write_png(&path, args.size, &runner.canvas.pixels()?)?;
    Ok(path)
}

/// Who made the driver, what it drives, and which OpenGL it offers.
pub fn describe() -> Result<String> {
    let context = context()?;
    Ok(format!(
        "vendor: {}\nrenderer: {}\nversion: {}",
        context.get_opengl_vendor_string(),
        context.get_opengl_renderer_string(),
        context.get_opengl_version_string()
    ))
}

/// OpenGL without a window, for what is to be computed or drawn and read back. Made once per thread.
///
/// On macOS and Windows it must be asked for on the main thread.
pub fn offscreen() -> Result<Gl> {
    thread_local! {
        static CONTEXT: RefCell<Option<Rc<Context>>> = const { RefCell::new(None) };
    }
    CONTEXT.with_borrow_mut(|made| {
        let context = match made {
            Some(context) => context.clone(),
            None => made.insert(context()?).clone(),
        };
        Ok(Gl::new(context))
    })
}

fn open<L: Lesson>(info: &course::LessonInfo, args: &Args) -> Result<Runner<L>> {
    let gl = Gl::new(context()?);
    let samples = match args.bench {
        Some(_) => samples_in_window(&gl),
        // What a script does on its way is only seen in a film of it.
        None if args.script.is_some() && (args.film.is_none() || args.seconds.is_some()) => UNSEEN,
        None => SAMPLES,
    };
    let mut runner = Runner::open(gl, info, args, samples)?;
    // A script is written for what a window shows.
    let panel = args.panel || args.script.is_some();
    runner.shown = Shown { panel, text: args.text, mouse: args.film.is_some() };
    Ok(runner)
}

/// Plays a script. With a picture, what it ends with; with a film, all of it, or so many seconds of what follows it.
fn perform<L: Lesson>(runner: &mut Runner<L>, script: Script, name: &str, args: &Args) -> Result<()> {
    runner.clock.time = args.at;
    let rate = f64::from(args.fps) / f64::from(args.rate);
    let player = Player::new(script, args.rate);
    let begin = |path| {
        let count = (f64::from(player.all_pictures()) * rate).ceil() as usize;
        begin_film(path, runner.canvas.size(), args, count)
    };
    let follows = args.film.as_deref().filter(|_| args.seconds.is_some());
    let all = args.film.as_deref().filter(|_| args.seconds.is_none());
    let mut film = all.map(begin).transpose()?;
    let (mut passed, mut shown) = (0, 0);
    play(runner, player, name, |runner| {
        passed += 1;
        if let Some(film) = &mut film
            && f64::from(shown) < f64::from(passed) * rate
        {
            shown += 1;
            let (size, pixels) = painted(runner, args)?;
            film.add(size, &pixels)?;
        }
        Ok(())
    })?;
    untroubled(runner)?;
    film.map(Film::end).transpose()?;
    if let Some(path) = follows {
        runner.shown = Shown { panel: args.panel, text: args.text, mouse: false };
        runner.resize(args.size, args.scale)?;
        runner.set_samples(SAMPLES)?;
        self::film(runner, args, path)?;
    }
    if let Some(path) = &args.film {
        println!("{}", path.display());
    }
    if let Some(path) = &args.picture {
        repaint(runner)?;
        write_canvas(runner, path, args)?;
        println!("{}", path.display());
    }
    Ok(())
}

/// Plays a script to its end, and shows what every picture's time comes to.
fn play<L: Lesson>(
    runner: &mut Runner<L>,
    mut player: Player,
    name: &str,
    mut show: impl FnMut(&mut Runner<L>) -> Result<()>,
) -> Result<()> {
    loop {
        match player.play(runner)? {
            Next::Time => {
                runner.update(player.picture_seconds());
                runner.paint(player.picture_seconds() as f32)?;
                show(runner)?;
                if runner.settle()? == Request::Quit {
                    return Ok(());
                }
            }
            Next::Picture(path) => {
                let by_key = path.is_none();
                let path = match path {
                    Some(path) => path,
                    None => free_name(&std::env::current_dir()?, name),
                };
                let samples = runner.samples();
                repaint(runner)?;
                write_png(&path, runner.canvas.size(), &runner.canvas.pixels()?)?;
                runner.set_samples(samples)?;
                println!("{}", path.display());
                if by_key {
                    runner.tell_saved(&path);
                }
            }
            Next::Size(size, scale) => runner.resize(size, scale)?,
            Next::End(_) => return Ok(()),
        }
    }
}

/// Paints what there is now once more, to be seen, without messages.
fn repaint<L: Lesson>(runner: &mut Runner<L>) -> Result<()> {
    runner.forget_message();
    runner.set_samples(SAMPLES)?;
    runner.paint(0.0)
}

/// Goes through the motion in equal steps up to a moment.
fn advance<L: Lesson>(runner: &mut Runner<L>, seconds: f32) {
    runner.clock.playing = true;
    let steps = (seconds / STEP).floor() as u32;
    for _ in 0..steps {
        runner.update(EXACT_STEP);
    }
    runner.update(f64::from(seconds - steps as f32 * STEP));
}

/// Goes on by the time between two pictures of a film, in parts that are short enough to be caught up with.
fn advance_film<L: Lesson>(runner: &mut Runner<L>, seconds: f64) {
    let parts = (seconds / Pacer::longest(L::PACE)).ceil().max(1.0);
    for _ in 0..parts as u32 {
        runner.update(seconds / parts);
    }
}

fn picture<L: Lesson>(runner: &mut Runner<L>, args: &Args) -> Result<()> {
    advance(runner, args.at);
    runner.clock.playing = false;
    if args.panel || args.text {
        // The panel's tables find their widths in the course of a few pictures.
        runner.set_samples(UNSEEN)?;
        (0..3).try_for_each(|_| runner.paint(STEP))?;
        runner.set_samples(SAMPLES)?;
    }
    runner.paint(STEP)
}

fn film<L: Lesson>(runner: &mut Runner<L>, args: &Args, path: &Path) -> Result<()> {
    let whole = runner.motion().map_or(2.0, |motion| motion.seconds);
    let seconds = args.seconds.unwrap_or(whole);
    let interval = 1.0 / f32::from(args.fps);
    let count = ((seconds / interval).round() as usize).max(1);
    let mut film = begin_film(path, args.size, args, count)?;
    picture(runner, args)?;
    runner.clock.playing = true;
    for _ in 0..count {
        runner.paint(interval)?;
        untroubled(runner)?;
        let (size, pixels) = painted(runner, args)?;
        film.add(size, &pixels)?;
        advance_film(runner, f64::from(interval));
    }
    film.end()
}

fn bench<L: Lesson>(runner: &mut Runner<L>, count: u32) -> Result<()> {
    runner.clock.playing = true;
    for warm_up in [true, false] {
        let start = Instant::now();
        for _ in 0..count {
            runner.update(EXACT_STEP);
            runner.paint(STEP)?;
        }
        if warm_up {
            runner.canvas.pixels()?;
        } else {
            tell_time(runner, start, count)?;
        }
    }
    Ok(())
}

/// Plays a script, and tells how long one of its last pictures took.
fn bench_script<L: Lesson>(runner: &mut Runner<L>, player: Player, name: &str, count: u32) -> Result<()> {
    let first = player.all_pictures().saturating_sub(count);
    let (mut passed, mut start) = (0, Instant::now());
    play(runner, player, name, |runner| {
        passed += 1;
        if passed == first {
            runner.canvas.pixels()?;
            start = Instant::now();
        }
        Ok(())
    })?;
    tell_time(runner, start, passed - first)?;
    untroubled(runner)
}

/// Tells how long one of so many pictures took.
fn tell_time<L: Lesson>(runner: &mut Runner<L>, start: Instant, count: u32) -> Result<()> {
    // Reading the pixels waits until everything is drawn.
    runner.canvas.pixels()?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3 / f64::from(count);
    let pictures = 1e3 / milliseconds;
    print!("{milliseconds:.2} ms per picture, {pictures:.0} pictures per second");
    match runner.vertices() {
        Some(vertices) => println!(", {:.1} million vertices per second", vertices as f64 * pictures / 1e6),
        None => println!(),
    }
    Ok(())
}

/// An OpenGL context that needs no display.
#[cfg(target_os = "linux")]
fn context() -> Result<Rc<Context>> {
    match surfaceless::context() {
        Ok(context) => Ok(context),
        Err(error) => super::window::hidden_context().map_err(|_| {
            anyhow::anyhow!("nothing to draw with: {error:#}. On Debian and Ubuntu, ./setup.sh installs Mesa")
        }),
    }
}

/// An OpenGL context of a window that is never shown.
#[cfg(not(target_os = "linux"))]
fn context() -> Result<Rc<Context>> {
    super::window::hidden_context()
}

#[cfg(target_os = "linux")]
mod surfaceless {
    use super::*;
    use glium::backend::Backend;
    use glutin::api::egl::context::{NotCurrentContext, PossiblyCurrentContext};
    use glutin::api::egl::{device::Device, display::Display};
    use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
    use glutin::context::GlProfile;
    use glutin::display::GlDisplay;
    use glutin::prelude::PossiblyCurrentGlContext;
    use std::ffi::{CString, c_void};

    struct Surfaceless(PossiblyCurrentContext, Display);

    /// The first device that has what the lessons need.
    pub fn context() -> Result<Rc<Context>> {
        let devices = Device::query_devices().context("EGL is missing")?;
        let mut first_error = None;
        for device in devices {
            match on_device(&device) {
                Ok(context) => return Ok(context),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Err(first_error.context("EGL knows no device")?)
    }

    fn on_device(device: &Device) -> Result<Rc<Context>> {
        // SAFETY: the device was listed by EGL, and no native display is passed along.
        let display = unsafe { Display::with_device(device, None) }?;
        let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
        // SAFETY: the template names no native window.
        let config = unsafe { display.find_configs(template) }?.next().context("no configuration")?;
        let attributes = debug::attributes();
        let needed = attributes.clone().with_profile(GlProfile::Core).with_context_api(NEEDED).build(None);
        // SAFETY: the attributes name no native window.
        let Ok(context) = (unsafe { display.create_context(&config, &needed) }) else {
            // SAFETY: as above.
            let any =
                unsafe { display.create_context(&config, &attributes.with_context_api(ANY).build(None)) }?;
            let found = wrap(any, display).map(|context| context.get_opengl_version_string().to_owned());
            return Err(too_little(found.ok().as_deref()));
        };
        wrap(context, display)
    }

    fn wrap(context: NotCurrentContext, display: Display) -> Result<Rc<Context>> {
        let backend = Surfaceless(context.make_current_surfaceless()?, display);
        // SAFETY: the context is new, and current on this thread for as long as the program runs.
        Ok(unsafe { Context::new(backend, true, debug::behaviour()) }?)
    }

    // SAFETY: every call goes to the one context, which stays alive inside.
    unsafe impl Backend for Surfaceless {
        fn swap_buffers(&self) -> Result<(), glium::SwapBuffersError> {
            Ok(())
        }

        unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
            CString::new(symbol).map_or(std::ptr::null(), |symbol| self.1.get_proc_address(&symbol))
        }

        fn get_framebuffer_dimensions(&self) -> (u32, u32) {
            (0, 0)
        }

        fn resize(&self, _: (u32, u32)) {}

        fn is_current(&self) -> bool {
            self.0.is_current()
        }

        unsafe fn make_current(&self) {
            // That it was possible once is all that EGL can promise.
            let _ = self.0.make_current_surfaceless();
        }
    }
}
