//! The knight's own swing against spheres as large as parts of a dummy: what is missed if only ticks are looked at.

use super::random::Random;
use anyhow::{Context as _, Result};
use common::clip::Animator;
use common::pose::walk;
use course::root;
use formats::Asset;
use glam::{DVec3, Mat4};
use play::{JOINT_FROM_GRIP, Moving, Sphere, placed, read_spheres, touch, world_from_prop};
use std::ops::Range;
use std::sync::Arc;

/// So often a second the swing is looked at to know what it hits: eighty times as often as the game does.
const FINE: usize = 9600;

/// Ticks a second.
const RATES: [usize; 3] = [30, 60, 120];

/// What is struck, and how large it is, in metres.
const TARGETS: [(&str, f64); 3] = [("its chest", 0.22), ("its head", 0.16), ("a post of its stand", 0.04)];

/// How many places each is put.
const PLACES: usize = 10_000;

/// Where the sword's spheres are, over and over again: from a slow tick before they are active to one after it.
struct Swing {
    radii: Vec<f64>,
    centres: Vec<Vec<DVec3>>,
    /// While they are active.
    active: Range<usize>,
    fastest: f64,
}

/// How many moments a slow tick has.
const BESIDE: usize = FINE / RATES[0];

impl Swing {
    fn read() -> Result<Self> {
        let read =
            |file: &str| -> Result<Asset> { Ok(formats::read(&root().join("assets/knight").join(file))?) };
        let (knight, swing) = (read("knight.dae")?, read("knight_swing.dae")?);
        let (clip, _) = formats::retarget(&swing.clips[0], &swing, &knight);
        let spheres = root().join("assets/play/spheres.toml");
        let [spheres, _] = read_spheres("spheres.toml", &std::fs::read_to_string(spheres)?)?;
        let spheres: Vec<Sphere> = spheres.into_iter().filter(|sphere| sphere.on == "sword").collect();
        let span = spheres[0].spans[0].seconds.map(f64::from);

        let joints = knight.rig.skeleton.joints();
        let hand = joints.iter().position(|joint| joint.name == "hand.R").context("he has no right hand")?;
        let mut model_from_joints = vec![Mat4::IDENTITY; joints.len()];
        let mut animator = Animator::new(knight.rig.clone(), Arc::new(clip));
        let count = ((span[1] - span[0]) * FINE as f64) as usize;
        let mut centres = Vec::new();
        for moment in 0..count + 2 * BESIDE {
            let since = (moment as f64 - BESIDE as f64) / FINE as f64;
            animator.seek((span[0] + since) as f32);
            walk(&knight.rig.skeleton, |i| animator.pose()[i].to_matrix(), &mut model_from_joints);
            let hand = model_from_joints[hand];
            let sword = world_from_prop(knight.world_from_model, hand, JOINT_FROM_GRIP, Mat4::IDENTITY);
            let placed = placed(&spheres, |_| Some([sword; 2]), &[]);
            centres.push(placed.iter().map(|placed| placed.moving.from).collect::<Vec<_>>());
        }
        // Over a sixtieth of a second, so that roundings of 32 bits do not count.
        let steps = centres.iter().zip(centres.iter().skip(FINE / 60));
        let fastest = steps.map(|(a, b)| 60.0 * a[0].distance(b[0])).fold(0.0, f64::max);
        let radii = spheres.iter().map(|sphere| sphere.radius.into()).collect();
        Ok(Self { radii, centres, active: BESIDE..BESIDE + count, fastest })
    }

    /// Whether any sphere touches a target between two moments.
    fn hits(&self, from: usize, to: usize, target: &Moving) -> bool {
        self.radii.iter().enumerate().any(|(at, &radius)| {
            let moving = Moving { from: self.centres[from][at], to: self.centres[to][at], radius };
            touch(&moving, target).is_some()
        })
    }

    /// A place that the sword comes near to.
    fn beside(&self, random: &mut Random) -> DVec3 {
        let moment = self.active.start + (random.part() * self.active.len() as f64) as usize;
        let moment = &self.centres[moment];
        moment[(random.part() * moment.len() as f64) as usize] + 0.3 * random.vector()
    }
}

/// Prints what is missed at ticks alone, and with the way between them.
pub fn print(random: &mut Random) -> Result<()> {
    let swing = Swing::read()?;
    println!("The point goes at up to {:.1} m/s.\n", swing.fastest);
    println!("| target | radius | hit | missed at ticks alone: {RATES:?} Hz | missed swept: {RATES:?} Hz |");
    println!("|---|---|---|---|---|");
    for (name, radius) in TARGETS {
        let mut hit = 0;
        let mut missed = [[0; RATES.len()]; 2];
        for _ in 0..PLACES {
            let at = swing.beside(random);
            let target = Moving { from: at, to: at, radius };
            if !swing.active.clone().skip(1).any(|moment| swing.hits(moment - 1, moment, &target)) {
                continue;
            }
            hit += 1;
            let phase = random.part();
            for (rate, hertz) in RATES.into_iter().enumerate() {
                // As in the game, a tick counts if a part of it lies in the span.
                let tick = FINE / hertz;
                let first = swing.active.start - tick + (phase * tick as f64) as usize + 1;
                let ticks = || (first..swing.active.end).step_by(tick).map(|from| (from, from + tick));
                let at_ticks = ticks().any(|(_, to)| swing.hits(to, to, &target));
                let swept = ticks().any(|(from, to)| swing.hits(from, to, &target));
                missed[0][rate] += usize::from(!at_ticks);
                missed[1][rate] += usize::from(!swept);
            }
        }
        let percent = |missed: [usize; 3]| {
            missed.map(|count| format!("{:.1} %", 100.0 * count as f64 / hit as f64)).join(", ")
        };
        let [alone, swept] = missed.map(percent);
        println!("| {name} | {radius} m | {hit} | {alone} | {swept} |");
    }
    Ok(())
}
