//! The results of a search.

use sitemap_validator_protocol::http::{FetchError, Http};
use sitemap_validator_protocol::report::Kind;

use super::{Crawl, Stage, USUAL};
use crate::tree::{Fetched, Item};

impl Crawl {
    /// Returns the files: the robots.txt, if it exists or fails, then the sitemaps, each after the index that lists it.
    /// For a site without sitemaps, returns the responses of the server at the common paths, or an entry with the error
    /// [`FetchError::NoSitemap`].
    ///
    /// # Errors
    /// If the first request failed; returns that request.
    pub fn finish(&self) -> Result<Vec<Fetched>, Box<Http>> {
        // The file found when the search was ended.
        let usual = match self.stage {
            Stage::Usual(at) => self.usual_place(at),
            _ => None,
        };
        let found =
            || [self.given, usual].into_iter().find(|at| self.item(*at).is_some_and(Item::is_sitemap)).flatten();
        let begin = if self.roots.is_empty() { found().into_iter().collect() } else { self.roots.clone() };
        if let Some(first) = self.failed_start(begin.is_empty()) {
            return Err(Box::new(Http { requested: self.start.as_str().to_owned(), ..first.http.clone() }));
        }
        let is_shown = |item: &&Item| item.kind == Some(Kind::Robots) || item.failed();
        let robots = self.item(self.robots).filter(is_shown).and(self.robots);
        let is_over = self.stopped || self.is_over() || self.left_out > 0;
        let is_searched = begin.is_empty() && !is_over && (self.given.is_none() || self.given != robots);
        let mut order = self.tree.below(&begin);
        if is_searched {
            order.extend(self.refusals());
        }
        let asked = |id: &usize| self.item(Some(*id)).is_some_and(Item::was_asked);
        let others: Vec<usize> = order.into_iter().filter(|id| Some(*id) != robots && asked(id)).collect();
        let mut files: Vec<Fetched> = robots.iter().chain(&others).filter_map(|id| self.file(*id)).collect();
        if is_searched && others.is_empty() {
            let http = Http { error: Some(FetchError::NoSitemap), ..Http::new(self.start.as_str()) };
            files.push(Fetched { id: self.tree.items.len(), http, kind: Kind::default(), robots: None });
        }
        Ok(files)
    }

    /// True if the requests for the robots.txt and for the first common path both timed out.
    pub(super) fn is_host_silent(&self) -> bool {
        [self.robots, self.usual_place(0)].into_iter().all(|at| self.item(at).is_some_and(Item::is_silent))
    }

    /// Returns the first request, if it failed.
    fn failed_start(&self, found_nothing: bool) -> Option<&Item> {
        if self.given.is_some() && !self.is_site() {
            return self.item(self.given).filter(|item| item.was_asked() && !item.is_there());
        }
        let has_no_host = self.item(self.robots).is_some_and(Item::has_no_host) || self.is_host_silent();
        self.item(self.robots).filter(|_| found_nothing && has_no_host)
    }

    /// Returns the files for which the server responded with neither a sitemap nor "not found"; of files with the same
    /// response, only the first.
    fn refusals(&self) -> Vec<usize> {
        let is_refused = |item: &&Item| matches!(item.http.status, Some(401 | 403 | 407)) || item.http.challenge;
        let robots = self.item(self.robots).filter(is_refused).and(self.robots);
        let front = self.given.filter(|at| self.item(Some(*at)).is_some_and(|item| !item.is_there()));
        let usual = (0..USUAL.len()).filter_map(|at| self.usual_place(at));
        let mut refusals: Vec<usize> = Vec::new();
        for at in usual.chain(front).chain(robots) {
            let Some(item) = self.item(Some(at)).filter(|item| item.was_asked() && !item.is_gone()) else { continue };
            if !refusals.iter().any(|other| self.item(Some(*other)).is_some_and(|other| other.is_answered_like(item))) {
                refusals.push(at);
            }
        }
        refusals
    }
}
