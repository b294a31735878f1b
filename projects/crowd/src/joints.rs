//! Computes a palette for four joints at once, one a lane, with three-row matrices in the bind pose's space.

use crate::around::{TOGETHER, Turning, four_places};
use crate::figure::Figure;
use crate::lanes::transposed;
use crate::rows::{self, Rows, product};
use crate::weights::weigh;
use glam::Vec4;

/// The memory that is kept from one palette to the next.
#[derive(Clone, Debug)]
pub struct ByJoints {
    /// The places of the joints, as x, y and z of four joints each.
    places: Vec<[Vec4; 3]>,
    /// The joints' arms to the bind pose's origin, also four at a time.
    arms: Vec<[Vec4; 3]>,
    /// The joints in each group of four lanes. Unused lanes are children of the model, since with groups of
    /// constant size the compiler keeps the lanes in registers.
    fours: Vec<[Joint; TOGETHER]>,
    /// Each joint's matrix from the bind pose to the model, and last the model's own: see [`place`].
    posed_from_binds: Vec<Rows>,
}

#[derive(Clone, Copy, Debug)]
struct Joint {
    /// The [`place`] of its parent.
    parent: usize,
    /// The entry of the palette that it fills, if there is one.
    entry: Option<usize>,
}

/// Returns the index in [`ByJoints::posed_from_binds`] of a joint, or of the model, which is after all lanes.
fn place(figure: &Figure, joint: usize) -> usize {
    if joint == figure.model() { joint.next_multiple_of(TOGETHER) } else { joint }
}

impl ByJoints {
    /// Returns memory for a figure.
    pub fn new(figure: &Figure) -> Self {
        let model = place(figure, figure.model());
        let joints = figure.parents.iter().zip(&figure.around.entries);
        let joints = joints.map(|(&parent, &entry)| Joint { parent: place(figure, parent), entry });
        let mut fours = vec![[Joint { parent: model, entry: None }; TOGETHER]; model / TOGETHER];
        for (lane, joint) in fours.as_flattened_mut().iter_mut().zip(joints) {
            *lane = joint;
        }
        Self {
            places: Vec::new(),
            arms: figure.around.arms.chunks(TOGETHER).map(four_places).collect(),
            fours,
            posed_from_binds: vec![rows::IDENTITY; model + 1],
        }
    }

    /// Copies the constant values of a clip, for all characters who play it.
    pub fn begin(&mut self, clip: &Turning) {
        self.places.clone_from(&clip.first);
    }

    /// Computes the palette of a figure at a place in the begun clip, with three rows for each entry.
    #[inline(always)]
    pub fn make(
        &mut self,
        figure: &Figure,
        clip: &Turning,
        (row, alpha): (usize, f32),
        palette: &mut [[f32; 4]],
    ) {
        // Overwrites the moving joints of the last character: they are few.
        clip.moving.between((row, alpha), |joint, place| {
            for (list, number) in self.places[joint / TOGETHER].iter_mut().zip(place.to_array()) {
                list[joint % TOGETHER] = number;
            }
        });
        let rotations = clip.row(row).iter().zip(clip.row(row + 1));
        let fours = rotations.zip(self.places.iter().zip(&self.arms)).zip(&self.fours);
        for (four, (((from, to), (places, arms)), joints)) in fours.enumerate() {
            let [x, y, z] = around(*from, *to, Vec4::splat(alpha), *places, *arms);
            let (x, y, z) = (transposed(x), transposed(y), transposed(z));
            for (lane, &Joint { parent, entry }) in joints.iter().enumerate() {
                let posed_from_bind = product(&self.posed_from_binds[parent], &[x[lane], y[lane], z[lane]]);
                self.posed_from_binds[four * TOGETHER + lane] = posed_from_bind;
                if let Some(entry) = entry {
                    write(posed_from_bind, &mut palette[3 * entry..]);
                }
            }
        }
        for &(entry, joint, before) in &figure.around.others {
            write(product(&self.posed_from_binds[place(figure, joint)], &before), &mut palette[3 * entry..]);
        }
    }
}

/// Three rows of a matrix for each of four joints, in which each vector has one number of all four.
type Four = [[Vec4; 4]; 3];

/// Returns four joints' matrices from the bind pose to the model. Their rotations are between `from` and
/// `to`; `places` and `arms` are x, y and z. The bind pose's origin, an arm away, is rotated about the joint
/// and moved along.
#[inline(always)]
fn around(from: [Vec4; 4], to: [Vec4; 4], alpha: Vec4, places: [Vec4; 3], arms: [Vec4; 3]) -> Four {
    let cos = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
    let [of_from, of_to] = weigh(cos, alpha);
    let [x, y, z, w] = [0, 1, 2, 3].map(|number| from[number] * of_from + to[number] * of_to);
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    let one = Vec4::ONE;
    [
        placed([one - (yy + zz), xy - wz, xz + wy], arms, places[0]),
        placed([xy + wz, one - (xx + zz), yz - wx], arms, places[1]),
        placed([xz - wy, yz + wx, one - (xx + yy)], arms, places[2]),
    ]
}

/// Returns a row of a rotation, followed by the row's translation, which is the place plus the rotated arm.
#[inline(always)]
fn placed([x, y, z]: [Vec4; 3], [a_x, a_y, a_z]: [Vec4; 3], place: Vec4) -> [Vec4; 4] {
    [x, y, z, x * a_x + y * a_y + z * a_z + place]
}

/// Writes a matrix at the beginning of a list of rows.
#[inline(always)]
fn write([a, b, c]: Rows, rest: &mut [[f32; 4]]) {
    rest[..3].copy_from_slice(&[a.to_array(), b.to_array(), c.to_array()]);
}
