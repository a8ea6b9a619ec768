//! Changes of the input, and the runs that follow them.

use std::rc::Rc;

use sitemap_validator_protocol::{
    format::Format,
    message::{FromWorker, Target, ToWorker},
    report::Report,
};

use super::{
    Body, FigureCache, FileResult, Input, LineStore, Offer, Order, Outcome, Recipient, Sample, Site, SiteChange, State,
    Timer, View, Work, WorkerError,
};
use crate::{
    exports::file_name,
    lone_url::{host, is_same_site, site_url},
    text::{middle_cut, spelled_out},
};

impl State {
    pub(super) fn typed(&mut self, text: &str, orders: &mut Vec<Order>) {
        if *text == *self.input.text() {
            return;
        }
        // If a sitemap is pasted next to the URL in the box, it is the sitemap at that URL.
        let url = self.input.text();
        let beside = text.strip_prefix(&*url).or_else(|| text.strip_suffix(&*url));
        if let Some(sitemap) = beside.filter(|beside| beside.trim_start().starts_with('<'))
            && self.lone_url().is_some()
        {
            return self.pasted(sitemap, orders);
        }
        if matches!(self.work, Work::Fetching(_)) {
            self.forget(orders);
        }
        if text.is_empty() && !self.is_workbench() {
            self.make_room(orders);
            self.notice = None;
            self.empty(orders);
            self.edited(orders);
            return;
        }
        self.begin_typing();
        self.notice = None;
        self.fault = None;
        self.linked = false;
        if self.input.is_files() {
            self.forget(orders);
        }
        // A text that replaces the whole URL is the sitemap at that URL.
        if !text.contains(&*self.input.text()) {
            self.keep_url(orders);
        }
        let fixed = matches!(self.input, Input::Text { fixed: true, .. });
        self.input = Input::Text { text: text.into(), fixed };
        self.edited(orders);
    }

    /// Handles a change of the input: it is checked once the typing pauses.
    pub(super) fn edited(&mut self, orders: &mut Vec<Order>) {
        self.unchecked = true;
        // The notice contains numbers of the previous check.
        self.notice = None;
        orders.push(Order::Start(Timer::Typing));
    }

    /// Replaces the input with a text that was pasted or dropped.
    pub(super) fn pasted(&mut self, text: &str, orders: &mut Vec<Order>) {
        if site_url(text).is_none() {
            self.keep_url(orders);
        }
        self.old_address |= self.input != Input::Nothing;
        self.make_room(orders);
        self.address = self.own_address.clone();
        self.input = Input::Text { text: text.into(), fixed: false };
        self.start(orders);
        self.fetch_site(orders);
    }

    pub(super) fn sample(&mut self, sample: Sample, orders: &mut Vec<Order>) {
        self.make_room(orders);
        self.input = Input::Text { text: sample.text().into(), fixed: false };
        self.address = Sample::ADDRESS.into();
        self.site = Site::default();
        self.start(orders);
    }

    pub(super) fn set_address(&mut self, address: &str, orders: &mut Vec<Order>) {
        self.own_address = address.into();
        self.address = self.own_address.clone();
        (self.url_entered, self.old_address) = (false, false);
        orders.push(Order::Remember(self.own_address.clone()));
        self.edited(orders);
    }

    /// Removes a URL that was entered for an earlier input when this one lists pages of other sites only.
    fn leave_old_address(&mut self, report: &Report, orders: &mut Vec<Order>) -> bool {
        let [file] = &report.files[..] else { return false };
        let foreign = |url: String| {
            let host = host(&url).to_ascii_lowercase();
            let hosts = &file.stats.hosts;
            host.is_ascii() && !hosts.is_empty() && hosts.iter().all(|listed| !is_same_site(&listed.host, &host))
        };
        if !self.old_address || !site_url(&self.address).is_some_and(foreign) {
            return false;
        }
        let said = [
            "The URL {0} was removed: this sitemap belongs to another site",
            "L’URL {0} a été retirée\u{a0}: ce sitemap appartient à un autre site",
            "Se ha quitado la URL {0}: este sitemap pertenece a otro sitio",
        ];
        let said = self.lang.fill(said, &[&middle_cut(&spelled_out(&self.address), 60)]);
        self.set_address("", orders);
        self.notice = Some(said.into());
        self.start(orders);
        true
    }

    pub(super) fn set_file_address(&mut self, file: usize, address: &str, orders: &mut Vec<Order>) {
        if self.input.set_address(file, address) {
            // Undo reverts fixes, but not the URL entered since.
            for version in self.versions() {
                version.input.set_address(file, address);
            }
            self.edited(orders);
        }
    }

    pub(super) fn change_site(&mut self, change: SiteChange, orders: &mut Vec<Order>) {
        let is_robots = matches!(change, SiteChange::Robots(_));
        self.site.change(change);
        if is_robots {
            let robots = self.site.robots.clone();
            for version in self.versions() {
                version.site.robots = robots.clone();
            }
            self.forget_empty_undo();
        }
        self.edited(orders);
    }

    pub(super) fn reset(&mut self, orders: &mut Vec<Order>) {
        self.make_room(orders);
        if self.notice.is_some() {
            self.offer(Offer::Undo, self.lang.text(["Cleared", "Effacé", "Borrado"]).to_owned());
        }
        if self.address == self.own_address {
            self.own_address = "".into();
            orders.push(Order::Remember("".into()));
        }
        self.empty(orders);
    }

    /// Withdraws the host's input. If the visitor changed it, it can be restored.
    pub(super) fn withdraw(&mut self, orders: &mut Vec<Order>) {
        if self.linked { self.empty(orders) } else { self.reset(orders) }
    }

    /// Empties the page. Nothing can be restored afterwards.
    pub(super) fn empty(&mut self, orders: &mut Vec<Order>) {
        self.forget(orders);
        self.url_entered = false;
        self.old_address = true;
        self.input = Input::Nothing;
        self.address = self.own_address.clone();
        self.site = Site::default();
    }

    /// Drops everything that belongs to the input.
    pub(super) fn forget(&mut self, orders: &mut Vec<Order>) {
        if self.work.can_cancel() {
            orders.push(Order::Respawn);
        }
        self.work = Work::Idle;
        self.outcome = None;
        self.view = View::default();
        self.lines = LineStore::default();
        self.leave_figures(orders);
        self.figures = FigureCache::default();
        self.before_fix = None;
        self.saved.clear();
        self.fault = None;
        self.linked = false;
        self.name = None;
        self.folder = None;
        self.fetched_from = None;
        self.joining = None;
        self.exports.clear();
        self.comparison = None;
        self.source = None;
        self.typing = false;
        self.run += 1;
    }

    pub(super) fn paused(&mut self, orders: &mut Vec<Order>) {
        // An input that was replaced meanwhile is already being checked.
        if self.input != Input::Nothing && self.unchecked {
            self.start(orders);
        }
    }

    pub(super) fn start(&mut self, orders: &mut Vec<Order>) {
        // The fetched files are checked at the end of the search, with the settings of that time.
        if matches!(self.work, Work::Fetching(_)) {
            return;
        }
        if self.lone_url().is_some() {
            self.forget(orders);
            return;
        }
        let mut deferred = self.work.take_deferred();
        // Fixes of the earlier input are no longer needed either.
        if self.work.is_slow() {
            orders.push(Order::Respawn);
            deferred.extend(self.take_exports());
        }
        self.leave_figures(orders);
        self.run += 1;
        (self.unchecked, self.typing) = (false, false);
        self.view.fix_preview = None;
        self.work = Work::Checking { progress: None, pages: 0, slow: false, restored: false, deferred };
        orders.push(Order::Check);
        orders.push(Order::Start(Timer::Progress(self.run)));
    }

    pub(super) fn slow(&mut self, run: u32) {
        if run == self.run {
            self.work.set_slow();
        }
    }

    pub(super) fn cancel(&mut self, orders: &mut Vec<Order>) {
        match &self.work {
            Work::Checking { progress, .. } => {
                let stopped = Work::Stopped(progress.clone());
                self.outcome = None;
                self.give_up(stopped);
                self.run += 1;
                orders.push(Order::Respawn);
            }
            Work::Fixing(_) => self.cancel_fixing(orders),
            // The files that have arrived are checked.
            Work::Fetching(_) => orders.push(Order::EndSite(self.run)),
            _ => {}
        }
    }

    pub(super) fn down(&mut self, how: WorkerError, was_ready: bool, orders: &mut Vec<Order>) {
        self.give_up(Work::Down(how));
        self.run += 1;
        // A worker that did not start would not start now; "Try again" starts the next one.
        if was_ready {
            orders.push(Order::Respawn);
        }
    }

    pub(super) fn answer(&mut self, answer: FromWorker, orders: &mut Vec<Order>) {
        match answer {
            FromWorker::Progress(now) if now.run == self.run => {
                if let Work::Checking { progress, .. } = &mut self.work {
                    *progress = Some(Rc::new(now));
                }
            }
            FromWorker::Wanted { run, files, .. } if run == self.run => {
                self.send_pages(run, files, orders);
            }
            FromWorker::LeftOut { run, files } if run == self.run => self.leave_out_others(&files),
            FromWorker::Done { run, report, .. }
                if run == self.run && (self.settle(&report, orders) || self.leave_old_address(&report, orders)) => {}
            FromWorker::Done { run, elapsed, report, safe_fixes, lines } if run == self.run => {
                let deferred = self.work.take_deferred();
                self.work = Work::Idle;
                // The worker answers in order, so no further answers about the previous run will arrive.
                self.exports.clear();
                self.done(Outcome::new(run, elapsed, self.settings.clone(), report, &safe_fixes, &lines), orders);
                self.catch_up(deferred, orders);
            }
            FromWorker::Excerpts { run, file, excerpts } if self.is_about(run, file) => self.excerpts_came(excerpts),
            FromWorker::Lines { run, file, lines, .. } if self.is_about(run, file) => self.lines_came(lines),
            FromWorker::Findings { run, file, rule: Some(rule), diagnostics, .. } if self.is_about(run, file) => {
                self.findings_came(&rule, diagnostics, orders);
            }
            FromWorker::Text { run, file, text } if self.is_about(run, file) => self.text_came(text),
            FromWorker::Figures { run, file, figures } => self.figures_came(run, file, *figures),
            FromWorker::Found { run, file, text, rule, rules, diagnostics, .. } if self.is_about(run, file) => {
                self.found_came(&text, rule.as_deref(), &rules, diagnostics);
            }
            FromWorker::Sought { run, file, text, found } if self.is_about(run, file) => {
                self.sought(&text, found, orders);
            }
            FromWorker::Located { run, file, spot } if self.is_about(run, file) => self.located(spot, orders),
            FromWorker::Read { run, file, start, end, reading, value } if self.is_about(run, file) => {
                self.view.reading = reading.map(|reading| ((start, end), Rc::new(reading)));
                self.view.value = value.map(|value| ((start, end), Rc::new(value)));
            }
            FromWorker::Compared { run, number, summary, redirects } if self.shown_run() == Some(run) => {
                self.compared(number, summary, redirects);
            }
            FromWorker::Previewed { run, file, what, diff } if run == self.run => {
                self.fix_previewed(file, &what, diff);
            }
            FromWorker::Requests { run, requests, wait, files, finished, known } if run == self.run => {
                self.files_requested(files, finished, known);
                orders.push(Order::Fetch { run, requests, wait });
            }
            FromWorker::Site { run, files, left_out } if run == self.run => {
                orders.push(Order::Collect { run, files, left_out: left_out.into() });
            }
            FromWorker::Failed { run, message } if run == self.run && matches!(self.work, Work::Fetching(_)) => {
                self.search_failed(&message, orders);
            }
            FromWorker::Failed { run, message } if run == self.run => {
                if self.work.is_checking() {
                    self.outcome = None;
                    self.give_up(Work::Failed(WorkerError::Message(message.into())));
                } else {
                    self.work = Work::Idle;
                    self.notice = Some(message.into());
                    self.comparison.take_if(|comparison| comparison.summary.is_none());
                    if self.exports.contains(&Recipient::Host) {
                        orders.push(Order::ReportToHost(None));
                    }
                    self.exports.clear();
                }
            }
            _ => {}
        }
    }

    pub(super) fn converted(
        &mut self,
        run: u32,
        files: Vec<(String, Body)>,
        left_out: u64,
        omitted: &[(String, u64)],
        orders: &mut Vec<Order>,
    ) {
        if self.shown_run() != Some(run) {
            return;
        }
        if matches!(self.exports.first(), Some(Recipient::Converter(_))) {
            self.exports.remove(0);
        }
        let made = self.lang.count(
            files.len() as u64,
            [
                ["file created", "files created"],
                ["fichier créé", "fichiers créés"],
                ["archivo creado", "archivos creados"],
            ],
        );
        let left = self.lang.count(
            left_out,
            [
                ["entry without a complete URL skipped", "entries without a complete URL skipped"],
                ["entrée sans URL complète omise", "entrées sans URL complète omises"],
                ["entrada sin URL completa omitida", "entradas sin URL completa omitidas"],
            ],
        );
        let mut said = if left_out > 0 { format!("{made}; {left}") } else { made };
        if !omitted.is_empty() {
            let names: Vec<_> =
                omitted.iter().map(|(name, count)| format!("{name} ({})", self.lang.number(*count))).collect();
            let label = self.lang.text(["skipped: ", "ignoré\u{a0}: ", "omitido: "]);
            said = format!("{said}; {label}{}", names.join(", "));
        }
        self.notice = Some(said.into());
        for (name, body) in files {
            orders.push(Order::Save { name, body });
        }
    }

    pub(super) fn exported(&mut self, run: u32, body: Body, orders: &mut Vec<Order>) {
        if self.shown_run() != Some(run) || self.exports.is_empty() {
            return;
        }
        let (format, file) = match self.exports.remove(0) {
            Recipient::Visitor(format, file) => (format, file),
            Recipient::Host => return orders.push(Order::ReportToHost(Some(body))),
            Recipient::Comparison(file) => return orders.push(Order::Save { name: file.name().to_owned(), body }),
            Recipient::Converter(_) => return,
        };
        let files: &[Rc<FileResult>] = self.outcome.as_ref().map_or(&[], |outcome| &outcome.files);
        let only = file.and_then(|file| files.get(file as usize));
        let names: Vec<&str> = match only {
            Some(file) => vec![&file.report.name],
            None => files.iter().map(|file| &*file.report.name).collect(),
        };
        orders.push(Order::Save { name: file_name(format, &names), body });
    }

    /// The run of the result on screen.
    pub(crate) fn shown_run(&self) -> Option<u32> {
        self.outcome.as_ref().map(|outcome| outcome.run)
    }

    fn is_about(&self, run: u32, file: u32) -> bool {
        self.shown_run() == Some(run) && self.view.file == file as usize
    }

    pub(super) fn convert(&mut self, to: Target, orders: &mut Vec<Order>) {
        if let Some(run) = self.shown_run() {
            self.exports.push(Recipient::Converter(to));
            orders.push(Order::Ask(ToWorker::Convert { run, file: self.view.file as u32, to }));
        }
    }

    /// Requests the whole report for the host of the frame.
    pub(super) fn report_to_host(&mut self, orders: &mut Vec<Order>) {
        // A worker that ended no longer has the run.
        if self.work.is_checking() {
            // The host sends its request again when the check ends.
        } else if let Some(run) = self.shown_run().filter(|run| *run == self.run) {
            self.exports.push(Recipient::Host);
            orders.push(Order::Ask(ToWorker::Export { run, format: Format::Json.info().name.to_owned(), file: None }));
        } else {
            orders.push(Order::ReportToHost(None));
        }
    }

    pub(super) fn export(&mut self, format: Format, file: Option<u32>, orders: &mut Vec<Order>) {
        if let Some(run) = self.shown_run() {
            self.exports.push(Recipient::Visitor(format, file));
            orders.push(Order::Ask(ToWorker::Export { run, format: format.info().name.to_owned(), file }));
        }
    }

    /// Removes the files of a folder that are not sitemaps.
    fn leave_out_others(&mut self, files: &[u32]) {
        let Input::Files(entries) = &self.input else { return };
        let (others, sitemaps): (Vec<_>, Vec<_>) =
            (0..).zip(entries.iter().cloned()).partition(|(at, _)| files.contains(at));
        let names: Vec<String> = others.iter().map(|(_, entry)| entry.name.to_string()).collect();
        self.input = Input::Files(sitemaps.into_iter().map(|(_, entry)| entry).collect());
        self.left_out(false, &names, 0, 0);
    }

    /// Shows the number of skipped files.
    pub(super) fn left_out(&mut self, all: bool, passed_over: &[String], beyond: u64, limit: u64) {
        /// The maximum number of names in the notice; the other files are only counted.
        const NAMED: usize = 3;
        let lang = self.lang;
        let none = [
            "The dropped files contain no sitemap",
            "Les fichiers déposés ne contiennent aucun sitemap",
            "Los archivos que ha soltado no contienen ningún sitemap",
        ];
        let passed = [
            ["file skipped that is not a sitemap", "files skipped that are not sitemaps"],
            ["fichier ignoré, qui n’est pas un sitemap", "fichiers ignorés, qui ne sont pas des sitemaps"],
            ["archivo omitido que no es un sitemap", "archivos omitidos que no son sitemaps"],
        ];
        let over = [
            "{0} skipped: the limit is {1}",
            "{0} ignorés\u{a0}: la limite est de {1}",
            "{0} omitidos: el límite es {1}",
        ];
        let notes = [
            all.then(|| lang.text(none).to_owned()),
            (!passed_over.is_empty()).then(|| {
                let count = lang.count(passed_over.len() as u64, passed);
                let names: Vec<String> =
                    passed_over.iter().take(NAMED).map(|name| middle_cut(&spelled_out(name), 40)).collect();
                let more = if passed_over.len() > NAMED { ", …" } else { "" };
                format!("{count} ({}{more})", names.join(", "))
            }),
            (beyond > 0).then(|| lang.fill(over, &[&lang.number(beyond), &lang.number(limit)])),
        ];
        let notes: Vec<String> = notes.into_iter().flatten().collect();
        if all {
            self.notice = None;
        }
        if !notes.is_empty() {
            self.say_also(&notes.join(". "));
        }
    }
}
