//! Tests that need a lesson's program: it runs from every start, and the atlas draws its mistakes.

use crate::tiny::Workbook;
use std::fs;

/// The source of a lesson that draws a bar as long as the student's code says, by copying a picture.
const MAIN: &str = r#"//! Lesson 01.

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let value = |name: &str| args.iter().position(|arg| arg == name).map(|at| args[at + 1].as_str());
    let first = value("--at").map_or(0, |at| at.parse::<f32>().expect("a number") as i64);
    let length = usize::try_from(common::numbers::twice(first + 5)).expect("a length");
    let bar = format!("{}/bars/{length}.png", env!("CARGO_MANIFEST_DIR"));
    std::fs::copy(bar, value("--picture").expect("a picture")).expect("copied");
}
"#;

/// Returns a workbook whose first lesson has a program.
fn workbook() -> Workbook {
    let workbook = Workbook::new();
    workbook.write("lessons/01_first/main.rs", MAIN);
    fs::create_dir(workbook.root().join("lessons/01_first/bars")).expect("a folder");
    for length in 0..64 {
        let path = workbook.root().join(format!("lessons/01_first/bars/{length}.png"));
        let mut encoder = png::Encoder::new(fs::File::create(path).expect("a file"), 64, 4);
        encoder.set_color(png::ColorType::Rgb);
        let row = (0..64).flat_map(|x| if x < length { [200, 40, 40] } else { [250; 3] });
        let pixels: Vec<u8> = row.cycle().take(64 * 4 * 3).collect();
        encoder.write_header().expect("a head").write_image_data(&pixels).expect("pixels");
    }
    workbook.edit(
        "lessons/01_first/Cargo.toml",
        "[[test]]",
        "[[bin]]\nname = \"01-first\"\npath = \"main.rs\"\ntest = false\n\n[[test]]",
    );
    workbook
}

#[test]
fn a_lesson_must_run_at_every_step() {
    let workbook = workbook();
    workbook
        .run(&["verify", "1"])
        .says("✓ Every lesson runs with all open, at each step of its own, and with all solved (4 pictures)");
    workbook.edit("common/src/numbers.rs", "STARTER 01.1: 0", "STARTER 01.1: -1");
    let done = workbook.run(&["verify", "--exercise", "1.2"]);
    done.says("✗ Every lesson runs with all open, at each step of its own, and with all solved (4 pictures)");
    done.says("  01 with all open: the lesson panicked\n");
    assert!(!done.stdout.contains("01 solved through"), "{}", done.stdout);
    done.ends_with(1);
    workbook.edit(
        "lessons/01_first/Cargo.toml",
        "[[bin]]\nname = \"01-first\"\npath = \"main.rs\"\ntest = false\n",
        "",
    );
    workbook.run(&["verify", "1"]).says("  lessons/01_first/Cargo.toml has no [[bin]] with main.rs\n");
}

#[test]
fn the_atlas_holds_a_picture_of_each_mistake_that_can_be_seen() {
    let workbook = workbook();
    let picture = |name: &str| workbook.root().join("lessons/01_first/pictures/mistakes").join(name);
    workbook.write("lessons/01_first/pictures/mistakes/older.png", "");
    // Those alone that a text shows: its lesson's, or one for instructors.
    let shown = |folder: &str, name: &str| format!("![{name}]({folder}pictures/mistakes/{name}.png)\n");
    workbook.edit(
        "lessons/01_first/README.md",
        "### 01.2",
        &(shown("", "squared") + &shown("", "too-small") + "### 01.2"),
    );
    workbook.write("workshop/docs/exam.md", &shown("../../lessons/01_first/", "two-added"));
    let done = workbook.run(&["atlas", "1"]);
    done.says("  ✓ squared    new\n  ✓ two-added  new\n  ✗ too-small  shows no mistake any more\n");
    done.ends_with(1);
    assert!(!picture("older.png").exists() && !picture("too-small.png").exists());
    fs::copy(picture("squared.png"), picture("two-added.png")).expect("copied");
    workbook.run(&["atlas", "1"]).says("  ✓ two-added  renewed\n");

    fs::copy(picture("squared.png"), picture("two-added.png")).expect("copied");
    let ledger = workbook.root().join("target/ledger.txt");
    let done = workbook.run(&["verify", "1", "--ledger", ledger.to_str().expect("UTF-8")]);
    done.says("✗ Pictures of mistakes are what the lessons draw (3 pictures)");
    done.says("mistakes/two-added.png differs in ");
    done.says("mistakes/too-small.png shows no mistake any more: draw it anew");
    assert!(!done.stdout.contains("squared.png"), "{}", done.stdout);
    let ledger = fs::read_to_string(ledger).expect("a ledger");
    assert!(
        ledger
            .starts_with("01.1 starter: it said that it gives the same as the starter\n    | 01.1  Twice\n"),
        "{ledger}"
    );

    workbook.edit("lessons/01_first/mistakes.toml", "number + 2", "todo!()");
    let done = workbook.run(&["atlas", "1"]);
    done.says("  ✗ two-added  01 two-added: the lesson panicked\n");
    done.ends_with(1);
    workbook.run(&["atlas", "3"]).complains("there is no lesson 3");
}

#[test]
fn beside_a_wrong_picture_is_the_right_one_of_its_view() {
    let workbook = workbook();
    let file = "lessons/01_first/README.md";
    let row = |wrong: &str, right: &str| {
        format!(
            "| ![grown](pictures/mistakes/{wrong}.png) | ![right](pictures/mistakes/right/{right}.png) | it grows |\n"
        )
    };
    let rows = row("squared", "squared") + &row("two-added", "squared");
    workbook.edit(file, "### 01.2", &(rows.clone() + "\n### 01.2"));
    let done = workbook.run(&["atlas", "1"]);
    done.says("  ✓ right/squared  new\n");
    done.ends_with(0);
    let other = "title = \"Two was added\"\npicture = [\"--at\", \"1\"]";
    workbook.edit("lessons/01_first/mistakes.toml", "title = \"Two was added\"", other);
    let done = workbook.run(&["verify", "1"]);
    done.says(
        "mistakes/two-added.png right/squared is of another view: name right/two-added beside it: draw",
    );
    done.ends_with(1);
    workbook.edit(file, &rows, "");
    workbook.run(&["atlas", "1"]).says("  ✓ right/squared.png  removed");
}
