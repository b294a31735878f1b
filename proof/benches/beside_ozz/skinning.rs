//! The same vertices skinned by ozz-animation's `SkinningJob`.

use super::beside_ozz::Library;
use common::skin::Influences;
use glam::{Mat4, Vec3};

/// As in `driver.cpp`.
#[repr(C)]
struct Surface {
    palette: *const Mat4,
    joints: usize,
    indices: *const [u16; 4],
    weights: *const [f32; 3],
    positions: *const Vec3,
    normals: *const Vec3,
    vertices: usize,
}

type Skin = unsafe extern "C" fn(*const Surface, *mut Vec3, *mut Vec3);

/// A surface as that job wants it: without the last of four weights, since all sum to 1.
pub struct Skinned {
    skin: Skin,
    indices: Vec<[u16; 4]>,
    weights: Vec<[f32; 3]>,
}

impl Skinned {
    /// The vertices that have these influences.
    pub fn new(library: &Library, influences: &[Influences]) -> Self {
        let indices = influences.iter().map(|influences| influences.joints.map(|joint| joint as u16));
        let weights = influences.iter().map(|influences| {
            let [a, b, c, _] = influences.weights;
            [a, b, c]
        });
        Self { skin: library.function(c"skin"), indices: indices.collect(), weights: weights.collect() }
    }

    /// Carries points and normals to where they are now.
    pub fn skin(&self, palette: &[Mat4], [positions, normals]: [&[Vec3]; 2], posed: [&mut [Vec3]; 2]) {
        let vertices = self.indices.len();
        assert!([positions.len(), normals.len(), posed[0].len(), posed[1].len()] == [vertices; 4]);
        let surface = Surface {
            palette: palette.as_ptr(),
            joints: palette.len(),
            indices: self.indices.as_ptr(),
            weights: self.weights.as_ptr(),
            positions: positions.as_ptr(),
            normals: normals.as_ptr(),
            vertices,
        };
        let [positions, normals] = posed.map(<[Vec3]>::as_mut_ptr);
        // All lists are as long as is said, and laid out as the driver has it.
        unsafe { (self.skin)(&surface, positions, normals) }
    }
}
