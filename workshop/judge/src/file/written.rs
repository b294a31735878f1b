//! The text of a Collada file, written from what is made.

use super::made::{self, BEFORE, Keys, Made, Node, Trait};
use glam::{DMat4, DVec3};

/// The numbers of a line in a list with line breaks.
const IN_A_LINE: usize = 3;

/// Returns the file's text.
pub fn written(made: &Made) -> String {
    let mut libraries = [geometry(made), skin(made), animations(made), scene(made)];
    if made.has(Trait::Loose) {
        libraries.reverse();
    }
    let up = if made.has(Trait::ZUp) { "Z_UP" } else { "Y_UP" };
    indented(&format!(
        r##"<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset>
<created>2025-01-01T00:00:00Z</created>
<modified>2025-01-01T00:00:00Z</modified>
<unit meter="{}"/>
<up_axis>{up}</up_axis>
</asset>
{}<scene>
<instance_visual_scene url="#Scene"/>
</scene>
</COLLADA>
"##,
        made.unit,
        libraries.concat()
    ))
}

/// Sets what's inside an element to its right.
fn indented(text: &str) -> String {
    let (mut all, mut depth) = (String::new(), 0);
    for line in text.lines() {
        let closes = line.starts_with("</");
        let is_whole = line.contains("</") || line.ends_with("/>") || line.starts_with("<?");
        depth -= usize::from(closes);
        all += &format!("{:1$}{line}\n", "", 2 * depth);
        depth += usize::from(line.starts_with('<') && !is_whole);
    }
    all
}

/// Returns words as a list's text, with so many in a line if there are more.
fn list(made: &Made, words: &[String], in_a_line: usize) -> String {
    let in_a_line = if made.has(Trait::Loose) { IN_A_LINE } else { in_a_line };
    let lines: Vec<String> = words.chunks(in_a_line).map(|words| words.join(" ")).collect();
    if lines.len() == 1 { lines.concat() } else { format!("\n{}\n", lines.join("\n")) }
}

fn numbers(made: &Made, numbers: impl IntoIterator<Item = f64>) -> Vec<String> {
    let has_exponents = made.has(Trait::Exponents);
    let word = |number| if has_exponents { format!("{number:e}") } else { format!("{number}") };
    numbers.into_iter().map(word).collect()
}

/// Returns the numbers of matrices, row after row.
fn rows(made: &Made, matrices: &[DMat4]) -> Vec<String> {
    numbers(made, matrices.iter().flat_map(|matrix| matrix.transpose().to_cols_array()))
}

fn matrix(made: &Made, element: &str, matrix: &DMat4) -> String {
    let name = element.split(' ').next().unwrap_or(element);
    format!("<{element}>{}</{name}>\n", list(made, &rows(made, &[*matrix]), 16))
}

/// Returns a source of records with these parts, which begin at an offset. The list goes on behind them, so that a reader
/// that multiplies the offset by the stride finds numbers too.
fn source(made: &Made, id: &str, parts: &[&str], kind: &str, words: &[String], offset: usize) -> String {
    let array = match kind {
        "float4x4" => "float_array".to_owned(),
        kind => format!("{kind}_array"),
    };
    let stride = if kind == "float4x4" { 16 } else { parts.len() };
    let [before, after] = [offset, offset * (stride - 1)].map(|count| numbers(made, vec![BEFORE; count]));
    let (all, records) = ([&before, words, &after].concat(), words.len() / stride);
    let count = all.len();
    let list = list(made, &all, if stride == 1 { count } else { stride });
    let parts: String =
        parts.iter().map(|part| format!("<param name=\"{part}\" type=\"{kind}\"/>\n")).collect();
    format!(
        r##"<source id="{id}">
<{array} id="{id}-array" count="{count}">{list}</{array}>
<technique_common>
<accessor source="#{id}-array" count="{records}" offset="{offset}" stride="{stride}">
{parts}</accessor>
</technique_common>
</source>
"##
    )
}

fn geometry(made: &Made) -> String {
    let count = made.positions.len();
    let normals = numbers(made, [0.0, 0.0, 1.0].repeat(count));
    let positions = numbers(made, made.positions.iter().flat_map(DVec3::to_array));
    let corners: Vec<String> = (0..count).map(|corner| corner.to_string()).collect();
    format!(
        r##"<library_geometries>
<geometry id="body">
<mesh>
{}{}<vertices id="body-vertices">
<input semantic="POSITION" source="#body-positions"/>
</vertices>
<triangles count="{}">
<input semantic="VERTEX" source="#body-vertices" offset="0"/>
<input semantic="NORMAL" source="#body-normals" offset="0"/>
<p>{}</p>
</triangles>
</mesh>
</geometry>
</library_geometries>
"##,
        source(made, "body-normals", &["X", "Y", "Z"], "float", &normals, 0),
        source(made, "body-positions", &["X", "Y", "Z"], "float", &positions, 0),
        count / 3,
        list(made, &corners, count),
    )
}

fn skin(made: &Made) -> String {
    let kind = if made.has(Trait::ById) { "IDREF" } else { "Name" };
    let names: Vec<String> = made.listed().map(str::to_owned).collect();
    let (swaps, amounts) = (made.has(Trait::Swapped), numbers(made, made.amounts.clone()));
    let counts: Vec<String> = made.records.iter().map(|records| records.len().to_string()).collect();
    let pair = |[joint, slot]: [usize; 2]| if swaps { [slot, joint] } else { [joint, slot] };
    let records: Vec<String> =
        made.records.concat().into_iter().flat_map(pair).map(|n| n.to_string()).collect();
    format!(
        r##"<library_controllers>
<controller id="body-skin">
<skin source="#body">
{}{}{}{}<joints>
<input semantic="JOINT" source="#skin-joints"/>
<input semantic="INV_BIND_MATRIX" source="#skin-binds"/>
</joints>
<vertex_weights count="{}">
<input semantic="JOINT" source="#skin-joints" offset="{}"/>
<input semantic="WEIGHT" source="#skin-weights" offset="{}"/>
<vcount>{}</vcount>
<v>{}</v>
</vertex_weights>
</skin>
</controller>
</library_controllers>
"##,
        matrix(made, "bind_shape_matrix", &made.bind_shape),
        source(made, "skin-joints", &["JOINT"], kind, &names, 0),
        source(made, "skin-binds", &["TRANSFORM"], "float4x4", &rows(made, &made.joints_from_bind), 0),
        source(made, "skin-weights", &["WEIGHT"], "float", &amounts, made.offset()),
        counts.len(),
        usize::from(swaps),
        usize::from(!swaps),
        list(made, &counts, counts.len()),
        list(made, &records, records.len()),
    )
}

fn animations(made: &Made) -> String {
    let nodes = made.nodes.iter();
    // Not in the scene's order.
    let all = match made.has(Trait::Nested) {
        true => {
            let all = nodes.fold(String::new(), |inside, node| animation(made, node, &inside));
            format!("<animation>\n{all}</animation>\n")
        }
        false => nodes.rev().map(|node| animation(made, node, "")).collect(),
    };
    format!("<library_animations>\n{all}</library_animations>\n")
}

/// Returns a node's animation, with others inside it, or these alone if the node doesn't move.
fn animation(made: &Made, node: &Node, inside: &str) -> String {
    let Node { id, keys: Some(keys), .. } = node else { return inside.to_owned() };
    let sources = |id: &str, (times, matrices): &Keys| {
        let (times, rows) = (numbers(made, times.iter().copied()), rows(made, matrices));
        source(made, &format!("{id}-in"), &["TIME"], "float", &times, made.offset())
            + &source(made, &format!("{id}-out"), &["TRANSFORM"], "float4x4", &rows, made.offset())
    };
    let unnamed = || sources(&format!("{id}-old"), &made::unnamed(keys));
    let (named, others) = (sources(id, keys), if made.has(Trait::Round) { String::new() } else { unnamed() });
    let steps = vec!["STEP".to_owned(); keys.0.len()];
    format!(
        r##"<animation>
{}{}<sampler id="{id}-sampler">
<input semantic="OUTPUT" source="#{id}-out"/>
<input semantic="INPUT" source="#{id}-in"/>
<input semantic="INTERPOLATION" source="#{id}-how"/>
</sampler>
<channel source="#{id}-sampler" target="{id}/transform"/>
{inside}</animation>
"##,
        if made.has(Trait::Loose) { others + &named } else { named + &others },
        source(made, &format!("{id}-how"), &["INTERPOLATION"], "Name", &steps, 0),
    )
}

fn scene(made: &Made) -> String {
    let nodes = below(made, None);
    format!(
        "<library_visual_scenes>\n<visual_scene id=\"Scene\">\n{nodes}</visual_scene>\n</library_visual_scenes>\n"
    )
}

/// Returns the nodes below another, or all.
fn below(made: &Made, parent: Option<usize>) -> String {
    let is_child = |i: &usize| made.nodes[*i].parent == parent;
    (0..made.nodes.len()).filter(is_child).map(|i| node(made, i)).collect()
}

fn node(made: &Made, i: usize) -> String {
    let Node { id, sid, name, is_joint, parent_from_node, .. } = &made.nodes[i];
    let kind = if *is_joint { "JOINT" } else { "NODE" };
    // The last one holds the skin, and has no matrix.
    let content = match i + 1 == made.nodes.len() {
        true => instance(made),
        false => matrix(made, r#"matrix sid="transform""#, parent_from_node) + &below(made, Some(i)),
    };
    let decoys = made.decoys().filter(|(holder, _)| *holder == i).map(|(_, id)| {
        let place = matrix(made, r#"matrix sid="transform""#, &DMat4::IDENTITY);
        format!(
            r#"<extra>
<technique profile="EDITOR">
<node id="{id}" sid="{sid}" type="JOINT">
{place}</node>
</technique>
</extra>
"#
        )
    });
    let decoys: String = decoys.collect();
    format!("<node id=\"{id}\" sid=\"{sid}\" name=\"{name}\" type=\"{kind}\">\n{content}{decoys}</node>\n")
}

fn instance(made: &Made) -> String {
    // A skeleton's root has no joint above it.
    let is_root = |node: &usize| made.up(*node).filter(|node| made.nodes[*node].is_joint).eq([*node]);
    let roots = (0..made.nodes.len()).filter(is_root);
    let roots: String =
        roots.map(|root| format!("<skeleton>#{}</skeleton>\n", made.nodes[root].id)).collect();
    format!("<instance_controller url=\"#body-skin\">\n{roots}</instance_controller>\n")
}
