//! `cargo workbook grade`, on submissions that cheat, break out, or were made without care. The table of them
//! stands in `proof/docs/strength.md`.

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

/// Puts three right answers into a .tar.gz, and what is added; returns its path.
fn tarred(
    class: &Class,
    name: &str,
    add: impl FnOnce(&mut tar::Builder<flate2::write::GzEncoder<fs::File>>),
) -> std::path::PathBuf {
    let (folder, path) = (perfect(class, name), class.path(&format!("{name}.tar.gz")));
    let file = fs::File::create(&path).expect("a file");
    let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(file, flate2::Compression::fast()));
    tar.append_dir_all("wb", &folder).expect("added");
    add(&mut tar);
    tar.into_inner().and_then(flate2::write::GzEncoder::finish).expect("ended");
    fs::remove_dir_all(folder).expect("removed");
    path
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
        says: &["01.1  to be looked at by hand: row 7, `crate::check::check`"],
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
    Case {
        name: "leans on what does not compile",
        what: "an answer that calls a later one, which does not compile",
        points: 1,
        says: &["01.1  wrong", "02.1  does not compile: row 13,"],
        make: |class, name| {
            let folder = class.hand_in(name, "    before(2 * number + 1)\n", "    number - \"1\"\n");
            edit(&folder, SHADER, "return 1;", "return 3;");
        },
    },
    Case {
        name: "leans on what is open",
        what: "an answer that calls a later one, never written, and has no end as long as that is open",
        points: 1,
        says: &["01.1  did not end"],
        make: |class, name| {
            let lean = "    while before(2) == 2 {}\n    before(2 * number + 1)\n";
            let folder = class.hand_in(name, lean, OPEN[1]);
            edit(&folder, SHADER, "return 1;", "return 3;");
        },
    },
    Case {
        name: "twin",
        what: "an answer that calls a function which the workbook has for itself",
        points: 3,
        says: &["01.1 calls `twofold`, which has all of it in it"],
        make: |class, name| but_for(class, name, "    crate::reference::twofold(number)\n"),
    },
    Case {
        name: "twin by another name",
        what: "the same by way of a function of one's own and another name",
        points: 3,
        says: &["01.1 calls `twofold`, which has all of it in it"],
        make: |class, name| {
            but_for(class, name, "    mine(number)\n");
            let helper =
                "\nfn mine(number: i64) -> i64 {\n    [number].map(crate::reference::twofold)[0]\n}\n";
            append(&class.path(name), NUMBERS, helper);
        },
    },
    Case {
        name: "our own disk",
        what: "an answer that writes by way of a module of the workbook's own",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `crate::disk::write`"],
        make: |class, name| but_for(class, name, "    crate::disk::write(\"a\");\n    2 * number\n"),
    },
    Case {
        name: "our own disk in brackets",
        what: "the same by way of a `use` in brackets, under another name",
        points: 2,
        says: &[
            "use crate::disk::self as d was left out: row 16, `crate::disk::self`",
            "01.1  to be looked at by hand",
        ],
        make: |class, name| {
            but_for(class, name, "    d::write(\"a\");\n    2 * number\n");
            append(&class.path(name), NUMBERS, "use crate::{disk::{self as d}};\n");
        },
    },
    Case {
        name: "star",
        what: "an answer that takes all names of the module around it",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `super::*`"],
        make: |class, name| {
            but_for(class, name, "    use super::*;\n    disk::write(\"a\");\n    2 * number\n")
        },
    },
    Case {
        name: "crate renamed",
        what: "an answer that calls the workbook's library by another name",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `crate`"],
        make: |class, name| {
            but_for(class, name, "    use crate as c;\n    c::disk::write(\"a\");\n    2 * number\n")
        },
    },
    Case {
        name: "raw words",
        what: "an answer that writes keywords and modules as raw words",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::process`"],
        make: |class, name| but_for(class, name, "    ::r#std::r#process::exit(0)\n"),
    },
    Case {
        name: "words as names",
        what: "right answers whose variables are called std, core and check",
        points: 3,
        says: &[],
        make: |class, name| {
            but_for(class, name, "    let (std, core, check) = (number, 1, 2);\n    std * check * core\n");
        },
    },
    Case {
        name: "payload",
        what: "an answer that panics with what the tests themselves end with",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::panic`"],
        make: |class, name| but_for(class, name, "    std::panic::panic_any(\"passed\")\n"),
    },
    Case {
        name: "protocol printed",
        what: "an answer that prints what a check tells the tool",
        points: 2,
        says: &["01.1  wrong"],
        make: |class, name| {
            but_for(class, name, "    println!(\"01.1\\tpassed\\t\\n0\\t01.1\\te\");\n    number\n");
        },
    },
    Case {
        name: "growing",
        what: "an answer for which the compiler makes larger and larger types, without end",
        points: 2,
        says: &["01.1  does not compile: the compiler ran out of"],
        make: |class, name| {
            but_for(class, name, "    grow(number, 0u8);\n    2 * number\n");
            let helper = "\nfn grow<T: Clone>(n: i64, t: T) {\n    if n > 0 {\n        grow(n - 1, (t.clone(), t.clone(), t));\n    }\n}\n";
            append(&class.path(name), NUMBERS, helper);
        },
    },
    Case {
        name: "terms",
        what: "an answer that is a sum of sixty thousand terms",
        points: 2,
        says: &["01.1  does not compile: the compiler"],
        make: |class, name| {
            but_for(class, name, &format!("    number{}\n", " + number".repeat(60_000)));
        },
    },
    Case {
        name: "minus",
        what: "an answer of a hundred thousand minus signs",
        points: 2,
        says: &["01.1  does not compile:"],
        make: |class, name| but_for(class, name, &format!("    {}number\n", "-".repeat(100_000))),
    },
    Case {
        name: "constant loop",
        what: "a constant that is computed without end",
        points: 2,
        says: &["01.1  does not compile: row 8, error: constant evaluation is taking a long time"],
        make: |class, name| {
            let endless = "    const N: i64 = {\n        loop {}\n    };\n    number + N\n";
            but_for(class, name, endless);
        },
    },
    Case {
        name: "constant long",
        what: "a constant that is computed for minutes, with leave to take long",
        points: 2,
        says: &["01.1  does not compile: the compiler ran out of time"],
        make: |class, name| {
            let long = "    #[allow(long_running_const_eval)]\n    const N: i64 = {\n        let mut i = 0;\n        \
                        while i < 1 << 40 {\n            i += 1;\n        }\n        i\n    };\n    number + N\n";
            but_for(class, name, long);
        },
    },
    Case {
        name: "constant large",
        what: "a constant of eight gigabytes",
        points: 2,
        says: &["01.1  does not compile:"],
        make: |class, name| {
            let large = "    const ALL: &[u8] = &[1; 8 << 30];\n    ALL.iter().map(|one| i64::from(*one)).sum::<i64>() + number\n";
            but_for(class, name, large);
        },
    },
    Case {
        name: "trait without end",
        what: "a trait bound that leads to itself",
        points: 2,
        says: &["01.1  does not compile: row 7,"],
        make: |class, name| {
            but_for(class, name, "    deep(W(number));\n    2 * number\n");
            let helper = "\nstruct W<T>(T);\nimpl<T> Clone for W<T> where W<W<T>>: Clone {\n    fn clone(&self) -> Self {\n        \
                          loop {}\n    }\n}\nfn deep<T: Clone>(t: T) {\n    drop(t.clone());\n}\n";
            append(&class.path(name), NUMBERS, helper);
        },
    },
    Case {
        name: "argument renamed",
        what: "a right answer that calls its argument by another name",
        points: 2,
        says: &["01.1  to be looked at by hand: it uses `n`, which is the student's own and was left out"],
        make: |class, name| {
            but_for(class, name, "    n + n\n");
            edit(&class.path(name), NUMBERS, "twice(number: i64)", "twice(n: i64)");
        },
    },
    Case {
        name: "own module",
        what: "a right answer that calls a module of one's own",
        points: 2,
        says: &["01.1  to be looked at by hand: row 3, `crate::helper`"],
        make: |class, name| {
            but_for(class, name, "    helper::double(number)\n");
            let folder = class.path(name);
            edit(&folder, NUMBERS, "work out.\n", "work out.\n\nuse crate::helper;\n");
            append(&folder, "common/src/helper.rs", "pub fn double(n: i64) -> i64 { n + n }\n");
            append(&folder, "common/src/lib.rs", "pub mod helper;\n");
        },
    },
    Case {
        name: "own crate",
        what: "a right answer that calls a crate which its manifest adds",
        points: 2,
        says: &["01.1  to be looked at by hand: it uses `num_traits`"],
        make: |class, name| {
            but_for(class, name, "    num_traits::pow(number, 1) * 2\n");
            append(&class.path(name), "common/Cargo.toml", "\n[dependencies]\nnum-traits = \"0.2\"\n");
        },
    },
    Case {
        name: "shader line",
        what: "a function beside a shader's answer with a line for the compiler in it",
        points: 3,
        says: &["shaders/scale.vert: row 7 was changed beside the exercise; the original was used"],
        make: |class, name| {
            let folder = perfect(class, name);
            append(&folder, SHADER, "float mine() {\n#extension GL_x : enable\n    return 3;\n}\n");
        },
    },
    Case {
        name: "Unpacked",
        what: "all right, four folders deep",
        points: 3,
        says: &[],
        make: |class, name| {
            let folder = perfect(class, "u");
            let deep = class.path(&format!("{name}/a/b/c"));
            fs::create_dir_all(&deep).expect("made");
            fs::rename(folder, deep.join("wb")).expect("moved");
        },
    },
    Case {
        name: "Underground",
        what: "all right, seven folders deep",
        points: 0,
        says: &["nothing was graded: it has its workbook in a/b/c/d/e/f/wb, deeper than 4 folders"],
        make: |class, name| {
            let folder = perfect(class, "u");
            let deep = class.path(&format!("{name}/a/b/c/d/e/f"));
            fs::create_dir_all(&deep).expect("made");
            fs::rename(folder, deep.join("wb")).expect("moved");
        },
    },
    Case {
        name: "tarball",
        what: "all right, as a .tar.gz",
        points: 3,
        says: &[],
        make: |class, name| drop(tarred(class, name, |_| {})),
    },
    Case {
        name: "tar that climbs",
        what: "a .tar.gz with paths out of its folder and with links, all right within",
        points: 3,
        says: &[
            "../escaped.rs leads out of the zip; it was left out",
            "assets/all is a link or no plain file",
        ],
        make: |class, name| {
            tarred(class, name, |tar| {
                let mut climbs = tar::Header::new_gnu();
                climbs.as_gnu_mut().expect("a header").name[..13].copy_from_slice(b"../escaped.rs");
                climbs.set_size(1);
                climbs.set_cksum();
                tar.append(&climbs, &b"x"[..]).expect("added");
                let mut link = tar::Header::new_gnu();
                link.set_entry_type(tar::EntryType::Symlink);
                link.set_size(0);
                tar.append_link(&mut link, "wb/assets/all", "/").expect("added");
            });
        },
    },
    Case {
        name: "tar that bursts",
        what: "a .tar.gz that unpacks to half a gigabyte",
        points: 0,
        says: &["nothing was graded: it unpacks to more than 256 MiB"],
        make: |class, name| {
            tarred(class, name, |tar| {
                let mut large = tar::Header::new_gnu();
                large.set_size(512 << 20);
                tar.append_data(&mut large, "wb/large", std::io::Read::take(std::io::repeat(0), 512 << 20))
                    .expect("added");
            });
        },
    },
    Case {
        name: "tar cut off",
        what: "a .tar.gz that was cut off",
        points: 0,
        says: &["nothing was graded: it is not a tar that can be read"],
        make: |class, name| {
            let path = tarred(class, name, |_| {});
            let whole = fs::read(&path).expect("a file");
            fs::write(path, &whole[..whole.len() / 2]).expect("written");
        },
    },
    Case {
        name: "seven",
        what: "a .7z",
        points: 0,
        says: &[
            "nothing was graded: it is a .7z archive, which is not read. It has to be handed in as a zip",
        ],
        make: |class, name| fs::write(class.path(&format!("{name}.7z")), "7z").expect("written"),
    },
    Case {
        name: "many files",
        what: "a zip of a hundred thousand files and more",
        points: 0,
        says: &["nothing was graded: it has more than 100000 files"],
        make: |class, name| {
            let file = fs::File::create(class.path(&format!("{name}.zip"))).expect("a zip");
            let mut zip = zip::ZipWriter::new(std::io::BufWriter::new(file));
            let plain =
                zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
            (0..=100_000).for_each(|i| zip.start_file(format!("{i}"), plain).expect("begun"));
            zip.finish().expect("ended");
        },
    },
    Case {
        name: "zip of zips",
        what: "a zip that holds nothing but a zip, which holds nothing but a zip",
        points: 0,
        says: &["nothing was graded: it holds no workbook"],
        make: |class, name| {
            let inside = |contents: &[u8]| {
                let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
                zip.start_file("a.zip", zip::write::SimpleFileOptions::default()).expect("begun");
                zip.write_all(contents).expect("written");
                zip.finish().expect("ended").into_inner()
            };
            fs::write(class.path(&format!("{name}.zip")), inside(&inside(&inside(b"x")))).expect("written");
        },
    },
    Case {
        name: "backslashes",
        what: "a zip with the separators of Windows, and one path that leads up by them",
        points: 3,
        says: &["../../up.rs leads out of the zip; it was left out"],
        make: |class, name| zipped(class, name, &[("..\\..\\up.rs", b"x")]),
    },
    Case {
        name: "new link",
        what: "all right, with a link to the whole disk beside the assets",
        points: 3,
        says: &["assets/all is a link or no plain file; it was left out"],
        make: |class, name| {
            let folder = perfect(class, name);
            symlink("/", folder.join("assets/all")).expect("a link");
        },
    },
    Case {
        name: "hooks",
        what: "a clone whose git has hooks, a program to watch files and another to sign",
        points: 3,
        says: &[],
        make: |class, name| {
            let folder = perfect(class, name);
            append(&folder, ".git/hooks/post-checkout", "#!/bin/sh\ntouch PWNED\n");
            append(&folder, ".git/config", "[core]\n\tfsmonitor = touch PWNED\n[gpg]\n\tprogram = touch\n");
            append(&folder, ".gitattributes", "* filter=touch\n");
        },
    },
    Case {
        name: "look-alikes",
        what: "right answers with a letter of another alphabet in a name",
        points: 3,
        says: &[],
        make: |class, name| but_for(class, name, "    let numb\u{435}r = number;\n    2 * numb\u{435}r\n"),
    },
    Case {
        name: "right to left",
        what: "a comment that is read from right to left",
        points: 2,
        says: &["01.1  does not compile: row 7, error: unicode codepoint changing visible direction"],
        make: |class, name| but_for(class, name, "    // \u{202e} number\n    2 * number\n"),
    },
    Case {
        name: "markers",
        what: "right answers with the author's markers in a string and in a comment",
        points: 3,
        says: &[],
        make: |class, name| {
            let marked = "    let _ = \"// END SOLUTION 01.1\";\n    // BEGIN SOLUTION 02.1\n    // STARTER 01.1: 0\n    2 * number\n";
            but_for(class, name, marked);
        },
    },
    Case {
        name: "to do twice",
        what: "a file in which the TODO of another exercise stands in an answer",
        points: 1,
        says: &["to be looked at by hand"],
        make: |class, name| {
            but_for(class, name, "    // TODO 02.1: Give the number that comes before.\n    2 * number\n")
        },
    },
    Case {
        name: "returns",
        what: "line ends that are carriage returns alone",
        points: 1,
        says: &["numbers.rs"],
        make: |class, name| {
            let path = perfect(class, name).join(NUMBERS);
            let text = fs::read_to_string(&path).expect("a file");
            fs::write(path, text.replace('\n', "\r")).expect("written");
        },
    },
    Case {
        name: "sixteen bits",
        what: "an answer in UTF-16",
        points: 1,
        says: &["common/src/numbers.rs is not text in UTF-8; the starter's was used"],
        make: |class, name| {
            let path = perfect(class, name).join(NUMBERS);
            let text = fs::read_to_string(&path).expect("a file");
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            fs::write(path, wide).expect("written");
        },
    },
    Case {
        name: "nothing but zeroes",
        what: "an answer's file of zeroes",
        points: 1,
        says: &["common/src/numbers.rs is not text in UTF-8; the starter's was used"],
        make: |class, name| {
            let path = perfect(class, name).join(NUMBERS);
            fs::write(path, vec![0u8; 4096]).expect("written");
        },
    },
    Case {
        name: "folder for file",
        what: "a folder in the place of an answer's file",
        points: 1,
        says: &["common/src/numbers.rs is missing; the starter's was used"],
        make: |class, name| {
            let path = perfect(class, name).join(NUMBERS);
            fs::remove_file(&path).expect("removed");
            fs::create_dir_all(path.join("numbers.rs")).expect("made");
        },
    },
    Case {
        name: "pipe",
        what: "a pipe that nobody writes to in the place of an answer's file",
        points: 1,
        says: &["common/src/numbers.rs is a link or not a plain file; the starter's was used"],
        make: |class, name| {
            let path = perfect(class, name).join(NUMBERS);
            fs::remove_file(&path).expect("removed");
            let made = std::process::Command::new("mkfifo").arg(&path).status();
            assert!(made.expect("mkfifo").success());
        },
    },
    Case {
        name: "impl for ours",
        what: "a function beside the answers that drops what it is given for ever",
        points: 2,
        says: &["01.1  did not end"],
        make: |class, name| {
            but_for(class, name, "    drop(Bomb);\n    2 * number\n");
            append(
                &class.path(name),
                NUMBERS,
                "\nstruct Bomb;\nimpl Drop for Bomb {\n    fn drop(&mut self) {\n        loop {}\n    }\n}\n",
            );
        },
    },
    Case {
        name: "unsafe read",
        what: "an answer that reads the memory behind a number",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `unsafe`"],
        make: |class, name| but_for(class, name, "    2 * number + unsafe { *(number as *const i64) }\n"),
    },
    Case {
        name: "aborts",
        what: "an answer that panics while it panics",
        points: 2,
        says: &["01.1  crashed: ended by signal 6"],
        make: |class, name| {
            but_for(
                class,
                name,
                "    struct Bomb;\n    impl Drop for Bomb {\n        fn drop(&mut self) {\n            panic!(\"two\");\n        }\n    }\n    let _bomb = Bomb;\n    assert!(number < 0, \"one\");\n    0\n",
            )
        },
    },
    Case {
        name: "exits",
        what: "an answer that ends its program as if all were well",
        points: 2,
        says: &["01.1  to be looked at by hand: row 8, `std::process`"],
        make: |class, name| {
            but_for(class, name, "    if number != 0 {\n        std::process::exit(0);\n    }\n    0\n")
        },
    },
    Case {
        name: "hook",
        what: "an answer that sets what is done when it panics",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::panic`"],
        make: |class, name| {
            but_for(
                class,
                name,
                "    std::panic::set_hook(Box::new(|_| std::process::abort()));\n    2 * number\n",
            )
        },
    },
    Case {
        name: "terabyte",
        what: "an answer that asks for a terabyte at once",
        points: 2,
        says: &["01.1  used too much memory"],
        make: |class, name| {
            but_for(class, name, "    vec![1u8; 1 << 40].len() as i64 - (1 << 40) + 2 * number\n")
        },
    },
    Case {
        name: "environment",
        what: "an answer that is told its folder while it is compiled",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `env!`"],
        make: |class, name| but_for(class, name, "    env!(\"CARGO_MANIFEST_DIR\").len() as i64 + number\n"),
    },
    Case {
        name: "macro without end",
        what: "an answer whose macro doubles itself without end",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `macro_rules`"],
        make: |class, name| {
            but_for(
                class,
                name,
                "    macro_rules! twice {\n        ($($t:tt)*) => { twice!($($t)* $($t)*) };\n    }\n    twice!(number)\n",
            )
        },
    },
    Case {
        name: "open comment",
        what: "an answer that opens a comment and never ends it",
        points: 2,
        says: &["01.1  does not compile: row 7, error: cannot parse string into token stream"],
        make: |class, name| but_for(class, name, "    2 * number /* and so on\n"),
    },
    Case {
        name: "two functions",
        what: "an answer that ends its function and begins another",
        points: 2,
        says: &["02.1: right with the workbook's own answers in the place of those that are not"],
        make: |class, name| {
            but_for(class, name, "    0\n}\n\npub fn thrice(number: i64) -> i64 {\n    3 * number\n")
        },
    },
    Case {
        name: "remembers",
        what: "an answer that counts how often it was asked",
        points: 2,
        says: &["01.1  to be looked at by hand: row 7, `std::sync`"],
        make: |class, name| {
            but_for(
                class,
                name,
                "    static ASKED: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(0);\n    14 + ASKED.fetch_add(0, std::sync::atomic::Ordering::Relaxed)\n",
            )
        },
    },
    Case {
        name: "allocator",
        what: "a function beside the answers that hands out all memory",
        points: 3,
        says: &[
            "impl std::alloc::GlobalAlloc for Greedy was left out: row 17, `std::alloc`",
            "static ALL was left out: row 23, `#[global_allocator]`",
        ],
        make: |class, name| {
            let folder = perfect(class, name);
            append(
                &folder,
                NUMBERS,
                "\nstruct Greedy;\nunsafe impl std::alloc::GlobalAlloc for Greedy {\n    unsafe fn alloc(&self, _: std::alloc::Layout) -> *mut u8 {\n        std::process::exit(0)\n    }\n    unsafe fn dealloc(&self, _: *mut u8, _: std::alloc::Layout) {}\n}\n#[global_allocator]\nstatic ALL: Greedy = Greedy;\n",
            );
        },
    },
    Case {
        name: "capitals in a zip",
        what: "a zip with other files that are called like an answer, in capitals and with an ending more",
        points: 3,
        says: &[],
        make: |class, name| {
            zipped(class, name, &[("COMMON/SRC/NUMBERS.RS", b"x"), ("common/src/numbers.rs.bak", b"x")])
        },
    },
];

#[test]
fn each_gets_the_marks_and_notes_that_it_must() {
    let workbook = Workbook::new();
    workbook.write("assets/a.txt", "A");
    workbook.write("assets/b.txt", "B");
    // Handouts come without it.
    workbook.write("proof/assets/make/a.py", "A");
    // What the workbook has for itself, and what no answer needs.
    workbook.edit(
        "common/src/lib.rs",
        "pub mod numbers;\n",
        "pub mod disk;\npub mod reference;\npub mod numbers;\n",
    );
    workbook.write(
        "common/src/disk.rs",
        "//! A disk.\n\npub fn write(file: &str) {\n    let _ = std::fs::write(file, file);\n}\n",
    );
    workbook.write(
        "common/src/reference/mod.rs",
        "//! Given.\n\npub fn twofold(number: i64) -> i64 {\n    2 * number\n}\n",
    );
    let class = Class::of(workbook);
    for case in CASES {
        (case.make)(&class, case.name);
    }
    let done = class.grade(&["--build-limit", "16"]);
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

/// `proof/docs/strength.md` tells of each what it is and what it gets.
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
