//! A level to play in, and to change.

mod bare;
mod figure;
mod follow;
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
use common::ground::{Body, Keys, Kind, Level, Obstacle, Player, Polygon, Stance, State, TICK, World};
use common::stage::{Args, Camera, Frame, Input, Lens, Panel, Step};
use figure::{Doing, Figure, FigurePainter};
use follow::Eye;
use glam::{DVec2, Vec3, dvec2};
use layers::Layers;
use scenery::{Hills, Scenery};
use std::cell::RefCell;
use tape::{Tape, Wish};
use time::Time;

/// How many metres are seen from below to above, and how far one looks down on it, in degrees.
const HEIGHT: f32 = 11.0;
const PITCH: f32 = 11.0;

/// How far above the feet one looks.
const ABOVE: DVec2 = dvec2(0.0, 1.7);

/// Who falls so far below the level begins again.
const ABYSS: f64 = 25.0;

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
    level: Level,
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
    pub fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let level = own_level();
        let world = World::new(&level);
        let player = world.start();
        let doing = doing(&world, &player, Keys::default());
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
        self.figure = Figure::new(doing(&self.world, &self.player, Keys::default()));
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
        let doing = doing(&self.world, &self.player, keys);
        self.figure.tick(doing, TICK as f32);
        self.eye.tick(doing.at + ABOVE, doing.velocity);
        if self.player.state() == State::Crushed {
            self.crushed += 1;
        }
        if self.crushed > CRUSHED || doing.at.y < self.lowest() - ABYSS {
            self.restart();
        }
    }

    fn lowest(&self) -> f64 {
        let corners = self.level.obstacles.iter().flat_map(|obstacle| obstacle.polygon.corners());
        corners.map(|corner| corner.y).fold(self.level.start.y, f64::min)
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
        panel.heading("Time");
        self.time.panel(panel);
        panel.same_line();
        if panel.command("restart") {
            self.restart();
        }
        panel.heading("Keys");
        if let Wish::Begin(player) = self.tape.panel(panel, &self.player) {
            self.place(player);
        }
        panel.heading("The player");
        status::panel(panel, &self.world, &self.player);
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let between = self.time.between(frame.between);
        let (at, moved) = (self.at(between), |obstacle| self.moved(obstacle, between));
        let (mut uploaded, gl) = (self.uploaded.borrow_mut(), frame.gl());
        let Uploaded { scenery, layers } = &mut *uploaded;
        if scenery.is_none() {
            *scenery = Some(Scenery::new(gl, &self.level)?);
        }
        let shows = &self.shows;
        let as_point = shows.grown || shows.stance.is_some_and(|stance| stance != self.player.stance);
        if let Some(scenery) = scenery.as_ref().filter(|_| shows.scenery) {
            self.hills.draw(frame, self.parallel.then_some(self.eye.shown))?;
            scenery.draw(frame, moved)?;
            if !as_point {
                shadow::draw(frame, &scenery.floors(moved), at, self.player.stance.size().x as f32 / 2.0)?;
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
        frame.handle("player", at.as_vec2().extend(0.0));
        Ok(())
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
fn doing(world: &World, player: &Player, keys: Keys) -> Doing {
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
    }
}

fn own_level() -> Level {
    let polygon = |corners: &[(f64, f64)]| {
        let corners: Vec<DVec2> = corners.iter().map(|&(x, y)| dvec2(x, y)).collect();
        Polygon::new(&corners)
    };
    let mut obstacles = Vec::new();
    let mut add = |kind, corners: &[(f64, f64)]| {
        obstacles.extend(polygon(corners).ok().map(|p| Obstacle::still(p, kind)))
    };
    let bx = |x0: f64, y0: f64, x1: f64, y1: f64| [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
    for i in 0..4 {
        let x = f64::from(i) * 3.0 - 12.0;
        add(Kind::Solid, &bx(x, -4.0, x + 3.0, 0.0));
    }
    add(
        Kind::Solid,
        &[
            (0.0, -4.0),
            (16.0, -4.0),
            (16.0, 1.0),
            (12.0, 1.5),
            (8.0, 3.0),
            (5.0, 1.0),
            (2.0, 0.0),
            (0.0, 0.0),
        ],
    );
    add(Kind::Solid, &bx(19.0, -4.0, 30.0, 0.5));
    add(Kind::Solid, &bx(28.0, 0.0, 34.0, 4.0));
    add(Kind::Thin, &bx(21.0, 2.4, 25.0, 2.7));
    add(Kind::Thin, &bx(-8.0, 2.0, -4.0, 2.3));
    add(Kind::Ladder, &bx(26.6, 0.5, 27.6, 4.3));
    add(Kind::Solid, &bx(-16.0, -4.0, -12.0, 6.0));
    Level { obstacles, start: dvec2(-9.0, 0.5) }
}
