//! The eight sentences, and the questions behind them.

use super::answer::{self, Answer, count};
use super::made::{DECOY, Made, Node, Slip, Trait};
use super::{ASKED, Reader};
use crate::Sentence;
use anyhow::{Result, bail};
use glam::{DMat4, DVec3};
use std::collections::BTreeMap;

/// The most by which a number may be off, where the file's figure is about a metre large. Single precision is a
/// hundred times as exact.
const TOLERANCE: f64 = 1e-4;

/// The eight sentences.
pub fn all<'a>() -> [Sentence<Reader<'a>>; 8] {
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
            advice: "Which list names them, and by which of a node's three names (lesson 05, docs/files.md)?",
            needs: &["nodes"],
            ask: |it| it.each(joints),
        },
        Sentence {
            name: "bind",
            says: "Each joint of the skin has its inverse bind matrix.",
            advice: "Who knows how the joints were when the skin was made, and says it in which order (lesson 11)?",
            needs: &["joints"],
            ask: |it| it.each(bind),
        },
        Sentence {
            name: "weights",
            says: "Each position has its joints and weights.",
            advice: "What does each number of a record count, and what says so (lesson 11)?",
            needs: &["joints"],
            ask: |it| it.each(weights),
        },
        Sentence {
            name: "keys",
            says: "Each node that moves has its keys, and no other node has any.",
            advice: "Whom does a channel name, by which name, and where do its two lists begin (lesson 06)?",
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
            advice: "Through which spaces does a position go, one after the other (lesson 11), and which key holds (lesson 06)?",
            needs: &["rest", "bind", "weights", "keys", "world"],
            ask: |it| it.each(placed),
        },
    ]
}

const BY_ROWS: &str = ": these are the file's numbers row after row, and here they go column after column";

/// A known mistake, and what it leads to.
type Mistake<T> = (&'static str, T);

/// Returns what is known of a mistake that leads to this.
fn named<T>(mistakes: impl IntoIterator<Item = Mistake<T>>, leads_to: impl Fn(&T) -> bool) -> &'static str {
    mistakes.into_iter().find(|(_, made)| leads_to(made)).map_or("", |(why, _)| why)
}

fn is_near(given: f64, wanted: f64) -> bool {
    (given - wanted).abs() <= TOLERANCE
}

/// Compares matrices of which each is called something, in a file of so many units to the metre.
fn compare(
    units: f64,
    called: impl Fn(usize) -> String,
    given: &[DMat4],
    wanted: &[DMat4],
    mut mistakes: Vec<Mistake<Vec<DMat4>>>,
) -> Result<()> {
    let differs = |[given, wanted]: [&DMat4; 2]| {
        let far = |column: usize| (given.col(column) - wanted.col(column)).abs().max_element();
        // The last column is a length, and the others aren't.
        (0..4).find(|column| far(*column) > TOLERANCE * if *column == 3 { units } else { 1.0 })
    };
    let pairs = || given.iter().zip(wanted).enumerate();
    let wrong = pairs().find_map(|(i, (given, wanted))| Some((i, differs([given, wanted])?)));
    let Some((i, column)) = wrong else { return Ok(()) };
    mistakes.insert(0, (BY_ROWS, wanted.iter().map(DMat4::transpose).collect()));
    let why =
        named(mistakes, |made| given.iter().zip(made).all(|(given, made)| differs([given, made]).is_none()));
    let [given, wanted] = [given[i], wanted[i]].map(|matrix| matrix.col(column));
    bail!("column {column} of {} is {given:.4}, and by the file it's {wanted:.4}{why}", called(i))
}

/// Returns, in the file's order, what the answer says about each node.
fn in_order<'a>(made: &Made, answer: &'a Answer) -> Result<Vec<&'a answer::Node>> {
    let given = answer.nodes()?;
    Ok(made.nodes.iter().filter_map(|node| given.iter().find(|given| given.id == node.id)).collect())
}

fn nodes(made: &Made, answer: &Answer) -> Result<()> {
    let sorted = |of: &dyn Fn(&Node) -> Option<&str>| {
        let mut all: Vec<&str> = made.nodes.iter().filter_map(of).collect();
        all.sort_unstable();
        all
    };
    let wanted = sorted(&|node| Some(&node.id));
    let mut given: Vec<&str> = answer.nodes()?.iter().map(|node| node.id.as_str()).collect();
    given.sort_unstable();
    if given != wanted {
        let apart = |all: &[&str], others: &[&str]| -> Vec<String> {
            all.iter().filter(|id| !others.contains(id)).map(|id| (*id).to_owned()).collect()
        };
        let (lacks, strange) = (apart(&wanted, &given), apart(&given, &wanted));
        let twice = given.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        if let Some(id) = twice {
            bail!("`nodes` has {id:?} twice, and the file has it once. How often is it met, and from where");
        }
        let is_decoy = strange.iter().any(|id| id.starts_with(DECOY));
        let why = match () {
            () if is_decoy => {
                ". Who is an `<extra>` written for? What's inside one is none of the scene's nodes"
            }
            () if given == sorted(&|node| Some(&node.sid)) => ". A node has three names: these are the sids",
            () if given == sorted(&|node| Some(&node.name)) => {
                ". A node has three names: these are the ones for people"
            }
            () if given == sorted(&|node| node.is_joint.then_some(&node.id)) => {
                ". Must a node be a joint? These are the joints alone"
            }
            () => "",
        };
        bail!(
            "the scene's nodes are {wanted:?}. Of these yours lack {lacks:?}, and {strange:?} are none of them{why}"
        );
    }
    let nodes = in_order(made, answer)?;
    let id = |node: Option<usize>| node.map(|node| made.nodes[node].id.as_str());
    let mut parents = Vec::new();
    for node in &nodes {
        parents
            .push(usize::try_from(node.parent).ok().map(|parent| answer.id("parent", parent)).transpose()?);
    }
    let wanted: Vec<_> = made.nodes.iter().map(|node| id(node.parent)).collect();
    let Some(i) = (0..wanted.len()).find(|i| parents[*i] != wanted[*i]) else { return Ok(()) };
    let each = |of: &dyn Fn(usize) -> Option<usize>| (0..nodes.len()).map(|node| id(of(node))).collect();
    let joint = |node: usize| made.up(node).skip(1).find(|node| made.nodes[*node].is_joint);
    let mistakes: [Mistake<Vec<_>>; 2] = [
        (": each hangs on the node before it in the file", each(&|node| node.checked_sub(1))),
        (": each hangs on the next joint above it, past all plain nodes", each(&joint)),
    ];
    let why = named(mistakes, |made| parents == *made);
    let [given, wanted] = [parents[i], wanted[i]].map(|id| format!("{:?}", id.unwrap_or("none")));
    bail!(
        "which element is around {:?}? Its parent is {given}, and by the file it's {wanted}{why}",
        nodes[i].id
    )
}

fn rest(made: &Made, answer: &Answer) -> Result<()> {
    let given: Vec<DMat4> = in_order(made, answer)?.iter().map(|node| node.parent_from_node).collect();
    let each = |of: &dyn Fn(usize, &Node) -> DMat4| {
        made.nodes.iter().enumerate().map(|(i, node)| of(i, node)).collect()
    };
    let wanted: Vec<DMat4> = each(&|_, node| node.parent_from_node);
    let first = |_: usize, node: &Node| node.keys.as_ref().map_or(node.parent_from_node, |(_, keys)| keys[0]);
    let placed = |i: usize, node: &Node| {
        if node.parent.is_none() { made.world_from_file() * wanted[i] } else { wanted[i] }
    };
    let mistakes = vec![
        (": they go from the node's parent into the node", each(&|_, node| node.parent_from_node.inverse())),
        (
            ": they go from the node out of all nodes around it",
            each(&|i, _| made.file_from_node(i, 0.0, Slip::AtRest)),
        ),
        (": they're those of the first keys", each(&first)),
        (": the uppermost have the file's axes and unit in them", each(&placed)),
    ];
    compare(1.0 / made.unit, |i| format!("the matrix of {:?}", made.nodes[i].id), &given, &wanted, mistakes)
}

fn joints(made: &Made, answer: &Answer) -> Result<()> {
    let skin = answer.skin()?;
    let given = skin.joints.iter().map(|joint| answer.id("joints", *joint)).collect::<Result<Vec<_>>>()?;
    let ids =
        |joints: &[usize]| joints.iter().map(|joint| made.nodes[*joint].id.as_str()).collect::<Vec<_>>();
    let wanted = ids(&made.joints);
    if given == wanted {
        return Ok(());
    }
    let mut sorted = made.joints.clone();
    sorted.sort_unstable();
    let found = |by: fn(&Node) -> &str| -> Vec<&str> {
        let find = |word| made.nodes.iter().find(|node| by(node) == word).map(|node| node.id.as_str());
        made.listed().filter_map(find).collect()
    };
    let every: Vec<usize> = (0..made.nodes.len()).filter(|node| made.nodes[*node].is_joint).collect();
    let mistakes = [
        (": these are the scene's order", ids(&sorted)),
        (": these are all of the scene's joints", ids(&every)),
        (": the list's words are sids, and these nodes have them for ids", found(|node| &node.id)),
        (": the list's words aren't names, and these nodes have them for names", found(|node| &node.name)),
        (": the list's words are ids, and these nodes have them for sids", found(|node| &node.sid)),
    ];
    let why = named(mistakes, |made| given == *made);
    bail!("the skin's joints are {given:?}, and by the file {wanted:?}{why}")
}

fn bind(made: &Made, answer: &Answer) -> Result<()> {
    let given = &answer.skin()?.joints_from_bind;
    let wanted = &made.joints_from_bind;
    count("joints_from_bind", given, wanted.len())?;
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|i| made.joints[*i]);
    let at_rest = |joint: &usize| made.file_from_node(*joint, 0.0, Slip::AtRest).inverse();
    let mistakes = vec![
        (": they go from the joints out to the bind pose", wanted.iter().map(DMat4::inverse).collect()),
        (": the bind shape is in them too", wanted.iter().map(|bind| *bind * made.bind_shape).collect()),
        (
            ": they're of the nodes at rest, which needn't be the bind pose",
            made.joints.iter().map(at_rest).collect(),
        ),
        (": they're in the order of the scene's joints", order.iter().map(|i| wanted[*i]).collect()),
    ];
    let called = |i: usize| format!("the inverse bind matrix of {:?}", made.nodes[made.joints[i]].id);
    compare(1.0 / made.unit, called, given, wanted, mistakes)
}

/// What a position takes of each joint that it follows.
type Weights = BTreeMap<usize, f64>;

/// Sums up the weights of each joint. One of 0 doesn't count.
fn sums(pairs: impl IntoIterator<Item = (usize, f64)>) -> Weights {
    let mut sums = Weights::new();
    pairs
        .into_iter()
        .filter(|(_, weight)| *weight != 0.0)
        .for_each(|(joint, weight)| *sums.entry(joint).or_default() += weight);
    sums
}

fn weights(made: &Made, answer: &Answer) -> Result<()> {
    let skin = answer.skin()?;
    count("weights", &skin.weights, made.positions.len())?;
    let given: Vec<Weights> = skin.weights.iter().map(|pairs| sums(pairs.iter().copied())).collect();
    let wanted: Vec<Weights> =
        made.weights().into_iter().map(|all| sums(all.into_iter().enumerate())).collect();
    let same = |one: &Weights, other: &Weights| {
        one.keys().eq(other.keys())
            && one.values().zip(other.values()).all(|(one, other)| is_near(*one, *other))
    };
    let Some(i) = (0..given.len()).find(|i| !same(&given[*i], &wanted[*i])) else { return Ok(()) };
    let read = |pair: &dyn Fn(usize, [usize; 2]) -> (usize, f64)| {
        let mut number = 0..;
        let mut next = |record: &[usize; 2]| pair(number.next().unwrap_or_default(), *record);
        made.records.iter().map(|records| sums(records.iter().map(&mut next))).collect::<Vec<_>>()
    };
    let amount = |slot: usize| made.amounts[made.offset() + slot];
    let mistakes = [
        (
            ": each record has the next weight of the list, whatever its number says",
            read(&|i, [joint, _]| (joint, amount(i))),
        ),
        (
            ": the record's two numbers are taken for each other",
            read(&|_, [joint, slot]| (slot, amount(joint))),
        ),
        (
            ": the numbers before the accessor's offset are counted too",
            read(&|_, [joint, slot]| (joint, made.amounts[slot])),
        ),
        (
            ": these joints are the scene's nodes, and not of the skin's list",
            read(&|_, [joint, slot]| (skin.joints[joint], amount(slot))),
        ),
        (": each follows one joint", made.records.iter().map(|all| sums([(all[0][0], 1.0)])).collect()),
    ];
    let why = named(mistakes, |made| given.iter().zip(made).all(|(given, made)| same(given, made)));
    bail!(
        "position {i} follows {:.3?}, each joint with its weight, and by the file {:.3?}{why}",
        given[i],
        wanted[i]
    )
}

fn keys(made: &Made, answer: &Answer) -> Result<()> {
    let mut given = answer
        .keys()?
        .iter()
        .map(|keys| Ok((answer.id("keys", keys.node)?, keys)))
        .collect::<Result<Vec<_>>>()?;
    given.sort_by_key(|(id, _)| *id);
    let ids: Vec<&str> = given.iter().map(|(id, _)| *id).collect();
    let mut moved: Vec<_> =
        made.nodes.iter().filter_map(|node| Some((&node.id[..], node.keys.as_ref()?))).collect();
    moved.sort_by_key(|(id, _)| *id);
    let wanted: Vec<&str> = moved.iter().map(|(id, _)| *id).collect();
    if ids != wanted {
        let found = |by: fn(&Node) -> &str| {
            let mut found: Vec<_> = made
                .nodes
                .iter()
                .filter(|node| wanted.contains(&by(node)))
                .map(|node| &node.id[..])
                .collect();
            found.sort_unstable();
            found
        };
        let nested = if made.has(Trait::Nested) { Vec::new() } else { vec!["?"] };
        let mistakes = [
            (": its animations are inside another animation", nested),
            (": a channel names an id, and these nodes have it for a sid", found(|node| &node.sid)),
            (": a channel names an id, and these nodes have it for a name", found(|node| &node.name)),
        ];
        let why = named(mistakes, |made| ids == *made);
        bail!("the nodes with keys are {ids:?}, and by the file {wanted:?}{why}");
    }
    let (mut matrices, mut right, mut called, mut rest) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for ((id, keys), (_, (times, wanted))) in given.iter().zip(&moved) {
        count("times", &keys.times, times.len())?;
        count("parent_from_node", &keys.parent_from_node, times.len())?;
        times_of(id, &keys.times, times, made)?;
        matrices.extend(&keys.parent_from_node);
        right.extend(wanted);
        called.extend(times.iter().map(|time| format!("the key of {id:?} at {time} s")));
        let at_rest = made
            .nodes
            .iter()
            .find(|node| node.id == *id)
            .map_or(DMat4::IDENTITY, |node| node.parent_from_node);
        rest.extend(wanted.iter().map(|key| at_rest * *key));
    }
    let mistakes = vec![(": the node's matrix at rest is in it too", rest)];
    compare(1.0 / made.unit, |i| called[i].clone(), &matrices, &right, mistakes)
}

/// Compares the times of a node's keys.
fn times_of(id: &str, given: &[f64], wanted: &[f64], made: &Made) -> Result<()> {
    let same =
        |given: &[f64], wanted: &[f64]| given.iter().zip(wanted).all(|(one, other)| is_near(*one, *other));
    if same(given, wanted) {
        return Ok(());
    }
    let mut sorted = given.to_vec();
    sorted.sort_by(f64::total_cmp);
    let late = [&vec![super::made::BEFORE; made.offset()][..], wanted].concat();
    let mistakes = [
        (": these are all of them, in another order", sorted == wanted),
        (": the numbers before the accessor's offset are counted too", same(given, &late)),
    ];
    let why = named(mistakes, |is_so| *is_so);
    bail!("the keys of {id:?} are at {given:?} s, and by the file at {wanted:?}{why}")
}

fn world(made: &Made, answer: &Answer) -> Result<()> {
    // As if a unit were as long as a metre, so that each number counts alike.
    let (units, size) = (DVec3::splat(1.0 / made.unit), DMat4::from_scale(DVec3::splat(made.unit)));
    let given = answer.world_from_file()?;
    let exchanged = DMat4::from_cols(glam::DVec4::X, glam::DVec4::Z, glam::DVec4::Y, glam::DVec4::W);
    let mistakes = [
        (": the unit isn't in it", made.axes()),
        (": the axes aren't in it", size),
        (": neither axes nor unit are in it", DMat4::IDENTITY),
        (": it turns the other way", made.axes().inverse() * size),
        (": it exchanges two axes, and so it mirrors", exchanged * size),
        (": it goes from the world to the file", made.world_from_file().inverse()),
    ];
    let scaled = |matrix: DMat4| matrix * DMat4::from_scale(units);
    let mistakes = mistakes.map(|(why, matrix)| (why, vec![scaled(matrix)])).to_vec();
    let [given, wanted] = [given, made.world_from_file()].map(scaled);
    let called = |_| format!("`world_from_file`, times {},", units.x);
    compare(1.0, called, &[given], &[wanted], mistakes)
}

fn placed(made: &Made, answer: &Answer) -> Result<()> {
    const SLIPS: [Mistake<Slip>; 15] = [
        (": that's without the bind shape", Slip::ShapeLeftOut),
        (": the bind shape comes after the inverse bind matrix", Slip::ShapeInJoints),
        (": that's without the inverse bind matrices", Slip::BindLeftOut),
        (": the plain nodes' own matrices aren't in it", Slip::PlainLeftOut),
        (": each joint is alone, without those above it", Slip::ParentsLeftOut),
        (": each position follows its strongest joint alone", Slip::Strongest),
        (": that's in the file's own axes and unit", Slip::WorldLeftOut),
        (": axes and unit act first, and not last", Slip::WorldFirst),
        (": that's without the file's unit", Slip::UnitLeftOut),
        (": that's without the file's axes", Slip::AxesLeftOut),
        (": that's the nodes at rest, without keys", Slip::AtRest),
        (": a key comes after the matrix at rest, and not in its place", Slip::TimesRest),
        (": a node without keys has no matrix at all", Slip::IdentityWithoutKeys),
        (": before the first key it's at rest, and not where that key has it", Slip::RestBeforeKeys),
        (": that's the key after the time, and not the one that holds", Slip::NextKey),
    ];
    let given = answer.points()?;
    count("points", given, ASKED.len())?;
    given
        .iter()
        .enumerate()
        .try_for_each(|(i, at)| count(&format!("points[{i}]"), at, made.positions.len()))?;
    let given: Vec<DVec3> = given.concat();
    let all = |slip: Slip| ASKED.iter().flat_map(|time| made.points(*time, slip)).collect::<Vec<_>>();
    let is_off = |given: &DVec3, wanted: &DVec3| !(given.distance(*wanted) <= TOLERANCE);
    let wanted = all(Slip::None);
    let wrong: Vec<usize> = (0..wanted.len()).filter(|i| is_off(&given[*i], &wanted[*i])).collect();
    let Some(&first) = wrong.first() else { return Ok(()) };
    let slips = SLIPS.iter().map(|(why, slip)| (*why, all(*slip)));
    let why = named(slips, |made| !given.iter().zip(made).any(|(given, made)| is_off(given, made)));
    // Before the first key and after the last there's nothing to go between.
    let ends = [0, ASKED.len() - 1];
    let is_between = wrong.iter().all(|i| !ends.contains(&(i / made.positions.len())));
    let why = if why.is_empty() && is_between {
        ": it's right at 0 s and 9 s, so a key holds for too short or long"
    } else {
        why
    };
    let (time, i) = (ASKED[first / made.positions.len()], first % made.positions.len());
    bail!("at {time} s position {i} is at {:.4}, and by the file at {:.4}{why}", given[first], wanted[first])
}
