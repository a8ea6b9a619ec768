//! The worker reports the same findings for sets as the library.

use super::*;

#[path = "../../../../../tests/sets/read.rs"]
mod read;

#[test]
fn sets_are_reported_as_by_the_library() {
    for set in read::sets() {
        let inputs = set.files.iter().map(|(name, _)| input(name, None)).collect();
        let settings = Settings { base: set.base.clone(), ..Settings::default() };
        let files = set.files.iter().map(|(_, bytes)| Posted::from(&**bytes)).collect();
        let mut page = Page::new(0.0);
        let said = page.say(&ToWorker::Check { run: 7, settings, inputs, processors: 0 }, files);
        let Some(FromWorker::Done { .. }) = said.last() else { panic!("{said:?}") };
        let FromWorker::Exported { text, .. } =
            page.ask(&ToWorker::Export { run: 7, format: "json".into(), file: None })
        else {
            panic!("no report")
        };
        assert_eq!(read::plain(&text), set.expected(), "{}", set.name);
    }
}
