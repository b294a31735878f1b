//! Player's mesh, drawn over the level: grown obstacles, and all triangles.

use anyhow::Result;
use common::mesh::Mesh;
use gl::colour::{ACCENT, CHANGED, Colour, INK, PAPER, rgb, with_alpha};
use gl::{Gl, LineBuffer, Lines, MeshBuffers};
use glam::{DVec2, Mat4, vec2, vec3, vec4};
use ground::{Edge, NavMesh, ObstacleKind, Player, Stance, World};
use side_scroller::solid::{deep, face};
use stage::Frame;

/// Distance of the layers in front of the level.
const FRONT: f32 = 0.08;

/// Kinds of obstacles with their colours, from those that block most to those that block least.
const INSIDE: [(ObstacleKind, Colour); 3] = [
    (ObstacleKind::Solid, ACCENT),
    (ObstacleKind::Thin, rgb(0xb98300)),
    (ObstacleKind::Ladder, rgb(0x00966c)),
];

/// The layers of one stance, uploaded once.
pub struct Layers {
    /// Areas of grown obstacles that do not move, and the edges at which one enters them.
    fills: Vec<(MeshBuffers, Colour)>,
    outlines: LineBuffer,
    /// The same of each platform, at its first place.
    platforms: Vec<(usize, MeshBuffers, Vec<[DVec2; 2]>)>,
    /// All edges of the triangulation.
    lines: LineBuffer,
}

impl Layers {
    /// Uploads those of a stance.
    pub fn new(gl: &Gl, world: &World, stance: Stance) -> Result<Self> {
        let mesh = world.mesh(stance);
        let has = |triangle: usize, kind: ObstacleKind| {
            mesh.inside(triangle).iter().any(|&index| world.level.obstacles[index].kind == kind)
        };
        let mut fills = Vec::new();
        for (place, (kind, colour)) in INSIDE.into_iter().enumerate() {
            let is_more = |triangle: usize| INSIDE[..place].iter().any(|&(more, _)| has(triangle, more));
            let fill = fill(mesh, |triangle| has(triangle, kind) && !is_more(triangle));
            if !fill.triangles.is_empty() {
                fills.push((MeshBuffers::new(gl, &fill)?, with_alpha(colour, 0.22)));
            }
        }
        let mut outlines = Lines::default();
        for edge in rim(mesh) {
            let hidden = has(edge.triangle, ObstacleKind::Solid);
            let (width, alpha) = if hidden { (1.0, 0.5) } else { (2.2, 1.0) };
            draw(&mut outlines, mesh.ends(edge), width, with_alpha(ACCENT, alpha));
        }
        let platform = |(index, mesh): (usize, &NavMesh)| {
            let fill = fill(mesh, |triangle| !mesh.inside(triangle).is_empty());
            Ok((index, MeshBuffers::new(gl, &fill)?, rim(mesh).map(|edge| mesh.ends(edge)).collect()))
        };
        Ok(Self {
            fills,
            outlines: LineBuffer::new(gl, &outlines)?,
            platforms: world.platforms(stance).map(platform).collect::<Result<_>>()?,
            lines: LineBuffer::new(gl, &mesh_lines(mesh))?,
        })
    }

    /// Draws obstacles as they have grown.
    pub fn draw_grown(&self, frame: &mut Frame<'_>, moved: impl Fn(usize) -> DVec2) -> Result<()> {
        for (mesh, colour) in &self.fills {
            frame.plate(mesh, Mat4::IDENTITY, *colour)?;
        }
        frame.kept_lines(&self.outlines, true)?;
        for (index, fill, rim) in &self.platforms {
            let by = moved(*index);
            frame.plate(fill, Mat4::from_translation(deep(by, 0.0)), with_alpha(CHANGED, 0.22))?;
            for edge in rim {
                draw(&mut frame.lines_on_top, edge.map(|end| end + by), 2.2, CHANGED);
            }
        }
        Ok(())
    }

    /// Draws all edges of the triangulation, in one call.
    pub fn draw_mesh(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.kept_lines(&self.lines, true)
    }
}

/// Some triangles of a mesh, in front of the level.
fn fill(mesh: &NavMesh, of: impl Fn(usize) -> bool) -> Mesh {
    let mut fill = Mesh::default();
    for triangle in (0..mesh.count()).filter(|&triangle| of(triangle)) {
        face(&mut fill, &mesh.triangle(triangle).map(|corner| deep(corner, FRONT)));
    }
    fill
}

/// The edges at which one enters obstacles.
fn rim(mesh: &NavMesh) -> impl Iterator<Item = Edge> {
    edges(mesh).filter(|&edge| mesh.entered(edge).next().is_some())
}

fn edges(mesh: &NavMesh) -> impl Iterator<Item = Edge> {
    (0..mesh.count()).flat_map(|triangle| (0..3).map(move |edge| Edge { triangle, edge }))
}

fn draw(lines: &mut Lines, ends: [DVec2; 2], width: f32, colour: Colour) {
    let [from, to] = ends.map(|end| deep(end, FRONT));
    lines.line(from, to, width, colour);
}

/// Each edge of a mesh once. Those that stop somebody are wide and dark, from whichever side they do: nobody is ever inside
/// of what is solid.
fn mesh_lines(mesh: &NavMesh) -> Lines {
    let mut lines = Lines::default();
    let mut stopping = Vec::new();
    for edge in edges(mesh) {
        let across = mesh.across(edge);
        if across.is_some_and(|across| across < edge) {
            continue;
        }
        let stops = |edge: Edge| mesh.blocks(edge) && mesh.is_free(edge.triangle);
        if across.is_some_and(|across| stops(edge) || stops(across)) {
            stopping.push(mesh.ends(edge));
        } else {
            draw(&mut lines, mesh.ends(edge), 1.1, with_alpha(INK, 0.55));
        }
    }
    // The wide ones come last, over the others' ends.
    for ends in stopping {
        draw(&mut lines, ends, 3.4, INK);
    }
    lines
}

/// A player as a point, with its shape around it.
pub fn draw_point(frame: &mut Frame<'_>, stance: Stance, at: DVec2) {
    let shape = stance.shape();
    let corners: Vec<_> = shape.corners().iter().map(|corner| deep(*corner, FRONT)).collect();
    frame.lines_on_top.outline(Mat4::from_translation(deep(at, 0.0)), &corners, 1.8, with_alpha(INK, 0.8));
    let point = deep(at, FRONT);
    frame.lines_on_top.line(point, point, 13.0, PAPER);
    frame.lines_on_top.line(point, point, 9.0, CHANGED);
}

/// The triangle with corners (0, 0), (1, 0) and (0, 1).
pub fn unit_triangle(gl: &Gl) -> Result<MeshBuffers> {
    let mut mesh = Mesh::default();
    face(&mut mesh, &[vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)]);
    MeshBuffers::new(gl, &mesh)
}

/// Lights the triangle that a player is in.
pub fn draw_triangle(frame: &mut Frame<'_>, unit: &MeshBuffers, corners: [DVec2; 3]) -> Result<()> {
    let [a, b, c] = corners.map(|corner| deep(corner, FRONT));
    let world_from_unit =
        Mat4::from_cols((b - a).extend(0.0), (c - a).extend(0.0), vec4(0.0, 0.0, 1.0, 0.0), a.extend(1.0));
    frame.plate(unit, world_from_unit, with_alpha(rgb(0xf2c14e), 0.5))?;
    frame.lines_on_top.outline(Mat4::IDENTITY, &[a, b, c], 2.0, rgb(0xb98300));
    Ok(())
}

/// The edge that supports a player, and how far along it is.
pub fn draw_support(frame: &mut Frame<'_>, player: &Player, world: &World, along: f64) {
    let Some([from, to]) = player.support(world) else { return };
    let [start, end] = [from, to].map(|end| deep(end, FRONT));
    frame.lines_on_top.line(start, end, 5.0, CHANGED);
    for end in [start, end] {
        frame.lines_on_top.line(end, end, 9.0, CHANGED);
    }
    let length = from.distance(to);
    if let Some(pixel) = frame.view.pixel(deep(player.at, FRONT)) {
        frame.overlay_at(pixel).tag(vec2(0.0, 26.0), format!("{along:.2} of {length:.2}"), CHANGED);
    }
}
