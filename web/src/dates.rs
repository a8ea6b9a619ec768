//! Days, weeks, months and years in words.

use sitemap_validator_protocol::figures::Step;

use crate::lang::{Lang, Texts};

const MONTHS: [Texts; 12] = [
    ["January", "janvier", "enero"],
    ["February", "février", "febrero"],
    ["March", "mars", "marzo"],
    ["April", "avril", "abril"],
    ["May", "mai", "mayo"],
    ["June", "juin", "junio"],
    ["July", "juillet", "julio"],
    ["August", "août", "agosto"],
    ["September", "septembre", "septiembre"],
    ["October", "octobre", "octubre"],
    ["November", "novembre", "noviembre"],
    ["December", "décembre", "diciembre"],
];

const SHORT: [Texts; 12] = [
    ["Jan", "janv.", "ene"],
    ["Feb", "févr.", "feb"],
    ["Mar", "mars", "mar"],
    ["Apr", "avr.", "abr"],
    ["May", "mai", "may"],
    ["Jun", "juin", "jun"],
    ["Jul", "juil.", "jul"],
    ["Aug", "août", "ago"],
    ["Sep", "sept.", "sept"],
    ["Oct", "oct.", "oct"],
    ["Nov", "nov.", "nov"],
    ["Dec", "déc.", "dic"],
];

/// The parts of `YYYY-MM-DD`: the year as written, the month from 0, and the day.
fn parts(date: &str) -> Option<(&str, usize, u32)> {
    let mut parts = date.splitn(3, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let month = month.parse::<usize>().ok()?.checked_sub(1).filter(|month| *month < MONTHS.len())?;
    // The year 0024 is shown as 24.
    let year = year.trim_start_matches('0');
    Some((if year.is_empty() { "0" } else { year }, month, day.parse().ok()?))
}

/// The name of the period that begins on the day `start`, `YYYY-MM-DD`: `3 June 2024`, `week of 3 June 2024`, `June
/// 2024`, `2024`.
pub(crate) fn name(lang: Lang, step: Step, start: &str) -> String {
    let Some((year, month, number)) = parts(start) else { return start.to_owned() };
    let month = lang.text(MONTHS[month]);
    // French writes the first day of a month as an ordinal.
    let number = if lang == Lang::Fr && number == 1 { "1er".to_owned() } else { number.to_string() };
    let day = || lang.fill(["{0} {1} {2}", "{0} {1} {2}", "{0} de {1} de {2}"], &[&number, &month, &year]);
    match step {
        Step::Day => day(),
        Step::Week => lang.fill(["week of {0}", "semaine du {0}", "semana del {0}"], &[&day()]),
        Step::Month => lang.fill(["{0} {1}", "{0} {1}", "{0} de {1}"], &[&month, &year]),
        Step::Year => year.to_owned(),
    }
}

/// The same name inside a sentence: `on 3 June 2024`, `in the week of 3 June 2024`, `in June 2024`, `in 2024`.
pub(crate) fn within(lang: Lang, step: Step, start: &str) -> String {
    let name = name(lang, step, start);
    let texts = match step {
        Step::Day => ["on {0}", "le {0}", "el {0}"],
        Step::Week => ["in the {0}", "dans la {0}", "en la {0}"],
        Step::Month | Step::Year => ["in {0}", "en {0}", "en {0}"],
    };
    lang.fill(texts, &[&name])
}

/// The same name in short form: `3 Jun 2024`, `Jun 2024`, `2024`.
pub(crate) fn short(lang: Lang, step: Step, start: &str) -> String {
    let Some((year, month, day)) = parts(start) else { return start.to_owned() };
    let month = lang.text(SHORT[month]);
    match step {
        Step::Day | Step::Week => format!("{day} {month} {year}"),
        Step::Month => format!("{month} {year}"),
        Step::Year => year.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_the_language_has_it() {
        let all = |say: &dyn Fn(Lang) -> String| Lang::ALL.map(say);
        assert_eq!(
            all(&|lang| name(lang, Step::Day, "2024-06-01")),
            ["1 June 2024", "1er juin 2024", "1 de junio de 2024"]
        );
        assert_eq!(
            all(&|lang| within(lang, Step::Week, "2024-06-03")),
            ["in the week of 3 June 2024", "dans la semaine du 3 juin 2024", "en la semana del 3 de junio de 2024"]
        );
        assert_eq!(
            all(&|lang| within(lang, Step::Month, "2024-12-01")),
            ["in December 2024", "en décembre 2024", "en diciembre de 2024"]
        );
        assert_eq!(all(&|lang| short(lang, Step::Month, "2024-02-01")), ["Feb 2024", "févr. 2024", "feb 2024"]);
        assert_eq!(all(&|lang| name(lang, Step::Year, "0001-01-01")), ["1", "1", "1"]);
        assert_eq!(name(Lang::En, Step::Day, "nonsense"), "nonsense");
    }
}
