//! A palette with four joints mixed at once, one in each lane, and matrices of three rows, in the space of the mesh.

use crate::around::{TOGETHER, Turning, four_places};
use crate::characters::write;
use crate::figure::Figure;
use crate::lanes::Lanes as _;
use crate::rows::{self, Rows, product};
use crate::weights::Weigh;
use crate::wide;
use glam::Vec4;

/// What is kept between the steps.
#[derive(Clone, Debug)]
pub struct ByJoints {
    /// Lists of x, y and z for four joints together: where they are taken.
    places: Vec<[Vec4; 3]>,
    /// And their arms.
    arms: Vec<[Vec4; 3]>,
    /// What every joint and all above it do with the mesh; and last the model itself, which is where roots hang.
    posed_from_meshes: Vec<Rows>,
}

impl ByJoints {
    /// Room for a figure.
    pub fn new(figure: &Figure) -> Self {
        Self {
            places: Vec::new(),
            arms: figure.around.arms.chunks(TOGETHER).map(four_places).collect(),
            posed_from_meshes: vec![rows::IDENTITY; figure.model() + 1],
        }
    }

    /// Takes what stands still from a clip, for all characters who play it.
    pub fn begin(&mut self, clip: &Turning) {
        self.places.clone_from(&clip.first);
    }

    /// Makes the palette of a figure at a place in the clip that was begun: three rows for each of its entries.
    #[inline(always)]
    pub fn make<W: Weigh>(
        &mut self,
        figure: &Figure,
        clip: &Turning,
        (row, alpha): (usize, f32),
        palette: &mut [[f32; 4]],
    ) {
        // What moves, over what was there for the last character: few joints do.
        clip.moving.between((row, alpha), |joint, place| {
            for (list, number) in self.places[joint / TOGETHER].iter_mut().zip(place.to_array()) {
                list[joint % TOGETHER] = number;
            }
        });
        let rotations = clip.row(row).iter().zip(clip.row(row + 1));
        let fours = rotations.zip(self.places.iter().zip(&self.arms)).zip(figure.parents.chunks(TOGETHER));
        for (four, (((from, to), (places, arms)), parents)) in fours.enumerate() {
            let [x, y, z] = wide::around::<_, W>(*from, *to, Vec4::splat(alpha), *places, *arms);
            let (x, y, z) = (Vec4::to_vectors(x), Vec4::to_vectors(y), Vec4::to_vectors(z));
            for (lane, &parent) in parents.iter().enumerate() {
                let joint = four * TOGETHER + lane;
                let posed_from_mesh = product(&self.posed_from_meshes[parent], &[x[lane], y[lane], z[lane]]);
                self.posed_from_meshes[joint] = posed_from_mesh;
                if let Some(entry) = figure.around.entries[joint] {
                    write(posed_from_mesh, &mut palette[3 * entry..]);
                }
            }
        }
        for &(entry, joint, before) in &figure.around.others {
            write(product(&self.posed_from_meshes[joint], &before), &mut palette[3 * entry..]);
        }
    }
}
