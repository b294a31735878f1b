//! The checks of lesson 05.

use check::{Answer, Draw, Named, check, table};
use common::skeleton::skeleton_roots;
use formats::collada::TransformKind::{self, Matrix, Rotate, Scale, Translate};
use formats::collada::{Document, Node, Surfaces, UpAxis, parent_from_steps, world_from_file};
use glam::{Mat4, Vec3, vec3, vec4};

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
            // So large that a difference shows.
            let (times, drawn) =
                if metres < 0.01 { (1e4, ", drawn 10,000 times as large") } else { (1.0, "") };
            check.tags(&[
                ("a file with x up", up == UpAxis::X),
                ("a file with z up", up == UpAxis::Z),
                ("a unit far below 1 cm", metres < 0.001),
                ("a unit other than 1 m", metres != 1.0),
            ]);
            check.asked(
                format!(
                    "where all comes to lie in the world, of a file with {up:?} up and {metres} m to the unit{drawn}"
                ),
                || columns(Mat4::from_scale(Vec3::splat(times)) * world_from_file(up, metres)),
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

/// Returns a step as a file writes it.
fn written(step: &TransformKind) -> String {
    let numbers = match *step {
        Matrix(matrix) => matrix.transpose().to_cols_array().to_vec(),
        Translate(by) | Scale(by) => by.to_array().to_vec(),
        Rotate { axis, degrees } => axis.extend(degrees).to_array().to_vec(),
    };
    let shown =
        |x: &f32| if *x == 0.0 || (1e-9..1e9).contains(&x.abs()) { x.show() } else { format!("{x:e}") };
    let numbers: Vec<String> = numbers.iter().map(shown).collect();
    format!("<{}>{}", step.name(), numbers.join(" "))
}

/// Returns steps that are told as in a file. `matrix` is always the same one.
fn steps(told: &str) -> Vec<TransformKind> {
    let slanted = Mat4::from_cols(
        vec4(0.8, 0.6, 0.0, 0.0),
        vec4(-1.2, 1.6, 0.0, 0.0),
        vec4(0.0, 0.5, 1.0, 0.0),
        vec4(3.0, -1.0, 2.0, 1.0),
    );
    let step = |told: &str| {
        let numbers: Vec<f32> = told.split(' ').filter_map(|number| number.parse().ok()).collect();
        match (told.split(' ').next(), &numbers[..]) {
            (Some("translate"), by) => Translate(Vec3::from_slice(by)),
            (Some("rotate"), by) => Rotate { axis: Vec3::from_slice(by), degrees: by[3] },
            (Some("scale"), by) => Scale(Vec3::from_slice(by)),
            _ => Matrix(slanted),
        }
    };
    told.split(", ").map(step).collect()
}

const SEQUENCES: [&str; 6] = [
    // Translated, rotated and scaled, each of another kind.
    "translate 1 2 3, rotate 0 0 1 90, scale 2 3 4",
    // A rotation before a translation, a matrix between, an axis that isn't of unit length.
    "rotate 0 3 4 -82.5, matrix, translate 5 0 -2, scale 1 0.5 3, rotate 2 0 0 30",
    // As a modelling program writes a joint: several transforms of a kind, about a pivot, some of them identities.
    "translate 7 0.5 0, rotate 0 0 1 25, rotate 0 1 0 0, rotate 1 0 0 90, translate 0 1.5 0, rotate 0 0 -0.5 -40, \
     rotate 0 0 0 50, scale -1 2 0.5, translate 0 -1.5 0, scale 2 0.25 1, translate 0 0.25 0",
    // About an axis so short that its square is zero, and one so long that it is infinite.
    "rotate 0 3e-25 4e-25 50, translate 1 0 0, rotate 3e25 0 4e25 50",
    // Flattened, and less than a degree and a millimetre.
    "scale 2 0 3, rotate 0 0 0.02 0.01, translate 2000 0 0.004, scale 1e-3 1 1",
    "matrix, rotate 1 1 0 270, scale 3 1 1, matrix",
];

/// Draws one of so many steps that together they lead and stretch no farther than one may.
fn any_step(draw: &mut Draw, count: usize) -> TransformKind {
    match draw.whole(0..6) {
        0 | 1 => Translate(draw.wide_point(10.0 / count as f32)),
        2 | 3 => {
            let axis = draw.one_of(&[0.0, 1.0, 1.0, 1.0]) * draw.factor(1e6) * (draw.turn() * Vec3::X);
            Rotate { axis, degrees: draw.wide(400.0) }
        }
        4 => {
            let mut size = || draw.factor(5f32.powf(1.0 / count as f32)) * draw.one_of(&[1.0, 1.0, -1.0]);
            Scale(vec3(size(), size(), size()))
        }
        _ => Matrix(draw.frames(1, count)[0]),
    }
}

#[test]
fn todo_05_4_parent_from_steps() {
    check("05.4", |check| {
        let drawn = check.drawn(|draw| {
            let count = draw.size(1..100);
            (count, (0..count).map(|_| any_step(draw, count)).collect())
        });
        for (least, steps) in SEQUENCES.map(|told| (1, steps(told))).into_iter().chain(drawn) {
            let lines: Vec<String> = steps.iter().map(written).collect();
            // The shortest sequence of steps that shows a mistake explains it best.
            for count in least..=steps.len() {
                let steps = &steps[..count];
                let told = lines[..count].join("\n");
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
                check.asked(format!("parent_from_node of a node with these steps\n{told}"), || {
                    parent_from_steps(steps.iter().copied())
                });
            }
        }
        check.tags(&[]);
        check.asked("parent_from_node of a node without a step", || parent_from_steps([]));
    });
}

/// Returns the x of a node's <translate>, which serves as its number.
fn number(node: &Node) -> String {
    match node.transforms.first().map(|transform| transform.kind) {
        Some(Translate(by)) => by.x.to_string(),
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

fn instance() -> Element {
    element("instance_node", "url='#spare'", Vec::new())
}

impl Element {
    fn written(&self) -> String {
        let Self { tag, attributes, text, inside } = self;
        let inside: String = inside.iter().map(Self::written).collect();
        format!("<{tag} {attributes}>{text}{inside}</{tag}>")
    }
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

fn trees() -> [(&'static str, Vec<Element>); 6] {
    let leaf = |number| node(number, Vec::new());
    // Node 1 has six children; below the third of them each has the next as a child, eight levels deep in all.
    let parents = [0, 0, 0, 3, 4, 5, 6, 7, 8, 0, 0, 0].map(Some);
    let tall = branch(0, &[&[None], &parents[..]].concat(), &mut |_| Vec::new());
    let foreign = element("technique", "profile='X'", vec![leaf(7)]);
    [
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
    ]
}

#[test]
fn todo_05_1_walk() {
    check("05.1", |check| {
        let drawn = check.drawn(|draw| ("drawn nodes", any_tree(draw)));
        for (what, elements) in trees().into_iter().chain(drawn) {
            let text: String = elements.iter().map(Element::written).collect();
            check.tags(&[
                ("an instance inside an instance", text.contains("holder")),
                ("a foreign element", text.contains("extra")),
            ]);
            check.asked(format!("the tree of {what}"), || tree(&text));
        }
        check.tags(&[]);
        let wide = node(1, (2..=301).map(|number| node(number, Vec::new())).collect()).written();
        check.asked("the last line of the tree of a node 1 with 300 others inside", || {
            tree(&wide).rsplit("; ").next().unwrap_or_default().to_owned()
        });
        const REFUSED: &str = "refused: a node is instanced below itself";
        let circle = r##"<node><translate>1 0 0</translate>
            <node id="loop"><translate>2 0 0</translate><instance_node url="#loop"/></node></node>"##;
        check.asked(
            "the tree of a node 1 that holds a node 2 that holds an <instance_node> of the node 2",
            || Some(tree(circle)).filter(|tree| !tree.contains("below itself")).unwrap_or(REFUSED.to_owned()),
        );
    });
}

/// Nodes in words, and for each whether it is a joint, and its parent.
type Nodes = (&'static str, Vec<(bool, Option<usize>)>);

/// Returns nodes that are told with their parents, as j3 for a joint under node 3 and p- for a plain node on top.
fn nodes(told: &str) -> Vec<(bool, Option<usize>)> {
    told.split(' ').map(|node| (node.starts_with('j'), node[1..].parse().ok())).collect()
}

fn forests() -> [Nodes; 7] {
    let deep = (0..304usize).map(|node| (node == 0 || node > 300, node.checked_sub(1))).collect();
    [
        ("five nodes", nodes("p- j0 j1 j0 p-")),
        ("nine nodes", nodes("j- p0 p1 j2 j3 j- p5 j6 j4")),
        (
            "23 nodes",
            nodes("p- j0 j0 p0 j0 p0 j0 p3 p7 p8 p9 p10 j11 j12 j- p14 p15 p16 p17 p18 p19 j20 j13"),
        ),
        // A joint behind one that does not stand above it, and before that one's child.
        ("four nodes", nodes("p- j0 j0 j1")),
        ("four joints", nodes("j- j- j1 j2")),
        ("two nodes", nodes("p- p0")),
        (
            "304 nodes, each inside the one before it: the joint 0, the plain nodes 1 to 300, and the joints 301 to 303",
            deep,
        ),
    ]
}

#[test]
fn todo_05_2_roots() {
    check("05.2", |check| {
        let drawn = check.drawn(|draw| {
            let count = draw.size(1..4000);
            let (_, parents) = draw.tree(count);
            // Few joints or many, or all.
            let most = draw.size(1..count + 1);
            let nodes = parents.into_iter().map(|parent| (draw.whole(0..count) < most, parent)).collect();
            ("drawn nodes", nodes)
        });
        for (what, nodes) in forests().into_iter().chain(drawn) {
            let tags = [
                ("a plain node over the joints", nodes[0] == (false, None) && nodes.iter().any(|of| of.0)),
                ("a plain node", nodes.iter().any(|node| !node.0)),
                ("a joint without a parent", nodes.contains(&(true, None))),
            ];
            // Hundreds of nodes are told in few words, but they are no plain question.
            let is_plain = nodes.len() < 100;
            check.tags(if is_plain { &tags } else { &[] });
            let row = |(node, (is_joint, parent)): (usize, &(bool, Option<usize>))| {
                let kind = if *is_joint { "joint" } else { "plain" };
                [
                    format!("{node}"),
                    kind.to_owned(),
                    parent.map_or("none".to_owned(), |parent| parent.to_string()),
                ]
            };
            let rows = nodes.iter().enumerate().map(row).filter(|_| is_plain);
            let told = format!("{what}{}", table(["node", "kind", "parent"], rows));
            check.asked(format!("the roots among {told}"), || {
                let (is_joint, parents): (Vec<bool>, Vec<Option<usize>>) = nodes.iter().copied().unzip();
                match &skeleton_roots(&parents, &is_joint)[..] {
                    [] => "none".to_owned(),
                    roots => roots.iter().map(usize::to_string).collect::<Vec<_>>().join(", "),
                }
            });
        }
    });
}
