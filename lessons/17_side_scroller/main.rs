//! A side scroller's ground: a player who runs over polygons without falling through them.
//!
//! ```text
//! level ── grown 17.1 ─→ rings ── step 17.5 ─→ mesh              when somebody has changed it: `edit`
//! keys ── vertical_step 17.4 ─→ way ── leaves 17.3 ─→ triangle, or a hit     in each tick: `update`
//!                 flown ─→ edge ── beyond ─→ player
//! keys ──→ way ── contact 17.2 ─→ the same without triangles                 in `ghost`
//! player ──→ figure ──→ frame                                    whenever one is due: `draw`
//! ```

mod arcs;
mod figure;
mod force;
mod game;
mod ghost;
mod layers;
mod panel;
mod shown;

use anyhow::Result;
use force::Force;
use game::Game;
use ghost::Ghost;
use gl::Gl;
use shown::Shown;
use side_scroller::editor::Editor;
use side_scroller::playground::{ACTIONS, MOVES, PACE, Playground, held};
use stage::{Action, Args, Camera, Clock, Edits, Frame, Lesson, Pace, Panel, Pointer, Scene, Step};
use std::process::ExitCode;

fn main() -> ExitCode {
    let scenes = [Scene::of::<Play>("play"), Scene::of::<Force>("force")];
    stage::run_scenes(env!("CARGO_BIN_NAME"), &scenes)
}

/// Visible height in metres.
const HEIGHT: f32 = 11.0;

struct Play {
    ground: Playground,
    game: Game,
    ghost: Ghost,
    shown: Shown,
}

impl Lesson for Play {
    fn pace(&self) -> Pace {
        PACE
    }

    fn actions() -> &'static [Action] {
        &ACTIONS
    }

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let editor = Editor::open(gl, args, "levels/lesson_17.toml", false)?;
        let level = &editor.arena().level;
        let shown = Shown::new(gl, level)?;
        let game = Game::new(level);
        Ok(Self { ghost: Ghost::new(level), ground: Playground::new(editor, game.followed()), game, shown })
    }

    fn camera(&self) -> Camera {
        self.shown.camera(self.ground.eye.shown, HEIGHT)
    }

    fn update(&mut self, step: Step) {
        self.edit(step.input.mouse.as_ref());
        if !self.ground.is_due(&step.input) {
            return;
        }
        let keys = held(&step.input, &MOVES);
        self.game.tick(keys);
        self.ghost.tick(keys, &self.game);
        self.ground.eye.tick(self.game.followed(), self.game.player.velocity);
        // A game that is over doesn't restart during a drag.
        if self.game.is_over() && !self.ground.editor.is_dragging() {
            self.restart();
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let between = self.ground.between;
        self.shown.draw(frame, &self.game, between, self.ground.eye.shown)?;
        self.ghost.draw(frame, between);
        self.ground.draw(frame, self.game.at(between), |obstacle| self.game.moved(obstacle, 1.0));
        Ok(())
    }

    fn follow(&mut self, camera: &mut Camera, between: f32) {
        self.ground.begin_frame(camera, between);
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

impl Play {
    /// Lets the editor go on. If the level is another one then, so is the world with its meshes.
    fn edit(&mut self, mouse: Option<&Pointer>) {
        let Self { ground, game, .. } = self;
        ground.editor.update(mouse, |obstacle| game.moved(obstacle, 1.0));
        let Some(is_opened) = ground.editor.changed() else { return };
        let level = &ground.editor.arena().level;
        self.shown.change(level);
        game.change(level);
        self.ghost = Ghost::new(level);
        if is_opened {
            self.restart();
        }
    }

    /// Begins again at the level's start.
    fn restart(&mut self) {
        self.game.place(self.game.world.start());
        self.ghost.switch(self.ghost.is_on(), &self.game);
        self.ground.eye.jump(self.game.followed());
    }
}
