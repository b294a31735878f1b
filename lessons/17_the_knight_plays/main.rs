//! The knight plays: a character whose animation follows what the player does.
//!
//! ```text
//! buttons ──→ conditions ── next 17.1, with the table of 17.2 ─→ state ──→ clip ──→ pose     in each tick: `tick`, by `Game::step`
//! speed ── pace 17.3 ─→ strides ──→ clip
//! pose ── world_from_prop 17.4 ─→ sword ── touch 17.5 ─→ hit
//! pose ──→ palette ──→ frame                                   whenever one is due: `draw`
//! ```

mod assets;
mod cast;
mod controls;
mod debug;
mod graph;
mod impact;
mod panel;
mod tables;

use anyhow::Result;
use cast::{Cast, CastMoment};
use controls::{ACTIONS, Controls, EDIT, EDITING};
use debug::Debug;
use gl::{Gl, View};
use glam::{DVec2, dvec2};
use graph::Graph;
use play::{Buttons, CharacterAssets, Game};
use side_scroller::editor::Editor;
use side_scroller::floors::Floors;
use side_scroller::follow::Eye;
use side_scroller::hills::Hills;
use side_scroller::replay::Replay;
use side_scroller::scenery::Scenery;
use side_scroller::shadow;
use side_scroller::time::Time;
use stage::{
    Action, Args, Camera, Clock, Frame, Inspected, KeyPress, Lesson, Light, Pace, Panel, Panels, Pointer,
    Step,
};
use std::cell::{OnceCell, RefCell};
use std::process::ExitCode;
use std::rc::Rc;
use tables::Tables;

fn main() -> ExitCode {
    stage::run::<KnightPlays>(env!("CARGO_BIN_NAME"))
}

/// Number of steps in a second.
const HERTZ: u32 = 120;

/// Visible height in metres, and the camera's angle downwards in degrees.
const HEIGHT: f32 = 6.4;
const PITCH: f32 = 9.0;

/// Height of the camera's target above the feet; with the graph, which is below, it is less.
const ABOVE: DVec2 = dvec2(0.0, 1.6);
const ABOVE_GRAPH: DVec2 = dvec2(0.0, 0.7);

struct KnightPlays {
    tables: Tables,
    editor: Editor,
    game: Game,
    /// First place of the knight, if not the level's own.
    place: Option<DVec2>,
    /// Number of new beginnings up to the last tick.
    begun: u32,
    /// The buttons pressed since the last tick.
    pressed: Buttons,
    time: Time,
    replay: Replay<Game>,
    eye: Eye,
    controls: Controls,
    /// Time of this frame between two steps, and the players at that time, once something asks for them.
    steps: f32,
    seen: OnceCell<CastMoment>,
    hills: Hills,
    floors: Floors,
    /// Uploaded when it is drawn first, and when the level has changed.
    scenery: RefCell<Option<Scenery>>,
    cast: Cast,
    debug: Debug,
    graph: Graph,
}

impl Lesson for KnightPlays {
    const PACE: Pace = Pace::Fixed { hertz: HERTZ };
    const ACTIONS: &'static [Action] = &ACTIONS;
    const COMPARES: bool = false;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let characters = CharacterAssets::read(&course::root().join("assets"))?;
        let tables = Tables::open(gl, &characters)?;
        let cast = Cast::open(gl, &characters)?;
        let editor = Editor::open(gl, args, "levels/lesson_17.toml", false)?;
        let game = Game::new(&characters, tables.with(editor.arena()));
        Ok(Self {
            tables,
            editor,
            floors: Floors::new(&game.arena().level),
            graph: Graph::new(&game.hero().table),
            begun: game.begun(),
            pressed: Buttons::default(),
            time: Time::default(),
            replay: Replay::default(),
            place: None,
            eye: Eye::new(game.seen() + ABOVE),
            game,
            controls: Controls::default(),
            steps: 1.0,
            seen: OnceCell::new(),
            hills: Hills::new(gl)?,
            scenery: RefCell::default(),
            cast,
            debug: Debug::new(gl)?,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(self.eye.shown, HEIGHT, 0.0, PITCH)
    }

    fn update(&mut self, step: Step) {
        if self.editor.is_on() {
            let game = &self.game;
            return self.editor.update(step.input.mouse.as_ref(), |obstacle| game.moved(obstacle, 1.0));
        }
        self.pressed = controls::pressed(self.pressed, &step.input);
        self.controls.update(&step.input);
        if self.time.step(&step.input) {
            self.tick();
        }
    }

    fn follow(&mut self, camera: &mut Camera, between: f32) {
        self.change_arena();
        (self.steps, self.seen) = (between, OnceCell::new());
        if self.controls.follows {
            let between = self.between();
            self.eye.lead(&mut camera.target, between);
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        self.editor.panels(panels);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        let game = &self.game;
        self.editor.pointer(pointer, |obstacle| game.moved(obstacle, 1.0))
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        if EDIT.keys.contains(&press.key) {
            self.editor.switch();
            return true;
        }
        self.editor.is_on() && self.editor.key(press)
    }

    fn keys(&self) -> Option<&'static str> {
        self.editor.is_on().then_some(EDITING)
    }

    fn unsaved(&self) -> Option<String> {
        self.editor.unsaved()
    }

    fn save(&mut self) -> Result<()> {
        self.editor.save()
    }

    fn inspected(&self) -> Option<Inspected> {
        self.cast.inspected(&self.game, self.seen())
    }

    fn light(&self, view: &View, _between: f32) -> Option<Rc<dyn Light>> {
        Some(self.cast.light(view, &self.game, self.seen(), &self.controls, self.eye.shown))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let (game, seen) = (&self.game, self.seen());
        let moved = |obstacle| game.moved(obstacle, seen.between);
        // Near things are drawn first, so that what they cover is not shaded.
        self.cast.draw(frame, game, seen)?;
        self.draw_scenery(frame, moved)?;
        self.hills.draw(frame, None)?;
        impact::draw(frame, game, self.between());
        for (middle, half) in seen.shadows(game) {
            shadow::draw(frame, self.floors.all(moved), middle, half)?;
        }
        if self.controls.skeleton {
            self.cast.draw_skeletons(frame, seen)?;
        }
        if self.controls.spheres {
            self.debug.draw(frame, game, seen.between as f32)?;
        }
        if self.controls.graph {
            graph::draw(frame, &self.graph, &game.hero().table, &game.hero().machine);
        }
        self.editor.draw(frame, moved);
        self.replay.handles(frame, game.at(seen.between).as_vec2().extend(0.0));
        Ok(())
    }
}

impl KnightPlays {
    /// Goes on with what the editor has changed, and with files that were saved meanwhile.
    fn change_arena(&mut self) {
        self.editor.reread();
        let changed = self.editor.changed();
        if !self.tables.are_renewed() && changed.is_none() {
            return;
        }
        let arena = self.tables.with(self.editor.arena());
        let moved = arena.level != self.game.arena().level;
        self.game.change(arena);
        if moved {
            self.floors = Floors::new(&self.game.arena().level);
            self.scenery = RefCell::default();
        }
        self.graph = Graph::new(&self.game.hero().table);
        // The same keys have other effects in another arena.
        self.replay.forget();
        if changed == Some(true) {
            self.game.restart();
            self.looks_anew();
        }
    }

    /// Runs one tick of the game: the buttons move the knight, and the camera follows.
    fn tick(&mut self) {
        let buttons = self.replay.keys(std::mem::take(&mut self.pressed));
        self.game.step(buttons);
        self.replay.tick(&self.game);
        let velocity = self.game.hero().player().velocity(self.game.world());
        self.eye.tick(self.looked_at(), velocity);
        if self.game.begun() != self.begun {
            self.looks_anew();
        }
    }

    /// Follows the knight from where he is now.
    fn looks_anew(&mut self) {
        self.begun = self.game.begun();
        self.eye.jump(self.looked_at());
    }

    /// Returns the place that the camera follows.
    fn looked_at(&self) -> DVec2 {
        self.game.seen() + if self.controls.graph { ABOVE_GRAPH } else { ABOVE }
    }

    /// Returns the frame's time between the last two ticks. Time stops at the last one in the editor.
    fn between(&self) -> f64 {
        if self.editor.is_on() { 1.0 } else { self.time.between(self.steps) }
    }

    /// The players in this frame. A game that is paused by a hit stays at its last tick.
    fn seen(&self) -> &CastMoment {
        let between = || if self.game.stood() { 1.0 } else { self.between() };
        self.seen.get_or_init(|| CastMoment::new(&self.game, between()))
    }

    fn draw_scenery(&self, frame: &mut Frame<'_>, moved: impl Fn(usize) -> DVec2) -> Result<()> {
        let mut scenery = self.scenery.borrow_mut();
        if scenery.is_none() {
            *scenery = Some(Scenery::new(frame.gl(), &self.game.arena().level, &self.floors)?);
        }
        scenery.as_ref().map_or(Ok(()), |scenery| scenery.draw(frame, moved))
    }
}
