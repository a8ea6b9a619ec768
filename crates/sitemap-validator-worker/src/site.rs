//! The search for the sitemaps of a site. The page makes the requests.

use sitemap_validator::message::Words;
use sitemap_validator::output::json;
use sitemap_validator::session;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator_crawl::{Content, Crawl, Limits, Reply, StartError, Step, page};
use sitemap_validator_protocol::http::Answer;
use sitemap_validator_protocol::message::{FromWorker, SiteFile};

use crate::edge::Edge;
use crate::input_file;
use crate::sentences::{NO_URL, PRIVATE_URL, Problem};

/// The search for the sitemaps of a site.
#[derive(Debug)]
pub struct Site {
    run: u32,
    start: String,
    crawl: Crawl,
    /// The start time: Unix time in milliseconds, and the time on the browser's monotonic clock.
    is_assigned: (i64, f64),
    /// The files that have not been reported to the page yet.
    news: Vec<usize>,
}

impl Site {
    /// Starts a search at `start`. If `before` searched the same URL, retries only the files that failed.
    ///
    /// # Errors
    /// If `start` is not a URL that can be requested.
    pub fn begin(
        run: u32,
        start: String,
        now: i64,
        private: bool,
        before: Option<Self>,
        edge: &impl Edge,
    ) -> Result<Self, Problem> {
        let is_assigned = (now, edge.now());
        if let Some(mut site) = before.filter(|before| before.start == start) {
            site.crawl.again();
            return Ok(Self { run, is_assigned, ..site });
        }
        let crawl = Crawl::new(&start, Limits { private, ..Limits::default() }).map_err(|error| match error {
            StartError::NoUrl => Problem::about(NO_URL, &start),
            StartError::Private => Problem::about(PRIVATE_URL, &start),
        })?;
        Ok(Self { run, start, crawl, is_assigned, news: Vec::new() })
    }

    /// The number of the run that started the search.
    pub const fn run(&self) -> u32 {
        self.run
    }

    /// True if the search ended before all files were fetched.
    pub fn is_partial(&self) -> bool {
        self.crawl.is_partial()
    }

    /// Milliseconds since 1970, based on the page's clock.
    #[expect(clippy::cast_sign_loss, reason = "clamped before")]
    fn now(&self, edge: &impl Edge) -> u64 {
        (self.is_assigned.0.max(0) as f64 + (edge.now() - self.is_assigned.1).max(0.0)) as u64
    }

    /// Handles the response to request `id`.
    pub fn take<E: Edge>(&mut self, id: u32, answer: Answer, file: Option<&E::File>, edge: &E) {
        let id = id as usize;
        let reply = answer.error.map_or_else(
            || {
                let url = self.crawl.file(id).map(|file| file.http.last).unwrap_or_default();
                let content = file.filter(|_| answer.status == 200).map(|file| content(&url, file, edge));
                Ok(Reply {
                    status: answer.status,
                    header: answer.header.into_iter().collect(),
                    bytes: file.map_or(0, |file| edge.size(file)),
                    ms: answer.ms,
                    content: content.unwrap_or_default(),
                    ..Reply::default()
                })
            },
            Err,
        );
        self.crawl.answer(id, reply, self.now(edge));
        self.news.push(id);
    }

    /// Returns the next requests for the page, or the found files.
    pub fn go_on(&mut self, words: &Words, edge: &impl Edge) -> FromWorker {
        let now = self.now(edge);
        let mut requests = Vec::new();
        let wait = loop {
            match self.crawl.next(now) {
                Step::Request(request) => {
                    self.news.push(request.id);
                    requests.push((request.id as u32, request.url));
                }
                Step::Wait(until) => break Some(until.saturating_sub(now).max(1) as u32),
                Step::Pending => break None,
                Step::Done => return self.found(words),
            }
        };
        let (finished, known) = self.crawl.progress();
        let files = std::mem::take(&mut self.news).into_iter().filter_map(|id| self.file(id)).collect();
        FromWorker::Requests { run: self.run, requests, wait, files, finished: finished as u32, known: known as u32 }
    }

    /// Stops making requests and returns the files found so far.
    pub fn end(&mut self, words: &Words) -> FromWorker {
        self.crawl.stop();
        self.found(words)
    }

    fn found(&self, words: &Words) -> FromWorker {
        let run = self.run;
        match self.crawl.finish() {
            Ok(files) => {
                let files = files.into_iter().map(|file| SiteFile { id: file.id as u32, http: file.http }).collect();
                FromWorker::Site { run, files, left_out: self.crawl.left_out() as u32 }
            }
            Err(http) => {
                FromWorker::Failed { run, message: json::unfetched(*http, words).read_error.unwrap_or_default() }
            }
        }
    }

    fn file(&self, id: usize) -> Option<SiteFile> {
        self.crawl.file(id).map(|file| SiteFile { id: file.id as u32, http: file.http })
    }
}

/// Returns the type of a file and the URLs it lists.
fn content<E: Edge>(url: &str, file: &E::File, edge: &E) -> Content {
    let read = |most| Some(input_file::source(edge.read(file, most).ok()?, edge));
    let (kind, listed) = session::content(url, DEFAULT_CEILING, read, page::sitemap_links);
    Content { kind, listed, left_out: 0 }
}
