//! Feet that stand, on the knight: what the example tells of a minute is held to here for some steps.

#[path = "support/walked.rs"]
mod walked;

use common::clip::Animator;
use common::ik::{Feet, FeetOptions, FootContacts, Ground};
use glam::{Mat3, Mat4, Vec3};
use walked::{Knight, WAYS, Worst, walked};

#[test]
fn heel_and_toe_stay_where_they_came_down() {
    let knight = Knight::read().unwrap();
    for way in WAYS {
        let name = way.0;
        let Worst { drift, sunk, above, missed, lowered, jump, dipped, aside } =
            walked(&knight, knight.fitted(), way, 8);
        for [clip, fitted] in drift {
            let allowed = if name.starts_with("level") { 0.001 } else { 0.005 };
            assert!(fitted < allowed, "{name}: {fitted} m, in the clip {clip} m");
        }
        assert!(sunk < 0.005 && above < 0.005 && missed < 0.001, "{name}: {sunk} {above} {missed}");
        assert!(lowered < 0.15, "{name}: {lowered}");
        // On uneven ground the leg in the air must be quicker than in the clip, most of all over steps.
        let most = if name == "level" { 1.0 } else { 7.0 };
        assert!(jump.0 < most && dipped < 0.003, "{name}: {jump:?} {dipped}");
        assert!(aside < 4.0, "{name}: {aside}°");
    }
}

/// Each part is needed: without it something is seen that was not there before.
#[test]
fn without_a_part_something_goes_wrong() {
    let knight = Knight::read().unwrap();
    let walked = |name: &str, does: FeetOptions| {
        let way = WAYS.into_iter().find(|way| way.0 == name).unwrap();
        let mut feet = knight.fitted();
        feet.does = does;
        walked(&knight, feet, way, 4)
    };
    let slides = walked("level, at 0.8 m/s", FeetOptions { holds: false, ..FeetOptions::ALL });
    assert!(slides.drift[1][1] > 0.08, "{:?}", slides.drift);
    let hangs = walked("down 10°", FeetOptions { lowers: false, ..FeetOptions::ALL });
    assert!(hangs.missed > 0.01 && hangs.lowered == 0.0, "{}", hangs.missed);
    let through = walked("up 10°", FeetOptions { tilts: false, ..FeetOptions::ALL });
    assert!(through.sunk > 0.01, "{}", through.sunk);
}

/// The same walk twice; once the ground begins again in the midst of it.
#[test]
fn ground_that_begins_again_is_not_noticed() {
    let knight = Knight::read().unwrap();
    let height = |_: f32, z: f32| 0.1 * (std::f32::consts::PI * z).sin();
    let mut animator = Animator::new(knight.rig.clone(), knight.clip.clone());
    let mut feet = [knight.fitted(), knight.fitted()];
    for picture in 0..180u8 {
        animator.update(1.0 / 60.0);
        let moved = 0.9 * f32::from(picture) / 60.0;
        if picture == 100 {
            feet[1].carry(-2.0 * Vec3::Z);
        }
        let fit = |feet: &mut Feet, moved: f32| {
            let world_from_model = Mat4::from_translation(moved * Vec3::Z) * knight.world_from_model;
            let mut pose = animator.pose().to_vec();
            let ground = Ground { world_from_model, velocity: 0.9 * Vec3::Z, height: &height };
            feet.fit(&mut pose, animator.time() / knight.clip.seconds, 1.0 / 60.0, &ground);
            pose
        };
        let [there, here] = &mut feet;
        let poses = [fit(there, moved), fit(here, moved - if picture < 100 { 0.0 } else { 2.0 })];
        for (a, b) in poses[0].iter().zip(&poses[1]) {
            assert!(a.rotation.angle_between(b.rotation) < 0.01, "{picture}");
            assert!(a.translation.distance(b.translation) < 1e-4, "{picture}");
        }
    }
}

#[test]
fn the_knights_heels_stand_first_and_then_his_toes() {
    let knight = Knight::read().unwrap();
    let feet = knight.fitted();
    let stances: Vec<&FootContacts> = feet.stances().collect();
    for (stance, later) in stances.into_iter().zip([0.0, 0.5]) {
        let stands = [0.06, 0.2, 0.5, 0.8].map(|phase| stance.stands(phase + later));
        assert_eq!(stands, [[true, false], [true, true], [false, true], [false, false]]);
    }
}

/// Cliffs, holes without end, time that leaps, and places that are none.
#[test]
fn no_ground_breaks_a_leg() {
    let knight = Knight::read().unwrap();
    let odd = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1e30, 1e30, 0.0, 5.0, -5.0];
    let mut feet = knight.fitted();
    let mut animator = Animator::new(knight.rig.clone(), knight.clip.clone());
    for step in 0..400usize {
        animator.update(0.03);
        let at = |index: usize| odd[(step / 3 + index) % odd.len()];
        let placed = if step % 7 == 0 { Mat4::from_mat3(at(0) * Mat3::IDENTITY) } else { Mat4::IDENTITY };
        let ground = Ground {
            world_from_model: Mat4::from_translation(Vec3::Z * step as f32 * 0.01)
                * placed
                * knight.world_from_model,
            velocity: if step % 11 == 0 { Vec3::splat(at(1)) } else { Vec3::Z },
            height: &|_, z| if (3.0 * z).sin() > 0.0 { at(2) } else { at(3) },
        };
        let phase = if step % 13 == 0 { at(4) } else { animator.time() / knight.clip.seconds };
        let mut pose = animator.pose().to_vec();
        feet.fit(&mut pose, phase, if step % 5 == 0 { at(5) } else { 0.03 }, &ground);
        for joint in pose {
            assert!(joint.rotation.is_normalized() && joint.translation.is_finite(), "{step}");
        }
    }
}
