//! Lesson 17.

use super::Claims;
use anyhow::{Context, Result};
use course::root;
use gl::asset_path;
use glam::DVec3;
use ground::{MovementParameters, TICK};
use play::{CharacterAsset, Gait, KNIGHT, Moving, StateTable, pace, touch};

pub fn playing(claims: &mut Claims) -> Result<()> {
    let character = CharacterAsset::read(&asset_path("knight/knight.dae"), &KNIGHT)?;
    let file = "assets/play/knight.toml";
    let text = std::fs::read_to_string(root().join(file))?;
    let table = StateTable::read(&text, file, &character.names())?;
    let swing = table.named("swing").context("no swing")?;
    claims.say(
        "it holds for 0.55 seconds, and `land: landed` is not forced",
        &[f64::from(table.states[swing].holds)],
    );
    let MovementParameters { walk, run, coyote_time, .. } = MovementParameters::KNIGHT;
    let made_for = |clip: &str| {
        let gaits = character.gaits("stride");
        let found = gaits.into_iter().find(|(name, _)| *name == clip);
        found.map(|(_, speed)| f64::from(speed)).with_context(|| format!("no gait {clip}"))
    };
    claims.say("he walks at 1.2 metres a second, and his walk was made for 1.0.", &[walk, made_for("walk")?]);
    claims.say("Play the clip 1.2 times as fast", &[walk / made_for("walk")?]);
    claims.say("At 4 m/s it would look like a film that runs too fast", &[run.max(made_for("sprint")?)]);
    claims.say("Between them is the run, made for 2.4 m/s.", &[made_for("run")?]);
    claims.say(
        "One clip takes 1 second for a stride",
        &[f64::from(character.clip("walk").context("no walk")?.seconds)],
    );
    anyhow::ensure!(
        (f64::from(coyote_time) * TICK - 0.1).abs() < 1e-9,
        "coyote time is no tenth of a second"
    );

    let [slow, fast] = [(1.0, 1.0), (1.6, 1.6 / 2.4)].map(|(stride, seconds)| Gait { stride, seconds });
    let speed = 1.7;
    let mixed = pace(&[slow, fast], speed as f32);
    let (mix, rate) = (f64::from(mixed.mix), f64::from(mixed.rate));
    claims.say(
        "A walk is made for 1 m/s, with a stride of 1 m; a run for 2.4 m/s, with a stride of 1.6 m. He goes at 1.7 m/s.",
        &[slow.speed(), slow.stride, fast.speed(), fast.stride, 1.7].map(f64::from),
    );
    claims.say(
        "0.7 of 1.4: the mix is 0.5. A stride is 1.3 m then, and 1.7 / 1.3 are 1.31 strides a second. The walk alone would make 1.7, and the run alone 1.06.",
        &[speed - 1.0, 2.4 - 1.0, mix, speed / rate, speed, speed / rate, rate, speed / 1.0, speed / 1.6],
    );

    let [small, large, away, way] = [0.05, 0.25, 1.0, 2.0];
    let comes = Moving { from: away * DVec3::X, to: (away - way) * DVec3::X, radius: small };
    let stands = Moving { from: DVec3::ZERO, to: DVec3::ZERO, radius: large };
    let part = touch(&comes, &stands).context("they touch")?;
    let apart = small + large;
    claims.say(
        "A sphere of radius 0.05 m is 1 m away from another one of radius 0.25 m, centre to centre, and comes straight towards it by 2 m in this tick.",
        &[small, away, large, way],
    );
    claims.say(
        "They touch when the centres are 0.3 m apart: after 0.7 m, so at 0.35. The second answer is 0.65, where the sphere comes out on the other side, 0.3 m behind the centre. At the start and at the end of the tick they are 1 m apart",
        &[apart, part * way, part, (away + apart) / way, apart, (away - way).abs()],
    );
    claims.say("26.4 m/s: 22 cm from one tick to the next", &[26.4, 100.0 * 26.4 * TICK]);
    Ok(())
}
