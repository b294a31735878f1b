//! Moves a player during a tick through all meshes at once, the level's and one for each platform.

use super::{Beyond, Body, Edge, MeshPosition, NavMesh, Player, Support, TICK, Walked};
use glam::{DVec2, dvec2};

/// A player during a tick.
pub(super) struct Moving<'a> {
    /// The mesh of all that does not move, and after it the platforms'.
    pub meshes: &'a [NavMesh],
    /// The place of each mesh's origin in the level's space.
    pub frames: Vec<DVec2>,
    /// The velocity of each mesh in this tick.
    pub paces: Vec<DVec2>,
    /// The triangle of each mesh that the player is in.
    pub triangles: Vec<usize>,
    /// The index of the mesh that the body is in.
    pub ground: usize,
    pub body: Body,
    /// The side on which a wall was met, -1 on the left and 1 on the right.
    pub wall: f64,
    /// True if two walls hold the player, or there was no room for it.
    pub wedged: bool,
    pub crushed: bool,
}

/// The difference up to which heights count as equal at the seam of two meshes, far less than one sees, and
/// far more than rounding.
pub(super) const SEAM: f64 = 1.0 / (1u64 << 20) as f64;

/// The most changes of direction in a tick, after which the rest of the tick is lost.
const TURNS: usize = 256;

/// The most turns of a player whom two opposing edges send to and fro, and the part of the time below which a
/// turn counts as such. Then the player stops.
const MOST_IN_PLACE: usize = 8;
const IN_PLACE: f64 = 1e-9;

impl Moving<'_> {
    /// Returns the place of the player in the level's space.
    pub fn at(&self) -> DVec2 {
        self.frames[self.ground] + self.meshes[self.ground].place(self.body).at
    }

    /// Returns the velocity in units a second, in the level's space.
    pub fn velocity(&self) -> DVec2 {
        match self.body {
            Body::Airborne { velocity, .. } => velocity,
            Body::Supported { support, speed } => {
                self.paces[self.ground] + speed * self.meshes[self.ground].way(support.edge)
            }
        }
    }

    /// Returns a player where this motion has brought it.
    pub fn player(self, player: Player) -> Player {
        Player {
            at: self.at(),
            velocity: self.velocity(),
            frame: self.frames[self.ground],
            carried: self.paces[self.ground] * TICK,
            body: self.body,
            ground: self.ground,
            triangles: self.triangles,
            wall: self.wall,
            ..player
        }
    }

    /// Flies and runs for some seconds.
    pub fn go(&mut self, time: f64) {
        let mut left = time;
        let mut in_place = 0;
        for _ in 0..TURNS {
            let before = left;
            left = match self.body {
                Body::Airborne { velocity, .. } => self.fly(velocity, left),
                Body::Supported { support, speed } => self.run(support, speed, left),
            };
            in_place = if before - left > IN_PLACE * time { 0 } else { in_place + 1 };
            if in_place > MOST_IN_PLACE {
                match self.body {
                    Body::Supported { .. } => self.stop(),
                    Body::Airborne { .. } => self.let_go(DVec2::ZERO),
                }
                left = 0.0;
            }
            if left.is_nan() || left <= 0.0 {
                break;
            }
        }
        if let Body::Supported { support, .. } = self.body
            && !self.meshes[self.ground].is_floor(support.edge)
            && !self.wedged
        {
            self.let_go(self.velocity());
        }
    }

    /// Lets the player fly.
    pub fn let_go(&mut self, velocity: DVec2) {
        let place = MeshPosition { at: self.at(), triangle: self.triangles[0] };
        (self.ground, self.body, self.wedged) = (0, Body::Airborne { place, velocity }, false);
    }

    /// Puts the player on an edge of a mesh, with only the part of the velocity along it.
    pub fn hold(&mut self, ground: usize, support: Support, velocity: DVec2) {
        let speed = (velocity - self.paces[ground]).dot(self.meshes[ground].way(support.edge));
        self.triangles[ground] = support.edge.triangle;
        (self.ground, self.body) = (ground, Body::Supported { support, speed });
    }

    /// Puts the player on a floor of some meshes, at most `below` it or a seam above, if nothing is in
    /// between. `ahead` is the side on which the floor must continue, -1 left, 1 right, or 0 for either.
    pub fn settle(&mut self, ahead: f64, below: f64, among: impl Fn(usize) -> bool) -> bool {
        let way = [dvec2(0.0, SEAM), dvec2(4.0 * SEAM * ahead, 0.0)];
        let grounds = (0..self.meshes.len()).filter(|&ground| among(ground));
        let found = grounds.filter_map(|ground| Some((ground, self.floor(ground, way, below)?))).next();
        let Some((ground, [exact, over])) = found else { return false };
        let at = self.at();
        let beside = |support: Support| self.frames[ground] + self.meshes[ground].on(support) - at;
        let [up, ahead] = way;
        let straight = self.after(&[beside(exact)], ground).map(|triangles| (exact, triangles));
        let over_corner = || {
            let motions = [up, ahead, beside(over) - up - ahead];
            self.after(&motions, ground).map(|triangles| (over, triangles))
        };
        let Some((support, triangles)) = straight.or_else(over_corner) else { return false };
        let velocity = self.velocity();
        self.triangles = triangles;
        self.hold(ground, support, velocity);
        true
    }

    /// Returns the nearest place on a floor of a mesh, at most `below`, and one over its corner, up and
    /// ahead.
    fn floor(&self, ground: usize, way: [DVec2; 2], below: f64) -> Option<[Support; 2]> {
        let (mesh, aside) = (&self.meshes[ground], way[1].x);
        let over = mesh.walk(self.walked(ground, &way)?, dvec2(0.0, -SEAM - below - aside.abs())).hit?;
        let [from, to] = mesh.ends(over.edge);
        let along = over.along - aside / mesh.way(over.edge).x;
        let exact = Support { along: along.clamp(0.0, from.distance(to)), ..over };
        mesh.is_floor(over.edge).then_some([exact, over])
    }

    /// Returns the place in a mesh after some motions, if they hit nothing there.
    fn walked(&self, ground: usize, motions: &[DVec2]) -> Option<MeshPosition> {
        motions.iter().try_fold(self.place_in(ground, self.at()), |place, &motion| {
            let walked = self.meshes[ground].walk(place, motion);
            walked.hit.is_none().then_some(walked.place)
        })
    }

    /// Returns the triangles after some motions, if they hit nothing in all meshes but one.
    fn after(&self, motions: &[DVec2], but: usize) -> Option<Vec<usize>> {
        let motions = |ground: usize| if ground == but { &[] } else { motions };
        (0..self.meshes.len()).map(|ground| Some(self.walked(ground, motions(ground))?.triangle)).collect()
    }

    /// Returns the direction away from an edge, to its free side.
    pub fn normal(&self, ground: usize, edge: Edge) -> DVec2 {
        self.meshes[ground].way(edge).perp()
    }

    /// Returns a place of the level in a mesh's frame, with the player's triangle.
    pub fn place_in(&self, ground: usize, at: DVec2) -> MeshPosition {
        MeshPosition { at: at - self.frames[ground], triangle: self.triangles[ground] }
    }

    /// Returns the first hit of a motion, in all meshes but one.
    pub fn first_hit(&self, at: DVec2, motion: DVec2, but: usize) -> Option<(usize, Walked, Support)> {
        let hits = (0..self.meshes.len()).filter(|&ground| ground != but).filter_map(|ground| {
            let walked = self.meshes[ground].walk(self.place_in(ground, at), motion);
            Some((ground, walked, walked.hit?))
        });
        hits.reduce(|first, other| if other.1.part < first.1.part { other } else { first })
    }

    /// Moves along a motion that hits nothing before its end in all meshes but one. Who stands stays on his edge.
    pub fn follow(&mut self, at: DVec2, motion: DVec2, but: usize) {
        for ground in (0..self.meshes.len()).filter(|&ground| ground != but) {
            let walked = self.meshes[ground].walk(self.place_in(ground, at), motion);
            self.triangles[ground] = walked.place.triangle;
        }
        if let Body::Airborne { place, .. } = &mut self.body {
            *place = MeshPosition { at: at + motion, triangle: self.triangles[0] };
        }
    }

    /// Flies until the time is over, or until the first hit in any mesh. Returns the time that is left.
    fn fly(&mut self, velocity: DVec2, time: f64) -> f64 {
        let at = self.at();
        let meshes = self.meshes.iter().enumerate();
        let flights: Vec<(Body, f64)> =
            meshes.map(|(ground, mesh)| mesh.flown(self.place_in(ground, at), velocity, time)).collect();
        let hits = flights.iter().enumerate().filter_map(|(ground, &(body, left))| match body {
            Body::Supported { support, .. } => Some((ground, support, left)),
            Body::Airborne { .. } => None,
        });
        let first = hits.reduce(|first, other| if other.2 > first.2 { other } else { first });
        let Some((ground, support, left)) = first else {
            let bodies = self.meshes.iter().zip(&flights);
            self.triangles = bodies.map(|(mesh, &(body, _))| mesh.place(body).triangle).collect();
            self.body = flights[0].0;
            return flights[0].1;
        };
        let motion = self.frames[ground] + self.meshes[ground].on(support) - at;
        self.follow(at, motion, ground);
        self.touch(ground, support.edge);
        self.hold(ground, support, velocity);
        if ground == 0 {
            self.body = flights[0].0;
        }
        left
    }

    /// Notes that the player touches an edge, if it is a wall.
    fn touch(&mut self, ground: usize, edge: Edge) {
        let normal = self.normal(ground, edge);
        if normal.y.abs() <= 0.5 {
            self.wall = -normal.x.signum();
        }
    }

    /// Runs along an edge until its end, or until another mesh is in the way. Returns the time that is left.
    fn run(&mut self, Support { edge, along }: Support, speed: f64, time: f64) -> f64 {
        let ground = self.ground;
        let mesh = &self.meshes[ground];
        let [from, to] = mesh.ends(edge);
        let length = from.distance(to);
        let end = if speed > 0.0 { length } else { 0.0 };
        let wanted = along + speed * time;
        let ends = !(0.0..=length).contains(&wanted);
        let used = if ends { ((end - along) / speed).clamp(0.0, time) } else { time };
        let reached = if ends { end } else { wanted };
        let at = self.at();
        let motion = self.frames[ground] + mesh.on(Support { edge, along: reached }) - at;
        if let Some((other, Walked { part, .. }, hit)) = self.first_hit(at, motion, ground) {
            self.follow(at, part * motion, ground);
            let support = Support { edge, along: along + part * (reached - along) };
            self.body = Body::Supported { support, speed };
            return self.meet(support, other, hit, time - part * used);
        }
        self.follow(at, motion, ground);
        self.body = Body::Supported { support: Support { edge, along: reached }, speed };
        if ends { self.turn(edge, speed, time - used) } else { 0.0 }
    }

    /// Continues past the end of an edge, if it can. Returns the time that is left.
    fn turn(&mut self, edge: Edge, speed: f64, left: f64) -> f64 {
        let mesh = &self.meshes[self.ground];
        match mesh.beyond(edge, speed) {
            Beyond::Edge(next, next_speed) => {
                let [from, to] = mesh.ends(next);
                let along = if speed > 0.0 { 0.0 } else { from.distance(to) };
                self.triangles[self.ground] = next.triangle;
                self.body = Body::Supported { support: Support { edge: next, along }, speed: next_speed };
                left
            }
            Beyond::Air => {
                // The floor may go on in another mesh.
                let (before, was_floor) = (self.ground, self.meshes[self.ground].is_floor(edge));
                self.let_go(self.velocity());
                if was_floor {
                    self.settle(speed.signum(), SEAM, |ground| ground != before);
                }
                left
            }
            Beyond::Stop => {
                if let Body::Supported { support, .. } = self.body {
                    self.wedged = mesh.is_wedged(support);
                }
                self.stop();
                0.0
            }
        }
    }

    /// Handles an edge of another mesh in the way: stands on it, or stops. Returns the time that is left.
    fn meet(&mut self, support: Support, other: usize, hit: Support, left: f64) -> f64 {
        let velocity = self.velocity();
        self.touch(other, hit.edge);
        let floors = [self.meshes[self.ground].is_floor(support.edge), self.meshes[other].is_floor(hit.edge)];
        let [here, there] = [self.normal(self.ground, support.edge), self.normal(other, hit.edge)];
        let opposed = here.x * there.x < 0.0 && here.y > 0.0 && there.y > 0.0;
        let there_way = self.meshes[other].way(hit.edge);
        let slides = (velocity - self.paces[other]).dot(there_way);
        let ahead = (velocity.x - self.paces[other].x).signum();
        match floors {
            [_, true] => self.hold(other, hit, velocity),
            // By rounding alone, it is higher than this floor.
            [true, false] if self.settle(ahead, SEAM, |ground| ground == other) => {}
            [false, false] if !opposed && slides * there_way.dot(here) >= 0.0 => {
                self.hold(other, hit, velocity);
            }
            [on_floor, false] => {
                self.wedged = opposed && !on_floor;
                self.stop_at(support.edge, other);
                return 0.0;
            }
        }
        left
    }

    /// Slows the player down to the speed of what is in the way.
    fn stop_at(&mut self, edge: Edge, other: usize) {
        let pace = (self.paces[other] - self.paces[self.ground]).dot(self.meshes[self.ground].way(edge));
        if let Body::Supported { speed, .. } = &mut self.body {
            *speed = if *speed > 0.0 { pace.clamp(0.0, *speed) } else { pace.clamp(*speed, 0.0) };
        }
    }

    pub fn stop(&mut self) {
        if let Body::Supported { speed, .. } = &mut self.body {
            *speed = 0.0;
        }
    }
}
