//! Parameters of draw calls: their effect on the pixels that are there already.

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

/// The same for what is opaque everywhere: it looks as if it were blended, and what is there need not be read for it, which
/// takes a software renderer time.
pub fn opaque<'a>(parameters: &DrawParameters<'a>) -> DrawParameters<'a> {
    DrawParameters { blend: Blend::default(), ..parameters.clone() }
}

/// Blended over the picture, hidden by nearer things, and hiding nothing: smooth edges are see-through.
pub fn see_through() -> DrawParameters<'static> {
    DrawParameters { depth: depth(false), blend: Blend::alpha_blending(), ..Default::default() }
}

/// Like [`plate`], and a bit farther away than it is, to leave room for [`wires`] on it.
pub fn beneath_wires() -> DrawParameters<'static> {
    let polygon_offset = PolygonOffset { factor: 1.0, units: 1.0, fill: true, ..PolygonOffset::default() };
    DrawParameters { polygon_offset, ..plate() }
}

/// Nothing is seen of it, but it hides what is farther: of what is drawn after it in the same place, only the front is seen.
pub fn depth_alone() -> DrawParameters<'static> {
    DrawParameters { color_mask: (false, false, false, false), ..plate() }
}

/// The edges of triangles alone, of those in front.
pub fn wires() -> DrawParameters<'static> {
    DrawParameters { polygon_mode: PolygonMode::Line, ..see_through() }
}

fn depth(write: bool) -> Depth {
    Depth { test: DepthTest::IfLessOrEqual, write, ..Depth::default() }
}
