//! The inspector: how one joint or one vertex gets its place, step by step.
//!
//! A lesson passes its own results in an [`Inspected`]. The rest is done here.

mod card;
mod marks;
mod sheet;
#[cfg(test)]
mod tests;

use crate::{Camera, Pointer, Stagebox};
use card::Card;
use common::mesh::Mesh;
use common::skeleton::Skeleton;
use common::skin::Influences;
use common::transform::transform_point;
use gl::colour::{Colour, joint_colour};
use gl::{Gl, View};
use glam::{Mat4, Vec2, Vec3};
use serde::{Deserialize, Serialize};
pub use sheet::NO_JOINT;
use std::sync::Arc;

/// A lesson's data for the inspector: its joints in their present pose, and its skins. A matrix here is the lesson's
/// own answer, right or wrong.
pub struct Inspected {
    /// The joints, or all nodes of a file.
    pub skeleton: Skeleton,
    /// The colour of each.
    pub colours: Vec<Colour>,
    /// The transform of each in its parent now.
    pub parent_from_joints: Vec<Mat4>,
    /// The transform of each in the model as it is drawn.
    pub model_from_joints: Vec<Mat4>,
    /// The model's transform in the world.
    pub world_from_model: Mat4,
    /// The lesson's name for the parent space of roots: `model`, or `world` where the two are equal.
    pub space: &'static str,
    /// The skins that the joints move.
    pub skins: Vec<InspectedSkin>,
    /// The lesson's own choice, on which the inspector opens.
    pub chosen: Option<Subject>,
}

impl Inspected {
    /// Joints without a skin, in a model at the world's origin.
    pub fn new(
        skeleton: &Skeleton,
        mut parent_from_joints: Vec<Mat4>,
        mut model_from_joints: Vec<Mat4>,
    ) -> Self {
        let joints = skeleton.joints().len();
        // A matrix that an answer lacks is NaN.
        parent_from_joints.resize(joints, Mat4::NAN);
        model_from_joints.resize(joints, Mat4::NAN);
        Self {
            skeleton: skeleton.clone(),
            colours: (0..joints).map(joint_colour).collect(),
            parent_from_joints,
            model_from_joints,
            world_from_model: Mat4::IDENTITY,
            space: "model",
            skins: Vec::new(),
            chosen: None,
        }
    }

    /// The joint and its ancestors, from the root on, each with the product of all matrices down to it.
    fn chain(&self, joint: usize) -> Vec<(usize, Mat4)> {
        let joints = self.skeleton.joints();
        let mut chain: Vec<usize> = std::iter::successors(Some(joint), |&at| joints[at].parent).collect();
        chain.reverse();
        let product = |above: &mut Mat4, at: usize| {
            *above *= self.parent_from_joints[at];
            Some((at, *above))
        };
        chain.into_iter().scan(Mat4::IDENTITY, product).collect()
    }
}

/// A skin as a lesson has it.
pub struct InspectedSkin {
    /// Its name for people.
    pub name: String,
    /// Its points, with the entries of the palette that influence them.
    pub mesh: Arc<Mesh>,
    /// The joint of every entry of the palette; none for an entry that only the bind shape moves.
    pub nodes: Vec<Option<usize>>,
    /// The inverse bind matrices, by entry.
    pub joints_from_bind: Vec<Mat4>,
    /// The palette as it is now.
    pub palette: Vec<Mat4>,
    /// True if the graphics card moves it, by `skin.vert`.
    pub on_card: bool,
    /// Its transform, if it is not the model's.
    pub world_from_model: Option<Mat4>,
}

impl InspectedSkin {
    /// A skin with an entry of the palette for every joint.
    pub fn new(mesh: Mesh, skeleton: &Skeleton, joints_from_bind: Vec<Mat4>, palette: Vec<Mat4>) -> Self {
        Self {
            name: "skin".to_owned(),
            mesh: Arc::new(mesh),
            nodes: (0..skeleton.joints().len()).map(Some).collect(),
            joints_from_bind,
            palette,
            on_card: false,
            world_from_model: None,
        }
    }

    /// Returns the palette's matrix of an entry; one that an answer lacks is NaN.
    fn posed_from_bind(&self, entry: usize) -> Mat4 {
        self.palette.get(entry).copied().unwrap_or(Mat4::NAN)
    }

    /// Returns the place of a vertex as the processor computes it, in the model.
    fn place(&self, vertex: usize) -> Vec3 {
        let point = self.mesh.positions[vertex];
        let taken = |(entry, weight)| weight * transform_point(self.posed_from_bind(entry), point);
        self.influences(vertex).used().map(taken).sum()
    }

    fn influences(&self, vertex: usize) -> Influences {
        self.mesh.influences.get(vertex).copied().unwrap_or_default()
    }
}

/// The thing that is inspected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Subject {
    /// A joint.
    Joint(usize),
    /// A vertex of a skin.
    Vertex {
        /// The index of the skin.
        skin: usize,
        /// The index of the vertex in it.
        vertex: usize,
    },
}

/// Largest distance between a press and its release for a click, in pixels at scale 1.
const CLICK: f32 = 4.0;

/// The inspector. Its choice stays when the lesson is opened anew.
#[derive(Default)]
pub struct Inspector {
    /// True while its panel is open.
    pub open: bool,
    /// True if it has just been opened: it looks at what matters most, and the view is to show all of it.
    is_new: bool,
    /// The camera's height before it was opened and since, for when it is closed again.
    fitted: Option<[f32; 2]>,
    card: Card,
    pub chosen: Selection,
    /// The matrices of a chain that are shown, an index into [`sheet::MATRICES`].
    matrices: usize,
    /// The last findings, if there are any.
    seen: Option<Findings>,
    pressed: Option<Vec2>,
    /// The view of the picture that the mouse points into.
    pub view: Option<View>,
}

/// The choice: a joint and a vertex, of which one is inspected.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Selection {
    is_vertex: bool,
    joint: Option<usize>,
    /// The joint's name, by which it is found again in another file.
    name: String,
    skin: usize,
    vertex: f32,
}

/// Findings about a lesson in a picture.
struct Findings {
    inspected: Inspected,
    /// The place in the model where the graphics card puts the chosen vertex, or the reason why it was not read back.
    card: Result<Option<Vec3>, String>,
}

impl Findings {
    /// What matters most: a vertex that a wrong entry of a palette moves, or else the lesson's own choice.
    fn begin(&self) -> Option<Subject> {
        let wrong = self.inspected.skins.iter().enumerate().find_map(|(index, skin)| {
            let entries = (0..skin.nodes.len()).filter(|&entry| self.wrong_entry(skin, entry, "").is_some());
            let entries: Vec<usize> = entries.collect();
            let is_wrong = |(entry, _): (usize, f32)| entries.contains(&entry);
            let vertices = 0..skin.mesh.positions.len();
            let vertex = { vertices }.find(|&vertex| skin.influences(vertex).used().any(is_wrong))?;
            Some(Subject::Vertex { skin: index, vertex })
        });
        let joints = self.inspected.skeleton.joints().len();
        let exists = |subject: &Subject| !matches!(subject, Subject::Joint(joint) if *joint >= joints);
        wrong.or(self.inspected.chosen.filter(exists))
    }

    fn world_from_skin(&self, skin: usize) -> Mat4 {
        self.inspected.skins[skin].world_from_model.unwrap_or(self.inspected.world_from_model)
    }

    /// Returns the joints and the places where they are drawn, in the world.
    fn joints(&self) -> impl Iterator<Item = (Subject, Vec3)> {
        let Inspected { world_from_model, model_from_joints, .. } = &self.inspected;
        let joints = model_from_joints.iter().enumerate();
        joints.map(|(joint, matrix)| {
            (Subject::Joint(joint), transform_point(*world_from_model * *matrix, Vec3::ZERO))
        })
    }

    /// Returns the vertices and their places, in the world.
    fn vertices(&self) -> impl Iterator<Item = (Subject, Vec3)> {
        self.inspected.skins.iter().enumerate().flat_map(move |(skin, of)| {
            let world_from_skin = self.world_from_skin(skin);
            let place = move |vertex| transform_point(world_from_skin, of.place(vertex));
            (0..of.mesh.positions.len()).map(move |vertex| (Subject::Vertex { skin, vertex }, place(vertex)))
        })
    }
}

impl Selection {
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

    /// Finds the chosen things again, since a saved file may have other joints and fewer vertices.
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
    /// Opens or closes it.
    pub fn press_key(&mut self) {
        self.open = !self.open;
        self.is_new = self.open;
    }

    /// Looks at what a lesson has now.
    pub fn look(&mut self, gl: &Gl, inspected: Option<Inspected>) {
        self.seen = inspected.map(|inspected| self.look_at(gl, inspected));
    }

    fn look_at(&mut self, gl: &Gl, mut inspected: Inspected) -> Findings {
        // A file may have surfaces without vertices.
        inspected.skins.retain(|skin| !skin.mesh.positions.is_empty());
        self.chosen.follow(&inspected);
        if self.chosen.joint.is_none() && !inspected.skeleton.joints().is_empty() {
            let is_vertex = self.chosen.is_vertex;
            self.chosen.look_at(Subject::Joint(0), &inspected);
            self.chosen.is_vertex = is_vertex;
        }
        let mut findings = Findings { inspected, card: Ok(None) };
        if self.is_new
            && let Some(subject) = findings.begin()
        {
            self.chosen.look_at(subject, &findings.inspected);
        }
        if let Some(Subject::Vertex { skin, vertex }) = self.chosen.subject() {
            let read = self.card.read(gl, &findings.inspected.skins[skin], vertex);
            findings.card = read.map_err(|error| format!("{error:#}"));
        }
        findings
    }

    /// Moves the viewer so far back, when it is opened, that everything is in sight beside it, and forward when it is closed.
    pub fn fit(&mut self, camera: &mut Camera, area: Stagebox) {
        if let (true, Some(seen)) = (std::mem::take(&mut self.is_new), &self.seen) {
            let points: Vec<Vec3> = seen
                .joints()
                .chain(seen.vertices())
                .map(|(_, place)| place)
                .filter(|at| at.is_finite())
                .collect();
            let before = camera.height;
            camera.go_back(&points, area);
            self.fitted = Some([before, camera.height]);
        }
        if !self.open
            && let Some([before, since]) = self.fitted.take()
            && camera.height == since
        {
            camera.height = before;
        }
    }

    /// A button of the mouse goes down over the view.
    pub fn press(&mut self, pixel: Vec2) {
        self.pressed = self.open.then_some(pixel);
    }

    /// A button comes up again: where it went down, that is a click on the nearest thing.
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
