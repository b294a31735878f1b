//! Fixed steps, at any rate of pictures.

use super::*;
use glam::{DVec2, dvec2};
use ground::{Controls, Level, Obstacle, ObstacleKind, Polygon, Recording, World};

/// Lets recorded keys play a player over a floor with a step, one tick for every step.
struct Runs {
    world: World,
    recording: Recording,
    player: ground::Player,
    ticks: usize,
}

/// Two seconds of running and jumping.
const TICKS: usize = 240;

fn world() -> World {
    let floor = [(-20.0, -1.0), (20.0, -1.0), (20.0, 1.0), (3.0, 1.0), (2.0, 0.5), (2.0, 0.0), (-20.0, 0.0)];
    let polygon = Polygon::new(&floor.map(DVec2::from)).unwrap();
    World::new(&Level {
        obstacles: vec![Obstacle::still(polygon, ObstacleKind::Solid)],
        start: dvec2(-5.0, 0.5),
    })
}

impl Lesson for Runs {
    const PACE: Pace = Pace::Fixed { hertz: 120 };

    fn open(_: &Gl, _: &Args) -> Result<Self> {
        let world = world();
        let mut recording = Recording::new(world.start());
        for tick in 0..TICKS {
            recording.press(Controls { right: tick % 90 > 8, jump: tick % 50 > 30, ..Controls::default() });
        }
        Ok(Self { player: world.start(), world, recording, ticks: 0 })
    }

    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 4.0)
    }

    fn update(&mut self, _: Step) {
        if let Some(keys) = self.recording.keys(self.ticks) {
            self.player = self.world.step(&self.player, keys);
            self.ticks += 1;
        }
    }

    fn panel(&mut self, _: &mut Panel<'_>) {}

    fn draw(&self, _: &mut Frame<'_>) -> Result<()> {
        Ok(())
    }
}

#[test]
fn recorded_keys_come_to_the_same_bytes_at_any_rate_of_pictures() {
    for rate in [30.0, 60.0, 144.0] {
        let mut runner = open::<Runs>();
        runner.reset().unwrap();
        // One picture more than two seconds have, for rounding.
        for _ in 0..=(2.0 * rate) as u32 {
            runner.update(1.0 / rate);
            runner.paint(1.0 / rate as f32).unwrap();
        }
        let (ticks, bytes, at_once) = runner
            .lesson
            .call(|runs| (runs.ticks, runs.player.to_bytes(), runs.recording.play(&world()).to_bytes()))
            .expect("it does not panic");
        assert_eq!(ticks, TICKS, "at {rate} pictures a second");
        assert!(bytes == at_once, "at {rate} pictures a second");
    }
}
