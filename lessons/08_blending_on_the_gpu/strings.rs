//! Strings between the joints of the arms, each end tied to a joint of its own.

use glam::{Vec3, vec3};
use glium::implement_vertex;

/// An end of a string, as a joint's number in the block and a place in that joint's space.
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
    /// Returns both ends.
    pub fn vertices(&self) -> [StringVertex; 2] {
        let end = |here: End, there: End| StringVertex {
            a_joint: here.0,
            a_position: here.1.to_array(),
            a_far_joint: there.0,
            a_far_position: there.1.to_array(),
            a_rest_length: self.rest_length,
        };
        let [one, other] = self.ends;
        [end(one, other), end(other, one)]
    }
}

/// Returns the strings of two arms whose matrices begin at these numbers of the block.
///
/// Either side of an arm has muscles, slack on one side while they're stretched on the other. A rope connects the tips.
pub fn of(arms: [i32; 2]) -> Vec<Tied> {
    let string = |ends: [i32; 2], place: Vec3, rest_length: f32| Tied {
        ends: ends.map(|joint| (joint, place)),
        rest_length,
    };
    let sides = [vec3(-0.22, 0.0, 0.0), vec3(0.22, 0.0, 0.0)];
    let muscles = arms.into_iter().flat_map(|first| {
        [[1, 3], [3, 5]]
            .into_iter()
            .flat_map(move |ends| sides.map(|side| string(ends.map(|joint| first + joint), side, 0.68)))
    });
    muscles.chain([string(arms.map(|first| first + 6), vec3(0.0, 0.34, 0.0), 1.6)]).collect()
}
