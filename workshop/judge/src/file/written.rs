//! The text of a Collada file, written from what is made.

use super::made::{BEFORE, DECOY, Made, Node, Trait};
use glam::DMat4;

/// The numbers of a line in a list with line breaks.
const IN_A_LINE: usize = 3;

/// Returns the file's text.
pub fn written(made: &Made) -> String {
    let mut page = Page { made, text: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_owned(), depth: 0 };
    let space = "http://www.collada.org/2005/11/COLLADASchema";
    page.within(&format!("COLLADA xmlns=\"{space}\" version=\"1.4.1\""), |page| {
        page.within("asset", |page| {
            page.line(&format!("<unit meter=\"{}\"/>", made.unit));
            page.line(&format!("<up_axis>{}_UP</up_axis>", if made.has(Trait::ZUp) { "Z" } else { "Y" }));
        });
        let mut libraries: [fn(&mut Page); 4] =
            [|page| page.geometry(), |page| page.skin(), |page| page.animations(), |page| page.scene()];
        if made.has(Trait::Ordered) {
            libraries.reverse();
        }
        libraries.iter().for_each(|library| library(page));
        page.within("scene", |page| page.line("<instance_visual_scene url=\"#Scene\"/>"));
    });
    page.text
}

/// A text that grows.
struct Page<'a> {
    made: &'a Made,
    text: String,
    depth: usize,
}

impl Page<'_> {
    fn line(&mut self, line: &str) {
        self.text += &format!("{:1$}{line}\n", "", 2 * self.depth);
    }

    /// Writes an element around others. What opens it may have attributes.
    fn within(&mut self, opens: &str, content: impl FnOnce(&mut Self)) {
        self.line(&format!("<{opens}>"));
        self.depth += 1;
        content(self);
        self.depth -= 1;
        self.line(&format!("</{}>", opens.split(' ').next().unwrap_or(opens)));
    }

    /// Writes an element with a list.
    fn list(&mut self, opens: &str, words: &[String], in_a_line: usize) {
        let in_a_line = if self.made.has(Trait::Lines) { IN_A_LINE } else { in_a_line };
        let name = opens.split(' ').next().unwrap_or(opens);
        if words.len() <= in_a_line {
            return self.line(&format!("<{opens}>{}</{name}>", words.join(" ")));
        }
        self.within(opens, |page| words.chunks(in_a_line).for_each(|words| page.line(&words.join(" "))));
    }

    fn numbers(&self, numbers: &[f64]) -> Vec<String> {
        let word = |number: &f64| match self.made.has(Trait::Exponents) {
            true => format!("{number:e}"),
            false => number.to_string(),
        };
        numbers.iter().map(word).collect()
    }

    /// Writes a matrix, row after row.
    fn matrix(&mut self, opens: &str, matrix: &DMat4) {
        let words = self.numbers(&matrix.transpose().to_cols_array());
        self.list(opens, &words, words.len());
    }

    /// Writes a source of which records of so many words count, from an offset on.
    fn source(&mut self, id: &str, array: &str, words: &[String], stride: usize, offset: usize) {
        let count = words.len();
        self.within(&format!("source id=\"{id}\""), |page| {
            let in_a_line = if stride == 1 { count } else { stride };
            page.list(&format!("{array} id=\"{id}-array\" count=\"{count}\""), words, in_a_line);
            page.within("technique_common", |page| {
                let records = (count - offset) / stride;
                let offset = if offset == 0 { String::new() } else { format!("offset=\"{offset}\" ") };
                page.line(&format!(
                    "<accessor source=\"#{id}-array\" count=\"{records}\" {offset}stride=\"{stride}\"/>"
                ));
            });
        });
    }

    fn matrices(&mut self, id: &str, matrices: &[DMat4]) {
        let numbers: Vec<f64> = matrices.iter().flat_map(|one| one.transpose().to_cols_array()).collect();
        self.source(id, "float_array", &self.numbers(&numbers), 16, 0);
    }

    fn input(&mut self, semantic: &str, source: &str, offset: Option<usize>) {
        let offset = offset.map(|offset| format!(" offset=\"{offset}\"")).unwrap_or_default();
        self.line(&format!("<input semantic=\"{semantic}\" source=\"#{source}\"{offset}/>"));
    }

    fn geometry(&mut self) {
        let positions = self.made.positions.iter().flat_map(|at| at.to_array()).collect::<Vec<_>>();
        let normals = [0.0, 0.0, 1.0].repeat(self.made.positions.len());
        let [positions, normals] = [positions, normals].map(|numbers| self.numbers(&numbers));
        let corners: Vec<String> = (0..self.made.positions.len()).map(|i| i.to_string()).collect();
        self.within("library_geometries", |page| {
            page.within("geometry id=\"body\"", |page| {
                page.within("mesh", |page| {
                    page.source("body-normals", "float_array", &normals, 3, 0);
                    page.source("body-positions", "float_array", &positions, 3, 0);
                    page.within("vertices id=\"body-vertices\"", |page| {
                        page.input("POSITION", "body-positions", None);
                    });
                    page.within(&format!("triangles count=\"{}\"", corners.len() / 3), |page| {
                        page.input("VERTEX", "body-vertices", Some(0));
                        page.input("NORMAL", "body-normals", Some(0));
                        page.list("p", &corners, corners.len());
                    });
                });
            });
        });
    }

    fn skin(&mut self) {
        let made = self.made;
        self.within("library_controllers", |page| {
            page.within("controller id=\"body-skin\"", |page| {
                page.within("skin source=\"#body\"", |page| {
                    page.matrix("bind_shape_matrix", &made.bind_shape);
                    let array = if made.has(Trait::ById) { "IDREF_array" } else { "Name_array" };
                    let names: Vec<String> = made.listed().map(str::to_owned).collect();
                    page.source("skin-joints", array, &names, 1, 0);
                    page.matrices("skin-binds", &made.joints_from_bind);
                    page.source(
                        "skin-weights",
                        "float_array",
                        &page.numbers(&made.amounts),
                        1,
                        made.offset(),
                    );
                    page.within("joints", |page| {
                        page.input("JOINT", "skin-joints", None);
                        page.input("INV_BIND_MATRIX", "skin-binds", None);
                    });
                    page.weights();
                });
            });
        });
    }

    fn weights(&mut self) {
        let (made, swaps) = (self.made, self.made.has(Trait::Swapped));
        let counts: Vec<String> = made.records.iter().map(|records| records.len().to_string()).collect();
        let mut records = made.records.concat();
        if swaps {
            records.iter_mut().for_each(|record| record.reverse());
        }
        let words: Vec<String> = records.as_flattened().iter().map(ToString::to_string).collect();
        self.within(&format!("vertex_weights count=\"{}\"", counts.len()), |page| {
            page.input("JOINT", "skin-joints", Some(usize::from(swaps)));
            page.input("WEIGHT", "skin-weights", Some(usize::from(!swaps)));
            page.list("vcount", &counts, counts.len());
            page.list("v", &words, words.len());
        });
    }

    fn animations(&mut self) {
        self.within("library_animations", |page| match page.made.has(Trait::Nested) {
            true => page.within("animation id=\"all\"", Self::all_keys),
            false => page.all_keys(),
        });
    }

    fn all_keys(&mut self) {
        let moved = self.made.nodes.iter().filter_map(|node| Some((node, node.keys.as_ref()?)));
        // Not in the scene's order.
        for (node, (times, matrices)) in moved.collect::<Vec<_>>().into_iter().rev() {
            let id = &node.id;
            let before = vec![BEFORE; self.made.offset()];
            let times = self.numbers(&[&before[..], times].concat());
            let steps = vec!["STEP".to_owned(); matrices.len()];
            self.within(&format!("animation id=\"{id}-moves\""), |page| {
                page.source(&format!("{id}-in"), "float_array", &times, 1, page.made.offset());
                page.matrices(&format!("{id}-out"), matrices);
                page.source(&format!("{id}-how"), "Name_array", &steps, 1, 0);
                page.within(&format!("sampler id=\"{id}-sampler\""), |page| {
                    let mut inputs = [("INPUT", "in"), ("OUTPUT", "out")];
                    if page.made.has(Trait::Swapped) {
                        inputs.reverse();
                    }
                    inputs
                        .iter()
                        .for_each(|(semantic, end)| page.input(semantic, &format!("{id}-{end}"), None));
                    page.input("INTERPOLATION", &format!("{id}-how"), None);
                });
                page.line(&format!("<channel source=\"#{id}-sampler\" target=\"{id}/transform\"/>"));
            });
        }
    }

    fn scene(&mut self) {
        self.within("library_visual_scenes", |page| {
            page.within("visual_scene id=\"Scene\"", |page| page.below(None));
        });
    }

    /// Writes the nodes below another, or all.
    fn below(&mut self, parent: Option<usize>) {
        for (i, node) in self.made.nodes.iter().enumerate().filter(|(_, node)| node.parent == parent) {
            let Node { id, sid, name, .. } = node;
            let kind = if node.is_joint { "JOINT" } else { "NODE" };
            let names = format!("node id=\"{id}\" sid=\"{sid}\" name=\"{name}\" type=\"{kind}\"");
            self.within(&names, |page| {
                // What holds the skin has no matrix.
                if i + 1 == page.made.nodes.len() {
                    return page.instance();
                }
                page.matrix("matrix sid=\"transform\"", &node.parent_from_node);
                page.below(Some(i));
                if page.made.has(Trait::Extra) && node.is_joint {
                    page.extra(i);
                }
            });
        }
    }

    fn instance(&mut self) {
        let made = self.made;
        // A root has no joint above it.
        let is_root = |node: &usize| made.up(*node).filter(|node| made.nodes[*node].is_joint).eq([*node]);
        self.within("instance_controller url=\"#body-skin\"", |page| {
            for root in (0..made.nodes.len()).filter(is_root) {
                page.line(&format!("<skeleton>#{}</skeleton>", made.nodes[root].id));
            }
        });
    }

    /// Writes a note to some program, which looks like a joint.
    fn extra(&mut self, of: usize) {
        let sid = &self.made.nodes[of].sid;
        self.within("extra", |page| {
            page.within("technique profile=\"EDITOR\"", |page| {
                page.within(&format!("node id=\"{DECOY}{of}\" sid=\"{sid}\" type=\"JOINT\""), |page| {
                    page.matrix("matrix sid=\"transform\"", &DMat4::from_translation(glam::DVec3::ONE));
                });
            });
        });
    }
}
