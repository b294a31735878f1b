//! The inspector is used by hand, by keys and by the mouse.
#![cfg(target_os = "linux")]

mod support;

use anyhow::{Result, ensure};
use support::picture::{Part, Picture};
use support::screen::{Opening, Screen, Window};
use support::{Folder, ends_well, lesson_command};

/// A number that has changed is lit for half a second.
const KEYS: &str = "tap Space
tap F3
wait 0.1
picture a.png
click \"joint joint 4\"
wait 0.7
picture b.png
tap F5
wait 0.1
picture c.png
click \"inspect=vertex\"
wait 0.1
click 600,330
wait 0.7
picture d.png
tap F3
wait 0.1
tap F3
wait 0.1
picture e.png
";

#[test]
fn what_is_chosen_by_a_click_stays_chosen() -> Result<()> {
    let folder = Folder::new()?;
    std::fs::write(folder.join("keys.txt"), KEYS)?;
    let mut command = lesson_command("08-blending-on-the-gpu")?;
    command.args(["--headless", "--script", "keys.txt"]).current_dir(folder.path());
    ends_well(&mut command)?;
    let picture = |name: &str| Picture::read_png(&folder.join(format!("{name}.png")));
    let right = Part { from: [904, 0], to: [1280, 800] };
    let changed = |a: &str, b: &str| Ok::<_, anyhow::Error>(picture(a)?.changed(&picture(b)?, right));
    ensure!(changed("a", "b")? > 500, "a click on a joint chooses nothing");
    ensure!(changed("b", "c")? == 0, "F5 changes what is chosen");
    ensure!(changed("c", "d")? > 500, "a click on a vertex chooses nothing");
    ensure!(changed("d", "e")? == 0, "closing and opening changes what is chosen");
    Ok(())
}

#[test]
fn it_is_used_by_keys_in_a_window_of_any_size() -> Result<()> {
    let screen = Screen::open(1400, 900)?;
    let mut window = Window::open(&screen, &Opening::lesson("08-blending-on-the-gpu"))?;
    window.stop()?;
    let right = Part { from: [920, 0], to: [1280, 800] };
    window.changes("the key F3", right, 20_000, || window.keys("F3"))?;
    // From the view into the panel at the left, and on into the inspector: down to the joint's number, and to the third.
    window.keys("F6 F6")?;
    window.await_pictures();
    window.changes("keys in the inspector", right, 100, || {
        window.keys("Down Down Down space Right Right space")
    })?;
    window.keys("Escape")?;
    window.to_window("windowsize 700 480")?;
    window.size = [700, 480];
    window.settled()?;
    ensure!(window.process.is_running(), "it ends; it says: {}", window.process.said());
    window.changes("the key F3, again,", Part { from: [560, 0], to: [700, 480] }, 5_000, || {
        window.keys("F3")
    })?;
    window.keys("Escape")?;
    let ended = window.end()?;
    ensure!(ended.status.success() && ended.stderr.is_empty(), "{}", ended.stderr);
    Ok(())
}
