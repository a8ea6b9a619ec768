//! The message that requests a check.

use sitemap_validator_protocol::{
    comparison::ComparisonFile,
    message::{Folder as BuiltFolder, Input as CheckInput, Settings, ToWorker},
};

use crate::{
    lang::Lang,
    lone_url::site_url,
    state::{Body, Comparing, Folder, Input, Site, State},
};

/// The tag of a language, as the worker expects it.
pub(crate) fn language(lang: Lang) -> String {
    if lang == Lang::En { String::new() } else { lang.tag().to_owned() }
}

/// The message that requests a check of the input, and the numbers of the blobs to send with it.
pub(crate) fn check(state: &State, now: i64, processors: u32) -> (ToWorker, Vec<u32>) {
    let alone = state.input.len() == 1;
    let (mut inputs, blobs) = inputs(&state.input, &state.address, &state.text_name());
    let folder = state.folder.as_ref().map(|folder| Box::new(built_folder(folder, alone, state.lang)));
    // It is served from the folder of the other files.
    let place = folder.as_ref().and_then(|folder| folder.files.first()?.split_once('/'));
    let robots_name = place.map_or_else(|| Site::ROBOTS.to_owned(), |(place, _)| format!("{place}/{}", Site::ROBOTS));
    inputs.extend(state.site.robots().map(|robots| text_input(&robots_name, None, robots)));
    let settings = Settings {
        profile: state.settings.names().into_iter().map(str::to_owned).collect(),
        pedantic: state.settings.pedantic,
        strict_schema: state.settings.strict_schema,
        search_console: state.site.search_console,
        verified_hosts: state.site.host_list(),
        base: site_url(&state.site.base).filter(|_| !alone),
        now: Some(now),
        lang: language(state.lang),
        excerpts: true,
    };
    (ToWorker::Check { run: state.run, settings, inputs, processors, folder }, blobs)
}

/// The folder of the built site, with the name of the field for its URL.
#[inline(never)]
fn built_folder(folder: &Folder, alone: bool, lang: Lang) -> BuiltFolder {
    let label = lang.text(if alone { Site::SITEMAP_URL } else { Site::FOLDER_URL });
    let field = ["the field “{0}”", "le champ «\u{a0}{0}\u{a0}»", "el campo «{0}»"];
    let files = folder.files.iter().map(ToString::to_string).collect();
    BuiltFolder { files, option: lang.fill(field, &[&label]) }
}

/// The message that compares the input with an earlier version, and the numbers of the blobs to send with it.
pub(crate) fn compare(state: &State, file: Option<ComparisonFile>) -> Option<(ToWorker, Vec<u32>)> {
    let Comparing { number, old, titles, .. } = &**state.comparison.as_ref()?;
    let (inputs, blobs) = inputs(&old.input, &old.address, &titles[0]);
    Some((ToWorker::Compare { run: state.shown_run()?, number: *number, names: titles.clone(), inputs, file }, blobs))
}

/// The files of an input, and the numbers of the blobs to send with them. `address` is the URL of a single file, and
/// `text_name` the name of a text.
fn inputs(input: &Input, address: &str, text_name: &str) -> (Vec<CheckInput>, Vec<u32>) {
    let mut blobs = Vec::new();
    let inputs = match input {
        Input::Nothing => Vec::new(),
        Input::Text { text, .. } => vec![text_input(text_name, site_url(address), text)],
        Input::Files(entries) => entries
            .iter()
            .map(|entry| {
                let url = site_url(if entries.len() == 1 { address } else { &entry.address });
                let name = if *entry.name == *Input::UNNAMED { text_name } else { &entry.name };
                let http = entry.http.as_deref().cloned().map(Box::new);
                match &entry.body {
                    Body::Text(text) => CheckInput { repaired: entry.fixed, http, ..text_input(name, url, text) },
                    Body::Blob(number) => {
                        blobs.push(*number);
                        let (name, content) = (name.to_owned(), Some(*number));
                        CheckInput { name, content, url, repaired: entry.fixed, http, text: None }
                    }
                }
            })
            .collect(),
    };
    (inputs, blobs)
}

fn text_input(name: &str, address: Option<String>, text: &str) -> CheckInput {
    let (name, text) = (name.to_owned(), Some(text.to_owned()));
    CheckInput { name, content: None, url: address, repaired: false, http: None, text }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::state::Entry;

    fn entry(name: &str, body: Body, address: &str) -> Entry {
        Entry { name: name.into(), bytes: 10, body, address: address.into(), http: None, fixed: false }
    }

    fn asked(state: &State) -> (Settings, Vec<CheckInput>, Vec<u32>) {
        match check(state, 7, 2) {
            (ToWorker::Check { settings, inputs, .. }, blobs) => (settings, inputs, blobs),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_of_several_files_has_an_address_of_its_own() {
        let one = "https://tidepool.page/a.xml";
        let entries = [entry("a.xml", Body::Blob(3), one), entry("b.xml", Body::Text("b".into()), "tidepool")];
        let state = State {
            input: Input::Files(entries.into()),
            address: "https://elsewhere.tidepool.page/".into(),
            site: Site { base: " tidepool.page/x ".into(), hosts: "a.example".into(), ..Site::default() },
            ..State::default()
        };
        let (settings, inputs, blobs) = asked(&state);
        assert_eq!((inputs[0].url.as_deref(), inputs[0].content, &inputs[0].text), (Some(one), Some(3), &None));
        assert_eq!((inputs[1].url.as_deref(), inputs[1].text.as_deref()), (None, Some("b")));
        assert_eq!((settings.base.as_deref(), blobs), (Some("https://tidepool.page/x"), vec![3]));
        assert_eq!(settings.verified_hosts, ["a.example"]);
    }

    #[test]
    fn requests_mark_the_files_that_were_fixed() {
        let fixed = |body| Entry { fixed: true, ..entry("a.xml.gz", body, "") };
        let entries = [entry("a.xml.gz", Body::Blob(3), ""), fixed(Body::Blob(4)), fixed(Body::Text("b".into()))];
        let (_, inputs, _) = asked(&State { input: Input::Files(entries.into()), ..State::default() });
        assert_eq!(inputs.iter().map(|input| input.repaired).collect::<Vec<_>>(), [false, true, true]);
    }

    #[test]
    fn findings_are_asked_for_in_the_language_of_the_page() {
        let language = |lang| asked(&State { lang, ..State::default() }).0.lang;
        assert_eq!(Lang::ALL.map(language), ["", "fr", "es"]);
    }

    #[test]
    fn a_pasted_robots_txt_belongs_to_the_built_site() {
        let files = ["dist/index.html", "dist/sitemap.xml"].map(Rc::from);
        let state = State {
            input: Input::Files([entry("dist/sitemap.xml", Body::Blob(3), "")].into()),
            folder: Some(Rc::new(Folder { number: 5, files: files.into(), pages: 1 })),
            site: Site { robots: "User-agent: *".into(), ..Site::default() },
            ..State::default()
        };
        let (ToWorker::Check { inputs, folder, .. }, blobs) = check(&state, 7, 2) else { panic!("a check") };
        assert_eq!(
            inputs.iter().map(|input| &*input.name).collect::<Vec<_>>(),
            ["dist/sitemap.xml", "dist/robots.txt"]
        );
        let folder = folder.expect("the folder");
        assert_eq!(folder.files, ["dist/index.html", "dist/sitemap.xml"]);
        assert_eq!((&*folder.option, blobs), ("the field “URL of the sitemap”", vec![3]));
    }

    #[test]
    fn a_pasted_robots_txt_is_a_file_of_its_own() {
        let state = State {
            input: Input::Text { text: "x".into(), fixed: false },
            address: "https://tidepool.page/sitemap.xml".into(),
            site: Site { robots: "Sitemap: x".into(), base: "https://unused.example/".into(), ..Site::default() },
            ..State::default()
        };
        let (settings, inputs, _) = asked(&state);
        let named: Vec<_> = inputs.iter().map(|input| (&*input.name, input.url.as_deref())).collect();
        assert_eq!(named, [("Pasted text", Some("https://tidepool.page/sitemap.xml")), ("robots.txt", None)]);
        assert_eq!(settings.base, None);
    }
}
