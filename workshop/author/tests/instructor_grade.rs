//! `cargo workbook grade`, on submissions of every kind.

use crate::class;
use crate::class::{Class, RIGHT, edit};
use crate::tiny;
use crate::tiny::Workbook;
use std::fs;

#[test]
fn no_submission_disturbs_another_and_the_same_ones_give_the_same_report() {
    let class = Class::new();
    // What was verified before does not act when it is graded.
    class.workbook.run(&["verify", "--exercise", "1.1"]).ends_with(0);
    let right = class.hand_in("anna", RIGHT[0], RIGHT[1]);
    edit(&right, "shaders/scale.vert", "return 1;", "return 3;");
    class.hand_in("ben", "    loop { std::hint::black_box(number); }\n", RIGHT[1]);
    let edited = class.hand_in("dan", "    number * number\n", RIGHT[1]);
    edit(&edited, "lessons/01_first/checks.rs", "twice(7)", "twice(9)");
    fs::remove_file(edited.join("shaders/scale.vert")).expect("removed");
    class.workbook.run(&["handout", "2", "--zip", class.path("eve.zip").to_str().expect("UTF-8")]);
    fs::write(class.path("list.txt"), "").expect("written");
    let outputs = ["a.json", "a.csv"].map(|name| class.workbook.root().join(name));
    let args = ["--seed", "7", "--json", "a.json", "--csv", "a.csv"];
    let done = class.grade(&args);
    done.ends_with(0);
    let want = "\
submission     01     02   points
anna          2/2    1/1      3/3
ben           0/2    1/1      1/3
dan           0/2    1/1      1/3
eve           2/2    0/1      2/3
Each exercise was asked further questions, drawn with --seed 7.
Neither a folder nor an archive, so left out (1): list.txt

ben
  01.1  did not end
  note   02.1: right with the workbook's own answers in the place of those that are not

dan
  01.1  mistake: squared
  note   02.1: right with the workbook's own answers in the place of those that are not
  note   shaders/scale.vert is missing; the starter's was used
  note   lessons/01_first/checks.rs was changed; the original was used
";
    assert_eq!(done.stdout, want);
    let written = outputs.each_ref().map(|path| fs::read_to_string(path).expect("a report"));
    for (text, part) in written.iter().zip([
        "\"outcome\": \"timed-out\"",
        "submission,id,points,out of,lesson 01,lesson 02,01.1,01.2,02.1,notes\r\nanna,,3,3,2,1,passed,passed,passed,\r\n",
    ]) {
        assert!(text.contains(part), "{text}");
    }
    let again = class.grade(&[&args[..], &["--again"]].concat());
    assert_eq!(again.stdout, done.stdout);
    assert_eq!(outputs.map(|path| fs::read_to_string(path).expect("a report")), written);

    let folder = class.folder.path().to_str().expect("UTF-8");
    for (args, text) in [
        (&["grade", "."][..], "is one workbook"),
        (&["grade", "Cargo.toml"], "cannot list Cargo.toml"),
        (&["grade", folder, "--lessons", "7"], "there is no such lesson"),
        (&["grade", folder, "--seed", "1", "--shard", "9/8"], "a part is written as in 3/8"),
    ] {
        class.workbook.run(args).complains(text);
    }

    // An exercise that is not asked in time is left to a person.
    let late = class.grade(&["--lessons", "1", "--submission-limit", "2"]);
    late.says("ben\n  01.1  to be looked at by hand: the ");
}

#[test]
fn other_questions_and_shaders_that_do_not_compile_are_told_as_what_they_are() {
    let workbook = Workbook::new();
    let check = "workshop/check/src/lib.rs";
    // The check asks once more for a negative answer, and of one number it says that it doesn't compile.
    let given = "let given = format!(r#\"[\"what comes out\",null,[],[\"w\",\"{}\"]]\"#, answer());\n";
    let again = "let answer = answer();\n    let driver = r\"scale.vert:5: \\u001b[5A\\u001b[2K\\r\\u0007\\u0085no\";\n    \
                 let (kind, words) = if answer == 404 { (\"!\", driver.to_owned()) } else { (\"w\", answer.to_string()) };\n    \
                 let given = format!(r#\"[\"what comes out\",null,[],[\"{kind}\",\"{words}\"]]\"#);\n    \
                 let given = if answer < 0 { format!(\"{given}\\n{key}\\t{id}\\t{given}\") } else { given };\n";
    workbook.edit(check, given, again);
    let class = Class::of(workbook);
    let anna = class.hand_in("anna", "    -number\n", RIGHT[1]);
    edit(&anna, "shaders/scale.vert", "return 1;", "return 404;");
    edit(&anna, "common/src/numbers.rs", "/// A n", "compile_error!(\"\u{1b}[5A\u{7}\\r\\n\");\n\n/// A n");
    let done = class.grade(&["--csv", "a.csv", "--json", "a.json"]);
    done.says("anna          0/2    1/1      1/3\n");
    done.says("  01.1  to be looked at by hand: the questions it answered (2) are not those that the check asks (1)\n");
    done.says("  01.2  does not compile: scale.vert:5: �[5A�[2K���no\n");
    for file in ["a.csv", "a.json"] {
        let written = fs::read_to_string(class.workbook.root().join(file)).expect("a report");
        assert!(!written.replace("\r\n", "").contains(['\u{1b}', '\u{7}', '\u{85}', '\r']), "{written}");
        assert!(!["\\u001b", "\\u0007"].iter().any(|sign| written.contains(sign)), "{written}");
    }
}

#[test]
fn whoever_is_held_up_is_judged_again_though_others_need_that_answer_too() {
    let workbook = Workbook::new();
    let numbers = "common/src/numbers.rs";
    let half = "/// Half of a number.\npub fn half(number: i64) -> i64 {\n    // TODO 02.2: Halve it.\n    // BEGIN SOLUTION 02.2\n    number / 2\n    // END SOLUTION 02.2\n    // STARTER 02.2: number + 0\n}\n\n";
    let before = "/// A number that comes before another.\n";
    workbook.edit(numbers, before, &(half.to_owned() + before));
    let third = "hints = [\"Which way?\", \"It is smaller.\", \"Take one away.\"]\n";
    let exercise = "\n[[exercise]]\nid = \"02.2\"\ntitle = \"Half\"\nfile = \"common/src/numbers.rs\"\nfunction = \"half\"\nminutes = 5\n";
    workbook.edit("lessons/02_second/lesson.toml", third, &[third, exercise, third].concat());
    let checks = "lessons/02_second/checks.rs";
    workbook.edit(checks, "{before, twice}", "{before, half, twice}");
    let check = "#[test]\nfn todo_02_2_half() {\n    let (six, five) = (twice(3), before(6));\n    let needs = [(\"01.1\", six == 6), (\"02.1\", five == 5)];\n    check_after(&needs, \"02.2\", || half(six + five + 1));\n}\n\n";
    let first = "#[test]\nfn todo_02_1_before";
    workbook.edit(checks, first, &(check.to_owned() + first));
    let recorded = "\"02.2\": {\"names\": [\"starter\"], \"calls\": [], \"questions\": [\n[[\"w\",\"true\"],[]],\n[[\"w\",\"true\"],[]],\n[[\"w\",\"6\"],[[2,[1,\"12\"]]]]\n]},\n";
    let first = "\"02.1\": {";
    workbook.edit("lessons/02_second/recorded.json", first, &(recorded.to_owned() + first));
    let class = Class::of(workbook);
    let ben = class.hand_in("ben", "    loop { std::hint::black_box(number); }\n", RIGHT[1]);
    edit(&ben, numbers, "number + 0", "number / 2");
    let done = class.grade(&[]);
    done.says("ben           0/2    2/2      2/4\n");
    done.says("02.1, 02.2: right with the workbook's own answers in the place of those that are not\n");
}

#[test]
fn what_was_graded_before_is_not_graded_again() {
    let class = Class::new();
    class.hand_in("anna", RIGHT[0], RIGHT[1]);
    let ben = class.hand_in("ben", "    3 * number\n", RIGHT[1]);
    // The lines of progress, without the time that is left.
    let told_in = |folder: &std::path::Path, args: &[&str]| {
        let command = ["grade", folder.to_str().expect("UTF-8"), "--limit", "2"];
        let done = class.workbook.run(&[&command[..], class::trust(), args].concat());
        done.ends_with(0);
        let lines = done.stderr.lines().filter(|line| line.contains(" left  "));
        let told: Vec<String> = lines
            .filter_map(|line| Some(format!("{} {}", line.split_once(',')?.0, line.split_once("left  ")?.1)))
            .collect();
        (told, done.stdout)
    };
    let told = |args: &[&str]| told_in(class.folder.path(), args);
    let (first, table) = told(&[]);
    assert_eq!(first, ["1/2 anna 2/3", "2/2 ben 1/3"]);
    assert_eq!(told(&[]), (vec![], table.clone()));
    assert_eq!(told(&["--again"]), (first, table));
    // Those of another folder, or of other lessons, are not thrown away.
    let later = tempfile::tempdir().expect("a folder");
    fs::rename(class.hand_in("late", RIGHT[0], RIGHT[1]), later.path().join("anna")).expect("moved");
    assert_eq!(told_in(later.path(), &[]).0, ["1/1 anna 2/3"]);
    assert_eq!(told_in(later.path(), &["--again", "--lessons", "2"]).0, ["1/1 anna 1/1"]);
    assert_eq!(told_in(later.path(), &[]).0, [""; 0]);
    assert_eq!(told(&[]).0, [""; 0]);
    edit(&ben, "common/src/numbers.rs", "3 * number", "number + number");
    assert_eq!(told(&[]).0, ["1/1 ben 2/3"]);
    // Each mark is one by itself, and another of the same files has none of it.
    assert_eq!(told(&["--lessons", "1"]).0, [""; 0]);
    class.hand_in("cleo", RIGHT[0], RIGHT[1]);
    assert_eq!(told(&[]).0, ["1/1 cleo 2/3"]);
    class.workbook.edit("lessons/01_first/checks.rs", "twice(7)", "twice(8)");
    assert_eq!(told(&["--lessons", "2"]).0, [""; 0]);
    assert_eq!(told(&["--exercise", "1.1"]).0, ["1/3 anna 1/1", "2/3 ben 1/1", "3/3 cleo 1/1"]);
    assert_eq!(told(&[]).0, ["1/3 anna 2/3", "2/3 ben 2/3", "3/3 cleo 2/3"]);
    assert_eq!(told(&[]).0, [""; 0]);
}

/// Grades two weeks, of which the second needs a crate that refuses to be made after the first one's program.
#[test]
fn a_second_week_gets_its_own_crates_and_no_mark_that_came_of_time_is_kept() {
    let workbook = Workbook::new();
    let manifest = "[package]\nname = \"late\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    workbook.write("late/Cargo.toml", manifest);
    workbook.write("late/src/lib.rs", "");
    let made = "fn main() {\n    let out = std::path::PathBuf::from(std::env::var(\"OUT_DIR\").unwrap());\n    let made = std::fs::read_dir(out.ancestors().nth(3).unwrap().join(\"deps\")).unwrap();\n    assert!(!made.flatten().any(|file| file.file_name().to_string_lossy().contains(\"graded\")));\n}\n";
    workbook.write("late/build.rs", made);
    workbook.edit("Cargo.toml", "members = [", "members = [\"late\", ");
    workbook.edit("Cargo.toml", "common = {", "late = { path = \"late\" }\ncommon = {");
    workbook.edit(
        "Cargo.lock",
        "\"lesson-02\"\nversion = \"0.1.0\"\ndependencies = [\n \"check\",\n \"common\",\n",
        "\"lesson-02\"\nversion = \"0.1.0\"\ndependencies = [\n \"check\",\n \"common\",\n \"late\",\n",
    );
    let locked = "\n[[package]]\nname = \"late\"\nversion = \"0.1.0\"\n";
    workbook.write(
        "Cargo.lock",
        &(fs::read_to_string(workbook.root().join("Cargo.lock")).expect("locked") + locked),
    );
    workbook.edit("lessons/02_second/Cargo.toml", "common.work", "late.workspace = true\ncommon.work");
    let class = Class::of(workbook);
    class.hand_in("anna", RIGHT[0], RIGHT[1]);
    class.hand_in("ben", RIGHT[0], "    loop { std::hint::black_box(number); }\n");
    let first = class.grade(&["--lessons", "1"]);
    first.says("anna          1/2      1/2\nben           1/2      1/2\n");
    let second = class.grade(&["--lessons", "2"]);
    second.says("anna          1/1      1/1\nben           0/1      0/1\n");
    second.says("\nben\n  02.1  did not end\n");
    let again = class.grade(&["--lessons", "2"]);
    assert_eq!(again.stdout, second.stdout);
    assert!(again.stderr.contains("1/1,") && !again.stderr.contains("anna 1/1"), "{}", again.stderr);
    assert!(!class.grade(&["--lessons", "1"]).stderr.contains(" left  "));
}

#[test]
fn our_own_answers_are_tried_where_an_exercise_needs_them_and_one_without_end_says_what_to_do() {
    let workbook = Workbook::new();
    let endless = "loop { std::hint::black_box(number); }";
    workbook.edit("common/src/numbers.rs", "number - the_step_between_two", endless);
    let class = Class::of(workbook);
    class.hand_in("anna", RIGHT[0], RIGHT[1]);
    class.grade(&["--lessons", "1"]).says("anna          1/2      1/2\n");
    let refused = class.grade(&[]);
    refused.complains("the workbook's own answer to 02.1 did not end in 2 s: raise --limit, or grade when");
    refused.says("Not graded yet (1): anna\n");
}

#[test]
fn a_tentacle_is_a_point_more_if_it_is_asked_for() {
    let class = Class::new();
    let page = include_str!("../../../docs/engine/body.md");
    let example = page.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    for (name, json) in [("anna", Some(example)), ("ben", Some("{\u{1b}")), ("cleo", None)] {
        let folder = class.hand_in(name, RIGHT[0], RIGHT[1]);
        json.inspect(|json| fs::write(folder.join("tentacle.json"), json).expect("written"));
    }
    let done = class.grade(&["--tentacle", "--csv", "a.csv", "--json", "a.json"]);
    done.says("anna          1/2    1/1   2.83/4\n");
    done.says(
        "anna        tentacle 10 of 12: thinner, bends\nben         tentacle 0 of 12: key must be a string",
    );
    done.says("cleo        tentacle 0 of 12: tentacle.json is missing\n");
    let table = fs::read_to_string(class.workbook.root().join("a.csv")).expect("a report");
    assert!(
        table.contains("\r\ncleo,,2,4,1,1,passed,open,passed,0 of 12: tentacle.json is missing,\r\n"),
        "{table}"
    );
    class.grade(&[]).says("cleo          1/2    1/1      2/3\n");
}

#[test]
fn an_engine_is_judged_in_the_box() {
    let class = Class::new();
    let page = include_str!("../../../docs/engine/body.md");
    let body = page.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let package = "[package]\nname = \"ben\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n";
    let lock = "version = 4\n[[package]]\nname = \"ben\"\nversion = \"0.1.0\"\n";
    let script = "[ \"$1\" = body ] && cat body.json\n";
    for (file, text) in [
        ("anna/engine.toml", "run = \"sh engine.sh\"\n"),
        ("anna/engine.sh", script),
        ("anna/body.json", body),
        ("ben/Cargo.toml", package),
        ("ben/Cargo.lock", lock),
        ("ben/src/main.rs", "fn main() { println!(\"{}\", include_str!(\"../body.json\")) }\n"),
        ("ben/body.json", body),
        ("cleo/README.md", "Mine.\n"),
    ] {
        let path = class.path(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    let done = class.grade(&["--engine", "--seed", "3", "--json", "engines.json"]);
    for name in ["anna", "ben "] {
        done.says(&format!("{name}  body    10 of 12: thinner, bends\n"));
    }
    done.says("\n      file    0 of 8: docs/engine/plain.dae: Your program ended with exit status: 1.\n");
    done.says("cleo  nothing it has neither Cargo.toml nor engine.toml\n");
    class.workbook.run(&["class", "engines.json"]).ends_with(0);
    let page = fs::read_to_string(class.workbook.root().join("class-with-names.html")).expect("a page");
    assert!(page.contains("title=\"10 of 12: thinner, bends\">10/12</td>"), "{page}");
}

#[test]
fn what_was_built_for_one_is_not_there_when_the_next_is_built() {
    let class = Class::new();
    let left = "left by anna";
    class.hand_in("anna", &format!("    std::hint::black_box({left:?});\n{}", RIGHT[0]), RIGHT[1]);
    let holds = |folder: &str| {
        let files = tiny::all_files(&class.workbook.root().join("target/workbook/grade").join(folder));
        assert!(!files.is_empty());
        files.values().any(|file| file.windows(left.len()).any(|part| part == left.as_bytes()))
    };
    class.grade(&[]).says("anna          1/2    1/1      2/3\n");
    assert!(holds("target") && !holds("ours"));
    class.hand_in("ben", RIGHT[0], RIGHT[1]);
    class.grade(&[]).says("ben           1/2    1/1      2/3\n");
    assert!(!holds("target") && !holds("ours"));
}

#[cfg(unix)]
#[test]
fn it_tells_what_is_graded_when_it_is_stopped_and_goes_on_from_there() {
    use nix::sys::signal::{Signal, kill};
    use std::io::{BufRead, BufReader};
    let class = Class::new();
    class.hand_in("anna", RIGHT[0], RIGHT[1]);
    let ben = class.hand_in("ben", "    loop { std::hint::black_box(number); }\n", RIGHT[1]);
    let begin = ["grade", class.command()[1], "--limit", "60", "--seed", "1", "--csv", "a.csv"];
    let begin = [&begin, class::trust()].concat();
    for (how, told) in [(Signal::SIGKILL, ""), (Signal::SIGINT, "Not graded yet (1): ben\n")] {
        let mut command = tiny::command_in(class.workbook.root(), tiny::TOOL);
        command.args(&begin).arg("--again").stdout(std::process::Stdio::piped());
        let mut tool = command.stderr(std::process::Stdio::piped()).spawn().expect("the tool");
        let mut lines = BufReader::new(tool.stderr.take().expect("its words")).lines();
        assert!(lines.any(|line| line.expect("a line").ends_with("anna 2/3")));
        kill(nix::unistd::Pid::from_raw(tool.id() as i32), how).expect("stopped");
        let done = tool.wait_with_output().expect("its end");
        let said = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(!done.status.success() && said.contains(told), "{said}");
    }
    let report = fs::read_to_string(class.workbook.root().join("a.csv")).expect("a report");
    assert!(report.contains("\r\nanna,,2,3,1,1,passed,open,passed,\r\nben,,,"), "{report}");
    edit(&ben, "common/src/numbers.rs", "loop { std::hint::black_box(number); }", "number + number");
    let done = class.workbook.run(&begin);
    done.ends_with(0);
    assert!(!done.stderr.contains("anna") && done.stderr.contains("1/1"), "{}", done.stderr);
}

#[test]
fn a_roster_tells_whose_a_submission_is_and_a_mark_by_hand_stays_as_long_as_its_row() {
    let class = Class::new();
    class.hand_in("benoez_LATE_4711_90210_workbook", "    number * number\n", RIGHT[1]);
    class.hand_in("somebody", RIGHT[0], "    number - 2\n");
    class.workbook.write("roster.csv", "id,name\n4711,\"=Öz, Ben\"\n99,Dana\n");
    let graded = |marks: &str| {
        class.workbook.write("marks.csv", &format!("student,exercise,marks,who,why\n{marks}"));
        let done = class.grade(&["--roster", "roster.csv", "--marks", "marks.csv", "--csv", "a.csv"]);
        (done, fs::read_to_string(class.workbook.root().join("a.csv")).expect("a report"))
    };
    let (done, table) = graded("4711,1.1,0.5,Kim,nearly\nDana,2.1,1,Kim,nobody\n");
    done.says("\nHanded in nothing (1): Dana (99)\nOf nobody in the roster, or not clearly (1): somebody\n");
    done.says("\n=Öz, Ben\n  01.1  mistake: squared; 0.5 of 1 by hand (Kim: nearly)\n");
    done.says("Marks for what is not in this grading (1): row 3: Dana 02.1\n");
    let rows = ["\"'=Öz, Ben\",4711,1.5,3,", "somebody,,1,3,", "Dana,99,,,,,,,,handed in nothing\r\n"];
    assert!(rows.iter().all(|row| table.contains(&format!("\r\n{row}"))), "{table}");
    let (done, table) = graded("");
    done.says("  01.1  mistake: squared\n");
    assert!(table.contains(",4711,1,3,"), "{table}");
}

/// Tests that the script for Slurm and the matrix for GitHub make the same report as one run.
#[cfg(unix)]
#[test]
fn a_job_array_makes_the_same_report() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs");
    let class = Class::new();
    class.hand_in("anna", RIGHT[0], RIGHT[1]);
    class.hand_in("ben", "    number * number\n", RIGHT[1]);
    class.hand_in("cleo", RIGHT[0], "    number - 2\n");
    // The words behind `cargo workbook` go to the tool, on a system without a box with the user's trust.
    let bin = tempfile::tempdir().expect("a folder");
    let trust = class::trust().concat();
    let stub = format!("#!/bin/sh\nshift\nexec '{}' \"$@\" {trust}\n", tiny::TOOL);
    fs::write(bin.path().join("cargo"), stub).expect("written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(bin.path().join("cargo"), mode).expect("made a program");
    let path = format!("{}:{}", bin.path().display(), std::env::var("PATH").expect("a path"));
    // The second part is started again by itself.
    for part in ["1", "2", "2"] {
        let mut command = tiny::command_in(class.workbook.root(), "sh");
        let folder = class.folder.path().to_str().expect("UTF-8");
        command.args([&format!("{docs}/grade.slurm"), "2", folder, "marks", "--seed", "7"]);
        command.env("PATH", &path).env("CARGO", env!("CARGO")).env("TMPDIR", bin.path());
        let done = command.env("SLURM_ARRAY_TASK_ID", part).output().expect("a shell");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let whole = class.grade(&["--seed", "7", "--csv", "whole.csv"]);
    let merge = ["grade", "merge", "marks/1-of-2.json", "marks/2-of-2.json", "--csv", "merged.csv"];
    assert_eq!(class.workbook.run(&merge).stdout, whole.stdout);
    let [one, other] =
        ["whole.csv", "merged.csv"].map(|file| fs::read(class.workbook.root().join(file)).expect("a report"));
    assert_eq!(one, other);
    class
        .workbook
        .run(&["grade", "merge", "marks/1-of-2.json", "marks/1-of-2.json"])
        .complains("stands in two of them");
    let matrix = fs::read_to_string(format!("{docs}/grade.yml")).expect("the matrix");
    assert!(matrix.contains("cargo workbook grade ../class --shard \"${{ matrix.part }}/$PARTS\" --seed \"$SEED\" --json \"marks/${{ matrix.part }}.json\"\n"));
    assert!(matrix.contains("PARTS: 4\n") && matrix.contains("part: [1, 2, 3, 4]\n"));
}
