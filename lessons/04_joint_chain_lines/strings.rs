//! Strings between the joints of a chain, each end tied to a joint of its own.

use glam::{Vec3, vec3};
use glium::implement_vertex;

/// An end of a string, as a joint and a place in that joint's space.
type End = (i32, Vec3);

/// A string from one joint to another.
pub struct Tied {
    pub ends: [End; 2],
    /// The length at rest, in metres.
    pub rest_length: f32,
}

/// The vertex format, one end of a string together with the other one.
#[derive(Clone, Copy)]
pub struct StringVertex {
    pub a_joint: i32,
    pub a_position: [f32; 3],
    pub a_far_joint: i32,
    pub a_far_position: [f32; 3],
    pub a_rest_length: f32,
}
implement_vertex!(StringVertex, a_joint, a_position, a_far_joint, a_far_position, a_rest_length);

impl Tied {
    /// Returns both ends, on a chain whose matrices begin at `first`.
    pub fn vertices(&self, first: i32) -> [StringVertex; 2] {
        let end = |here: End, there: End| StringVertex {
            a_joint: first + here.0,
            a_position: here.1.to_array(),
            a_far_joint: first + there.0,
            a_far_position: there.1.to_array(),
            a_rest_length: self.rest_length,
        };
        let [one, other] = self.ends;
        [end(one, other), end(other, one)]
    }
}

/// Returns the strings of the chain with this name.
pub fn of(chain: &str) -> Vec<Tied> {
    match chain {
        "reed" => reed(),
        "hand" => hand(),
        _ => tree(),
    }
}

/// Returns muscles on either side of the reed, of which one is slack while the other is stretched.
fn reed() -> Vec<Tied> {
    let muscle = |from: i32, to: i32, x: f32| {
        let beside = vec3(x, 0.0, 0.0);
        Tied { ends: [(from, beside), (to, beside)], rest_length: 0.95 }
    };
    vec![muscle(1, 6, 0.22), muscle(1, 6, -0.22), muscle(6, 11, 0.22), muscle(6, 11, -0.22)]
}

/// Returns rubber bands from fingertip to fingertip.
fn hand() -> Vec<Tied> {
    bands(vec3(0.0, 0.12, 0.0), &[(17, 18, 0.80), (18, 19, 0.31), (19, 20, 0.31), (20, 21, 0.33)])
}

/// Returns a garland around the tree, from tip to tip.
fn tree() -> Vec<Tied> {
    let lengths =
        [(11, 14, 0.52), (14, 20, 0.67), (20, 19, 0.34), (19, 13, 0.72), (13, 18, 1.19), (18, 11, 0.49)];
    bands(vec3(0.0, 0.05, 0.0), &lengths)
}

/// Returns bands between two joints each, with their length at rest, at one place in the space of either.
fn bands(place: Vec3, bands: &[(i32, i32, f32)]) -> Vec<Tied> {
    let band = |&(from, to, rest_length): &(i32, i32, f32)| Tied {
        ends: [from, to].map(|joint| (joint, place)),
        rest_length,
    };
    bands.iter().map(band).collect()
}
