//! Lessons 04 to 06.

use super::{Claims, document, xyz};
use crate::chains::Chain;
use anyhow::{Context, Result, ensure};
use common::clip::{FRAMES_PER_SECOND, FrameCounter};
use common::shapes::joint_lines;
use formats::collada::{Document, Part, Scene};
use gl::{Lines, MAX_JOINTS};
use glam::{Mat4, Quat, Vec3, vec3};

pub fn lines(claims: &mut Claims) -> Result<()> {
    let chains = Chain::all();
    let joints: usize = chains.iter().map(|chain| chain.skeleton.joints().len()).sum();
    let pairs = chains.each_ref().map(|chain| joint_lines(&chain.skeleton).pairs.len());
    let lines: usize = pairs.iter().sum();
    let hand = chains[1].skeleton.joints().len();
    claims.count("The hand has 22 joints: 21 lines, 42 indices.", &[hand, pairs[1], 2 * pairs[1]]);
    claims.count("The panel now counts 21 lines for the hand", &[pairs[1]]);

    claims.count("these three chains have 57 joints and 54 lines.", &[joints, lines]);

    let (line, matrix) = (Lines::BYTES_PER_LINE, size_of::<Mat4>());
    let block = MAX_JOINTS * matrix;
    let hung = 40 * joints;
    claims.count("44 bytes each, for two ends", &[line]);
    claims.count(
        "| points | 54 lines of 44: 2,376 | 2,280 lines of 44: 100,320 |",
        &[lines, line, lines * line, hung, line, hung * line],
    );
    claims.count("| matrices | 3 blocks of 8,192: 24,576 | 24,576 |", &[3, block, 3 * block, 3 * block]);
    claims.count("A block has 128 matrices of 64 bytes", &[MAX_JOINTS, matrix]);
    claims.count("Even the 57 in use would be 3,648 bytes.", &[joints, joints * matrix]);
    let cheaper = (1..).find(|each| each * joints * line > 3 * block).context("never")?;
    claims.count("from 10 on, the matrices are cheaper", &[cheaper]);

    let number = size_of::<f32>();
    claims.count(
        "promises a vertex shader 1,024 plain uniform numbers: 64 matrices.",
        &[1024, 1024 * number / matrix],
    );
    claims.count("is promised 16 KiB: 256 matrices.", &[16, 16 * 1024 / matrix]);
    claims.count("A skeleton with more than 128 joints is refused", &[MAX_JOINTS]);
    let two_roots = 40 - 2;
    claims.count(
        "38 lines: one for every joint with a parent. 76 indices. And 8,192 bytes",
        &[two_roots, 2 * two_roots, block],
    );
    claims.count("40 of its 128 slots are used", &[40, MAX_JOINTS]);
    Ok(())
}

pub fn nodes(claims: &mut Claims) -> Result<()> {
    let [tick, curves, heron] =
        ["tick", "tick_curves", "heron"].map(|name| document(&format!("joints/{name}.dae")));
    let (tick, curves, heron) = (tick?.scene, curves?.scene, heron?.scene);
    let joint2 = tick.nodes.iter().find(|node| node.id.as_deref() == Some("joint2")).context("no joint2")?;
    let [x, y, z] = xyz(joint2.parent_from_node().w_axis.truncate());
    claims.say(
        "The origin is (7.013, 0, 0). So joint2 stands on joint1's x axis, 7.013 units along.",
        &[x, y, z, x],
    );
    claims.say("that is 0.7 m.", &[x * metres(&tick)]);

    let [x, y, z] = xyz(curves.nodes.last().context("no nodes")?.parent_from_node().w_axis.truncate());
    let (along, turned) = (x.hypot(z), -z.atan2(x).to_degrees());
    claims.say("first moves by 18.8 along x. Then it is turned by −82.5° about y", &[along, turned]);
    claims.say("the joint's origin is at (2.454, 0, 18.639) in its parent", &[x, y, z]);
    claims.say("In the other order it would stand at (18.8, 0, 0).", &[along, 0.0, 0.0]);

    let lift = heron.nodes[0].parent_from_node().w_axis.z.into();
    claims.say("lifts the bird by 1.4 m.", &[lift]);
    claims.say("which is why the heron's 1.400 stands in the third row.", &[lift]);
    let up = Quat::from_rotation_x(-90f32.to_radians()) * (0.01 * vec3(100.0, 200.0, 300.0));
    claims.say("At (1, 3, −2), in metres.", &xyz(up));
    Ok(())
}

/// How long a file's unit is.
fn metres(scene: &Scene) -> f64 {
    scene.world_from_file.x_axis.length().into()
}

/// The times of every joint's matrices, and the joint's name.
pub fn times_of_matrices(document: &Document) -> Vec<(&str, &[f32])> {
    let channels = document.clips.iter().flat_map(|clip| &clip.channels);
    let whole = channels.filter(|channel| channel.part == Part::Whole);
    whole.map(|channel| (document.scene.nodes[channel.node].name.as_str(), channel.curve.times())).collect()
}

pub fn keys(claims: &mut Claims) -> Result<()> {
    let heron = document("joints/heron.dae")?;
    keys_of_heron(claims, &heron)?;
    let tick = document("joints/tick.dae")?;
    keys_of_tick(claims, &tick)?;
    frames(claims);
    curves(claims, &document("joints/tick_curves.dae")?)?;

    let half_way: Vec3 = 0.5 * (Vec3::X + Vec3::Y);
    let [x, y, z] = xyz(half_way);
    claims.say(
        "go half-way from no turn to 90° about z, number by number, and the x axis is (0.5, 0.5, 0): only 0.71 long.",
        &[90.0, x, y, z, half_way.length().into()],
    );
    let short = 360.0 - 270.0;
    claims.say(
        "270° one way is 90° the other way, so half of it is −45°. An angle knows how far it has come, and shows 135°.",
        &[270.0, short, -short / 2.0, 270.0 / 2.0],
    );
    Ok(())
}

fn keys_of_heron(claims: &mut Claims, heron: &Document) -> Result<()> {
    let joints = times_of_matrices(heron);
    let (_, times) = joints.first().context("the heron has no keys")?;
    ensure!(joints.iter().all(|(_, own)| own == times), "the heron's joints have different keys");
    let (keys, rate) = (times.len(), f64::from(FRAMES_PER_SECOND));
    let beat = f64::from(times[keys - 1] - times[0]);
    claims.count("the file lists 49 matrices for every joint that moves", &[keys]);
    claims.say("1.6 s from the first key to the last.", &[beat]);
    claims.say("The heron has a key every 1/30 s.", &[beat / (keys - 1) as f64]);
    claims.say("and 30 frames are shown a second", &[rate]);
    let counted = keys as f64;
    claims.say(
        "49 frames of 1/30 s are 1.633 s. From the first key to the last it is 1.6 s: between 49 keys there are 48 steps.",
        &[counted, 1.0 / rate, counted / rate, beat, counted, counted - 1.0],
    );
    let at_rest = heron.scene.nodes.iter().filter(|node| node.is_joint).count() - joints.len();
    ensure!(at_rest == 10, "{at_rest} of the heron's joints are at rest; the text says ten");
    Ok(())
}

fn keys_of_tick(claims: &mut Claims, tick: &Document) -> Result<()> {
    let joints = times_of_matrices(tick);
    let times = |name: &str| joints.iter().find(|(of, _)| *of == name).map(|(_, times)| *times);
    let [first, second] = ["joint1", "joint2"].map(times).map(Option::unwrap_or_default);
    let (keys, rate) = (first.len(), f64::from(FRAMES_PER_SECOND));
    let shown = [first[0], first[1], first[2], first[keys - 1]].map(f64::from);
    claims.say("17 numbers: 0, 0.14, 0.3, … 2.4 |", &[&[keys as f64], shown.as_slice()].concat());
    claims.count("16 numbers each, row by row | 272 numbers |", &[16, 16 * keys]);
    claims.count("17 times LINEAR", &[keys]);
    claims.count("with 271 numbers for 17 times nobody can say", &[16 * keys - 1, keys]);
    let used_up = |times: &[f32]| times.len() as f64 / rate;
    claims.say(
        "joint1 has 17 keys, and at 30 a second they are used up after 0.57 s. joint2 has 32, enough for 1.07 s.",
        &[keys as f64, rate, used_up(first), second.len() as f64, used_up(second)],
    );
    claims.say(
        "with *30 a second*, joint1 has used up its keys after 0.57 s while the others play on",
        &[rate, used_up(first)],
    );
    claims.count("![Frame 33 of 32](", &[second.len()]);
    claims.count("*Frame 33 of 32*, or 50 of 49", &[second.len(), 50, 49]);
    let mut holds = vec![0.34];
    for (_, times) in &joints {
        let key = times.iter().rposition(|&time| time <= 0.34).context("no key has come")?;
        holds.push(times[key].into());
    }
    claims.say("At 0.34 s the keys at 0.3, 0.31 and 0.28 s hold", &holds);
    let next = first.iter().find(|&&time| time > 0.34).context("no key comes")?;
    claims.say(
        "At 0.34 s joint1 is on its way from the key at 0.3 s to that at 0.4 s",
        &[holds[0], holds[1], f64::from(*next)],
    );
    Ok(())
}

fn frames(claims: &mut Claims) {
    let frame = 1000.0 / f64::from(FRAMES_PER_SECOND);
    let pictures = [20.0, 14.0, 31.0, 18.0, 70.0];
    let mut counter = FrameCounter::default();
    let left_over = pictures.map(|milliseconds| {
        counter.advance(milliseconds as f32 / 1000.0, 100, FRAMES_PER_SECOND);
        1000.0 * f64::from(counter.left_over)
    });
    claims.say(
        "Frames of 33.3 ms in a row. Five pictures come after 20, 14, 31, 18 and 70 ms; what is left over since the frame began is 20, 0.7, 31.7, 16.3 and 19.7 ms",
        &[&[frame], pictures.as_slice(), left_over.as_slice()].concat(),
    );
    let passed = (left_over[3] + pictures[4]) / frame;
    claims.say("Picture 5 has 2.59 frames, which become 2.", &[passed, passed.floor()]);
    claims.say("which is kept as $r'$ for the next picture, is 0.0197 s.", &[left_over[4] / 1000.0]);
    let picture = 1000.0 / 75.0;
    let three = 3.0 * picture;
    claims.say(
        "75 pictures a second, one every 13.3 ms. Three pictures are 40 ms: one frame, and 6.7 ms more. Throw those away each time, and a frame lasts 40 ms: 25 a second",
        &[75.0, picture, three, three - frame, three, 1000.0 / three],
    );
    let picture = 1000.0 / 60.0;
    let lost = 60.0 * 60.0 * (picture - 16.0) / 1000.0;
    claims.say("cut each 16.67 ms down to 16, and you lose 2.4 s a minute", &[picture, 16.0, lost]);
}

fn curves(claims: &mut Claims, curves: &Document) -> Result<()> {
    let (scene, clip) = (&curves.scene, curves.clips.first().context("no clip")?);
    let height = |time: f32| {
        let origin = clip.parent_from_nodes(scene, time)[0].w_axis.truncate();
        f64::from(scene.world_from_file.transform_vector3(origin).y) / metres(scene)
    };
    let highest = (0..=600).map(|step| height(0.46 + 0.001 * step as f32)).fold(f64::MIN, f64::max);
    ensure!((height(0.46) - height(1.06)).abs() < 1e-3, "joint1 is not as high at 1.06 s as at 0.46 s");
    claims.say(
        "joint1's height is the same at 0.46 s as at 1.06 s. Between these two keys it rises by 4.4 dm",
        &[0.46, 1.06, highest - height(0.46)],
    );
    let rate = f64::from(FRAMES_PER_SECOND);
    let keys = (f64::from(clip.end - clip.start) * rate).round() + 1.0;
    claims.say("the program makes one every 1/30 s: 73 keys.", &[1.0 / rate, keys]);
    Ok(())
}
