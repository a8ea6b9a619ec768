//! Files that come in while others are open. They are added if they belong to the open files; otherwise they replace
//! them.

use std::rc::Rc;

use sitemap_validator_protocol::report::{File, Kind, Report};

use super::{Document, Entry, Input, Order, Site, State, replacing};
use crate::verdict::FILES;

/// Files that came in while others were open.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Joining {
    /// They were added for now: the check shows whether they belong to the others.
    Trial(Rc<[Entry]>),
    /// They replaced the others: the check shows whether they are the index of those files.
    Replaced,
    /// They were added, as this notice states.
    Added(Rc<[Entry]>, Rc<str>),
}

impl State {
    /// Handles files that were chosen, dropped or pasted.
    pub(super) fn files(&mut self, mut entries: Vec<Entry>, orders: &mut Vec<Order>) {
        if entries.is_empty() {
            return;
        }
        self.keep_url(orders);
        Entry::number(&mut entries);
        if let [entry] = &mut entries[..] {
            entry.name = self.known_as(&entry.name);
        }
        let is_robots = |entry: &Entry| entry.name.rsplit('/').next() == Some(Site::ROBOTS);
        let open = |kind| self.file().is_some_and(|file| file.report.kind == kind);
        let is_text = entries.iter().any(|entry| *entry.name == *Input::UNNAMED);
        let is_version = self.input.len() == 1 && entries.len() == 1 && self.position(&entries[0]).is_some();
        if self.input == Input::Nothing || self.is_sample() || is_text || is_version {
            // Another version of a sitemap belongs to the same folder.
            let folder = self.folder.clone().filter(|_| is_version);
            self.replace(entries, orders);
            self.folder = folder;
        } else if entries.iter().all(is_robots)
            || self.input.len() > 1 && entries.len() == 1
            || self.input.len() == 1 && open(Kind::Robots)
        {
            let entries = self.join(entries, orders);
            self.tell_added(entries);
        } else if self.input.len() > 1 || open(Kind::SitemapIndex) {
            let entries = self.join(entries, orders);
            self.joining = Some(Joining::Trial(entries));
        } else {
            self.replace(entries, orders);
            self.joining = Some(Joining::Replaced);
        }
    }

    /// Replaces the input with files.
    pub(super) fn replace(&mut self, entries: Vec<Entry>, orders: &mut Vec<Order>) {
        self.old_address |= self.input != Input::Nothing;
        self.make_room(orders);
        self.address = self.own_address.clone();
        self.input = Input::Files(entries.into());
        self.start(orders);
    }

    /// The name of the open file whose name without its folder is `name`, if there is exactly one; otherwise `name`.
    fn known_as(&self, name: &Rc<str>) -> Rc<str> {
        let Input::Files(open) = &self.input else { return name.clone() };
        let mut like = open.iter().filter(|open| open.name.rsplit('/').next() == Some(name));
        match (like.next(), like.next()) {
            (Some(one), None) => one.name.clone(),
            _ => name.clone(),
        }
    }

    /// The index of the open file with the same name.
    fn position(&self, entry: &Entry) -> Option<usize> {
        let Input::Files(open) = &self.input else { return None };
        open.iter().position(|open| open.name == entry.name)
    }

    /// Adds files to the input. A file with the name of an open one replaces it.
    fn join(&mut self, entries: Vec<Entry>, orders: &mut Vec<Order>) -> Rc<[Entry]> {
        let before = self.document();
        let (file, stays, only) = (self.view.file, self.input.len() > 1, self.view.only_problematic);
        let mut all = before.entries();
        for entry in &entries {
            match self.position(entry) {
                Some(at) => all[at] = Entry { address: all[at].address.clone(), ..entry.clone() },
                None => all.push(entry.clone()),
            }
        }
        self.forget(orders);
        self.notice = None;
        self.folder.clone_from(&before.folder);
        self.remember(before, replacing::Kind::Replacement);
        self.input = Input::Files(all.into());
        self.start(orders);
        if stays {
            (self.view.file, self.view.stays, self.view.only_problematic) = (file, true, only);
        }
        entries.into()
    }

    /// Decides by the result of a check whether the files belong together. Returns true if other files are being
    /// checked now.
    pub(super) fn settle(&mut self, report: &Report, orders: &mut Vec<Order>) -> bool {
        match self.joining.take() {
            Some(Joining::Trial(entries)) => {
                let skipped = self.notice.take();
                let is_linked = Self::is_linked(&entries, report);
                if is_linked {
                    self.tell_added(entries);
                } else {
                    self.leave();
                    self.replace(entries.to_vec(), orders);
                }
                if let Some(skipped) = skipped {
                    self.say_also(&skipped);
                }
                return !is_linked;
            }
            Some(Joining::Replaced) if report.files.iter().any(|file| file.kind == Kind::SitemapIndex) => {
                let Input::Files(entries) = self.input.clone() else { return false };
                if !self.leave() {
                    return false;
                }
                let entries = self.join(entries.to_vec(), orders);
                self.joining = Some(Joining::Trial(entries));
                return true;
            }
            other => self.joining = other,
        }
        false
    }

    /// Goes back to the input before the last replacement, to make another one. Returns false if the last step was of
    /// another kind.
    fn leave(&mut self) -> bool {
        let step = self.undo.pop_if(|step| step.kind == replacing::Kind::Replacement);
        let Some(Document { input, site, address, name, folder }) = step.map(|step| step.document) else {
            return false;
        };
        (self.input, self.site, self.address, self.name, self.folder) = (input, site, address, name, folder);
        true
    }

    /// True if one of the files lists a file that was already open, or is listed by one.
    fn is_linked(entries: &[Entry], report: &Report) -> bool {
        let is_new = |file: u32| {
            let name = |file: &File| entries.iter().any(|entry| *entry.name == *file.name);
            report.files.get(file as usize).is_some_and(name)
        };
        report.set.iter().flat_map(|set| &set.tree).any(|listing| {
            let children = listing.children.iter().filter_map(|child| child.file);
            children.into_iter().any(|child| is_new(child) != is_new(listing.file))
        })
    }

    fn tell_added(&mut self, entries: Rc<[Entry]>) {
        let before = self.undo.last().map(|step| step.document.entries()).unwrap_or_default();
        let old = |entry: &Entry| before.iter().find(|old| old.name == entry.name && old.body != entry.body);
        let said = if entries.iter().all(|entry| old(entry).is_some()) {
            ["Replaced in the set: {0}", "Remplacé dans l’ensemble\u{a0}: {0}", "Sustituido en el conjunto: {0}"]
        } else {
            ["Added to the set: {0}", "Ajouté à l’ensemble\u{a0}: {0}", "Añadido al conjunto: {0}"]
        };
        let what = match &*entries {
            [one] => one.name.to_string(),
            several => self.lang.count(several.len() as u64, FILES),
        };
        let mut said = self.lang.fill(said, &[&what]);
        if entries.iter().filter_map(old).any(|old| old.fixed) {
            said += self.lang.text([
                ". Your changes to it are lost",
                ". Vos modifications de ce fichier sont perdues",
                ". Se han perdido los cambios que hizo en él",
            ]);
        }
        self.offer(replacing::Offer::Undo, said);
        self.joining = self.notice.clone().map(|notice| Joining::Added(entries, notice));
    }

    /// Adds a sentence to the notice about the files that came in.
    pub(super) fn say_also(&mut self, text: &str) {
        let is_added = self.can_replace_instead();
        let sentence = self.notice.as_deref().map_or_else(|| text.to_owned(), |said| format!("{said}. {text}"));
        match self.offered() {
            Some(offer) => self.offer(offer, sentence),
            None => self.notice = Some(sentence.into()),
        }
        if let (Some(Joining::Added(_, said)), true, Some(notice)) = (&mut self.joining, is_added, &self.notice) {
            *said = notice.clone();
        }
    }

    /// True while the notice states that files were added.
    pub(crate) fn can_replace_instead(&self) -> bool {
        let says = |said: &Rc<str>| self.notice.as_ref().is_some_and(|notice| Rc::ptr_eq(notice, said));
        matches!(&self.joining, Some(Joining::Added(_, said)) if says(said))
    }

    /// Replaces the previously open files with the added ones.
    pub(super) fn replace_instead(&mut self, orders: &mut Vec<Order>) {
        if let Some(Joining::Added(entries, _)) = self.joining.take()
            && self.leave()
        {
            self.replace(entries.to_vec(), orders);
        }
    }
}

impl Document {
    /// The files of the document. A text counts as a file.
    fn entries(&self) -> Vec<Entry> {
        let Self { input, address, name, .. } = self;
        match input {
            Input::Nothing => Vec::new(),
            Input::Text { text, fixed } => {
                let name = name.clone().unwrap_or_else(|| Input::UNNAMED.into());
                let (bytes, body) = (text.len() as u64, super::Body::Text(text.clone()));
                vec![Entry { name, bytes, body, address: address.clone(), http: None, fixed: *fixed }]
            }
            Input::Files(entries) => match &**entries {
                // The URL of a single file is in the page's field.
                [one] => vec![Entry { address: address.clone(), ..one.clone() }],
                several => several.to_vec(),
            },
        }
    }
}
