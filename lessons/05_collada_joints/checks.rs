//! The checks of lesson 05.

use check::{Answer, Draw, Named, Slip, check};
use common::skeleton::skeleton_roots;
use formats::collada::{Document, Node, Surfaces, TransformKind, UpAxis, parent_from_steps, world_from_file};
use glam::{Mat3, Mat4, Quat, Vec3, vec3, vec4};
use std::f32::consts::{FRAC_PI_2, TAU};

#[test]
fn todo_05_3_up() {
    const COLUMNS: &[&str] = &["the file's x axis", "its y axis", "its z axis", "its origin"];
    let columns =
        |matrix: Mat4| Named(COLUMNS, vec![matrix.x_axis, matrix.y_axis, matrix.z_axis, matrix.w_axis]);
    let kinds = [UpAxis::X, UpAxis::Y, UpAxis::Z];
    let asked =
        [(UpAxis::Z, 1.0), (UpAxis::Z, 1e-4), (UpAxis::X, 1.0), (UpAxis::X, 2.5), (UpAxis::Y, 0.0254)];
    check("05.3", |check| {
        let drawn = check.drawn(|draw| (draw.one_of(&kinds), 0.01 * draw.factor(1e5)));
        for (up, metres) in asked.into_iter().chain(drawn) {
            let third = Quat::from_axis_angle(Vec3::ONE.normalize(), TAU / 3.0);
            let (quarter, circle, exchange) = match up {
                UpAxis::X => (Quat::from_rotation_z(FRAC_PI_2), third, vec3(1.0, -1.0, 1.0)),
                UpAxis::Y => (Quat::IDENTITY, Quat::IDENTITY, Vec3::ONE),
                UpAxis::Z => (Quat::from_rotation_x(-FRAC_PI_2), third.inverse(), vec3(1.0, -1.0, 1.0)),
            };
            // So large that a difference shows.
            let (times, drawn) =
                if metres < 0.01 { (1e4, ", drawn 10,000 times as large") } else { (1.0, "") };
            let placed = |turn: Quat, mirror: Vec3| {
                columns(Mat4::from_scale_rotation_translation(times * metres * mirror, turn, Vec3::ZERO))
            };
            check.tags(&[
                ("a file with x up", up == UpAxis::X),
                ("a file with z up", up == UpAxis::Z),
                ("a unit far below 1 cm", metres < 0.001),
                ("a unit other than 1 m", metres != 1.0),
            ]);
            // A mistake that is made for one axis alone leaves the others right.
            let wrong = [
                ("axes-exchanged", quarter, exchange),
                ("turned-the-other-way", quarter.inverse(), Vec3::ONE),
                ("axes-in-a-circle", circle, Vec3::ONE),
            ]
            .map(|(name, turn, mirror)| [(name, placed(turn, mirror)), (name, placed(quarter, Vec3::ONE))]);
            check.case_among(
                format!(
                    "where all comes to lie in the world, of a file with {up:?} up and {metres} m to the unit{drawn}"
                ),
                || columns(Mat4::from_scale(Vec3::splat(times)) * world_from_file(up, metres)),
                |_| placed(quarter, Vec3::ONE),
                || (wrong.into_iter().flatten(), []),
            );
        }
    });
}

/// Returns a document with these elements in its scene.
fn document(elements: &str) -> Result<Document, String> {
    let text = format!(
        r##"<COLLADA version="1.4.1">
            <library_nodes>{}</library_nodes>
            <library_visual_scenes><visual_scene id="scene">{elements}</visual_scene></library_visual_scenes>
            <scene><instance_visual_scene url="#scene"/></scene>
        </COLLADA>"##,
        library().map(|node| node.written()).concat()
    );
    Document::parse(text.as_bytes(), "check.dae", Surfaces::Read).map_err(|error| error.to_string())
}

/// Returns the matrix of a step, computed from the images of the axes and of the origin.
fn matrix_of(step: TransformKind) -> Mat4 {
    use TransformKind::{Matrix, Rotate, Scale, Translate};
    let (directions, origin) = match step {
        Matrix(written) => return written,
        Translate(to) => (Mat3::IDENTITY, to),
        Rotate { axis, degrees } => {
            // So long that its square isn't lost.
            let axis = axis / axis.abs().max_element().max(f32::MIN_POSITIVE);
            let turn = Quat::from_scaled_axis(degrees.to_radians() * axis.normalize_or_zero());
            (Mat3::from_quat(turn), Vec3::ZERO)
        }
        Scale(times) => (Mat3::from_diagonal(times), Vec3::ZERO),
    };
    Mat4::from_translation(origin) * Mat4::from_mat3(directions)
}

/// Returns a step as a file writes it.
fn written(step: &TransformKind) -> String {
    let numbers = match *step {
        TransformKind::Matrix(matrix) => matrix.transpose().to_cols_array().to_vec(),
        TransformKind::Translate(by) | TransformKind::Scale(by) => by.to_array().to_vec(),
        TransformKind::Rotate { axis, degrees } => axis.extend(degrees).to_array().to_vec(),
    };
    let shown =
        |x: &f32| if *x == 0.0 || (1e-9..1e9).contains(&x.abs()) { x.show() } else { format!("{x:e}") };
    let numbers: Vec<String> = numbers.iter().map(shown).collect();
    format!("<{}>{}", step.name(), numbers.join(" "))
}

#[test]
fn todo_05_4_parent_from_steps() {
    use TransformKind::{Matrix, Rotate, Scale, Translate};
    let turn = |x: f32, y: f32, z: f32, degrees: f32| Rotate { axis: vec3(x, y, z), degrees };
    let (translate, scale) =
        (|x: f32, y: f32, z: f32| Translate(vec3(x, y, z)), |x: f32, y: f32, z: f32| Scale(vec3(x, y, z)));
    let slanted = Mat4::from_cols(
        vec4(0.8, 0.6, 0.0, 0.0),
        vec4(-1.2, 1.6, 0.0, 0.0),
        vec4(0.0, 0.5, 1.0, 0.0),
        vec4(3.0, -1.0, 2.0, 1.0),
    );
    // Of so many steps that together they lead and stretch no farther than one may.
    let any = |draw: &mut Draw, count: usize| match draw.whole(0..6) {
        0 | 1 => Translate(draw.wide_point(10.0 / count as f32)),
        2 | 3 => {
            let axis = draw.one_of(&[0.0, 1.0, 1.0, 1.0]) * draw.factor(1e6) * (draw.turn() * Vec3::X);
            Rotate { axis, degrees: draw.wide(400.0) }
        }
        4 => {
            let mut size = || draw.factor(5f32.powf(1.0 / count as f32)) * draw.one_of(&[1.0, 1.0, -1.0]);
            scale(size(), size(), size())
        }
        _ => Matrix(draw.frames(1, count)[0]),
    };
    let asked = [
        // Translated, rotated and scaled, each of another kind.
        vec![translate(1.0, 2.0, 3.0), turn(0.0, 0.0, 1.0, 90.0), scale(2.0, 3.0, 4.0)],
        // A rotation before a translation, a matrix between, an axis that isn't of unit length.
        vec![
            turn(0.0, 3.0, 4.0, -82.5),
            Matrix(slanted),
            translate(5.0, 0.0, -2.0),
            scale(1.0, 0.5, 3.0),
            turn(2.0, 0.0, 0.0, 30.0),
        ],
        // As a modelling program writes a joint: several transforms of a kind, about a pivot, some of them identities.
        vec![
            translate(7.0, 0.5, 0.0),
            turn(0.0, 0.0, 1.0, 25.0),
            turn(0.0, 1.0, 0.0, 0.0),
            turn(1.0, 0.0, 0.0, 90.0),
            translate(0.0, 1.5, 0.0),
            turn(0.0, 0.0, -0.5, -40.0),
            turn(0.0, 0.0, 0.0, 50.0),
            scale(-1.0, 2.0, 0.5),
            translate(0.0, -1.5, 0.0),
            scale(2.0, 0.25, 1.0),
            translate(0.0, 0.25, 0.0),
        ],
        // About an axis so short that its square is zero, and one so long that it is infinite.
        vec![turn(0.0, 3e-25, 4e-25, 50.0), translate(1.0, 0.0, 0.0), turn(3e25, 0.0, 4e25, 50.0)],
        // Flattened, and less than a degree and a millimetre.
        vec![
            scale(2.0, 0.0, 3.0),
            turn(0.0, 0.0, 0.02, 0.01),
            translate(2000.0, 0.0, 0.004),
            scale(1e-3, 1.0, 1.0),
        ],
        // A matrix, and another one.
        vec![Matrix(slanted), turn(1.0, 1.0, 0.0, 270.0), scale(3.0, 1.0, 1.0), Matrix(slanted)],
    ];
    check("05.4", |check| {
        let drawn = check.drawn(|draw| {
            let count = draw.size(1..100);
            (count, (0..count).map(|_| any(draw, count)).collect())
        });
        for (least, steps) in asked.map(|steps| (1, steps)).into_iter().chain(drawn) {
            let lines: Vec<String> = steps.iter().map(written).collect();
            // The shortest sequence of steps that shows a mistake explains it best.
            for count in least..=steps.len() {
                let steps = &steps[..count];
                let told = lines[..count].join(", ");
                let turns = |is: fn(Vec3) -> bool| {
                    steps.iter().any(|step| matches!(*step, Rotate { axis, .. } if is(axis)))
                };
                check.tags(&[
                    ("a zero axis", told.contains("<rotate>0 0 0 ")),
                    ("a step behind a zero axis", lines[..count - 1].concat().contains("<rotate>0 0 0 ")),
                    ("a very short or long axis", told.contains("e-25") || told.contains("e25")),
                    ("an axis of another length than 1", turns(|axis| !axis.is_normalized())),
                    ("a slanted axis", turns(|axis| axis.abs().element_sum() > axis.abs().max_element())),
                    ("a <scale>", told.contains("<scale>")),
                ]);
                check.case(
                    format!("parent_from_node of a node with the steps {told}"),
                    || parent_from_steps(steps.iter().copied()),
                    || steps.iter().copied().map(matrix_of).product(),
                );
            }
        }
        check.tags(&[]);
        check.case("parent_from_node of a node without a step", || parent_from_steps([]), || Mat4::IDENTITY);
    });
}

/// Returns the x of a node's <translate>, which serves as its number.
fn number(node: &Node) -> String {
    match node.transforms.first().map(|transform| transform.kind) {
        Some(TransformKind::Translate(by)) => by.x.to_string(),
        _ => "something else".to_owned(),
    }
}

/// Returns the tree of a document, a line for each node with only its number.
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

/// An element of a Collada file.
#[derive(Clone)]
struct Element {
    tag: &'static str,
    attributes: &'static str,
    text: String,
    inside: Vec<Self>,
}

/// Returns an element without text.
fn element(tag: &'static str, attributes: &'static str, inside: Vec<Element>) -> Element {
    Element { tag, attributes, text: String::new(), inside }
}

/// Returns a node with a number.
fn numbered(attributes: &'static str, number: usize, inside: Vec<Element>) -> Element {
    let translate = Element { text: format!("{number} 0 0"), ..element("translate", "", Vec::new()) };
    element("node", attributes, [vec![translate], inside].concat())
}

/// Returns a node whose name and sid others have, too.
fn node(number: usize, inside: Vec<Element>) -> Element {
    numbered("name='same' sid='same'", number, inside)
}

/// Returns the nodes that the library has: 9, which contains 10, and 11, which contains an instance of 9.
fn library() -> [Element; 2] {
    let inside = |number| vec![node(number, Vec::new())];
    [numbered("id='spare'", 9, inside(10)), numbered("id='holder'", 11, vec![instance()])]
}

/// Returns an instance of node 9.
fn instance() -> Element {
    element("instance_node", "url='#spare'", Vec::new())
}

impl Element {
    fn written(&self) -> String {
        let Self { tag, attributes, text, inside } = self;
        let inside: String = inside.iter().map(Self::written).collect();
        format!("<{tag} {attributes}>{text}{inside}</{tag}>")
    }

    /// Returns the number of the element, if it is a node.
    fn shown(&self) -> &str {
        let translate = self.inside.first().filter(|first| first.tag == "translate");
        translate.map_or("something else", |translate| translate.text.trim_end_matches(" 0 0"))
    }

    /// Adds this element's nodes in the order in which a walk finds them, each with its parent.
    fn visit(&self, parent: Option<usize>, found: &mut Vec<(String, Option<usize>)>) {
        let index = found.len();
        found.push((self.shown().to_owned(), parent));
        for child in &self.inside {
            match child.tag {
                "node" => child.visit(Some(index), found),
                "instance_node" => {
                    library()[usize::from(child.attributes.contains("holder"))].visit(Some(index), found);
                }
                _ => {}
            }
        }
    }
}

/// Returns the tree that a walk finds in some elements.
fn walked(elements: &[Element]) -> String {
    let mut found = Vec::new();
    elements.iter().for_each(|element| element.visit(None, &mut found));
    let line = |(number, parent): &(String, Option<usize>)| match parent {
        Some(parent) => format!("{number} under {}", found[*parent].0),
        None => format!("{number} on top"),
    };
    found.iter().map(line).collect::<Vec<_>>().join("; ")
}

/// Returns a node of a tree with all its descendants.
fn branch(joint: usize, parents: &[Option<usize>], add: &mut dyn FnMut(usize) -> Vec<Element>) -> Element {
    let mut inside = add(joint);
    for child in (0..parents.len()).filter(|&child| parents[child] == Some(joint)) {
        inside.push(branch(child, parents, add));
    }
    numbered(if joint.is_multiple_of(2) { "type='NODE'" } else { "type='JOINT'" }, joint + 1, inside)
}

/// Draws nested nodes, with an instance and a foreign element among them.
fn any_tree(draw: &mut Draw) -> Vec<Element> {
    // A reader refuses a tree that is 256 deep.
    let count = draw.size(1..200);
    let (_, parents) = draw.tree(count);
    // Only one instance: below another one it would be its own descendant for an answer that takes the wrong parent.
    let (instanced, foreign) = (draw.whole(0..count), draw.whole(0..count));
    let crowd = vec![node(21, Vec::new()); draw.size(1..3000)];
    let mut add = |joint: usize| {
        let extra = element("extra", "", vec![node(20, Vec::new())]);
        let inside = [(joint == foreign).then_some(extra), (joint == instanced).then(instance)];
        let crowd = if joint == foreign { crowd.as_slice() } else { &[] };
        inside.into_iter().flatten().chain(crowd.iter().cloned()).collect()
    };
    let roots = (0..parents.len()).filter(|&joint| parents[joint].is_none());
    roots.map(|root| branch(root, &parents, &mut add)).collect()
}

const INSTANCE_ITSELF: Slip = Slip::Here(
    "instance-itself",
    "An `<instance_node>` became a node itself, but it only stands for one. Which element does it mean?",
);
const INSTANCES_ON_TOP: Slip = Slip::Here(
    "instances-on-top",
    "What is instanced is on top. Inside which node does the `<instance_node>` stand?",
);
const INSTANCE_ALONE: Slip = Slip::Here(
    "instance-alone",
    "An instanced node was added by itself. Who adds the nodes that stand inside it?",
);
const CIRCLE_MISSED: Slip = Slip::Here(
    "circle-missed",
    "All trees are right, but a node that is instanced below itself is not found out. From which node upwards must one \
     look for it?",
);

#[test]
fn todo_05_1_walk() {
    let leaf = |number| node(number, Vec::new());
    // Node 1 has six children; below the third of them each has the next as a child, eight levels deep in all.
    let parents = [0, 0, 0, 3, 4, 5, 6, 7, 8, 0, 0, 0].map(Some);
    let tall = branch(0, &[&[None], &parents[..]].concat(), &mut |_| Vec::new());
    let foreign = element("technique", "profile='X'", vec![leaf(7)]);
    let asked = [
        (
            "five nodes without a type, told by their numbers: 2 and 4 stand inside 1, 3 inside 2, and 5 beside 1",
            vec![node(1, vec![node(2, vec![leaf(3)]), leaf(4)]), leaf(5)],
        ),
        (
            "a node 1 that holds an <extra>, with two foreign nodes in it, a node 2, and an <instance_node> of a node 9 \
             with a node 10 inside",
            vec![node(1, vec![element("extra", "", vec![foreign, leaf(8)]), leaf(2), instance()])],
        ),
        (
            "a node without a number, which holds nothing but the node 1",
            vec![element("node", "", vec![leaf(1)])],
        ),
        (
            "a node 1 that holds an <instance_node> of a node 9 with a node 10 inside, then a node 2, and then the same \
             <instance_node> again",
            vec![node(1, vec![instance(), leaf(2), instance()])],
        ),
        (
            "a node 1 that holds an <instance_node> of a node 11, which holds nothing but an <instance_node> of a node 9 with \
             a node 10 inside",
            vec![node(1, vec![element("instance_node", "url='#holder'", Vec::new())])],
        ),
        (
            "thirteen nodes, of which every other is a joint: 2, 3, 4, 11, 12 and 13 stand inside 1, and from 5 to 10 each \
             inside the one before",
            vec![tall],
        ),
    ];
    check("05.1", |check| {
        check.own_slips(&[INSTANCE_ITSELF, INSTANCES_ON_TOP, INSTANCE_ALONE, CIRCLE_MISSED]);
        let drawn = check.drawn(|draw| {
            let elements = any_tree(draw);
            let text: String = elements.iter().map(Element::written).collect();
            (format!("these nodes, told by their numbers: {text}"), elements)
        });
        for (what, elements) in asked.map(|(what, of)| (what.to_owned(), of)).into_iter().chain(drawn) {
            let text: String = elements.iter().map(Element::written).collect();
            check.tags(&[
                ("an instance inside an instance", text.contains("holder")),
                ("a foreign element", text.contains("extra")),
            ]);
            check.case(format!("the tree of {what}"), || tree(&text), || walked(&elements));
        }
        let wide = [node(1, (2..=301).map(leaf).collect())];
        let last = |tree: &str| tree.rsplit("; ").next().unwrap_or_default().to_owned();
        check.case(
            "the last line of the tree of a node 1 with 300 others inside",
            || last(&tree(&wide[0].written())),
            || last(&walked(&wide)),
        );
        const REFUSED: &str = "refused: a node is instanced below itself";
        let circle = r##"<node><translate>1 0 0</translate>
            <node id="loop"><translate>2 0 0</translate><instance_node url="#loop"/></node></node>"##;
        check.case(
            "the tree of a node 1 that holds a node 2 that holds an <instance_node> of the node 2",
            || Some(tree(circle)).filter(|tree| !tree.contains("below itself")).unwrap_or(REFUSED.to_owned()),
            || REFUSED.to_owned(),
        );
    });
}

#[test]
fn todo_05_2_roots() {
    let two = vec![(false, None), (true, Some(0)), (true, Some(1)), (true, Some(0)), (false, None)];
    let split = vec![
        (true, None),
        (false, Some(0)),
        (false, Some(1)),
        (true, Some(2)),
        (true, Some(3)),
        (true, None),
        (false, Some(5)),
        (true, Some(6)),
        (true, Some(4)),
    ];
    let mut tall = vec![(false, None)];
    tall.extend([true, true, false, true, false, true].map(|is_joint| (is_joint, Some(0))));
    tall.extend(
        [(3, false), (7, false), (8, false), (9, false), (10, false), (11, true), (12, true)]
            .map(|(parent, is_joint)| (is_joint, Some(parent))),
    );
    tall.push((true, None));
    tall.extend((14..20).map(|parent| (false, Some(parent))));
    tall.extend([(true, Some(20)), (true, Some(13))]);
    // A joint behind one that does not stand above it, and before that one's child.
    let late = vec![(false, None), (true, Some(0)), (true, Some(0)), (true, Some(1))];
    let joints = vec![(true, None), (true, None), (true, Some(1)), (true, Some(2))];
    let deep = (0..304usize).map(|node| (node == 0 || node > 300, node.checked_sub(1))).collect();
    let asked = [
        (
            "five nodes: 0 is a plain node with the joints 1 and 3 under it, 2 is a joint under 1, and 4 is a plain node by \
             itself",
            two,
        ),
        (
            "nine nodes: the joint 0 has the plain nodes 1 and 2 under it, one inside the other, then the joints 3, 4 and 8, \
             one inside the other; the joint 5 has the plain node 6 under it, and that the joint 7",
            split,
        ),
        (
            "23 nodes: under the plain node 0 stand the joints 1, 2, 4 and 6 and the plain nodes 3 and 5; under 3 the plain \
             nodes 7 to 11, one inside the other, then the joints 12, 13 and 22, one inside the other; the joint 14 has the \
             plain nodes 15 to 20 under it, one inside the other, and the last of them the joint 21",
            tall,
        ),
        ("four nodes: the plain node 0 has the joints 1 and 2 under it, and 1 has the joint 3", late),
        ("four joints: 2 is under 1, 3 under 2, and 0 and 1 on top", joints),
        ("two plain nodes, and no joint at all", vec![(false, None), (false, Some(0))]),
        ("304 nodes, each inside the one before it: the joint 0, the plain nodes 1 to 300, and the joints 301 to 303", deep),
    ]
    .map(|(what, nodes)| (what.to_owned(), nodes));
    let listed = |roots: &[usize]| match roots {
        [] => "none".to_owned(),
        _ => roots.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
    };
    const TOPMOST: Slip = Slip::Here(
        "topmost-node-decides",
        "Of all nodes above a joint only the topmost one has decided. On the way up each answer took the place of the one \
         before it. What must stay, once a joint has been met?",
    );
    check("05.2", |check| {
        check.own_slips(&[TOPMOST]);
        let drawn = check.drawn(|draw| {
            let count = draw.size(1..4000);
            let (words, parents) = draw.tree(count);
            // Few joints or many, or all.
            let most = draw.size(1..count + 1);
            (words, parents.into_iter().map(|parent| (draw.whole(0..count) < most, parent)).collect())
        });
        for (what, nodes) in asked.into_iter().chain(drawn) {
            let tags = [
                ("a plain node over the joints", nodes[0] == (false, None) && nodes.iter().any(|of| of.0)),
                ("a plain node", nodes.iter().any(|node| !node.0)),
                ("a joint without a parent", nodes.contains(&(true, None))),
            ];
            // Hundreds of nodes are told in few words, but they are no plain question.
            check.tags(if nodes.len() < 100 { &tags } else { &[] });
            let is_joint = |node: usize| nodes[node].0;
            let above = |node: usize| std::iter::successors(nodes[node].1, |&above| nodes[above].1);
            let roots = |is_below: &dyn Fn(usize) -> bool| {
                listed(
                    &(0..nodes.len()).filter(|&node| is_joint(node) && !is_below(node)).collect::<Vec<_>>(),
                )
            };
            check.case_among(
                format!("the roots among {what}"),
                || {
                    let (is_joint, parents): (Vec<bool>, Vec<Option<usize>>) = nodes.iter().copied().unzip();
                    listed(&skeleton_roots(&parents, &is_joint))
                },
                |_| roots(&|node| above(node).any(is_joint)),
                || ([], [(TOPMOST, roots(&|node| above(node).last().is_some_and(is_joint)))]),
            );
        }
    });
}
