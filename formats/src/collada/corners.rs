//! A surface as a file has it: corners of triangles, which name entries of lists.

use glam::{Vec2, Vec3};

/// A surface, as the file has it: three lists, and triangles whose corners name an entry of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry {
    /// Its name for people.
    pub name: String,
    /// The points. Weights of a skin belong to these.
    pub positions: Vec<Vec3>,
    /// The normals of the surface, as long as the file has them.
    pub normals: Vec<Vec3>,
    /// Texture coordinates, from (0, 0) at the lower left to (1, 1): v goes up.
    pub texture_coordinates: Vec<Vec2>,
    /// Its triangles, by material.
    pub groups: Vec<Group>,
}

/// Triangles of one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name for which an instance says what material is meant.
    pub symbol: Option<String>,
    /// The corners, counter-clockwise from outside.
    pub triangles: Vec<[Corner; 3]>,
}

/// A corner of a triangle: which of a geometry's points, normals and texture coordinates it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Corner {
    /// One of the positions.
    pub position: u32,
    /// One of the normals.
    pub normal: u32,
    /// One of the texture coordinates.
    pub texture_coordinates: u32,
}

/// Stands for what a corner lacks, until it is made up.
pub(super) const MISSING: u32 = u32::MAX;
