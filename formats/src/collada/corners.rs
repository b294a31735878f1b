//! A surface in the file's form: corners of triangles with indices into lists.

use glam::{Vec2, Vec3};

/// A surface in the file's form: three lists, and triangles whose corners have an index into each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry {
    /// Its name for people.
    pub name: String,
    /// The points. The weights of a skin are for these.
    pub positions: Vec<Vec3>,
    /// The normals of the surface, with the file's lengths.
    pub normals: Vec<Vec3>,
    /// Texture coordinates, from (0, 0) at the lower left to (1, 1): v goes up.
    pub texture_coordinates: Vec<Vec2>,
    /// Its triangles, by material.
    pub groups: Vec<Group>,
}

/// Triangles of one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name to which an instance binds a material.
    pub symbol: Option<String>,
    /// The colour of all its corners, in sRGB, by which its material's is multiplied.
    pub colour: Option<[f32; 3]>,
    /// The corners, counter-clockwise from outside.
    pub triangles: Vec<[Corner; 3]>,
}

/// A corner of a triangle: indices of its point, normal and texture coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Corner {
    pub position: u32,
    pub normal: u32,
    pub texture_coordinates: u32,
}

/// Marks what a corner lacks, until it is made up.
pub(super) const MISSING: u32 = u32::MAX;
