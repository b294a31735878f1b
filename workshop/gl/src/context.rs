//! Makes an OpenGL context without a window, and checks what every context needs.

use crate::Gl;
use anyhow::Result;
use glium::backend::Context;
use glutin::context::{ContextApi, Version};
use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;

/// The version of OpenGL that all lessons need.
pub(crate) const NEEDED: ContextApi = ContextApi::OpenGl(Some(Version::new(3, 3)));

/// A version so old that drivers answer with their newest.
pub(crate) const ANY: ContextApi = ContextApi::OpenGl(Some(Version::new(1, 1)));

/// Returns the error for a driver whose OpenGL is too old, with advice for such a machine.
pub(crate) fn too_little(found: Option<&str>) -> anyhow::Error {
    needed(&format!("this driver offers {}", found.unwrap_or("too little to tell")))
}

/// Returns the error for a driver that is missing or can't be loaded, with advice.
pub(crate) fn no_driver(why: impl Display) -> anyhow::Error {
    needed(&format!("no driver could be loaded that offers it ({why:#})"))
}

fn needed(but: &str) -> anyhow::Error {
    anyhow::anyhow!("the lessons need OpenGL 3.3; {but}. {}", remedy(std::env::consts::OS))
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

/// Returns the driver's maker, the graphics card, and the version of OpenGL.
pub fn describe() -> Result<String> {
    let context = context()?;
    Ok(format!(
        "vendor: {}\nrenderer: {}\nversion: {}",
        context.get_opengl_vendor_string(),
        context.get_opengl_renderer_string(),
        context.get_opengl_version_string()
    ))
}

/// Makes OpenGL without a window, to draw or compute something and read it back, once per thread.
///
/// On macOS and Windows call it on the main thread. Tests have others, so those that draw run on Linux alone.
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

/// Makes an OpenGL context that needs no display.
#[cfg(target_os = "linux")]
pub fn context() -> Result<Rc<Context>> {
    let context = surfaceless::context();
    #[cfg(feature = "window")]
    let context = context.or_else(|error| crate::window::hidden_context().map_err(|_| error));
    context
}

/// Makes the OpenGL context of a window that is never shown.
#[cfg(not(target_os = "linux"))]
pub fn context() -> Result<Rc<Context>> {
    crate::window::hidden_context()
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

    /// Returns a context on the first device that has the OpenGL that the lessons need.
    pub fn context() -> Result<Rc<Context>> {
        let devices = Device::query_devices().map_err(no_driver)?;
        let mut first_error = None;
        for device in devices {
            match on_device(&device) {
                Ok(context) => return Ok(context),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Err(first_error.unwrap_or_else(|| no_driver("EGL knows no device")))
    }

    fn on_device(device: &Device) -> Result<Rc<Context>> {
        // SAFETY: the device was listed by EGL, and no native display is passed along.
        let display = unsafe { Display::with_device(device, None) }.map_err(no_driver)?;
        let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
        // SAFETY: the template names no native window.
        let config = unsafe { display.find_configs(template) }.map_err(no_driver)?.next();
        let config = config.ok_or_else(|| no_driver("no configuration"))?;
        let attributes = crate::debug::attributes();
        let needed = attributes.clone().with_profile(GlProfile::Core).with_context_api(NEEDED).build(None);
        // SAFETY: the attributes name no native window.
        let Ok(context) = (unsafe { display.create_context(&config, &needed) }) else {
            // SAFETY: as above.
            let any =
                unsafe { display.create_context(&config, &attributes.with_context_api(ANY).build(None)) }
                    .map_err(no_driver)?;
            let found = wrap(any, display).map(|context| context.get_opengl_version_string().to_owned());
            return Err(too_little(found.ok().as_deref()));
        };
        wrap(context, display)
    }

    fn wrap(context: NotCurrentContext, display: Display) -> Result<Rc<Context>> {
        let backend = Surfaceless(context.make_current_surfaceless()?, display);
        // SAFETY: the context is new, and current on this thread for as long as the program runs.
        Ok(unsafe { Context::new(backend, true, crate::debug::behaviour()) }?)
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
            // EGL made it current before, and promises no more.
            let _ = self.0.make_current_surfaceless();
        }
    }
}
