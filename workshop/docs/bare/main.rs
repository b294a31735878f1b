//! A bare window with glium, ImGui and winit: what the first build of a lesson is held beside. See `workshop/docs/measure.sh`.

use glium::backend::glutin::Display;
use glutin::config::ConfigTemplateBuilder;
use glutin::context::{ContextAttributesBuilder, NotCurrentGlContext};
use glutin::display::{GetGlDisplay, GlDisplay};
use glutin::surface::WindowSurface;
use glutin_winit::{DisplayBuilder, GlWindow};
use imgui_glium_renderer::Renderer;
use std::error::Error;
use winit::event::{Event, WindowEvent};
use winit::event_loop::EventLoop;
use winit::raw_window_handle::HasWindowHandle;
use winit::window::Window;

#[expect(deprecated, reason = "the shortest loop there is")]
fn main() -> Result<(), Box<dyn Error>> {
    let events = EventLoop::new()?;
    let window = DisplayBuilder::new().with_window_attributes(Some(Window::default_attributes()));
    let first = |mut configs: Box<dyn Iterator<Item = _> + '_>| configs.next().expect("a config");
    let (window, config) = window.build(&events, ConfigTemplateBuilder::new(), first)?;
    let window = window.ok_or("no window")?;
    let handle = window.window_handle()?.as_raw();
    let surface = window.build_surface_attributes(Default::default())?;
    // SAFETY: the window lives as long as what is made for it.
    let (surface, context) = unsafe {
        let display = config.display();
        let surface = display.create_window_surface(&config, &surface)?;
        let context =
            display.create_context(&config, &ContextAttributesBuilder::new().build(Some(handle)))?;
        let context = context.make_current(&surface)?;
        (surface, context)
    };
    let display: Display<WindowSurface> = Display::from_context_surface(context, surface)?;
    let mut imgui = imgui::Context::create();
    let mut renderer = Renderer::new(&mut imgui, &display)?;
    events.run(|event, events| match event {
        Event::WindowEvent { event: WindowEvent::CloseRequested, .. } => events.exit(),
        Event::WindowEvent { event: WindowEvent::RedrawRequested, .. } => {
            let size = window.inner_size();
            imgui.io_mut().display_size = [size.width as f32, size.height as f32];
            imgui.new_frame().show_demo_window(&mut true);
            let mut frame = display.draw();
            renderer.render(&mut frame, imgui.render()).expect("ImGui draws");
            frame.finish().expect("the picture is shown");
        }
        _ => {}
    })?;
    Ok(())
}
