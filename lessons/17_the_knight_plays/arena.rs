//! The arena that is given: a short way over all that a knight can do, and back above it.

use common::transform::Transform;
use glam::{DVec2, DVec3, Quat, Vec3, dvec2, dvec3, vec3};
use ground::{Level, Moves, Obstacle, ObstacleKind};
use play::{Arena, Lamp, Piece, read_spheres};
use side_scroller::levels::{rectangle, solid, still, thin, upright};

/// How far down rock goes: farther than one sees.
const DEEP: f64 = -6.0;

/// How high the plateau is, and the tower with all that one comes to from there.
const PLATEAU: f64 = 1.0;
const HIGH: f64 = 4.2;

/// What strikes, and what can be struck.
const SPHERES: &str = include_str!("../../assets/play/spheres.toml");

/// Where one can begin: at the gate, which is where the level says, or further on.
pub const PLACES: [(Option<DVec2>, &str); 4] = [
    (None, "gate"),
    (Some(dvec2(7.3, PLATEAU)), "gap"),
    (Some(dvec2(17.4, 0.0)), "fight"),
    (Some(dvec2(24.3, 0.0)), "ladder"),
];

/// The arena. Its tables are empty: those are in files, and are read anew when they are saved.
pub fn yard() -> Arena {
    Arena {
        level: level(),
        pieces: pieces(),
        lamps: lamps(),
        dummies: vec![dvec2(19.0, 0.0), dvec2(22.2, 0.0)],
        spheres: read_spheres("assets/play/spheres.toml", SPHERES).unwrap_or_default(),
        ..Arena::default()
    }
}

fn level() -> Level {
    let obstacles = ground().into_iter().chain(above()).flatten().collect();
    Level { obstacles, start: dvec2(-7.0, 0.0) }
}

/// From the left to the right: a slope, steps, a gap, a low passage, and a place to fight.
fn ground() -> Vec<Option<Obstacle>> {
    vec![
        upright([-13.0, DEEP], [-10.5, 7.0]),
        upright([-10.5, DEEP], [-3.0, 0.0]),
        solid(&[[-3.0, DEEP], [4.0, DEEP], [4.0, 0.0], [1.0, 1.3], [-0.2, 1.3], [-3.0, 0.0]]),
        upright([4.0, DEEP], [5.2, 0.0]),
        upright([5.2, DEEP], [6.4, 0.5]),
        upright([6.4, DEEP], [8.4, PLATEAU]),
        // Whoever falls between these two comes back to where he stood before.
        upright([10.2, DEEP], [16.0, PLATEAU]),
        // Here one must crawl.
        solid(&[[12.0, 2.3], [14.9, 2.3], [15.2, 2.7], [15.0, HIGH], [11.8, HIGH], [11.6, 2.8]]),
        upright([16.0, DEEP], [25.0, 0.0]),
        upright([25.0, DEEP], [28.0, HIGH]),
        upright([28.0, DEEP], [30.5, 10.0]),
    ]
}

/// Up the ladder, and back to the left.
fn above() -> Vec<Option<Obstacle>> {
    let moves = Some(Moves { by: dvec2(-6.4, 0.0), seconds: 10.0 });
    vec![
        still(&rectangle([24.05, 0.0], [24.65, HIGH]), ObstacleKind::Ladder),
        thin([21.9, HIGH - 0.2], [23.6, HIGH]).map(|platform| Obstacle { moves, ..platform }),
        thin([8.2, 3.1], [10.2, 3.3]),
        thin([5.4, 2.2], [7.2, 2.4]),
    ]
}

/// What is put up: most of it behind those who play, and small things in front of them.
fn pieces() -> Vec<Piece> {
    let slope = |x: f64| 1.3 - 1.3 * (x - 1.0) / 3.0;
    vec![
        piece("gate", "arch", dvec3(-8.7, 0.0, -2.4), 0.0, 1.0),
        piece("bush beside the gate", "bush", dvec3(-10.0, 0.0, -1.9), 30.0, 1.0),
        piece("banner of the gate", "banner", dvec3(-6.5, 0.0, -2.8), 0.0, 1.0),
        piece("weapons", "weapon_rack", dvec3(-5.0, 0.0, -2.3), 0.0, 1.0),
        piece("crate at the foot", "crate", dvec3(-3.6, 0.0, -2.2), 14.0, 1.0),
        piece("rock at the foot", "rock", dvec3(-2.4, 0.25, -2.5), 70.0, 1.1),
        piece("lantern of the slope", "lantern_post", dvec3(0.1, 1.3, -2.2), 0.0, 1.0),
        piece("bush of the slope", "bush", dvec3(2.5, slope(2.6), -2.4), 140.0, 0.9),
        piece("barrel below the steps", "barrel", dvec3(4.5, 0.0, -2.2), 20.0, 1.0),
        piece("broken pillar", "broken_pillar", dvec3(7.3, PLATEAU, -2.4), 0.0, 1.0),
        piece("bush at the gap", "bush", dvec3(10.8, PLATEAU, -2.5), 200.0, 0.8),
        piece("pillar that bears", "pillar", dvec3(12.5, PLATEAU, -2.2), 0.0, 0.5),
        piece("another that bears", "pillar", dvec3(14.4, PLATEAU, -2.2), 45.0, 0.5),
        piece("bush on the rock", "bush", dvec3(13.0, HIGH, -2.4), 75.0, 0.9),
        piece("barrel at the fight", "barrel", dvec3(16.7, 0.0, -2.0), 30.0, 1.0),
        piece("banner of the fight", "banner", dvec3(18.0, 0.0, -2.8), 0.0, 1.0),
        piece("lantern of the fight", "lantern_post", dvec3(20.2, 0.0, -2.4), 0.0, 1.0),
        piece("second banner", "banner", dvec3(22.6, 0.0, -2.8), 0.0, 1.0),
        piece("crate of the tower", "crate", dvec3(27.2, HIGH, -2.2), 15.0, 1.0),
        piece("banner of the tower", "banner", dvec3(26.0, HIGH, -2.7), 0.0, 1.0),
        piece("front bush", "bush", dvec3(-9.3, 0.0, FRONT), 10.0, 0.42),
        piece("front rock", "rock", dvec3(-4.2, 0.0, FRONT), 200.0, 0.32),
        piece("front bush of the plateau", "bush", dvec3(11.2, PLATEAU, FRONT), 185.0, 0.36),
        piece("front rock of the fight", "rock", dvec3(17.2, 0.0, FRONT), 30.0, 0.34),
        piece("front bush of the fight", "bush", dvec3(23.2, 0.0, FRONT), 170.0, 0.42),
    ]
}

/// Where small things stand that those who play pass behind.
const FRONT: f64 = -0.16;

/// A model that stands upright somewhere, turned by some degrees.
fn piece(name: &str, model: &str, at: DVec3, degrees: f32, size: f32) -> Piece {
    let place = Transform {
        translation: at.as_vec3(),
        rotation: Quat::from_rotation_y(degrees.to_radians()),
        scale: Vec3::splat(size),
    };
    Piece { name: name.to_owned(), model: model.to_owned(), place }
}

/// The two lanterns' light.
fn lamps() -> Vec<Lamp> {
    let lamp = |name: &str, at: Vec3| Lamp {
        name: name.to_owned(),
        at,
        towards: vec3(0.15, -1.0, 0.4),
        cone: [34.0, 62.0],
        colour: vec3(1.6, 1.15, 0.6),
        reach: 7.0,
    };
    vec![lamp("slope", vec3(0.4, 3.6, -1.7)), lamp("fight", vec3(20.6, 2.6, -1.9))]
}
