//! The arena, and the knight who plays in it.

mod cast;
mod controls;
mod debug;
mod status;
mod tables;

use anyhow::Result;
use cast::{Cast, Seen};
use common::gl::Gl;
use common::ground::Ways;
use common::play::{Buttons, Game, Stocks};
use common::stage::{Args, Camera, Frame, Lens, Panel, Step};
use controls::Controls;
use debug::Debug;
use glam::{DVec2, Vec3, dvec2};
use lessons::arena::yard;
use lessons::floors::Floors;
use lessons::follow::Eye;
use lessons::hills::Hills;
use lessons::scenery::Scenery;
use lessons::shadow;
use lessons::tape::{Tape, Wish};
use lessons::time::Time;
use tables::Tables;

/// How many metres are seen from below to above, and how far one looks down on it, in degrees.
const HEIGHT: f32 = 6.4;
const PITCH: f32 = 9.0;

/// How far above the feet one looks.
const ABOVE: DVec2 = dvec2(0.0, 1.35);

/// Half of how wide the knight's shadow is, in metres.
const SHADOW: f32 = 0.32;

pub struct Play {
    tables: Tables,
    game: Game,
    /// How often the game had begun again at the last tick.
    begun: u32,
    /// What was pressed since the last tick.
    pressed: Buttons,
    time: Time,
    tape: Tape<Game>,
    eye: Eye,
    controls: Controls,
    /// Whether what is far is as large as what is near.
    parallel: bool,
    hills: Hills,
    floors: Floors,
    scenery: Scenery,
    cast: Cast,
    debug: Debug,
}

impl Play {
    pub fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let stocks = Stocks::read(&common::course::root().join("assets"))?;
        let tables = Tables::open(gl, &stocks)?;
        let arena = tables.in_arena(yard());
        let floors = Floors::new(&arena.level);
        let scenery = Scenery::new(gl, &arena.level, &floors)?;
        let game = Game::new(&stocks, arena)?;
        Ok(Self {
            tables,
            begun: game.begun(),
            pressed: Buttons::default(),
            time: Time::default(),
            tape: Tape::default(),
            eye: Eye::new(game.seen() + ABOVE),
            game,
            controls: Controls::default(),
            parallel: false,
            hills: Hills::new(gl)?,
            floors,
            scenery,
            cast: Cast::open(gl, &stocks)?,
            debug: Debug::new(gl)?,
        })
    }

    pub fn camera(&self) -> Camera {
        self.viewer(self.eye.shown, HEIGHT)
    }

    /// The viewer, in front of a place. What it sees in depth is as its lens shows it.
    fn viewer(&self, target: Vec3, height: f32) -> Camera {
        match self.controls.flat {
            true => Camera::flat(target, height),
            false => Camera::orbit(target, height, 0.0, PITCH),
        }
    }

    pub fn update(&mut self, step: &Step) {
        self.read_tables();
        self.pressed = controls::pressed(self.pressed, &step.input);
        self.controls.update(&step.input);
        if self.time.step(&step.input) {
            self.tick();
        }
    }

    /// Goes on with tables that were saved meanwhile.
    fn read_tables(&mut self) {
        if self.tables.are_new() {
            let arena = self.tables.in_arena(self.game.arena().clone());
            // What cannot be read has been told already, and did not come as far as this.
            if self.game.change(arena).is_ok() {
                self.tape.forget();
            }
        }
    }

    /// One tick of the game.
    fn tick(&mut self) {
        let buttons = self.tape.keys(std::mem::take(&mut self.pressed));
        self.game.step(buttons);
        self.tape.tick(&self.game);
        let velocity = self.game.hero().player().velocity(self.game.world());
        self.eye.tick(self.game.seen() + ABOVE, velocity);
        if self.game.begun() != self.begun {
            self.looks_anew();
        }
    }

    /// Follows the knight from where he is now.
    fn looks_anew(&mut self) {
        self.begun = self.game.begun();
        self.eye.jump(self.game.seen() + ABOVE);
    }

    pub fn follow(&mut self, camera: &mut Camera, between: f32) {
        self.parallel = camera.lens == Lens::Orthographic;
        if self.controls.follows {
            self.eye.lead(&mut camera.target, self.time.between(between));
        }
    }

    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        let flat = self.controls.flat;
        self.controls.panel(panel);
        if self.controls.flat != flat {
            let Camera { target, height, .. } = *panel.camera;
            *panel.camera = self.viewer(target, height);
        }
        self.jump_panel(panel);
        panel.heading("Play");
        self.time.panel(panel);
        panel.same_line();
        if panel.command("restart") {
            self.tape.stop(&self.game);
            self.game.restart();
            self.looks_anew();
        }
        if let Wish::Begin(game) = self.tape.panel(panel, &self.game) {
            self.game = game;
            self.looks_anew();
        }
        status::panel(panel, &self.game);
    }

    /// What helps those who jump. Keys lead elsewhere without it, so the tape forgets.
    fn jump_panel(&mut self, panel: &mut Panel<'_>) {
        let before = self.controls.helps;
        controls::helps(panel, &mut self.controls.helps);
        if self.controls.helps != before {
            self.game.set_ways(self.controls.helps.of(Ways::KNIGHT));
            self.tape.forget();
        }
    }

    pub fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let (game, between) = (&self.game, self.time.between(frame.between));
        let seen = Seen::new(game, between as f32);
        let moved = |obstacle| game.moved(obstacle, between);
        self.cast.light(frame, &seen, &self.controls, self.eye.shown)?;
        self.hills.draw(frame, self.parallel.then_some(self.eye.shown))?;
        self.scenery.draw(frame, moved)?;
        let at = game.at(between);
        shadow::draw(frame, self.floors.all(moved), at, SHADOW)?;
        for dummy in game.dummies() {
            shadow::draw(frame, self.floors.all(moved), dummy.at(), SHADOW)?;
        }
        self.cast.draw(frame, &seen)?;
        if self.controls.skeleton {
            self.cast.draw_skeletons(frame, &seen)?;
        }
        self.debug.draw(frame, game, &self.controls, seen.between)?;
        frame.handle("player", at.as_vec2().extend(0.0));
        if let Some(sum) = self.tape.proven() {
            frame.handle(format!("again the same: {sum:016x}"), at.as_vec2().extend(0.0));
        }
        Ok(())
    }
}
