//! A level to play in, and to change.

pub mod edit;
mod figure;
mod floors;
mod follow;
mod hills;
mod layers;
mod scenery;
mod shadow;
mod solid;
mod status;
mod tape;
mod time;

use crate::{DOWN, JUMP, LEFT, RIGHT, Scene, UP};
use anyhow::Result;
use common::gl::{Gl, MeshBuffers};
use common::ground::{Body, Keys, Level, Player, Stance, State, TICK, World};
use common::stage::{Args, Camera, Frame, Input, KeyPress, Lens, Panel, Panels, Pointer, Step};
use edit::Editor;
use figure::{Doing, Figure, FigurePainter};
use floors::Floors;
use follow::Eye;
use glam::{DVec2, Vec3, dvec2};
use hills::Hills;
use layers::Layers;
use scenery::Scenery;
use std::cell::RefCell;
use tape::{Tape, Wish};
use time::Time;

/// How many metres are seen from below to above, and how far one looks down on it, in degrees.
const HEIGHT: f32 = 11.0;
const PITCH: f32 = 11.0;

/// How far above the feet one looks.
const ABOVE: DVec2 = dvec2(0.0, 1.7);

/// Who falls so far below the level begins again.
const ABYSS: f64 = 9.0;

/// For how many ticks one sees that the player is crushed.
const CRUSHED: u64 = 90;

/// What is shown.
struct Shows {
    scenery: bool,
    grown: bool,
    mesh: bool,
    triangle: bool,
    /// Whose mesh: the player's, or that of one of the stances.
    stance: Option<Stance>,
}

/// What was uploaded of a version of the level.
#[derive(Default)]
struct Uploaded {
    scenery: Option<Scenery>,
    layers: [Option<Layers>; Stance::ALL.len()],
}

pub struct Play {
    editor: Editor,
    /// The level that the world was made of, and its version.
    level: Level,
    floors: Floors,
    version: u64,
    /// How many other levels were opened before it.
    opened: u64,
    world: World,
    /// The player at the last two ticks.
    before: Player,
    player: Player,
    crushed: u64,
    /// What was pressed since the last tick.
    pressed: Keys,
    figure: Figure,
    eye: Eye,
    follows: bool,
    flat: bool,
    /// Whether what is far is as large as what is near.
    parallel: bool,
    time: Time,
    tape: Tape,
    shows: Shows,
    uploaded: RefCell<Uploaded>,
    hills: Hills,
    painter: FigurePainter,
    triangle: MeshBuffers,
}

impl Play {
    pub fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let editor = Editor::open(args)?;
        let level = editor.level().clone();
        let world = World::new(&level);
        let player = world.start();
        let floors = Floors::new(&level);
        let doing = doing(&world, &floors, &player, Keys::default());
        Ok(Self {
            before: player.clone(),
            crushed: 0,
            pressed: Keys::default(),
            figure: Figure::new(doing),
            eye: Eye::new(player.at(&world) + ABOVE),
            follows: true,
            flat: false,
            parallel: false,
            time: Time::new(),
            tape: Tape::new(),
            shows: Shows { scenery: true, grown: false, mesh: false, triangle: false, stance: None },
            uploaded: RefCell::default(),
            hills: Hills::new(gl)?,
            painter: FigurePainter::new(gl)?,
            triangle: layers::unit_triangle(gl)?,
            version: editor.version(),
            opened: editor.opened(),
            editor,
            floors,
            level,
            world,
            player,
        })
    }

    /// Puts another player in the place of this one.
    fn place(&mut self, player: Player) {
        self.before = player.clone();
        self.player = player;
        self.crushed = 0;
        self.figure = Figure::new(doing(&self.world, &self.floors, &self.player, Keys::default()));
        self.eye.jump(self.player.at(&self.world) + ABOVE);
    }

    fn restart(&mut self) {
        self.tape.stop(&self.player);
        self.place(self.world.start());
    }

    /// One tick of the game.
    fn tick(&mut self) {
        let keys = self.tape.keys(std::mem::take(&mut self.pressed));
        let next = self.world.step(&self.player, keys);
        self.before = std::mem::replace(&mut self.player, next);
        self.tape.tick(&self.player);
        let doing = doing(&self.world, &self.floors, &self.player, keys);
        self.figure.tick(doing, TICK as f32);
        let lowest = self.lowest();
        self.eye.tick(doing.at.max(dvec2(f64::MIN, lowest)) + ABOVE, doing.velocity);
        if self.player.state() == State::Crushed {
            self.crushed += 1;
        }
        if self.crushed > CRUSHED || doing.at.y < lowest - ABYSS {
            self.restart();
        }
    }

    /// Lets the editor go on. If the level is another one then, so is the world, and the player stays where there is room.
    fn edit(&mut self, mouse: Option<&Pointer>) {
        let moved = (0..self.level.obstacles.len())
            .map(|obstacle| self.world.moved(obstacle, self.player.tick))
            .collect();
        self.editor.update(mouse, moved);
        if self.editor.version() == self.version {
            return;
        }
        let (at, stance, tick) = (self.player.at(&self.world), self.player.stance, self.player.tick);
        let velocity = self.player.velocity(&self.world);
        (self.level, self.version) = (self.editor.level().clone(), self.editor.version());
        self.world = World::new(&self.level);
        self.floors = Floors::new(&self.level);
        self.uploaded = RefCell::default();
        if self.opened != self.editor.opened() {
            self.opened = self.editor.opened();
            self.place(self.world.start());
            self.eye.jump(self.player.at(&self.world) + ABOVE);
        } else if let Some(mut player) = self.world.put(at, stance, tick) {
            player.body = thrown(player.body, velocity);
            (self.before, self.player) = (player.clone(), player);
        } else {
            self.place(self.world.start());
        }
        // Keys lead elsewhere in another level.
        self.tape.forget();
    }

    fn lowest(&self) -> f64 {
        let level = &self.level;
        let corners = level.obstacles.iter().flat_map(|obstacle| obstacle.polygon.corners());
        corners.map(|corner| corner.y).fold(level.start.y, f64::min)
    }

    /// Where the player is between the last two ticks.
    fn at(&self, between: f64) -> DVec2 {
        self.before.at(&self.world).lerp(self.player.at(&self.world), between)
    }

    /// Where a platform is between the last two ticks, from where the level has it.
    fn moved(&self, obstacle: usize, between: f64) -> DVec2 {
        let [before, now] =
            [&self.before, &self.player].map(|player| self.world.moved(obstacle, player.tick));
        before.lerp(now, between)
    }

    fn stance(&self) -> Stance {
        self.shows.stance.unwrap_or(self.player.stance)
    }

    /// The viewer, in front of a place. What it sees in depth is as its lens shows it.
    fn viewer(&self, target: Vec3, height: f32, lens: Lens) -> Camera {
        match self.flat {
            true => Camera::flat(target, height),
            false => Camera { lens, ..Camera::orbit(target, height, 0.0, PITCH) },
        }
    }

    fn shown_panel(&mut self, panel: &mut Panel<'_>) {
        let mut options = vec![(None, "player")];
        options
            .extend(Stance::ALL.into_iter().zip(["standing", "ducking", "large"]).map(|(s, n)| (Some(s), n)));
        panel.choice_of("mesh of", &mut self.shows.stance, &options);
        let shows = &mut self.shows;
        panel.switch("scenery", &mut shows.scenery);
        panel.same_line();
        panel.switch("grown", &mut shows.grown);
        panel.same_line();
        panel.switch("mesh", &mut shows.mesh);
        panel.switch("triangle", &mut shows.triangle);
        panel.same_line();
        let was = self.flat;
        panel.switch("flat", &mut self.flat);
        if self.flat != was {
            let Camera { target, height, .. } = *panel.camera;
            *panel.camera = self.viewer(target, height, Lens::Perspective);
        }
        panel.same_line();
        panel.switch("follow", &mut self.follows);
    }
}

impl Scene for Play {
    fn camera(&self) -> Camera {
        self.viewer(self.eye.shown, HEIGHT, Lens::Perspective)
    }

    fn update(&mut self, step: &Step) {
        self.edit(step.input.mouse.as_ref());
        self.pressed = both(self.pressed, pressed(&step.input));
        if self.time.step(&step.input) {
            self.tick();
        }
    }

    fn follow(&mut self, camera: &mut Camera, between: f32) {
        self.parallel = camera.lens == Lens::Orthographic;
        if self.follows {
            self.eye.lead(&mut camera.target, self.time.between(between));
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.shown_panel(panel);
        self.editor.panel(panel);
        panel.heading("Play");
        self.time.panel(panel);
        panel.same_line();
        if panel.command("restart") {
            self.restart();
        }
        if let Wish::Begin(player) = self.tape.panel(panel, &self.player) {
            self.place(player);
        }
        status::panel(panel, &self.world, &self.player);
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        self.editor.panels(panels);
    }

    fn pointer(&mut self, pointer: &Pointer) -> bool {
        self.editor.pointer(pointer)
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
        let (at, moved) = (self.at(between), |obstacle| self.moved(obstacle, between));
        let (mut uploaded, gl) = (self.uploaded.borrow_mut(), frame.gl());
        let Uploaded { scenery, layers } = &mut *uploaded;
        if scenery.is_none() {
            *scenery = Some(Scenery::new(gl, &self.level, &self.floors)?);
        }
        let shows = &self.shows;
        let as_point = shows.grown || shows.stance.is_some_and(|stance| stance != self.player.stance);
        if let Some(scenery) = scenery.as_ref().filter(|_| shows.scenery) {
            self.hills.draw(frame, self.parallel.then_some(self.eye.shown))?;
            scenery.draw(frame, moved)?;
            if !as_point {
                shadow::draw(frame, self.floors.all(moved), at, self.player.stance.size().x as f32 / 2.0)?;
            }
        } else {
            frame.grid()?;
        }
        if !as_point {
            self.painter.draw(frame, &self.figure, at)?;
        }
        let stance = self.stance();
        if (shows.grown || shows.mesh) && layers[stance as usize].is_none() {
            layers[stance as usize] = Some(Layers::new(gl, &self.world, &self.level, stance)?);
        }
        if let Some(layers) = &layers[stance as usize] {
            if shows.grown {
                layers.draw_grown(frame, moved)?;
            }
            if shows.mesh {
                layers.draw_mesh(frame)?;
            }
        }
        if shows.triangle && stance == self.player.stance {
            let corners = self.world.mesh(stance).triangle(self.player.triangle());
            layers::draw_triangle(frame, &self.triangle, corners)?;
            if let Body::Supported { support, .. } = self.player.body {
                layers::draw_support(frame, &self.player, &self.world, support.along);
            }
        }
        if as_point || shows.triangle {
            layers::draw_point(frame, stance, at);
        }
        self.editor.draw(frame);
        frame.handle("player", at.as_vec2().extend(0.0));
        if let Some(sum) = self.tape.proven() {
            frame.handle(format!("again the same: {sum:016x}"), at.as_vec2().extend(0.0));
        }
        Ok(())
    }
}

/// The same in the air, with another velocity.
fn thrown(body: Body, velocity: DVec2) -> Body {
    match body {
        Body::Airborne { place, .. } => Body::Airborne { place, velocity },
        supported => supported,
    }
}

/// What is pressed now.
fn pressed(input: &Input) -> Keys {
    let [left, right, up, down, jump] = [LEFT, RIGHT, UP, DOWN, JUMP].map(|action| input.held(action));
    Keys { left, right, up, down, jump }
}

/// What is pressed in one or the other.
fn both(a: Keys, b: Keys) -> Keys {
    Keys::from_byte(a.to_byte() | b.to_byte())
}

/// What a figure shows of a player.
fn doing(world: &World, floors: &Floors, player: &Player, keys: Keys) -> Doing {
    let (size, state) = (player.stance.size().as_vec2(), player.state());
    let slope = player.support(world).map_or(0.0, |[from, to]| (to.y - from.y) / (to.x - from.x));
    Doing {
        at: player.at(world),
        velocity: player.velocity(world),
        half: 0.5 * size.x,
        height: size.y,
        stands: state == State::Ground,
        climbs: state == State::Ladder,
        wall: if state == State::Wall { keys.across() as f32 } else { 0.0 },
        slope: slope as f32,
        below: floors.below(player.at(world), |obstacle| world.moved(obstacle, player.tick)) as f32,
    }
}
