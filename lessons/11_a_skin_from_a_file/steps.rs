//! A vertex on its way from the file to where it is now, step by step.

use common::gl::ModelScene;
use common::gl::colour::{ACCENT, Colour, FAINT, INK, mix, with_alpha};
use common::model::Surface;
use common::skin::skin_point;
use common::stage::{Frame, Panel, fixed};
use common::transform::transform_point;
use glam::{Mat4, Vec3};

/// How far on its way the skin is shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Stage {
    /// As the file lists it.
    Raw,
    /// Where the bind shape puts it: in the model, in the bind pose.
    Bind,
    /// As the joint sees it that pulls most on the chosen vertex.
    InJoint,
    /// Where the joints have it now.
    Now,
}

/// What a joint does to a vertex.
pub struct Pull {
    name: String,
    colour: Colour,
    weight: f32,
    /// In the joint's own space: all that the joint knows of it.
    in_joint: Vec3,
    /// In the model, if this joint alone had it.
    now: Vec3,
    /// From the bind pose to the joint's own space.
    joint_from_bind: Mat4,
}

/// A vertex with all steps of its way.
pub struct Vertex {
    surface: usize,
    raw: Vec3,
    bind: Vec3,
    pulls: Vec<Pull>,
    now: Vec3,
    bind_from_raw: Mat4,
}

impl Vertex {
    /// A vertex of a model, counted through all its surfaces.
    pub fn of(scene: &ModelScene, mut number: usize, model_from_nodes: &[Mat4]) -> Option<Self> {
        let mut surfaces = scene.model.surfaces.iter().enumerate();
        let (index, surface) = surfaces.find(|(_, surface)| {
            let vertices = surface.mesh.solid.positions.len();
            let found = number < vertices;
            if !found {
                number -= vertices;
            }
            found
        })?;
        let (raw, influences) = (surface.mesh.solid.positions[number], surface.mesh.influences[number]);
        let bind = transform_point(surface.bind_shape, raw);
        let mut pulls: Vec<Pull> = influences
            .used()
            .map(|(joint, weight)| pull(scene, surface, joint, weight, bind, model_from_nodes))
            .collect();
        pulls.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let now = skin_point(&surface.palette(model_from_nodes), &influences, raw);
        Some(Self { surface: index, raw, bind, pulls, now, bind_from_raw: surface.bind_shape })
    }

    /// All steps as numbers.
    pub fn panel(&self, panel: &mut Panel<'_>, stage: Stage) {
        let row = |place: Vec3| place.to_array().map(fixed).to_vec();
        let lit = |at: Stage| if at == stage { ACCENT } else { INK };
        let mut rows = vec![
            ("raw".to_owned(), lit(Stage::Raw), row(self.raw)),
            ("bind shape · raw".to_owned(), lit(Stage::Bind), row(self.bind)),
        ];
        if let Some(strongest) = self.pulls.first() {
            rows.push((format!("in {}", strongest.name), lit(Stage::InJoint), row(strongest.in_joint)));
        }
        for pull in &self.pulls {
            rows.push((
                format!("{:.2} {}", pull.weight, pull.name),
                mix(pull.colour, INK, 0.3),
                row(pull.now),
            ));
        }
        rows.push(("sum: now".to_owned(), lit(Stage::Now), row(self.now)));
        let rows: Vec<_> = rows.iter().map(|(name, colour, row)| (name.as_str(), *colour, row)).collect();
        panel.texts("steps", &["", "x", "y", "z"], &rows);
    }

    /// Marks it where the stage has it; in the last one with the places between which it is mixed.
    pub fn draw(&self, frame: &mut Frame<'_>, world_from_model: Mat4, stage: Stage) {
        let in_joint = self.pulls.first().map_or(self.raw, |pull| pull.in_joint);
        let place = match stage {
            Stage::Raw => self.raw,
            Stage::Bind => self.bind,
            Stage::InJoint => in_joint,
            Stage::Now => self.now,
        };
        let place = transform_point(world_from_model, place);
        if stage == Stage::Now {
            for pull in &self.pulls {
                let proposed = transform_point(world_from_model, pull.now);
                frame.overlay.line(proposed, place, 2.0, with_alpha(pull.colour, 0.7));
                frame.overlay.line(proposed, proposed, 4.0 + 9.0 * pull.weight.sqrt(), pull.colour);
            }
        } else {
            let origin = world_from_model.transform_point3(Vec3::ZERO);
            frame.axes(world_from_model, frame.view.metres_of_pixels(origin, 60.0));
            let name = match stage {
                Stage::Raw => "the file's origin".to_owned(),
                Stage::Bind => "the model's origin".to_owned(),
                _ => self.pulls.first().map_or_else(String::new, |pull| pull.name.clone()),
            };
            frame.label(origin, [0.0, 20.0], name, INK);
            frame.overlay.line(origin, place, 2.0, with_alpha(FAINT, 0.7));
        }
        frame.overlay.line(place, place, 13.0, INK);
        frame.overlay.line(place, place, 9.0, [1.0; 4]);
    }
}

/// A name that leaves room for numbers beside it.
pub fn short(name: &str) -> String {
    const LONGEST: usize = 12;
    match name.char_indices().nth(LONGEST) {
        Some(_) => name.chars().take(LONGEST - 1).chain(['…']).collect(),
        None => name.to_owned(),
    }
}

fn pull(
    scene: &ModelScene,
    surface: &Surface,
    joint: usize,
    weight: f32,
    bind: Vec3,
    model_from_nodes: &[Mat4],
) -> Pull {
    // The one after all joints is the bind shape itself: what follows it stays.
    let (name, colour, joint_from_bind, model_from_joint) = match surface.joints.get(joint) {
        Some(joint) => (
            short(&scene.model.document.scene.nodes[joint.node].name),
            scene.colour(joint.node),
            joint.joint_from_bind,
            model_from_nodes[joint.node],
        ),
        None => ("bind shape".to_owned(), FAINT, Mat4::IDENTITY, Mat4::IDENTITY),
    };
    let in_joint = transform_point(joint_from_bind, bind);
    Pull { name, colour, weight, in_joint, now: transform_point(model_from_joint, in_joint), joint_from_bind }
}

impl Stage {
    /// What takes a surface's points to this stage; none if it is not shown. `posed` takes them all the way.
    pub fn palette(
        self,
        scene: &ModelScene,
        surface: usize,
        vertex: &Vertex,
        posed: Vec<Mat4>,
    ) -> Option<Vec<Mat4>> {
        let all = |matrix: Mat4| vec![matrix; posed.len()];
        match self {
            Self::Raw => Some(all(Mat4::IDENTITY)),
            Self::Bind => Some(all(scene.model.surfaces[surface].bind_shape)),
            // Other surfaces have other ways into the joint.
            Self::InJoint if surface != vertex.surface => None,
            Self::InJoint => {
                let joint_from_bind =
                    vertex.pulls.first().map_or(Mat4::IDENTITY, |pull| pull.joint_from_bind);
                Some(all(joint_from_bind * vertex.bind_from_raw))
            }
            Self::Now => Some(posed),
        }
    }
}
