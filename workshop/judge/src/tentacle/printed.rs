//! The tentacle as a student's program prints it.

use anyhow::{Result, ensure};
use glam::{DMat4, DVec3};
use serde::{Deserialize, Serialize};

/// The most vertices, joints, and looks at a vertex or triangle from a joint at a moment. They take some seconds.
const MOST: [usize; 3] = [10_000, 1_000, 30_000_000];

/// Lists of vertices, triangles, joints and moments, all counted from 0. A matrix is 16 numbers, column after column.
#[derive(Clone, Deserialize, Serialize)]
pub struct Printed {
    /// The vertices in the bind pose, in model space.
    pub positions: Vec<DVec3>,
    pub normals: Vec<DVec3>,
    pub triangles: Vec<[usize; 3]>,
    /// Each joint's parent. A root has none, or a negative number.
    pub parents: Vec<Option<i64>>,
    pub joints_from_bind: Vec<DMat4>,
    /// The joints that each vertex follows.
    pub joints: Vec<Vec<usize>>,
    pub weights: Vec<Vec<f64>>,
    pub moments: Vec<Moment>,
}

#[derive(Clone, Deserialize, Serialize)]
pub struct Moment {
    pub model_from_joints: Vec<DMat4>,
    pub palette: Vec<DMat4>,
}

impl Printed {
    /// Reads a tentacle, or tells which place makes no sense, and why.
    pub fn read(json: &str) -> Result<Self> {
        let printed: Self = crate::read(json)?;
        printed.ensure_whole()?;
        Ok(printed)
    }

    /// Returns a joint's parent.
    pub fn parent(&self, joint: usize) -> Option<usize> {
        usize::try_from(self.parents[joint]?).ok()
    }

    /// Returns a joint, its parent, and so on to the root.
    pub fn up(&self, joint: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(joint), |joint| self.parent(*joint))
    }

    fn ensure_whole(&self) -> Result<()> {
        let (vertices, joints, moments) = (self.positions.len(), self.parents.len(), &self.moments);
        let triangles = self.triangles.len();
        let mut lengths = vec![
            ("normals".to_owned(), self.normals.len(), vertices),
            ("joints".to_owned(), self.joints.len(), vertices),
            ("weights".to_owned(), self.weights.len(), vertices),
            ("joints_from_bind".to_owned(), self.joints_from_bind.len(), joints),
            ("triangles".to_owned(), triangles, triangles),
            ("moments".to_owned(), moments.len(), moments.len()),
        ];
        for (i, Moment { model_from_joints, palette }) in moments.iter().enumerate() {
            lengths.push((format!("moments[{i}].model_from_joints"), model_from_joints.len(), joints));
            lengths.push((format!("moments[{i}].palette"), palette.len(), joints));
        }
        let slots = self.joints.iter().zip(&self.weights).enumerate();
        lengths.extend(slots.map(|(i, (of, all))| (format!("weights[{i}]"), all.len(), of.len())));
        for (name, length, wanted) in lengths {
            let wanted = wanted.max(1);
            ensure!(length == wanted, "`{name}` has length {length}, and needs {wanted}");
        }
        let corners = self.triangles.iter().map(|all| ("triangles", vertices, all.to_vec()));
        let slots = self.joints.iter().map(|all| ("joints", joints, all.clone()));
        let parents = (0..joints).map(|joint| ("parents", joints, Vec::from_iter(self.parent(joint))));
        let ids = corners.enumerate().chain(slots.enumerate()).chain(parents.enumerate());
        for (i, (name, most, all)) in ids {
            ensure!(all.iter().all(|one| *one < most), "`{name}[{i}]` is {all:?}, and there are only {most}");
        }
        for i in 0..joints {
            ensure!(self.up(i).nth(joints).is_none(), "`parents[{i}]` leads to no root, but in a circle");
        }
        let work = [vertices, joints, vertices.max(triangles) * joints * moments.len()];
        let is_small = work.iter().zip(&MOST).all(|(work, most)| work <= most);
        ensure!(is_small, "vertices, joints, and the product with moments are {work:?}, of {MOST:?} at most");
        ensure!(self.positions.iter().any(|one| *one != self.positions[0]), "`positions` are all the same");
        Ok(())
    }
}
