//! Statistics: small charts below the result, each with a sentence that states the main result and a table with all
//! numbers.

mod chart;
mod dates;
mod hosts;
mod limits;
mod paths;
mod problems;
#[cfg(test)]
mod tests;
mod values;

use std::rc::Rc;

use sitemap_validator_protocol::{figures::Figures, report::Kind};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::{
    browser, early,
    lang::{Lang, Noun, use_lang},
    state::{Action, Outcome},
    text::spelled_out,
    verdict::{URLS, entry_noun},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The run and the current file.
    pub(crate) run: u32,
    pub(crate) file: usize,
    pub(crate) name: AttrValue,
    pub(crate) kind: Kind,
    /// The figures and the run they belong to; `None` until they have arrived.
    pub(crate) figures: Option<(u32, Rc<Figures>)>,
    /// The totals of all files, if there are several.
    pub(crate) sums: Option<Sums>,
    pub(crate) act: Callback<Action>,
}

/// The totals of the sitemaps in a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sums {
    files: u64,
    entries: u64,
    dates: u64,
    frequencies: u64,
    priorities: u64,
}

impl Sums {
    /// The totals of a set with more than one sitemap. Indexes do not list pages.
    pub(crate) fn of(outcome: &Outcome) -> Option<Self> {
        let mut sums = Self::default();
        for file in outcome.files.iter().filter(|file| file.report.kind.has_pages()) {
            let stats = &file.report.stats;
            sums.files += 1;
            sums.entries += stats.entries;
            sums.dates += stats.lastmod;
            sums.frequencies += stats.changefreq;
            sums.priorities += stats.priority;
        }
        (sums.files > 1).then_some(sums)
    }
}

/// The form in which a part of the figures is shown.
#[derive(Debug, PartialEq)]
enum Picture {
    /// A chart.
    Drawn(Html),
    /// A sentence, because there is too little data for a chart.
    Line(String),
    /// Nothing, because the data is not worth mentioning.
    Nothing,
}

/// The minimum number of entries for statistics: fewer can be seen at a glance.
const FEWEST: u64 = 20;

/// The context of the charts.
#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    lang: Lang,
    figures: &'a Figures,
    /// The noun for the entries.
    noun: Noun,
}

impl Scene<'_> {
    /// A share in words, such as `3 of 50,000 URLs`.
    fn part(&self, count: u64, of: u64) -> String {
        let lang = self.lang;
        let of = lang.count(of, self.noun);
        lang.fill(["{0} of {1}", "{0} sur {1}", "{0} de {1}"], &[&lang.number(count), &of])
    }
}

/// The charts of the current file.
#[component]
pub(crate) fn Pictures(props: &Props) -> Html {
    let lang = use_lang();
    {
        // The verdict, its findings and its lines come first. The code that draws the charts is in the part of the app
        // that loads later.
        let act = props.act.clone();
        use_effect_with((props.run, props.file), move |&(run, file)| {
            spawn_local(async move {
                let _ = early::whole().await;
                browser::when_idle(move || act.emit(Action::Draw { run, file }));
            });
        });
    }
    let Some((counted, figures)) = &props.figures else { return html! {} };
    let sums = props.sums.filter(|sums| sums.entries >= FEWEST);
    if figures.entries < FEWEST && sums.is_none() {
        return html! {};
    }
    let scene = Scene { lang, figures, noun: entry_noun(props.kind) };
    let mut drawn = Vec::new();
    let mut lines = Vec::new();
    let mut pictures = Vec::new();
    if figures.entries >= FEWEST {
        pictures.extend([dates::picture(&scene), paths::picture(&scene), hosts::picture(&scene)]);
        // Only these entries have such values.
        if props.kind == Kind::Urlset {
            pictures.extend([values::priorities(&scene), values::frequencies(&scene)]);
        }
        pictures.push(limits::picture(&scene));
    }
    for picture in pictures {
        match picture {
            Picture::Drawn(html) => drawn.push(html),
            Picture::Line(line) => lines.push(line),
            Picture::Nothing => {}
        }
    }
    html! {
        <section class="pictures" aria-labelledby="pictures-title">
            <h2 id="pictures-title">{ lang.text(["Statistics", "Statistiques", "Estadísticas"]) }</h2>
            if let Some(sums) = &sums {
                <p class="picture-lines">{ together(lang, sums) }</p>
            }
            if sums.is_some() && figures.entries >= FEWEST {
                <h3 class="picture-file mono"><bdi dir="ltr">{ spelled_out(&props.name) }</bdi></h3>
            }
            if !lines.is_empty() {
                <p class="picture-lines">{ lines.join(" ") }</p>
            }
            if figures.entries >= FEWEST {
                <problems::Along figures={figures.clone()} fresh={*counted == props.run} act={props.act.clone()} />
            }
            <div class="picture-grid">{ for drawn }</div>
        </section>
    }
}

/// The totals of a set, in a sentence.
fn together(lang: Lang, sums: &Sums) -> String {
    lang.fill(
        [
            "All {0} sitemaps together: {1}, {2} with a valid date, {3} with a valid change frequency, {4} with a valid priority.",
            "Les {0} sitemaps ensemble\u{a0}: {1}, dont {2} avec une date valide, {3} avec une fréquence de modification valide, {4} avec une priorité valide.",
            "Los {0} sitemaps juntos: {1}, {2} con fecha válida, {3} con frecuencia de cambio válida, {4} con prioridad válida.",
        ],
        &[
            &lang.number(sums.files),
            &lang.count(sums.entries, URLS),
            &lang.number(sums.dates),
            &lang.number(sums.frequencies),
            &lang.number(sums.priorities),
        ],
    )
}

/// The name of a column that counts entries.
const fn many(lang: Lang, noun: Noun) -> &'static str {
    noun[lang as usize][1]
}
