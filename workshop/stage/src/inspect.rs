//! The inspector, which shows step by step how a joint or vertex gets its place.
//!
//! A lesson passes its own results in an [`Inspected`].

mod card;
mod marks;
mod sheet;
#[cfg(test)]
#[cfg(target_os = "linux")]
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

/// The joints of a lesson in their present pose, and the skins, for the inspector. Each matrix here is the
/// lesson's own answer, right or wrong.
pub struct Inspected {
    /// The joints, or all nodes of a file.
    pub skeleton: Skeleton,
    pub colours: Vec<Colour>,
    /// Each joint's present matrix to its parent.
    pub parent_from_joints: Vec<Mat4>,
    /// Each joint's present matrix to the model, as it is drawn.
    pub model_from_joints: Vec<Mat4>,
    /// The model's matrix to the world.
    pub world_from_model: Mat4,
    /// The name of the roots' parent space.
    pub space: &'static str,
    /// The skins that the joints move.
    pub skins: Vec<InspectedSkin>,
    /// The joint or vertex on which the inspector opens, if the lesson has a better one than [`Inspected::usual`].
    pub opens_on: Option<Subject>,
    /// The choice in the lesson's own tree of joints, if it has one: the inspector follows it, and shows no other tree.
    pub followed: Option<Option<usize>>,
}

impl Inspected {
    /// Returns joints without a skin, in a model with this matrix to the world, or without one in the world itself.
    pub fn new(
        skeleton: &Skeleton,
        world_from_model: Option<Mat4>,
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
            world_from_model: world_from_model.unwrap_or(Mat4::IDENTITY),
            space: if world_from_model.is_some() { "model" } else { "world" },
            skins: Vec::new(),
            opens_on: None,
            followed: None,
        }
    }

    /// Returns the same with one more skin, whose palette has an entry for every joint.
    pub fn with_skin(
        mut self,
        mesh: impl Into<Arc<Mesh>>,
        joints_from_bind: &[Mat4],
        palette: Vec<Mat4>,
    ) -> Self {
        self.skins.push(InspectedSkin {
            name: "skin".to_owned(),
            mesh: mesh.into(),
            nodes: (0..self.skeleton.joints().len()).map(Some).collect(),
            joints_from_bind: joints_from_bind.to_vec(),
            palette,
            world_from_model: None,
        });
        self
    }

    /// Returns the same with a name for the last skin, which stands elsewhere than the joints do.
    pub fn standing_at(mut self, name: &str, foot: Vec3) -> Self {
        if let Some(skin) = self.skins.last_mut() {
            (skin.name, skin.world_from_model) = (name.to_owned(), Some(Mat4::from_translation(foot)));
        }
        self
    }

    /// Returns the same with the inspector opening on a joint, if there is one with this name.
    pub fn opens_on(self, joint: &str) -> Self {
        let joint = self.skeleton.joints().iter().position(|own| own.name == joint);
        Self { opens_on: joint.map(Subject::Joint), ..self }
    }

    /// Returns the same for a lesson with a tree of its own, in which this joint is chosen.
    pub fn follows(self, joint: Option<usize>) -> Self {
        Self { followed: Some(joint), ..self }
    }

    fn has(&self, subject: Subject) -> bool {
        match subject {
            Subject::Joint(joint) => joint < self.skeleton.joints().len(),
            Subject::Vertex { skin, vertex } => {
                self.skins.get(skin).is_some_and(|skin| vertex < skin.mesh.positions.len())
            }
        }
    }

    /// Returns the vertex that mixes most, or without one the first joint with the longest chain.
    fn usual(&self) -> Option<Subject> {
        self.mixed().or_else(|| self.last_joint())
    }

    /// Returns the first vertex that mixes most.
    fn mixed(&self) -> Option<Subject> {
        let vertices = self.skins.iter().enumerate().flat_map(|(skin, of)| {
            let all = 0..of.mesh.positions.len();
            let most = |vertex| of.influences(vertex).used().map(|(_, weight)| weight).reduce(f32::max);
            all.map(move |vertex| (Subject::Vertex { skin, vertex }, most(vertex).unwrap_or(f32::INFINITY)))
        });
        vertices.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(vertex, _)| vertex)
    }

    /// Returns the first joint with the longest chain.
    fn last_joint(&self) -> Option<Subject> {
        let joints = (0..self.skeleton.joints().len()).rev();
        joints.max_by_key(|&joint| self.chain(joint).len()).map(Subject::Joint)
    }

    /// Returns the joint and its ancestors, from the root on, each with the product of matrices down to it.
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

pub struct InspectedSkin {
    /// The name that the panel shows.
    pub name: String,
    /// The mesh in the bind pose, with the entries of the palette that influence each vertex.
    pub mesh: Arc<Mesh>,
    /// The joint of each entry of the palette, or none for an entry that only the bind shape moves.
    pub nodes: Vec<Option<usize>>,
    /// The inverse bind matrix of each entry.
    pub joints_from_bind: Vec<Mat4>,
    /// The present palette.
    pub palette: Vec<Mat4>,
    /// Its matrix to the world, if it is not the model's.
    pub world_from_model: Option<Mat4>,
}

impl InspectedSkin {
    /// Returns an entry of the palette, or NaN if the palette is too short, as a student's may be.
    fn posed_from_bind(&self, entry: usize) -> Mat4 {
        self.palette.get(entry).copied().unwrap_or(Mat4::NAN)
    }

    /// Returns the place of a vertex in model space, as the processor computes it.
    fn place(&self, vertex: usize) -> Vec3 {
        let point = self.mesh.positions[vertex];
        let taken = |(entry, weight)| weight * transform_point(self.posed_from_bind(entry), point);
        self.influences(vertex).used().map(taken).sum()
    }

    fn influences(&self, vertex: usize) -> Influences {
        self.mesh.influences.get(vertex).copied().unwrap_or_default()
    }
}

/// The index of a joint that is inspected, or those of a skin and of its vertex.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub enum Subject {
    Joint(usize),
    Vertex { skin: usize, vertex: usize },
}

/// The largest distance between a press and its release for a click, in pixels at scale 1.
const CLICK: f32 = 4.0;

/// The inspector, whose choice stays when the lesson is opened anew.
#[derive(Default)]
pub struct Inspector {
    /// True while its panel is open.
    pub open: bool,
    /// True until its first frame, in which it chooses what matters most, and the camera shows all.
    is_new: bool,
    /// The camera's height before it was opened and since, to be restored when it is closed.
    fitted: Option<[f32; 2]>,
    card: Card,
    /// The joint or vertex that is inspected.
    pub chosen: Option<Subject>,
    /// The choice in the lesson's own tree in the last frame.
    followed: Option<Option<usize>>,
    /// The findings in the last frame.
    seen: Option<Findings>,
    pressed: Option<Vec2>,
    /// The view of the frame that the mouse points into.
    pub view: Option<View>,
}

/// The data of a lesson in a frame, and what the graphics card makes of it.
struct Findings {
    inspected: Inspected,
    /// The place of the chosen vertex in model space as the shader computes it, or why it was not read back.
    card: Result<Option<Vec3>, String>,
}

impl Findings {
    /// Returns what matters most: a vertex that a wrong palette entry moves, or else the lesson's choice.
    fn begin(&self) -> Option<Subject> {
        let Inspected { followed, opens_on, .. } = self.inspected;
        let wrong = self.inspected.skins.iter().enumerate().find_map(|(index, skin)| {
            let entries = (0..skin.nodes.len()).filter(|&entry| self.wrong_entry(skin, entry, "").is_some());
            let entries: Vec<usize> = entries.collect();
            let is_wrong = |(entry, _): (usize, f32)| entries.contains(&entry);
            let vertices = 0..skin.mesh.positions.len();
            let vertex = { vertices }.find(|&vertex| skin.influences(vertex).used().any(is_wrong))?;
            Some(Subject::Vertex { skin: index, vertex })
        });
        wrong.or(followed.flatten().map(Subject::Joint)).or(opens_on)
    }

    fn world_from_skin(&self, skin: usize) -> Mat4 {
        self.inspected.skins[skin].world_from_model.unwrap_or(self.inspected.world_from_model)
    }

    /// Returns the joints with the places where they are drawn, in world space.
    fn joints(&self) -> impl Iterator<Item = (Subject, Vec3)> {
        let Inspected { world_from_model, model_from_joints, .. } = &self.inspected;
        let joints = model_from_joints.iter().enumerate();
        joints.map(|(joint, matrix)| {
            (Subject::Joint(joint), transform_point(*world_from_model * *matrix, Vec3::ZERO))
        })
    }

    /// Returns the vertices with their places, in world space.
    fn vertices(&self) -> impl Iterator<Item = (Subject, Vec3)> {
        self.inspected.skins.iter().enumerate().flat_map(move |(skin, of)| {
            let world_from_skin = self.world_from_skin(skin);
            let place = move |vertex| transform_point(world_from_skin, of.place(vertex));
            (0..of.mesh.positions.len()).map(move |vertex| (Subject::Vertex { skin, vertex }, place(vertex)))
        })
    }
}

impl Inspector {
    /// Opens or closes the inspector.
    pub fn press_key(&mut self) {
        self.open = !self.open;
        self.is_new = self.open;
    }

    /// Takes what a lesson has in this frame.
    pub fn look(&mut self, gl: &Gl, inspected: Option<Inspected>) {
        self.seen = inspected.map(|inspected| self.look_at(gl, inspected));
    }

    fn look_at(&mut self, gl: &Gl, mut inspected: Inspected) -> Findings {
        // A file may have surfaces without vertices.
        inspected.skins.retain(|skin| !skin.mesh.positions.is_empty());
        let before = std::mem::replace(&mut self.followed, inspected.followed);
        let mut findings = Findings { inspected, card: Ok(None) };
        if self.is_new {
            self.chosen = findings.begin();
        } else if before.is_some_and(|before| self.followed != Some(before)) {
            self.chosen = self.followed.flatten().map(Subject::Joint).or(self.chosen);
        }
        // A saved file may have fewer.
        let has = |subject: &Subject| findings.inspected.has(*subject);
        self.chosen = self.chosen.filter(has).or_else(|| findings.inspected.usual());
        if let Some(Subject::Vertex { skin, vertex }) = self.chosen {
            let read = self.card.read(gl, &findings.inspected.skins[skin], vertex);
            findings.card = read.map_err(|error| format!("{error:#}"));
        }
        findings
    }

    /// Moves the camera so that all is in sight beside the panel when it opens, and back when it closes.
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

    /// Remembers where a mouse button went down over the view.
    pub fn press(&mut self, pixel: Vec2) {
        self.pressed = self.open.then_some(pixel);
    }

    /// Selects the nearest joint or vertex, if the button comes up where it went down.
    pub fn release(&mut self, pointer: Pointer) {
        let scale = pointer.view.scale;
        let is_click = |pressed: &Vec2| pressed.distance(pointer.pixel) <= CLICK * scale;
        let (Some(seen), Some(_)) = (&self.seen, self.pressed.take().filter(is_click)) else { return };
        let pointer =
            Pointer { phase: crate::Phase::Press, view: self.view.unwrap_or(pointer.view), ..pointer };
        let found = match self.chosen {
            Some(Subject::Vertex { .. }) => pointer.pressed_in_front(seen.vertices().collect::<Vec<_>>()),
            _ => pointer.pressed(seen.joints()),
        };
        self.chosen = found.or(self.chosen);
    }
}
