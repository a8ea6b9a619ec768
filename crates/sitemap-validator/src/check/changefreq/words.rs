//! What is written where a change frequency should be, and which one is meant.

use super::Frequency::{self, Always, Daily, Hourly, Monthly, Never, Weekly, Yearly};

/// Synonyms and translations (fr, es, de, it, pt, nl, pl, ru, zh, ja), lower case.
const WORDS: [(Frequency, &[&str]); 7] = [
    (
        Always,
        &[
            "constantly",
            "continuously",
            "continuous",
            "continually",
            "permanent",
            "permanently",
            "realtime",
            "real-time",
            "live",
            "minutely",
            "every minute",
            "toujours",
            "en permanence",
            "constamment",
            "siempre",
            "constantemente",
            "immer",
            "ständig",
            "staendig",
            "sempre",
            "altijd",
            "steeds",
            "zawsze",
            "всегда",
            "постоянно",
            "总是",
            "總是",
            "始终",
            "始終",
            "一直",
            "经常",
            "經常",
            "常に",
            "いつも",
            "随時",
        ],
    ),
    (
        Hourly,
        &[
            "every hour",
            "per hour",
            "each hour",
            "toutes les heures",
            "chaque heure",
            "horaire",
            "cada hora",
            "por hora",
            "stündlich",
            "stuendlich",
            "ogni ora",
            "orario",
            "de hora em hora",
            "a cada hora",
            "elk uur",
            "ieder uur",
            "per uur",
            "co godzinę",
            "co godzine",
            "ежечасно",
            "каждый час",
            "每小时",
            "每小時",
            "每时",
            "毎時",
            "毎時間",
            "1時間ごと",
            "一時間ごと",
        ],
    ),
    (
        Daily,
        &[
            "every day",
            "everyday",
            "each day",
            "per day",
            "nightly",
            "midnight",
            "weekdays",
            "quotidien",
            "quotidiennement",
            "journalier",
            "tous les jours",
            "chaque jour",
            "diario",
            "diariamente",
            "a diario",
            "cada día",
            "cada dia",
            "todos los días",
            "täglich",
            "taeglich",
            "jeden tag",
            "giornaliero",
            "giornalmente",
            "quotidiano",
            "ogni giorno",
            "diário",
            "diária",
            "todos os dias",
            "dagelijks",
            "elke dag",
            "codziennie",
            "ежедневно",
            "каждый день",
            "每天",
            "每日",
            "毎日",
            "日次",
        ],
    ),
    (
        Weekly,
        &[
            "every week",
            "each week",
            "per week",
            "biweekly",
            "bi-weekly",
            "fortnightly",
            "hebdomadaire",
            "hebdo",
            "toutes les semaines",
            "chaque semaine",
            "semanal",
            "semanalmente",
            "cada semana",
            "wöchentlich",
            "woechentlich",
            "jede woche",
            "settimanale",
            "settimanalmente",
            "ogni settimana",
            "toda semana",
            "wekelijks",
            "elke week",
            "co tydzień",
            "co tydzien",
            "tygodniowo",
            "cotygodniowo",
            "еженедельно",
            "каждую неделю",
            "每周",
            "每週",
            "每星期",
            "毎週",
            "週次",
        ],
    ),
    (
        Monthly,
        &[
            "every month",
            "each month",
            "per month",
            "bimonthly",
            "bi-monthly",
            "semimonthly",
            "quarterly",
            "mensuel",
            "mensuelle",
            "mensuellement",
            "tous les mois",
            "chaque mois",
            "mensual",
            "mensualmente",
            "cada mes",
            "monatlich",
            "jeden monat",
            "mensile",
            "mensilmente",
            "ogni mese",
            "mensal",
            "mensalmente",
            "todo mês",
            "maandelijks",
            "elke maand",
            "miesięcznie",
            "miesiecznie",
            "co miesiąc",
            "co miesiac",
            "ежемесячно",
            "каждый месяц",
            "每月",
            "毎月",
            "月次",
        ],
    ),
    (
        Yearly,
        &[
            "annual",
            "annually",
            "every year",
            "each year",
            "per year",
            "semiannually",
            "biannually",
            "rarely",
            "annuel",
            "annuelle",
            "annuellement",
            "tous les ans",
            "chaque année",
            "anual",
            "anualmente",
            "cada año",
            "jährlich",
            "jaehrlich",
            "jedes jahr",
            "annuale",
            "annualmente",
            "ogni anno",
            "todo ano",
            "jaarlijks",
            "elk jaar",
            "rocznie",
            "co rok",
            "corocznie",
            "ежегодно",
            "каждый год",
            "每年",
            "毎年",
            "年次",
        ],
    ),
    (
        Never,
        &[
            "static",
            "archive",
            "archived",
            "once",
            "jamais",
            "nunca",
            "jamás",
            "nie",
            "niemals",
            "mai",
            "nooit",
            "nigdy",
            "никогда",
            "从不",
            "從不",
            "永不",
            "绝不",
            "決して",
            "なし",
            "しない",
            "更新なし",
        ],
    ),
];

/// Nothing longer is compared.
const LONGEST: usize = 64;

/// The frequency that `value` most likely means.
pub(super) fn meant(value: &str) -> Option<Frequency> {
    if value.len() > LONGEST {
        return None;
    }
    let value = value.to_lowercase().replace('_', " ");
    let known = WORDS.iter().find(|(_, words)| words.contains(&value.as_str()));
    known.map(|(frequency, _)| *frequency).or_else(|| nearest(&value))
}

/// The frequency at most two letters away, if it is the only one that near.
fn nearest(value: &str) -> Option<Frequency> {
    let distances = Frequency::ALL.map(|frequency| (distance(value, frequency.name()), frequency));
    let (least, frequency) = distances.into_iter().min_by_key(|(distance, _)| *distance)?;
    let rivals = distances.iter().filter(|(distance, _)| *distance == least).count();
    (least <= 2 && rivals == 1).then_some(frequency)
}

/// The number of letters to insert, delete or replace to get from `from` to `to`.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, left) in from.chars().enumerate() {
        let mut diagonal = index;
        let mut before = index + 1;
        for (cell, right) in row.iter_mut().zip(std::iter::once(None).chain(to.chars().map(Some))) {
            let above = *cell;
            *cell = match right {
                None => index + 1,
                Some(right) => (diagonal + usize::from(left != right)).min(above + 1).min(before + 1),
            };
            diagonal = above;
            before = *cell;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("daily", "daily"), 0);
        assert_eq!(distance("", "daily"), 5);
        assert_eq!(distance("daily", ""), 5);
        assert_eq!(distance("dayly", "daily"), 1);
        assert_eq!(distance("mothly", "monthly"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn typing_errors_translations_and_synonyms() {
        for (value, expected) in [
            ("mothly", Monthly),
            ("montly", Monthly),
            ("weeky", Weekly),
            ("dialy", Daily),
            ("houly", Hourly),
            ("day", Daily),
            ("month", Monthly),
            ("allways", Always),
            ("annually", Yearly),
            ("biweekly", Weekly),
            ("mensuel", Monthly),
            ("Hebdomadaire", Weekly),
            ("siempre", Always),
            ("täglich", Daily),
            ("TÄGLICH", Daily),
            ("settimanale", Weekly),
            ("mensal", Monthly),
            ("dagelijks", Daily),
            ("nigdy", Never),
            ("ежедневно", Daily),
            ("每周", Weekly),
            ("毎日", Daily),
        ] {
            assert_eq!(meant(value), Some(expected), "{value}");
        }
        for value in ["", "x", "foo", "1", "sometimes", "2024-06-01", "0.8"] {
            assert_eq!(meant(value), None, "{value}");
        }
    }
}
