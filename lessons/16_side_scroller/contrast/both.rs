//! Two players whom the same keys play: one in the mesh, and one that is swept. All ticks are kept.

use super::runs::Example;
use glam::{DVec2, dvec2};
use ground::{
    Body, Controls, Judge, MeshPosition, NavMesh, Obstacle, Rules, Shape, Sweep, Swept, TICK, convex_pieces,
    grown,
};

/// Rules for both.
const RULES: Rules = Rules { gravity: dvec2(0.0, -25.0), steepest: 1.0, takeoff: 2.0 };

/// Speeds of both, in units a second.
const RUN: f64 = 5.0;
const JUMP: f64 = 9.0;

/// Depth in an obstacle from which on a player has got through its surface.
pub const LOST: f64 = 1e-4;

/// Choices for the sweep's skin, in units.
pub const SKINS: [(f64, &str); 4] = [(0.0, "none"), (1e-16, "1e-16"), (1e-9, "1e-9"), (1e-3, "1e-3")];

/// The corners of both players, about their feet.
pub const CORNERS: [DVec2; 4] = [dvec2(-0.4, 0.0), dvec2(0.4, 0.0), dvec2(0.4, 1.8), dvec2(-0.4, 1.8)];

/// One of the two.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Who {
    /// The one in the mesh.
    NavMesh,
    /// The one that is swept.
    Swept,
}

/// A player's fate so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fate {
    /// Depth of the place in an obstacle now.
    pub depth: f64,
    /// Greatest depth so far.
    pub deepest: f64,
    /// First tick inside an obstacle, even by a rounding.
    pub inside: Option<usize>,
    /// First tick deeper inside than [`LOST`].
    pub lost: Option<usize>,
    /// First tick below all ground.
    pub fell: Option<usize>,
}

/// Both players after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    /// The keys pressed.
    pub keys: Controls,
    /// The one in the mesh.
    pub body: Body,
    /// The one that is swept.
    pub swept: Swept,
    /// Their fates.
    pub fates: [Fate; 2],
}

/// A level for both, and all that happened in it.
pub struct Both {
    /// The mesh of the first one.
    pub mesh: NavMesh,
    /// The grown obstacles, in convex pieces.
    pub rings: Vec<Vec<DVec2>>,
    /// The ticks from the start.
    pub ticks: Vec<Tick>,
    sweep: Sweep,
    judge: Judge,
    lowest: f64,
}

impl Both {
    /// Puts both to an example's start. The sweep has a skin, which may be 0. None if there is no room.
    pub fn new(example: &Example, skin: f64) -> Option<Self> {
        let obstacles: &[Obstacle] = &example.obstacles;
        let shape = Shape::new(&CORNERS).ok()?;
        let mesh = NavMesh::new(obstacles, &shape);
        let at = example.start;
        let body =
            Body::Airborne { place: MeshPosition { at, triangle: mesh.locate(at)? }, velocity: DVec2::ZERO };
        let swept = Swept { at, velocity: DVec2::ZERO };
        let first = Tick { keys: Controls::default(), body, swept, fates: [Fate::default(); 2] };
        let pieces = obstacles.iter().flat_map(|obstacle| convex_pieces(&obstacle.polygon));
        let rings: Vec<Vec<DVec2>> = pieces.map(|piece| grown(&piece, &shape)).collect();
        Some(Self {
            lowest: rings.iter().flatten().map(|corner| corner.y).fold(f64::INFINITY, f64::min),
            rings,
            ticks: vec![first],
            sweep: Sweep::new(obstacles, &shape).with_skin(skin),
            judge: Judge::new(obstacles, &shape),
            mesh,
        })
    }

    /// All ticks of an example.
    pub fn played(example: &Example, skin: f64) -> Option<Self> {
        let mut both = Self::new(example, skin)?;
        for &(ticks, keys) in &example.keys {
            (0..ticks).for_each(|_| both.press(keys));
        }
        Some(both)
    }

    /// Lets a tick pass with these keys.
    pub fn press(&mut self, keys: Controls) {
        let before = self.ticks[self.ticks.len() - 1];
        let mut tick =
            Tick { keys, body: self.walked(&before, keys), swept: self.swept(&before, keys), ..before };
        let now = self.ticks.len();
        for who in [Who::NavMesh, Who::Swept] {
            let place = self.place(&tick, who);
            let depth = self.judge.depth(place);
            let fate = &mut tick.fates[who as usize];
            fate.depth = depth;
            fate.deepest = fate.deepest.max(fate.depth);
            fate.inside = fate.inside.or((fate.depth > 0.0).then_some(now));
            fate.lost = fate.lost.or((fate.depth > LOST).then_some(now));
            fate.fell = fate.fell.or((place.y < self.lowest).then_some(now));
        }
        self.ticks.push(tick);
    }

    fn walked(&self, before: &Tick, keys: Controls) -> Body {
        let speed = RUN * keys.across();
        let body = match before.body {
            supported @ Body::Supported { .. } if keys.jump => self.mesh.jump(supported, dvec2(speed, JUMP)),
            Body::Supported { support, .. } => Body::Supported { support, speed },
            Body::Airborne { place, velocity } => {
                Body::Airborne { place, velocity: dvec2(speed, velocity.y) }
            }
        };
        self.mesh.step(body, &RULES, TICK).body
    }

    fn swept(&self, before: &Tick, keys: Controls) -> Swept {
        /// Distance below its feet at which a player looks for ground to jump from.
        const BELOW: DVec2 = dvec2(0.0, -2e-3);
        let mut swept = before.swept;
        swept.velocity.x = RUN * keys.across();
        let stands = || self.sweep.first(swept.at, BELOW).is_some_and(|contact| contact.normal.y > 0.7);
        if keys.jump && stands() {
            swept.velocity.y = JUMP;
        }
        self.sweep.step(swept, &RULES, TICK)
    }

    /// Returns a player's place in a tick.
    pub fn place(&self, tick: &Tick, who: Who) -> DVec2 {
        match who {
            Who::NavMesh => self.mesh.place(tick.body).at,
            Who::Swept => tick.swept.at,
        }
    }
}
