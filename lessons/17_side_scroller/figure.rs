//! The player as a figure, which shows what it does.

use anyhow::Result;
use common::shapes::pebble;
use gl::colour::{Colour, INK, PAPER, rgb};
use gl::{Gl, MeshBuffers};
use glam::{DVec2, Mat4, Vec3, vec3};
use side_scroller::solid::{BEHIND, deep};
use stage::Frame;
use std::f32::consts::{PI, TAU};

/// The part of a player's state that a figure shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Doing {
    /// Between the feet, and in units a second.
    pub at: DVec2,
    pub velocity: DVec2,
    /// Half its width, and its height.
    pub half: f32,
    pub height: f32,
    /// True if it stands, climbs, or holds on to a wall at its left or right (-1 or 1).
    pub stands: bool,
    pub climbs: bool,
    pub wall: f32,
    /// Slope of the ground to the right, and its depth below the middle of the feet.
    pub slope: f32,
    pub below: f32,
}

/// Number of points of a scarf.
const TAIL: usize = 13;

/// Distance between a scarf's points.
const LINK: f32 = 0.065;

/// The figure's pose at one tick. It follows the player, and nothing follows it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figure {
    doing: Doing,
    /// Direction of its look: -1 left, 0 at the viewer, 1 right; and its turn away from the viewer.
    facing: f32,
    away: f32,
    wanted: f32,
    height: f32,
    /// Its surplus in height, and the speed of that.
    stretch: f32,
    springs: f32,
    /// Number of strides it has made, on the ground or on a ladder.
    strides: f32,
    /// Degree of running, and of being in the air: 0 to 1.
    runs: f32,
    flies: f32,
    lean: f32,
    slope: f32,
    /// Distance below its place at which it is drawn: a box touches a slope with one corner, a figure with its feet.
    sunk: f32,
    seconds: f32,
    tail: [Vec3; TAIL],
}

/// Goes a part of the way each tick.
fn ease(value: &mut f32, to: f32, part: f32) {
    *value += part * (to - *value);
}

impl Figure {
    /// Returns a figure that stands still there.
    pub fn new(doing: Doing) -> Self {
        let neck = deep(doing.at, BEHIND) + 0.62 * doing.height * Vec3::Y;
        let tail = std::array::from_fn(|link| neck - (0.4 * LINK * link as f32) * Vec3::X);
        Self { doing, facing: 0.6, wanted: 0.6, height: doing.height, tail, ..Self::default() }
    }

    /// Lets a tick pass.
    pub fn tick(&mut self, doing: Doing, dt: f32) {
        let before = std::mem::replace(&mut self.doing, doing);
        self.seconds += dt;
        let speed = doing.velocity.as_vec2();
        if doing.wall != 0.0 {
            self.wanted = doing.wall;
        } else if speed.x.abs() > 0.4 {
            self.wanted = speed.x.signum();
        }
        ease(&mut self.facing, self.wanted, 0.16);
        ease(&mut self.away, f32::from(doing.climbs), 0.12);
        ease(&mut self.height, doing.height, 0.22);
        let running = if doing.stands { (speed.length() / 6.0).min(1.0) } else { 0.0 };
        ease(&mut self.runs, running, 0.15);
        ease(&mut self.flies, f32::from(!doing.stands && !doing.climbs), 0.2);
        ease(&mut self.slope, if doing.stands { doing.slope.atan() } else { 0.0 }, 0.15);
        ease(&mut self.sunk, if doing.stands { doing.below } else { 0.0 }, 0.15);
        ease(&mut self.lean, -0.028 * speed.x * (0.4 + 0.6 * self.runs), 0.1);
        let gone = if doing.climbs {
            doing.velocity.length() as f32
        } else {
            self.wanted * speed.x * running.sqrt()
        };
        self.strides += 0.45 * gone * dt / (0.25 + 0.75 * doing.height / 1.8);

        // A landing presses it together, a jump draws it out.
        let hit = (speed.y - before.velocity.as_vec2().y).clamp(-16.0, 16.0);
        if before.stands != doing.stands {
            self.springs += if doing.stands { -0.16 * hit.abs() } else { 0.22 * speed.y.max(0.0) };
        }
        self.springs += dt * (-420.0 * self.stretch - 24.0 * self.springs);
        self.stretch = (self.stretch + dt * self.springs).clamp(-0.3, 0.3);
        self.pull_tail(dt);
    }

    /// The scarf hangs from the neck, and lags behind.
    fn pull_tail(&mut self, dt: f32) {
        let neck =
            self.frame(self.doing.at) * vec3(0.0, 0.6 * self.height, -0.8 * self.doing.half).extend(1.0);
        self.tail[0] = neck.truncate();
        for link in 1..TAIL {
            let flutter = (11.0 * self.seconds - 0.6 * link as f32).sin() * (0.15 + 0.6 * self.runs);
            let wind = vec3(-0.9 * self.facing, -1.6 + 2.2 * flutter, -0.4);
            let (held, point) = (self.tail[link - 1], self.tail[link] + dt * wind);
            self.tail[link] = held + LINK * (point - held).normalize_or(-Vec3::Y);
        }
    }

    /// Returns the matrix from the figure to the world. The figure's origin is at its feet, and its look is along z.
    fn frame(&self, at: DVec2) -> Mat4 {
        let turn = 1.15 * self.facing + (PI - 1.15 * self.facing) * self.away;
        Mat4::from_translation(deep(at, BEHIND) - self.sunk * Vec3::Y)
            * Mat4::from_rotation_z(self.lean + 0.35 * self.slope)
            * Mat4::from_rotation_y(turn)
    }

    /// Returns its parts, each with its place.
    fn parts(&self, at: DVec2) -> Vec<(Part, Mat4)> {
        let (half, height) = (self.doing.half, self.height * (1.0 + self.stretch));
        let wide = 1.0 - 0.6 * self.stretch;
        let frame = self.frame(at);
        let size = half / 0.4;
        let phase = TAU * self.strides;
        let bounce = 0.05 * self.runs * (2.0 * phase).cos();
        let legs = 0.17 * height + bounce * size;
        let tall = 0.5 * (height - legs).max(0.2);
        let breath = 1.0 + 0.012 * (2.2 * self.seconds).sin() * (1.0 - self.runs);
        let on_body =
            |x: f32, y: f32, z: f32| vec3(x * half * wide, legs + tall * (1.0 + y * breath), z * half * wide);
        let mut parts = Vec::with_capacity(10 + TAIL);
        let mut put = |part, place: Vec3, scale: Vec3| {
            parts.push((part, frame * Mat4::from_translation(place) * Mat4::from_scale(scale)));
        };
        let fat = wide * half / BODY.x;
        put(Part::Body, on_body(0.0, 0.0, 0.0), vec3(fat, tall * breath / BODY.y, fat));
        put(Part::Ring, on_body(0.0, 0.1, 0.0), vec3(fat, size, fat));
        let shut = if self.seconds.rem_euclid(3.7) < 0.12 { 0.12 } else { 1.0 };
        for side in [-1.0, 1.0] {
            let eye = on_body(0.34 * side, 0.46, 0.7);
            put(Part::Eye, eye, vec3(1.0, shut, 1.0) * size);
            let look = vec3(0.0, 0.02 * self.flies * self.doing.velocity.as_vec2().y.clamp(-1.0, 1.0), 0.04);
            put(Part::Pupil, eye + size * look, vec3(1.0, shut, 1.0) * size);
            let swing = phase + if side > 0.0 { 0.0 } else { PI };
            put(Part::Foot, self.foot(side, swing, size), Vec3::splat(size));
            put(Part::Hand, self.hand(side, swing, legs + tall, size), Vec3::splat(size));
        }
        for (link, point) in self.tail.iter().enumerate() {
            let thick = size * (1.0 - 0.035 * link as f32);
            let moved = deep(at - self.doing.at, 0.0);
            parts.push((
                Part::Scarf,
                Mat4::from_translation(*point + moved) * Mat4::from_scale(Vec3::splat(thick)),
            ));
        }
        parts
    }

    /// A foot goes round: forward through the air, and back on the ground.
    fn foot(&self, side: f32, swing: f32, size: f32) -> Vec3 {
        let (sin, cos) = swing.sin_cos();
        let stride = if self.away > 0.5 { 0.0 } else { 0.3 * self.runs };
        let lift = (0.2 * self.runs + 0.16 * self.away) * sin.max(0.0);
        let tucked = self.flies * (0.08 + 0.05 * side * self.doing.velocity.as_vec2().y.clamp(-1.0, 1.0));
        size * vec3(0.19 * side, 0.1 + lift + tucked, -stride * cos + 0.05 - 0.12 * self.flies * side)
    }

    /// A hand swings against its foot, goes up in the air, and takes hold of rungs.
    fn hand(&self, side: f32, swing: f32, middle: f32, size: f32) -> Vec3 {
        let (sin, cos) = swing.sin_cos();
        let up = 0.34 * self.flies * (-self.doing.velocity.as_vec2().y / 6.0).clamp(-0.3, 1.0);
        let runs = vec3(0.47 * side, -0.1 + 0.08 * self.runs * sin + up, 0.1 + 0.26 * self.runs * cos);
        let climbs = vec3(0.3 * side, 0.35 - 0.25 * sin.max(0.0), 0.42);
        let holds = vec3(0.2 * side, 0.3, 0.4);
        let free = runs.lerp(climbs, self.away);
        vec3(0.0, middle, 0.0) + size * if self.doing.wall != 0.0 { holds } else { free }
    }
}

#[derive(Clone, Copy)]
enum Part {
    Body,
    Ring,
    Scarf,
    Eye,
    Pupil,
    Foot,
    Hand,
}

/// The body's radii, in metres. The other parts are as large as they are on somebody so wide.
const BODY: Vec3 = vec3(0.4, 0.75, 0.36);

/// Of each part its radii, and its colour.
const PARTS: [(Vec3, Colour); 7] = [
    (BODY, rgb(0xe08a4a)),
    (vec3(1.05 * BODY.x, 0.09, 1.05 * BODY.z), rgb(0x1f7fb5)),
    (Vec3::splat(0.1), rgb(0x1f7fb5)),
    (vec3(0.095, 0.135, 0.06), PAPER),
    (vec3(0.05, 0.08, 0.035), INK),
    (vec3(0.135, 0.1, 0.2), rgb(0x5b4a63)),
    (Vec3::splat(0.11), rgb(0xf0b183)),
];

/// Draws figures.
pub struct FigurePainter(Vec<MeshBuffers>);

impl FigurePainter {
    pub fn new(gl: &Gl) -> Result<Self> {
        let power = |part: usize| if part == Part::Body as usize { 2.6 } else { 2.0 };
        let meshes = PARTS.iter().enumerate();
        let meshes = meshes.map(|(part, &(radii, _))| pebble(radii, power(part), 24, 16));
        Ok(Self(meshes.map(|mesh| MeshBuffers::new(gl, &mesh)).collect::<Result<_>>()?))
    }

    /// Draws a figure with its feet at a place, which may be between two ticks.
    pub fn draw(&self, frame: &mut Frame<'_>, figure: &Figure, at: DVec2) -> Result<()> {
        for (part, world_from_part) in figure.parts(at) {
            frame.solid(&self.0[part as usize], world_from_part, PARTS[part as usize].1)?;
        }
        Ok(())
    }
}
