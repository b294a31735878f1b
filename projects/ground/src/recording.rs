//! Controls that were pressed, to be played again.

use super::{Body, Controls, Player, World};

/// Whom keys can be recorded for: a player, or a whole game.
pub trait Recorded: Clone {
    /// Controls that are pressed during a tick.
    type Controls: Copy;

    /// Returns its whole state in bytes. If these are the same, no later tick can tell two of them apart.
    fn to_bytes(&self) -> Vec<u8>;
}

impl Recorded for Player {
    type Controls = Controls;

    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

/// Whom keys were pressed for, and which, tick by tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording<P: Recorded = Player> {
    start: P,
    keys: Vec<P::Controls>,
}

impl<P: Recorded> Recording<P> {
    /// Begins with somebody as it is now.
    pub fn new(start: P) -> Self {
        Self { start, keys: Vec::new() }
    }

    /// Notes what is pressed during the next tick.
    pub fn press(&mut self, keys: P::Controls) {
        self.keys.push(keys);
    }

    /// Returns the player before the first tick.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// Returns the number of ticks.
    pub fn ticks(&self) -> usize {
        self.keys.len()
    }

    /// Returns the controls that were pressed during one of its ticks.
    pub fn keys(&self, tick: usize) -> Option<P::Controls> {
        self.keys.get(tick).copied()
    }
}

impl Recording {
    /// Plays all of it at once.
    pub fn play(&self, world: &World) -> Player {
        self.keys.iter().fold(self.start.clone(), |player, keys| world.step(&player, *keys))
    }
}

impl Player {
    /// Returns a player's whole state in bytes. If these are the same, no later tick can tell two players apart.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.stance as u8, self.state as u8, self.keys.to_byte(), u8::from(self.rises)];
        let mut add = |number: u64| bytes.extend(number.to_le_bytes());
        add(self.tick);
        add(self.wall.to_bits());
        add(self.ground as u64);
        self.triangles.iter().for_each(|&triangle| add(triangle as u64));
        match self.body {
            Body::Airborne { place, velocity } => {
                add(place.triangle as u64);
                let numbers = [place.at.x, place.at.y, velocity.x, velocity.y];
                numbers.iter().for_each(|number| add(number.to_bits()));
            }
            Body::Supported { support, speed } => {
                [support.edge.triangle, support.edge.edge].iter().for_each(|&index| add(index as u64));
                [support.along, speed].iter().for_each(|number| add(number.to_bits()));
            }
        }
        // Without such chances, there are no bytes for them.
        if (self.coyote_time, self.waits) != (0, 0) {
            bytes.extend([self.coyote_time, self.waits]);
        }
        bytes
    }
}

/// Bytes in short, to compare at a glance (FNV-1a): other bytes have another one, but for an accident.
pub fn in_short(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use super::super::{Level, Obstacle, ObstacleKind, Polygon};
    use super::*;
    use glam::dvec2;

    /// A floor with a step, above which the player begins.
    fn world() -> World {
        let floor = [dvec2(-20.0, -1.0), dvec2(20.0, -1.0), dvec2(20.0, 1.0), dvec2(3.0, 1.0)];
        let floor = [&floor[..], &[dvec2(3.0, 0.0), dvec2(-20.0, 0.0)]].concat();
        let obstacles = vec![Obstacle::still(Polygon::new(&floor).unwrap(), ObstacleKind::Solid)];
        World::new(&Level { obstacles, start: dvec2(-5.0, 0.5) })
    }

    /// Runs to the right, and jumps every half second.
    fn recorded(world: &World, ticks: usize) -> (Recording, Player) {
        let mut player = world.start();
        let mut recording = Recording::new(player.clone());
        for tick in 0..ticks {
            let keys = Controls { right: true, jump: tick % 60 > 40, ..Controls::default() };
            recording.press(keys);
            player = world.step(&player, keys);
        }
        (recording, player)
    }

    #[test]
    fn what_is_played_again_ends_with_the_same_bytes() {
        let (recording, player) = recorded(&world(), 400);
        assert!(player.at(&world()).x > 5.0, "{player:?}");
        // A rebuilt world is the same world.
        assert_eq!(recording.play(&world()).to_bytes(), player.to_bytes());
        assert_eq!((recording.ticks(), recording.keys(400)), (400, None));
    }

    #[test]
    fn bytes_tell_players_apart_that_differ_at_all() {
        let world = world();
        let (all, player) = recorded(&world, 200);
        let (_, before) = recorded(&world, 199);
        assert_ne!(before.to_bytes(), player.to_bytes());
        let mut other = Recording::new(all.start().clone());
        for tick in 0..200 {
            let keys = all.keys(tick).unwrap();
            // One key is let go a tick earlier.
            other.press(if tick == 195 { Controls { right: false, ..keys } } else { keys });
        }
        assert_ne!(other.play(&world).to_bytes(), player.to_bytes());
    }

    #[test]
    fn bytes_in_short_are_those_of_the_algorithm() {
        // From the list that its authors give.
        assert_eq!(in_short(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(in_short(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(in_short(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
