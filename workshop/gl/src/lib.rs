//! Draws for lessons with shader programs and files that reload when saved, meshes and lines.
//!
//! There is one policy for colour: shaders write sRGB values as they are to be shown, and no framebuffer
//! converts them. Lighting is done in linear light inside a shader, which encodes its result.
//!
//! **In here:** What talks to OpenGL, down to a model as it's drawn: a check that asks a shader depends on it, and on nothing that reads files of models or shows a panel. **Depends on:** `common`, `course`, `gpu`.

mod axes;
mod background;
mod canvas;
pub mod colour;
mod context;
mod debug;
pub mod drawing;
mod extent;
mod feedback;
mod hot_reload;
mod light;
mod lines;
mod mesh;
mod model;
mod parts;
mod program;
mod skeleton_lines;
mod skin;
mod stream;
mod texture;
mod view;
#[cfg(feature = "window")]
pub mod window;

pub use background::Background;
pub use canvas::{Canvas, UNSEEN};
pub use context::{context, describe, offscreen};
pub use extent::Extent;
pub use feedback::{SkinInput, VertexShader, told_by};
pub use hot_reload::HotReload;
pub use light::{Lamp, Light, LitProgram};
pub use lines::{LineBuffer, LinePainter, Lines};
pub use mesh::{MeshBuffers, MeshVertex, VertexColour};
pub use model::{Model, ModelLook, ModelPainter, Scene};
pub use skeleton_lines::{SkeletonLines, joint_picture, joint_program, with_dots};
pub use skin::{SkinLook, SkinPainter};
pub use stream::Stream;
pub use texture::Texture;
pub use view::{Ray, View};

use anyhow::{Context as _, Error, Result};
use glium::backend::{Context, Facade};
use glium::vertex::VertexFormat;
use program::{Stages, Uniforms};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::{Rc, Weak};

/// An OpenGL context, and the files loaded with it, which reload when saved.
///
/// It is a glium [`Facade`]: buffers, textures and programs are made with it. A clone is the same context.
#[derive(Clone)]
pub struct Gl {
    context: Rc<Context>,
    files: Rc<RefCell<Vec<Weak<dyn hot_reload::Watched>>>>,
    /// True if a shader that is wrong from the start is no error, as it may be a student's.
    waits_for_shaders: bool,
}

impl Facade for Gl {
    fn get_context(&self) -> &Rc<Context> {
        &self.context
    }
}

impl Gl {
    /// Wraps a context that is current.
    pub fn new(context: Rc<Context>) -> Self {
        Self { context, files: Rc::default(), waits_for_shaders: false }
    }

    /// Makes the same context tolerant, for a student at work: a shader program that is wrong from the start is no
    /// error, but draws nothing until it is saved right. Until then it is among the [errors](Self::errors).
    pub fn waiting_for_shaders(self) -> Self {
        Self { waits_for_shaders: true, ..self }
    }

    /// Loads a shader program from two files in `shaders/`, and again when one or what it includes is saved.
    ///
    /// It will draw `vertices`, with one format for each buffer. If they don't fit, it draws nothing, and the reason is among
    /// the [errors](Self::errors).
    pub fn program(
        &self,
        vertex: &str,
        fragment: &str,
        vertices: &[VertexFormat],
    ) -> Result<Rc<HotReload<glium::Program>>> {
        self.program_with(&[vertex, fragment], vertices, Vec::new())
    }

    /// Loads a program like [`program`](Self::program), or with a geometry shader as a third file. Each of
    /// `defines` is a `#define` in all of them.
    pub fn program_with(
        &self,
        files: &[&str],
        vertices: &[VertexFormat],
        defines: Vec<String>,
    ) -> Result<Rc<HotReload<glium::Program>>> {
        let paths = files.iter().map(|file| shader_path(file)).collect();
        let (context, vertices, uniforms) = (self.context.clone(), vertices.to_vec(), Uniforms::new());
        let load = move |paths: &[PathBuf], others: &mut Vec<PathBuf>| {
            let stages = Stages::read(paths, &defines, others)?;
            let program = stages.load(&context, Vec::new())?;
            stages.check(&program, &vertices, &uniforms)?;
            Ok(program)
        };
        // Vertices may be a student's as well.
        let nothing = |error: Error| match self.waits_for_shaders || error.is::<program::Misfit>() {
            true => Ok((program::that_draws_nothing(&self.context)?, error)),
            false => Err(error),
        };
        let (hot_reload, error) = self.load(paths, load, nothing)?;
        error.iter().for_each(|error| hot_reload.complain(error));
        Ok(hot_reload)
    }

    /// Loads a texture from `assets/`, and again whenever it is saved.
    pub fn texture(&self, asset: &str) -> Result<Rc<HotReload<Texture>>> {
        let context = self.context.clone();
        self.file(asset_path(asset), move |path, _| Texture::read(&context, path))
    }

    /// Loads a file of `assets/`, and parses its text again whenever it is saved.
    pub fn asset<T: 'static>(
        &self,
        asset: &str,
        parse: impl Fn(&str) -> Result<T> + 'static,
    ) -> Result<Rc<HotReload<T>>> {
        self.file(asset_path(asset), move |path, _| {
            parse(&read_text(path)?).with_context(|| path.display().to_string())
        })
    }

    /// Loads a file from anywhere, and again whenever it is saved.
    ///
    /// `load` adds the other paths that it looks at to its list, and these are watched too: files, even if
    /// they do not exist yet, and folders in which others may appear.
    pub fn file<T: 'static>(
        &self,
        path: PathBuf,
        load: impl Fn(&Path, &mut Vec<PathBuf>) -> Result<T> + 'static,
    ) -> Result<Rc<HotReload<T>>> {
        Ok(self.load(vec![path], move |paths, others| load(&paths[0], others), Err)?.0)
    }

    /// Loads a value as [`HotReload::load`] does, and again with the others, as long as somebody uses it.
    fn load<T: 'static>(
        &self,
        paths: Vec<PathBuf>,
        load: impl Fn(&[PathBuf], &mut Vec<PathBuf>) -> Result<T> + 'static,
        otherwise: impl FnOnce(Error) -> Result<(T, Error)>,
    ) -> Result<(Rc<HotReload<T>>, Option<Error>)> {
        let (hot_reload, error) = HotReload::load(paths, load, otherwise)?;
        let hot_reload = Rc::new(hot_reload);
        let watched: Rc<dyn hot_reload::Watched> = hot_reload.clone();
        self.files.borrow_mut().push(Rc::downgrade(&watched));
        Ok((hot_reload, error))
    }

    /// Reloads what has changed on disk. Returns true if anything was tried.
    pub fn reload(&self) -> bool {
        self.each_file().filter(|file| file.reload()).count() > 0
    }

    /// Returns the errors of files that could not be loaded again; their last good state is still in use.
    pub fn errors(&self) -> Vec<String> {
        let mut errors: Vec<String> = self.each_file().filter_map(|file| file.error()).collect();
        errors.dedup();
        errors
    }

    fn each_file(&self) -> impl Iterator<Item = Rc<dyn hot_reload::Watched>> + use<> {
        let mut files = self.files.borrow_mut();
        files.retain(|file| file.strong_count() > 0);
        files.iter().filter_map(Weak::upgrade).collect::<Vec<_>>().into_iter()
    }
}

fn shader_path(name: &str) -> PathBuf {
    course::root().join("shaders").join(name)
}

pub fn asset_path(asset: &str) -> PathBuf {
    course::root().join("assets").join(asset)
}

fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::offscreen;
    use common::shapes::plate;
    use glam::Vec3;
    use glam::camera::rh::proj::opengl::perspective;
    use glium::Vertex;

    #[test]
    fn what_does_not_compile_is_told_from_what_cannot_be_read() -> Result<()> {
        let gl = offscreen()?;
        let load = |text: Option<&str>| {
            let path = std::env::temp_dir().join(format!("{}-not-compiled.vert", std::process::id()));
            text.map(|text| std::fs::write(&path, text)).transpose()?;
            let kept = vec!["v_place".to_owned()];
            let read = Stages::read(std::slice::from_ref(&path), &[], &mut Vec::new());
            let _ = std::fs::remove_file(&path);
            read?.load(&gl.context, kept)
        };
        let said =
            |text| load(text).err().map(|error| error.downcast::<course::NotCompiled>().map(|error| error.0));
        let text =
            "#version 330 core\nout vec4 v_place;\nvoid main() { gl_Position = v_place = vec4(1.0) }\n";
        assert!(said(Some(text)).is_some_and(|said| said.is_ok_and(|said| said.contains(".vert:3: "))));
        // It compiles, but has no such output.
        let text = "#version 330 core\nvoid main() { gl_Position = vec4(1.0); }\n";
        assert!(said(Some(text)).is_some_and(|said| said.is_ok_and(|said| said.contains("v_place"))));
        assert!(said(None).is_some_and(|said| said.is_err()));
        Ok(())
    }

    #[test]
    fn an_included_file_is_watched_and_errors_name_the_file_and_the_line_that_was_written() -> Result<()> {
        let gl = offscreen()?;
        let [shader, included] = ["frag", "glsl"]
            .map(|ending| std::env::temp_dir().join(format!("including-{}.{ending}", std::process::id())));
        let include = format!("#include \"{}\"", included.display());
        // Included twice, it would define its function twice.
        let text = format!(
            "#version 330 core\nout vec4 o_colour;\n\n{include}\n{include}\n\nvoid main() {{\n    o_colour = vec4(red(), 0.0, 0.0, 1.0);\n}}\n"
        );
        let red =
            |value: &str| format!("#version 330 core\n// Red.\nfloat red() {{\n    return {value};\n}}\n");
        std::fs::write(&shader, &text)?;
        std::fs::write(&included, red("1.0"))?;
        let background = Background::new(&gl, &shader.display().to_string())?;
        let canvas = Canvas::new(&gl, [1, 1], 1)?;
        let drawn = || {
            background.fill(&gl, &canvas, &mut canvas.scene(&gl)?)?;
            Ok::<_, Error>(canvas.pixels()?[0])
        };
        assert!(!gl.reload() && drawn()? == 255);
        std::fs::write(&included, red("0.5"))?;
        assert!(gl.reload() && gl.errors().is_empty(), "{:?}", gl.errors());
        assert_eq!(drawn()?, 128);

        let says = |file: &Path, line: u32| {
            assert!(gl.reload());
            let (errors, place) = (gl.errors(), format!("{}:{line}: ", file.display()));
            assert!(errors.len() == 1 && errors[0].starts_with(&place), "{errors:?}, and not {place}");
            drawn()
        };
        std::fs::write(&included, red("nothing(1.0)"))?;
        assert_eq!(says(&included, 4)?, 128);
        std::fs::remove_file(&included)?;
        assert_eq!(says(&shader, 4)?, 128);
        std::fs::write(&included, red("1.0"))?;
        assert!(gl.reload() && gl.errors().is_empty(), "{:?}", gl.errors());
        std::fs::write(&shader, text.replace("red(),", "green(),"))?;
        assert_eq!(says(&shader, 8)?, 255);
        std::fs::remove_file(shader)?;
        Ok(std::fs::remove_file(included)?)
    }

    #[test]
    fn a_line_that_passes_the_viewer_leaves_the_picture_where_he_stands() -> Result<()> {
        let gl = offscreen()?;
        let canvas = Canvas::new(&gl, [9, 9], 1)?;
        let clip_from_world = perspective(1.0, 1.0, 0.1, 100.0);
        let view = View { clip_from_world, eye: Vec3::ZERO, flat: false, size: [9, 9], scale: 1.0 };
        // Below his eye, from in front of him to behind his back.
        let mut lines = Lines::default();
        lines.line(Vec3::new(0.0, -1.0, -5.0), Vec3::new(0.0, -1.0, 5.0), 2.0, colour::PAPER);
        let lines = LineBuffer::new(&gl, &lines)?;
        LinePainter::new(&gl)?.draw(&mut canvas.scene(&gl)?, &view, &lines, true)?;
        let pixels = canvas.pixels()?;
        let is_drawn = |row: usize| pixels[4 * (9 * row + 4)] > 0;
        assert_eq!([0, 2, 6, 8].map(is_drawn), [false, false, true, true]);
        Ok(())
    }

    #[test]
    fn vertices_that_lack_an_input_end_no_program_and_are_told_once() -> Result<()> {
        let gl = offscreen()?;
        let open = || gl.program("skin.vert", "lit.frag", &[MeshVertex::build_bindings()]);
        let _both = (open()?, open()?);
        let told = "shaders/skin.vert: the vertices that 08.2 uploads have no `a_joints`, no `a_weights`";
        assert_eq!(gl.errors(), [told]);
        Ok(())
    }

    #[test]
    fn a_shader_that_is_wrong_from_the_start_is_an_error_or_draws_nothing_until_it_is_saved_right()
    -> Result<()> {
        let gl = offscreen()?;
        let file = std::env::temp_dir().join(format!("no-such-{}.frag", std::process::id()));
        let name = file.display().to_string();
        let open = |gl: &Gl| gl.program("mesh.vert", &name, &[MeshVertex::build_bindings()]);
        assert!(open(&gl).err().is_some_and(|error| error.to_string().contains(&name)));

        let gl = gl.waiting_for_shaders();
        let program = open(&gl)?;
        assert!(gl.errors().len() == 1 && gl.errors()[0].contains(&name), "{:?}", gl.errors());
        let canvas = Canvas::new(&gl, [1, 1], 1)?;
        let mut scene = canvas.scene(&gl)?;
        glium::Surface::clear_color(&mut scene, 1.0, 0.5, 0.0, 1.0);
        let before = canvas.pixels()?;
        let corners = [[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]].map(glam::Vec2::from);
        let mesh = MeshBuffers::new(&gl, &plate(&corners))?;
        let still = glam::Mat4::IDENTITY.to_cols_array_2d();
        let uniforms = glium::uniform! {
            u_clip_from_world: still, u_world_from_model: still, u_colour: [1.0, 1.0, 1.0, 1.0f32],
        };
        let mut drawn = || {
            let (program, parameters) = (program.get(), glium::DrawParameters::default());
            glium::Surface::draw(
                &mut scene,
                &mesh.vertices,
                &mesh.indices,
                &program,
                &uniforms,
                &parameters,
            )?;
            canvas.pixels()
        };
        assert_eq!(drawn()?, before);
        // Saved right, it draws.
        std::fs::copy(shader_path("flat.frag"), &file)?;
        assert!(gl.reload() && gl.errors().is_empty(), "{:?}", gl.errors());
        assert_ne!(drawn()?, before);
        Ok(std::fs::remove_file(file)?)
    }
}
