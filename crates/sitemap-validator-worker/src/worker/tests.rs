//! Tests of the worker without a browser.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::*;
use crate::edge::Contents;
use sitemap_validator_protocol::message::{FixRequest, Input, Question, Settings};
use sitemap_validator_protocol::packed::Packed;
use sitemap_validator_protocol::report::Report;

mod built;
mod comparing;
mod conformance;
mod figures;
mod fixing;
mod languages;
mod pools;
mod sets;
mod sites;
mod source;

/// A file, which may change or be removed.
#[derive(Debug, Clone)]
struct Posted(Rc<RefCell<Result<Vec<u8>, String>>>);

impl From<&[u8]> for Posted {
    fn from(bytes: &[u8]) -> Self {
        Self(Rc::new(RefCell::new(Ok(bytes.to_vec()))))
    }
}

impl Posted {
    fn becomes(&self, content: Result<&str, &str>) {
        *self.0.borrow_mut() = content.map(|text| text.as_bytes().to_vec()).map_err(str::to_owned);
    }
}

/// A browser whose clock advances each time it is read, with a decoder for one encoding.
#[derive(Debug, Clone, Default)]
struct Fake {
    said: Rc<RefCell<Vec<FromWorker>>>,
    clock: Rc<Cell<f64>>,
    tick: f64,
    /// The number of calls of `pause`.
    breaths: Rc<Cell<usize>>,
    /// The number of bytes of each read.
    read: Rc<RefCell<Vec<usize>>>,
    /// The maximum number of helpers that the browser allows.
    room: Rc<Cell<usize>>,
    /// The running helpers, and the number of helpers ever started.
    hired: Rc<RefCell<Vec<u32>>>,
    ever: Rc<Cell<usize>>,
    /// True if files cannot be passed to helpers.
    stuck: Rc<Cell<bool>>,
    /// The messages and files passed to helpers.
    handed: Rc<RefCell<Vec<Handed>>>,
    /// The messages that this browser reported as a helper.
    reported: Rc<RefCell<Vec<Vec<u8>>>>,
}

impl Edge for Fake {
    type File = Posted;

    fn now(&self) -> f64 {
        self.clock.set(self.clock.get() + self.tick);
        self.clock.get()
    }

    fn pause(&self) {
        self.breaths.set(self.breaths.get() + 1);
    }

    fn post(&self, answer: FromWorker) {
        assert_eq!(FromWorker::unpack(&answer.pack()).as_ref(), Some(&answer));
        self.said.borrow_mut().push(answer);
    }

    fn size(&self, file: &Posted) -> u64 {
        file.0.borrow().as_ref().map_or(0, Vec::len) as u64
    }

    fn start_helper(&self, helper: u32) -> bool {
        let may = self.hired.borrow().len() < self.room.get();
        if may {
            self.hired.borrow_mut().push(helper);
            self.ever.set(self.ever.get() + 1);
        }
        may
    }

    fn hand(&self, helper: u32, message: &[u8], file: &Posted) -> bool {
        let may = !self.stuck.get();
        if may {
            self.handed.borrow_mut().push((helper, message.to_vec(), file.clone()));
        }
        may
    }

    fn site(&self) -> Option<String> {
        Some("https://tidepool.page/check/".to_owned())
    }

    fn stop_helper(&self, helper: u32) {
        self.hired.borrow_mut().retain(|hired| *hired != helper);
    }

    fn report(&self, answer: &[u8]) {
        self.reported.borrow_mut().push(answer.to_vec());
    }

    fn read(&self, file: &Posted, ceiling: u64) -> Result<Contents, String> {
        let mut bytes = file.0.borrow().clone()?;
        let size = bytes.len() as u64;
        bytes.truncate(ceiling as usize + 1);
        self.read.borrow_mut().push(bytes.len());
        Ok(Contents { bytes, size })
    }

    fn decode(&self, label: &str, bytes: &[u8]) -> Option<(String, bool)> {
        (label == "latin1").then(|| (bytes.iter().map(|&byte| char::from(byte)).collect(), true))
    }
}

/// A helper, its message, and the file.
type Handed = (u32, Vec<u8>, Posted);

struct Page {
    edge: Fake,
    worker: Worker<Fake>,
}

impl Page {
    fn new(tick: f64) -> Self {
        let edge = Fake { tick, ..Fake::default() };
        let worker = Worker::start(edge.clone());
        assert!(matches!(edge.said.take()[..], [FromWorker::Ready { protocol: PROTOCOL, .. }]));
        Self { edge, worker }
    }

    fn say(&mut self, message: &ToWorker, files: Vec<Posted>) -> Vec<FromWorker> {
        self.worker.handle(&serde_json::to_string(message).expect("serialises"), files);
        self.edge.said.take()
    }

    fn ask(&mut self, message: &ToWorker) -> FromWorker {
        self.say(message, Vec::new()).pop().expect("an answer")
    }
}

fn input(name: &str, text: Option<&str>) -> Input {
    Input {
        name: name.to_owned(),
        content: None,
        url: None,
        repaired: false,
        http: None,
        text: text.map(str::to_owned),
    }
}

fn checking(inputs: Vec<Input>) -> ToWorker {
    ToWorker::Check { run: 7, settings: Settings::default(), inputs, processors: 1, folder: None }
}

fn is_failure(answer: &FromWorker, of: u32, with: &str) -> bool {
    matches!(answer, FromWorker::Failed { run, message } if *run == of && message.contains(with))
}

#[test]
fn texts_and_files_are_checked_in_their_order() {
    let mut page = Page::new(0.0);
    let latin = b"<?xml version='1.0' encoding='latin1'?>\n<a>\xE9</a>".to_vec();
    let inputs = vec![input("a.xml", Some("1\n2\n")), input("b.xml", None), input("c.xml", None)];
    let said = page.say(&checking(inputs), vec![latin[..].into(), b"x"[..].into()]);
    let [FromWorker::Done { run: 7, report, lines, safe_fixes, .. }] = &said[..] else { panic!("{said:?}") };
    assert_eq!(lines, &[3, 2, 1]);
    assert_eq!(safe_fixes.len(), 3);
    let named: Vec<_> = report.files.iter().map(|file| (&*file.name, &*file.encoding, file.bytes)).collect();
    assert_eq!(named, [("a.xml", "utf-8", 4), ("b.xml", "latin1", 48), ("c.xml", "utf-8", 1)]);

    let second = page.ask(&Question::Lines { first: 2, count: 5, focus: None }.of(7, 1));
    let FromWorker::Lines { total: 2, lines, .. } = second else { panic!("{second:?}") };
    assert_eq!(lines[0].text, "<a>é</a>");

    let export = page.ask(&ToWorker::Export { run: 7, format: "json".into(), file: None });
    let FromWorker::Exported { text, .. } = export else { panic!("{export:?}") };
    let report: Report = serde_json::from_str(&text).expect("a report");
    assert_eq!(report.files.len(), 3);
}

#[test]
fn a_report_in_an_unknown_format_is_refused_with_the_names_of_the_formats() {
    let mut page = Page::new(0.0);
    page.ask(&checking(vec![input("a.xml", Some("x"))]));
    for name in ["xlsx", "github"] {
        let answer = page.ask(&ToWorker::Export { run: 7, format: name.into(), file: None });
        let FromWorker::Failed { message, .. } = answer else { panic!("{answer:?}") };
        let mut names = message.split('`').skip(1).step_by(2);
        assert_eq!(names.next(), Some(name));
        assert!(names.eq(Format::offered().map(|format| format.info().name)), "{message}");
    }
}

#[test]
fn a_report_is_written_in_every_format_of_all_files_or_of_one() {
    let mut page = Page::new(0.0);
    let text = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>/a</loc></url></urlset>";
    page.ask(&checking(vec![input("a.xml", Some(text)), input("b.xml", Some("x"))]));
    let mut export = |format: &str, file| {
        let export = page.ask(&ToWorker::Export { run: 7, format: format.into(), file });
        let FromWorker::Exported { text, .. } = export else { panic!("{export:?}") };
        text
    };
    let mut formats = Vec::new();
    for format in Format::offered().map(|format| format.info().name) {
        let all = export(format, None);
        formats.push(all[..6].to_owned());
        assert!(all.contains("b.xml") && all.contains("loc-relative"), "{format}: {all}");
        let one = export(format, Some(0));
        assert!(one.contains("loc-relative") && !one.contains("b.xml"), "{format}: {one}");
    }
    assert_eq!(formats, ["<!doct", "{\n  \"v", "\u{FEFF}fil", "{\"$sch", "<?xml ", "# Site", "2 file"]);
    let address = "https://tidepool.page/check/rules/loc-relative.html";
    assert!(export("sarif", None).contains(address));
}

#[test]
fn compressed_files_are_unpacked_by_the_core() {
    let gzip = b"\x1F\x8B\x08\0\0\0\0\0\0\xFF\x01\x01\0\xFE\xFFx\x83\x16\xDC\x8C\x01\0\0\0";
    let mut page = Page::new(0.0);
    let files = vec![gzip[..].into(), gzip[..20].into(), [gzip.as_slice(), b"more"].concat()[..].into()];
    let inputs = ["a.xml", "b.xml.gz", "c.xml.gz"].map(|name| input(name, None));
    let said = page.say(&checking(inputs.into()), files);
    let [FromWorker::Done { report, .. }] = &said[..] else { panic!("{said:?}") };
    let found = |index: usize| report.files[index].rules.keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!((report.files[0].bytes, report.files[0].decompressed_bytes), (24, 1));
    assert_eq!(found(0), ["gzip-extension-mismatch", "structure-unknown-format"]);
    assert_eq!(found(1), ["gzip-truncated", "structure-unknown-format"]);
    assert_eq!(found(2), ["gzip-trailing-data", "structure-unknown-format"]);
}

#[test]
fn progress_is_told_only_when_a_run_is_long() {
    let text = "<urlset>".to_owned() + &" ".repeat(3_000_000);
    let inputs = || vec![input("a.xml", Some(&text)), input("b.xml", Some("x"))];
    assert_eq!(Page::new(1.0).say(&checking(inputs()), Vec::new()).len(), 1);
    let said = Page::new(120.0).say(&checking(inputs()), Vec::new());
    assert!(matches!(said[0], FromWorker::Progress(_)), "{said:?}");
    assert!(matches!(said.last(), Some(FromWorker::Done { elapsed: 240.., .. })));
}

#[test]
fn repairs_reach_beyond_the_findings_kept() {
    let entry = "<url><loc>https://a.example/?x=1&y=2</loc></url>\n";
    let open = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
    let text = open.to_owned() + &entry.repeat(1_200) + "</urlset>\n";
    let mut page = Page::new(0.0);
    let done = page.ask(&checking(vec![input("a.xml", Some(&text))]));
    let FromWorker::Done { report, safe_fixes, .. } = done else { panic!("{done:?}") };
    assert_eq!(report.files[0].rules["loc-unescaped-ampersand"], 1_200);
    assert!(report.files[0].truncated && safe_fixes[0] >= 1_200);
    let what = FixRequest::Rule { rule: "loc-unescaped-ampersand".into() };
    let fixed = page.ask(&Question::Fix { what }.of(7, 0));
    let FromWorker::Fixed { applied, text: fixed, .. } = fixed else { panic!("{fixed:?}") };
    assert_eq!((applied, fixed), (1_200, text.replace('&', "&amp;")));
}

#[test]
fn safe_fixes_are_counted_behind_any_number_of_others() {
    // A long URL would exceed the limit when it is encoded, so that this fix is not safe.
    let entry = |number: usize, path: &str| format!("<url><loc>https://a.example/{number}{path} x</loc></url>\n");
    let long: String = (0..1_100).map(|number| entry(number, &"y".repeat(800))).collect();
    let short: String = (0..7).map(|number| entry(number, "")).collect();
    let open = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
    let text = open.to_owned() + &long + &short + "</urlset>\n";
    let done = Page::new(0.0).ask(&checking(vec![input("a.xml", Some(&text))]));
    let FromWorker::Done { report, safe_fixes, .. } = done else { panic!("{done:?}") };
    assert_eq!((report.files[0].rules["loc-whitespace-inside"], safe_fixes[0]), (1_107, 7));
}

#[test]
fn what_cannot_be_done_is_said() {
    let mut page = Page::new(0.0);
    let lines = |run, file| Question::Lines { first: 1, count: 1, focus: None }.of(run, file);
    assert!(is_failure(&page.ask(&lines(7, 0)), 7, "over"));
    assert!(is_failure(&page.ask(&checking(vec![input("a.xml", None)])), 7, "without its file"));
    let gone = Posted::from(&b""[..]);
    gone.becomes(Err("it is gone"));
    let gone = page.say(&checking(vec![input("a.xml", None)]), vec![gone]);
    assert!(is_failure(&gone[0], 7, "`a.xml` could not be read: it is gone"));
    page.ask(&checking(vec![input("a.xml", Some("x"))]));
    assert!(is_failure(&page.ask(&lines(7, 1)), 7, "no file"));
    let export = |format: &str, file| ToWorker::Export { run: 7, format: format.into(), file };
    assert!(is_failure(&page.ask(&export("pdf", None)), 7, "`pdf`"));
    assert!(is_failure(&page.ask(&export("github", None)), 7, "`github`"));
    assert!(is_failure(&page.ask(&export("csv", Some(1))), 7, "no file"));
    page.worker.handle("{\"dance\":{\"run\":9}}", Vec::new());
    page.worker.handle("", Vec::new());
    let said = page.edge.said.take();
    assert!(is_failure(&said[0], 9, "not understood") && is_failure(&said[1], 0, "not understood"));
    assert!(matches!(page.ask(&lines(7, 0)), FromWorker::Lines { .. }));
}
