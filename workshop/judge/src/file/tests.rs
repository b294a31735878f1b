//! A right reader, the wrong ones that it becomes by one change each, and what's said of them.

use super::answer::Answer;
use super::sentences::SLIPS;
use super::slips::ASKED;
use super::{SEEDS, SHOWN, files, judge, report};
use crate::Report;
use anyhow::{Context, Result};
use glam::{DMat4, DVec3};
use roxmltree::{Document, Node};
use serde_json::{Value, json};
use std::str::FromStr;

/// A reader that makes this mistake; or none, if it's called "right".
struct Reading<'a> {
    wrong: &'a str,
    file: Node<'a, 'a>,
    nodes: Vec<Node<'a, 'a>>,
    parents: Vec<i64>,
    rest: Vec<DMat4>,
    /// The times and matrices of each node's keys.
    keys: Vec<Option<(Vec<f64>, Vec<DMat4>)>>,
}

fn child<'a>(of: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    of.children().find(|child| child.has_tag_name(name))
}

fn below<'a>(of: Node<'a, 'a>, name: &str) -> impl Iterator<Item = Node<'a, 'a>> {
    of.descendants().filter(move |one| one.has_tag_name(name))
}

fn words<T: FromStr>(of: Node) -> Vec<T> {
    of.text().unwrap_or_default().split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn number(of: Node, name: &str) -> Option<usize> {
    of.attribute(name)?.parse().ok()
}

impl<'a> Reading<'a> {
    fn new(wrong: &'a str, file: Node<'a, 'a>) -> Option<Self> {
        let mut it = Self { wrong, file, nodes: vec![], parents: vec![], rest: vec![], keys: vec![] };
        it.walk(below(file, "visual_scene").next()?, -1);
        it.keys.resize(it.nodes.len(), None);
        for channel in below(file, "channel") {
            let around = channel.ancestors().filter(|one| one.has_tag_name("animation")).count();
            let target = channel.attribute("target")?.split('/').next()?;
            let name = if wrong == "channels by sid" { "sid" } else { "id" };
            let node = it.nodes.iter().position(|one| one.attribute(name) == Some(target));
            let Some(node) = node.filter(|_| wrong != "nested" || around == 1) else { continue };
            let sampler = it.at(channel.attribute("source")?)?;
            let mut keys = (it.list(sampler, "INPUT")?, it.matrices(sampler, "OUTPUT")?);
            match wrong {
                "keys on rest" => keys.1.iter_mut().for_each(|key| *key = it.rest[node] * *key),
                "sorted as words" if file.document().input_text().contains("e-1") => {
                    keys.0.sort_by_key(|time: &f64| format!("{time:e}"));
                }
                _ => (),
            }
            it.keys[node] = Some(keys);
        }
        Some(it)
    }

    fn at(&self, id: &str) -> Option<Node<'a, 'a>> {
        self.file.descendants().find(|one| one.attribute("id") == id.strip_prefix('#'))
    }

    /// Reads the nodes in an element, and in those that are passed over.
    fn walk(&mut self, of: Node<'a, 'a>, parent: i64) {
        for node in of.children() {
            let (is_joint, number) = (node.attribute("type") == Some("JOINT"), self.nodes.len() as i64);
            match node.tag_name().name() {
                "extra" | "technique" if self.wrong == "decoys" => self.walk(node, parent),
                "node" if self.wrong == "joints alone" && !is_joint => self.walk(node, parent),
                "node" => {
                    let matrix = child(node, "matrix").map(|matrix| self.matrix(&words(matrix)));
                    self.nodes.push(node);
                    self.parents.push(if self.wrong == "the node before" { number - 1 } else { parent });
                    self.rest.push(matrix.unwrap_or_default());
                    self.walk(node, if self.wrong == "next joint" && !is_joint { parent } else { number });
                }
                _ => (),
            }
        }
    }

    fn matrix(&self, numbers: &[f64]) -> DMat4 {
        let matrix = DMat4::from_cols_slice(numbers);
        if self.wrong == "rows" { matrix } else { matrix.transpose() }
    }

    /// Returns the list of an input, from where its accessor begins.
    fn list<T: FromStr>(&self, of: Node<'a, 'a>, semantic: &str) -> Option<Vec<T>> {
        let input = of.children().find(|one| one.attribute("semantic") == Some(semantic))?;
        let accessor = below(self.at(input.attribute("source")?)?, "accessor").next()?;
        let offset = if self.wrong == "offset" { 0 } else { number(accessor, "offset")? };
        let count = number(accessor, "count")? * number(accessor, "stride")?;
        Some(words(self.at(accessor.attribute("source")?)?).into_iter().skip(offset).take(count).collect())
    }

    fn matrices(&self, of: Node<'a, 'a>, semantic: &str) -> Option<Vec<DMat4>> {
        Some(self.list(of, semantic)?.chunks(16).map(|numbers| self.matrix(numbers)).collect())
    }

    fn joints(&self, skin: Node<'a, 'a>) -> Option<Vec<usize>> {
        let name = match self.wrong {
            "ids for sids" => "id",
            "names for sids" => "name",
            _ if below(skin, "IDREF_array").next().is_some() => "id",
            _ => "sid",
        };
        let find = |word: &String| self.nodes.iter().position(|one| one.attribute(name) == Some(word));
        let mut joints: Vec<usize> =
            self.list(child(skin, "joints")?, "JOINT")?.iter().filter_map(find).collect();
        if self.wrong == "scene's order" {
            joints.sort_unstable();
        }
        Some(joints)
    }

    fn weights(&self, skin: Node<'a, 'a>) -> Option<Vec<Vec<(usize, f64)>>> {
        let element = child(skin, "vertex_weights")?;
        let (amounts, v) = (self.list::<f64>(element, "WEIGHT")?, words::<usize>(child(element, "v")?));
        let column = |semantic| element.children().find(|one| one.attribute("semantic") == Some(semantic));
        let columns =
            ["JOINT", "WEIGHT"].map(|semantic| column(semantic).and_then(|one| number(one, "offset")));
        let [joint, weight] = if self.wrong == "inputs" { [Some(0), Some(1)] } else { columns };
        let (joint, weight) = (joint?, weight?);
        let mut records = v.chunks(2).enumerate();
        let read = |(i, record): (usize, &[usize])| {
            (record[joint], amounts[if self.wrong == "by slot" { i } else { record[weight] }])
        };
        let counts = words(child(element, "vcount")?).into_iter();
        Some(counts.map(|count| records.by_ref().take(count).map(read).collect()).collect())
    }

    fn world(&self) -> Option<DMat4> {
        let unit = below(self.file, "unit").next()?.attribute("meter")?.parse().ok()?;
        let scale = DMat4::from_scale(DVec3::splat(if self.wrong == "unit" { 1.0 } else { unit }));
        let turn = DMat4::from_rotation_x(-90_f64.to_radians());
        Some(match self.wrong {
            _ if below(self.file, "up_axis").next()?.text() == Some("Y_UP") => scale,
            "axes" => scale,
            "other way" => turn.inverse() * scale,
            "mirror" => DMat4::from_scale(DVec3::new(1.0, 1.0, -1.0)) * turn * scale,
            _ => turn * scale,
        })
    }

    fn local(&self, node: usize, time: f64) -> DMat4 {
        if self.wrong == "no plain nodes" && self.nodes[node].attribute("type") != Some("JOINT") {
            return DMat4::IDENTITY;
        }
        let Some((times, matrices)) = self.keys[node].as_ref().filter(|_| self.wrong != "at rest") else {
            return self.rest[node];
        };
        let next = times.iter().filter(|key| **key <= time).count();
        let key = next.saturating_sub(1);
        match self.wrong {
            "rest before keys" if next == 0 => self.rest[node],
            "next key" => matrices[next.min(times.len() - 1)],
            "between" if (1..times.len()).contains(&next) => {
                let part = (time - times[key]) / (times[next] - times[key]);
                matrices[key] * (1.0 - part) + matrices[next] * part
            }
            _ => matrices[key],
        }
    }

    /// Returns the product of a node's matrix and those around it.
    fn now(&self, node: usize, time: f64) -> DMat4 {
        let up = std::iter::successors(Some(node), |node| usize::try_from(self.parents[*node]).ok());
        up.fold(DMat4::IDENTITY, |below, node| self.local(node, time) * below)
    }

    fn answer(&self) -> Option<Value> {
        let skin = below(self.file, "skin").next()?;
        let (joints, weights, world) = (self.joints(skin)?, self.weights(skin)?, self.world()?);
        let mut binds = self.matrices(child(skin, "joints")?, "INV_BIND_MATRIX")?;
        if self.wrong == "binds inverted" {
            binds.iter_mut().for_each(|bind| *bind = bind.inverse());
        }
        let shape = self.matrix(&words(child(skin, "bind_shape_matrix")?));
        let vertices = below(self.at(skin.attribute("source")?)?, "vertices").next()?;
        let positions: Vec<f64> = self.list(vertices, "POSITION")?;
        let points = |time: &f64| -> Vec<DVec3> {
            let palette = joints.iter().zip(&binds).map(|(joint, bind)| match self.wrong {
                "no shape" => self.now(*joint, *time) * *bind,
                "shape last" => self.now(*joint, *time) * shape * *bind,
                _ => self.now(*joint, *time) * *bind * shape,
            });
            let palette: Vec<DMat4> = palette.collect();
            let place = |(at, weights): (&[f64], &Vec<(usize, f64)>)| {
                let used = weights.iter().filter_map(|(joint, weight)| Some(*palette.get(*joint)? * *weight));
                let mixed: DMat4 = used.sum();
                let all = match self.wrong {
                    "no world" => mixed,
                    "world first" => mixed * world,
                    _ => world * mixed,
                };
                (all * DVec3::from_slice(at).extend(1.0)).truncate()
            };
            positions.chunks(3).zip(&weights).map(place).collect()
        };
        let id = if self.wrong == "names" { "name" } else { "id" };
        let nodes = (0..self.nodes.len()).map(
            |i| json!({"id": self.nodes[i].attribute(id), "parent": self.parents[i], "parent_from_node": self.rest[i]}),
        );
        let keys = self.keys.iter().enumerate().filter_map(|(node, keys)| {
            let (times, matrices) = keys.as_ref()?;
            Some(json!({"node": node, "times": times, "parent_from_node": matrices}))
        });
        Some(json!({
            "version": 1,
            "nodes": nodes.collect::<Vec<_>>(),
            "skins": [{"joints": joints, "joints_from_bind": binds, "weights": weights}],
            "keys": keys.collect::<Vec<_>>(),
            "world_from_file": world,
            "points": ASKED.iter().map(points).collect::<Vec<_>>(),
        }))
    }
}

fn read(wrong: &str, text: &str) -> Result<Value> {
    let file = Document::parse(text)?;
    let answer = Reading::new(wrong, file.root_element()).and_then(|it| it.answer());
    answer.context("something is missing")
}

fn failing(report: &Report) -> String {
    report.failing().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_mistake_is_told_by_its_sentence_and_its_name() {
    for (wrong, sentences, words) in [
        ("decoys", "nodes", "inside an `<extra>`"),
        ("joints alone", "nodes", "the joints alone"),
        ("names", "nodes", "names for people"),
        ("the node before", "nodes", "the parent of \"Body\""),
        ("next joint", "nodes", "the next joint above"),
        ("rows", "rest bind keys", "row after row"),
        ("ids for sids", "joints", "have them for ids"),
        ("names for sids", "joints", "words for names"),
        ("scene's order", "joints", "the order of the scene"),
        ("binds inverted", "bind", "out to the bind pose"),
        ("by slot", "weights", "whatever its number says"),
        ("inputs", "weights", "taken for each other"),
        ("offset", "weights keys", "before the accessor's offset"),
        ("nested", "keys", "inside another one"),
        ("channels by sid", "keys", "the keys of"),
        ("sorted as words", "keys", "as words are"),
        ("keys on rest", "keys", "at rest is in it too"),
        ("unit", "world", "without the unit"),
        ("axes", "world", "without the axes"),
        ("other way", "world", "the other way"),
        ("mirror", "world", "so it mirrors"),
        ("no shape", "placed", "without the bind shape"),
        ("shape last", "placed", "position 0 is at"),
        ("no plain nodes", "placed", "own matrices aren't in it"),
        ("no world", "placed", "own axes and unit"),
        ("world first", "placed", "act first"),
        ("at rest", "placed", "without keys"),
        ("rest before keys", "placed", "at 0 s"),
        ("next key", "placed", "by the next key"),
        ("between", "placed", "number by number"),
    ] {
        let report = judge(&mut |text: &str| Ok(read(wrong, text)?.to_string()), SEEDS[0]);
        assert_eq!(failing(&report), sentences, "{wrong}: {report}");
        assert!(report.tells(words), "{wrong}: {report}");
    }
}

#[test]
fn on_every_seed_a_right_reader_holds_and_the_made_files_alone_betray_each_mistake() {
    for seed in SEEDS {
        let files = files(seed);
        let right = report(&mut |text: &str| Ok(read("right", text)?.to_string()), &files);
        assert!(right.all_hold(), "{seed}: {right}");
        for (slip, why) in SLIPS {
            let mut slipped = |text: &str| {
                let file = files.iter().find(|file| file.text == text).context("no file")?;
                Ok(serde_json::to_string(&file.made.answer(slip))?)
            };
            let report = report(&mut slipped, &files[SHOWN.len()..]);
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
    let report = judge(&mut |text: &str| unusual(serde_json::from_value(read("right", text)?)?), SEEDS[0]);
    assert!(report.all_hold(), "{report}");
}

#[test]
fn what_has_another_form_is_refused_with_its_reason() {
    let files = files(0);
    let text = read("right", &files[0].text).expect("an answer").to_string();
    for (from, to, sentence, words) in [
        ("{", "", "nodes", "near `"),
        ("-1", "NaN", "nodes", "such a number often comes from"),
        ("\"version\":1", "\"version\":2", "nodes", "`version` is 2, and needs to be 1"),
        ("\"version\":1", "\"v\":1", "nodes", "`version` is missing"),
        ("\"parent\":-1,", "", "nodes", "missing field `parent`"),
        ("\"parent\":-1,", "\"parent\":9,", "nodes", "`parent` names node 9, and there are only 5"),
        ("\"parent_from_node\":[", "\"parent_from_node\":[0,", "nodes", "a sequence of 16 f64"),
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
    let report = judge(&mut |text: &str| Ok(read("by slot", text)?.to_string()), SEEDS[0]).to_string();
    assert!(report.contains(shown("```text").trim_start()), "{report}");
}
