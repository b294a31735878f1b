//! Lessons 10, 12 and 13.

use super::chains::times_of_matrices;
use super::{Claims, asset, document};
use crate::looks::Looks;
use anyhow::{Context, Result, ensure};
use common::clip::{Animator, Clip, RootMotion, Stride, in_step};
use common::transform::{arc_weights, nlerp, scale_and_rotation, slerp};
use glam::{Mat3, Quat, Vec3};
use std::sync::Arc;

pub fn keyframes(claims: &mut Claims) -> Result<()> {
    let quarter = Quat::from_rotation_y(90f32.to_radians());
    let half = 45f64.to_radians();
    ensure!((half.sin() - half.cos()).abs() < 1e-9, "the sine and cosine of 45° differ");
    let [of_quarter, of_none] = [quarter, Quat::IDENTITY].map(|turn| turn.to_array().map(f64::from));
    claims.say(
        "Half of it is 45°, and its sine and cosine are both 0.707. So $q$ is (0, 0.707, 0, 0.707). No turn at all is (0, 0, 0, 1).",
        &[&[45.0, half.sin()], &of_quarter[..], &of_none].concat(),
    );
    claims.say("The squares of the four numbers sum to 1.", &[quarter.length_squared().into()]);
    let whole = [0.0, 0.0, 0.0, 180f64.to_radians().cos()];
    claims.say(
        "half of 360° is 180°, and there $q$ is (0, 0, 0, −1).",
        &[&[360.0, 360.0 / 2.0], &whole[..]].concat(),
    );
    let turn = Mat3::from_quat(quarter);
    let trace = f64::from(turn.x_axis.x + turn.y_axis.y + turn.z_axis.z);
    ensure!((trace - (4.0 * of_quarter[3] * of_quarter[3] - 1.0)).abs() < 1e-6, "the trace is {trace}");
    claims.say(
        "For the quarter turn about y the trace is 1, so $q_w^2$ is 0.5.",
        &[trace, of_quarter[3] * of_quarter[3]],
    );

    let (from, to) = (Quat::IDENTITY, Quat::from_rotation_y(170f32.to_radians()));
    // By the chord on the sphere, which rounds less than an angle. It spans half of the turn.
    let speed = |mix: fn(Quat, Quat, f32) -> Quat, alpha: f32| {
        let step = 0.002;
        let chord = (mix(from, to, alpha + step) - mix(from, to, alpha)).length();
        f64::from(4.0 * (0.5 * chord).asin().to_degrees() / (step * 1.2))
    };
    claims.say(
        "The head turns by 170° in 1.2 s, so the arc has 85°. Slerp turns it by 142° per second, all the time. Nlerp begins with 95°, and has 175° in the middle.",
        &[170.0, 1.2, 170.0 / 2.0, speed(slerp, 0.3), speed(nlerp, 0.0), speed(nlerp, 0.499)],
    );
    claims.say(
        "the head turns by 170°, and half-way two of its axes are only $\\cos 85°$ long, which is 0.09.",
        &[170.0, (170f64 / 2.0).to_radians().cos()],
    );
    claims.say("An arc of 85° between two figures.", &[170.0 / 2.0]);
    // From none to a quarter turn, a third of the way.
    let weights = arc_weights(half.cos() as f32, 1.0 / 3.0).map(f64::from);
    claims.say("the sum of two arrows: 0.71 of q0 and 0.37 of q1", &weights);
    let back = 350.0 - 360.0;
    claims.say("350° is −10°, so slerp goes back by 20°.", &[350.0, back, 10.0 - back]);
    claims.say(
        "at 180° for example: from 10° to there it is 170°, and from there to 350° it is 170° as well",
        &[180.0, 10.0, 180.0 - 10.0, 350.0, 350.0 - 180.0],
    );
    let (scale, around) = scale_and_rotation([3.0 * Vec3::Y, Vec3::Z, -Vec3::X]);
    let (axis, angle) = around.to_axis_angle();
    let scale = scale.to_array().map(f64::from);
    claims.say("The lengths are 3, 1 and 1.", &scale.map(f64::abs));
    claims.say("the scale is (3, 1, −1), and the axes that are left are y, z and x.", &scale);
    claims.say(
        "a third of a whole turn, 120° about the diagonal (1, 1, 1).",
        &[&[f64::from(angle.to_degrees())], &(axis / axis.x).to_array().map(f64::from)[..]].concat(),
    );
    let (scale, turn) = scale_and_rotation([2.0 * Vec3::Y, -Vec3::X, Vec3::Z]);
    ensure!(
        scale == Vec3::new(2.0, 1.0, 1.0) && (turn.w.acos().to_degrees() - 45.0).abs() < 1e-4,
        "{scale} {turn}"
    );
    let joints = asset("knight/knight.dae")?.surfaces.iter().map(|surface| surface.joints.len()).max();
    claims.count("a skeleton of 22 joints", &[joints.context("no skin")?]);
    Ok(())
}

pub fn clips(claims: &mut Claims) -> Result<()> {
    let walk = asset("knight/knight_walk.dae")?;
    let clip = walk.clips.first().context("no clip")?;
    let shin = |joint: usize| walk.rig.skeleton.joints()[joint].name == "shin.L";
    let shin = clip.channels.iter().find(|channel| shin(channel.joint)).context("the shin does not move")?;
    let keys = shin.rotations.times().len();
    ensure!([shin.translations.times().len(), shin.scales.times().len()] == [1, 1], "more than one key");
    claims.count("31 that say how it is rotated", &[keys]);
    claims.count("There are 23 channels like this one", &[clip.channels.len()]);
    let lists = clip.channels.iter().flat_map(|channel| {
        [channel.translations.times().len(), channel.rotations.times().len(), channel.scales.times().len()]
    });
    let moving = lists.filter(|&keys| keys > 1).count();
    claims.count("of the walk's 69 lists, 22 have more than one key.", &[3 * clip.channels.len(), moving]);
    costs(claims, clip, keys);

    let tick = document("joints/tick.dae")?;
    let joints = times_of_matrices(&tick);
    claims.count("The first has 17 keys, the other 32", &[joints[0].1.len(), joints[1].1.len()]);
    let heron = document("joints/heron.dae")?.scene.nodes[0].parent_from_node();
    claims.say("one that lifts it by 1.4 m", &[heron.w_axis.z.into()]);
    limp(claims)?;
    claims.say(
        "by 1 ms in a clip of 1 s, which nobody sees, but by 0.25 s in a clip of 100 s",
        &[1000.0 * off_after_an_hour(1.0), 1.0, off_after_an_hour(100.0), 100.0],
    );
    Ok(())
}

/// How far the clip leads whose root goes ahead.
fn limp(claims: &mut Claims) -> Result<()> {
    let asset = asset("root_motion/knight_limp.dae")?;
    let clip = asset.clips.first().context("no clip")?.clone();
    let root =
        asset.rig.skeleton.joints().iter().position(|joint| joint.name == "hips").context("no hips")?;
    let seconds = clip.seconds;
    let mut led = RootMotion::new(Animator::new(asset.rig.clone(), Arc::new(clip)), root, Vec3::Z);
    led.update(seconds);
    let way = led.world_from_figure;
    let angle = f64::from(way.rotation.to_axis_angle().1);
    // Along the circle, of which a round is a chord.
    let arc = f64::from(way.translation.length()) / (0.5 * angle).sin() * 0.5 * angle;
    let seconds = f64::from(seconds);
    claims.say("by 0.73 m and 37.5° a second", &[arc / seconds, angle.to_degrees() / seconds]);
    claims.say("A round of the limp turns him by 45°.", &[angle.to_degrees()]);
    claims.say("After eight rounds he has turned by 360°.", &[8.0 * angle.to_degrees()]);
    (1..8).for_each(|_| led.update(seconds as f32));
    let off = led.world_from_figure.translation.length();
    ensure!(off < 1e-3, "after eight rounds he is {off} m from where he began");
    Ok(())
}

/// How much it costs to find keys.
fn costs(claims: &mut Claims, clip: &Clip, keys: usize) {
    let [once, often] = [1, 100].map(|times| Looks::new(&clip.repeated(times)));
    claims.count(
        "| | walk, 31 keys: mean | most | a hundred walks in a row, 3100 keys: mean | most |",
        &[keys, 100 * keys],
    );
    let rows = [
        "| from the start | 359 | 682 | 34,129 | 67,672 |",
        "| cursor | 70 | 660 | 81 | 68,178 |",
        "| binary | 110 | 110 | 256 | 264 |",
    ];
    for (i, row) in rows.into_iter().enumerate() {
        claims.count(row, &[once.average[i], once.most[i], often.average[i], often.most[i]]);
    }
    claims.count("With 31 keys the three hardly differ", &[keys]);
    claims.count("With 3100 keys only one", &[100 * keys]);
}

/// By how many seconds the time in a clip is off if it is an `f32`, with sixty pictures a second.
fn off_after_an_hour(clip: f32) -> f64 {
    let dt = 1.0f32 / 60.0;
    let (mut time, mut exact) = (0.0f32, 0.0f64);
    for _ in 0..60 * 60 * 60 {
        time = (time + dt) % clip;
        exact = (exact + f64::from(dt)) % f64::from(clip);
    }
    let off = (f64::from(time) - exact).abs();
    off.min(f64::from(clip) - off)
}

pub fn fades(claims: &mut Claims) -> Result<()> {
    let seconds = |name: &str| {
        let asset = asset(&format!("knight/knight_{name}.dae"))?;
        Ok::<_, anyhow::Error>(f64::from(asset.clips.first().context("no clip")?.seconds))
    };
    let (walk, run) = (seconds("walk")?, seconds("run")?);
    // How far a stride leads, in metres, at their speeds in metres a second.
    let (short, long) = (1.0 * walk, 2.4 * run);
    claims.say(
        "The walk's takes 1 second, and 1 metre of ground goes by. The run's takes 2/3 of a second, and 1.6 metres go by.",
        &[walk, short, run, long],
    );
    claims.say(
        "Below the walk it goes at 1 metre a second, below the run at 2.4.",
        &[short / walk, long / run],
    );
    claims.say("he runs at 1.6 m/s", &[long / walk]);
    let strides = [(walk, short), (run, long)]
        .map(|(seconds, metres)| Stride { seconds: seconds as f32, metres: metres as f32 });
    let half = in_step(strides, 0.5, 0.0);
    let (seconds, speed) = (f64::from(half.seconds), f64::from(half.speed));
    claims.say(
        "Half-way between 1 and 2/3 of a second is 5/6, and half-way between 1 and 1.6 metres is 1.3. So he goes 1.56 metres a second, and not 1.7",
        &[walk, run, seconds, short, long, seconds * speed, speed, 0.5 * (short / walk + long / run)],
    );
    let (pose, layer, reference, part) = (90.0, 50.0, 20.0, 0.5);
    let (blended, added) = (pose + part * (layer - pose), pose + part * (layer - reference));
    claims.say(
        "Blended, half-way from 90° to 50°: 70°. Added, 90° and half of 50° − 20°: 105°.",
        &[pose, layer, blended, pose, layer, reference, added],
    );
    claims.say("nothing is added: 90°.", &[pose]);
    claims.say("half-way to 20° even then: 55°.", &[reference, pose + part * (reference - pose)]);
    let run = 0.1 / 0.4;
    claims.say(
        "After 0.1 s the pose on screen was 1/4 run and 3/4 walk. That pose was kept, and frozen. Now half of it is left: 1/8 run and 3/8 walk",
        &[0.1, run, 1.0 - run, 0.5 * run, 0.5 * (1.0 - run)],
    );
    Ok(())
}
