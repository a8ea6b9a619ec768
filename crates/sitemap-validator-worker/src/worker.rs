//! Each message of the page, and the answer to it.

use std::vec;

use sitemap_validator::output::json;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{Opened, Source, open};
use sitemap_validator_protocol::message::{FromWorker, Input, PROTOCOL, Settings, ToWorker};

use crate::checking::{Pace, check};
use crate::edge::{Contents, Edge};
use crate::kept::Kept;
use crate::settings::options;

/// The worker: the last run and the browser around it.
#[derive(Debug)]
pub struct Worker<E: Edge> {
    edge: E,
    run: Option<u32>,
    files: Vec<Kept>,
}

impl<E: Edge> Worker<E> {
    /// A worker that says it is ready.
    pub fn start(edge: E) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        edge.post(&FromWorker::Ready { protocol: PROTOCOL, version });
        Self { edge, run: None, files: Vec::new() }
    }

    /// Answers `message`, a [`ToWorker`] as JSON, with the files posted along.
    pub fn handle(&mut self, message: &str, files: Vec<E::File>) {
        let (run, answer) = match serde_json::from_str(message) {
            Ok(ToWorker::Check { run, settings, inputs }) => (run, self.check(run, &settings, inputs, files)),
            Ok(message) => {
                let (run, file) = address(&message);
                (run, self.kept(run, file).and_then(|files| answer(run, files, message)))
            }
            Err(error) => (run_of(message), Err(format!("The message was not understood: {error}"))),
        };
        self.edge.post(&answer.unwrap_or_else(|message| FromWorker::Failed { run, message }));
    }

    fn check(
        &mut self,
        run: u32,
        settings: &Settings,
        inputs: Vec<Input>,
        files: Vec<E::File>,
    ) -> Result<FromWorker, String> {
        // The texts of the last run go first, so that two runs never lie in memory together.
        self.files = Vec::new();
        self.run = None;
        let mut pace = Pace::new(run, &self.edge);
        let mut posted = files.into_iter();
        let mut done = Vec::with_capacity(inputs.len());
        for mut input in inputs {
            pace.reading(&self.edge, &input.name);
            let source = self.source(&mut input, &mut posted)?;
            let options = options(settings, &input);
            done.push(check(&input.name, source, options, &mut pace, &self.edge));
        }
        let report = json::report(done.iter().map(Kept::summary).collect(), None);
        let answer = FromWorker::Done {
            run,
            elapsed: pace.elapsed(&self.edge),
            report,
            safe_fixes: done.iter().map(Kept::safe_fixes).collect(),
            lines: done.iter().map(Kept::line_count).collect(),
        };
        self.files = done;
        self.run = Some(run);
        Ok(answer)
    }

    /// The text of `input`: its own, or that of the next posted file.
    fn source(&self, input: &mut Input, posted: &mut vec::IntoIter<E::File>) -> Result<Source, String> {
        if let Some(text) = input.text.take() {
            return Ok(Source::from_text(text));
        }
        let file = posted.next().ok_or_else(|| format!("`{}` came without its file", input.name))?;
        let Contents { bytes, size } = self
            .edge
            .read(&file, DEFAULT_CEILING)
            .map_err(|why| format!("`{}` could not be read: {why}", input.name))?;
        let mut source = match open(bytes, DEFAULT_CEILING) {
            Opened::Text(source) => source,
            Opened::Undecoded(undecoded) => {
                let text = self.edge.decode(&undecoded.label, &undecoded.bytes);
                undecoded.decoded(text)
            }
        };
        source.origin.bytes = size;
        Ok(source)
    }

    /// The files of `run`, when it is the last one and has file `index`.
    fn kept(&self, run: u32, index: Option<u32>) -> Result<&[Kept], String> {
        if self.run != Some(run) {
            return Err("That run is over; its text is no longer here".to_owned());
        }
        match index {
            Some(index) if index as usize >= self.files.len() => Err(format!("The run has no file number {index}")),
            _ => Ok(&self.files),
        }
    }
}

/// The run and the file a message is about.
fn address(message: &ToWorker) -> (u32, Option<u32>) {
    match *message {
        ToWorker::Check { run, .. } | ToWorker::Export { run, .. } => (run, None),
        ToWorker::Findings { run, file, .. } | ToWorker::Lines { run, file, .. } | ToWorker::Fix { run, file, .. } => {
            (run, Some(file))
        }
    }
}

/// The answer to a question about `files`, which has the file asked for.
fn answer(run: u32, files: &[Kept], message: ToWorker) -> Result<FromWorker, String> {
    Ok(match message {
        ToWorker::Findings { file, rule, offset, count, .. } => {
            let diagnostics = files[file as usize].findings(rule.as_deref(), offset, count);
            FromWorker::Findings { run, file, rule, offset, diagnostics }
        }
        ToWorker::Lines { file, first, count, focus, .. } => {
            let kept = &files[file as usize];
            let lines = kept.lines(first, count, focus);
            FromWorker::Lines { run, file, total: kept.line_count(), lines }
        }
        ToWorker::Fix { file, what, .. } => {
            let fixed = files[file as usize].fix(&what);
            let (applied, text) = fixed.ok_or("There is no such rule")?;
            FromWorker::Fixed { run, file, applied, text }
        }
        ToWorker::Export { format, .. } if format == "json" => {
            let report = json::report(files.iter().map(Kept::whole).collect(), None);
            let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
            FromWorker::Exported { run, format, text }
        }
        ToWorker::Export { format, .. } => {
            return Err(format!("`{format}` is not a format of reports; `json` is"));
        }
        ToWorker::Check { .. } => return Err("A check is no question".to_owned()),
    })
}

/// The run a message that was not understood may have been about.
fn run_of(message: &str) -> u32 {
    serde_json::from_str::<serde_json::Value>(message)
        .ok()
        .and_then(|message| message.get("run")?.as_u64())
        .and_then(|run| run.try_into().ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::rc::Rc;

    use super::*;
    use sitemap_validator_protocol::message::FixRequest;

    /// A browser with a clock that ticks at every look, and a decoder for one encoding.
    #[derive(Debug, Clone, Default)]
    struct Fake {
        said: Rc<RefCell<Vec<FromWorker>>>,
        clock: Rc<Cell<f64>>,
        tick: f64,
    }

    impl Edge for Fake {
        type File = Result<Vec<u8>, String>;

        fn now(&self) -> f64 {
            self.clock.set(self.clock.get() + self.tick);
            self.clock.get()
        }

        fn post(&self, answer: &FromWorker) {
            self.said.borrow_mut().push(answer.clone());
        }

        fn read(&self, file: &Self::File, _: u64) -> Result<Contents, String> {
            let bytes = file.clone()?;
            let size = bytes.len() as u64;
            Ok(Contents { bytes, size })
        }

        fn decode(&self, label: &str, bytes: &[u8]) -> Option<(String, bool)> {
            (label == "latin1").then(|| (bytes.iter().map(|&byte| char::from(byte)).collect(), true))
        }
    }

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

        fn say(&mut self, message: &ToWorker, files: Vec<Result<Vec<u8>, String>>) -> Vec<FromWorker> {
            self.worker.handle(&serde_json::to_string(message).expect("serialises"), files);
            self.edge.said.take()
        }

        fn ask(&mut self, message: &ToWorker) -> FromWorker {
            self.say(message, Vec::new()).pop().expect("an answer")
        }
    }

    fn input(name: &str, text: Option<&str>) -> Input {
        Input { name: name.to_owned(), address: None, text: text.map(str::to_owned) }
    }

    fn checking(inputs: Vec<Input>) -> ToWorker {
        ToWorker::Check { run: 7, settings: Settings::default(), inputs }
    }

    fn is_failure(answer: &FromWorker, of: u32, with: &str) -> bool {
        matches!(answer, FromWorker::Failed { run, message } if *run == of && message.contains(with))
    }

    #[test]
    fn texts_and_files_are_checked_in_their_order() {
        let mut page = Page::new(0.0);
        let latin = b"<?xml version='1.0' encoding='latin1'?>\n<a>\xE9</a>".to_vec();
        let inputs = vec![input("a.xml", Some("1\n2\n")), input("b.xml", None), input("c.xml", None)];
        let said = page.say(&checking(inputs), vec![Ok(latin), Ok(b"x".to_vec())]);
        let [FromWorker::Done { run: 7, report, lines, safe_fixes, .. }] = &said[..] else { panic!("{said:?}") };
        assert_eq!(lines, &[3, 2, 1]);
        assert_eq!(safe_fixes.len(), 3);
        let named: Vec<_> = report.files.iter().map(|file| (&*file.name, &*file.encoding, file.bytes)).collect();
        assert_eq!(named, [("a.xml", "utf-8", 4), ("b.xml", "latin1", 48), ("c.xml", "utf-8", 1)]);

        let second = page.ask(&ToWorker::Lines { run: 7, file: 1, first: 2, count: 5, focus: None });
        let FromWorker::Lines { total: 2, lines, .. } = second else { panic!("{second:?}") };
        assert_eq!(lines[0].text, "<a>é</a>");

        let export = page.ask(&ToWorker::Export { run: 7, format: "json".into() });
        let FromWorker::Exported { text, .. } = export else { panic!("{export:?}") };
        let report: sitemap_validator_protocol::report::Report = serde_json::from_str(&text).expect("a report");
        assert_eq!(report.files.len(), 3);
    }

    #[test]
    fn compressed_files_are_unpacked_by_the_core() {
        let gzip = b"\x1F\x8B\x08\0\0\0\0\0\0\xFF\x01\x01\0\xFE\xFFx\x83\x16\xDC\x8C\x01\0\0\0";
        let mut page = Page::new(0.0);
        let files = vec![Ok(gzip.to_vec()), Ok(gzip[..20].to_vec()), Ok([gzip.as_slice(), b"more"].concat())];
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
        let fixed = page.ask(&ToWorker::Fix { run: 7, file: 0, what });
        let FromWorker::Fixed { applied, text: fixed, .. } = fixed else { panic!("{fixed:?}") };
        assert_eq!((applied, fixed), (1_200, text.replace('&', "&amp;")));
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let mut page = Page::new(0.0);
        let lines = |run, file| ToWorker::Lines { run, file, first: 1, count: 1, focus: None };
        assert!(is_failure(&page.ask(&lines(7, 0)), 7, "over"));
        assert!(is_failure(&page.ask(&checking(vec![input("a.xml", None)])), 7, "without its file"));
        let gone = page.say(&checking(vec![input("a.xml", None)]), vec![Err("it is gone".into())]);
        assert!(is_failure(&gone[0], 7, "`a.xml` could not be read: it is gone"));
        page.ask(&checking(vec![input("a.xml", Some("x"))]));
        assert!(is_failure(&page.ask(&lines(7, 1)), 7, "no file"));
        assert!(is_failure(&page.ask(&ToWorker::Export { run: 7, format: "pdf".into() }), 7, "`pdf`"));
        page.worker.handle("{\"type\":\"dance\",\"run\":9}", Vec::new());
        page.worker.handle("", Vec::new());
        let said = page.edge.said.take();
        assert!(is_failure(&said[0], 9, "not understood") && is_failure(&said[1], 0, "not understood"));
        assert!(matches!(page.ask(&lines(7, 0)), FromWorker::Lines { .. }));
    }
}
