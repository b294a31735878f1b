//! Computes a palette for four joints at once, one a lane, with three-row matrices in the bind pose's space.

use crate::around::{Lane, TOGETHER, Turning};
use crate::figure::Figure;
use crate::rows::{self, Rows, product};
use crate::weights::weigh;
use glam::{Mat4, Vec4};

/// The memory that is kept from one palette to the next.
#[derive(Clone, Debug)]
pub struct ByJoints {
    /// The places of the joints, as x, y and z of four joints each.
    places: Vec<[Vec4; 3]>,
    /// Each joint's matrix from the bind pose to the model, and after the last one the model's own, the identity, as which
    /// an unused lane comes out, too.
    posed_from_binds: Vec<Rows>,
}

impl ByJoints {
    /// Returns memory for a figure.
    pub fn new(figure: &Figure) -> Self {
        let lanes = figure.around.fours.as_flattened().len();
        Self { places: Vec::new(), posed_from_binds: vec![rows::IDENTITY; lanes + 1] }
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
        let fours = rotations.zip(self.places.iter().zip(&figure.around.arms)).zip(&figure.around.fours);
        for (four, (((from, to), (places, arms)), joints)) in fours.enumerate() {
            let [x, y, z] = around(*from, *to, Vec4::splat(alpha), *places, *arms);
            let (x, y, z) = (transposed(x), transposed(y), transposed(z));
            for (lane, &Lane { parent, entry }) in joints.iter().enumerate() {
                let posed_from_bind = product(&self.posed_from_binds[parent], &[x[lane], y[lane], z[lane]]);
                self.posed_from_binds[four * TOGETHER + lane] = posed_from_bind;
                if let Some(entry) = entry {
                    write(posed_from_bind, &mut palette[3 * entry..]);
                }
            }
        }
        for &(entry, joint, before) in &figure.around.others {
            write(product(&self.posed_from_binds[joint], &before), &mut palette[3 * entry..]);
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

/// Returns four vectors transposed.
#[inline(always)]
fn transposed([x, y, z, w]: [Vec4; 4]) -> [Vec4; 4] {
    let Mat4 { x_axis, y_axis, z_axis, w_axis } = Mat4::from_cols(x, y, z, w).transpose();
    [x_axis, y_axis, z_axis, w_axis]
}
