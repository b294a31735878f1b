//! Two pictures in one: beside each other, with a wipe between them, in turns, or their difference.

use super::second::Seen;
use crate::rect::Rect;
use crate::theme;
use anyhow::Result;
use gl::{Gl, HotReload};
use glam::{Vec2, vec2};
use glium::framebuffer::SimpleFrameBuffer;
use glium::index::{NoIndices, PrimitiveType};
use glium::texture::{ClientFormat, MipmapsOption, RawImage2d, UncompressedFloatFormat};
use glium::uniforms::MagnifySamplerFilter;
use glium::vertex::EmptyVertexAttributes;
use glium::{BlitTarget, DrawParameters, Program, Surface, Texture2d, uniform};
use std::borrow::Cow;
use std::rc::Rc;

/// Half of what is left between two pictures beside each other, in pixels.
const GAP: f32 = 2.0;

/// How two pictures are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Off,
    Beside,
    Wipe,
    Blink,
    Difference,
}

impl Mode {
    /// The one after it.
    pub fn next(self) -> Self {
        match self {
            Self::Off => Self::Beside,
            Self::Beside => Self::Wipe,
            Self::Wipe => Self::Blink,
            Self::Blink => Self::Difference,
            Self::Difference => Self::Off,
        }
    }
}

/// The same moment twice, as the student's program draws it and as ours does.
pub struct Pair {
    yours: Texture2d,
    ours: Texture2d,
    /// The part of both that is compared, in pixels.
    part: Rect,
    /// How many of its pixels differ, of how many, and by how much at most.
    pub differ: Differ,
}

/// How two pictures differ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Differ {
    pub pixels: usize,
    pub of: usize,
    pub most: u8,
}

/// A picture as a texture.
pub fn texture(gl: &Gl, seen: &Seen) -> Result<Texture2d> {
    let ([width, height], format) = (seen.size, ClientFormat::U8U8U8U8);
    let image = RawImage2d { data: Cow::Borrowed(&seen.pixels[..]), width, height, format };
    let colour = UncompressedFloatFormat::U8U8U8U8;
    Ok(Texture2d::with_format(gl, image, colour, MipmapsOption::NoMipmap)?)
}

impl Pair {
    /// Two pictures of the same size. Pixels that differ by up to `tolerance` are taken to be the same.
    pub fn new(gl: &Gl, yours: Texture2d, ours: &Seen, part: Rect, tolerance: u8) -> Result<Self> {
        let pixels: RawImage2d<'_, u8> = yours.read();
        let differ = differ(&pixels.data, &ours.pixels, ours.size, part, tolerance);
        Ok(Self { yours, ours: texture(gl, ours)?, part, differ })
    }

    /// The part of both that is compared, in pixels.
    pub fn part(&self) -> Rect {
        self.part
    }

    /// Where each is shown if they are shown beside each other.
    pub fn halves(&self, area: Rect) -> [Rect; 2] {
        let wide = 0.5 * area.size().x + GAP;
        let halves = [area.without(0.0, 0.0, wide, 0.0), area.without(wide, 0.0, 0.0, 0.0)];
        halves.map(|half| fit(self.part.size(), half))
    }

    /// Shows it on the picture of a canvas, which is `height` high, within a part of that.
    pub fn draw(&self, look: &Look<'_>, target: &mut SimpleFrameBuffer<'_>) -> Result<()> {
        let area = look.area;
        fill(target, area, theme::PAPER, look.height);
        if look.mode == Mode::Beside {
            let [left, right] = self.halves(area);
            self.blit(look, target, &self.yours, self.part, left)?;
            return self.blit(look, target, &self.ours, self.part, right);
        }
        let place = fit(self.part.size(), area);
        match look.mode {
            Mode::Difference => return self.draw_difference(look, target, place),
            Mode::Blink if look.ours_is_on => return self.blit(look, target, &self.ours, self.part, place),
            _ => self.blit(look, target, &self.yours, self.part, place)?,
        }
        if look.mode == Mode::Wipe {
            let edge = look.edge.clamp(place.low.x, place.high.x).round();
            let from = self.part.low.x + (edge - place.low.x) / place.size().x * self.part.size().x;
            let right = |rect: Rect, low| Rect { low: vec2(low, rect.low.y), ..rect };
            self.blit(look, target, &self.ours, right(self.part, from), right(place, edge))?;
            let line = |wide: f32, high: f32| {
                Rect::around(vec2(edge, place.centre().y), look.scale * vec2(wide, high))
            };
            fill(target, line(1.0, place.size().y), theme::ACCENT, look.height);
            fill(target, line(4.0, 24.0), theme::ACCENT, look.height);
        }
        Ok(())
    }

    fn blit(
        &self,
        look: &Look<'_>,
        target: &SimpleFrameBuffer<'_>,
        from: &Texture2d,
        part: Rect,
        place: Rect,
    ) -> Result<()> {
        let [left, bottom, width, height] = whole(part, from.height() as f32);
        let source = glium::Rect { left, bottom, width, height };
        let [left, bottom, width, height] = whole(place, look.height);
        let place = BlitTarget { left, bottom, width: width as i32, height: height as i32 };
        if width > 0 && height > 0 && source.width > 0 && source.height > 0 {
            let is_same = (width, height) == (source.width, source.height);
            let filter = if is_same { MagnifySamplerFilter::Nearest } else { MagnifySamplerFilter::Linear };
            SimpleFrameBuffer::new(look.gl, from)?.blit_color(&source, target, &place, filter);
        }
        Ok(())
    }

    fn draw_difference(
        &self,
        look: &Look<'_>,
        target: &mut SimpleFrameBuffer<'_>,
        place: Rect,
    ) -> Result<()> {
        let [left, bottom, width, height] = whole(place, look.height);
        let [from_x, from_y, wide, high] = whole(self.part, self.yours.height() as f32);
        let parameters = DrawParameters {
            scissor: Some(glium::Rect { left, bottom, width, height }),
            ..DrawParameters::default()
        };
        let uniforms = uniform! {
            u_yours: &self.yours,
            u_ours: &self.ours,
            u_place: [left as f32, bottom as f32],
            u_part: [from_x as f32, from_y as f32],
            u_pixels: [wide as f32 / width.max(1) as f32, high as f32 / height.max(1) as f32],
        };
        let (corners, triangles) =
            (EmptyVertexAttributes { len: 3 }, NoIndices(PrimitiveType::TrianglesList));
        Ok(target.draw(corners, triangles, &look.difference.get(), &uniforms, &parameters)?)
    }
}

/// How and where a pair is shown.
pub struct Look<'a> {
    pub gl: &'a Gl,
    pub difference: &'a Rc<HotReload<Program>>,
    pub mode: Mode,
    /// Where, in pixels from the upper left of a canvas so high.
    pub area: Rect,
    pub height: f32,
    pub scale: f32,
    /// The column of the wipe.
    pub edge: f32,
    /// Whether it is ours that is shown now, where both are shown in turns.
    pub ours_is_on: bool,
}

/// As large as there is room, and no larger than it is.
pub fn fit(size: Vec2, room: Rect) -> Rect {
    let scale = (room.size() / size.max(Vec2::ONE)).min_element().clamp(0.0, 1.0);
    let low = (room.centre() - 0.5 * scale * size).round();
    Rect { low, high: low + (scale * size).round() }
}

/// A rectangle as OpenGL has it: left, bottom, width and height of whole pixels, in a picture so high.
fn whole(rect: Rect, height: f32) -> [u32; 4] {
    let [low, high] = [rect.low, rect.high].map(|corner| corner.round().max(Vec2::ZERO));
    let size = (high - low).max(Vec2::ZERO);
    [low.x, (height - high.y).max(0.0), size.x, size.y].map(|number| number as u32)
}

fn fill(target: &mut SimpleFrameBuffer<'_>, rect: Rect, colour: theme::Colour, height: f32) {
    let [left, bottom, width, height] = whole(rect, height);
    let [red, green, blue, alpha] = colour;
    let rect = glium::Rect { left, bottom, width, height };
    // As all colours here are meant: with `false` the card would encode what is drawn after it.
    target.clear(Some(&rect), Some((red, green, blue, alpha)), true, None, None);
}

/// Compares a part of two pictures, whose bottom row is first. Rows that are the same are passed over at once.
fn differ(yours: &[u8], ours: &[u8], [width, height]: [u32; 2], part: Rect, tolerance: u8) -> Differ {
    let [left, bottom, wide, high] = whole(part, height as f32).map(|number| number as usize);
    let row = 4 * width as usize;
    let mut differ = Differ { of: wide * high, ..Differ::default() };
    for begin in (bottom..bottom + high).map(|y| y * row + 4 * left) {
        let within = begin..begin + 4 * wide;
        let (Some(yours), Some(ours)) = (yours.get(within.clone()), ours.get(within)) else { continue };
        if yours == ours {
            continue;
        }
        for (a, b) in yours.chunks_exact(4).zip(ours.chunks_exact(4)).filter(|(a, b)| a[..3] != b[..3]) {
            let most = a[..3].iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
            if most > tolerance {
                differ.pixels += 1;
                differ.most = differ.most.max(most);
            }
        }
    }
    differ
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_counted_within_its_part() {
        let (size, part) = ([8, 6], Rect { low: vec2(2.0, 1.0), high: vec2(7.0, 5.0) });
        let yours = vec![100; 4 * 8 * 6];
        let mut ours = yours.clone();
        let none = Differ { pixels: 0, of: 20, most: 0 };
        assert_eq!(differ(&yours, &ours, size, part, 0), none);
        // The bottom row is first: this one is above the part, and beside it.
        let at = |x: usize, y: usize| 4 * (8 * y + x);
        (ours[at(3, 5)], ours[at(1, 2)], ours[at(2, 2) + 3]) = (7, 7, 7);
        assert_eq!(differ(&yours, &ours, size, part, 0), none);
        (ours[at(2, 1)], ours[at(6, 4) + 2]) = (97, 130);
        assert_eq!(differ(&yours, &ours, size, part, 0), Differ { pixels: 2, most: 30, ..none });
        assert_eq!(differ(&yours, &ours, size, part, 3), Differ { pixels: 1, most: 30, ..none });
    }

    #[test]
    fn a_picture_is_made_smaller_where_there_is_no_room_and_never_larger() {
        let room = Rect { low: vec2(100.0, 0.0), high: vec2(300.0, 400.0) };
        assert_eq!(fit(vec2(400.0, 200.0), room), Rect { low: vec2(100.0, 150.0), high: vec2(300.0, 250.0) });
        assert_eq!(fit(vec2(100.0, 100.0), room), Rect { low: vec2(150.0, 150.0), high: vec2(250.0, 250.0) });
    }
}
