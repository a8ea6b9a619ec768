//! What is being checked, and what can be done with it.

use sitemap_validator_protocol::{
    message::Target,
    report::{File, Kind},
};
use yew::prelude::*;

use super::{drop_zone::ChooseFiles, repairs::Repairs};
use crate::{
    state::{Action, Checked},
    store::Store,
    text::{middle_cut, spelled_out},
    verdict::{entries_of, kind_in_words},
    words::{count, sizes},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The file looked at.
    pub(crate) file: std::rc::Rc<Checked>,
    /// True when the page has repaired something in it.
    pub(crate) fixed: bool,
    /// True when the last repair can be taken back.
    pub(crate) undo: bool,
    pub(crate) given: Given,
    pub(crate) store: Store,
    pub(crate) act: Callback<Action>,
}

/// How the file was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Given {
    /// In the text box, which has controls of its own.
    Text,
    /// Alone.
    File,
    /// As one of several: what concerns all of them stands with all of them.
    OneOfSeveral,
}

/// What is being checked, and what can be done with it.
#[component]
pub(crate) fn Bar(props: &Props) -> Html {
    let report = &props.file.report;
    let name = spelled_out(&report.name);
    let (one, many) = entries_of(report.kind);
    let mut facts = vec![kind_in_words(report.kind).to_owned(), sizes(report.bytes, report.decompressed_bytes)];
    if report.stats.entries > 0 {
        facts.push(count(report.stats.entries, one, many));
    }
    if props.file.lines > 0 {
        facts.push(count(u64::from(props.file.lines), "line", "lines"));
    }
    if !report.encoding.is_empty() && props.file.lines > 0 {
        facts.push(report.encoding.clone());
    }
    let act = &props.act;
    let safe = u64::from(props.file.safe_fixes);
    html! {
        <div class="bar">
            <div class="bar-name">
                <bdi dir="ltr" class="mono" title={name.clone()}>{ middle_cut(&name, 48) }</bdi>
                <span class="muted facts">{ facts.join(" · ") }</span>
            </div>
            <div class="bar-tools">
                <Repairs fixed={props.fixed} undo={props.undo} {safe} act={act.clone()} />
                if let Some((to, label)) = conversion(report) {
                    <button type="button" onclick={act.reform(move |_| Action::Convert(to))}>{ label }</button>
                }
                if props.given != Given::OneOfSeveral {
                    <button type="button" onclick={act.reform(|_| Action::Export)}>{ "Download report" }</button>
                }
                if props.given == Given::File {
                    <ChooseFiles store={props.store.clone()} act={act.clone()} label="Choose files" />
                    <button type="button" onclick={act.reform(|_| Action::Reset)}>{ "Clear" }</button>
                }
            </div>
        </div>
    }
}

/// The format a file is worth converting to, and what the button says.
fn conversion(file: &File) -> Option<(Target, &'static str)> {
    let over = ["limits-too-many-urls", "limits-file-too-large"].iter().any(|rule| file.rules.contains_key(*rule));
    match file.kind {
        _ if file.stats.entries == 0 => None,
        Kind::Urlset | Kind::Text if over => Some((Target::Split, "Split into several")),
        Kind::Urlset => Some((Target::Text, "Save as text list")),
        Kind::Text | Kind::Rss | Kind::Atom => Some((Target::Sitemap, "Save as XML sitemap")),
        _ => None,
    }
}
