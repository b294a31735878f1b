//! The knight walks for a minute over level ground, hills and steps: prints how well his feet stand.
//!
//! `cargo run --release --package proof --example ik_feet`
//!
//! Heel and toe should stay where they came down, as high above the ground as in the clip, and what turns the joints for
//! that should not be seen to jump from picture to picture.

mod walked;

use anyhow::Result;
use walked::{Knight, WAYS, Worst, walked};

fn main() -> Result<()> {
    let knight = Knight::read()?;
    for stance in knight.fitted().stances() {
        let line = |part: usize| -> String {
            (0..60u8).map(|i| if stance.stands(f32::from(i) / 60.0)[part] { '#' } else { '.' }).collect()
        };
        println!("heel {}\ntoe  {}", line(0), line(1));
    }
    println!(
        "| ground | heel moves, mm: clip, fitted | toe moves | below, above, mm | in the air, mm | aside | jump | missed, mm | hips lowered, mm |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for way in WAYS {
        let Worst { drift: [heel, toe], sunk, above, dipped, aside, jump, missed, lowered } =
            walked(&knight, knight.fitted(), way, 60);
        let mm = |metres: f32| format!("{:.1}", 1000.0 * metres);
        println!(
            "| {} | {}, {} | {}, {} | {}, {} | {} | {aside:.1}° | {:.2}° {} | {} | {} |",
            way.0,
            mm(heel[0]),
            mm(heel[1]),
            mm(toe[0]),
            mm(toe[1]),
            mm(sunk),
            mm(above),
            mm(dipped),
            jump.0,
            jump.1,
            mm(missed),
            mm(lowered)
        );
    }
    Ok(())
}
