//! A lesson that puts up boxes, for `tests/arena.rs`: the editor of lesson 17 without knight and models.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../lessons/17_the_knight_plays/arena.rs"]
mod arena;

#[allow(dead_code, reason = "lesson 17 asks it more")]
#[path = "../../lessons/17_the_knight_plays/making/mod.rs"]
mod making;

use anyhow::Result;
use arena::yard;
use common::mesh::Mesh;
use common::transform::Transform;
use glam::{DVec2, Mat4, Vec3, vec3};
use ground::Level;
use making::Editor;
use making::building::{Figure, Known, Model};
use play::{Arena, Sphere, Touches};
use side_scroller::floors::Floors;
use side_scroller::hills::Hills;
use side_scroller::scenery::Scenery;
use stage::gl::colour::STEEL;
use stage::gl::{Gl, MeshBuffers};
use stage::{Action, Args, Camera, Clock, Frame, KeyPress, Lesson, Pace, Panel, Panels, Pointer, Step};
use std::cell::RefCell;
use std::process::ExitCode;

/// The models, with half of their width, and their height.
const MODELS: [(&str, f32, f32); 4] =
    [("crate", 0.5, 1.0), ("barrel", 0.4, 1.1), ("pillar", 0.4, 3.6), ("lantern", 0.25, 2.6)];

/// Where the joints of somebody are who stands at the origin.
const JOINTS: [(&str, Vec3); 3] =
    [("hips", vec3(0.0, 1.0, 0.0)), ("head", vec3(0.0, 1.7, 0.0)), ("hand_R", vec3(0.35, 1.1, 0.1))];

struct Building {
    editor: Editor,
    unit: MeshBuffers,
    hills: Hills,
    scenery: RefCell<Option<(Level, Scenery)>>,
}

fn known() -> Known {
    let model = |&(name, half, height): &(&str, f32, f32)| Model {
        name: name.to_owned(),
        bounds: [vec3(-half, 0.0, -half), vec3(half, height, half)],
    };
    let figure = Figure {
        ons: JOINTS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        clips: vec![("punch".to_owned(), 0.6), ("swing".to_owned(), 0.9)],
        ..Figure::default()
    };
    Known { models: MODELS.iter().map(model).collect(), figures: [figure.clone(), figure] }
}

fn sphere(name: &str, on: &str, radius: f32, touches: Touches) -> Sphere {
    let [name, on] = [name, on].map(str::to_owned);
    Sphere { name, on, centre: Vec3::ZERO, radius, touches, spans: Vec::new() }
}

/// The joints of somebody who stands there.
fn joints(feet: DVec2) -> Vec<Mat4> {
    JOINTS.iter().map(|(_, at)| Mat4::from_translation(feet.as_vec2().extend(0.0) + *at)).collect()
}

impl Lesson for Building {
    const PACE: Pace = Pace::Fixed { hertz: 120 };
    const ACTIONS: &'static [Action] = &making::ACTIONS;
    const TAKES_RIGHT_BUTTON: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let spheres = vec![
            sphere("belly", "hips", 0.25, Touches::Hurts),
            sphere("head", "head", 0.15, Touches::Hurts),
            sphere("fist", "hand_R", 0.1, Touches::Hits),
        ];
        let tables = ["a table", "another"].map(str::to_owned);
        let given = Arena { spheres: [spheres.clone(), spheres], tables, ..yard() };
        Ok(Self {
            editor: Editor::open(args, given, known())?,
            unit: MeshBuffers::new(gl, &unit())?,
            hills: Hills::new(gl)?,
            scenery: RefCell::default(),
        })
    }

    fn camera(&self) -> Camera {
        // The same whatever is opened: scripts name places in the view.
        Camera::orbit(vec3(-6.0, 1.7, 0.0), 11.0, 0.0, 11.0)
    }

    fn update(&mut self, Step { input, .. }: Step) {
        let Arena { level, dummies, .. } = self.editor.arena();
        let frames = [joints(level.start), dummies.first().map(|&feet| joints(feet)).unwrap_or_default()];
        self.editor.update(input.mouse.as_ref(), frames);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.editor.panel(panel);
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        self.editor.panels(panels);
    }

    fn pointer(&mut self, pointer: &Pointer, _: &mut Clock) -> bool {
        self.editor.pointer(pointer)
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        self.editor.key(press)
    }

    fn unsaved(&self) -> Option<String> {
        self.editor.unsaved()
    }

    fn save(&mut self) -> Result<()> {
        self.editor.save()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let arena = self.editor.arena();
        let scenery = &mut *self.scenery.borrow_mut();
        if scenery.as_ref().is_none_or(|(level, _)| *level != arena.level) {
            let floors = Floors::new(&arena.level);
            *scenery = Some((arena.level.clone(), Scenery::new(frame.gl(), &arena.level, &floors)?));
        }
        self.hills.draw(frame, None)?;
        scenery.as_ref().map_or(Ok(()), |(_, scenery)| scenery.draw(frame, |_| DVec2::ZERO))?;
        let sizes = |name: &str| {
            MODELS.iter().find(|model| model.0 == name).map_or([0.5, 1.0], |model| [model.1, model.2])
        };
        for piece in &arena.pieces {
            let [half, height] = sizes(&piece.model);
            let scale = Mat4::from_scale(vec3(2.0 * half, height, 2.0 * half));
            frame.solid(&self.unit, piece.place.to_matrix() * scale, STEEL)?;
        }
        let stands = [arena.level.start].into_iter().chain(arena.dummies.iter().copied());
        for feet in stands {
            let place = Transform { translation: feet.as_vec2().extend(0.0), ..Transform::IDENTITY };
            frame.solid(&self.unit, place.to_matrix() * Mat4::from_scale(vec3(0.4, 1.75, 0.3)), STEEL)?;
        }
        self.editor.draw(frame);
        Ok(())
    }
}

/// A box of size 1 that stands on the origin.
fn unit() -> Mesh {
    let mut mesh = Mesh::default();
    for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
        let normal = Vec3::AXES[axis] * sign;
        let (a, b) = (Vec3::AXES[(axis + 1) % 3], Vec3::AXES[(axis + 2) % 3] * sign);
        let first = mesh.positions.len() as u32;
        let corners = [-a - b, a - b, a + b, b - a].map(|corner| 0.5 * (normal + corner + Vec3::Y));
        mesh.positions.extend(corners);
        mesh.normals.extend([normal; 4]);
        mesh.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|corners| corners.map(|corner| first + corner)));
    }
    mesh
}

fn main() -> ExitCode {
    // It has no text of its own.
    stage::run::<Building>("01-hierarchical-transforms")
}
