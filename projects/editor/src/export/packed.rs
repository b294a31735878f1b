//! Collects the numbers of a glTF file as bytes, with their description.

use common::skin::SLOTS;
use serde_json::{Value, json};

/// glTF's constants for a buffer view of vertices and of indices.
pub(super) const VERTICES: Option<usize> = Some(34962);
const CORNERS: Option<usize> = Some(34963);

/// glTF's constants for types of numbers.
const U16: usize = 5123;
const U32: usize = 5125;
const F32: usize = 5126;

/// The bytes of a glTF file, with their buffer views and accessors.
#[derive(Default)]
pub(super) struct Packed {
    pub bytes: Vec<u8>,
    /// True if a number was too large for its type.
    pub has_overflowed: bool,
    pub views: Vec<Value>,
    pub accessors: Vec<Value>,
}

impl Packed {
    /// Adds bytes, and returns the index of their buffer view.
    pub fn view(&mut self, bytes: &[u8], target: Option<usize>) -> usize {
        // Every type of number may begin at a multiple of four.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()});
        self.bytes.extend(bytes);
        if let Some(target) = target {
            view["target"] = target.into();
        }
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(
        &mut self,
        bytes: &[u8],
        target: Option<usize>,
        component: usize,
        kind: &'static str,
        count: usize,
    ) -> usize {
        let view = self.view(bytes, target);
        self.accessors
            .push(json!({"bufferView": view, "componentType": component, "count": count, "type": kind}));
        self.accessors.len() - 1
    }

    /// Adds numbers, for vertices or for keys and joints, and returns their accessor.
    pub fn floats<const N: usize>(&mut self, items: &[[f32; N]], target: Option<usize>) -> usize {
        let kind = match N {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        };
        self.has_overflowed |= !items.as_flattened().iter().all(|number| number.is_finite());
        let bytes: Vec<u8> = items.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
        self.accessor(&bytes, target, F32, kind, items.len())
    }

    /// Adds numbers with their bounds, which glTF requires for positions and times.
    pub fn bounded<const N: usize>(&mut self, items: &[[f32; N]], target: Option<usize>) -> usize {
        let bound = |pick: fn(f32, f32) -> f32| {
            let of = |part: usize| items.iter().map(|item| item[part]).reduce(pick).unwrap_or_default();
            (0..N).map(of).collect::<Value>()
        };
        let index = self.floats(items, target);
        self.accessors[index]["min"] = bound(f32::min);
        self.accessors[index]["max"] = bound(f32::max);
        index
    }

    /// Adds the joints of vertices, and returns their accessor.
    pub fn joints(&mut self, items: &[[u16; SLOTS]]) -> usize {
        let bytes: Vec<u8> = items.as_flattened().iter().flat_map(|joint| joint.to_le_bytes()).collect();
        self.accessor(&bytes, VERTICES, U16, "VEC4", items.len())
    }

    /// Adds the indices of triangles, and returns their accessor.
    pub fn corners(&mut self, corners: &[u32]) -> usize {
        let bytes: Vec<u8> = corners.iter().flat_map(|corner| corner.to_le_bytes()).collect();
        self.accessor(&bytes, CORNERS, U32, "SCALAR", corners.len())
    }
}
