//! The search for the sitemaps of a site, by a server behind the page.
//!
//! These functions are not inlined, so that the page loads them when a search begins.

use std::rc::Rc;

use sitemap_validator_protocol::{message::SiteFile, sorted_map::SortedMap};

use super::{Entry, Input, Order, State, Work, WorkerError};
use crate::{
    lang::Texts,
    lone_url::{is_sitemap_url, site_url},
};

/// The progress of the search.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Fetching {
    /// The URL from which the search started.
    pub(crate) start: Rc<str>,
    /// The files that were requested.
    pub(crate) files: SortedMap<u32, Rc<SiteFile>>,
    /// The number of finished files.
    pub(crate) finished: u64,
    /// The number of known files.
    pub(crate) known: u64,
}

const NOTHING: Texts = [
    "Stopped before a file was fetched",
    "Arrêté avant la récupération du premier fichier",
    "Detenido antes de descargar el primer archivo",
];

impl State {
    /// The URL in the box or entered in the field, if there is no other input.
    pub(crate) fn lone_url(&self) -> Option<String> {
        match &self.input {
            Input::Nothing if self.url_entered => site_url(&self.address),
            Input::Text { text, .. } => site_url(text),
            _ => None,
        }
    }

    /// Handles Enter after a URL, or a click on the button in its explanation.
    #[inline(never)]
    pub(super) fn enter_url(&mut self, orders: &mut Vec<Order>) {
        if self.fetches && self.fetched_from.is_some() {
            // The new files replace those fetched before.
            self.make_room(orders);
        }
        match &self.input {
            Input::Nothing => {
                self.url_entered = site_url(&self.address).is_some();
                // The panel about the URL may be under the keyboard of a phone.
                orders.push(Order::Reveal);
            }
            _ if self.lone_url().is_none() => return self.paused(orders),
            _ => self.keep_url(orders),
        }
        self.fetch_site(orders);
    }

    /// Moves the URL of a sitemap from the box into the field.
    pub(super) fn keep_url(&mut self, orders: &mut Vec<Order>) {
        if self.input != Input::Nothing
            && let Some(url) = self.lone_url().filter(|url| !self.fetches && is_sitemap_url(url))
        {
            self.empty(orders);
            self.set_address(&url, orders);
            self.url_entered = true;
        }
    }

    /// Looks for the sitemaps at the URL.
    #[inline(never)]
    pub(super) fn fetch_site(&mut self, orders: &mut Vec<Order>) {
        if let Some(url) = self.lone_url().filter(|_| self.fetches) {
            self.look_for_site(url.into(), false, orders);
        }
    }

    /// Fetches the failed files again, or all files if none failed.
    #[inline(never)]
    pub(super) fn fetch_again(&mut self, orders: &mut Vec<Order>) {
        if let Some(start) = self.fetched_from.clone().filter(|_| self.fetches) {
            let again = self.missing() > 0;
            self.look_for_site(start, again, orders);
        }
    }

    fn look_for_site(&mut self, start: Rc<str>, again: bool, orders: &mut Vec<Order>) {
        self.forget(orders);
        self.unchecked = false;
        self.notice = None;
        self.work = Work::Fetching(Rc::new(Fetching { start: start.clone(), ..Fetching::default() }));
        orders.push(Order::Site { start, again });
    }

    /// The number of files that could not be fetched.
    pub(crate) fn missing(&self) -> u64 {
        let Input::Files(entries) = &self.input else { return 0 };
        entries.iter().filter_map(|entry| entry.http.as_ref()).filter(|http| !http.is_ok()).count() as u64
    }

    #[inline(never)]
    pub(super) fn files_requested(&mut self, files: Vec<SiteFile>, finished: u32, known: u32) {
        if let Work::Fetching(fetching) = &mut self.work {
            let fetching = Rc::make_mut(fetching);
            for file in files {
                fetching.files.insert(file.id, Rc::new(file));
            }
            (fetching.finished, fetching.known) = (finished.into(), known.into());
        }
    }

    /// Handles the fetched files.
    #[inline(never)]
    pub(super) fn site_fetched(&mut self, entries: Vec<Entry>, left_out: u64, orders: &mut Vec<Order>) {
        let Work::Fetching(fetching) = std::mem::take(&mut self.work) else { return };
        if entries.is_empty() {
            let said = || self.lang.text(NOTHING).into();
            self.notice = Some(self.notice.clone().unwrap_or_else(said));
            // The files of the previous search are checked again.
            if self.input.is_files() {
                self.start(orders);
                self.fetched_from = Some(fetching.start.clone());
            }
            return;
        }
        let entries: Vec<Entry> = entries.into_iter().map(|entry| self.fixed_before(entry)).collect();
        self.forget(orders);
        self.forget_versions();
        self.address = if entries.len() == 1 { entries[0].address.clone() } else { self.own_address.clone() };
        self.input = Input::Files(entries.into());
        self.fetched_from = Some(fetching.start.clone());
        if left_out > 0 {
            let said = [
                "{0} more listed files were not fetched",
                "{0} autres fichiers listés n’ont pas été récupérés",
                "No se descargaron otros {0} archivos de la lista",
            ];
            self.notice = Some(self.lang.fill(said, &[&self.lang.number(left_out)]).into());
        }
        self.start(orders);
    }

    /// The earlier fixed version of a fetched file, or the file itself if there is none.
    fn fixed_before(&self, entry: Entry) -> Entry {
        let Input::Files(before) = &self.input else { return entry };
        before.iter().find(|before| before.fixed && before.name == entry.name).cloned().unwrap_or(entry)
    }

    /// Shows that the request limit is reached (`seconds` to wait) or that the server does not respond.
    #[inline(never)]
    pub(super) fn fetcher_busy(&mut self, seconds: Option<u64>, orders: &mut Vec<Order>) {
        if matches!(self.work, Work::Fetching(_)) {
            let said = [
                "Request limit reached: try again in {0} s",
                "Limite de requêtes atteinte\u{a0}: réessayez dans {0}\u{a0}s",
                "Límite de peticiones alcanzado: inténtelo de nuevo en {0}\u{a0}s",
            ];
            let gone = [
                "This site’s server does not respond: try again later",
                "Le serveur de ce site ne répond pas\u{a0}: réessayez plus tard",
                "El servidor de este sitio no responde: inténtelo más tarde",
            ];
            let lang = self.lang;
            let busy = |seconds| lang.fill(said, &[&lang.number(seconds)]);
            self.notice = Some(seconds.map_or_else(|| lang.text(gone).to_owned(), busy).into());
            orders.push(Order::EndSite(self.run));
        }
    }

    #[inline(never)]
    pub(super) fn search_failed(&mut self, message: &str, orders: &mut Vec<Order>) {
        if let Work::Fetching(fetching) = &self.work
            && self.input.is_files()
        {
            self.fetched_from = Some(fetching.start.clone());
        }
        if self.input == Input::Nothing {
            // The field is further up.
            orders.push(Order::Reveal);
        }
        self.give_up(Work::Failed(WorkerError::Fetch(message.into())));
    }
}
