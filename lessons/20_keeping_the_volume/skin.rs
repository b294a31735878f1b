//! The skin on two bones, and measures of its slices.

use common::mesh::Mesh;
use common::shapes::cylinder;
use common::skin::four_largest;
use glam::Vec3;

/// The length of each of the two bones, in metres.
pub const LENGTH: f32 = 1.0;
/// The height of the whole cylinder, in metres.
pub const HEIGHT: f32 = 2.0 * LENGTH;
/// The radius of the cylinder, in metres.
pub const RADIUS: f32 = 0.3;
/// The number of points around the cylinder, and of slices along it.
const SAMPLES: u16 = 40;
const SLICES: u16 = 40;

/// Returns a cylinder whose weights change from the lower bone to the upper one, from `margin` metres below
/// the joint to as many above it. With a helper they change to it first, and then from it to the upper bone.
pub fn skin(margin: f32, helped: bool) -> Mesh {
    let mut mesh = cylinder(RADIUS, HEIGHT, SAMPLES, SLICES);
    let influences = |point: &Vec3| {
        let over = ((point.y - LENGTH + margin) / (2.0 * margin)).clamp(0.0, 1.0);
        four_largest(&match helped {
            false => [(0, 1.0 - over), (1, over)],
            true if over < 0.5 => [(0, 1.0 - 2.0 * over), (2, 2.0 * over)],
            true => [(2, 2.0 - 2.0 * over), (1, 2.0 * over - 1.0)],
        })
    };
    mesh.influences = mesh.positions.iter().map(influences).collect();
    mesh
}

/// Measures of each slice of a skin, from foot to top.
pub struct Slices {
    /// The area of each slice relative to the bind pose.
    pub areas: Vec<f32>,
    /// The distance of each slice's farthest point from the bones, in radii.
    pub reaches: Vec<f32>,
}

impl Slices {
    /// Measures a skin whose vertices are at `posed` in the model, on bones with this joint and tip.
    pub fn new(mesh: &Mesh, posed: &[Vec3], [joint, tip]: [Vec3; 2]) -> Self {
        let ring = usize::from(SAMPLES) + 1;
        let reach = |&point: &Vec3| {
            let to_bones = [(Vec3::ZERO, joint), (joint, tip)].map(|(from, to)| {
                let part = (point - from).dot(to - from) / (to - from).length_squared();
                point.distance(from.lerp(to, part.clamp(0.0, 1.0)))
            });
            to_bones[0].min(to_bones[1]) / RADIUS
        };
        // After the slices come the caps.
        let slices = || posed.chunks(ring).take(usize::from(SLICES) + 1);
        Self {
            areas: slices()
                .zip(mesh.positions.chunks(ring))
                .map(|(now, bound)| area(now) / area(bound))
                .collect(),
            reaches: slices().map(|slice| slice.iter().map(reach).fold(0.0, f32::max)).collect(),
        }
    }
}

/// Returns the area of a polygon whose last point repeats the first.
fn area(points: &[Vec3]) -> f32 {
    let centre = points.iter().sum::<Vec3>() / points.len() as f32;
    let sectors = points.windows(2).map(|pair| (pair[0] - centre).cross(pair[1] - centre));
    0.5 * sectors.sum::<Vec3>().length()
}
