//! What was made for lesson 17: the knight's further clips, the dummy and its clips, what is carried, and the set pieces.
//!
//! All of it in the files' own axes: z up, and ahead is −y.
#![expect(clippy::unwrap_used, reason = "all of it is a test, its helpers too")]

use common::clip::{Animator, Clip};
use common::pose::model_from_joints;
use common::skin::skin_point;
use course::root;
use formats::{Asset, Image, Surface};
use glam::{Mat4, Quat, Vec3, Vec4};
use play::CharacterAsset;
use std::collections::BTreeSet;
use std::sync::Arc;

const FRAME: f32 = 1.0 / 30.0;
const RUNG: f32 = 0.42;

fn read(file: &str) -> Asset {
    let asset = formats::read(&root().join("assets").join(file)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((&asset.notes, &asset.pose_notes, &asset.clip_notes), (&vec![], &vec![], &vec![]), "{file}");
    asset
}

/// A model that plays a clip of another file.
struct Played {
    asset: Asset,
    clip: Arc<Clip>,
}

impl Played {
    fn new(model: &str, file: &str) -> Self {
        let (asset, other) = (read(model), read(file));
        let (clip, notes) = formats::retarget(&other.clips[0], &other, &asset);
        assert_eq!(notes, [""; 0], "{file}");
        Self { asset, clip: Arc::new(clip) }
    }

    fn knight(clip: &str) -> Self {
        Self::new("knight/knight.dae", &format!("play/knight_{clip}.dae"))
    }

    fn dummy(clip: &str) -> Self {
        let file = if clip == "idle" { "dummy".to_owned() } else { format!("dummy_{clip}") };
        Self::new("play/dummy.dae", &format!("play/{file}.dae"))
    }

    fn frames(&self) -> u16 {
        (0..1000).find(|&frame| f32::from(frame) * FRAME > self.clip.seconds - 1e-3).unwrap()
    }

    fn node(&self, name: &str) -> usize {
        self.asset.rig.skeleton.joints().iter().position(|joint| joint.name == name).unwrap()
    }

    /// Where every node is at a time; past the end that is how the clip ends.
    fn at(&self, time: f32) -> Vec<Mat4> {
        let mut animator = Animator::new(self.asset.rig.clone(), self.clip.clone());
        animator.looping = false;
        animator.seek(time);
        let parent_from_nodes: Vec<Mat4> = animator.pose().iter().map(|node| node.to_matrix()).collect();
        model_from_joints(&self.asset.rig.skeleton, &parent_from_nodes)
    }

    fn skin_at(&self, surface: &str, time: f32) -> Vec<Vec3> {
        let surface = self.asset.surfaces.iter().find(|other| other.name == surface).unwrap();
        skin(surface, &self.at(time))
    }

    fn heights(&self, surface: &str) -> impl Iterator<Item = (f32, f32)> {
        (0..=self.frames()).map(move |frame| {
            let heights = self.skin_at(surface, f32::from(frame) * FRAME).into_iter().map(|point| point.z);
            heights.fold((f32::MAX, f32::MIN), |(low, high), z| (low.min(z), high.max(z)))
        })
    }
}

fn skin(surface: &Surface, model_from_nodes: &[Mat4]) -> Vec<Vec3> {
    let palette = surface.palette(model_from_nodes);
    let points = surface.mesh.positions.iter().zip(&surface.mesh.influences);
    points.map(|(&position, influences)| skin_point(&palette, influences, position)).collect()
}

/// The largest difference of two poses: degrees, and metres.
fn apart(one: &[Mat4], other: &[Mat4]) -> (f32, f32) {
    one.iter().zip(other).fold((0.0f32, 0.0f32), |(turned, moved), (one, other)| {
        let turn = Quat::from_mat4(one) * Quat::from_mat4(other).inverse();
        let turn = 2.0 * turn.xyz().length().asin().to_degrees();
        (turned.max(turn), moved.max(one.w_axis.distance(other.w_axis)))
    })
}

fn assert_same(what: &str, one: &[Mat4], other: &[Mat4]) {
    let (turned, moved) = apart(one, other);
    assert!(turned < 0.01 && moved < 1e-5, "{what}: {turned}°, {moved} m");
}

const KNIGHT: [(&str, f32, bool); 9] = [
    ("carry", 2.0, true),
    ("duck", 1.0, true),
    ("crawl", 0.8, true),
    ("slide", 0.6, true),
    ("sprint", 0.6, true),
    ("climb", 1.0, true),
    ("hit", 0.5, false),
    ("down", 0.8, false),
    ("rise", 1.0, false),
];
const DUMMY: [(&str, f32, bool); 5] = [
    ("idle", 2.0, true),
    ("stagger", 0.6, false),
    ("fall", 0.7, false),
    ("lie", 1.0, true),
    ("rise", 1.2, false),
];

#[test]
fn clips_move_every_joint_for_as_long_as_they_should() {
    let knight = KNIGHT.map(|clip| (Played::knight(clip.0), clip, 23));
    let dummy = DUMMY.map(|clip| (Played::dummy(clip.0), clip, 6));
    for (played, (name, seconds, loops), joints) in knight.into_iter().chain(dummy) {
        assert!((played.clip.seconds - seconds).abs() < 1e-5, "{name}: {} s", played.clip.seconds);
        assert_eq!(played.clip.channels.len(), joints, "{name}");
        // Whatever holds still has one key.
        let keys = played.clip.channels.iter().map(|channel| channel.rotations.times().len());
        let moving = keys.clone().filter(|&keys| keys == usize::from(played.frames()) + 1).count();
        assert!(
            3 * moving >= joints && keys.filter(|&keys| keys == 1).count() == joints - moving,
            "{name}: {moving}"
        );
        if loops {
            assert_same(name, &played.at(0.0), &played.at(seconds));
        }
    }
}

/// What is played in lesson 17 finds all of them, wherever they stand.
#[test]
fn no_clip_is_missing() {
    let assets = root().join("assets");
    let knight = CharacterAsset::read(&assets.join("knight/knight.dae"), &play::KNIGHT).unwrap();
    assert_eq!((&knight.notes, knight.gaits("stride").len()), (&vec![], 3));
    let dummy = CharacterAsset::read(&assets.join("play/dummy.dae"), &play::DUMMY).unwrap();
    assert_eq!(dummy.notes, [""; 0]);
    assert!((dummy.clip("idle").unwrap().seconds - 2.0).abs() < 1e-5);
}

#[test]
fn clips_begin_and_end_as_each_other() {
    let idle = Played::new("knight/knight.dae", "knight/knight.dae").at(0.0);
    assert_same("hit begins", &idle, &Played::knight("hit").at(0.0));
    assert_same("hit ends", &idle, &Played::knight("hit").at(9.0));
    assert_same("down begins", &idle, &Played::knight("down").at(0.0));
    assert_same("down ends", &Played::knight("rise").at(0.0), &Played::knight("down").at(9.0));
    assert_same("rise ends", &idle, &Played::knight("rise").at(9.0));

    let [idle, lie] = ["idle", "lie"].map(|clip| Played::dummy(clip).at(0.0));
    assert_same("stagger begins", &idle, &Played::dummy("stagger").at(0.0));
    assert_same("stagger ends", &idle, &Played::dummy("stagger").at(9.0));
    assert_same("fall begins", &idle, &Played::dummy("fall").at(0.0));
    assert_same("fall ends", &lie, &Played::dummy("fall").at(9.0));
    assert_same("the dummy's rise begins", &lie, &Played::dummy("rise").at(0.0));
    assert_same("the dummy's rise ends", &idle, &Played::dummy("rise").at(9.0));
}

/// Nobody sinks into the ground by more than some millimetres. A ladder has none below him.
#[test]
fn nothing_goes_through_the_ground() {
    let clips = KNIGHT.map(|(name, ..)| name).into_iter().filter(|&name| name != "climb");
    for (name, played, surface) in clips
        .map(|name| (name, Played::knight(name), "Knight"))
        .chain(DUMMY.map(|(name, ..)| (name, Played::dummy(name), "Dummy")))
    {
        let low = played.heights(surface).map(|(low, _)| low).fold(f32::MAX, f32::min);
        println!("{surface}, {name}: lowest at {low:.4} m");
        assert!(low > -0.02, "{surface}, {name}: {low} m");
    }
    for name in ["duck", "crawl", "slide", "hit", "down", "rise"] {
        let low = Played::knight(name).heights("Sword").map(|(low, _)| low).fold(f32::MAX, f32::min);
        assert!(low > -0.005, "the sword, {name}: {low} m");
    }
}

#[test]
fn low_is_below_a_metre_and_lying_is_lower() {
    for name in ["duck", "crawl", "slide"] {
        let high = Played::knight(name).heights("Knight").map(|(_, high)| high).fold(f32::MIN, f32::max);
        assert!(high < 1.0, "{name}: {high} m, feathers and all");
    }
    assert!(Played::knight("down").heights("Knight").last().unwrap().1 < 0.6);
    assert!(Played::dummy("fall").heights("Dummy").last().unwrap().1 < 0.6);
    assert!(Played::dummy("idle").heights("Dummy").all(|(_, high)| (1.6..1.75).contains(&high)));
}

/// How far a foot that stands is from where it came down at most, while the ground goes by, and how many frames it stands.
fn drift(clip: &str, speed: f32, part: f32) -> (f32, usize) {
    let played = Played::knight(clip);
    let (mut worst, mut stood) = (0.0f32, 0);
    for (foot, later) in [("toe.L", 0.0), ("toe.R", 0.5)] {
        let toe = played.node(foot);
        let frames = (0..=played.frames()).filter(|&frame| {
            let phase = f32::from(frame) * FRAME / played.clip.seconds - later;
            (-1e-3..part + 1e-3).contains(&phase)
        });
        let places: Vec<Vec3> = frames
            .map(|frame| {
                let time = f32::from(frame) * FRAME;
                played.at(time)[toe].w_axis.truncate() - speed * time * Vec3::Y
            })
            .collect();
        // By the heel first, and the toe joint turns about it: only from then on the toes stand.
        let down = places.iter().position(|place| place.z < 0.0345).unwrap();
        stood += places.len() - down;
        worst = places[down..].iter().map(|place| place.distance(places[down])).fold(worst, f32::max);
    }
    println!("{clip}: drifts by {:.2} mm in {stood} frames", 1000.0 * worst);
    (worst, stood)
}

#[test]
fn feet_stand_still_on_the_ground() {
    let (worst, stood) = drift("crawl", 0.8, 0.6);
    assert!(worst < 0.002 && stood > 20, "{worst} m in {stood} frames");
    let (worst, stood) = drift("sprint", 4.0, 0.22);
    assert!(worst < 0.010 && stood >= 4, "{worst} m in {stood} frames");
}

#[test]
fn both_feet_leave_the_ground_in_a_sprint() {
    let low: Vec<f32> = Played::knight("sprint").heights("Knight").map(|(low, _)| low).collect();
    let in_the_air = low.iter().filter(|&&low| low > 0.02).count();
    assert!((4..12).contains(&in_the_air), "{low:?}");
}

/// Where a fist is closed about something, in the hand's space.
const FIST: Vec3 = Vec3::new(0.0, 0.105, 0.01);

#[test]
fn hands_and_feet_hold_on_to_rungs() {
    let played = Played::knight("climb");
    for (name, from, at) in [
        ("hand.R", 0.35, FIST),
        ("hand.L", 0.85, FIST),
        ("toe.L", 0.10, Vec3::ZERO),
        ("toe.R", 0.60, Vec3::ZERO),
    ] {
        let joint = played.node(name);
        let mut first = None;
        for step in 0u8..=11 {
            let phase = from + 0.55 * f32::from(step) / 11.0;
            let place = played.at(phase.rem_euclid(1.0))[joint].transform_point3(at);
            // The rungs go down in the model as he goes up.
            let over = place.z + 2.0 * RUNG * phase.rem_euclid(1.0);
            if name.starts_with("hand") {
                let off = (over / RUNG - (over / RUNG).round()) * RUNG;
                assert!(off.abs() < 0.006 && (place.y + 0.42).abs() < 0.006, "{name} at {phase}: {place}");
            }
            let begun = *first.get_or_insert(over);
            let away = (over - begun).rem_euclid(2.0 * RUNG);
            assert!(away.min(2.0 * RUNG - away) < 0.006, "{name} at {phase}: {over} and {begun}");
        }
    }
    // One after the other: what the left hand does, the right does half a loop later, and a rung higher.
    let [left, right] = ["hand.L", "hand.R"].map(|name| played.node(name));
    let height = |phase: f32, joint: usize| played.at(phase)[joint].transform_point3(FIST).z;
    for step in 0u8..10 {
        let phase = 0.05 * f32::from(step);
        assert!((height(phase, right) - height(phase + 0.5, left)).abs() < 0.008, "{phase}");
    }
}

/// From the sword to the hand that holds it, and the same for the lamp; docs and lesson use these numbers.
const JOINT_FROM_SWORD: Mat4 = Mat4::from_cols(
    Vec4::new(-1.0, 0.0, 0.0, 0.0),
    Vec4::new(0.0, 0.0, 1.0, 0.0),
    Vec4::new(0.0, 1.0, 0.0, 0.0),
    Vec4::new(0.0, 0.105, 0.01, 1.0),
);
const JOINT_FROM_LAMP: Mat4 = Mat4::from_cols(
    Vec4::new(-1.0, 0.0, 0.0, 0.0),
    Vec4::new(0.0, -1.0, 0.0, 0.0),
    Vec4::new(0.0, 0.0, 1.0, 0.0),
    Vec4::new(0.0, 0.105, 0.01, 1.0),
);

#[test]
fn the_sword_by_itself_is_where_the_knight_holds_his() {
    let swing = Played::new("knight/knight.dae", "knight/knight_swing.dae");
    let sword = read("play/sword.dae");
    assert_eq!(sword.world_from_model, Mat4::IDENTITY, "its axes are its own");
    let mesh = &sword.surfaces[0].mesh;
    for time in [0.0, 0.4, 0.63, 1.1] {
        let model_from_sword = swing.at(time)[swing.node("hand.R")] * JOINT_FROM_SWORD;
        let held = swing.skin_at("Sword", time);
        for &point in &mesh.positions {
            let place = model_from_sword.transform_point3(point);
            let nearest = held.iter().map(|other| other.distance(place)).fold(f32::MAX, f32::min);
            assert!(nearest < 2e-5, "{point} at {time} s: {nearest} m");
        }
    }
    let along = mesh.positions.iter().map(|point| point.y);
    assert!((along.clone().fold(f32::MIN, f32::max) - 0.815).abs() < 1e-6, "the tip");
    assert!((along.fold(f32::MAX, f32::min) + 0.118).abs() < 1e-6, "the pommel");
    assert!(mesh.positions.iter().all(|point| point.x.abs() < 0.04), "flat across x");
}

#[test]
fn the_lamp_hangs_from_the_left_hand_and_shines_ahead() {
    let carry = Played::knight("carry");
    let lamp = read("play/lamp.dae");
    assert_eq!(lamp.world_from_model, Mat4::IDENTITY, "its axes are its own");
    let light = lamp.rig.skeleton.joints().iter().position(|joint| joint.name == "light").unwrap();
    let light = lamp.nodes[light].parent_from_node;
    let model_from_lamp = carry.at(0.0)[carry.node("hand.L")] * JOINT_FROM_LAMP;
    for frame in 0..carry.frames() {
        let hand = carry.at(f32::from(frame) * FRAME)[carry.node("hand.L")];
        let [up, ahead] =
            [Vec3::Y, Vec3::Z].map(|way| (hand * JOINT_FROM_LAMP * light).transform_vector3(way));
        assert!(ahead.dot(Vec3::NEG_Y) > 0.99 && up.z > 0.8, "{ahead} and {up} in frame {frame}");
    }
    let lowest =
        lamp.surfaces[0].mesh.positions.iter().map(|&point| model_from_lamp.transform_point3(point).z);
    let lowest = lowest.fold(f32::MAX, f32::min);
    assert!((0.3..0.6).contains(&lowest), "{lowest} m over the ground");
    assert!(lamp.surfaces[0].mesh.positions.iter().all(|point| point.z < light.w_axis.z));
}

#[test]
fn set_pieces_stand_on_the_ground() {
    let pieces = read("play/pieces.dae");
    let names: BTreeSet<_> = pieces.surfaces.iter().map(|surface| surface.name.as_str()).collect();
    let wanted = [
        "arch",
        "banner",
        "barrel",
        "broken_pillar",
        "bush",
        "crate",
        "lantern_post",
        "pillar",
        "rock",
        "weapon_rack",
    ];
    assert_eq!(names, BTreeSet::from(wanted));
    assert!(pieces.rig.skeleton.joints().iter().any(|joint| joint.name == "lantern_post.light"));
    for surface in &pieces.surfaces {
        let points = &surface.mesh.positions;
        let low = points.iter().copied().reduce(Vec3::min).unwrap();
        let high = points.iter().copied().reduce(Vec3::max).unwrap();
        println!("{}: {} triangles, {low} to {high}", surface.name, surface.mesh.triangles.len());
        assert!(low.z.abs() < 0.03 && high.z > 0.4, "{}: from {low} to {high}", surface.name);
        assert!(surface.mesh.triangles.len() < 800, "{}", surface.name);
        assert!(surface.submeshes.iter().all(|submesh| submesh.material.is_some()), "{}", surface.name);
    }
}

#[test]
fn textures_are_there_and_their_coordinates_lie_within() {
    let mut textured = 0;
    for file in ["play/sword.dae", "play/lamp.dae", "play/dummy.dae", "play/pieces.dae"] {
        let asset = read(file);
        for material in &asset.materials {
            if let Some(Image::File(path)) = &material.image {
                assert!(path.is_file(), "{}", path.display());
                textured += 1;
            }
        }
        for surface in &asset.surfaces {
            let coordinates = &surface.mesh.texture_coordinates;
            assert!(
                coordinates.iter().all(|at| at.min_element() >= 0.0 && at.max_element() <= 1.0),
                "{file}"
            );
        }
    }
    assert!(textured >= 6, "{textured}");
}

#[test]
fn metal_shines_and_cloth_does_not() {
    let [sword, lamp, pieces] = ["sword", "lamp", "pieces"].map(|name| read(&format!("play/{name}.dae")));
    let look = |asset: &Asset, name: &str| {
        asset.materials.iter().find(|material| material.name == name).unwrap().clone()
    };
    assert!(look(&sword, "blade").shine.is_some() && look(&pieces, "dark steel").shine.is_some());
    assert!(look(&pieces, "banner").shine.is_none() && look(&pieces, "moss").shine.is_none());
    assert!(look(&lamp, "glass").emission[0] > 0.5 && look(&lamp, "gold").emission == [0.0; 3]);
}
