//! Opens windows with OpenGL in them.

use crate::{context, debug};
use anyhow::{Context as _, Result, anyhow};
use glium::Display;
use glium::backend::Facade;
use glutin::config::ConfigTemplateBuilder;
use glutin::context::GlProfile;
use glutin::display::{GetGlDisplay, GlDisplay};
use glutin::prelude::NotCurrentGlContext;
use glutin::surface::{GlSurface, SurfaceAttributesBuilder, SwapInterval, WindowSurface};
use glutin_winit::DisplayBuilder;
use std::num::NonZeroU32;
use std::rc::Rc;
use winit::event_loop::EventLoop;
use winit::raw_window_handle::HasWindowHandle;
use winit::window::{Window, WindowAttributes};

/// Connects to the display; the error says why that fails.
pub fn event_loop() -> Result<EventLoop<()>> {
    let mut builder = EventLoop::builder();
    #[cfg(target_os = "linux")]
    {
        use winit::platform::x11::EventLoopBuilderExtX11;
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let (x11, wayland) = (is_set("DISPLAY"), is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET"));
        anyhow::ensure!(x11 || wayland, "neither DISPLAY nor WAYLAND_DISPLAY is set");
        // Through winit's Wayland no file can be dropped onto a window, copied text reaches no other program, and some
        // desktops draw no frame. Where there is Wayland, X11 is nearly always there too.
        if x11 {
            builder.with_x11();
        }
    }
    Ok(builder.build()?)
}

/// Makes the OpenGL context of a window that is never shown.
pub(crate) fn hidden_context() -> Result<Rc<glium::backend::Context>> {
    let event_loop = event_loop()?;
    let attributes = Window::default_attributes().with_visible(false);
    let (window, display) =
        open_display(attributes, |builder, template| Ok(builder.build(&event_loop, template, first)))?;
    let context = display.get_context().clone();
    // The context is used until the program ends, so its window must stay as long.
    std::mem::forget((event_loop, window, display));
    Ok(context)
}

/// Returns the configuration that the driver lists first, which is its favourite.
pub fn first(mut configs: Box<dyn Iterator<Item = glutin::config::Config> + '_>) -> glutin::config::Config {
    configs.next().expect("glutin passes at least one")
}

/// A window, and the configuration of its OpenGL.
pub type Built = Result<(Option<Window>, glutin::config::Config), Box<dyn std::error::Error>>;

/// Opens a window with OpenGL 3.3 in it.
pub fn open_display(
    attributes: WindowAttributes,
    build: impl FnOnce(DisplayBuilder, ConfigTemplateBuilder) -> Result<Built>,
) -> Result<(Window, Display<WindowSurface>)> {
    let builder = DisplayBuilder::new().with_window_attributes(Some(attributes));
    let built = build(builder, ConfigTemplateBuilder::new().with_alpha_size(0))?;
    let (window, config) = built.map_err(|error| match error.downcast::<glutin::error::Error>() {
        Ok(error) => context::no_driver(error),
        Err(error) => anyhow!("cannot open a window: {error}"),
    })?;
    let window = window.context("the system opened no window")?;
    let size = window.inner_size();
    let [width, height] =
        [size.width, size.height].map(|side| NonZeroU32::new(side).unwrap_or(NonZeroU32::MIN));
    let handle = window.window_handle()?.as_raw();
    let surface_attributes = SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, width, height);
    // SAFETY: the handle is that of the window above, which outlives the surface: both end with the program.
    let surface = unsafe { config.display().create_window_surface(&config, &surface_attributes) }
        .map_err(context::no_driver)?;
    let attributes = debug::attributes();
    let needed = attributes.clone().with_profile(GlProfile::Core).with_context_api(context::NEEDED);
    // SAFETY: the handle is that of the window above.
    let created = unsafe { config.display().create_context(&config, &needed.build(Some(handle))) };
    let Ok(context) = created else {
        // SAFETY: as above.
        let any = unsafe {
            config
                .display()
                .create_context(&config, &attributes.with_context_api(context::ANY).build(Some(handle)))
        }
        .map_err(context::no_driver)?;
        let display = Display::from_context_surface(any.make_current(&surface)?, surface);
        let found = display.map(|display| display.get_opengl_version_string().to_owned());
        return Err(context::too_little(found.ok().as_deref()));
    };
    let context = context.make_current(&surface)?;
    // Without it the picture only tears; the pace is kept all the same.
    let _ = surface.set_swap_interval(&context, SwapInterval::Wait(NonZeroU32::MIN));
    Ok((window, Display::with_debug(context, surface, debug::behaviour())?))
}
