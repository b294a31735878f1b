//! A knight in an arena, with the dummies and all that he holds and strikes.

mod ladders;

use super::{
    Arena, Attempt, Body, CharacterAssets, Condition, Conditions, Dummy, Hand, Hero, Hit, Hits, LAMP, Placed,
    Props, SWORD, State, button, placed,
};
use glam::{DVec2, Mat4, dvec2};
use ground::{Blocker, Buttons, MovementMode, MovementParameters, Player, Stance, World};
use std::collections::VecDeque;
use std::sync::Arc;

/// The depth below the lowest ground at which a fall counts as endless, in metres.
const ABYSS: f64 = 4.0;

/// The distance from an edge at which the knight stands safely, half of his width and a little, in metres.
const SAFE: f64 = 0.6;

/// The ticks for which a crushed knight is shown.
const CRUSHED: u32 = 90;

/// The ticks for which the game pauses after a hit, so that the player feels it.
const STOPS: u8 = 3;

const REMEMBERED: usize = 12;

/// The distance ahead and up at which rock would be in the way of his blade, in metres.
const BLADE: f64 = 0.9;

/// The distance from the finish up to which the knight is there, and that up to which a dummy guards it, in metres.
const THERE: f64 = 0.6;
const GUARDED: f64 = 5.0;

/// The indices of the knight and of the first dummy among all bodies.
const KNIGHTS: usize = 0;
const DUMMIES: usize = 1;

/// A game after a tick. Equal buttons make equal games, to the last bit.
#[derive(Clone, Debug)]
pub struct Game {
    characters: CharacterAssets,
    pub arena: Arc<Arena>,
    /// The world through which the knight moves.
    pub world: Arc<World>,
    pub tick: u64,
    pub respawn: Respawn,
    /// His way through the yard, unless it did not begin at the level's start, or the level has changed since.
    pub attempt: Option<Attempt>,
    pub hero: Hero,
    pub dummies: Vec<Dummy>,
    pub props: Props,
    /// The last hits, the latest first.
    pub hits: VecDeque<Hit>,
    pressed: Pressed,
    counted: Hits,
    /// The conditions that the last tick's hits and the attempt set, for each body.
    struck: Vec<Conditions>,
    pub stop: HitStop,
    /// The ticks for which the knight has been shown as crushed.
    crushed: u32,
}

/// The places where the knight begins, and where he comes back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Respawn {
    /// The place where he starts, if not at the level's start.
    pub start: Option<DVec2>,
    /// The last place where he stood safely since he started.
    safe: Option<DVec2>,
    /// The tick in which he came back last from a fall out of the level, and the place.
    pub back: Option<(u64, DVec2)>,
    /// The number of times that the game has begun, or he came back.
    pub begun: u32,
}

/// The buttons of the last tick.
#[derive(Clone, Copy, Debug, Default)]
struct Pressed {
    /// Those that meant something.
    last: Buttons,
    /// Those that he has held since he was lost, which mean nothing until they are released.
    stale: Buttons,
}

/// The pause after a hit, in which all stand still.
#[derive(Clone, Copy, Debug, Default)]
pub struct HitStop {
    /// The ticks that are left of it.
    left: u8,
    /// The buttons pressed meanwhile.
    kept: Buttons,
    /// True if the last tick was one of it, so that a frame shows that tick's end.
    pub stood: bool,
}

impl Game {
    /// Returns a game of an arena, after its start.
    pub fn new(characters: &CharacterAssets, arena: Arena) -> Self {
        let world = World::with(&arena.level, MovementParameters::KNIGHT);
        let hero = Hero::new(&characters.knight, &arena.tables[0], world.start(), &world);
        let mut game = Self {
            characters: characters.clone(),
            arena: Arc::new(arena),
            world: Arc::new(world),
            tick: 0,
            respawn: Respawn::default(),
            attempt: None,
            hero,
            dummies: Vec::new(),
            props: Props::default(),
            pressed: Pressed::default(),
            hits: VecDeque::new(),
            counted: Hits::default(),
            struck: Vec::new(),
            stop: HitStop::default(),
            crushed: 0,
        };
        game.put_up();
        game
    }

    /// Begins there from now on, and does so at once. Without room, or without a place, that is where the level says.
    pub fn begin_at(&mut self, start: Option<DVec2>) {
        self.respawn.start = start;
        self.restart();
    }

    /// Restarts the game, with everything where the arena has it.
    pub fn restart(&mut self) {
        let put = |at| self.world.put(at, Stance::default(), 0);
        let player = self.respawn.start.and_then(put).unwrap_or_else(|| self.world.start());
        self.place(player);
        self.respawn.begun += 1;
        (self.respawn.safe, self.pressed.stale) = (None, 0);
        self.put_up();
    }

    /// Puts the knight back where he last stood safely, and leaves all else. If there is no such place, or
    /// something is there now, the game restarts.
    fn come_back(&mut self) {
        let tick = self.hero.player.tick;
        let put = |at| self.world.put(at, Stance::default(), tick);
        let Some(player) = self.respawn.safe.and_then(put) else { return self.restart() };
        self.place(player);
        self.respawn.begun += 1;
        self.respawn.back = self.respawn.safe.map(|at| (self.tick, at));
        self.pressed.stale |= self.pressed.last;
    }

    /// Lets the knight begin as a player in the world.
    fn place(&mut self, player: Player) {
        self.hero = Hero::new(&self.characters.knight, &self.arena.tables[0], player, &self.world);
    }

    /// Returns true if the knight stands on unmoving ground that continues to both sides, at any height.
    fn is_safe(&self) -> bool {
        let player = &self.hero.player;
        let at = player.at;
        let goes_on = |aside: f64| {
            let beside = at + dvec2(aside, 0.5 * SAFE);
            self.arena.level.height_below(beside).is_some() || self.world.is_solid(beside, player.tick)
        };
        let stays = |obstacle: usize| self.arena.level.obstacles[obstacle].moves.is_none();
        player.state == MovementMode::Ground
            && player.stance == Stance::Standing
            && player.stands_on(&self.world).into_iter().all(stays)
            && [-SAFE, SAFE].into_iter().all(goes_on)
    }

    /// Creates the dummies, and gives the knight his props.
    fn put_up(&mut self) {
        let finish = self.arena.finish;
        let guards = |at: DVec2| finish.is_some_and(|finish| finish.distance(at) < GUARDED);
        let dummy = |&at: &DVec2| Dummy::new(&self.characters.dummy, &self.arena.tables[1], at, guards(at));
        self.dummies = self.arena.dummies.iter().map(dummy).collect();
        self.props = Props::default();
        self.struck = vec![Conditions::default(); 1 + self.dummies.len()];
        self.counted = Hits::default();
        self.hits.clear();
        self.stop = HitStop::default();
        (self.crushed, self.respawn.back) = (0, None);
        let counts = finish.is_some() && self.respawn.start.is_none();
        self.attempt =
            counts.then(|| Attempt { fallen: vec![false; self.dummies.len()], ..Attempt::default() });
    }

    /// Makes a tick with the buttons that are pressed meanwhile. A knight who falls out of the level comes
    /// back. After a hit the game pauses for some ticks (hit stop), and buttons pressed then count in the
    /// next one. Once he has arrived, no button counts.
    pub fn step(&mut self, buttons: Buttons) {
        self.tick += 1;
        let has_ended = self.attempt.as_ref().is_some_and(|attempt| attempt.ended.is_some());
        self.go_on(if has_ended { 0 } else { buttons });
        let player = &self.hero.player;
        let near = |finish: DVec2| finish.distance(player.at) < THERE;
        let arrives = player.state == MovementMode::Ground && self.arena.finish.is_some_and(near);
        let is_back = self.respawn.back.is_some_and(|(tick, _)| tick == self.tick);
        if let Some(attempt) = &mut self.attempt {
            let what = [buttons != 0, is_back, arrives];
            attempt.step(what, self.dummies.iter().map(Dummy::is_down));
            let done = std::iter::once(attempt.ended.is_some()).chain(attempt.fallen.iter().copied());
            for (struck, done) in self.struck.iter_mut().zip(done) {
                struck.set(Condition::Done, done);
            }
        }
    }

    /// Makes a tick of all but the clock.
    fn go_on(&mut self, buttons: Buttons) {
        let HitStop { left, kept, stood } = &mut self.stop;
        let buttons = std::mem::take(kept) | buttons;
        *stood = *left > 0;
        if *stood {
            (*left, *kept) = (*left - 1, buttons);
            return;
        }
        let Pressed { last, stale } = &mut self.pressed;
        *stale &= buttons;
        let buttons = buttons & !*stale;
        let now = buttons & !std::mem::replace(last, buttons);
        let jumps = now & button::JUMP != 0;
        let keys = ladders::on_the_rungs(buttons, jumps, &self.hero.player, &self.world);
        let keys = if self.props.hand(SWORD) == Hand::Right { keys } else { keys & !button::SWING };
        let blockers: Vec<Blocker> = self.dummies.iter().filter_map(Dummy::blocker).collect();
        self.hero.step(&self.world, &blockers, keys, self.struck[KNIGHTS]);
        let at = self.hero.player.at;
        let state = self.hero.actor.state();
        let is_up = state.is_some_and(|state| !state.spared);
        for (dummy, &struck) in self.dummies.iter_mut().zip(&self.struck[DUMMIES..]) {
            dummy.step(struck, at, is_up);
        }
        // Before a wall too, or the blade would be in the rock.
        let ahead = BLADE * dvec2(self.hero.actor.stands[1].heading.to_the_right().signum(), 1.0);
        let at_wall = self.world.is_solid(at + ahead, self.hero.player.tick);
        let blades = self.arena.spheres[0].iter().filter(|sphere| sphere.hits && sphere.on == SWORD);
        let mut spans = blades.flat_map(|sphere| &sphere.spans);
        let stows = |state: &State| state.stows || at_wall && !spans.any(|span| span.clip == state.clip);
        self.props.step(now & button::EXCHANGE != 0, state.is_some_and(stows));
        self.strike();
        self.crushed += u32::from(self.hero.player.state == MovementMode::Crushed);
        if self.crushed > CRUSHED {
            self.restart();
        } else if at.y < self.arena.level.lowest() - ABYSS {
            self.come_back();
        } else if self.is_safe() {
            self.respawn.safe = Some(at);
        }
    }

    /// Finds the hits of this tick, and the conditions that they set.
    fn strike(&mut self) {
        let mut counted = std::mem::take(&mut self.counted);
        let machines = std::iter::once(&self.hero.actor.machine)
            .chain(self.dummies.iter().map(|dummy| &dummy.actor.machine));
        let bodies = machines.enumerate();
        let bodies = bodies.map(|(body, machine)| Body { spheres: self.spheres(body), since: machine.since });
        let hits = counted.step(self.tick, &bodies.collect::<Vec<_>>());
        self.counted = counted;
        self.struck.fill(Conditions::default());
        for hit in hits {
            let condition = if hit.hard { Condition::HitHard } else { Condition::Hit };
            self.struck[hit.bodies[1]].set(condition, true);
            self.hits.truncate(REMEMBERED - 1);
            self.hits.push_front(hit);
            self.stop.left = STOPS;
        }
    }

    /// Returns the spheres during the last tick of a body, where 0 is the knight and the dummies follow.
    pub fn spheres(&self, body: usize) -> Vec<Placed<'_>> {
        let [knights, dummies] = &self.arena.spheres;
        if body == KNIGHTS {
            return placed(knights, |on| self.world_from(on), &self.hero.actor.played);
        }
        let Some(dummy) = self.dummies.get(body - DUMMIES) else { return Vec::new() };
        placed(dummies, |on| dummy.actor.world_from(on), &dummy.actor.played)
    }

    /// Returns a knight's joint's or prop's matrix to the level, before and after the last tick.
    fn world_from(&self, on: &str) -> Option<[Mat4; 2]> {
        if ![SWORD, LAMP].contains(&on) {
            return self.hero.actor.world_from(on);
        }
        let world_from = |between: f32, model_from_joints: &[Mat4]| {
            let world_from_model = self.hero.actor.world_from_model(between);
            self.props.world_from(on, &self.characters.knight, world_from_model, model_from_joints)
        };
        Some([world_from(0.0, self.hero.actor.before())?, world_from(1.0, self.hero.actor.now())?])
    }

    /// Continues in another arena. If only its level differs, the knight stays where he is if he has room; if
    /// dummies or tables do, the game restarts.
    pub fn change(&mut self, arena: Arena) {
        let old = std::mem::replace(&mut self.arena, Arc::new(arena));
        let (moved, retold) = (old.level != self.arena.level, old.tables != self.arena.tables);
        if moved || retold {
            self.stay();
        }
        let is_other = old.dummies != self.arena.dummies || old.finish != self.arena.finish;
        if is_other || retold {
            self.put_up();
        }
        if moved || is_other || retold {
            self.attempt = None;
        }
    }

    pub fn set_movement(&mut self, movement: MovementParameters) {
        Arc::make_mut(&mut self.world).movement = movement;
    }

    /// Puts the knight into a rebuilt world at the same place, or if he has no room there, restarts.
    fn stay(&mut self) {
        let player = &self.hero.player;
        let (at, stance, tick) = (player.at, player.stance, player.tick);
        self.world = Arc::new(World::with(&self.arena.level, self.world.movement));
        let player = self.world.put(at, stance, tick).unwrap_or_else(|| self.world.start());
        self.respawn.safe = None;
        self.place(player);
    }

    /// Returns the place between the knight's feet, `between` the last two ticks, from 0 to 1.
    pub fn at(&self, between: f64) -> DVec2 {
        self.hero.actor.world_from_model(between as f32).w_axis.truncate().truncate().as_dvec2()
    }

    /// Returns the place for the camera to follow: the knight, unless he falls out of the level.
    pub fn seen(&self) -> DVec2 {
        let at = self.hero.player.at;
        DVec2::new(at.x, at.y.max(self.arena.level.lowest()))
    }

    /// Returns a platform's offset from its place in the level, `between` the last two ticks, from 0 to 1.
    pub fn moved(&self, obstacle: usize, between: f64) -> DVec2 {
        let tick = self.hero.player.tick;
        let before = self.world.moved(obstacle, tick.saturating_sub(1));
        before.lerp(self.world.moved(obstacle, tick), between)
    }
}
