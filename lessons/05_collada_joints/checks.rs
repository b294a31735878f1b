//! The checks of lesson 05.

use common::asset::collada::{Document, Node, Scene, TransformKind, matrix_from_rows, parent_from_steps};
use common::check::{Answer, STARTER, check};
use glam::{Mat3, Mat4, Quat, Vec3, vec3, vec4};

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
            check.case_now(
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
        check.case_now(
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

/// How an answer to 05.2 makes a matrix of a step, and puts those of several together.
struct Way {
    matrix: fn(TransformKind) -> Mat4,
    compose: fn(Vec<Mat4>) -> Mat4,
}

/// The matrix of a step: what it does to directions, and where it takes the origin.
fn matrix(step: TransformKind) -> Mat4 {
    use TransformKind::{LookAt, Matrix, Rotate, Scale, Skew, Translate};
    let (directions, origin) = match step {
        Matrix(written) => return written,
        LookAt { .. } | Skew { .. } => return step.rare_matrix(),
        Translate(to) => (Mat3::IDENTITY, to),
        Rotate { axis, degrees } => {
            let turn = Quat::from_scaled_axis(degrees.to_radians() * axis.normalize_or_zero());
            (Mat3::from_quat(turn), Vec3::ZERO)
        }
        Scale(times) => (Mat3::from_diagonal(times), Vec3::ZERO),
    };
    Mat4::from_translation(origin) * Mat4::from_mat3(directions)
}

/// From left to right.
fn in_order(matrices: Vec<Mat4>) -> Mat4 {
    matrices.into_iter().product()
}

impl Way {
    const RIGHT: Self = Self { matrix, compose: in_order };

    /// Every known wrong way, the starter's too.
    fn wrong() -> [(&'static str, Self); 8] {
        let of = |matrix| Self { matrix, ..Self::RIGHT };
        let by = |compose| Self { compose, ..Self::RIGHT };
        [
            (
                STARTER,
                // Steps that are no matrix are marked by a matrix of zeros.
                Self {
                    matrix: |step| if let TransformKind::Matrix(matrix) = step { matrix } else { Mat4::ZERO },
                    compose: |matrices| {
                        let mut only = matrices.into_iter().filter(|matrix| *matrix != Mat4::ZERO);
                        only.next_back().unwrap_or(Mat4::IDENTITY)
                    },
                },
            ),
            ("last-step-leftmost", by(|matrices| in_order(matrices.into_iter().rev().collect()))),
            ("only-the-last-step", by(|matrices| matrices.last().copied().unwrap_or(Mat4::IDENTITY))),
            (
                "moved-last-of-all",
                by(|matrices| {
                    let moved = matrices.iter().map(|matrix| matrix.w_axis.truncate()).sum();
                    let turned = |matrix: Mat4| Mat4::from_mat3(Mat3::from_mat4(matrix));
                    Mat4::from_translation(moved) * in_order(matrices.into_iter().map(turned).collect())
                }),
            ),
            (
                "degrees-taken-for-radians",
                of(|step| match step {
                    TransformKind::Rotate { axis, degrees } => axis
                        .try_normalize()
                        .map_or(Mat4::IDENTITY, |axis| Mat4::from_axis_angle(axis, degrees)),
                    _ => matrix(step),
                }),
            ),
            (
                "scale-left-out",
                of(|step| match step {
                    TransformKind::Scale(_) => Mat4::IDENTITY,
                    _ => matrix(step),
                }),
            ),
            (
                "scaled-evenly",
                of(|step| match step {
                    TransformKind::Scale(by) => Mat4::from_scale(Vec3::splat(by.x)),
                    _ => matrix(step),
                }),
            ),
            (
                "rare-steps-left-out",
                of(|step| match step {
                    TransformKind::LookAt { .. } | TransformKind::Skew { .. } => Mat4::IDENTITY,
                    _ => matrix(step),
                }),
            ),
        ]
    }

    fn composed(&self, steps: &[TransformKind]) -> Mat4 {
        (self.compose)(steps.iter().map(|step| (self.matrix)(*step)).collect())
    }
}

/// A step as a file writes it.
fn written(step: &TransformKind) -> String {
    let numbers = match *step {
        TransformKind::Matrix(matrix) => matrix.transpose().to_cols_array().to_vec(),
        TransformKind::Translate(by) | TransformKind::Scale(by) => by.to_array().to_vec(),
        TransformKind::Rotate { axis, degrees } => axis.extend(degrees).to_array().to_vec(),
        TransformKind::LookAt { eye, interest, up } => {
            [eye, interest, up].map(|vector| vector.to_array()).concat()
        }
        TransformKind::Skew { degrees, turned, along } => {
            [vec![degrees], turned.to_array().to_vec(), along.to_array().to_vec()].concat()
        }
    };
    let numbers: Vec<String> = numbers.iter().map(Answer::show).collect();
    format!("<{}>{}", step.name(), numbers.join(" "))
}

#[test]
fn todo_05_2_parent_from_steps() {
    use TransformKind::{LookAt, Matrix, Rotate, Scale, Skew, Translate};
    let turn = |x: f32, y: f32, z: f32, degrees: f32| Rotate { axis: vec3(x, y, z), degrees };
    let (translate, scale) =
        (|x: f32, y: f32, z: f32| Translate(vec3(x, y, z)), |x: f32, y: f32, z: f32| Scale(vec3(x, y, z)));
    let slanted = Mat4::from_cols(
        vec4(0.8, 0.6, 0.0, 0.0),
        vec4(-1.2, 1.6, 0.0, 0.0),
        vec4(0.0, 0.5, 1.0, 0.0),
        vec4(3.0, -1.0, 2.0, 1.0),
    );
    let look = LookAt { eye: vec3(1.0, 2.0, 5.0), interest: vec3(4.0, 2.0, 1.0), up: vec3(0.0, 2.0, 0.0) };
    let skew = Skew { degrees: 45.0, turned: Vec3::Y, along: Vec3::X };
    check("05.2", |check| {
        for steps in [
            // Moved, turned and stretched, each of another kind.
            vec![translate(1.0, 2.0, 3.0), turn(0.0, 0.0, 1.0, 90.0), scale(2.0, 3.0, 4.0), look],
            // A turn before a move, a matrix between, an axis that is not of unit length.
            vec![
                turn(0.0, 3.0, 4.0, -82.5),
                Matrix(slanted),
                translate(5.0, 0.0, -2.0),
                scale(1.0, 0.5, 3.0),
                skew,
                turn(2.0, 0.0, 0.0, 30.0),
            ],
            // As a modelling program writes a joint: several of a kind, about a pivot, some of which do nothing.
            vec![
                translate(7.0, 0.5, 0.0),
                turn(0.0, 0.0, 1.0, 25.0),
                turn(0.0, 1.0, 0.0, 0.0),
                turn(1.0, 0.0, 0.0, 90.0),
                translate(0.0, 1.5, 0.0),
                turn(0.0, 0.0, 0.5, -40.0),
                turn(0.0, 0.0, 0.0, 50.0),
                scale(-1.0, 2.0, 0.5),
                translate(0.0, -1.5, 0.0),
                skew,
                look,
                scale(2.0, 0.25, 1.0),
            ],
            // A matrix, and one more.
            vec![Matrix(slanted), turn(1.0, 1.0, 0.0, 200.0), look, scale(3.0, 1.0, 1.0), Matrix(slanted)],
            vec![],
        ] {
            let mut lines: Vec<String> = steps.iter().map(written).collect();
            if lines.is_empty() {
                lines.push("none at all".to_owned());
            }
            let suspects: Vec<_> =
                Way::wrong().iter().map(|(name, way)| (*name, way.composed(&steps))).collect();
            check.case_now(
                format!("parent_from_node of a node with the steps {}", lines.join(", ")),
                || parent_from_steps(steps.iter().copied()),
                Way::RIGHT.composed(&steps),
                &suspects,
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
        let nested = format!(
            "<node><translate>1 0 0</translate>{INNER}</node><node><translate>5 0 0</translate></node>"
        );
        check.case_now(
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
        check.case_now(
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
        check.case_now(
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
        check.case_now(
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
        check.case_now(
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
        check.case_now(
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
        check.case_now(
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
        check.case_now(
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
        check.case_now(
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
        check.case_now(
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
