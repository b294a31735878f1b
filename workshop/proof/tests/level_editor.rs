//! Tests the levels of lessons 17 and 18, and the editor that changes them.

use crate::support::{Folder, PATIENCE, Process, ends_well, played, wait_until};
use anyhow::{Context as _, Result, ensure};
use drafts::folder::Folder as Saves;
use glam::{DVec2, dvec2};
use ground::{Level, ObstacleKind};
use play::Arena;
use side_scroller::editor::{LevelPart, LevelWork, Mouse};

/// Returns a mouse at a place of a view straight from the front, with a reach of a tenth of a unit.
fn mouse(x: f64, y: f64) -> Mouse {
    Mouse { at: dvec2(x, y), lean: DVec2::ZERO, reach: 0.1, free: false }
}

fn still(_: usize) -> DVec2 {
    DVec2::ZERO
}

fn click(work: &mut LevelWork, x: f64, y: f64) {
    work.press(mouse(x, y), still);
    work.release();
}

fn drag(work: &mut LevelWork, from: [f64; 2], way: &[[f64; 2]]) {
    work.press(mouse(from[0], from[1]), still);
    way.iter().for_each(|&[x, y]| work.drag(mouse(x, y)));
    work.release();
}

fn empty() -> LevelWork {
    let level = Level { start: dvec2(-5.0, 0.0), ..Level::default() };
    LevelWork::new(Arena { level, dummies: vec![dvec2(-3.0, 0.0)], ..Arena::default() })
}

/// Returns an edited level with one box from (0, 0) to (4, 2).
fn boxed() -> LevelWork {
    let mut work = empty();
    work.draws = true;
    drag(&mut work, [0.1, -0.1], &[[3.0, 1.0], [3.9, 2.2]]);
    work
}

fn corners(work: &LevelWork, obstacle: usize) -> Vec<[f64; 2]> {
    work.level().obstacles[obstacle].polygon.corners().iter().map(|corner| corner.to_array()).collect()
}

const BOX: [[f64; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]];

#[test]
fn the_mouse_takes_what_it_means_and_moves_it_from_where_it_was_taken() {
    let mut work = boxed();
    assert_eq!(corners(&work, 0), BOX);
    // The mouse is a little beside the corner, and off the grid.
    drag(&mut work, [4.05, 2.02], &[[4.5, 2.5], [5.0, 2.9], [6.06, 3.04]]);
    assert_eq!((corners(&work, 0)[2], work.draft.done()), ([6.0, 3.0], 2));
    work.undo();
    // The middle of an edge becomes a corner if it's moved, and is removed again.
    click(&mut work, 2.0, 2.0);
    assert_eq!((corners(&work, 0).len(), work.draft.done()), (4, 1));
    drag(&mut work, [2.0, 2.05], &[[2.0, 2.5], [2.0, 3.0]]);
    assert_eq!(corners(&work, 0), [BOX[0], BOX[1], BOX[2], [2.0, 3.0], BOX[3]]);
    work.delete();
    assert_eq!(corners(&work, 0), BOX);

    (work.draws, work.kind) = (true, ObstacleKind::Thin);
    drag(&mut work, [1.0, 0.5], &[[2.0, 1.5]]);
    work.chosen = None;
    let part = |work: &LevelWork, x, y| work.part_at(mouse(x, y), still);
    assert_eq!(part(&work, 1.5, 1.0), Some(LevelPart::Polygon(1)), "the small one");
    assert_eq!(part(&work, 3.0, 1.0), Some(LevelPart::Polygon(0)));
    assert_eq!(part(&work, 1.05, 0.5), Some(LevelPart::Corner(1, 0)));
    assert_eq!(part(&work, -5.0, 0.05), Some(LevelPart::Start));
    assert_eq!(part(&work, 9.0, 9.0), None);
    work.chosen = Some(LevelPart::Polygon(0));
    assert_eq!(part(&work, 1.5, 1.0), Some(LevelPart::Polygon(0)), "what is chosen");
    // A platform is taken where it is just now.
    let moved = |obstacle| if obstacle == 1 { dvec2(0.0, 5.0) } else { DVec2::ZERO };
    work.chosen = None;
    assert_eq!(work.part_at(mouse(1.5, 6.0), moved), Some(LevelPart::Polygon(1)));
    assert!(!work.press(mouse(9.0, 9.0), still), "what is not taken moves the view");
}

#[test]
fn what_cannot_be_is_told_and_leaves_the_level_as_it_was_last_right() {
    let mut work = boxed();
    work.press(mouse(4.0, 2.0), still);
    work.drag(mouse(3.0, 3.0));
    let right = corners(&work, 0);
    work.drag(mouse(1.0, -3.0));
    let why = work.draft.refusal.as_deref();
    assert_eq!(why, Some("Edges 1 and 3 meet. Edges may meet only at the corner they share."));
    work.drag(mouse(1e5, 3.0));
    work.release();
    let told = work.draft.told.take().unwrap_or_default();
    assert!(told.contains("too far away") && told.ends_with("as it was last right."), "{told}");
    assert_eq!((corners(&work, 0), work.draft.done()), (right, 2));
    // The same goes for the things in the level, and for a new box without an inside.
    drag(&mut work, [-3.0, 0.0], &[[1e5, 0.0]]);
    assert!(work.draft.told.take().is_some() && work.arena().dummies == [dvec2(-3.0, 0.0)]);
    work.draws = true;
    drag(&mut work, [5.0, 5.0], &[[9.0, 5.0]]);
    assert!(work.draft.told.take().is_some_and(|told| told.starts_with("A polygon needs three corners")));
    work.press(mouse(5.0, 5.0), still);
    assert!(work.draws && work.give_up() && !work.give_up());
    assert_eq!(work.level().obstacles.len(), 1);
}

/// Returns a command that runs lesson 17 with a script, and saves in a folder.
fn lesson(folder: &Folder, script: &str) -> Result<std::process::Command> {
    played("17-side-scroller", folder, &format!("size 1280x800\nwait 0.1\n{script}"))
}

fn headless(folder: &Folder, script: &str) -> Result<()> {
    ends_well(lesson(folder, script)?.arg("--headless")).map(drop)
}

/// Reads a saved level.
fn saved(folder: &Folder, name: &str) -> Result<Arena> {
    let path = folder.join("saves").join("levels").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Ok(Arena::from_toml(&text, name)?)
}

/// Returns the name of the newest of lesson 17's saves.
fn newest(folder: &Folder) -> Result<String> {
    let saves = Saves::new(&folder.join("saves").join("levels"), "lesson_17", "toml").list()?;
    let stamp = &saves.first().context("nothing is saved")?.stamp;
    Ok(format!("lesson_17 {stamp}"))
}

/// A script that draws a box into a new level, and drags it, one of its corners and the middle of an edge.
const DRAW: &str = "tap P\nclick \"Level\"\nwait 0.1\nclick \"Level/New\"\nwait 0.2\n\
    click \"mouse=draw\"\nwait 0.1\ndrag 700,500 to 1000,300 over 0.2\nwait 0.1\n\
    drag \"polygon 2\" to 800,300 over 0.2\nwait 0.1\ndrag \"corner 2.1\" to 500,600 over 0.2\nwait 0.1\n\
    drag \"edge 2.3\" to 800,100 over 0.2\nwait 0.1\n";
const SAVE: &str = "tap Save\nwait 0.2\n";

#[test]
fn a_level_is_drawn_saved_opened_left_behind_and_saved_elsewhere() -> Result<()> {
    let folder = Folder::new()?;
    let script = format!("{DRAW}tap Undo\ntap Undo\ntap Redo\nwait 0.1\n{SAVE}");
    headless(&folder, &script)?;
    let first = newest(&folder)?;
    let one = saved(&folder, &first)?;
    ensure!(one.level.obstacles.len() == 2 && one.level.obstacles[1].polygon.corners().len() == 4, "{one:?}");

    // Opened again it is there; changed and saved it is beside the first, which the menu opens.
    let change = "tap P\nwait 0.1\nclick \"polygon 2\"\nwait 0.1\ntap Duplicate\nwait 0.1\n";
    headless(&folder, &format!("{change}{SAVE}"))?;
    let second = newest(&folder)?;
    ensure!(second != first && saved(&folder, &second)?.level.obstacles.len() == 3);
    let open = format!("click \"Level\"\nwait 0.1\nclick \"Level/{first}\"\nwait 0.2\n{SAVE}");
    headless(&folder, &open)?;
    let third = newest(&folder)?;
    ensure!(![first, second].contains(&third) && saved(&folder, &third)? == one);

    // What a killed editor leaves is kept, and the next one has it, which saves into another folder.
    let mut editor = Process::start(lesson(&folder, &format!("{change}wait 3600\n"))?.arg("--headless"))?;
    let is_kept = || saved(&folder, "lesson_17 autosave").is_ok_and(|kept| kept.level.obstacles.len() == 3);
    ensure!(wait_until(8 * PATIENCE, || Ok(is_kept()))?.is_some(), "nothing is kept: {}", editor.said());
    editor.kill();
    let into = folder.join("other").display().to_string();
    let elsewhere =
        format!("tap P\ntap Save into …\nwait 0.2\ntype \"{into}\"\nwait 0.1\ntap Enter\nwait 0.2\n{SAVE}");
    headless(&folder, &elsewhere)?;
    let saves = Saves::new(&folder.join("other/levels"), "lesson_17", "toml").list()?;
    let text = std::fs::read_to_string(&saves.first().context("nothing is saved there")?.path)?;
    ensure!(Arena::from_toml(&text, "other")?.level.obstacles.len() == 3 && newest(&folder)? == third);
    Ok(())
}
