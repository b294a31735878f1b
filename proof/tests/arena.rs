//! An arena of lesson 17 as somebody puts it up: added to, dragged, undone, saved and opened again.

mod support;

use anyhow::{Context, Result, ensure};
use drafts::blobs;
use glam::{Vec3, vec3};
use ground::Level;
use ground::stored as level;
use play::stored::{self, Stored};
#[cfg(target_os = "linux")]
use play::{Arena, Sphere, Touches};
use std::path::PathBuf;
use support::knight::arena::yard;
use support::{Folder, PATIENCE, lesson_command, run, saves_in};
#[cfg(target_os = "linux")]
use support::{Process, copy_of_workbook, screen::Screen, wait_until};

/// The lesson with a script, and its saves in a folder. It edits from the beginning.
fn plays(folder: &Folder, script: &str) -> Result<()> {
    let script = format!("size 1280x800\nwait 0.1\ntap Edit\nwait 0.2\n{script}");
    std::fs::write(folder.join("script.txt"), script)?;
    let mut command = lesson_command("17-the-knight-plays")?;
    command.env("WORKBOOK_SAVES", folder.join("saves")).current_dir(folder.path());
    let ended = run(command.args(["--headless", "--script", "script.txt"]), 8 * PATIENCE)?;
    ensure!(ended.status.success() && ended.stderr.is_empty(), "{command:?}: {}", ended.stderr);
    Ok(())
}

/// All that was saved, the newest last.
fn saves(folder: &Folder) -> Result<Vec<PathBuf>> {
    saves_in(&folder.join("saves").join("arena"), "arena")
}

fn opened(path: &PathBuf) -> Result<Stored> {
    Ok(stored::read(&std::fs::read(path)?, &path.display().to_string())?)
}

fn last(folder: &Folder) -> Result<Stored> {
    opened(saves(folder)?.last().context("nothing was saved")?)
}

const NEW: &str = "click \"Arena\"\nwait 0.1\nclick \"Arena/New\"\nwait 0.2\n";
const SAVE: &str = "tap Save\nwait 0.2\n";

/// A piece in an empty arena, dragged to the right.
const PIECE: &str = "click \"piece/new\"\nwait 0.2\ndrag \"move x\" to 1040,400 over 0.3\nwait 0.1\n";

#[test]
fn a_piece_is_put_up_dragged_undone_saved_and_opened_again() -> Result<()> {
    let folder = Folder::new()?;
    plays(&folder, &format!("{NEW}{PIECE}{SAVE}tap Undo\nwait 0.1\n{SAVE}tap Redo\nwait 0.1\n{SAVE}"))?;
    let all = saves(&folder)?.iter().map(opened).collect::<Result<Vec<_>>>()?;
    let [dragged, undone, redone] = &all[..] else { panic!("{all:?}") };
    ensure!(all.iter().all(|stored| stored.damage.is_empty() && stored.arena.pieces.len() == 1), "{all:?}");
    let place = |stored: &Stored| stored.arena.pieces[0].place.translation;
    let way = place(dragged) - place(undone);
    // A drag is one step, and it goes in quarters of a metre.
    ensure!(way.x > 0.5 && (4.0 * way.x).fract() == 0.0 && way.with_x(0.0) == Vec3::ZERO, "{way}");
    ensure!(redone.arena == dragged.arena);
    ensure!(place(undone).with_x(0.0) == vec3(0.0, 0.0, -2.0), "it stands on the floor: {}", place(undone));

    // Opened again it is there. By keys alone it is turned, its copy moved, and the copy's copy deleted.
    let keys = "tap Down\nwait 0.1\ntap R\ntap Y\ntap 3\ntap 0\ntap Enter\nwait 0.1\ntap Duplicate\nwait 0.1\n\
        tap G\ntap X\ntap 2\ntap Enter\nwait 0.1\ntap Duplicate\nwait 0.1\ntap Delete\nwait 0.1\n";
    plays(&folder, &format!("{keys}{SAVE}"))?;
    let again = last(&folder)?.arena;
    let [first, second] = &again.pieces[..] else { panic!("{again:?}") };
    let turn = first.place.rotation.to_axis_angle().1.to_degrees();
    ensure!((turn - 30.0).abs() < 1e-3 && first.place.rotation == second.place.rotation, "{turn}");
    let way = second.place.translation - first.place.translation;
    // Along its own x, after a copy's metre along the level's.
    let wanted = Vec3::X + first.place.rotation * (2.0 * Vec3::X);
    ensure!(way.distance(wanted) < 1e-4 && second.name == format!("{} 2", first.name), "{way} {second:?}");

    // The list of saves opens the first one.
    let all = saves(&folder)?;
    let stamp = all[0].file_stem().context("a name")?.to_string_lossy().replacen("arena ", "", 1);
    let first = format!(
        "click \"Arena\"\nwait 0.1\nclick \"Arena/Open\"\nwait 0.2\nclick \"save={stamp}\"\nwait 0.2\n{SAVE}"
    );
    plays(&folder, &first)?;
    ensure!(last(&folder)?.arena == dragged.arena);
    Ok(())
}

#[test]
fn while_a_barrel_is_put_up_time_stands_still_and_saved_it_is_there_again() -> Result<()> {
    let folder = Folder::new()?;
    // While things are put up time stands still: the knight does not run, whatever is held.
    let barrel = format!(
        "hold D\nclick \"piece/new\"\nwait 0.2\nclick \"model=barrel\"\nwait 0.2\n\
        drag \"move y\" to 810,100 over 0.3\nwait 0.1\n{SAVE}release D\ntap Edit\nwait 0.2\n"
    );
    plays(&folder, &barrel)?;
    let stored = last(&folder)?;
    let [.., barrel] = &stored.arena.pieces[..] else { panic!("there is none") };
    ensure!(stored.arena.pieces.len() == yard().pieces.len() + 1, "{barrel:?}");
    ensure!(barrel.model == "barrel" && barrel.place.translation.y > 0.5, "{barrel:?}");
    ensure!(stored.arena.tables.iter().all(|table| !table.is_empty()) && !stored.arena.spheres[0].is_empty());

    plays(&folder, &format!("tap Up\ntap Delete\nwait 0.1\n{SAVE}"))?;
    let again = last(&folder)?;
    ensure!(again.arena.pieces == yard().pieces, "Up chooses the last one: {:?}", again.arena.pieces.last());
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn the_tables_of_a_save_are_played_until_their_file_is_saved_and_its_spheres_for_good() -> Result<()> {
    let (folder, copy) = (Folder::new()?, copy_of_workbook()?);
    let paths = ["knight", "dummy"].map(|whose| copy.join(format!("assets/play/{whose}.toml")));
    let in_files = [std::fs::read_to_string(&paths[0])?, std::fs::read_to_string(&paths[1])?];
    let own = in_files.each_ref().map(|table| format!("# A save's own.\n{table}"));
    let sphere = Sphere {
        name: "nose".to_owned(),
        on: "head".to_owned(),
        centre: Vec3::Z,
        radius: 0.25,
        touches: Touches::Hurts,
        spans: Vec::new(),
    };
    let arena = Arena { spheres: [vec![sphere], Vec::new()], tables: own.clone(), ..yard() };
    let all = folder.join("saves").join("arena");
    std::fs::create_dir_all(&all)?;
    std::fs::write(
        all.join("arena 2026-11-21 17-10-00.arena"),
        blobs::write(&stored::to_blobs(&arena, &[]), 1),
    )?;

    let script = format!(
        "wait 0.5\ntap Edit\nwait 0.2\n{SAVE}click \"Arena\"\nwait 0.1\nclick \"Arena/Open\"\n\
        wait 0.2\nclick \"save=2026-11-21 17-10-00\"\nwait 0.2\n{SAVE}wait 3600\n"
    );
    std::fs::write(folder.join("script.txt"), script)?;
    let mut command = lesson_command("17-the-knight-plays")?;
    command.env("WORKBOOK_SAVES", folder.join("saves")).env("WORKBOOK_ROOT", copy.path());
    command.args(["--script", "script.txt"]).current_dir(folder.path());
    // Without a window nothing is read again.
    let screen = Screen::open(1280, 800)?;
    let mut editor = Process::start(command.env("DISPLAY", screen.name()))?;
    let have = |wanted: usize| wait_until(8 * PATIENCE, || Ok(saves(&folder)?.len() >= wanted));
    ensure!(have(3)?.is_some(), "it is not opened: {}", editor.said());
    let [_, begun, opened_again] = &saves(&folder)?[..] else { panic!("{:?}", saves(&folder)) };
    // The lesson begins with the newest save, but with the tables in the files: they may have been changed since.
    ensure!(opened(begun)?.arena == Arena { tables: in_files.clone(), ..arena.clone() });
    ensure!(opened(opened_again)?.arena == arena, "who opens a save wants its tables");

    let saved = format!("# Saved just now.\n{}", in_files[0]);
    std::fs::write(&paths[0], &saved)?;
    // What is played is kept from time to time.
    let wanted = Arena { tables: [saved, own[1].clone()], ..arena };
    let is_played = || {
        let kept = saves(&folder)?.into_iter().filter(|path| path.to_string_lossy().contains("autosave"));
        Ok(kept.filter_map(|path| opened(&path).ok()).any(|stored| stored.arena == wanted))
    };
    let played = wait_until(8 * PATIENCE, is_played)?;
    editor.kill();
    ensure!(played.is_some(), "the table that was saved is not played, or not alone: {}", editor.said());
    Ok(())
}

#[test]
fn lamps_dummies_and_spheres_are_put_up_and_dragged_in_the_view() -> Result<()> {
    let folder = Folder::new()?;
    let lamp = "click \"list=lamps\"\nwait 0.1\ntap N\nwait 0.2\ndrag \"aim\" to 700,420 over 0.2\nwait 0.1\n\
        drag \"move xy\" to 900,500 over 0.2\nwait 0.1\nclick \"red\"\nwait 0.1\n";
    let dummy = "click \"list=dummies\"\nwait 0.1\ntap N\nwait 0.2\ndrag \"dummy 1\" to 1000,300 over 0.3\nwait 0.1\n";
    // The panel of a sphere is long.
    let sphere = "size 1280x1300\nwait 0.1\nclick \"list=on knight\"\nwait 0.1\nclick \"sphere=fist\"\nwait 0.2\nclick \"new span\"\nwait 0.2\n\
        click \"clip=down\"\nwait 0.2\nclick \"tool=scale\"\nwait 0.1\ndrag \"scale evenly\" to 1255,300 over 0.2\nwait 0.2\n";
    plays(&folder, &format!("{NEW}{lamp}{dummy}{sphere}{SAVE}"))?;
    let stored = last(&folder)?;
    ensure!(stored.damage.is_empty(), "{:?}", stored.damage);
    let [lamp] = &stored.arena.lamps[..] else { panic!("{:?}", stored.arena.lamps) };
    ensure!(lamp.towards.x != 0.0 && lamp.colour.x != 1.5, "{lamp:?}");
    let [dummy] = stored.arena.dummies[..] else { panic!("{:?}", stored.arena.dummies) };
    ensure!(dummy.x > -5.0 && dummy.y == 0.0, "it slides along the floor: {dummy}");
    let fist = stored.arena.spheres[0].iter().find(|sphere| sphere.name == "fist").context("a fist")?;
    let [.., span] = &fist.spans[..] else { panic!("{fist:?}") };
    ensure!(fist.radius > 0.1 && span.clip == "down" && span.seconds == [0.0, 0.8], "{fist:?}");
    ensure!(stored.arena.spheres[1] == yard().spheres[1], "the dummies' are others");
    Ok(())
}

#[test]
fn the_polygons_of_a_level_are_taken_and_can_be_given_back() -> Result<()> {
    let folder = Folder::new()?;
    let levels = folder.join("saves").join("level");
    std::fs::create_dir_all(&levels)?;
    let level = Level { obstacles: yard().level.obstacles[..3].to_vec(), ..yard().level };
    let bytes = blobs::write(&level::to_blobs(&level, &[]), 5);
    std::fs::write(levels.join("level 2026-11-21 17-10-00.level"), bytes)?;
    let take = "click \"Arena\"\nwait 0.1\nclick \"Arena/Take the polygons of a level\"\nwait 0.2\n\
        click \"level=2026-11-21 17-10-00\"\nwait 0.2\n";
    plays(&folder, &format!("{take}{SAVE}tap Undo\nwait 0.1\n{SAVE}"))?;
    let all = saves(&folder)?.iter().map(opened).collect::<Result<Vec<_>>>()?;
    let [taken, undone] = &all[..] else { panic!("{all:?}") };
    ensure!(taken.arena.level == level && undone.arena.level == yard().level);
    ensure!(taken.arena.pieces == yard().pieces && undone.arena.pieces == yard().pieces);
    Ok(())
}

#[test]
fn what_a_typed_number_asks_for_and_cannot_have_changes_nothing() -> Result<()> {
    let folder = Folder::new()?;
    plays(
        &folder,
        &format!("{NEW}{PIECE}tap G\ntap X\ntap 9\ntap 9\ntap 9\ntap 9\ntap Enter\nwait 0.1\n{SAVE}"),
    )?;
    let x = last(&folder)?.arena.pieces[0].place.translation.x;
    ensure!(x.abs() < 9.0, "{x}");
    Ok(())
}
