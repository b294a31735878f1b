//! Primitives: the triangles of a mesh, and their vertices' attributes.

use super::Source;
use super::accessors::{ANY, Accessor, UNSIGNED};
use super::layout::Component::{self, F32, U8, U16};
use super::materials::Coordinates;
use super::skins::Skin;
use super::trouble::{Json, Trouble};
use common::mesh::Mesh;
use common::skin::{Influences, SLOTS, mend, strongest};
use glam::{Vec2, Vec3, Vec4, vec4};

/// The size of a vertex in memory.
const VERTEX: usize = 2 * size_of::<Vec3>() + size_of::<Vec2>() + size_of::<Influences>() + size_of::<u32>();

/// The size of a vertex's colour in memory.
pub(super) const COLOUR: usize = size_of::<Vec4>();

/// Components allowed for weights and colours.
const FRACTIONS: [Component; 3] = [F32, U8, U16];

/// Largest difference of the weights' sum from 1, per weight, that is rounding. Khronos' validator allows as much.
const ROUNDING: f32 = 2e-7;

/// A skin, and the index in the tree of every node of the file.
pub(super) type Bound<'s> = (&'s Skin, &'s [usize]);

/// Reads the vertices of a primitive, which may have a skin.
pub(super) fn vertices<'t>(
    source: &Source<'t>,
    primitive: Json<'t>,
    skin: Option<Bound<'_>>,
    coordinates: Coordinates,
) -> Result<Mesh, Trouble<'t>> {
    let attributes = primitive.required("attributes")?;
    let position = attributes.required("POSITION")?;
    let of_positions = source.accessor(position, &["VEC3"], &ANY)?;
    let count = of_positions.count;
    source.budget.spend(position, count, VERTEX)?;
    let positions: Vec<Vec3> = vectors(position, &of_positions)?;
    let same_count = |value: Json<'t>, there: usize| {
        let what = format!("There are {there} of these for {count} positions.");
        if there == count { Ok(()) } else { Err(Trouble::at(value, what)) }
    };
    let mut normals = Vec::new();
    if let Some(normal) = attributes.get("NORMAL") {
        normals = vectors(normal, &source.accessor(normal, &["VEC3"], &ANY)?)?;
        same_count(normal, normals.len())?;
        normals.iter_mut().for_each(|normal| *normal = normal.normalize_or(Vec3::Y));
    }
    let mut texture_coordinates = vec![Vec2::ZERO; count];
    if let Some(set) = attributes.get(&format!("TEXCOORD_{}", coordinates.set)) {
        texture_coordinates = source.accessor(set, &["VEC2"], &ANY)?.map(|place| coordinates.place(place));
        same_count(set, texture_coordinates.len())?;
        finite(set, texture_coordinates.iter().map(|place| place.is_finite()))?;
    }
    let mut colours = Vec::new();
    if let Some(colour) = attributes.get("COLOR_0") {
        colours = read_colours(source, colour)?;
        same_count(colour, colours.len())?;
    }
    let influences = match skin {
        Some(skin) => influences(source, attributes, count, skin)?,
        None => vec![Influences::of(0); count],
    };
    let points = (0..count as u32).collect();
    let triangles = Vec::new();
    Ok(Mesh { positions, normals, texture_coordinates, colours, influences, points, triangles })
}

/// Reads the colours of vertices. Without an opacity they are opaque.
fn read_colours<'t>(source: &Source<'t>, colour: Json<'t>) -> Result<Vec<Vec4>, Trouble<'t>> {
    let accessor = source.accessor(colour, &["VEC3", "VEC4"], &FRACTIONS)?;
    let colours: Vec<Vec4> = match accessor.layout.width {
        3 => accessor.map(|[r, g, b]| vec4(r, g, b, 1.0)),
        _ => accessor.map(Vec4::from_array),
    };
    finite(colour, colours.iter().map(|colour| colour.is_finite()))?;
    Ok(colours.into_iter().map(|colour| colour.clamp(Vec4::ZERO, Vec4::ONE)).collect())
}

fn vectors<'t>(value: Json<'t>, accessor: &Accessor) -> Result<Vec<Vec3>, Trouble<'t>> {
    let vectors = accessor.map(Vec3::from_array);
    finite(value, vectors.iter().map(|vector| vector.is_finite()))?;
    Ok(vectors)
}

/// Fails if one of some elements isn't finite.
fn finite<'t>(value: Json<'t>, mut are: impl Iterator<Item = bool>) -> Result<(), Trouble<'t>> {
    match are.position(|is_finite| !is_finite) {
        None => Ok(()),
        Some(index) => Err(Trouble::at(value, format!("Element {index} of these is not a finite number."))),
    }
}

/// One set of influences: joints, weights, and the weights' value in the file.
type Set<'t> = (Vec<[f32; SLOTS]>, Vec<[f32; SLOTS]>, Json<'t>);

/// Reads the influences of each vertex, from one or more sets of four joints and weights.
fn influences<'t>(
    source: &Source<'t>,
    attributes: Json<'t>,
    count: usize,
    (skin, place_of): Bound<'_>,
) -> Result<Vec<Influences>, Trouble<'t>> {
    let joints = skin.joints.len();
    let sets = sets(source, attributes, count)?;
    let Some((_, _, weights)) = sets.first() else { return Ok(vec![Influences::of(joints); count]) };
    let mut all = Vec::with_capacity(count);
    let (mut without, mut uneven) = (0, 0);
    let mut slots: Vec<(usize, f32)> = Vec::new();
    for vertex in 0..count {
        slots.clear();
        for (joints, weights, _) in &sets {
            slots.extend(joints[vertex].map(|joint| joint as usize).into_iter().zip(weights[vertex]));
        }
        let (mut sum, mut used) = (0.0, 0u8);
        for &(joint, weight) in &slots {
            if joint >= joints {
                let what =
                    format!("Vertex {vertex} follows joint {joint}, and the skin has {joints} of them.");
                return Err(Trouble::at(attributes, what));
            }
            if weight != 0.0 {
                sum += weight;
                used = used.saturating_add(1);
            }
        }
        let is_uneven = sum != 0.0 && (sum - 1.0).abs() > ROUNDING * f32::from(used);
        without += usize::from(sum == 0.0);
        uneven += usize::from(is_uneven);
        all.push(match &sets[..] {
            [(joints, weights, _)] => {
                let even = if is_uneven && sum > 0.0 { sum } else { 1.0 };
                let weights = weights[vertex].map(|weight| weight / even);
                Influences { joints: joints[vertex].map(|joint| joint as i32), weights }
            }
            _ => strongest(&mut slots),
        });
    }
    // Nodes come after their parents, so the first is a root.
    let root = (0..joints).min_by_key(|&joint| place_of[skin.joints[joint]]).unwrap_or(joints);
    let mended = mend(&mut all, joints + 1, root);
    mended.map_err(|error| Trouble::at(weights, format!("These weights make no sense: {error}.")))?;
    if without > 0 {
        let leader = skin.joints[root];
        let leader = source.root.items("nodes")?[leader].called("node", leader)?;
        source
            .notes
            .add(weights, || format!("No joint influences {without} vertices: they follow '{leader}'."));
    }
    if uneven > 0 {
        source.notes.add(weights, || {
            format!("The weights of {uneven} vertices do not sum to 1: they were divided by their sum.")
        });
    }
    Ok(all)
}

fn sets<'t>(source: &Source<'t>, attributes: Json<'t>, count: usize) -> Result<Vec<Set<'t>>, Trouble<'t>> {
    let mut sets = Vec::new();
    for number in 0.. {
        let [joints, weights] = ["JOINTS", "WEIGHTS"].map(|name| attributes.get(&format!("{name}_{number}")));
        let (joints, weights) = match (joints, weights) {
            (Some(joints), Some(weights)) => (joints, weights),
            (None, None) => break,
            (Some(lone), None) | (None, Some(lone)) => {
                return Err(Trouble::at(lone, format!("Set {number} has only one of joints and weights.")));
            }
        };
        let mut of_joints = source.accessor(joints, &["VEC4"], &[U8, U16])?;
        of_joints.layout.normalized = false;
        let joint_numbers = of_joints.elements();
        let of_weights = source.accessor(weights, &["VEC4"], &FRACTIONS)?.elements();
        if joint_numbers.len() != count || of_weights.len() != count {
            let there = format!("{} joints and {} weights", joint_numbers.len(), of_weights.len());
            return Err(Trouble::at(weights, format!("There are {there} for {count} positions.")));
        }
        sets.push((joint_numbers, of_weights, weights));
    }
    Ok(sets)
}

/// The corners of a primitive's triangles, counter-clockwise from outside.
pub(super) fn triangles<'t>(
    source: &Source<'t>,
    primitive: Json<'t>,
    vertices: usize,
) -> Result<Vec<[u32; 3]>, Trouble<'t>> {
    let corners = match primitive.get("indices") {
        Some(indices) => {
            let corners = source.accessor(indices, &["SCALAR"], &UNSIGNED)?.wholes();
            if let Some(corner) = corners.iter().find(|&&corner| corner as usize >= vertices) {
                return Err(Trouble::at(indices, format!("There is no vertex {corner} among {vertices}.")));
            }
            corners
        }
        None => (0..vertices as u32).collect(),
    };
    // A strip has a triangle for almost every corner.
    source.budget.spend(primitive, corners.len(), size_of::<[u32; 3]>())?;
    let triangles: Vec<[u32; 3]> = match primitive.whole("mode")?.unwrap_or(4) {
        4 => {
            let (triangles, _) = corners.as_chunks();
            if !corners.len().is_multiple_of(3) {
                source.notes.add(primitive, || {
                    format!("{} corners are no number of whole triangles.", corners.len())
                });
            }
            triangles.to_vec()
        }
        // Every second triangle of a strip is reversed.
        5 => corners.windows(3).enumerate().map(|(i, c)| [c[0], c[1 + i % 2], c[2 - i % 2]]).collect(),
        6 => corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]).collect(),
        other => {
            let value = primitive.get("mode").unwrap_or(primitive);
            return Err(Trouble::at(value, format!("There is no mode {other}.")));
        }
    };
    Ok(triangles)
}

/// Gives each triangle corners of its own and one normal, as the format asks where normals are missing.
pub(super) fn flat<'t>(
    source: &Source<'t>,
    primitive: Json<'t>,
    mesh: &Mesh,
    triangles: &[[u32; 3]],
) -> Result<Mesh, Trouble<'t>> {
    let colour = if mesh.colours.is_empty() { 0 } else { COLOUR };
    source.budget.spend(primitive, 3 * triangles.len(), VERTEX + colour)?;
    let corners = triangles.as_flattened();
    let normal = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|corner| mesh.positions[corner as usize]);
        [(b - a).cross(c - a).normalize_or(Vec3::Y); 3]
    };
    Ok(Mesh {
        positions: of_corners(&mesh.positions, corners),
        normals: triangles.iter().flat_map(normal).collect(),
        texture_coordinates: of_corners(&mesh.texture_coordinates, corners),
        colours: of_corners(&mesh.colours, corners),
        influences: of_corners(&mesh.influences, corners),
        points: of_corners(&mesh.points, corners),
        triangles: (0..triangles.len() as u32)
            .map(|triangle| [0, 1, 2].map(|at| 3 * triangle + at))
            .collect(),
    })
}

/// The values of some corners in a list with one for each vertex, or with none at all.
fn of_corners<T: Copy>(list: &[T], corners: &[u32]) -> Vec<T> {
    let corners = if list.is_empty() { &[] } else { corners };
    corners.iter().map(|&corner| list[corner as usize]).collect()
}
