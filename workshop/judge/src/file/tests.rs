//! A right reader, the wrong ones that it becomes by one change each, and what is said of them.

use super::{ASKED, SEEDS, files, judge, sentences};
use crate::Report;
use anyhow::{Context, Result, ensure};
use glam::{DMat4, DVec3};
use roxmltree::{Document, Node};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;

/// Times and matrices of a node's keys.
type Keys = (Vec<f64>, Vec<DMat4>);

fn child<'a>(of: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    of.children().find(|child| child.has_tag_name(name))
}

fn words<T: FromStr>(of: Node) -> Vec<T> {
    of.text().unwrap_or_default().split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// A file as a reader of somebody's reads it: with this mistake, or with one that the reader doesn't know, and so right.
struct Reading<'a> {
    wrong: &'a str,
    by_id: HashMap<&'a str, Node<'a, 'a>>,
    all: Vec<Node<'a, 'a>>,
    parents: Vec<i64>,
    rest: Vec<DMat4>,
    keys: BTreeMap<usize, Keys>,
}

impl<'a> Reading<'a> {
    fn new(wrong: &'a str, file: &'a Document<'a>) -> Option<Self> {
        let by_id = file.descendants().filter_map(|one| Some((one.attribute("id")?, one))).collect();
        let mut it = Self { wrong, by_id, all: vec![], parents: vec![], rest: vec![], keys: BTreeMap::new() };
        let scene = file.descendants().find(|one| one.has_tag_name("visual_scene"))?;
        it.walk(scene, -1);
        let libraries = file.descendants().find(|one| one.has_tag_name("library_animations"))?;
        let top = |channel: &Node| {
            wrong != "nested" || channel.ancestors().filter(|one| one.has_tag_name("animation")).count() == 1
        };
        for channel in libraries.descendants().filter(|one| one.has_tag_name("channel")).filter(top) {
            let sampler = it.at(channel.attribute("source")?)?;
            let target = channel.attribute("target")?.split('/').next()?;
            let name = if wrong == "channels by sid" { "sid" } else { "id" };
            let Some(node) = it.all.iter().position(|one| one.attribute(name) == Some(target)) else {
                continue;
            };
            let mut keys = (it.numbers(sampler, "INPUT")?, it.matrices(sampler, "OUTPUT")?);
            if wrong == "keys on rest" {
                keys.1.iter_mut().for_each(|key| *key = it.rest[node] * *key);
            }
            if wrong == "keys from the last" {
                keys.0.reverse();
                keys.1.reverse();
            }
            it.keys.insert(node, keys);
        }
        Some(it)
    }

    fn at(&self, id: &str) -> Option<Node<'a, 'a>> {
        self.by_id.get(id.trim_start_matches('#')).copied()
    }

    fn walk(&mut self, of: Node<'a, 'a>, parent: i64) {
        let is_inside = self.wrong == "decoys";
        let below = of.descendants().filter(|one| {
            let mut up = one.ancestors().skip(1).take_while(|up| *up != of);
            one.has_tag_name("node") && one != &of && up.all(|up| is_inside && !up.has_tag_name("node"))
        });
        for node in below {
            let is_joint = node.attribute("type") == Some("JOINT");
            if self.wrong == "joints alone" && !is_joint {
                self.walk(node, parent);
                continue;
            }
            let number = self.all.len() as i64;
            self.all.push(node);
            self.parents.push(if self.wrong == "the node before" { number - 1 } else { parent });
            self.rest
                .push(child(node, "matrix").map_or(DMat4::IDENTITY, |matrix| self.matrix(&words(matrix))));
            self.walk(node, if self.wrong == "next joint" && !is_joint { parent } else { number });
        }
    }

    fn matrix(&self, numbers: &[f64]) -> DMat4 {
        let matrix = DMat4::from_cols_slice(numbers);
        if self.wrong == "rows" { matrix } else { matrix.transpose() }
    }

    /// Returns the list of an input, from where its accessor begins.
    fn list<T: FromStr>(&self, of: Node<'a, 'a>, semantic: &str) -> Option<Vec<T>> {
        let input = of.children().find(|one| one.attribute("semantic") == Some(semantic))?;
        let source = self.at(input.attribute("source")?)?;
        let accessor = child(child(source, "technique_common")?, "accessor")?;
        let number = |name| accessor.attribute(name).map_or(0, |text| text.parse::<usize>().unwrap_or(0));
        let offset = if self.wrong == "offset" { 0 } else { number("offset") };
        let count = number("count") * number("stride");
        Some(words(self.at(accessor.attribute("source")?)?).into_iter().skip(offset).take(count).collect())
    }

    fn numbers(&self, of: Node<'a, 'a>, semantic: &str) -> Option<Vec<f64>> {
        self.list(of, semantic)
    }

    fn matrices(&self, of: Node<'a, 'a>, semantic: &str) -> Option<Vec<DMat4>> {
        Some(self.numbers(of, semantic)?.chunks(16).map(|numbers| self.matrix(numbers)).collect())
    }

    fn joints(&self, skin: Node<'a, 'a>) -> Option<Vec<usize>> {
        let is_list = |one: &Node| one.has_tag_name("IDREF_array");
        let name = match self.wrong {
            "ids for sids" => "id",
            "names for sids" => "name",
            _ if skin.descendants().any(|one| is_list(&one)) => "id",
            _ => "sid",
        };
        let find = |word: &String| self.all.iter().position(|one| one.attribute(name) == Some(word));
        let list: Vec<String> = self.list(child(skin, "joints")?, "JOINT")?;
        // Who finds none takes the first.
        let mut joints: Vec<usize> = list.iter().map(|word| find(word).unwrap_or(0)).collect();
        if self.wrong == "scene's order" {
            joints.sort_unstable();
        }
        Some(joints)
    }

    fn weights(&self, skin: Node<'a, 'a>, joints: &[usize]) -> Option<Vec<Vec<(usize, f64)>>> {
        let element = child(skin, "vertex_weights")?;
        let offset = |semantic| {
            let input = element.children().find(|one| one.attribute("semantic") == Some(semantic));
            input?.attribute("offset")?.parse::<usize>().ok()
        };
        let (mut joint, mut weight) = (offset("JOINT")?, offset("WEIGHT")?);
        if self.wrong == "inputs" {
            (joint, weight) = (0, 1);
        }
        let amounts = self.numbers(element, "WEIGHT")?;
        let v: Vec<usize> = words(child(element, "v")?);
        let mut records = v.chunks(2).enumerate();
        let vcount: Vec<usize> = words(child(element, "vcount")?);
        let read = |(i, record): (usize, &[usize])| {
            let slot = if self.wrong == "by slot" { i } else { record[weight] };
            let joint = if self.wrong == "scene's joints" { joints[record[joint]] } else { record[joint] };
            (joint, amounts[slot])
        };
        Some(vcount.iter().map(|count| records.by_ref().take(*count).map(read).collect()).collect())
    }

    fn world(&self, file: Node<'a, 'a>) -> Option<DMat4> {
        let asset = child(file, "asset")?;
        let unit = child(asset, "unit")?.attribute("meter")?.parse().ok()?;
        let unit = if self.wrong == "unit" { 1.0 } else { unit };
        let scale = DMat4::from_scale(DVec3::splat(unit));
        let turn = DMat4::from_rotation_x(90_f64.to_radians());
        let is_up = child(asset, "up_axis")?.text() == Some("Z_UP");
        Some(match self.wrong {
            _ if !is_up => scale,
            "axes" => scale,
            "other way" => turn * scale,
            "mirror" => DMat4::from_scale(DVec3::new(1.0, 1.0, -1.0)) * turn.inverse() * scale,
            _ => turn.inverse() * scale,
        })
    }

    fn local(&self, node: usize, time: f64) -> DMat4 {
        if self.wrong == "plain nodes" && self.all[node].attribute("type") != Some("JOINT") {
            return DMat4::IDENTITY;
        }
        let Some((times, matrices)) = self.keys.get(&node).filter(|_| self.wrong != "at rest") else {
            return if self.wrong == "nothing without keys" { DMat4::IDENTITY } else { self.rest[node] };
        };
        let next = times.iter().filter(|key| **key <= time).count();
        let key = next.saturating_sub(1);
        match self.wrong {
            "rest before keys" if next == 0 => self.rest[node],
            "next key" => matrices[next.min(times.len() - 1)],
            "nearest" => {
                let far = |key: &usize| (times[*key] - time).abs();
                matrices[(0..times.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(key)]
            }
            "between" if (1..times.len()).contains(&next) => {
                let part = (time - times[key]) / (times[next] - times[key]);
                matrices[key] * (1.0 - part) + matrices[next] * part
            }
            _ => matrices[key],
        }
    }

    fn answer(&self, file: Node<'a, 'a>) -> Option<Value> {
        let skin = file.descendants().find(|one| one.has_tag_name("skin"))?;
        let (joints, world) = (self.joints(skin)?, self.world(file)?);
        let mut binds = self.matrices(child(skin, "joints")?, "INV_BIND_MATRIX")?;
        let shape = self.matrix(&words(child(skin, "bind_shape_matrix")?));
        match self.wrong {
            "binds inverted" => binds.iter_mut().for_each(|bind| *bind = bind.inverse()),
            "binds of the nodes" => {
                binds =
                    joints.iter().map(|joint| self.now(*joint, |node| self.rest[node]).inverse()).collect();
            }
            "shape in binds" => binds.iter_mut().for_each(|bind| *bind *= shape),
            _ => (),
        }
        let weights = self.weights(skin, &joints)?;
        let id = |i: usize| self.all[i].attribute(if self.wrong == "names" { "name" } else { "id" });
        let rest = |i: usize| match self.wrong {
            "out of all" => self.now(i, |node| self.rest[node]),
            "first keys" => self.local(i, 0.0),
            _ => self.rest[i],
        };
        let node = |i| json!({"id": id(i), "parent": self.parents[i], "parent_from_node": rest(i)});
        let keys = |(node, (times, keys)): (&usize, &Keys)| json!({"node": node, "times": times, "parent_from_node": keys});
        let mesh = self.at(skin.attribute("source")?)?;
        let vertices = mesh.descendants().find(|one| one.has_tag_name("vertices"))?;
        let positions: Vec<DVec3> =
            self.numbers(vertices, "POSITION")?.chunks(3).map(DVec3::from_slice).collect();
        let points = |time: &f64| -> Vec<DVec3> {
            let palette = joints.iter().zip(&binds).map(|(joint, bind)| {
                let now = self.now(*joint, |node| self.local(node, *time));
                match self.wrong {
                    "no shape" => now * *bind,
                    "shape last" => now * shape * *bind,
                    "no binds" => now * shape,
                    _ => now * *bind * shape,
                }
            });
            let palette: Vec<DMat4> = palette.collect();
            let place = |(at, weights): (&DVec3, &Vec<(usize, f64)>)| {
                let strongest =
                    weights.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(joint, _)| (*joint, 1.0));
                let used =
                    if self.wrong == "strongest" { Vec::from_iter(strongest) } else { weights.clone() };
                let matrix = |(joint, weight): &(usize, f64)| {
                    palette.get(*joint).map_or(DMat4::IDENTITY, |matrix| *matrix) * *weight
                };
                let mixed: DMat4 = used.iter().map(matrix).sum();
                let all = match self.wrong {
                    "no world" => mixed,
                    "world first" => mixed * world,
                    _ => world * mixed,
                };
                (all * at.extend(1.0)).truncate()
            };
            positions.iter().zip(&weights).map(place).collect()
        };
        Some(json!({
            "version": 1,
            "nodes": (0..self.all.len()).map(node).collect::<Vec<_>>(),
            "skins": [{"joints": joints, "joints_from_bind": binds, "weights": weights}],
            "keys": self.keys.iter().map(keys).collect::<Vec<_>>(),
            "world_from_file": world,
            "points": ASKED.iter().map(points).collect::<Vec<_>>(),
        }))
    }

    /// Returns the product of a node's matrix and those above it.
    fn now(&self, node: usize, local: impl Fn(usize) -> DMat4) -> DMat4 {
        let up = std::iter::successors(Some(node), |node| usize::try_from(self.parents[*node]).ok());
        let far = if self.wrong == "parents" { 1 } else { usize::MAX };
        up.take(far).fold(DMat4::IDENTITY, |below, node| local(node) * below)
    }
}

/// Answers as a reader with one mistake does.
fn read(wrong: &str, text: &str) -> Result<Value> {
    let file = Document::parse(text)?;
    let reading = Reading::new(wrong, &file).context("the scene or an input is missing")?;
    reading.answer(file.root_element()).context("the skin is missing")
}

fn report(wrong: &str, seed: u64) -> Report {
    judge(&mut |text: &str| Ok(read(wrong, text)?.to_string()), seed)
}

/// The mistakes of readers, the sentences that fail by them, and words of what's said.
const WRONG: [(&str, &str, &str); 35] = [
    ("decoys", "nodes", "Who is an `<extra>` written for"),
    ("joints alone", "nodes", "These are the joints alone"),
    ("names", "nodes", "the ones for people"),
    ("the node before", "nodes", "on the node before it"),
    ("next joint", "nodes", "past all plain nodes"),
    ("rows", "rest bind keys", "row after row"),
    ("out of all", "rest", "out of all nodes around it"),
    ("first keys", "rest", "those of the first keys"),
    ("ids for sids", "joints", ""),
    ("names for sids", "joints", ""),
    ("scene's order", "joints", "the scene's order"),
    ("binds inverted", "bind", "out to the bind pose"),
    ("binds of the nodes", "bind", "of the nodes at rest"),
    ("shape in binds", "bind", "the bind shape is in them too"),
    ("by slot", "weights", "whatever its number says"),
    ("inputs", "weights", "taken for each other"),
    ("scene's joints", "weights", "and not of the skin's list"),
    ("offset", "weights keys", "before the accessor's offset"),
    ("nested", "keys", "inside another animation"),
    ("channels by sid", "keys", "have it for a sid"),
    ("keys on rest", "keys", "at rest is in it too"),
    ("keys from the last", "keys", "in another order"),
    ("unit", "world", "the unit isn't in it"),
    ("axes", "world", "the axes aren't in it"),
    ("other way", "world", "turns the other way"),
    ("mirror", "world", "so it mirrors"),
    ("no shape", "placed", "without the bind shape"),
    ("shape last", "placed", "after the inverse bind matrix"),
    ("no binds", "placed", "without the inverse bind matrices"),
    ("plain nodes", "placed", "own matrices aren't in it"),
    ("parents", "placed", "without those above it"),
    ("strongest", "placed", "strongest joint alone"),
    ("no world", "placed", "own axes and unit"),
    ("world first", "placed", "act first, and not last"),
    ("at rest", "placed", "without keys"),
];

#[test]
fn a_right_reader_holds_on_every_seed() {
    for seed in SEEDS {
        let report = report("", seed);
        assert!(report.all_hold(), "{seed}: {report}");
    }
}

#[test]
fn each_mistake_is_told_by_its_sentence_and_name() {
    for (wrong, sentences, words) in WRONG {
        let report = report(wrong, 1);
        let failing = report.failing().collect::<Vec<_>>().join(" ");
        println!("{wrong}\n{report}");
        if failing != sentences || !report.to_string().contains(words) {
            println!("UNEXPECTED {wrong}");
        }
    }
}
