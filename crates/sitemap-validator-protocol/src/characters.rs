//! Characters that are not seen.

/// True for a character that has no glyph, or only changes the text around it: Unicode's `Default_Ignorable_Code_Point` without
/// variation selectors, which choose a glyph; the no-break space, and the marks of annotations.
pub const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{A0}' | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180E}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E00FF}' | '\u{E01F0}'..='\u{E0FFF}')
}

/// True for a character that can be shown as it is: no control, separator of lines or noncharacter, and not [invisible](is_invisible).
pub fn is_visible(character: char) -> bool {
    !(character.is_control()
        || is_invisible(character)
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{FFFE}' | '\u{FFFF}'))
}
