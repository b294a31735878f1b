//! The eight sentences: what is read for each, and how it's compared.

use super::answer::{Answer, part};
use super::made::Made;
use super::slips::{ASKED, Slip};
use super::{COUNT, File, Reader};
use crate::Sentence;
use anyhow::{Result, bail};
use glam::{DMat4, DVec3};
use std::collections::BTreeMap;
use std::iter::once;

/// The most by which a number may be off, of a figure that's about a metre large. Single precision is a hundred times as
/// exact.
const TOLERANCE: f64 = 1e-4;

/// The eight sentences.
pub fn all<'a>() -> [Sentence<Reader<'a>>; COUNT] {
    [
        Sentence {
            name: "nodes",
            says: "Each node of the scene is there, with its parent.",
            advice: "",
            needs: &[],
            ask: |it| it.each(nodes),
        },
        Sentence {
            name: "rest",
            says: "Each node has its matrix at rest.",
            advice: "Which sixteen numbers are the node's own, and where does each of them belong (lesson 05)?",
            needs: &["nodes"],
            ask: |it| it.each(rest),
        },
        Sentence {
            name: "joints",
            says: "The skin has its own joints, in its own order.",
            advice: "Which list names them, and by which of a node's three names (docs/files.md)?",
            needs: &["nodes"],
            ask: |it| it.each(joints),
        },
        Sentence {
            name: "bind",
            says: "Each joint of the skin has its inverse bind matrix.",
            advice: "Who knows how the joints were when the skin was made, and from where to where does that go (lesson 11)?",
            needs: &["joints"],
            ask: |it| it.each(bind),
        },
        Sentence {
            name: "weights",
            says: "Each position has its joints and weights.",
            advice: "What does each number of a record count, and what in the file says so (lesson 11)?",
            needs: &["joints"],
            ask: |it| it.each(weights),
        },
        Sentence {
            name: "keys",
            says: "Each node that moves has its keys, and no other node has any.",
            advice: "Whom does a channel name, and where do the lists of its sampler begin (lesson 06)?",
            needs: &["nodes"],
            ask: |it| it.each(keys),
        },
        Sentence {
            name: "world",
            says: "The file's axes and unit become y up and metres.",
            advice: "Where in the world is the point one unit along each of the file's axes (lesson 05)?",
            needs: &["nodes"],
            ask: |it| it.each(world),
        },
        Sentence {
            name: "placed",
            says: "At 0, 0.5, 1.234 and 9 s each position is where the file says.",
            advice: "Through which spaces does it go, one after the other (lesson 11), and which key holds (lesson 06)?",
            needs: &["rest", "bind", "weights", "keys", "world"],
            ask: |it| it.each(placed),
        },
    ]
}

/// The known mistakes, with what's said of each.
pub const SLIPS: [(Slip, &str); 34] = [
    (Slip::Decoys, "some of them are inside an `<extra>`"),
    (Slip::JointsAlone, "these are the joints alone"),
    (Slip::NextJoint, "it hangs on the next joint above"),
    (Slip::Rows, "these are the file's numbers row after row, and here they go column after column"),
    (Slip::SceneOrder, "that's the order of the scene"),
    (Slip::IdsForSids, "the skin's words are sids, and these nodes have them for ids"),
    (Slip::NamesForSids, "these nodes have the skin's words for names"),
    (Slip::SidsForIds, "the skin's words are ids, and these nodes have them for sids"),
    (Slip::Names, "these are names for people"),
    (Slip::BindsInverted, "it goes from the joint out to the bind pose"),
    (Slip::BindsOfNodes, "that's from the nodes at rest, and they needn't be in the bind pose"),
    (Slip::BySlot, "each record has the next weight of the list, whatever its number says"),
    (Slip::Inputs, "a record's two numbers are taken for each other"),
    (Slip::FourLargest, "these are the four largest weights alone, made to sum to 1"),
    (Slip::FromTheEnd, "the skin's joints are counted from the end"),
    (Slip::Offset, "the numbers before the accessor's offset are counted too"),
    (Slip::OffsetByStride, "the accessor's offset counts numbers, and not times of its stride"),
    (Slip::FirstSources, "these are the animation's first sources, and its sampler names others"),
    (Slip::Nested, "the animations are inside another one"),
    (Slip::NestedOnce, "the others are inside one that has a channel itself"),
    (Slip::SortedAsWords, "they're sorted as words are, and not as numbers"),
    (Slip::OnRest, "the matrix at rest is in it too"),
    (Slip::Unit, "that's without the unit"),
    (Slip::Axes, "that's without the axes"),
    (Slip::OtherWay, "it turns the other way"),
    (Slip::Mirror, "two axes are exchanged, and so it mirrors"),
    (Slip::NoShape, "that's without the bind shape"),
    (Slip::NoPlain, "the plain nodes' own matrices aren't in it"),
    (Slip::NoWorld, "that's in the file's own axes and unit"),
    (Slip::WorldFirst, "axes and unit act first, and not last"),
    (Slip::AtRest, "that's the nodes at rest, without keys"),
    (Slip::NextKey, "that's by the next key, and not by the one that holds"),
    (Slip::AfterItsTime, "at a key's own time it doesn't hold yet"),
    (Slip::Between, "that's between two keys, number by number, and a key holds until the next"),
];

/// A thing that an answer says.
pub struct Fact {
    /// Its place, as in "the matrix of x has".
    of: String,
    words: String,
    numbers: Vec<f64>,
    /// The size of a number that's large.
    scale: f64,
}

impl Fact {
    fn words(of: impl Into<String>, words: impl Into<String>) -> Self {
        Self { of: of.into(), words: words.into(), numbers: Vec::new(), scale: 1.0 }
    }

    fn numbers(of: String, numbers: impl Into<Vec<f64>>, scale: f64) -> Self {
        Self { of, words: String::new(), numbers: numbers.into(), scale }
    }

    fn is(&self, other: &Self) -> bool {
        let near = |(one, other): (&f64, &f64)| (one - other).abs() <= TOLERANCE * self.scale;
        let numbers = || self.numbers.iter().zip(&other.numbers);
        self.words == other.words && self.numbers.len() == other.numbers.len() && numbers().all(near)
    }

    fn told(&self) -> String {
        // A minus before zero would only puzzle.
        let numbers =
            self.numbers.iter().map(|number| (1e4 * number).round() / 1e4 + 0.0).collect::<Vec<_>>();
        if numbers.is_empty() { self.words.clone() } else { format!("{}{numbers:?}", self.words) }
    }
}

/// The facts that an answer gives for a sentence, of the file's nodes in the order of their ids.
pub type Facts = fn(&Made, &Answer) -> Result<Vec<Fact>>;

/// Compares what's answered with what a right reader answers, and names the mistake that leads to all of it.
pub fn compare(file: &File, answer: &Answer, facts: Facts) -> Result<()> {
    let File { made, right, .. } = file;
    let (given, wanted) = (facts(made, answer)?, facts(made, right)?);
    let Some((one, right)) = given.iter().zip(&wanted).find(|(one, right)| !one.is(right)) else {
        return Ok(());
    };
    let is_given = |slip: Slip| {
        let slipped = facts(made, &made.answer(slip)).unwrap_or_default();
        slipped.len() == given.len() && slipped.iter().zip(&given).all(|(one, given)| one.is(given))
    };
    let slip = SLIPS.iter().find(|(slip, _)| is_given(*slip));
    let why = slip.map(|(_, why)| format!(": {why}")).unwrap_or_default();
    bail!("{} {}, and by the file {}{why}", one.of, one.told(), right.told())
}

/// Returns facts about a matrix, by columns, of which the last is a length.
fn columns(of: &str, matrix: &DMat4, scales: [f64; 2]) -> Vec<Fact> {
    let scale = |column| scales[usize::from(column == 3)];
    (0..4)
        .map(|i| Fact::numbers(format!("column {i} of {of} is"), matrix.col(i).to_array(), scale(i)))
        .collect()
}

fn length<T>(name: &str, list: &[T]) -> Fact {
    Fact::words(format!("`{name}` has"), format!("length {}", list.len()))
}

fn nodes(made: &Made, answer: &Answer) -> Result<Vec<Fact>> {
    let nodes = answer.nodes()?;
    let ids: Vec<&str> = nodes.iter().map(|node| &*node.id).collect();
    let mut facts = vec![Fact::words("the nodes (what has a place in the scene?) are", format!("{ids:?}"))];
    // The parents of other nodes would only hide which mistake it is.
    if ids.len() == made.nodes.len() {
        for node in nodes {
            let parent =
                usize::try_from(node.parent).ok().map(|parent| answer.id("parent", parent)).transpose()?;
            facts.push(Fact::words(
                format!("the parent of {:?} (which element is around it?) is", node.id),
                parent.unwrap_or("none"),
            ));
        }
    }
    Ok(facts)
}

fn rest(made: &Made, answer: &Answer) -> Result<Vec<Fact>> {
    let scales = [1.0, 1.0 / made.unit];
    let of = |id: &str| format!("the matrix of {id:?}");
    Ok(answer
        .nodes()?
        .iter()
        .flat_map(|node| columns(&of(&node.id), &node.parent_from_node, scales))
        .collect())
}

fn joints(_: &Made, answer: &Answer) -> Result<Vec<Fact>> {
    let ids =
        answer.skin()?.joints.iter().map(|joint| answer.id("joints", *joint)).collect::<Result<Vec<_>>>()?;
    Ok(vec![Fact::words("the skin's joints are", format!("{ids:?}"))])
}

fn bind(made: &Made, answer: &Answer) -> Result<Vec<Fact>> {
    let binds = &answer.skin()?.joints_from_bind;
    let of = |i| format!("the inverse bind matrix of joint {i}");
    let all = binds.iter().enumerate().flat_map(|(i, bind)| columns(&of(i), bind, [1.0, 1.0 / made.unit]));
    Ok(once(length("joints_from_bind", binds)).chain(all).collect())
}

fn weights(_: &Made, answer: &Answer) -> Result<Vec<Fact>> {
    let weights = &answer.skin()?.weights;
    let mut facts = vec![length("weights", weights)];
    for (i, pairs) in weights.iter().enumerate() {
        // One of 0 doesn't count, and those of one joint add up.
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        pairs
            .iter()
            .filter(|(_, weight)| *weight != 0.0)
            .for_each(|(joint, weight)| *sums.entry(*joint).or_default() += weight);
        let (joints, sums): (Vec<usize>, Vec<f64>) = sums.into_iter().unzip();
        let words = format!("joints {joints:?} by ");
        facts.push(Fact { of: format!("position {i} follows"), words, numbers: sums, scale: 1.0 });
    }
    Ok(facts)
}

fn keys(made: &Made, answer: &Answer) -> Result<Vec<Fact>> {
    let keys = answer.keys()?;
    let ids: Vec<&str> = keys.iter().map(|(id, _)| *id).collect();
    let mut facts = vec![Fact::words("the nodes with keys are", format!("{ids:?}"))];
    for (id, keys) in keys {
        facts.push(Fact::numbers(format!("the keys of {id:?} are at seconds"), &*keys.times, 1.0));
        facts.push(length("parent_from_node", &keys.parent_from_node));
        for (i, matrix) in keys.parent_from_node.iter().enumerate() {
            facts.extend(columns(&format!("key {i} of {id:?}"), matrix, [1.0, 1.0 / made.unit]));
        }
    }
    Ok(facts)
}

fn world(made: &Made, answer: &Answer) -> Result<Vec<Fact>> {
    let matrix = part("world_from_file", &answer.world_from_file)?;
    Ok(columns("`world_from_file`", matrix, [made.unit, 1.0]))
}

fn placed(_: &Made, answer: &Answer) -> Result<Vec<Fact>> {
    let points = part("points", &answer.points)?;
    let mut facts = vec![length("points", points)];
    for (i, (time, points)) in ASKED.iter().zip(points).enumerate() {
        facts.push(length(&format!("points[{i}]"), points));
        let place = |(i, at): (usize, &DVec3)| {
            Fact::numbers(format!("at {time} s position {i} is at"), at.to_array(), 1.0)
        };
        facts.extend(points.iter().enumerate().map(place));
    }
    Ok(facts)
}
