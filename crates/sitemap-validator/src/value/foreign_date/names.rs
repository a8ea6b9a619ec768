//! Names of months and weekdays, and connecting words.

/// The English name of a month.
pub(crate) fn month_name(month: u8) -> &'static str {
    MONTHS.iter().find(|(_, number)| *number == month).map_or("", |(name, _)| name)
}

/// Words in dates that have no meaning.
pub(super) const FILLERS: [&str; 27] = [
    "st", "nd", "rd", "th", "er", "de", "del", "do", "le", "den", "the", "of", "at", "um", "om", "op", "il", "à", "z",
    "utc", "gmt", "年", "月", "日", "년", "월", "일",
];

/// Names of months in English, French, Spanish, German, Italian, Portuguese and Dutch; English first.
const MONTHS: [(&str, u8); 62] = [
    ("January", 1),
    ("February", 2),
    ("March", 3),
    ("April", 4),
    ("May", 5),
    ("June", 6),
    ("July", 7),
    ("August", 8),
    ("September", 9),
    ("October", 10),
    ("November", 11),
    ("December", 12),
    ("janvier", 1),
    ("février", 2),
    ("fevrier", 2),
    ("mars", 3),
    ("avril", 4),
    ("mai", 5),
    ("juin", 6),
    ("juillet", 7),
    ("août", 8),
    ("aout", 8),
    ("septembre", 9),
    ("octobre", 10),
    ("novembre", 11),
    ("décembre", 12),
    ("decembre", 12),
    ("enero", 1),
    ("febrero", 2),
    ("marzo", 3),
    ("abril", 4),
    ("mayo", 5),
    ("junio", 6),
    ("julio", 7),
    ("agosto", 8),
    ("septiembre", 9),
    ("octubre", 10),
    ("noviembre", 11),
    ("diciembre", 12),
    ("januar", 1),
    ("jänner", 1),
    ("februar", 2),
    ("märz", 3),
    ("juni", 6),
    ("juli", 7),
    ("oktober", 10),
    ("dezember", 12),
    ("gennaio", 1),
    ("febbraio", 2),
    ("aprile", 4),
    ("maggio", 5),
    ("giugno", 6),
    ("luglio", 7),
    ("settembre", 9),
    ("ottobre", 10),
    ("dicembre", 12),
    ("janeiro", 1),
    ("fevereiro", 2),
    ("março", 3),
    ("maio", 5),
    ("maart", 3),
    ("mei", 5),
];

/// The month of a lower-case name, or of its English abbreviation.
pub(super) fn month(word: &str) -> Option<u8> {
    let english = |name: &str| matches!(word.len(), 3 | 4) && name.to_ascii_lowercase().starts_with(word);
    let index = MONTHS.iter().take(12).position(|(name, _)| english(name));
    let named = || MONTHS.iter().position(|(name, _)| name.eq_ignore_ascii_case(word));
    let (_, number) = MONTHS.get(index.or_else(named)?)?;
    Some(*number)
}

/// True for a lower-case name or abbreviation of a weekday in the languages of the months.
pub(super) fn is_weekday(word: &str) -> bool {
    const NAMES: [&str; 42] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "lundi",
        "mardi",
        "mercredi",
        "jeudi",
        "vendredi",
        "samedi",
        "dimanche",
        "lunes",
        "martes",
        "miércoles",
        "jueves",
        "viernes",
        "sábado",
        "domingo",
        "montag",
        "dienstag",
        "mittwoch",
        "donnerstag",
        "freitag",
        "samstag",
        "sonntag",
        "lunedì",
        "martedì",
        "mercoledì",
        "giovedì",
        "venerdì",
        "sabato",
        "domenica",
        "maandag",
        "dinsdag",
        "woensdag",
        "donderdag",
        "vrijdag",
        "zaterdag",
        "zondag",
    ];
    const SHORT: [&str; 10] = ["mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun"];
    SHORT.contains(&word) || NAMES.contains(&word)
}
