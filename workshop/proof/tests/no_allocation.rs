//! Tests that playing allocates no memory, from the clips to the palettes.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/16_inverse_kinematics/gradient.rs"]
mod gradient;
#[path = "../../../lessons/16_inverse_kinematics/feet/look_at.rs"]
mod look_at;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/models.rs"]
mod models;

use common::clip::{BlendSpace, Layer, Mixer};
use common::ik::{Feet, Ground};
use common::pose::walk;
use crowd::{Character, Crowd, Figure, How, Way};
use glam::{Mat4, Vec3};
use gradient::Chain;
use look_at::LookAt;
use models::{KNIGHT, animator, asset};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// An allocator that passes everything on to the system's, and counts.
struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting touches no memory of its callers.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps to the same rules.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the number of times that this thread has allocated memory.
fn allocations() -> usize {
    ALLOCATIONS.get()
}

#[test]
fn a_crowd_is_updated_in_the_memory_it_has() {
    let walk = asset("knight/knight_walk.dae");
    let figure = Arc::new(Figure::new(walk.rig, walk.clips, [(Some(1), Mat4::IDENTITY)], 30.0));
    let characters = vec![Character::new(0, 0.3); 21];
    for way in Way::ALL {
        let mut crowd = Crowd::new(figure.clone(), characters.clone());
        let how = How { way, ..How::default() };
        crowd.update(0.0, &how);
        let before = allocations();
        (0..100).for_each(|_| crowd.update(0.0171, &how));
        assert_eq!(allocations() - before, 0, "{way:?}");
    }
}

/// Tests sampling, blending, the walk to model space, and palettes.
#[test]
fn a_character_fades_from_clip_to_clip_in_the_memory_it_has() {
    let knight = &*KNIGHT;
    let clips = ["walk", "run", "jump"];
    let mut player = Mixer::new(knight.rig.rest.clone(), clips.map(animator).into());
    let punches = Mixer::new(knight.rig.rest.clone(), vec![animator("punch")]);
    let mut layer = Layer::new(punches, knight.rig.rest.clone());
    layer.mask.fill(0.5);
    let mut gait = BlendSpace::new(vec![(animator("walk"), 1.0), (animator("run"), 2.4)]);
    let mut seeking = animator("run");
    let mut pose = knight.rig.rest.clone();
    let mut model_from_joints = vec![Mat4::IDENTITY; pose.len()];
    let most = knight.surfaces.iter().map(|surface| surface.joints.len() + 1).max().unwrap();
    let mut palette = Vec::with_capacity(most);
    let before = allocations();
    assert!(before > 0, "allocations are counted");
    for step in 0..600u16 {
        if step % 20 == 0 {
            player.start(clips[usize::from(step / 20) % clips.len()], 0.4).unwrap();
            layer.mixer.start("punch", 0.2).unwrap();
        }
        layer.goal = f32::from(step / 50 % 2);
        layer.is_added = step % 30 < 15;
        player.update(0.0171);
        layer.update(0.0171, 0.3);
        gait.set_mix(0, f32::from(step) / 600.0);
        gait.update(0.0171);
        seeking.seek(f32::from(step) * 0.01);
        pose.copy_from_slice(if step % 40 < 30 { player.pose() } else { gait.pose() });
        layer.lay_over(&mut pose);
        walk(&knight.rig.skeleton, |i| pose[i].to_matrix(), &mut model_from_joints);
        for surface in &knight.surfaces {
            palette.clear();
            surface.palette_into(&model_from_joints, &mut palette);
        }
    }
    assert_eq!(allocations() - before, 0);
    assert!(layer.weight() > 0.0 && model_from_joints.iter().all(Mat4::is_finite));
}

/// Tests a chain, feet over hills, and a head that looks around.
#[test]
fn inverse_kinematics_solve_in_the_memory_they_have() {
    let mut feet = Feet::new(&KNIGHT.rig, KNIGHT.world_from_model);
    let (mut animator, skeleton) = (animator("walk"), &KNIGHT.rig.skeleton);
    let joint = |name: &str| skeleton.named(name).unwrap();
    let joints = vec![(joint("neck"), 0.4), (joint("head"), 1.0)];
    let gaze = LookAt { joints, eyes: 0.1 * Vec3::Y, ahead: Vec3::Z, limit: 1.2 };
    let mut pose = animator.pose().to_vec();
    let mut model_from_joints = vec![Mat4::IDENTITY; pose.len()];
    let mut chain = Chain::new(Vec3::ZERO, vec![Vec3::X; 12]);
    let height = |x: f32, z: f32| 0.1 * (x + z).sin();
    let before = allocations();
    for step in 0..200u16 {
        let passed = f32::from(step) / 60.0;
        animator.update(1.0 / 60.0);
        pose.copy_from_slice(animator.pose());
        let world_from_model = Mat4::from_translation(passed * Vec3::Z) * KNIGHT.world_from_model;
        let ground = Ground { world_from_model, height: Some(&height), weight: 1.0, moved: Vec3::ZERO };
        feet.fit(&mut pose, &ground, 1.0 / 60.0);
        walk(skeleton, |i| pose[i].to_matrix(), &mut model_from_joints);
        gaze.look(skeleton, &mut pose, &mut model_from_joints, passed * Vec3::ONE, 1.0);
        let target = 5.0 * Vec3::new(passed.sin(), passed.cos(), 0.3);
        chain.begin();
        chain.nudge(target);
        chain.descend(target, 1e-4);
    }
    assert_eq!(allocations() - before, 0);
    assert!(pose != animator.pose() && chain.tip().is_finite());
}
