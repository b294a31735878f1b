//! Holds Dear ImGui with what draws it.

use crate::panel::PANEL_WIDTH;
use crate::rect::Rect;
use crate::theme::{self, Fonts};
use anyhow::Result;
use gl::Gl;
use glium::framebuffer::SimpleFrameBuffer;
use imgui::{ConfigFlags, MouseCursor};
use imgui_glium_renderer::Renderer;

/// The parts that are shown besides the scene.
#[derive(Clone, Copy, Default)]
pub struct Shown {
    /// True if the panel at the left is shown.
    pub panel: bool,
    /// True if the mouse is drawn, as in a film of a script. Over a window the system draws it.
    pub mouse: bool,
}

/// Dear ImGui, which shows all panels and words.
pub struct Gui {
    /// Its state, which a window passes events to.
    pub imgui: imgui::Context,
    pub renderer: Renderer,
    pub fonts: Fonts,
    /// The pixels per pixel of a plain screen.
    pub scale: f32,
    /// The mouse's cursor that panels want, if it is visible.
    pub pointing: Option<MouseCursor>,
    /// True while a control of a panel is being changed, which Escape then cancels.
    pub changes: bool,
    pub shown: Shown,
}

impl Gui {
    pub fn new(gl: &Gl, scale: f32) -> Result<Self> {
        let mut imgui = imgui::Context::create();
        imgui.set_ini_filename(None);
        imgui.set_log_filename(None);
        imgui.io_mut().config_flags |= ConfigFlags::NAV_ENABLE_KEYBOARD;
        let fonts = theme::apply(&mut imgui, scale);
        let (renderer, pointing) = (Renderer::new(&mut imgui, gl)?, Some(MouseCursor::Arrow));
        Ok(Self { imgui, renderer, fonts, scale, pointing, changes: false, shown: Shown::default() })
    }

    /// Shows other parts from now on, and returns those before.
    pub fn show(&mut self, shown: Shown) -> Shown {
        std::mem::replace(&mut self.shown, shown)
    }

    /// Returns the rectangle of a picture that the panel at the left leaves free.
    pub fn beside(&self, size: [u32; 2]) -> Rect {
        let covered = if self.shown.panel { PANEL_WIDTH * self.scale } else { 0.0 };
        Rect::whole(size).without(covered, 0.0, 0.0, 0.0)
    }

    /// Loads the fonts for another scale.
    pub fn set_scale(&mut self, scale: f32) -> Result<()> {
        if scale != self.scale {
            self.scale = scale;
            self.fonts = theme::apply(&mut self.imgui, scale);
            self.renderer.reload_font_texture(&mut self.imgui)?;
        }
        Ok(())
    }

    /// Returns true while a text is being typed.
    pub fn is_typing(&self) -> bool {
        self.imgui.io().want_text_input
    }

    /// Returns true while the user changes or types something.
    pub fn is_busy(&self) -> bool {
        self.changes || self.is_typing()
    }

    /// Prepares a frame of this size.
    pub fn begin(&mut self, size: [u32; 2], real_seconds: f32) {
        let io = self.imgui.io_mut();
        io.display_size = size.map(|side| side as f32);
        io.display_framebuffer_scale = [1.0, 1.0];
        io.delta_time = real_seconds.max(1e-4);
    }

    /// Draws what the frame has shown.
    pub fn draw(&mut self, picture: &mut SimpleFrameBuffer<'_>) -> Result<()> {
        let words = self.imgui.render();
        // Without any, Dear ImGui's list is a null pointer, which must not be read.
        if words.draw_lists_count() > 0 {
            self.renderer.render(picture, words)?;
        }
        Ok(())
    }
}
