// A knight who walks, by docs/engine/window.md.
use anyhow::{Context as _, Result};
use common::clip::Animator;
use common::pose::model_from_joints;
use common::shapes::joint_lines;
use common::skin::shader_normals;
use formats::{Asset, Image, Material, clips_beside};
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{Mat4, Vec2, Vec3};
use glium::backend::{Facade, glutin::SimpleWindowBuilder};
use glium::texture::{RawImage2d, Texture2d};
use glium::uniforms::UniformBuffer;
use glium::{Depth, DepthTest, DrawParameters, Frame, Program, Surface as _, uniform};
use gpu::{JointBuffers, Joints, Palettes, Picture, Place, SkinBuffers, UNMOVED, block};
use std::{path::Path, time::Instant};
use winit::event::{Event, WindowEvent};
use winit::event_loop::EventLoop;

const LOOK: &str = "#version 330 core
in vec3 v_normal;
in vec4 v_colour;
in vec2 v_texture_coordinates;
uniform sampler2D u_texture;
out vec4 o_colour;
void main() {
    float light = 0.6 + 0.4 * dot(normalize(gl_FrontFacing ? v_normal : -v_normal), vec3(0.4, 0.8, 0.4));
    o_colour = light * v_colour * texture(u_texture, v_texture_coordinates);
}";

struct Knight {
    asset: Asset,
    animator: Animator,
    skins: Vec<SkinBuffers>,
    textures: Vec<Texture2d>,
    palettes: Palettes,
    lines: JointBuffers,
    joints: UniformBuffer<Joints>,
    programs: [Program; 2],
}

impl Knight {
    fn new(gl: &impl Facade, path: &Path) -> Result<Self> {
        let asset = formats::read(path)?;
        let walk = clips_beside(path, &asset).clips.into_iter().find(|clip| clip.name == "walk");
        let texture = |material: &Material| -> Result<Texture2d> {
            let mut image = gpu::Image { size: (1, 1), pixels: vec![255; 4] };
            if let Some(Image::File(file)) = &material.image {
                image = gpu::Image::read(file)?;
            }
            let raw = RawImage2d::from_raw_rgba_reversed(&image.pixels, image.size);
            Ok(Texture2d::new(gl, raw)?)
        };
        let colours = vec![[0.1, 0.2, 0.9, 1.0]; asset.rig.skeleton.joints().len()];
        let skin = Program::from_source(gl, include_str!("skin.vert"), LOOK, None)?;
        let line =
            Program::from_source(gl, include_str!("joint_lines.vert"), include_str!("flat.frag"), None)?;
        Ok(Self {
            animator: Animator::new(asset.rig.clone(), walk.context("nobody walks")?),
            skins: asset.surfaces.iter().map(|own| SkinBuffers::new(gl, &own.mesh)).collect::<Result<_, _>>()?,
            textures: asset.materials.iter().map(texture).collect::<Result<_>>()?,
            palettes: Palettes::new(gl)?,
            lines: gpu::upload_lines(gl, &colours, &joint_lines(&asset.rig.skeleton))?,
            joints: UniformBuffer::new(gl, UNMOVED)?,
            programs: [skin, line],
            asset,
        })
    }

    fn draw(&mut self, frame: &mut Frame, seconds: f32) -> Result<()> {
        let Self { asset, palettes, programs, .. } = self;
        self.animator.seek(seconds);
        let local: Vec<Mat4> = self.animator.pose().iter().map(|joint| joint.to_matrix()).collect();
        let model_from_joints = model_from_joints(&asset.rig.skeleton, &local);
        let (width, height) = frame.get_dimensions();
        let clip_from_world = perspective(0.6, width as f32 / height as f32, 0.1, 100.0)
            * look_at_mat4(Vec3::new(2.0, 1.5, 3.5), 0.9 * Vec3::Y, Vec3::Y);
        let depth = Depth { test: DepthTest::IfLess, write: true, ..Depth::default() };
        let rules = DrawParameters { depth, ..DrawParameters::default() };
        let place = Place { clip_from_world, world_from_model: asset.world_from_model, rules: &rules };
        for (surface, skin) in asset.surfaces.iter().zip(&self.skins) {
            let points = surface.palette(&model_from_joints);
            palettes.write(&points, &shader_normals(&points))?;
            for part in &surface.submeshes {
                let (from, to) = (3 * part.triangles.start, 3 * part.triangles.end);
                let indices = skin.indices.slice(from..to).context("it has no triangles")?;
                let i = part.material.context("it has no material")?;
                let look = uniform! { u_colour: asset.materials[i].colour, u_texture: &self.textures[i] };
                gpu::draw_skin((&skin.vertices, indices), frame, &programs[0], palettes, &place, &look)?;
            }
        }
        let joints: Vec<Mat4> = model_from_joints.iter().map(|own| asset.world_from_model * *own).collect();
        self.joints.write(&block(&joints)?);
        let view = Picture { clip_from_world, half_size: Vec2::ONE, scale: 1.0, rules: Default::default() };
        Ok(gpu::draw_lines(&self.lines, frame, &programs[1], &self.joints, 0, &view)?)
    }
}

#[allow(deprecated, reason = "winit's other way, `run_app`, wants a struct and a trait")]
fn main() -> Result<()> {
    let events = EventLoop::new()?;
    let window = SimpleWindowBuilder::new().with_title("own-knight").with_inner_size(1280, 800);
    let (window, display) = window.build(&events);
    let mut knight = Knight::new(&display, Path::new("knight/knight.dae"))?;
    let start = Instant::now();

    events.run(move |event, events| match event {
        Event::WindowEvent { event: WindowEvent::CloseRequested, .. } => events.exit(),
        Event::WindowEvent { event: WindowEvent::Resized(size), .. } => display.resize(size.into()),
        Event::WindowEvent { event: WindowEvent::RedrawRequested, .. } => {
            let mut frame = display.draw();
            frame.clear_color_srgb_and_depth((0.85, 0.9, 0.95, 1.0), 1.0);
            let drawn = knight.draw(&mut frame, start.elapsed().as_secs_f32());
            frame.finish().expect("the picture is shown");
            drawn.expect("the knight is drawn");
        }
        Event::AboutToWait => window.request_redraw(),
        _ => {}
    })?;
    Ok(())
}
