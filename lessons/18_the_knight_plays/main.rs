//! The knight plays: a character whose animation follows what the player does.
//!
//! ```text
//! buttons ──→ conditions ── next 18.1, with the table of 18.2 ─→ state ──→ clip ──→ pose     in each tick: `update`, by `Game::step`
//! speed ── pace 14.4 ─→ gaits ──→ clip
//! pose ── world_from_prop 18.3 ─→ sword ── touch 18.4 ─→ hit
//! pose ──→ palette ──→ frame                                   whenever one is due: `draw`
//! ```

mod assets;
mod banner;
mod cast;
mod controls;
mod debug;
mod impact;
mod panel;
mod signs;
mod states;
mod tables;

use anyhow::Result;
use cast::{Cast, CastMoment};
use controls::{ACTIONS, AGAIN, BUTTONS, Controls, LAMP};
use gl::{Gl, Light};
use play::Game;
use side_scroller::best::Best;
use side_scroller::editor::Editor;
use side_scroller::landscape::Landscape;
use side_scroller::playground::{MOVES, PACE, Playground, held};
use stage::{Action, Args, Camera, Clock, Edits, Frame, Inspected, Lesson, Pace, Panel, Pointer, Step};
use std::cell::OnceCell;
use std::path::PathBuf;
use std::process::ExitCode;
use tables::Tables;

fn main() -> ExitCode {
    stage::run::<KnightPlays>(env!("CARGO_BIN_NAME"))
}

struct KnightPlays {
    tables: Tables,
    ground: Playground,
    game: Game,
    /// The best time in this yard, once an attempt asks for it, and the folder for all that lessons save.
    best: OnceCell<Best>,
    saves: Option<PathBuf>,
    landscape: Landscape,
    cast: Cast,
    /// The players in this frame.
    seen: CastMoment,
    controls: Controls,
    /// True if the camera is to be the game's own again, since an attempt began anew, or once the editor's turn is over.
    looks_anew: bool,
}

impl Lesson for KnightPlays {
    fn pace(&self) -> Pace {
        PACE
    }

    fn actions() -> &'static [Action] {
        &ACTIONS
    }

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let (cast, characters) = Cast::open(gl)?;
        let tables = Tables::open(gl, &characters)?;
        let mut editor = Editor::open(gl, args, "levels/lesson_18.toml", true)?;
        editor.models = cast.assets.pieces();
        let game = Game::new(&characters, tables.with(editor.arena()));
        Ok(Self {
            best: OnceCell::new(),
            saves: args.saves(),
            tables,
            ground: Playground::new(editor, Controls::default().followed(&game)),
            landscape: Landscape::new(gl, &game.arena.level)?,
            cast,
            seen: CastMoment::new(&game, 1.0),
            controls: Controls::default(),
            looks_anew: false,
            game,
        })
    }

    fn camera(&self) -> Camera {
        // 6.4 m of the level are visible, from 9° above.
        Camera::orbit(self.ground.eye.shown, 6.4, 0.0, 9.0)
    }

    fn update(&mut self, step: Step) {
        let (again, edits) = (step.input.pressed(AGAIN), self.ground.editor.has_turn());
        self.looks_anew |= again || edits;
        if again && !edits {
            self.put(Game::restart);
        }
        let Self { ground, game, controls, .. } = self;
        if edits {
            return ground.editor.update(step.input.mouse.as_ref(), |obstacle| game.moved(obstacle, 1.0));
        }
        controls.lamp ^= step.input.pressed(LAMP);
        if !ground.is_due(&step.input) {
            return;
        }
        let begun = game.respawn.begun;
        game.step(held(&step.input, &MOVES) | held(&step.input, &BUTTONS));
        let at = controls.followed(game);
        match game.respawn.begun == begun {
            true => ground.eye.tick(at, game.hero.player.velocity),
            // He was put there.
            false => ground.eye.jump(at),
        }
        let ended = game.attempt.as_ref().filter(|attempt| attempt.ended == Some(0));
        if let Some(ticks) = ended.map(|attempt| attempt.ticks) {
            self.best();
            self.best.get_mut().into_iter().for_each(|best| best.count(ticks));
        }
    }

    fn light(&self) -> Option<Light> {
        Some(self.seen.light(&self.controls))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let (game, seen, between) = (&self.game, &self.seen, self.ground.between);
        let moved = |obstacle| game.moved(obstacle, seen.between);
        // Near things are drawn first, so that what they cover is not shaded.
        self.cast.draw(frame, game, seen)?;
        self.landscape.draw(frame, moved, (game.at(seen.between), game.hero.player.stance))?;
        self.landscape.draw_hills(frame, None)?;
        impact::draw(frame, game, between);
        if let Some((attempt, finish)) = game.attempt.as_ref().zip(game.arena.finish)
            && let Some(ago) = attempt.ended
        {
            banner::draw(frame, finish, attempt, f64::from(ago) + between)?;
        }
        self.cast.draw_shadows(frame, game, seen, &self.landscape.floors)?;
        if self.controls.spheres {
            self.cast.debug.draw(frame, game, seen.between as f32)?;
        }
        if self.controls.states {
            states::draw(frame, &game.hero);
        }
        if !self.ground.editor.has_turn() {
            let attempt = game.attempt.as_ref().map(|attempt| (attempt, self.best()));
            signs::draw(frame, game, attempt, between);
        }
        let at = game.at(seen.between);
        if self.ground.paused {
            // A script that asks for a missing point is told this one, and so what the keys have come to, to the last bit.
            let (hero, hits) = (&game.hero, &game.hits);
            let machines: Vec<_> = game.dummies.iter().map(|dummy| &dummy.actor.machine).collect();
            let bits = (&hero.player, &hero.actor.machine, hero.actor.world_from("foot.L"), machines, hits);
            frame.handle(format!("paused: {bits:?}"), at.as_vec2().extend(0.0));
        }
        self.ground.draw(frame, at, moved);
        Ok(())
    }

    fn follow(&mut self, camera: &mut Camera, between: f32) {
        self.change();
        self.ground.eye.higher = self.controls.higher(camera.height);
        if !self.ground.editor.has_turn() && std::mem::take(&mut self.looks_anew) {
            *camera = self.camera();
        }
        self.ground.begin_frame(camera, between);
        self.seen = CastMoment::new(&self.game, self.ground.between);
    }

    fn inspected(&self) -> Option<Inspected> {
        self.cast.inspected(&self.seen)
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        self.ground.editor.pointer(pointer, |obstacle| self.game.moved(obstacle, 1.0))
    }

    fn edits(&mut self) -> Option<&mut dyn Edits> {
        Some(&mut self.ground.editor)
    }
}

impl KnightPlays {
    /// The best time in this yard. Its folder is read when an attempt begins, and a yard that changes has none.
    fn best(&self) -> &Best {
        self.best.get_or_init(|| Best::of(&self.game.arena, self.saves.as_deref()))
    }

    /// Puts the knight elsewhere. The camera follows him there at once.
    fn put(&mut self, put: impl FnOnce(&mut Game)) {
        put(&mut self.game);
        self.ground.eye.jump(self.controls.followed(&self.game));
    }

    /// Goes on with what the editor has changed, and with files that were saved meanwhile.
    fn change(&mut self) {
        let opened = self.ground.editor.changed();
        let Some(arena) = self.tables.renewed(self.ground.editor.arena(), opened.is_some()) else { return };
        self.landscape.change(&arena.level);
        self.game.change(arena);
        self.best = OnceCell::new();
        if opened == Some(true) {
            self.put(Game::restart);
        }
    }
}
