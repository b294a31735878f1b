//! What a lesson draws with: shader programs and files that reload when saved, meshes, lines.
//!
//! One policy for colour everywhere: shaders write sRGB values as they are to be shown, and no
//! framebuffer converts them. Lighting is done in linear light inside a shader, which encodes its result.

mod canvas;
mod chain_lines;
pub mod colour;
pub mod drawing;
mod feedback;
mod joint_scene;
mod joints;
mod lines;
mod live;
mod mesh;
mod model_scene;
mod models;
mod program;
mod rigged;
mod skeleton_lines;
mod texture;
mod view;

pub use canvas::Canvas;
pub use chain_lines::{ChainLines, JointVertex};
pub use feedback::VertexShader;
pub use joint_scene::JointScene;
pub use joints::{Joints, MAX_JOINTS, UNMOVED};
pub use lines::{LinePainter, Lines};
pub use live::Live;
pub use mesh::{Mesh, MeshVertex};
pub use model_scene::{ModelLook, ModelScene};
pub use models::open_models;
pub use rigged::{RiggedMesh, RiggedVertex, SkinLook, SkinPainter, block};
pub use skeleton_lines::SkeletonLines;
pub use texture::Texture;
pub use view::{Ray, View};

use crate::course;
use anyhow::{Context as _, Result};
use glium::backend::{Context, Facade};
use glium::vertex::VertexFormat;
use program::{Given, Stages};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::{Rc, Weak};

/// An OpenGL context, and the files that were loaded with it.
///
/// It is a glium [`Facade`]: buffers, textures and programs are made with it. A clone is the same context.
#[derive(Clone)]
pub struct Gl {
    context: Rc<Context>,
    files: Rc<RefCell<Vec<Weak<dyn live::Watched>>>>,
}

impl Facade for Gl {
    fn get_context(&self) -> &Rc<Context> {
        &self.context
    }
}

impl Gl {
    /// Wraps a context that is current.
    pub fn new(context: Rc<Context>) -> Self {
        Self { context, files: Rc::default() }
    }

    /// A shader program from two files in `shaders/`, made anew whenever one of them is saved.
    ///
    /// It will draw `vertices`: one format for each buffer that they come from.
    pub fn program(
        &self,
        vertex: &str,
        fragment: &str,
        vertices: &[VertexFormat],
    ) -> Result<Rc<Live<glium::Program>>> {
        self.watch_program([vertex, fragment].map(shader_path).into(), vertices)
    }

    /// A shader program with a geometry shader, which may make other shapes of those that are drawn.
    pub fn program_with_geometry(
        &self,
        [vertex, geometry, fragment]: [&str; 3],
        vertices: &[VertexFormat],
    ) -> Result<Rc<Live<glium::Program>>> {
        self.watch_program([vertex, fragment, geometry].map(shader_path).into(), vertices)
    }

    fn watch_program(
        &self,
        paths: Vec<PathBuf>,
        vertices: &[VertexFormat],
    ) -> Result<Rc<Live<glium::Program>>> {
        let (context, given) = (self.context.clone(), Given::vertices(vertices));
        self.watch(paths, move |paths| {
            let geometry = paths.get(2).map(PathBuf::as_path);
            let stages = Stages { vertex: &paths[0], geometry, fragment: Some(&paths[1]) };
            let program = stages.load(&context, Vec::new())?;
            stages.check(&program, &given)?;
            Ok(program)
        })
    }

    /// A picture from `assets/`, read anew whenever it is saved.
    pub fn texture(&self, asset: &str) -> Result<Rc<Live<Texture>>> {
        let context = self.context.clone();
        self.watch(vec![asset_path(asset)], move |paths| Texture::read(&context, &paths[0]))
    }

    /// Whatever `parse` makes of the text of a file in `assets/`, made anew whenever it is saved.
    pub fn asset<T: 'static>(
        &self,
        asset: &str,
        parse: impl Fn(&str) -> Result<T> + 'static,
    ) -> Result<Rc<Live<T>>> {
        self.watch(vec![asset_path(asset)], move |paths| {
            parse(&read_text(&paths[0])?).with_context(|| paths[0].display().to_string())
        })
    }

    /// Whatever `load` makes of a file anywhere, made anew whenever it is saved.
    pub fn file<T: 'static>(
        &self,
        path: PathBuf,
        load: impl Fn(&Path) -> Result<T> + 'static,
    ) -> Result<Rc<Live<T>>> {
        self.watch(vec![path], move |paths| load(&paths[0]))
    }

    fn watch<T: 'static>(
        &self,
        paths: Vec<PathBuf>,
        load: impl Fn(&[PathBuf]) -> Result<T> + 'static,
    ) -> Result<Rc<Live<T>>> {
        let live = Rc::new(Live::load(paths, load)?);
        let watched: Rc<dyn live::Watched> = live.clone();
        self.files.borrow_mut().push(Rc::downgrade(&watched));
        Ok(live)
    }

    /// Loads again what has changed on disk, or everything with `all`. True if anything was tried.
    pub fn reload(&self, all: bool) -> bool {
        self.each_file().filter(|file| file.reload(all)).count() > 0
    }

    /// What is wrong with files that could not be loaded again; their last good state is still in use.
    pub fn errors(&self) -> Vec<String> {
        self.each_file().filter_map(|file| file.error()).collect()
    }

    fn each_file(&self) -> impl Iterator<Item = Rc<dyn live::Watched>> + use<> {
        let mut files = self.files.borrow_mut();
        files.retain(|file| file.strong_count() > 0);
        files.iter().filter_map(Weak::upgrade).collect::<Vec<_>>().into_iter()
    }
}

fn shader_path(name: &str) -> PathBuf {
    course::root().join("shaders").join(name)
}

/// Where an asset lies.
pub fn asset_path(asset: &str) -> PathBuf {
    course::root().join("assets").join(asset)
}

fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
