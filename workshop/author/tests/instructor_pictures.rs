//! What needs a lesson's program: that it runs from every start, and the atlas of mistakes.

mod tiny;

use std::fs;
use tiny::Workbook;

/// A lesson that draws a row for each of a few numbers, as long as what the student's code makes of it.
const MAIN: &str = r#"//! Lesson 01.

use std::io::Write;

const WIDTH: usize = 64;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let value = |name: &str| args.iter().position(|arg| arg == name).map(|at| args[at + 1].as_str());
    let first: i64 = value("--at").map_or(0, |at| at.parse::<f32>().expect("a number") as i64);
    let rows: Vec<Vec<u8>> = (first..first + 8).map(|number| row(common::numbers::twice(number))).collect();
    let mut file = std::fs::File::create(value("--picture").expect("a picture")).expect("a file");
    file.write_all(&png(&rows)).expect("written");
}

fn row(length: i64) -> Vec<u8> {
    let length = usize::try_from(length).expect("a length");
    (0..WIDTH).flat_map(|x| if x < length { [200, 40, 40] } else { [250; 3] }).collect()
}

fn png(rows: &[Vec<u8>]) -> Vec<u8> {
    let mut data: Vec<u8> = Vec::new();
    for row in rows {
        data.push(0);
        data.extend(row);
    }
    let length = data.len() as u16;
    let mut zlib = vec![0x78, 1, 1];
    zlib.extend(length.to_le_bytes());
    zlib.extend((!length).to_le_bytes());
    zlib.extend(&data);
    let (mut a, mut b) = (1u32, 0u32);
    for byte in &data {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    zlib.extend((b << 16 | a).to_be_bytes());
    let mut head = (WIDTH as u32).to_be_bytes().to_vec();
    head.extend((rows.len() as u32).to_be_bytes());
    head.extend([8, 2, 0, 0, 0]);
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [(b"IHDR", head), (b"IDAT", zlib), (b"IEND", vec![])] {
        png.extend((data.len() as u32).to_be_bytes());
        let named = [&name[..], &data].concat();
        png.extend(&named);
        png.extend(crc(&named).to_be_bytes());
    }
    png
}

fn crc(data: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    };
    !data.iter().fold(!0, step)
}
"#;

/// A workbook whose first lesson has a program.
fn workbook() -> Workbook {
    let workbook = Workbook::new();
    workbook.write("lessons/01_first/main.rs", MAIN);
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
    workbook.run(&["verify", "1"]).says("✓ Every lesson runs at every step (4 pictures)");
    workbook.edit("common/src/numbers.rs", "STARTER 01.1: 0", "STARTER 01.1: -1");
    let done = workbook.run(&["verify", "--exercise", "1.2"]);
    done.says("✗ Every lesson runs at every step (4 pictures)");
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
    done.says("  ✓ squared    new\n  ✓ two-added  new\n  ✓ too-small  cannot be seen");
    done.ends_with(0);
    assert!(!picture("older.png").exists() && !picture("too-small.png").exists());
    fs::copy(picture("squared.png"), picture("two-added.png")).expect("copied");
    workbook.run(&["atlas", "1"]).says("  ✓ two-added  renewed\n");

    workbook.edit("lessons/01_first/mistakes.toml", "number + 2", "todo!()");
    let done = workbook.run(&["atlas", "1"]);
    done.says("  ✗ two-added  01 two-added: the lesson panicked\n");
    done.ends_with(1);
    workbook.run(&["atlas", "3"]).complains("there is no lesson 3");
}

#[test]
fn beside_a_wrong_picture_in_a_table_stands_the_right_one_of_its_view() {
    let workbook = workbook();
    let file = "lessons/01_first/README.md";
    let text = || fs::read_to_string(workbook.root().join(file)).expect("a text");
    let before = text();
    let row =
        |name: &str, right: &str| format!("| ![grown](pictures/mistakes/{name}.png) |{right}| it grows |\n");
    let rows = row("squared", "  ") + &row("two-added", "  ");
    let table = format!("| Wrong | Right | You see |\n|---|---|---|\n{rows}\n### 01.2");
    workbook.edit(file, "### 01.2", &table);
    let done = workbook.run(&["atlas", "1"]);
    done.says("  ✗ README.md  a right picture has no words yet");
    done.says("  ✓ right/squared  new\n");
    done.ends_with(1);

    let right = |words: &str| format!(" ![{words}](pictures/mistakes/right/squared.png) ");
    workbook.edit(file, &right("right"), &right("right: twice as long"));
    workbook.run(&["atlas", "1"]).ends_with(0);
    let told = right("right: twice as long");
    assert!(text().contains(&(row("squared", &told) + &row("two-added", &told))), "{}", text());
    workbook.write(file, &before);
    workbook.run(&["atlas", "1"]).says("  ✓ right/squared.png  removed");
}
