//! A player in a world, and a figure that shows what it does.

use crate::figure::Figure;
use glam::{DVec2, dvec2};
use ground::{Body, Buttons, Level, MovementMode, Player, World};

/// Depth below the level at which a falling player begins again.
const ABYSS: f64 = 9.0;

/// Number of ticks for which a crushed player is on show.
const CRUSHED: u64 = 90;

/// Height of the camera's target above the feet.
const ABOVE: DVec2 = dvec2(0.0, 1.7);

/// Least height of the target above the level's lowest corner, so that little is seen of what is below the level.
const LEAST: f64 = 4.0;

pub struct Game {
    pub world: World,
    /// The player at the last two ticks.
    before: Player,
    pub player: Player,
    pub figure: Figure,
    /// Its last place on the ground, and its direction there: 1 to the right, -1 to the left.
    pub stood: (DVec2, f64),
    crushed: u64,
}

impl Game {
    pub fn new(level: &Level) -> Self {
        let world = World::new(level);
        let player = world.start();
        let stood = (player.at, 1.0);
        Self { before: player.clone(), player, figure: Figure::default(), stood, crushed: 0, world }
    }

    /// Puts another player in the place of this one.
    pub fn place(&mut self, player: Player) {
        self.figure = Figure::default();
        self.before = player.clone();
        self.player = player;
        self.crushed = 0;
    }

    /// Goes on in another level. The player stays where it is and flies on, if there is room; otherwise it is crushed, until
    /// there is room again.
    pub fn change(&mut self, level: &Level) {
        let (at, stance, tick) = (self.player.at, self.player.stance, self.player.tick);
        let before = self.player.velocity;
        (self.world, self.crushed) = (World::new(level), 0);
        let put = self.world.put(at, stance, tick).map(|mut player| {
            if let Body::Airborne { velocity, .. } = &mut player.body {
                (*velocity, player.velocity) = (before, before);
            }
            player
        });
        let player = put.unwrap_or_else(|| self.world.crushed(at, stance, tick));
        (self.before, self.player) = (player.clone(), player);
    }

    /// One tick, with what is pressed meanwhile.
    pub fn tick(&mut self, keys: Buttons) {
        let next = self.world.step(&self.player, keys, &[]);
        self.before = std::mem::replace(&mut self.player, next);
        self.figure.tick(&self.player, &self.world, keys);
        if self.player.state == MovementMode::Ground {
            let speed = self.player.speed();
            let ahead = if speed == 0.0 { self.stood.1 } else { speed.signum() };
            self.stood = (self.player.at, ahead);
        }
        self.crushed += u64::from(self.player.state == MovementMode::Crushed);
    }

    /// Returns true if the player has been crushed or lost.
    pub fn is_over(&self) -> bool {
        self.crushed > CRUSHED || self.player.at.y < self.lowest() - ABYSS
    }

    /// Returns the place for the camera to follow: above the player, unless that falls out of the level.
    pub fn followed(&self) -> DVec2 {
        (self.player.at + ABOVE).max(dvec2(f64::MIN, self.lowest() + LEAST))
    }

    /// Returns the height of the level's lowest corner.
    pub fn lowest(&self) -> f64 {
        let Level { obstacles, start } = &self.world.level;
        let lowest = obstacles.iter().map(|obstacle| obstacle.polygon.bounds()[0].y);
        lowest.fold(start.y, f64::min)
    }

    /// Returns the player's place between the last two ticks.
    pub fn at(&self, between: f64) -> DVec2 {
        self.before.at.lerp(self.player.at, between)
    }

    /// Returns a platform's shift between the last two ticks from its place in the level.
    pub fn moved(&self, obstacle: usize, between: f64) -> DVec2 {
        let [before, now] =
            [&self.before, &self.player].map(|player| self.world.moved(obstacle, player.tick));
        before.lerp(now, between)
    }
}
