//! `cargo workbook grade`, on submissions that cheat, break out, or were made without care. The table of them
//! stands in `docs/strength.md`.

#![cfg(unix)]

mod class;
mod tiny;

use class::{Class, RIGHT, edit};
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use tiny::Workbook;

const NUMBERS: &str = "common/src/numbers.rs";
const SHADER: &str = "shaders/scale.vert";

/// What the starter has.
const OPEN: [&str; 2] = ["    let _ = number;\n    0\n", "    number\n"];

/// Code that runs before `main`, says that all is right, and ends the program.
const FORGED: &str = r#"
extern "C" fn forge() {
    if let Some(path) = std::env::var_os("WORKBOOK_OUTCOMES") {
        let _ = std::fs::write(path, "01.1\tpassed\t\n01.2\tpassed\t\n02.1\tpassed\t\n");
        std::process::exit(0);
    }
}
#[used]
#[unsafe(link_section = ".init_array")]
static FORGE: extern "C" fn() = forge;
"#;

/// A submission: what it is, its points, and what must be said of it.
struct Case {
    name: &'static str,
    what: &'static str,
    points: usize,
    says: &'static [&'static str],
    make: fn(&Class, &str),
}

/// Three right answers.
fn perfect(class: &Class, name: &str) -> std::path::PathBuf {
    let folder = class.hand_in(name, RIGHT[0], RIGHT[1]);
    edit(&folder, SHADER, "return 1;", "return 3;");
    folder
}

/// Two right answers, and this one to 01.1.
fn but_for(class: &Class, name: &str, twice: &str) {
    let folder = class.hand_in(name, twice, RIGHT[1]);
    edit(&folder, SHADER, "return 1;", "return 3;");
}

fn append(folder: &Path, file: &str, text: &str) {
    let old = fs::read_to_string(folder.join(file)).unwrap_or_default();
    fs::create_dir_all(folder.join(file).parent().expect("a folder")).expect("made");
    fs::write(folder.join(file), old + text).expect("written");
}

/// Zips three right answers, with these files besides or instead.
fn zipped(class: &Class, name: &str, others: &[(&str, &[u8])]) {
    let folder = perfect(class, name);
    let file = fs::File::create(class.path(&format!("{name}.zip"))).expect("a zip");
    let mut zip = zip::ZipWriter::new(file);
    let mut add = |name: &str, contents: &[u8]| {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("begun");
        zip.write_all(contents).expect("written");
    };
    for file in files(&folder, "") {
        if !others.iter().any(|(other, _)| *other == file) {
            add(&file, &fs::read(folder.join(&file)).expect("a file"));
        }
    }
    others.iter().for_each(|(name, contents)| add(name, contents));
    zip.finish().expect("ended");
    fs::remove_dir_all(folder).expect("removed");
}

/// The files in a folder, by their path.
fn files(folder: &Path, prefix: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let each = entries.flat_map(|entry| {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => files(&entry.path(), &format!("{name}/")),
            false => vec![name],
        }
    });
    each.collect()
}

const CASES: &[Case] = &[
    Case {
        name: "perfect",
        what: "all right",
        points: 3,
        says: &[],
        make: |class, name| drop(perfect(class, name)),
    },
    Case {
        name: "crlf",
        what: "all right, with the line ends of Windows",
        points: 3,
        says: &[],
        make: |class, name| {
            let folder = perfect(class, name);
            for file in [NUMBERS, SHADER, "lessons/01_first/checks.rs"] {
                let text = fs::read_to_string(folder.join(file)).expect("a file");
                fs::write(folder.join(file), text.replace('\n', "\r\n")).expect("written");
            }
        },
    },
    Case {
        name: "forged",
        what: "code beside an open exercise that runs before `main`, writes \"passed\" and ends the program",
        points: 0,
        says: &["common/src/numbers.rs: fn forge was left out: row 17, `extern`"],
        make: |class, name| append(&class.hand_in(name, OPEN[0], OPEN[1]), NUMBERS, FORGED),
    },
    Case {
        name: "forged-in-lib",
        what: "the same in a file without exercises",
        points: 0,
        says: &["common/src/lib.rs was changed; the original was used"],
        make: |class, name| append(&class.hand_in(name, OPEN[0], OPEN[1]), "common/src/lib.rs", FORGED),
    },
    Case {
        name: "forged-in-module",
        what: "the same in a module of its own",
        points: 0,
        says: &[
            "common/src/forge.rs is none of the workbook's; it was left out",
            "numbers.rs: mod forge was left out",
        ],
        make: |class, name| {
            let folder = class.hand_in(name, OPEN[0], OPEN[1]);
            append(&folder, "common/src/forge.rs", FORGED);
            append(&folder, NUMBERS, "#[path = \"forge.rs\"]\nmod forge;\n");
        },
    },
    Case {
        name: "report-writer",
        what: "an answer that writes the report",
        points: 0,
        says: &["01.1  to be looked at by hand: row 7, `std::env`"],
        make: |class, name| {
            let answer = "    let path = std::env::var_os(\"WORKBOOK_OUTCOMES\").unwrap();\n    std::fs::write(path, \"01.1\\tpassed\\t\\n\").unwrap();\n    std::process::exit(number as i32 * 0)\n";
            drop(class.hand_in(name, answer, OPEN[1]));
        },
    },
    Case {
        name: "checks-edited",
        what: "a check that expects the wrong answer",
        points: 0,
        says: &["lessons/01_first/checks.rs was changed; the original was used"],
        make: |class, name| {
            let folder = class.hand_in(name, OPEN[0], OPEN[1]);
            edit(&folder, "lessons/01_first/checks.rs", "14", "0");
        },
    },
    Case {
        name: "check-caller",
        what: "an answer that calls the machinery of the checks",
        points: 0,
        says: &["01.1  to be looked at by hand: row 7, `check`"],
        make: |class, name| {
            drop(class.hand_in(
                name,
                "    crate::check::check(\"01.1\", || 0, 0, &[]);\n    number\n",
                OPEN[1],
            ));
        },
    },
    Case {
        name: "type-error",
        what: "a type error in one of three answers",
        points: 2,
        says: &["01.1  does not compile: row 7, error[E0308]: mismatched types"],
        make: |class, name| but_for(class, name, "    2.0 * number as f64\n"),
    },
    Case {
        name: "syntax-error",
        what: "a bracket too many in one of three answers",
        points: 2,
        says: &["01.1  does not compile: row 7, error: "],
        make: |class, name| but_for(class, name, "    2 * number }\n"),
    },
    Case {
        name: "returns-nothing",
        what: "an error that the compiler shows outside of the answer",
        points: 2,
        says: &["01.1  does not compile: error[E0308]: mismatched types"],
        make: |class, name| but_for(class, name, "    let _ = 2 * number;\n"),
    },
    Case {
        name: "broken-helper",
        what: "a function beside the answers that does not compile, and one that does",
        points: 2,
        says: &[
            "numbers.rs: fn half does not compile and was left out: row 17, ",
            "01.1  does not compile: row 7, ",
        ],
        make: |class, name| {
            let folder = class.hand_in(name, "    half(4) * number\n", "    number - one()\n");
            edit(&folder, SHADER, "return 1;", "return 3;");
            append(
                &folder,
                NUMBERS,
                "\nfn half(x: i64) -> i64 {\n    x.half()\n}\n\nfn one() -> i64 {\n    1\n}\n",
            );
        },
    },
    Case {
        name: "helper",
        what: "right answers that stand on a function, a constant and a `use` line beside them",
        points: 3,
        says: &[],
        make: |class, name| {
            let folder =
                class.hand_in(name, "    max(doubled(number), doubled(number))\n", "    number - ONE\n");
            edit(&folder, SHADER, "return 1;", "return 3;");
            let helpers =
                "\nuse std::cmp::max;\n\nconst ONE: i64 = 1;\n\nfn doubled(x: i64) -> i64 {\n    x + x\n}\n";
            append(&folder, NUMBERS, helpers);
        },
    },
    Case {
        name: "given-changed",
        what: "a given line of a shader and a given asset changed, another deleted",
        points: 3,
        says: &[
            "shaders/scale.vert: row 1 was changed beside the exercise; the original was used",
            "assets/a.txt was changed; the original was used",
            "assets/b.txt is missing; the original was used",
        ],
        make: |class, name| {
            let folder = perfect(class, name);
            edit(&folder, SHADER, "#version 330 core", "#version 110");
            fs::write(folder.join("assets/a.txt"), "x").expect("written");
            fs::remove_file(folder.join("assets/b.txt")).expect("removed");
        },
    },
    Case {
        name: "cargo-files",
        what: "a build script, another toolchain, another linker, another target folder",
        points: 3,
        says: &["build.rs", "rust-toolchain.toml", ".cargo/config.toml", "were left out"],
        make: |class, name| {
            let folder = perfect(class, name);
            append(
                &folder,
                "common/build.rs",
                "fn main() { std::fs::write(\"/tmp/workbook-was-here\", \"\").unwrap(); }\n",
            );
            append(&folder, "rust-toolchain.toml", "[toolchain]\nchannel = \"1.0\"\n");
            append(&folder, "rust-toolchain", "1.0\n");
            append(&folder, ".cargo/config.toml", "[build]\nrustc-wrapper = \"/bin/false\"\n");
            append(&folder, "lessons/.cargo/config.toml", "[build]\ntarget-dir = \"/tmp/elsewhere\"\n");
            append(&folder, "common/Cargo.toml", "[lib]\nproc-macro = true\n");
        },
    },
    Case {
        name: "macro",
        what: "an answer that reads the solutions while it is compiled",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `include_str!`"],
        make: |class, name| but_for(class, name, "    include_str!(\"/etc/passwd\").len() as i64 + number\n"),
    },
    Case {
        name: "attribute",
        what: "a function beside the answers that takes the place of a system call",
        points: 3,
        says: &["numbers.rs: fn write was left out: row 15, `#[unsafe]`"],
        make: |class, name| {
            append(
                &perfect(class, name),
                NUMBERS,
                "#[unsafe(no_mangle)]\npub fn write() -> usize {\n    1\n}\n",
            );
        },
    },
    Case {
        name: "thief",
        what: "an answer that reads another's submission",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::fs`"],
        make: |class, name| {
            but_for(class, name, "    std::fs::read(\"../../perfect\").map_or(number, |_| 2 * number)\n")
        },
    },
    Case {
        name: "killer",
        what: "an answer that kills its parent",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::process`"],
        make: |class, name| {
            but_for(
                class,
                name,
                "    std::process::Command::new(\"kill\").arg(\"-9\").spawn().map_or(0, |_| number)\n",
            );
        },
    },
    Case {
        name: "fork",
        what: "an answer that starts itself again without end",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::process`"],
        make: |class, name| {
            but_for(
                class,
                name,
                "    loop { let _ = std::process::Command::new(\"/proc/self/exe\").spawn(); }\n",
            );
        },
    },
    Case {
        name: "disk",
        what: "an answer that fills the disk",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::fs`"],
        make: |class, name| {
            but_for(
                class,
                name,
                "    for i in 0.. { let _ = std::fs::write(format!(\"{i}\"), [0; 1 << 20]); }\n    number\n",
            );
        },
    },
    Case {
        name: "sleeper",
        what: "an answer that sleeps for ever",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::thread`"],
        make: |class, name| {
            but_for(class, name, "    std::thread::sleep(std::time::Duration::MAX);\n    number\n")
        },
    },
    Case {
        name: "thread",
        what: "an answer that leaves a thread behind",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::thread`"],
        make: |class, name| but_for(class, name, "    std::thread::spawn(|| loop {});\n    2 * number\n"),
    },
    Case {
        name: "endless",
        what: "an answer that never ends",
        points: 2,
        says: &["01.1  did not end"],
        make: |class, name| but_for(class, name, "    loop { std::hint::black_box(number); }\n"),
    },
    Case {
        name: "memory",
        what: "an answer that fills the memory",
        points: 2,
        says: &["01.1  used too much memory"],
        make: |class, name| but_for(class, name, "    vec![1u8; 1 << 40].len() as i64 + number\n"),
    },
    Case {
        name: "output",
        what: "an answer that prints without end",
        points: 2,
        says: &["01.1  printed without end"],
        make: |class, name| but_for(class, name, "    loop { println!(\"{number} and on and on\") }\n"),
    },
    Case {
        name: "stack",
        what: "an answer that calls itself without end",
        points: 2,
        says: &[
            "01.1  crashed: its stack overflowed",
            "02.1: right with the workbook's own answers in the place of those that are not",
        ],
        make: |class, name| but_for(class, name, "    if number == 0 { 0 } else { 1 + twice(number + 1) }\n"),
    },
    Case {
        name: "nested",
        what: "an answer of brackets without end, for the parser",
        points: 2,
        says: &["01.1  does not compile: row 7, error: brackets are nested too deep"],
        make: |class, name| {
            but_for(class, name, &format!("    {}number{}\n", "(".repeat(100_000), ")".repeat(100_000)))
        },
    },
    Case {
        name: "place-gone",
        what: "a file that was written anew, without its TODO lines",
        points: 1,
        says: &["01.1  to be looked at by hand: the place of 01.1 in common/src/numbers.rs cannot be found"],
        make: |class, name| {
            let folder = perfect(class, name);
            fs::write(folder.join(NUMBERS), "pub fn twice(n: i64) -> i64 {\n    n + n\n}\n")
                .expect("written");
        },
    },
    Case {
        name: "linked",
        what: "symbolic links in the place of an answer and of a folder",
        points: 1,
        says: &["common/src/numbers.rs is a link or not a plain file; the starter's was used"],
        make: |class, name| {
            let folder = perfect(class, name);
            fs::remove_file(folder.join(NUMBERS)).expect("removed");
            symlink(class.workbook.root().join(NUMBERS), folder.join(NUMBERS)).expect("a link");
            fs::remove_dir_all(folder.join("assets")).expect("removed");
            symlink(class.workbook.root(), folder.join("assets")).expect("a link");
        },
    },
    Case {
        name: "escaping",
        what: "a zip that would unpack beside its folder, all right within",
        points: 3,
        says: &[
            "../../escaped.rs leads out of the zip; it was left out",
            "/tmp/escaped.rs leads out of the zip; it was left out",
        ],
        make: |class, name| zipped(class, name, &[("../../escaped.rs", b"x"), ("/tmp/escaped.rs", b"x")]),
    },
    Case {
        name: "bomb",
        what: "a zip in which an answer and another file unpack to a hundred times its size",
        points: 1,
        says: &["common/src/numbers.rs is larger than 1 MiB; the starter's was used"],
        make: |class, name| {
            let large = vec![b' '; 64 << 20];
            zipped(class, name, &[(NUMBERS, &large), ("target/a", &large), ("notes", &large)]);
        },
    },
    Case {
        name: "names ü",
        what: "names with spaces, umlauts, newlines and quotes",
        points: 3,
        says: &["common/src/new�line.rs is none of the workbook's; it was left out"],
        make: |class, name| {
            let folder = perfect(class, name);
            append(&folder, "common/src/new\nline.rs", "x");
            append(&folder, "notes/ä 'b\" $(touch c)", "x");
        },
    },
    Case {
        name: "extra",
        what: "all right, with a picture, a text and a built folder beside it",
        points: 3,
        says: &[],
        make: |class, name| {
            let folder = perfect(class, name);
            append(&folder, "thoughts.md", "Hello");
            append(&folder, "target/debug/deps/a.rs", "x");
            append(&folder, "README.md", "Hello");
        },
    },
    Case {
        name: "empty",
        what: "an empty folder",
        points: 0,
        says: &["nothing was graded: it holds no workbook"],
        make: |class, name| fs::create_dir(class.path(name)).expect("a folder"),
    },
];

#[test]
fn each_gets_the_marks_and_notes_that_it_must() {
    let workbook = Workbook::new();
    workbook.write("assets/a.txt", "A");
    workbook.write("assets/b.txt", "B");
    // Handouts come without it.
    workbook.write("assets/make/a.py", "A");
    let class = Class::of(workbook);
    for case in CASES {
        (case.make)(&class, case.name);
    }
    let done = class.grade(&[]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let mut wrong = String::new();
    for case in CASES {
        let row = done.stdout.lines().find(|line| line.starts_with(&format!("{}  ", case.name)));
        let row = row.unwrap_or_else(|| panic!("no {}", case.name));
        if !row.ends_with(&format!("  {}/3", case.points)) {
            wrong += &format!("{row}\n");
        }
        let begin = format!("\n\n{}\n", case.name);
        let told =
            done.stdout.split_once(&begin).map_or("", |(_, rest)| rest.split("\n\n").next().unwrap_or(rest));
        let missing = case.says.iter().filter(|words| !told.contains(**words));
        wrong +=
            &missing.map(|words| format!("{}: not said: {words}\n{told}\n", case.name)).collect::<String>();
        if told.is_empty() != case.says.is_empty() {
            wrong += &format!("{}: said: {told}\n", case.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// `docs/strength.md` tells of each what it is and what it gets.
#[test]
fn the_table_tells_of_each() {
    let docs =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/strength.md")).expect("the page");
    let row = |case: &Case| {
        let said = case.says.iter().map(|words| format!("`{}`", words.trim().replace('`', "'")));
        format!("| {} | {}/3 | {} |\n", case.what, case.points, said.collect::<Vec<_>>().join("<br>"))
    };
    let table: String = CASES.iter().map(row).collect();
    assert!(docs.contains(&table), "the table should be:\n{table}");
}
