//! The judge's words on readers with one mistake each, and on right ones that are unusual.
//!
//! Our own reader of files, `formats`, is asked in `workshop/proof/tests/engine_file.rs`.

use super::answer::Answer;
use super::sentences::SLIPS;
use super::slips::{ASKED, Slip};
use super::{File, SEEDS, SHOWN, files, report};
use crate::Report;
use anyhow::{Context, Result};

/// Returns what a reader with this mistake answers about one of the files.
fn read(files: &[File], slip: Slip, text: &str) -> Result<Answer> {
    let file = files.iter().find(|file| file.text == text).context("no file")?;
    Ok(file.made.answer(slip))
}

fn report_on(files: &[File], slip: Slip) -> Report {
    report(&mut |text: &str| Ok(serde_json::to_string(&read(files, slip, text)?)?), files)
}

fn failing(report: &Report) -> String {
    report.failing().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_mistake_is_told_by_its_sentence_and_its_name() {
    for (slip, words) in SLIPS {
        let sentences = match slip {
            Slip::Decoys | Slip::JointsAlone | Slip::Names | Slip::NextJoint => "nodes",
            Slip::Rows => "rest bind keys",
            Slip::SceneOrder | Slip::IdsForSids | Slip::NamesForSids | Slip::SidsForIds => "joints",
            Slip::BindsInverted | Slip::BindsOfNodes => "bind",
            Slip::BySlot | Slip::Inputs | Slip::FourLargest | Slip::FromTheEnd => "weights",
            Slip::Offset => "weights keys",
            Slip::OffsetByStride | Slip::FirstSources | Slip::Nested | Slip::NestedOnce => "keys",
            Slip::SortedAsWords | Slip::OnRest => "keys",
            Slip::Unit | Slip::Axes | Slip::OtherWay | Slip::Mirror => "world",
            _ => "placed",
        };
        let report = report_on(&files(SEEDS[0]), slip);
        assert_eq!(failing(&report), sentences, "{words}: {report}");
        assert!(report.tells(words), "{words}: {report}");
    }
}

#[test]
fn the_made_files_alone_betray_each_mistake() {
    // All of them were tried; these take a second.
    for seed in SEEDS.into_iter().step_by(5) {
        for (slip, why) in SLIPS {
            let report = report_on(&files(seed)[SHOWN.len()..], slip);
            assert!(report.tells(why), "{seed}, {why}: {report}");
        }
    }
}

/// Changes an answer in ways that don't matter.
fn unusual(mut answer: Answer) -> Result<String> {
    let (nodes, skin) =
        (answer.nodes.as_mut().context("nodes")?, &mut answer.skins.as_mut().context("skins")?[0]);
    // Children come before their parents.
    let last = nodes.len() - 1;
    nodes.reverse();
    for node in nodes.iter_mut().filter(|node| node.parent >= 0) {
        node.parent = last as i64 - node.parent;
    }
    skin.joints.iter_mut().for_each(|joint| *joint = last - *joint);
    answer.keys.iter_mut().flatten().for_each(|keys| keys.node = last - keys.node);
    for weights in &mut skin.weights {
        weights.reverse();
        weights.push((0, 0.0));
    }
    answer.matrices().for_each(|matrix| *matrix = matrix.as_mat4().as_dmat4());
    answer.points.iter_mut().flatten().flatten().for_each(|at| *at = at.as_vec3().as_dvec3());
    Ok(serde_json::to_string(&answer)?.replace("\"id\"", "\"mine\":[],\"id\""))
}

#[test]
fn no_right_reader_is_refused_however_unusual() {
    let files = files(SEEDS[0]);
    let report = report(&mut |text: &str| unusual(read(&files, Slip::None, text)?), &files);
    assert!(report.all_hold(), "{report}");
}

#[test]
fn what_has_another_form_is_refused_with_its_reason() {
    let files = files(0);
    let text = serde_json::to_string(&files[0].made.answer(Slip::None)).expect("an answer");
    for (from, to, sentence, words) in [
        ("{", "", "nodes", "near `"),
        ("\"parent\":-1", "\"parent\":-1.0", "nodes", "print `0`, and not `0.0`: invalid type"),
        ("\"joints\":[0", "\"joints\":[0.0", "nodes", "print `0`, and not `0.0`: invalid type"),
        ("\"id\":\"hips\"", "\"id\":0.5", "nodes", "plain.dae: invalid type: floating point `0.5`"),
        ("-1", "NaN", "nodes", "such a number often comes from"),
        ("\"version\":1", "\"version\":2", "nodes", "`version` is 2, and needs to be 1"),
        ("\"version\":1", "\"v\":1", "nodes", "`version` is missing"),
        ("\"parent\":-1,", "", "nodes", "missing field `parent`"),
        ("\"parent\":-1,", "\"parent\":9,", "nodes", "`parent` names node 9, and there are only 5"),
        ("\"parent_from_node\":[", "\"parent_from_node\":[0,", "nodes", "invalid length 17"),
        ("\"skins\"", "\"skin\"", "joints", "`skins` is missing"),
        ("\"skins\":[", "\"skins\":[],\"_\":[", "joints", "`skins` has length 0, and needs 1"),
        ("\"weights\":[", "\"weights\":[[],", "weights", "`weights` has length 7, and by the file length 6"),
        (
            "\"joints_from_bind\":[",
            "\"joints_from_bind\":[],\"_\":[",
            "bind",
            "length 0, and by the file length 4",
        ),
        ("\"points\":[", "\"points\":[[],", "placed", "`points` has length 5, and by the file length 4"),
        ("\"points\":[[", "\"points\":[[[0,0,0],", "placed", "`points[0]` has length 7"),
    ] {
        assert!(text.contains(from), "{from}");
        let report = report(&mut |_: &str| Ok(text.replacen(from, to, 1)), &files[..1]);
        assert_eq!(failing(&report), sentence, "{to}: {report}");
        assert!(report.tells(words), "{to}: {report}");
    }
    let ends = &mut |task: &str| Some(&text).filter(|_| task == files[0].text).cloned().context("It ended");
    let report = report(ends, &files);
    assert!(report.tells("1 of 6 files went well. docs/engine/skin.dae: It ended."), "{report}");
}

/// `WORKBOOK_BLESS=1` writes them anew.
#[test]
fn the_files_that_are_shown_are_those_that_are_asked() {
    for (file, name) in files(0).iter().zip(SHOWN) {
        let path = format!("{}/../../docs/engine/{name}.dae", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("WORKBOOK_BLESS").is_some() {
            std::fs::write(&path, &file.text).expect(&path);
        }
        assert!(std::fs::read_to_string(&path).is_ok_and(|text| text == file.text), "{path}");
    }
}

#[test]
fn the_page_shows_an_answer_and_a_report_as_they_are() {
    let page = include_str!("../../../../docs/engine/file.md");
    let shown = |kind: &str| page.split(kind).nth(1).and_then(|rest| rest.split("```").next()).expect(kind);
    let answer = Answer::read(shown("```json")).expect("an answer");
    assert!(answer.nodes().is_ok() && answer.skin().is_ok() && answer.keys().is_ok());
    assert_eq!(answer.points.map(|points| points.len()), Some(ASKED.len()));
    let report = report_on(&files(SEEDS[0]), Slip::BySlot).to_string();
    assert!(report.contains(shown("```text").trim_start()), "{report}");
}
