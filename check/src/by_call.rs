//! Right answers that are one call of a library: they pass, and hear what they miss.

use course::Exercise;

/// What there is to say of a right answer that makes one of the `calls`.
pub(super) fn remark(exercise: &Exercise, calls: &[&str]) -> Option<String> {
    let text = std::fs::read_to_string(course::root().join(exercise.file.get_ref())).ok()?;
    let call = call_in(function(&text, exercise.function.get_ref())?, calls)?;
    Some(super::tutor::wrapped(&format!(
        "`{call}` has all of this exercise in it. At work you would call it, and rightly. Here you miss what it does: \
         keep this answer in mind, and try to do without."
    )))
}

/// The lines of a function, from its head to the brace that closes it.
fn function<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let head = text.find(&format!("fn {name}("))?;
    let start = text[..head].rfind('\n').map_or(0, |end| end + 1);
    let indent = text[start..].len() - text[start..].trim_start().len();
    let end = text[start..].find(&format!("\n{}}}", " ".repeat(indent)))?;
    Some(&text[start..start + end])
}

/// The first of the `calls` that is made. What stands in a remark is none.
fn call_in<'a>(function: &str, calls: &[&'a str]) -> Option<&'a str> {
    let code = function.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code: String = code.collect::<Vec<_>>().join("\n");
    calls.iter().copied().find(|call| code.contains(&format!("{call}(")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
fn before() { glued() }

impl Turn {
    pub fn found(self) -> Quat {
        // Not split(all).
        let all = self;
        if all.is_small() {
        }
        Quat::from_mat3(&all)
    }

    fn after() {
        to_scale(1);
    }
}
";

    #[test]
    fn a_call_is_found_in_its_own_function_only() {
        let code = function(TEXT, "found").unwrap();
        assert!(code.starts_with("    pub fn found") && code.ends_with("from_mat3(&all)"), "{code}");
        assert_eq!(call_in(code, &["to_scale", "from_mat3"]), Some("from_mat3"));
        assert_eq!(call_in(code, &["to_scale", "glued", "split"]), None);
        assert_eq!(function(TEXT, "nowhere"), None);
    }
}
