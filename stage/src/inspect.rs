//! The inspector: what becomes of one joint or one vertex, step by step, and a ladder of questions that finds where it goes
//! wrong.
//!
//! A lesson says what there is by [`Inspected`]: its own functions, and what they gave. The rest is done here.

mod card;
mod ladder;
mod marks;
mod sheet;
#[cfg(test)]
mod tests;

use crate::Pointer;
use crate::guard::guarded;
use crate::watch::Allowance;
use card::{Card, Placed};
use common::mesh::Mesh;
use common::skeleton::Skeleton;
use common::transform::transform_point;
use gl::colour::{Colour, joint_colour};
use gl::{Gl, View};
use glam::{Mat3, Mat4, Vec2, Vec3};
pub use ladder::Bound;
use ladder::Rung;
use std::sync::Arc;

/// A function of a lesson's that makes a list of a list of matrices.
pub type OfMatrices<T> = Box<dyn Fn(&[Mat4]) -> Vec<T>>;

/// The weights of joints for a point of the bind pose, before the largest are kept.
pub type WeightRule = Box<dyn Fn(Vec3) -> Vec<(usize, f32)>>;

/// What a lesson has for the inspector: its joints as they stand now, and its skins. A matrix that is given is the lesson's
/// own answer, right or wrong.
pub struct Inspected {
    /// The joints, or all nodes of a file.
    pub skeleton: Skeleton,
    /// The colour of each.
    pub colours: Vec<Colour>,
    /// How each stands in its parent now.
    pub parent_from_joints: Vec<Mat4>,
    /// The same at rest, if that is known.
    pub at_rest: Vec<Mat4>,
    /// Where each is in the model as it is drawn.
    pub model_from_joints: Vec<Mat4>,
    /// Where each is in the model, from where each is in its parent, as the lesson's own walk has it.
    pub walk: OfMatrices<Mat4>,
    /// Where the model stands.
    pub world_from_model: Mat4,
    /// What the lesson calls the space in which roots stand: `model`, or `world` where both are one.
    pub space: &'static str,
    /// What hangs on the joints.
    pub skins: Vec<InspectedSkin>,
}

impl Inspected {
    /// Joints without a skin, in a model that stands in the world's origin. `walk` is the lesson's own.
    pub fn new(
        skeleton: &Skeleton,
        parent_from_joints: Vec<Mat4>,
        model_from_joints: Vec<Mat4>,
        walk: impl Fn(&Skeleton, &[Mat4]) -> Vec<Mat4> + 'static,
    ) -> Self {
        let (joints, of_walk) = (skeleton.joints().len(), skeleton.clone());
        Self {
            skeleton: skeleton.clone(),
            colours: (0..joints).map(joint_colour).collect(),
            parent_from_joints,
            at_rest: Vec::new(),
            model_from_joints: padded(model_from_joints, joints),
            walk: Box::new(move |parent_from_joints| walk(&of_walk, parent_from_joints)),
            world_from_model: Mat4::IDENTITY,
            space: "model",
            skins: Vec::new(),
        }
    }

    /// The same where no function of the lesson walks.
    pub fn walked_by_the_workbook(mut self) -> Self {
        let skeleton = self.skeleton.clone();
        self.walk = Box::new(move |parent_from_joints| trusted_walk(&skeleton, parent_from_joints));
        self
    }

    /// Where every joint is in the model, as the lesson's own walk has it.
    fn walked(&self, parent_from_joints: &[Mat4]) -> Vec<Mat4> {
        padded((self.walk)(parent_from_joints), parent_from_joints.len())
    }

    /// The joint, and those above it, from the root on.
    fn chain(&self, joint: usize) -> Vec<usize> {
        let joints = self.skeleton.joints();
        let mut chain: Vec<usize> = std::iter::successors(Some(joint), |&at| joints[at].parent).collect();
        chain.reverse();
        chain
    }
}

/// A skin as a lesson has it.
pub struct InspectedSkin {
    /// What people call it.
    pub name: String,
    /// Its points, and which entries of the palette influence them.
    pub mesh: Arc<Mesh>,
    /// The joint of every entry of the palette; none for what stays where the bind shape puts it.
    pub nodes: Vec<Option<usize>>,
    /// The inverse bind matrices, by entry.
    pub joints_from_bind: Vec<Mat4>,
    /// What each must undo, by entry; none where nothing is known of it.
    pub bound: Vec<Option<Bound>>,
    /// From the mesh's own points to the bind pose.
    pub bind_shape: Mat4,
    /// The palette, from where every joint is in the model.
    pub palette: OfMatrices<Mat4>,
    /// The matrices for normals, from the palette, where the lesson has its own.
    pub normals: Option<OfMatrices<Mat3>>,
    /// The rule by which vertices got their weights: the lesson's own, and one that is trusted.
    pub weights: Option<[WeightRule; 2]>,
    /// The vertex shader that moves it.
    pub card: Option<&'static str>,
    /// Where it stands, if not where the model does.
    pub world_from_model: Option<Mat4>,
}

impl InspectedSkin {
    /// A skin with an entry of the palette for every joint, bound in a pose.
    pub fn new(
        mesh: Mesh,
        skeleton: &Skeleton,
        bind_pose: &[Mat4],
        joints_from_bind: Vec<Mat4>,
        palette: impl Fn(&[Mat4]) -> Vec<Mat4> + 'static,
    ) -> Self {
        let places = trusted_walk(skeleton, bind_pose).into_iter().enumerate();
        let bound = |(node, model_from_joint)| {
            Some(Bound { node, model_from_joint, posed_from_mesh: Mat4::IDENTITY })
        };
        Self {
            name: "skin".to_owned(),
            mesh: Arc::new(mesh),
            nodes: (0..bind_pose.len()).map(Some).collect(),
            joints_from_bind,
            bound: places.map(bound).collect(),
            bind_shape: Mat4::IDENTITY,
            palette: Box::new(palette),
            normals: None,
            weights: None,
            card: None,
            world_from_model: None,
        }
    }

    /// Its palette, with an entry for each that is asked for.
    fn palette(&self, model_from_joints: &[Mat4]) -> Vec<Mat4> {
        padded((self.palette)(model_from_joints), self.nodes.len())
    }

    /// Which file moves it, in a sentence.
    fn drawn_by(&self) -> Option<String> {
        self.card.map(|shader| format!("Drawn by shaders/{shader}."))
    }
}

/// A list of so many: what an answer leaves out is no number.
fn padded(mut matrices: Vec<Mat4>, count: usize) -> Vec<Mat4> {
    matrices.resize(count, Mat4::NAN);
    matrices
}

/// Where every joint is in the model, by the workbook's own reckoning.
fn trusted_walk(skeleton: &Skeleton, parent_from_joints: &[Mat4]) -> Vec<Mat4> {
    let joints = skeleton.joints();
    let above = |joint: usize| std::iter::successors(Some(joint), |&at| joints[at].parent);
    let all = 0..joints.len();
    all.map(|joint| above(joint).fold(Mat4::IDENTITY, |below, at| parent_from_joints[at] * below)).collect()
}

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// A joint.
    Joint(usize),
    /// A vertex of a skin.
    Vertex {
        /// Which of the skins.
        skin: usize,
        /// Which of its vertices.
        vertex: usize,
    },
}

/// A press and its release within so many pixels are a click, at scale 1.
const CLICK: f32 = 4.0;

/// The inspector. What is looked at stays chosen whatever becomes of the lesson.
#[derive(Default)]
pub struct Inspector {
    /// Whether it is seen.
    pub open: bool,
    /// Whether what it says is to be copied.
    pub copies: bool,
    card: Card,
    chosen: Chosen,
    /// The question that is shown in full: one that was clicked on, or else the first that is denied.
    rung: Option<&'static str>,
    /// Which matrices of a chain are shown, an index into [`sheet::MATRICES`].
    matrices: usize,
    /// What was found last; and why, if there is nothing.
    seen: Option<Seen>,
    nothing: String,
    pressed: Option<Vec2>,
    view: Option<View>,
}

/// What is chosen: a joint and a vertex, of which one is looked at.
#[derive(Clone, Debug, Default)]
struct Chosen {
    is_vertex: bool,
    joint: Option<usize>,
    /// The joint's name, by which it is found again in another file.
    name: String,
    skin: usize,
    vertex: f32,
}

/// What was found of a lesson in a picture.
struct Seen {
    inspected: Inspected,
    rungs: Vec<Rung>,
    palettes: Vec<Vec<Mat4>>,
    /// The chosen vertex, as the card has it, or why it was not read back.
    card: Result<Option<Placed>, String>,
}

impl Seen {
    fn world_from_skin(&self, skin: usize) -> Mat4 {
        self.inspected.skins[skin].world_from_model.unwrap_or(self.inspected.world_from_model)
    }

    /// Where the joints are drawn, in the world.
    fn joints(&self) -> impl Iterator<Item = (Subject, Vec3)> {
        let Inspected { world_from_model, model_from_joints, .. } = &self.inspected;
        let joints = model_from_joints.iter().enumerate();
        joints.map(|(joint, matrix)| {
            (Subject::Joint(joint), transform_point(*world_from_model * *matrix, Vec3::ZERO))
        })
    }

    /// Where the vertices are, in the world.
    fn vertices(&self) -> impl Iterator<Item = (Subject, Vec3)> {
        self.inspected.skins.iter().enumerate().flat_map(move |(skin, of)| {
            let world_from_skin = self.world_from_skin(skin);
            let place = move |vertex| {
                transform_point(world_from_skin, ladder::place(of, &self.palettes[skin], vertex))
            };
            (0..of.mesh.positions.len()).map(move |vertex| (Subject::Vertex { skin, vertex }, place(vertex)))
        })
    }
}

impl Chosen {
    /// Looks at something from now on.
    fn look_at(&mut self, subject: Subject, inspected: &Inspected) {
        match subject {
            Subject::Joint(joint) => {
                (self.is_vertex, self.joint) = (false, Some(joint));
                self.name = inspected.skeleton.joints()[joint].name.clone();
            }
            Subject::Vertex { skin, vertex } => {
                (self.is_vertex, self.skin, self.vertex) = (true, skin, vertex as f32);
            }
        }
    }

    /// Finds what is chosen in what there is now: a file that was saved may have other joints and fewer vertices.
    fn follow(&mut self, inspected: &Inspected) {
        let joints = inspected.skeleton.joints();
        let is_same = |&joint: &usize| joints.get(joint).is_some_and(|joint| joint.name == self.name);
        let by_name = || joints.iter().position(|joint| joint.name == self.name);
        self.joint = self.joint.filter(is_same).or_else(by_name);
        self.is_vertex &= !inspected.skins.is_empty();
        self.skin = self.skin.min(inspected.skins.len().saturating_sub(1));
        let last =
            inspected.skins.get(self.skin).map_or(0, |skin| skin.mesh.positions.len().saturating_sub(1));
        self.vertex = self.vertex.round().clamp(0.0, last as f32);
    }

    fn subject(&self) -> Option<Subject> {
        match self.is_vertex {
            true => Some(Subject::Vertex { skin: self.skin, vertex: self.vertex as usize }),
            false => self.joint.map(Subject::Joint),
        }
    }
}

impl Inspector {
    /// Asks a lesson's functions for all that is to be seen. They are half-finished code, which may panic.
    pub fn look(&mut self, gl: &Gl, inspected: Option<Inspected>) {
        let none = || "There is no joint here to be inspected.".to_owned();
        let seen = inspected.ok_or_else(none).and_then(|inspected| self.look_at(gl, inspected));
        (self.seen, self.nothing) = match seen {
            Ok(seen) => (Some(seen), String::new()),
            Err(why) => (None, why),
        };
    }

    fn look_at(&mut self, gl: &Gl, mut inspected: Inspected) -> Result<Seen, String> {
        // A file may have surfaces without a vertex.
        inspected.skins.retain(|skin| !skin.mesh.positions.is_empty());
        self.chosen.follow(&inspected);
        if self.chosen.joint.is_none() && !inspected.skeleton.joints().is_empty() {
            let is_vertex = self.chosen.is_vertex;
            self.chosen.look_at(Subject::Joint(0), &inspected);
            self.chosen.is_vertex = is_vertex;
        }
        let (card, subject) = (&mut self.card, self.chosen.subject());
        guarded(Allowance::USUAL, || {
            let mut refused = None;
            let rungs = ladder::climb(&inspected, &mut |skin, palette, vertices| {
                let told = |error| format!("{error:#}");
                card.read(gl, skin, palette, vertices)
                    .map_err(told)
                    .inspect_err(|why| refused = Some(why.clone()))
            });
            let palettes: Vec<_> =
                inspected.skins.iter().map(|skin| skin.palette(&inspected.model_from_joints)).collect();
            let read = match (refused, subject) {
                (Some(why), _) => Err(why),
                (None, Some(Subject::Vertex { skin, vertex })) => {
                    let read = card.read(gl, &inspected.skins[skin], &palettes[skin], &[(vertex, false)]);
                    read.map(|placed| placed.first().copied()).map_err(|error| format!("{error:#}"))
                }
                _ => Ok(None),
            };
            Seen { rungs, palettes, card: read, inspected }
        })
    }

    /// Notes from where the picture is seen that the mouse points into.
    pub fn seen_from(&mut self, view: View) {
        self.view = Some(view);
    }

    /// A button of the mouse goes down over the view.
    pub fn press(&mut self, pixel: Vec2) {
        self.pressed = self.open.then_some(pixel);
    }

    /// It comes up again: where it went down, that is a click on what is nearest there.
    pub fn release(&mut self, pointer: Pointer) {
        let scale = pointer.view.scale;
        let is_click = |pressed: &Vec2| pressed.distance(pointer.pixel) <= CLICK * scale;
        let (Some(seen), Some(_)) = (&self.seen, self.pressed.take().filter(is_click)) else { return };
        let pointer =
            Pointer { phase: crate::Phase::Press, view: self.view.unwrap_or(pointer.view), ..pointer };
        let found = match self.chosen.is_vertex {
            true => pointer.pressed_in_front(seen.vertices().collect::<Vec<_>>()),
            false => pointer.pressed(seen.joints()),
        };
        if let Some(subject) = found {
            self.chosen.look_at(subject, &seen.inspected);
        }
    }
}
