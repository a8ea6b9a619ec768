//! The comparison of a checked set with the folder of the built site. The page sends the files that are needed.

use sitemap_validator::message::Words;
use sitemap_validator::output::json;
use sitemap_validator::session::common_folder;
use sitemap_validator::set::{self, READ_OF_PAGE};
use sitemap_validator::source::{self, DEFAULT_CEILING};
use sitemap_validator_crawl::built::{Comparison, Plan};
use sitemap_validator_protocol::built::Outcome;
use sitemap_validator_protocol::message::{Folder, FolderFile, FromWorker, Settings};

use crate::edge::Edge;
use crate::input_file::InputFile;
use crate::job::CheckedSet;
use crate::run::Run;

/// How many pages are in memory at a time, at most twice.
const BATCH: usize = 25;

/// The folder of a built site.
#[derive(Debug)]
pub(crate) struct BuiltFolder {
    given: Folder,
    base: Option<String>,
    /// The length of the start of all names that stands for the folder.
    start: usize,
}

impl BuiltFolder {
    /// The folder `given` with a check of the files `inputs`. Few checks have one: this code is loaded later.
    #[inline(never)]
    pub(crate) fn new<F>(given: Folder, inputs: &[InputFile<F>], settings: &Settings) -> Self {
        let inputs = inputs.iter().map(|given| given.input.name.as_str());
        let start = common_folder(inputs.chain(given.files.iter().map(String::as_str)));
        let base = settings.base.as_deref().map(str::trim).filter(|base| !base.is_empty()).map(str::to_owned);
        Self { given, base, start }
    }

    /// The length of the start of all names that stands for the folder.
    pub(crate) const fn start(&self) -> usize {
        self.start
    }

    /// The name in the folder of a file.
    fn name<'n>(&self, name: &'n str) -> &'n str {
        name.get(self.start..).unwrap_or_default()
    }

    /// Begins to compare the files of `run`.
    fn begin<E: Edge>(&self, checked: &CheckedSet, run: &mut Run<E::File>, edge: &E) -> Result<Comparison, Outcome> {
        let members = &checked.members.files;
        let (spans, _) = set::sample(members, usize::MAX);
        let listed = set::entries(members, &spans, |file, read| {
            edge.pause();
            if let Ok(text) = run.read(file, edge) {
                read(&text.source);
            }
        });
        let inputs = || run.files.iter().map(|file| self.name(&file.task.terms.name));
        let names = self.given.files.iter().map(|name| self.name(name)).chain(inputs());
        let placed = inputs().zip(members).filter_map(|(name, member)| Some((name, member.url.as_deref()?)));
        Comparison::begin(names.map(str::to_owned).collect(), placed, self.base.as_deref(), listed)
    }

    /// Ends the run, with what is found in the folder.
    fn finish<E: Edge>(
        &self,
        checked: CheckedSet,
        compared: Result<Comparison, Outcome>,
        run: &mut Run<E::File>,
        words: &Words,
        edge: &E,
    ) -> FromWorker {
        let (pages, outcome) = match compared {
            Ok(comparison) => comparison.finish(),
            Err(outcome) => (Vec::new(), outcome),
        };
        let folder = self.given.files.first().and_then(|name| name.get(..self.start));
        let folder = folder.map(|name| name.trim_end_matches('/')).filter(|name| !name.is_empty());
        run.built = Some(Box::new(json::built(&outcome, folder.unwrap_or("."), &self.given.option, words)));
        checked.finish(&pages, run, edge)
    }
}

/// A comparison in progress.
#[derive(Debug)]
pub(crate) struct FolderCheck {
    checked: CheckedSet,
    folder: BuiltFolder,
    comparison: Comparison,
    /// The files that are still to be requested.
    plan: Plan,
    /// The number of requested files that have not come.
    expected: usize,
}

impl FolderCheck {
    /// Compares `folder` with the checked files. Returns the answer for the page if no file of the folder is needed.
    pub(crate) fn begin<E: Edge>(
        checked: CheckedSet,
        folder: BuiltFolder,
        run: &mut Run<E::File>,
        words: &Words,
        edge: &E,
    ) -> Result<Self, Box<FromWorker>> {
        let mut plan = Plan::of(folder.given.files.iter().map(|name| folder.name(name)));
        plan.pages.reverse();
        let compared = folder.begin(&checked, run, edge);
        match compared {
            Ok(comparison) if !plan.hosts.is_empty() || !plan.pages.is_empty() => {
                let mut check = Self { checked, folder, comparison, plan, expected: 0 };
                check.ask(edge);
                Ok(check)
            }
            compared => Err(Box::new(folder.finish(checked, compared, run, words, edge))),
        }
    }

    /// The number of the run.
    pub(crate) const fn run(&self) -> u32 {
        self.checked.number
    }

    /// True if no file is expected.
    pub(crate) const fn is_done(&self) -> bool {
        self.expected == 0
    }

    /// Asks for the next files.
    fn ask(&mut self, edge: &impl Edge) {
        let (files, most) = if self.plan.hosts.is_empty() {
            let rest = self.plan.pages.len().saturating_sub(BATCH);
            let mut files = self.plan.pages.split_off(rest);
            files.reverse();
            (files, READ_OF_PAGE + 1)
        } else {
            (std::mem::take(&mut self.plan.hosts), DEFAULT_CEILING)
        };
        if !files.is_empty() {
            self.expected += files.len();
            let files = files.into_iter().map(|file| file as u32).collect();
            edge.post(FromWorker::Wanted { run: self.run(), files, most: most as u32 });
        }
    }

    /// Reads files that the page has sent, after it has asked for the next ones.
    pub(crate) fn take<E: Edge>(&mut self, files: Vec<FolderFile>, contents: Vec<E::File>, edge: &E) {
        self.ask(edge);
        self.expected = self.expected.saturating_sub(files.len());
        let mut contents = contents.into_iter();
        for FolderFile { file, error } in files {
            edge.pause();
            let name = self.folder.given.files.get(file as usize).map_or("", |name| self.folder.name(name));
            let content = match error {
                Some(error) => Err(error),
                None => contents.next().ok_or_else(String::new),
            };
            let is_host = Plan::of([name]).pages.is_empty();
            let read = content.and_then(|content| {
                let contents = edge.read(&content, if is_host { DEFAULT_CEILING } else { READ_OF_PAGE })?;
                if is_host {
                    let text = String::from_utf8(contents.bytes).map_err(|error| error.to_string())?;
                    self.comparison.add_host_file(name, &text);
                } else {
                    let html = source::read(contents.bytes, READ_OF_PAGE);
                    self.comparison.add_page(name, self.comparison.read(name, html.text(), contents.size));
                }
                Ok(())
            });
            if let Err(why) = read {
                self.comparison.add_unread(name.to_owned(), why);
            }
        }
    }

    /// Ends the run: the answer for the page.
    pub(crate) fn finish<E: Edge>(self, run: &mut Run<E::File>, words: &Words, edge: &E) -> FromWorker {
        self.folder.finish(self.checked, Ok(self.comparison), run, words, edge)
    }
}
