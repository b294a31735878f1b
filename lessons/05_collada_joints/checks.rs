//! The checks of lesson 05.

use common::asset::collada::{Document, Node, Scene, TransformKind, described, matrix_from_rows};
use common::check::{STARTER, check};
use glam::{Mat3, Mat4, vec3, vec4};

#[test]
fn todo_05_1_matrix() {
    check("05.1", |check| {
        for (words, turn, place) in [
            ("that only moves, by (7, 8, 9)", Mat3::IDENTITY, vec3(7.0, 8.0, 9.0)),
            (
                "that turns by 30° about z and moves by (1, 2, 3)",
                Mat3::from_rotation_z(30f32.to_radians()),
                { vec3(1.0, 2.0, 3.0) },
            ),
        ] {
            let matrix = Mat4::from_translation(place) * Mat4::from_mat3(turn);
            let numbers = matrix.transpose().to_cols_array();
            let written = numbers.map(|number| format!("{}", (number * 1e3).round() / 1e3)).join(" ");
            check.case(
                format!("the matrix {words}, which a file writes as '{written}'"),
                || matrix_from_rows(&numbers),
                matrix,
                &[
                    (STARTER, Mat4::IDENTITY),
                    ("transpose-forgotten", matrix.transpose()),
                    (
                        "translation-moved-by-hand",
                        Mat4::from_translation(place) * Mat4::from_mat3(turn.transpose()),
                    ),
                    ("translation-lost", Mat4::from_mat3(turn)),
                ],
            );
        }
        // Sixteen different numbers, so that none is taken from the wrong place.
        let numbers = std::array::from_fn(|i| i as f32);
        let [a, b, c, d] = [0.0, 1.0, 2.0, 3.0].map(|x| vec4(x, x + 4.0, x + 8.0, x + 12.0));
        let mut by_hand = Mat4::from_cols_array(&numbers);
        by_hand.w_axis = d;
        (by_hand.x_axis.w, by_hand.y_axis.w, by_hand.z_axis.w) = (0.0, 0.0, 0.0);
        let mut lost = Mat4::from_cols(a, b, c, d);
        lost.w_axis = vec4(0.0, 0.0, 0.0, 1.0);
        check.case(
            "the matrix of the sixteen numbers 0 1 2 … 15",
            || matrix_from_rows(&numbers),
            Mat4::from_cols(a, b, c, d),
            &[
                (STARTER, Mat4::IDENTITY),
                ("transpose-forgotten", Mat4::from_cols_array(&numbers)),
                ("translation-moved-by-hand", by_hand),
                ("translation-lost", lost),
            ],
        );
    });
}

/// A document with these elements in its scene.
fn document(elements: &str) -> Result<Document, String> {
    let text = format!(
        r##"<COLLADA version="1.4.1">
            <library_nodes><node id="spare"><translate>9 0 0</translate><node><translate>10 0 0</translate></node></node></library_nodes>
            <library_visual_scenes><visual_scene id="scene">{elements}</visual_scene></library_visual_scenes>
            <scene><instance_visual_scene url="#scene"/></scene>
        </COLLADA>"##
    );
    Document::parse(text.as_bytes(), "check.dae").map_err(|error| error.to_string())
}

/// What a node says of itself, on one line.
fn line(node: &Node) -> String {
    let written = |text: &str| if text.is_empty() { "(empty)" } else { text }.to_owned();
    let named = |text: &Option<String>| text.as_deref().map_or("none".to_owned(), written);
    let kind = if node.is_joint { "joint" } else { "no joint" };
    let moved = if node.transforms.is_empty() { "" } else { ", moved" };
    format!("name {}{moved}, id {}, sid {}, {kind}", written(&node.name), named(&node.id), named(&node.sid))
}

/// What the nodes on top of a document's tree say of themselves, a line each: who walks it otherwise finds them too.
fn descriptions(elements: &str) -> String {
    match document(elements) {
        Ok(document) => {
            let on_top = document.scene.nodes.iter().filter(|node| node.parent.is_none());
            on_top.map(line).collect::<Vec<_>>().join("\n")
        }
        Err(error) => error,
    }
}

/// What the node of a piece of XML says of itself below a parent, and which that is.
fn below_parent(xml: &str, index: usize, parent: usize) -> String {
    let Some(node) = described(xml, index, Some(parent)) else { return "no node".to_owned() };
    let parent = node.parent.map_or("none".to_owned(), |parent| parent.to_string());
    format!("{}, parent {parent}", line(&node))
}

#[test]
fn todo_05_2_describe() {
    let described = |names: &[&str], lines: &[&str]| {
        let lines = names.iter().zip(lines).map(|(name, line)| format!("name {name}, {line}"));
        lines.collect::<Vec<_>>().join("\n")
    };
    check("05.2", |check| {
        let lines = |lines: &[&str]| described(&["upper arm"], lines);
        check.case(
            r#"what <node id="arm-1" sid="bone1" name="upper arm" type="JOINT"> says of itself"#,
            || descriptions(r#"<node id="arm-1" sid="bone1" name="upper arm" type="JOINT"/>"#),
            lines(&["id arm-1, sid bone1, joint"]),
            &[
                (STARTER, described(&["(empty)"], &["id none, sid none, joint"])),
                ("name-for-id", lines(&["id upper arm, sid bone1, joint"])),
                ("sid-for-id", lines(&["id bone1, sid bone1, joint"])),
                ("every-node-a-joint", lines(&["id arm-1, sid bone1, joint"])),
                ("any-type-a-joint", lines(&["id arm-1, sid bone1, joint"])),
                ("joint-by-its-name", lines(&["id arm-1, sid bone1, no joint"])),
            ],
        );
        let lines = |lines: &[&str]| described(&["joint 1", "y, moved", "joint2", "j", "toe"], lines);
        check.case(
            r#"what five nodes say of themselves: <node name="joint 1" sid="a" type="NODE">, <node id="x" name="y" type="JOINT"> with a <translate> in it, <node id="joint2">, <node name="j" type="JOINT"> and <node sid="toe">"#,
            || {
                descriptions(
                    r#"<node name="joint 1" sid="a" type="NODE"/><node id="x" name="y" type="JOINT"><translate>1 0 0</translate></node>
                       <node id="joint2"/><node name="j" type="JOINT"/><node sid="toe"/>"#,
                )
            },
            lines(&[
                "id none, sid a, no joint",
                "id x, sid none, joint",
                "id joint2, sid none, no joint",
                "id none, sid none, joint",
                "id none, sid toe, no joint",
            ]),
            &[
                (STARTER, described(&["(empty)", "(empty), moved", "(empty)", "(empty)", "(empty)"], &["id none, sid none, joint"; 5])),
                (
                    "name-for-id",
                    lines(&[
                        "id joint 1, sid a, no joint",
                        "id y, sid none, joint",
                        "id none, sid none, no joint",
                        "id j, sid none, joint",
                        "id none, sid toe, no joint",
                    ]),
                ),
                (
                    "sid-for-id",
                    lines(&[
                        "id a, sid a, no joint",
                        "id none, sid none, joint",
                        "id none, sid none, no joint",
                        "id none, sid none, joint",
                        "id toe, sid toe, no joint",
                    ]),
                ),
                (
                    "every-node-a-joint",
                    lines(&[
                        "id none, sid a, joint",
                        "id x, sid none, joint",
                        "id joint2, sid none, joint",
                        "id none, sid none, joint",
                        "id none, sid toe, joint",
                    ]),
                ),
                (
                    "any-type-a-joint",
                    lines(&[
                        "id none, sid a, joint",
                        "id x, sid none, joint",
                        "id joint2, sid none, no joint",
                        "id none, sid none, joint",
                        "id none, sid toe, no joint",
                    ]),
                ),
                (
                    "joint-by-its-name",
                    lines(&[
                        "id none, sid a, joint",
                        "id x, sid none, no joint",
                        "id joint2, sid none, joint",
                        "id none, sid none, no joint",
                        "id none, sid toe, no joint",
                    ]),
                ),
            ],
        );
        let unnamed = "name node 7, id none, sid none, joint, parent 2".to_owned();
        check.case(
            r#"what <node type="JOINT"> says of itself, as node 7, with node 2 as its parent"#,
            || below_parent(r#"<node type="JOINT"/>"#, 7, 2),
            unnamed.clone(),
            &[
                (STARTER, "name (empty), id none, sid none, joint, parent 2".to_owned()),
                ("name-for-id", unnamed.clone()),
                ("sid-for-id", unnamed.clone()),
                ("every-node-a-joint", unnamed.clone()),
                ("any-type-a-joint", unnamed),
                ("joint-by-its-name", "name node 7, id none, sid none, no joint, parent 2".to_owned()),
            ],
        );
        let below = |parent: usize, words: &str| format!("name hand, {words}, parent {parent}");
        for parent in [2, 5] {
            let right = below(parent, "id h, sid none, joint");
            check.case(
                format!(r#"what <node id="h" name="hand" type="JOINT"> says of itself, as node 7, with node {parent} as its parent"#),
                || below_parent(r#"<node id="h" name="hand" type="JOINT"/>"#, 7, parent),
                right.clone(),
                &[
                    (STARTER, format!("name (empty), id none, sid none, joint, parent {parent}")),
                    ("name-for-id", below(parent, "id hand, sid none, joint")),
                    ("sid-for-id", below(parent, "id none, sid none, joint")),
                    ("every-node-a-joint", right.clone()),
                    ("any-type-a-joint", right),
                    ("joint-by-its-name", below(parent, "id h, sid none, no joint")),
                ],
            );
        }
    });
}

/// The x of a node's <translate>, by which it is told.
fn number(node: &Node) -> String {
    match node.transforms.first().map(|transform| transform.kind) {
        Some(TransformKind::Translate(by)) => by.x.to_string(),
        _ => "something else".to_owned(),
    }
}

/// The tree of a document, a line for each node. A node is told by its number, so that nothing else of it matters.
fn tree(elements: &str) -> String {
    let document = match document(elements) {
        Ok(document) => document,
        Err(error) => return error,
    };
    let nodes = &document.scene.nodes;
    let line = |node: &Node| match node.parent {
        Some(parent) => {
            format!("{} under {}", number(node), nodes.get(parent).map_or("?".to_owned(), number))
        }
        None => format!("{} on top", number(node)),
    };
    nodes.iter().map(line).collect::<Vec<_>>().join("; ")
}

#[test]
fn todo_05_3_walk() {
    const INNER: &str = r#"<node><translate>2 0 0</translate><node><translate>3 0 0</translate></node></node>
        <node><translate>4 0 0</translate></node>"#;
    check("05.3", |check| {
        // The numbers and the parent are among what a node says of itself.
        check.needs("05.2", || {
            let one = document("<node><translate>1 0 0</translate></node>");
            let numbered =
                one.is_ok_and(|one| one.scene.nodes.first().is_some_and(|node| number(node) == "1"));
            numbered && described("<node/>", 7, Some(2)).is_some_and(|node| node.parent == Some(2))
        });
        let nested = format!(
            "<node><translate>1 0 0</translate>{INNER}</node><node><translate>5 0 0</translate></node>"
        );
        check.case(
            "the tree of five nodes without a type, told by their numbers: 2 and 4 stand inside 1, 3 inside 2, and 5 beside 1",
            || tree(&nested),
            "1 on top; 2 under 1; 3 under 2; 4 under 1; 5 on top".to_owned(),
            &[
                (STARTER, "1 on top; 5 on top".to_owned()),
                ("extra-counted", "1 on top; 2 under 1; 3 under 2; 4 under 1; 5 on top".to_owned()),
                (
                    "every-element-a-node",
                    "1 on top; something else under 1; 2 under 1; something else under 2; 3 under 2; something else \
                     under 3; 4 under 1; something else under 4; 5 on top; something else under 5"
                        .to_owned(),
                ),
                (
                    "descendants-for-children",
                    "1 on top; 2 under 1; 3 under 2; 3 under 1; 4 under 1; 5 on top".to_owned(),
                ),
                ("parent-not-passed-on", "1 on top; 2 on top; 3 on top; 4 on top; 5 on top".to_owned()),
                ("last-node-as-parent", "1 on top; 2 under 1; 3 under 2; 4 under 3; 5 on top".to_owned()),
                ("instances-left-out", "1 on top; 2 under 1; 3 under 2; 4 under 1; 5 on top".to_owned()),
            ],
        );
        let odd = r##"<node><translate>1 0 0</translate>
            <extra><technique profile="X"><node><translate>7 0 0</translate></node></technique>
                <node><translate>8 0 0</translate></node></extra>
            <node><translate>2 0 0</translate></node><instance_node url="#spare"/></node>"##;
        check.case(
            "the tree of a node 1 that holds an <extra>, with two foreign nodes in it, a node 2, and an <instance_node> \
             of a node 9 with a node 10 inside",
            || tree(odd),
            "1 on top; 2 under 1; 9 under 1; 10 under 9".to_owned(),
            &[
                (STARTER, "1 on top".to_owned()),
                (
                    "extra-counted",
                    "1 on top; something else under 1; 8 under something else; 2 under 1; 9 under 1; 10 under \
                     9"
                        .to_owned(),
                ),
                (
                    "every-element-a-node",
                    "1 on top; something else under 1; something else under 1; something else under something else; \
                     7 under something else; something else under 7; 8 under something else; something else under \
                     8; 2 under 1; something else under 2; something else under 1"
                        .to_owned(),
                ),
                (
                    "descendants-for-children",
                    "1 on top; 7 under 1; 8 under 1; 2 under 1; 9 under 1; 10 under 9".to_owned(),
                ),
                ("parent-not-passed-on", "1 on top; 2 on top; 9 on top; 10 on top".to_owned()),
                ("last-node-as-parent", "1 on top; 2 under 1; 9 under 2; 10 under 9".to_owned()),
                ("instances-left-out", "1 on top; 2 under 1".to_owned()),
            ],
        );
        check.case(
            "the tree of a node without a number, which holds nothing but the node 1",
            || tree("<node><node><translate>1 0 0</translate></node></node>"),
            "something else on top; 1 under something else".to_owned(),
            &[
                (STARTER, "something else on top".to_owned()),
                ("extra-counted", "something else on top; 1 under something else".to_owned()),
                (
                    "every-element-a-node",
                    "something else on top; 1 under something else; something else under 1".to_owned(),
                ),
                ("descendants-for-children", "something else on top; 1 under something else".to_owned()),
                ("parent-not-passed-on", "something else on top; 1 on top".to_owned()),
                ("last-node-as-parent", "something else on top; 1 under something else".to_owned()),
                ("instances-left-out", "something else on top; 1 under something else".to_owned()),
            ],
        );
        let twice = r##"<node><translate>1 0 0</translate><instance_node url="#spare"/>
            <node><translate>2 0 0</translate></node><instance_node url="#spare"/></node>"##;
        let instanced = "1 on top; 9 under 1; 10 under 9; 2 under 1; 9 under 1; 10 under 9".to_owned();
        check.case(
            "the tree of a node 1 that holds an <instance_node> of a node 9 with a node 10 inside, then a node 2, and then \
             the same <instance_node> again",
            || tree(twice),
            instanced.clone(),
            &[
                (STARTER, "1 on top".to_owned()),
                ("extra-counted", instanced.clone()),
                (
                    "every-element-a-node",
                    "1 on top; something else under 1; something else under 1; 2 under 1; something else under 2; \
                     something else under 1"
                        .to_owned(),
                ),
                ("descendants-for-children", instanced),
                (
                    "parent-not-passed-on",
                    "1 on top; 9 on top; 10 on top; 2 on top; 9 on top; 10 on top".to_owned(),
                ),
                (
                    "last-node-as-parent",
                    "1 on top; 9 under 1; 10 under 9; 2 under 10; 9 under 2; 10 under 9".to_owned(),
                ),
                ("instances-left-out", "1 on top; 2 under 1".to_owned()),
            ],
        );
        // Node 1 holds six others; below the third of them each holds the next, eight levels deep in all.
        const PARENTS: [usize; 14] = [0, 0, 1, 1, 1, 4, 5, 6, 7, 8, 9, 1, 1, 1];
        let below = |parent: usize| (1..PARENTS.len()).filter(move |&node| PARENTS[node] == parent);
        fn written(node: usize, below: &dyn Fn(usize) -> Vec<usize>) -> String {
            let inside: String = below(node).into_iter().map(|child| written(child, below)).collect();
            let kind = if node.is_multiple_of(2) { "JOINT" } else { "NODE" };
            format!("<node type='{kind}'><translate>{node} 0 0</translate>{inside}</node>")
        }
        fn descendants(node: usize, below: &dyn Fn(usize) -> Vec<usize>) -> Vec<usize> {
            let branch = |child| [vec![child], descendants(child, below)].concat();
            below(node).into_iter().flat_map(branch).collect()
        }
        fn all_below(node: usize, below: &dyn Fn(usize) -> Vec<usize>) -> String {
            let line = |child| format!("; {child} under {node}{}", all_below(child, below));
            descendants(node, below).into_iter().map(line).collect()
        }
        let listed =
            |line: &dyn Fn(usize) -> String| (1..PARENTS.len()).map(line).collect::<Vec<_>>().join("; ");
        let under = |node: usize, parent: usize| match parent {
            0 => format!("{node} on top"),
            _ => format!("{node} under {parent}"),
        };
        let right = listed(&|node| under(node, PARENTS[node]));
        let below: &dyn Fn(usize) -> Vec<usize> = &|parent| below(parent).collect();
        check.case(
            "the tree of thirteen nodes, of which every other is a joint: 2, 3, 4, 11, 12 and 13 stand inside 1, and from 5 \
             to 10 each inside the one before",
            || tree(&written(1, below)),
            right.clone(),
            &[
                (STARTER, "1 on top".to_owned()),
                ("extra-counted", right.clone()),
                (
                    "every-element-a-node",
                    listed(&|node| {
                        let itself = under(node, PARENTS[node]);
                        format!("{itself}; something else under {node}")
                    }),
                ),
                ("descendants-for-children", format!("1 on top{}", all_below(1, below))),
                ("parent-not-passed-on", listed(&|node| under(node, 0))),
                ("last-node-as-parent", listed(&|node| under(node, node - 1))),
                ("instances-left-out", right),
            ],
        );
        const REFUSED: &str = "refused: a node is instanced below itself";
        let circle = r##"<node><translate>1 0 0</translate>
            <node id="loop"><translate>2 0 0</translate><instance_node url="#loop"/></node></node>"##;
        check.case(
            "the tree of a node 1 that holds a node 2 that holds an <instance_node> of the node 2",
            || Some(tree(circle)).filter(|tree| !tree.contains("below itself")).unwrap_or(REFUSED.to_owned()),
            REFUSED.to_owned(),
            &[
                (STARTER, "1 on top".to_owned()),
                ("extra-counted", REFUSED.to_owned()),
                (
                    "every-element-a-node",
                    "1 on top; something else under 1; 2 under 1; something else under 2; something else under 2"
                        .to_owned(),
                ),
                ("descendants-for-children", REFUSED.to_owned()),
                ("parent-not-passed-on", REFUSED.to_owned()),
                ("last-node-as-parent", REFUSED.to_owned()),
                ("instances-left-out", "1 on top; 2 under 1".to_owned()),
            ],
        );
    });
}

/// A scene of joints (`true`) and plain nodes, each with its parent.
fn scene(nodes: &[(bool, Option<usize>)]) -> Scene {
    let node = |(i, &(is_joint, parent)): (usize, &(bool, Option<usize>))| Node {
        name: format!("node {i}"),
        id: None,
        sid: None,
        is_joint,
        parent,
        transforms: Vec::new(),
    };
    Scene { nodes: nodes.iter().enumerate().map(node).collect(), world_from_file: Mat4::IDENTITY }
}

#[test]
fn todo_05_4_roots() {
    let listed = |roots: &[usize]| match roots {
        [] => "none".to_owned(),
        _ => roots.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    };
    check("05.4", |check| {
        let two = [(false, None), (true, Some(0)), (true, Some(1)), (true, Some(0)), (false, None)];
        check.case(
            "the roots among five nodes: 0 is a plain node with the joints 1 and 3 under it, 2 is a joint under 1, and 4 \
             is a plain node by itself",
            || listed(&scene(&two).roots()),
            listed(&[1, 3]),
            &[
                (STARTER, listed(&[1, 2, 3])),
                ("split-by-a-plain-node", listed(&[1, 3])),
                ("top-nodes", listed(&[0, 4])),
                ("top-joints", listed(&[])),
                ("first-joint-only", listed(&[1])),
            ],
        );
        let split = [
            (true, None),
            (false, Some(0)),
            (false, Some(1)),
            (true, Some(2)),
            (true, Some(3)),
            (true, None),
            (false, Some(5)),
            (true, Some(6)),
        ];
        check.case(
            "the roots among eight nodes: the joint 0 has the plain nodes 1 and 2 under it, one inside the other, then \
             the joints 3 and 4, one inside the other; the joint 5 has the plain node 6 under it, and that the joint 7",
            || listed(&scene(&split).roots()),
            listed(&[0, 5]),
            &[
                (STARTER, listed(&[0, 3, 4, 5, 7])),
                ("split-by-a-plain-node", listed(&[0, 3, 5, 7])),
                ("top-nodes", listed(&[0, 5])),
                ("top-joints", listed(&[0, 5])),
                ("first-joint-only", listed(&[0])),
            ],
        );
        let mut tall = vec![(false, None)];
        tall.extend([true, true, false, true, false, true].map(|is_joint| (is_joint, Some(0))));
        tall.extend(
            [(3, false), (7, false), (8, false), (9, false), (10, false), (11, true), (12, true)]
                .map(|(parent, is_joint)| (is_joint, Some(parent))),
        );
        tall.push((true, None));
        tall.extend((14..20).map(|parent| (false, Some(parent))));
        tall.push((true, Some(20)));
        check.case(
            "the roots among 22 nodes: under the plain node 0 stand the joints 1, 2, 4 and 6 and the plain nodes 3 and 5; \
             under 3 the plain nodes 7 to 11, one inside the other, then the joints 12 and 13, one inside the other; the \
             joint 14 has the plain nodes 15 to 20 under it, one inside the other, and the last of them the joint 21",
            || listed(&scene(&tall).roots()),
            listed(&[1, 2, 4, 6, 12, 14]),
            &[
                (STARTER, listed(&[1, 2, 4, 6, 12, 13, 14, 21])),
                ("split-by-a-plain-node", listed(&[1, 2, 4, 6, 12, 14, 21])),
                ("top-nodes", listed(&[0, 14])),
                ("top-joints", listed(&[14])),
                ("first-joint-only", listed(&[1])),
            ],
        );
        let joints = [(true, None), (true, None), (true, Some(1)), (true, None)];
        check.case(
            "the roots among four joints: 2 stands under 1, and all others on top",
            || listed(&scene(&joints).roots()),
            listed(&[0, 1, 3]),
            &[
                (STARTER, listed(&[0, 1, 2, 3])),
                ("split-by-a-plain-node", listed(&[0, 1, 3])),
                ("top-nodes", listed(&[0, 1, 3])),
                ("top-joints", listed(&[0, 1, 3])),
                ("first-joint-only", listed(&[0])),
            ],
        );
    });
}
