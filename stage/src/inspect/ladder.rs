//! The ladder: questions from the root of the joints to the graphics card, of which the first that is denied says where it
//! goes wrong.
//!
//! Each is put to what the lesson's own functions answer, in poses made for it. So the ladder comes to the same whatever the
//! model does at the moment.

use super::card::Placed;
use super::{Inspected, InspectedSkin, Subject};
use common::skin::{Influences, skin_point};
use common::skin::{four_largest as largest_four, normal_palette};
use common::transform::transform_point;
use glam::{Mat3, Mat4, Quat, Vec3, vec3};
use std::collections::{BTreeMap, HashMap};

/// So many joints and so many vertices of a skin are asked at most, evenly spread.
const MOST_JOINTS: usize = 96;
const MOST_VERTICES: usize = 400;

/// What is nearer than this to its place, as a part of the model's size, is at its place: rounding leaves far less.
const STILL: f32 = 1e-3;

/// Weights that differ by less are the same.
const SAME_WEIGHT: f32 = 1e-3;

/// Weights from a rule that was worked out in small steps are the same within this.
const SAME_RULE: f32 = 0.01;

/// Lengths that differ by a smaller part are the same.
const SAME_LENGTH: f32 = 0.02;

/// Directions that differ by less degrees are the same.
const SAME_WAY: f32 = 1.0;

/// What reads vertices back from the graphics card, for a skin with a palette; a sentence, if it cannot.
pub type ReadBack<'a> =
    dyn FnMut(&InspectedSkin, &[Mat4], &[(usize, bool)]) -> Result<Vec<Placed>, String> + 'a;

/// A question of the ladder, with its answer.
#[derive(Clone, Debug)]
pub struct Rung {
    /// What it is about, in a few words.
    pub name: &'static str,
    /// The question.
    pub asks: &'static str,
    /// How far the worst is off, in this unit, and how far it may be.
    pub worst: f32,
    pub limit: f32,
    pub unit: &'static str,
    /// Which joint or vertex that is.
    pub at: Option<Subject>,
    /// What else there is to say of it.
    pub more: String,
}

impl Rung {
    fn new(name: &'static str, asks: &'static str, limit: f32, unit: &'static str) -> Self {
        Self { name, asks, worst: 0.0, limit, unit, at: None, more: String::new() }
    }

    /// Whether the answer is yes.
    pub fn holds(&self) -> bool {
        self.worst <= self.limit
    }

    /// Looks at one more. What is no number is infinitely far off.
    fn look(&mut self, off: f32, at: Subject) {
        let off = largest([off]);
        if off > self.worst {
            (self.worst, self.at) = (off, Some(at));
        }
    }
}

/// Asks all questions that can be put to what there is.
pub fn climb(inspected: &Inspected, read_back: &mut ReadBack<'_>) -> Vec<Rung> {
    let mut ladder = Ladder::new(inspected);
    ladder.ask_joints();
    let skins = || inspected.skins.iter().enumerate();
    if skins().any(|(_, skin)| skin.bound.iter().any(Option::is_some)) {
        ladder.ask_bound();
        if !inspected.at_rest.is_empty() {
            ladder.ask_bone_lengths();
        }
        ladder.ask_palette(
            "bind pose",
            "In the bind pose, is every point where it was bound?",
            Mat4::IDENTITY,
        );
        let carried = Mat4::from_translation(vec3(0.5, 0.25, 0.0) * ladder.size);
        let carried = carried * Mat4::from_quat(probe_turn(1));
        ladder.ask_palette("carried off", "Carried off in one piece, does the whole skin go along?", carried);
    }
    if !inspected.skins.is_empty() {
        ladder.ask_weights();
    }
    ladder.ask_alone();
    ladder.ask_normal_matrices();
    ladder.ask_card(read_back);
    ladder.rungs
}

struct Ladder<'a> {
    inspected: &'a Inspected,
    /// How far its points are from the model's origin at most, and how many metres its unit is.
    size: f32,
    metres: f32,
    rungs: Vec<Rung>,
}

impl<'a> Ladder<'a> {
    fn new(inspected: &'a Inspected) -> Self {
        let joints = inspected.model_from_joints.iter().map(|joint| joint.w_axis.truncate());
        let bound = inspected.skins.iter().flat_map(|skin| {
            skin.mesh.positions.iter().map(|&point| transform_point(skin.bind_shape, point))
        });
        let reach = joints.chain(bound).map(|place| place.abs().max_element());
        let size = reach.filter(|reach| reach.is_finite()).fold(1e-6, f32::max);
        let metres = inspected.world_from_model.x_axis.truncate().length();
        Self { inspected, size, metres, rungs: Vec::new() }
    }

    /// A question about lengths in the model.
    fn in_metres(&self, name: &'static str, asks: &'static str) -> Rung {
        Rung::new(name, asks, STILL * self.size * self.metres, "m")
    }

    /// How far apart two matrices take points to the model, in metres; whatever the unit from which the second leads, the
    /// points are as far out as the model is large.
    fn apart(&self, a: Mat4, b: Mat4) -> f32 {
        let scale = scale(&b);
        let reach = if scale > 0.0 { self.size / scale } else { self.size };
        let points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|axis| reach * axis);
        let far = |point| transform_point(a, point).distance(transform_point(b, point));
        self.metres * largest(points.map(far))
    }

    /// Some of the joints.
    fn joints(&self) -> impl Iterator<Item = usize> + use<> {
        spread(self.inspected.skeleton.joints().len(), MOST_JOINTS)
    }

    /// Every joint in its parent, each turned in another way: what is only right in a certain pose is not right here.
    fn turned(&self) -> Vec<Mat4> {
        let joints = self.inspected.parent_from_joints.iter().enumerate();
        joints.map(|(index, &joint)| joint * Mat4::from_quat(probe_turn(index))).collect()
    }

    /// The palettes of all skins, with an entry for each that is asked for.
    fn palettes(&self, model_from_joints: &[Mat4]) -> Vec<Vec<Mat4>> {
        self.inspected.skins.iter().map(|skin| skin.palette(model_from_joints)).collect()
    }

    fn ask_joints(&mut self) {
        let inspected = self.inspected;
        let mut chain = self.in_metres("chain", "Is every joint where the chain from the root leads?");
        let turned = self.turned();
        for parent_from_joints in [&inspected.parent_from_joints, &turned] {
            let wanted = super::trusted_walk(&inspected.skeleton, parent_from_joints);
            let given = inspected.walked(parent_from_joints);
            for joint in self.joints() {
                chain.look(self.apart(given[joint], wanted[joint]), Subject::Joint(joint));
            }
        }
        let asks = "Does every joint only turn, move and scale what hangs on it?";
        let mut straight = Rung::new("turn, move, scale", asks, SAME_WAY, "° skew");
        for joint in self.joints() {
            let now = inspected.parent_from_joints[joint];
            let before = inspected.at_rest.get(joint).map_or(0.0, skew);
            straight.look((skew(&now) - before).max(0.0), Subject::Joint(joint));
        }
        self.rungs.extend([chain, straight]);
    }

    fn ask_bound(&mut self) {
        let mut rung = self.in_metres(
            "inverse bind",
            "Does every inverse bind matrix undo its joint's place in the bind pose?",
        );
        for skin in &self.inspected.skins {
            for (entry, bound) in skin.bound.iter().enumerate() {
                let Some(Bound { node, model_from_joint, posed_from_mesh }) = *bound else { continue };
                let joint_from_bind = skin.joints_from_bind.get(entry).copied().unwrap_or(Mat4::NAN);
                let is = model_from_joint * joint_from_bind * skin.bind_shape;
                rung.look(self.apart(is, posed_from_mesh), Subject::Joint(node));
            }
        }
        self.rungs.push(rung);
    }

    /// Compares every bone of the bind pose with the same at rest. A file may be at rest in a pose of its own, where all bones
    /// are longer by one factor, and some by another. But if most differ, the matrices belong to other joints.
    fn ask_bone_lengths(&mut self) {
        let asks = "Is every joint as far from its parent in the bind pose as at rest?";
        let asked = self.in_metres("bone lengths", asks);
        let at_rest = super::trusted_walk(&self.inspected.skeleton, &self.inspected.at_rest);
        let compared = self.inspected.skins.iter().filter_map(|skin| {
            let mut bones = self.bones(skin, &at_rest);
            // What was bound without such matrices has all its joints in one place.
            let factors = bones.iter().filter(|bone| bone.bound > 0.0).map(|bone| bone.at_rest / bone.bound);
            let factor = middle(factors.collect())?;
            bones.iter_mut().for_each(|bone| bone.bound *= factor);
            let off = |bone: &Bone| largest([(bone.bound - bone.at_rest).abs()]);
            let is_off =
                |bone: &&Bone| off(bone) > asked.limit.max(SAME_LENGTH * bone.at_rest.max(bone.bound));
            let (all, wrong) = (bones.len(), bones.iter().filter(is_off).count());
            let may_be_meant = 2 * wrong <= all;
            let worst = bones.into_iter().max_by(|a, b| off(a).total_cmp(&off(b)))?;
            let Bone { node, bound, at_rest } = worst;
            let mut more =
                format!("The bone to it is {bound:.3} m long when bound, and {at_rest:.3} m at rest.");
            if wrong > 0 {
                let meant = if may_be_meant { ", which may be meant" } else { "" };
                more += &format!(" Bones that differ: {wrong} of {all}{meant}.");
            }
            let limit = if may_be_meant { f32::INFINITY } else { asked.limit };
            Some(Rung { worst: off(&worst), limit, at: Some(Subject::Joint(node)), more, ..asked.clone() })
        });
        let order = |a: &Rung, b: &Rung| b.holds().cmp(&a.holds()).then(a.worst.total_cmp(&b.worst));
        self.rungs.extend(compared.max_by(order));
    }

    /// The bones between joints of a skin. Both lengths are measured where the parent is at rest, since it may have been scaled
    /// when the skin was bound.
    fn bones(&self, skin: &InspectedSkin, at_rest: &[Mat4]) -> Vec<Bone> {
        let of_bound = |bound: &Bound| (bound.node, bound.model_from_joint);
        let all_bound: BTreeMap<usize, Mat4> = skin.bound.iter().flatten().map(of_bound).collect();
        let parent = |joint: &usize| self.inspected.skeleton.joints()[*joint].parent;
        let bone = |(&node, bound): (&usize, &Mat4)| {
            let mut all_above = std::iter::successors(parent(&node), parent);
            let (above, above_bound) = all_above.find_map(|above| all_bound.get_key_value(&above))?;
            let in_above = transform_point(above_bound.inverse() * *bound, Vec3::ZERO);
            let place = |joint: usize| at_rest[joint].w_axis.truncate();
            Some(Bone {
                node,
                bound: self.metres * at_rest[*above].transform_vector3(in_above).length(),
                at_rest: self.metres * place(node).distance(place(*above)),
            })
        };
        all_bound.iter().filter_map(bone).collect()
    }

    /// Whether every point is where it was bound, after all joints were moved by a matrix as one piece.
    fn ask_palette(&mut self, name: &'static str, asks: &'static str, moved: Mat4) {
        let mut rung = self.in_metres(name, asks);
        for skin in &self.inspected.skins {
            let mut model_from_joints = vec![moved; self.inspected.skeleton.joints().len()];
            let mut bound_as = HashMap::new();
            for bound in skin.bound.iter().flatten() {
                let first = bound_as.entry(bound.node).or_insert(bound.model_from_joint);
                model_from_joints[bound.node] = moved * *first;
            }
            let palette = skin.palette(&model_from_joints);
            for (&is, bound) in palette.iter().zip(&skin.bound) {
                let Some(bound) = bound else { continue };
                // A joint that was bound twice, in two places, can only be in one of them.
                if bound_as[&bound.node] == bound.model_from_joint {
                    rung.look(self.apart(is, moved * bound.posed_from_mesh), Subject::Joint(bound.node));
                }
            }
        }
        self.rungs.push(rung);
    }

    fn ask_weights(&mut self) {
        let of_weights = |name, asks, limit| Rung::new(name, asks, limit, "");
        let mut rule =
            of_weights("weights' rule", "Does the rule give each vertex the weights it should?", SAME_RULE);
        let mut sum = of_weights("sum of weights", "Do the weights of every vertex sum to one?", SAME_WEIGHT);
        let mut kept = of_weights(
            "four largest",
            "Are the four largest weights kept, each with its joint?",
            SAME_WEIGHT,
        );
        let mut seam =
            of_weights("seam", "Do vertices at one point of the file have the same weights?", SAME_WEIGHT);
        for (index, skin) in self.inspected.skins.iter().enumerate() {
            let mut at_point: HashMap<u32, &Influences> = HashMap::new();
            for (vertex, influences) in skin.mesh.influences.iter().enumerate() {
                let at = Subject::Vertex { skin: index, vertex };
                let least = influences.weights.into_iter().fold(0.0, f32::min);
                sum.look((influences.weights.iter().sum::<f32>() - 1.0).abs() - least, at);
                if let Some(&point) = skin.mesh.points.get(vertex) {
                    let first = at_point.entry(point).or_insert(influences);
                    seam.look(difference(first.used(), influences.used()), at);
                }
            }
            let Some([given, trusted]) = &skin.weights else { continue };
            for vertex in spread(skin.mesh.positions.len(), MOST_VERTICES) {
                let (at, point) = (Subject::Vertex { skin: index, vertex }, skin.mesh.positions[vertex]);
                let (given, trusted) = (given(point), trusted(point));
                rule.look(difference(given.iter().copied(), trusted.iter().copied()), at);
                let four = largest_four(&given);
                kept.look(difference(four.used(), skin.mesh.influences[vertex].used()), at);
            }
        }
        let has = |wanted: fn(&InspectedSkin) -> bool| self.inspected.skins.iter().any(wanted);
        let has_rule = has(|skin| skin.weights.is_some());
        let asked = [
            (rule, has_rule),
            (sum, true),
            (kept, has_rule),
            (seam, has(|skin| !skin.mesh.points.is_empty())),
        ];
        self.rungs.extend(asked.into_iter().filter_map(|(rung, is_asked)| is_asked.then_some(rung)));
    }

    /// Turns one joint after the other, and looks at which joints and entries of palettes it moves.
    fn ask_alone(&mut self) {
        let Inspected { skeleton, parent_from_joints, skins, .. } = self.inspected;
        let asks = "Does a joint that turns alone move what hangs on it, and nothing else?";
        let mut rung = Rung::new("one joint alone", asks, 0.0, "wrongly moved or left");
        let before = self.inspected.walked(parent_from_joints);
        let palettes = self.palettes(&before);
        let limit = STILL * self.size * self.metres;
        for joint in self.joints() {
            // What is pressed flat cannot be seen to turn.
            if !skew(&before[joint]).is_finite() {
                continue;
            }
            let mut turned = parent_from_joints.clone();
            turned[joint] *= Mat4::from_quat(probe_turn(joint));
            let mut hangs_on = vec![false; before.len()];
            for (index, other) in skeleton.joints().iter().enumerate() {
                hangs_on[index] = index == joint || other.parent.is_some_and(|parent| hangs_on[parent]);
            }
            // NaN is no answer either; what is pressed flat may have turned unseen.
            let is_wrong = |now: &Mat4, before: &Mat4, must_move: bool| {
                let is_still = self.apart(*now, *before) <= limit;
                must_move == is_still && !(is_still && scale(before) == 0.0)
            };
            let after = self.inspected.walked(&turned);
            let mut wrong = 0;
            for (index, &hangs) in hangs_on.iter().enumerate() {
                wrong += u16::from(is_wrong(&after[index], &before[index], hangs));
            }
            for (skin, (palette, before)) in skins.iter().zip(self.palettes(&after).iter().zip(&palettes)) {
                for ((now, before), node) in palette.iter().zip(before).zip(&skin.nodes) {
                    wrong += u16::from(is_wrong(now, before, node.is_some_and(|node| hangs_on[node])));
                }
            }
            rung.look(wrong.into(), Subject::Joint(joint));
        }
        self.rungs.push(rung);
    }

    fn ask_normal_matrices(&mut self) {
        let asks = "Do normals stay at right angles to a surface that is stretched?";
        let mut rung = Rung::new("matrices for normals", asks, SAME_WAY, "°");
        let stretched = Mat4::from_quat(probe_turn(2)) * Mat4::from_scale(vec3(1.5, 1.0, 0.6));
        let mut is_asked = false;
        for skin in &self.inspected.skins {
            let Some(normals) = &skin.normals else { continue };
            is_asked = true;
            let given = normals(&vec![stretched; skin.nodes.len()]);
            for (entry, node) in skin.nodes.iter().enumerate() {
                let given = given.get(entry).copied().unwrap_or(Mat3::NAN);
                let angle = [Vec3::X, Vec3::ONE, vec3(1.0, -2.0, 0.5)].map(|normal| {
                    degrees_between(given * normal, normal_palette(&[*(&stretched)])[0] * normal)
                });
                let at = Subject::Joint(node.unwrap_or_default());
                angle.into_iter().for_each(|angle| rung.look(angle, at));
            }
        }
        self.rungs.extend(is_asked.then_some(rung));
    }

    /// Compares what the processor and the graphics card make of vertices, with their slots as they are and in the reverse
    /// order, which changes nothing.
    fn ask_card(&mut self, read_back: &mut ReadBack<'_>) {
        let mut places = self
            .in_metres("graphics card", "Does the graphics card put every vertex where the processor does?");
        let asks = "Do its normals face where the processor's do?";
        let mut normals = Rung::new("card's normals", asks, SAME_WAY, "°");
        let mut off = Vec::new();
        let turned = self.inspected.walked(&self.turned());
        for (index, skin) in self.inspected.skins.iter().enumerate().filter(|(_, skin)| skin.card.is_some()) {
            let palette = skin.palette(&turned);
            let vertices = spread(skin.mesh.positions.len(), MOST_VERTICES)
                .flat_map(|vertex| [(vertex, false), (vertex, true)]);
            let vertices: Vec<(usize, bool)> = vertices.collect();
            let placed = read_back(skin, &palette, &vertices).unwrap_or_default();
            for (at, &(vertex, is_reversed)) in vertices.iter().enumerate() {
                let subject = Subject::Vertex { skin: index, vertex };
                let card = placed.get(at).copied().unwrap_or(Placed::NONE);
                let away = self.metres * card.place.distance(place(skin, &palette, vertex));
                let aside = normal(skin, &palette, vertex).map(|normal| degrees_between(card.normal, normal));
                off.push((is_reversed, subject, away, aside.unwrap_or(0.0)));
            }
        }
        // What is seen to be wrong comes first: in the reverse order others may be further off, that are drawn right.
        for reverse in [false, true] {
            if places.holds() && normals.holds() {
                for &(_, subject, away, aside) in off.iter().filter(|off| off.0 == reverse) {
                    places.look(away, subject);
                    normals.look(aside, subject);
                }
            }
        }
        for rung in [&mut places, &mut normals] {
            if let Some(Subject::Vertex { skin, .. }) = rung.at {
                rung.more = self.inspected.skins[skin].drawn_by().unwrap_or_default();
            }
        }
        self.rungs.extend((!off.is_empty()).then_some([places, normals]).into_iter().flatten());
    }
}

/// Where a joint was when a skin was bound to it, and what took the skin's points to their places then.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// Which joint.
    pub node: usize,
    /// Where it was in the model.
    pub model_from_joint: Mat4,
    /// What took the points of the mesh to where they were in the model.
    pub posed_from_mesh: Mat4,
}

/// What is between a joint of a skin and the next one above it, and how long that is when bound and at rest, in metres.
struct Bone {
    node: usize,
    bound: f32,
    at_rest: f32,
}

/// Where the processor puts a vertex, in the model.
pub fn place(skin: &InspectedSkin, palette: &[Mat4], vertex: usize) -> Vec3 {
    skin_point(palette, &skin.mesh.influences[vertex], skin.mesh.positions[vertex])
}

/// Where its normal faces; none where it has none, or where the joints' do not agree.
pub fn normal(skin: &InspectedSkin, palette: &[Mat4], vertex: usize) -> Option<Vec3> {
    let bound = *skin.mesh.normals.get(vertex)?;
    let used = skin.mesh.influences[vertex].used();
    let normal =
        used.map(|(joint, weight)| weight * (normal_palette(&[*(&palette[joint])])[0] * bound)).sum::<Vec3>();
    (normal.length() > 0.2 * bound.length() && bound.length() > 0.5).then_some(normal)
}

/// So many numbers below a count at most, evenly spread.
fn spread(count: usize, most: usize) -> impl Iterator<Item = usize> {
    (0..count).step_by(count.div_ceil(most).max(1))
}

/// A turn that no two neighbours have alike.
fn probe_turn(index: usize) -> Quat {
    let step = (index % 5) as f32;
    Quat::from_rotation_z(0.35 + 0.08 * step) * Quat::from_rotation_x(0.2 - 0.06 * step)
}

/// By how many degrees the axes of a matrix are off right angles; infinitely many if one has no length.
fn skew(matrix: &Mat4) -> f32 {
    let axes = axes(matrix);
    if !axes.iter().all(|axis| axis.length() > 0.0 && axis.is_finite()) {
        return f32::INFINITY;
    }
    let pairs = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (90.0 - degrees_between(axes[a], axes[b])).abs());
    pairs.into_iter().fold(0.0, f32::max)
}

/// How much it stretches what it stretches most.
fn scale(matrix: &Mat4) -> f32 {
    axes(matrix).into_iter().map(Vec3::length).fold(0.0, f32::max)
}

fn axes(matrix: &Mat4) -> [Vec3; 3] {
    [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate())
}

fn degrees_between(a: Vec3, b: Vec3) -> f32 {
    // Unlike the cosine, it tells small angles apart.
    a.cross(b).length().atan2(a.dot(b)).to_degrees() + if a.length() > 0.0 { 0.0 } else { f32::INFINITY }
}

/// The largest difference between weights of the same joint.
fn difference(a: impl Iterator<Item = (usize, f32)>, b: impl Iterator<Item = (usize, f32)>) -> f32 {
    let mut off: HashMap<usize, f32> = HashMap::new();
    a.for_each(|(joint, weight)| *off.entry(joint).or_default() += weight);
    b.for_each(|(joint, weight)| *off.entry(joint).or_default() -= weight);
    largest(off.into_values().map(f32::abs))
}

/// The one in the middle of some numbers, by size.
fn middle(mut numbers: Vec<f32>) -> Option<f32> {
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// The largest of some numbers. What is none is larger than all.
fn largest(numbers: impl IntoIterator<Item = f32>) -> f32 {
    numbers
        .into_iter()
        .fold(0.0, |most, number| if number.is_nan() { f32::INFINITY } else { most.max(number) })
}
