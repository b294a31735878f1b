//! Formulas: from LaTeX, as GitHub shows it, to readable Unicode.

/// Groups may nest this deep; what is deeper is left out.
const DEPTH: usize = 40;

/// Stands in a line of text for a grid of several rows, until [`unicode`] sets the rows out.
const GRID: u32 = 0xe000;

/// The formula as Unicode text. Matrices and `\\` make it several lines, to be shown in mono:
/// then only every other line holds text, and those between carry the brackets on, so that what
/// stands beside a matrix has a middle line to stand on.
pub fn unicode(latex: &str) -> String {
    let mut reader = Reader { tokens: tokens(latex), at: 0, depth: 0, grids: Vec::new() };
    let mut text = String::new();
    while reader.at < reader.tokens.len() {
        text += &reader.sequence(false);
        reader.at += 1; // a brace or an `\end` too many
    }
    let lines: Vec<String> = text.trim().lines().map(|line| expand(line, &reader.grids)).collect();
    lines.join("\n\n")
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Char(char),
    Command(String),
    Open,
    Close,
}

fn tokens(latex: &str) -> Vec<Token> {
    let mut chars = latex.chars().peekable();
    let mut tokens = Vec::new();
    while let Some(c) = chars.next() {
        tokens.push(match c {
            '{' => Token::Open,
            '}' => Token::Close,
            '\\' => {
                let mut name = String::new();
                while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                if name.is_empty() {
                    name.extend(chars.next());
                }
                Token::Command(name)
            }
            c if c.is_whitespace() => Token::Char(' '),
            c => Token::Char(c),
        });
    }
    tokens
}

/// A line of the result as it grows, with the spaces that TeX would set by itself.
#[derive(Default)]
struct Line {
    text: String,
    /// Whether a letter or digit that follows needs a space before it, as in `cos θ`.
    gap: bool,
}

impl Line {
    fn after_operand(&self) -> bool {
        let operand = |c: char| c.is_alphanumeric() || ")]}′°…!⁻⁺∞".contains(c) || c as u32 >= GRID;
        self.text.trim_end().ends_with(operand)
    }

    fn space(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with([' ', '\n', '(', '[']) {
            self.text.push(' ');
        }
    }

    fn operand(&mut self, text: &str) {
        if text.starts_with([')', ']', ',']) {
            self.text.truncate(self.text.trim_end_matches(' ').len());
        }
        if std::mem::take(&mut self.gap) && !text.starts_with(['(', ')', '[', ']', ',', '.', '|']) {
            self.space();
        }
        self.text += text;
    }

    /// A name that must not run into its neighbours.
    fn name(&mut self, text: &str) {
        self.gap |= self.text.ends_with(|c: char| c.is_alphanumeric() || c == ')');
        self.operand(text);
        self.gap = true;
    }

    fn relation(&mut self, sign: &str) {
        self.space();
        self.text += sign;
        self.space();
        self.gap = false;
    }

    /// A sign between two operands, or the sign of one.
    fn sign(&mut self, sign: &str) {
        if self.after_operand() { self.relation(sign) } else { self.operand(sign) }
    }

    /// A superscript or subscript: in small signs where there are any and they read well.
    fn script(&mut self, mark: char, script: &str, table: [&str; 2]) {
        let script = script.replace(' ', "");
        let word = script.chars().count() > 2 && script.chars().all(char::is_alphabetic);
        match script.chars().map(|c| small(table, c)).collect::<Option<String>>() {
            Some(small) if !word => self.text += &small,
            _ if script.chars().count() == 1 || mark == '_' && script.chars().all(char::is_alphanumeric) => {
                self.text.extend([mark.to_string(), script]);
                self.gap = true;
            }
            _ => self.text += &format!("{mark}({script})"),
        }
    }
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    grids: Vec<Vec<String>>,
}

impl Reader {
    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    /// Reads on to the end of the group, of the cell or of the environment.
    fn sequence(&mut self, in_cell: bool) -> String {
        let mut line = Line::default();
        while let Some(token) = self.tokens.get(self.at) {
            match token {
                Token::Close => break,
                Token::Command(name) if name == "end" => break,
                Token::Command(name) if name == "\\" && in_cell => break,
                Token::Char('&') if in_cell => break,
                _ => self.item(&mut line),
            }
        }
        line.text.trim_end_matches(' ').to_owned()
    }

    fn item(&mut self, line: &mut Line) {
        match self.next() {
            Some(Token::Open) => {
                self.at -= 1;
                let group = self.argument();
                line.operand(&group);
            }
            Some(Token::Command(name)) => self.command(&name, line),
            Some(Token::Char(c)) => self.char(c, line),
            Some(Token::Close) | None => (),
        }
    }

    fn char(&mut self, c: char, line: &mut Line) {
        match c {
            ' ' | '~' | '&' => line.space(),
            '^' => match self.argument().as_str() {
                "∘" => line.text.push('°'),
                raised => line.script('^', raised, RAISED),
            },
            '_' => line.script('_', &self.argument(), LOWERED),
            '\'' => line.text.push('′'),
            '-' => line.sign("−"),
            '+' => line.sign("+"),
            '*' => line.sign("∗"),
            '=' | '<' | '>' => line.relation(&c.to_string()),
            ',' => {
                line.operand(",");
                line.space();
            }
            c => line.operand(&c.to_string()),
        }
    }

    fn skip_spaces(&mut self) {
        while self.tokens.get(self.at) == Some(&Token::Char(' ')) {
            self.at += 1;
        }
    }

    /// What a command or a script applies to: a group, or the next sign alone.
    fn argument(&mut self) -> String {
        self.skip_spaces();
        if self.depth > DEPTH {
            self.at += 1;
            return String::new();
        }
        self.depth += 1;
        let text = if self.tokens.get(self.at) == Some(&Token::Open) {
            self.at += 1;
            let text = self.sequence(false);
            self.at += 1;
            text
        } else if self.tokens.get(self.at) == Some(&Token::Close) {
            String::new()
        } else {
            let mut line = Line::default();
            self.item(&mut line);
            line.text
        };
        self.depth -= 1;
        text
    }

    /// A group of plain words, letter for letter.
    fn words(&mut self) -> String {
        if self.tokens.get(self.at) != Some(&Token::Open) {
            return self.argument();
        }
        self.at += 1;
        let mut text = String::new();
        while let Some(token) = self.next() {
            match token {
                Token::Char(c) => text.push(c),
                Token::Command(name) => text += &name,
                Token::Open => (),
                Token::Close => break,
            }
        }
        text
    }

    fn command(&mut self, name: &str, line: &mut Line) {
        if let Some(sign) = sign(RELATIONS, name) {
            return line.relation(sign);
        }
        if let Some(sign) = sign(BINARY, name) {
            return line.sign(sign);
        }
        if let Some(sign) = sign(LETTERS, name) {
            return line.operand(sign);
        }
        if let Some(mark) = sign(ACCENTS, name) {
            let inner = self.argument();
            return line.operand(&(inner + mark));
        }
        match name {
            "frac" | "dfrac" | "tfrac" => {
                let over = bracketed(self.argument());
                let under = bracketed(self.argument());
                line.name(&format!("{over}/{under}"));
            }
            "sqrt" => self.root(line),
            "begin" => self.environment(line),
            "text" | "textbf" | "textit" | "mathrm" | "operatorname" => {
                let words = self.words();
                line.operand(&words);
            }
            "mathbf" | "mathit" | "mathsf" | "mathcal" | "boldsymbol" | "bm" | "vec" => {
                let inner = self.argument();
                line.operand(&inner);
            }
            "mathbb" => {
                let inner = self.argument();
                line.operand(&inner.chars().map(doubled).collect::<String>());
            }
            "left" | "right" | "big" | "Big" | "bigl" | "bigr" | "Bigl" | "Bigr" => {
                if self.tokens.get(self.at) == Some(&Token::Char('.')) {
                    self.at += 1;
                }
            }
            "displaystyle" | "textstyle" | "limits" | "nolimits" | "!" => (),
            "," | ";" | ":" | " " => line.space(),
            "quad" | "qquad" => line.text += "\u{a0} \u{a0}",
            "\\" => line.text = line.text.trim_end().to_owned() + "\n",
            "lVert" | "lvert" | "langle" => {
                line.operand(sign(OPENING, name).unwrap_or(name));
                self.skip_spaces();
            }
            "sum" => line.name("∑"),
            "prod" => line.name("∏"),
            "int" => line.name("∫"),
            _ if name.chars().all(char::is_alphabetic) => line.name(name),
            _ => line.operand(name),
        }
    }

    fn root(&mut self, line: &mut Line) {
        if self.tokens.get(self.at) == Some(&Token::Char('[')) {
            self.at += 1;
            let mut degree = String::new();
            while let Some(Token::Char(c)) = self.next().filter(|t| *t != Token::Char(']')) {
                degree.push(c);
            }
            line.script('^', &degree, RAISED);
        }
        let inner = bracketed(self.argument());
        line.operand(&format!("√{inner}"));
    }

    fn environment(&mut self, line: &mut Line) {
        let kind = self.words();
        if kind == "array" {
            self.words(); // its columns
        }
        if self.depth > DEPTH {
            return;
        }
        self.depth += 1;
        let mut rows = vec![vec![]];
        loop {
            let cell = self.sequence(true).trim_start().to_owned();
            let cell = cell.chars().map(|c| grid(c, &self.grids).map_or(c.into(), |g| g.join(";")));
            if let Some(row) = rows.last_mut() {
                row.push(cell.collect::<String>());
            }
            match self.next() {
                Some(Token::Command(name)) if name == "\\" => rows.push(vec![]),
                Some(Token::Command(_)) => break, // the end
                Some(_) => (),
                None => break,
            }
        }
        self.words(); // the name again
        self.depth -= 1;
        rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        let grid = set_out(&kind, &rows);
        if grid.len() == 1 {
            return line.operand(&grid[0]);
        }
        line.operand(&char::from_u32(GRID + self.grids.len() as u32).map_or(String::new(), String::from));
        self.grids.push(grid);
    }
}

fn grid(c: char, grids: &[Vec<String>]) -> Option<&Vec<String>> {
    grids.get((c as u32).checked_sub(GRID)? as usize)
}

/// The rows of a matrix with columns aligned, brackets around, and a row between each two.
fn set_out(kind: &str, rows: &[Vec<String>]) -> Vec<String> {
    let length = |text: &String| text.chars().count();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths = |c| rows.iter().filter_map(|row| row.get(c)).map(length).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(widths).collect();
    let matrix = kind.ends_with("matrix") || kind == "array";
    let empty = String::new();
    let mut lines = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let cells = widths.iter().enumerate().map(|(c, &width)| {
            let cell = row.get(c).unwrap_or(&empty);
            let to_the_right = matrix || (kind != "cases" && c % 2 == 0);
            if to_the_right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        let line = cells.collect::<Vec<_>>().join(if matrix || kind == "cases" { "  " } else { " " });
        if r > 0 {
            lines.push(" ".repeat(length(&line)));
        }
        lines.push(line);
    }
    let last = lines.len().saturating_sub(1);
    let around = |(i, line): (usize, String)| match brackets(kind, i, last) {
        Some([open, close]) => format!("{open} {line} {close}").trim_end().to_owned(),
        None => line,
    };
    lines.into_iter().enumerate().map(around).collect()
}

/// The pieces of the brackets beside line `i` of `0..=last`.
fn brackets(kind: &str, i: usize, last: usize) -> Option<[char; 2]> {
    let pick = |top, middle, bottom, alone| match i {
        _ if last == 0 => alone,
        0 => top,
        _ if i == last => bottom,
        _ => middle,
    };
    Some(match kind {
        "bmatrix" => pick(['⎡', '⎤'], ['⎢', '⎥'], ['⎣', '⎦'], ['[', ']']),
        "pmatrix" => pick(['⎛', '⎞'], ['⎜', '⎟'], ['⎝', '⎠'], ['(', ')']),
        "vmatrix" => ['│', '│'],
        "cases" => pick(['⎧', ' '], [if i * 2 == last { '⎨' } else { '⎪' }, ' '], ['⎩', ' '], ['{', ' ']),
        _ => return None,
    })
}

/// Sets the grids of a line beside each other, and its text on the middle line.
fn expand(line: &str, grids: &[Vec<String>]) -> String {
    let height = line.chars().filter_map(|c| grid(c, grids)).map(Vec::len).max().unwrap_or(1);
    let mut rows = vec![String::new(); height];
    for c in line.trim_end().chars() {
        let width =
            grid(c, grids).map_or(1, |rows| rows.iter().map(|r| r.chars().count()).max().unwrap_or(0));
        let top = grid(c, grids).map_or(height / 2, |rows| (height - rows.len()) / 2);
        for (i, row) in rows.iter_mut().enumerate() {
            let part = match grid(c, grids) {
                Some(grid) => i.checked_sub(top).and_then(|i| grid.get(i)).cloned(),
                None => (i == top).then(|| c.to_string()),
            };
            *row += &format!("{:<width$}", part.unwrap_or_default());
        }
    }
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    rows.join("\n")
}

/// The term as part of a product: in brackets if it is more than one operand.
fn bracketed(term: String) -> String {
    let single = |c: char| !" +−·×/∗".contains(c);
    let whole = term.starts_with('(') && term.find(')') == Some(term.len() - 1);
    if whole || term.chars().all(single) || term.starts_with('−') && term.chars().skip(1).all(single) {
        term
    } else {
        format!("({term})")
    }
}

const RELATIONS: &str = "to → rightarrow → longrightarrow → leftarrow ← gets ← mapsto ↦ Rightarrow ⇒ implies ⇒ \
    Leftrightarrow ⇔ iff ⇔ in ∈ notin ∉ subset ⊂ le ≤ leq ≤ ge ≥ geq ≥ lt < gt > ne ≠ neq ≠ approx ≈ \
    equiv ≡ sim ∼ propto ∝ ll ≪ gg ≫";
const BINARY: &str = "cdot · times × pm ± mp ∓ circ ∘ otimes ⊗ oplus ⊕ div ÷ cup ∪ cap ∩ land ∧ wedge ∧ \
    lor ∨ vee ∨";
/// Greek letters, and other signs that stand by themselves.
const LETTERS: &str = "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ \
    iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ \
    omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω infty ∞ partial ∂ \
    nabla ∇ emptyset ∅ ldots … dots … cdots ⋯ vdots : ddots … forall ∀ exists ∃ neg ¬ ell l degree ° \
    prime ′ top ⊤ perp ⊥ rangle › | ‖ rVert ‖ rvert |";

/// Brackets that open.
const OPENING: &str = "langle ‹ lVert ‖ lvert |";
/// Marks above a letter, which stand after it here.
const ACCENTS: &str = "hat ˆ tilde ˜ dot ˙ bar ¯ overline ¯";
/// Double-struck letters that have a place of their own in Unicode.
const DOUBLED: &str = "C ℂ H ℍ N ℕ P ℙ Q ℚ R ℝ Z ℤ";

/// The sign that stands after `name` in one of the tables above.
fn sign(table: &'static str, name: &str) -> Option<&'static str> {
    let mut words = table.split_whitespace();
    while let (Some(known), Some(sign)) = (words.next(), words.next()) {
        if known == name {
            return Some(sign);
        }
    }
    None
}

fn doubled(c: char) -> char {
    match c {
        'A'..='Z' => sign(DOUBLED, &c.to_string())
            .and_then(|sign| sign.chars().next())
            .or(char::from_u32(0x1d538 + c as u32 - 'A' as u32))
            .unwrap_or(c),
        c => c,
    }
}

// Only signs that both fonts have.
const RAISED: [&str; 2] =
    ["0123456789+−=()abdeghijklmnoprstuvwxyT⊤′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᵈᵉᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᵀᵀ′"];
const LOWERED: [&str; 2] = ["0123456789+−=()aehiklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢₖₗₘₙₒₚᵣₛₜᵤᵥₓ"];

/// What stands below `c` in a table of two rows.
fn small([plain, small]: [&str; 2], c: char) -> Option<char> {
    plain.chars().zip(small.chars()).find(|(plain, _)| *plain == c).map(|(_, small)| small)
}

#[cfg(test)]
mod tests {
    use super::unicode;

    #[test]
    fn formulas_of_one_line() {
        for (latex, expected) in [
            ("", ""),
            ("v' = \\mathbb{S}\\,\\mathbb{T}^{-1} v", "v′ = 𝕊 𝕋⁻¹ v"),
            ("x \\mapsto Rx+t", "x ↦ Rx + t"),
            ("-R^{-1}t", "−R⁻¹t"),
            ("(t_1,R_1)(t_2,R_2)=(t_1+R_1t_2,R_1R_2)", "(t₁, R₁)(t₂, R₂) = (t₁ + R₁t₂, R₁R₂)"),
            ("\\frac{t-t_k}{t_{k+1}-t_k}", "(t − tₖ)/(tₖ₊₁ − tₖ)"),
            ("\\frac{1}{2}mv^2", "1/2 mv²"),
            ("\\sum_{i=1}^{n} w_i\\mathbf{M}_i v", "∑ᵢ₌₁ⁿ wᵢMᵢ v"),
            ("\\cos^2\\theta + 2\\sin\\theta", "cos² θ + 2 sin θ"),
            ("\\cos(\\theta)", "cos(θ)"),
            ("p_{\\text{world}} = A \\cdot p_c", "p_world = A · p_c"),
            ("T_{root}T_1", "T_root T₁"),
            ("\\sqrt{x^2+y^2}", "√(x² + y²)"),
            ("\\sqrt[3]{x} \\approx 1.5", "³√x ≈ 1.5"),
            ("t \\in [0,1], x \\to \\infty", "t ∈ [0, 1], x → ∞"),
            ("\\mathbb{R}^{4\\times 4}", "ℝ^(4×4)"),
            ("\\left( a \\right) \\le \\left. b \\right|", "(a) ≤ b |"),
            ("e^{i\\theta} \\ge \\lVert q\\rVert", "e^(iθ) ≥ ‖q‖"),
            ("90^\\circ \\pm \\varphi", "90° ± φ"),
            ("\\text{a-b if } x", "a-b if x"),
            ("A^\\top \\foo{b} \\%", "Aᵀ foo b %"),
            ("\\begin{bmatrix} x & y \\end{bmatrix}^T", "[ x  y ]ᵀ"),
        ] {
            assert_eq!(unicode(latex), expected, "{latex}");
        }
    }

    #[test]
    fn matrices_are_set_out_in_rows() {
        let latex = "R = \\begin{bmatrix} \\cos\\theta & -\\sin\\theta \\\\ \\sin\\theta & \\cos\\theta \\end{bmatrix} v";
        let expected = "    ⎡ cos θ  −sin θ ⎤\nR = ⎢               ⎥ v\n    ⎣ sin θ   cos θ ⎦";
        assert_eq!(unicode(latex), expected);
        let cases = "\\begin{cases} 0 & t < 0 \\\\ 1 & \\text{else} \\end{cases}";
        assert_eq!(unicode(cases), "⎧ 0  t < 0\n⎨\n⎩ 1  else");
        assert_eq!(unicode("\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}"), "a = b\n\nc = d");
        assert_eq!(unicode("a \\\\ b"), "a\n\nb");
    }

    #[test]
    fn odd_input_does_no_harm() {
        for latex in
            ["{{{", "}}}", "a_", "^", "\\", "\\frac", "\\sqrt[", "\\begin{bmatrix} 1 & {", "\\end", "&&\\\\"]
        {
            unicode(latex);
        }
        for part in ["{", "^", "\\frac", "\\begin{matrix}", "\\sqrt{", "_{"] {
            unicode(&part.repeat(10_000));
        }
    }
}
