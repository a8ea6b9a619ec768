//! Cells of CSV (RFC 4180), which no spreadsheet reads as formulas.

use super::text::without_controls;

/// Writes `text`, quoted if necessary. An apostrophe precedes characters that would begin a formula, also after a `;`:
/// in languages with a decimal comma, spreadsheets begin a cell there.
pub(crate) fn cell(out: &mut String, text: &str) {
    let text = &*without_controls(text);
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let quoted = text.contains(['"', ',', '\r', '\n']);
    if quoted {
        out.push('"');
    }
    if formula {
        out.push('\'');
    }
    let mut begins = false;
    for character in text.chars() {
        match character {
            '"' => out.push('"'),
            '=' | '+' | '-' | '@' if begins => out.push('\''),
            _ => {}
        }
        out.push(character);
        begins = character == ';' || begins && (character == '"' || character.is_whitespace());
    }
    if quoted {
        out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut out = String::new();
        cell(&mut out, text);
        out
    }

    #[test]
    fn cells_are_quoted_and_no_formulas() {
        let same = ["", "a b", "https://tidepool.page/?a=1", "a\tb", "é", "a;b=1-2", "&amp;a=1"];
        assert_eq!(same.map(written), same);
        assert_eq!(written("\x1b]0;a"), "␛]0;a");
        assert_eq!(written("a,b"), "\"a,b\"");
        assert_eq!(written("a\"b"), "\"a\"\"b\"");
        assert_eq!(written("a\nb"), "\"a\nb\"");
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx"] {
            assert_eq!(written(formula), format!("'{formula}"));
        }
        for sign in ["=", "+", "-", "@"] {
            assert_eq!(written(&format!("a;{sign}1")), format!("a;'{sign}1"));
        }
        assert_eq!(written("a; \"=1\";;-1"), "\"a; \"\"'=1\"\";;'-1\"");
        assert_eq!(written("\r=1"), "\"'\r=1\"");
        assert_eq!(written("=\"a\",1"), "\"'=\"\"a\"\",1\"");
    }
}
