//! Parameters of draw calls: how they change the pixels that are there already.

use glium::draw_parameters::PolygonOffset;
use glium::{BackfaceCullingMode, Blend, Depth, DepthTest, DrawParameters, PolygonMode};

/// Hidden by nearer things, and hiding farther ones; only the outside is seen.
pub fn solid() -> DrawParameters<'static> {
    DrawParameters {
        depth: depth(true),
        backface_culling: BackfaceCullingMode::CullClockwise,
        ..Default::default()
    }
}

/// Blended over the picture, hidden by nearer things, and hiding farther ones; seen from both sides.
pub fn plate() -> DrawParameters<'static> {
    DrawParameters { depth: depth(true), blend: Blend::alpha_blending(), ..Default::default() }
}

/// Turns off the blending of these parameters, for things that are opaque everywhere: they look no different, and the
/// picture need not be read for them, which takes a software renderer time.
pub fn opaque<'a>(parameters: &DrawParameters<'a>) -> DrawParameters<'a> {
    DrawParameters { blend: Blend::default(), ..parameters.clone() }
}

/// Blended over the picture, hidden by nearer things, and hiding nothing: smooth edges are see-through.
pub fn see_through() -> DrawParameters<'static> {
    DrawParameters { depth: depth(false), blend: Blend::alpha_blending(), ..Default::default() }
}

/// Like [`plate`], but a little farther away, to leave room for [`wires`] on it.
pub fn beneath_wires() -> DrawParameters<'static> {
    let polygon_offset = PolygonOffset { factor: 1.0, units: 1.0, fill: true, ..PolygonOffset::default() };
    DrawParameters { polygon_offset, ..plate() }
}

/// Writes depth only: of things drawn after it in the same place, only the front is visible.
pub fn depth_alone() -> DrawParameters<'static> {
    DrawParameters { color_mask: (false, false, false, false), ..plate() }
}

/// The edges of the triangles in front.
pub fn wires() -> DrawParameters<'static> {
    DrawParameters { polygon_mode: PolygonMode::Line, ..see_through() }
}

fn depth(write: bool) -> Depth {
    Depth { test: DepthTest::IfLessOrEqual, write, ..Depth::default() }
}
