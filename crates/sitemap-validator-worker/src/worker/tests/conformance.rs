//! The worker reports the same findings for sets as the library.

use sitemap_validator_protocol::http::Http;

use super::*;

#[path = "../../../../../tests/sets/read.rs"]
mod read;

#[test]
fn sets_are_reported_as_by_the_library() {
    for set in read::sets() {
        let inputs = set.files.iter().map(|(name, _)| input(name, None)).collect();
        let settings = Settings { base: set.base.clone(), ..Settings::default() };
        let files = set.files.iter().map(|(_, bytes)| Posted::from(&**bytes)).collect();
        assert_eq!(report(settings, inputs, files), set.expected(), "{}", set.name);
    }
}

#[test]
fn a_saved_site_is_reported_as_by_the_command_line() {
    let (folder, published) = read::saved_site();
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&read("manifest.json")).unwrap();
    let (inputs, files) = manifest["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            let http: Http = serde_json::from_value(file["http"].clone()).unwrap();
            let bytes = file["file"].as_str().map(read).unwrap_or_default();
            let input = Input { http: Some(Box::new(http.clone())), ..input(&http.requested, None) };
            (input, Posted::from(&*bytes))
        })
        .unzip();
    let expected: serde_json::Value = serde_json::from_slice(&std::fs::read(published).unwrap()).unwrap();
    assert_eq!(report(Settings::default(), inputs, files), expected);
}

/// The report on a set, without the program that made it.
fn report(settings: Settings, inputs: Vec<Input>, files: Vec<Posted>) -> serde_json::Value {
    let mut page = Page::new(0.0);
    let said = page.say(&ToWorker::Check { run: 7, settings, inputs, processors: 0, folder: None }, files);
    let Some(FromWorker::Done { .. }) = said.last() else { panic!("{said:?}") };
    let FromWorker::Exported { text, .. } = page.ask(&ToWorker::Export { run: 7, format: "json".into(), file: None })
    else {
        panic!("no report")
    };
    read::plain(&text)
}
