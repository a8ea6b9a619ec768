//! The syntax of lists of redirects: CSV, configuration files of nginx, and patterns of single paths.

/// The text that a regular expression matches, if that is a single one.
pub(super) fn literal(regex: &str) -> Option<String> {
    let mut out = String::new();
    let mut characters = regex.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => out.push(characters.next().filter(|next| !next.is_alphanumeric())?),
            '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' => return None,
            _ => out.push(character),
        }
    }
    Some(out)
}

/// The target of a rule of Apache, if it has no variables.
pub(super) fn literal_target(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => out.push(characters.next()?),
            '%' | '$' | '"' => return None,
            _ => out.push(character),
        }
    }
    Some(out)
}

/// The records of CSV (RFC 4180) with the lines at which they begin; empty lines are left out.
pub(super) fn records(text: &str) -> Result<Vec<(usize, Vec<String>)>, String> {
    let mut records = Vec::new();
    let (mut cells, mut cell, mut line, mut start) = (Vec::new(), String::new(), 1, 1);
    let (mut is_quoted, mut was_quoted) = (false, false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        line += usize::from(character == '\n');
        match character {
            '"' if is_quoted && characters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if is_quoted => (is_quoted, was_quoted) = (false, true),
            _ if is_quoted => cell.push(character),
            '"' if cell.is_empty() && !was_quoted => is_quoted = true,
            '\r' if characters.peek() == Some(&'\n') => {}
            ',' | '\n' => {
                cells.push(std::mem::take(&mut cell));
                was_quoted = false;
                if character == '\n' {
                    let record = std::mem::take(&mut cells);
                    if record != [""] {
                        records.push((start, record));
                    }
                    start = line;
                }
            }
            '"' => return Err(format!("line {line}: a quotation mark inside a cell without quotation marks")),
            _ if was_quoted => return Err(format!("line {line}: text after the quotation mark at the end of a cell")),
            _ => cell.push(character),
        }
    }
    if is_quoted {
        return Err(format!("line {start}: a quotation mark is missing at the end of a cell"));
    }
    cells.push(cell);
    if cells != [""] {
        records.push((start, cells));
    }
    Ok(records)
}

/// A part of a configuration file of nginx.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    /// `;`, `{` or `}`.
    Mark(char),
}

/// The parts of a configuration file of nginx with their lines.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, String> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut characters = text.chars().peekable();
    while let Some(first) = characters.next() {
        match first {
            '\n' => line += 1,
            _ if first.is_whitespace() => {}
            '#' => while characters.next_if(|next| *next != '\n').is_some() {},
            ';' | '{' | '}' => tokens.push((line, Token::Mark(first))),
            '"' | '\'' => {
                let (start, mut word) = (line, String::new());
                loop {
                    let next = characters.next();
                    let next = next.ok_or_else(|| format!("line {start}: a quotation mark is missing"))?;
                    match next {
                        _ if next == first => break,
                        '\\' => match characters.next_if(|next| matches!(next, '"' | '\'' | '\\')) {
                            Some(escaped) => word.push(escaped),
                            None => word.push('\\'),
                        },
                        _ => word.push(next),
                    }
                    line += usize::from(next == '\n');
                }
                tokens.push((start, Token::Word(word)));
            }
            _ => {
                let mut word = first.to_string();
                let is_inside = |next: &char| !next.is_whitespace() && !matches!(next, ';' | '{');
                while let Some(next) = characters.next_if(is_inside) {
                    word.push(next);
                }
                tokens.push((line, Token::Word(word)));
            }
        }
    }
    Ok(tokens)
}
