//! A side scroller's ground: a player who runs over polygons without falling through them.
//!
//! ```text
//! level ── grown 16.1 ─→ rings ── step 16.5 ─→ mesh              when somebody has changed it: `edit`
//! keys ── vertical_step 16.4 ─→ way ── leaves 16.3 ─→ triangle, or a hit     in each tick: `tick`
//!                 flown ─→ edge ── beyond ─→ player
//! keys ──→ way ── contact 16.2 ─→ the same without triangles                 in `ghost`
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
use glam::{DVec2, Vec3, dvec2};
use ground::{Controls, Player};
use shown::Shown;
use side_scroller::editor::{Command, Editor};
use side_scroller::follow::Eye;
use side_scroller::replay::Replay;
use side_scroller::time::{self, DOWN, JUMP, LEFT, ONE, PAUSE, RIGHT, Time, UP};
use stage::{
    Action, Args, Camera, Clock, Frame, KeyPress, Lesson, Pace, Panel, Panels, Pointer, Scenes, Step,
};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<Scenes<Play, Force>>(env!("CARGO_BIN_NAME"))
}

/// Number of steps in a second.
const HERTZ: u32 = 120;

/// All of them, and the editor's.
const ACTIONS: [Action; 13] = {
    let [undo, redo, delete, duplicate, save, into] = Command::ACTIONS;
    [LEFT, RIGHT, UP, DOWN, JUMP, PAUSE, ONE, undo, redo, delete, duplicate, save, into]
};

/// Visible height in metres, and the camera's angle downwards in degrees.
const HEIGHT: f32 = 11.0;
const PITCH: f32 = 11.0;

/// Height of the camera's target above the feet.
const ABOVE: DVec2 = dvec2(0.0, 1.7);

/// Least height of the target above the level's lowest corner, so that little is seen of what is below the level.
const LEAST: f64 = 4.0;

struct Play {
    editor: Editor,
    game: Game,
    ghost: Ghost,
    /// The keys pressed since the last tick.
    pressed: Controls,
    time: Time,
    replay: Replay<Player>,
    eye: Eye,
    follows: bool,
    flat: bool,
    shown: Shown,
}

impl Lesson for Play {
    const SCENE: &'static str = "play";
    const PACE: Pace = Pace::Fixed { hertz: HERTZ };
    const HAS_JOINTS: bool = false;
    const COMPARES: bool = false;
    const ACTIONS: &'static [Action] = &ACTIONS;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let editor = Editor::open(gl, args, "levels/lesson_16.toml", true)?;
        let game = Game::new(editor.arena().level.clone());
        Ok(Self {
            ghost: Ghost::new(&editor.arena().level),
            editor,
            pressed: Controls::default(),
            time: Time::default(),
            replay: Replay::default(),
            eye: Eye::new(looked_at(&game)),
            game,
            follows: true,
            flat: false,
            shown: Shown::new(gl)?,
        })
    }

    fn camera(&self) -> Camera {
        self.viewer(self.eye.shown, HEIGHT)
    }

    fn update(&mut self, step: Step) {
        self.edit(step.input.mouse.as_ref());
        self.pressed = time::pressed(self.pressed, &step.input);
        if self.time.step(&step.input) {
            self.tick();
        }
    }

    fn follow(&mut self, camera: &mut Camera, between: f32) {
        if self.follows {
            self.eye.lead(&mut camera.target, self.time.between(between));
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
        self.editor.key(press)
    }

    fn unsaved(&self) -> Option<String> {
        self.editor.unsaved()
    }

    fn save(&mut self) -> Result<()> {
        self.editor.save()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let between = self.time.between(frame.between);
        let at = self.game.at(between).as_vec2().extend(0.0);
        self.shown.draw(frame, &self.game, between, self.flat.then_some(self.eye.shown))?;
        self.ghost.draw(frame, between);
        self.editor.draw(frame, |obstacle| self.game.moved(obstacle, 1.0));
        self.replay.handles(frame, at);
        Ok(())
    }
}

impl Play {
    /// Runs one tick of the game: the buttons move the player, and the camera follows.
    fn tick(&mut self) {
        let keys = self.replay.keys(std::mem::take(&mut self.pressed));
        self.game.tick(keys);
        self.ghost.tick(keys, &self.game);
        self.replay.tick(&self.game.player);
        self.eye.tick(looked_at(&self.game), self.game.player.velocity(&self.game.world));
        // A game that is over doesn't restart during a drag.
        if self.game.is_over() && !self.editor.is_dragging() {
            self.restart();
        }
    }

    /// Lets the editor go on. If the level is another one then, so is the world with its meshes.
    fn edit(&mut self, mouse: Option<&Pointer>) {
        let game = &mut self.game;
        self.editor.reread();
        self.editor.update(mouse, |obstacle| game.moved(obstacle, 1.0));
        let Some(is_opened) = self.editor.changed() else { return };
        game.change(&self.editor.arena().level);
        self.ghost = Ghost::new(&game.level);
        self.shown.forget();
        // The same controls have other effects in another level.
        self.replay.forget();
        if is_opened {
            self.restart();
        }
    }

    /// Puts another player in the place of this one.
    fn begin(&mut self, player: Player) {
        self.game.place(player);
        self.ghost.switch(self.ghost.is_on(), &self.game);
        self.eye.jump(looked_at(&self.game));
    }

    /// Begins again at the level's start.
    fn restart(&mut self) {
        self.replay.stop(&self.game.player);
        self.begin(self.game.world.start());
    }

    /// Returns the camera in front of a place, with the depth of its lens.
    fn viewer(&self, target: Vec3, height: f32) -> Camera {
        match self.flat {
            true => Camera::flat(target, height),
            false => Camera::orbit(target, height, 0.0, PITCH),
        }
    }
}

/// Returns the place that the camera follows.
fn looked_at(game: &Game) -> DVec2 {
    (game.seen() + ABOVE).max(dvec2(f64::MIN, game.lowest() + LEAST))
}
