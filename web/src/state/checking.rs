//! Changes of the input, and the runs that follow them.

use std::rc::Rc;

use sitemap_validator_protocol::message::{FixRequest, FromWorker, Target, ToWorker};

use super::{Body, Entry, Input, Order, Outcome, Phase, Sample, Site, SiteChange, State, TEXT_LIMIT, View};
use crate::{lone_url::lone_sitemap_url, words};

/// How many repairs can be taken back.
const UNDO: usize = 10;

impl State {
    pub(super) fn typed(&mut self, text: &str) {
        if *text == *self.input.text() {
            return;
        }
        self.undo.clear();
        self.notice = None;
        if text.is_empty() {
            let edits = self.edits;
            self.reset();
            self.edits = edits + 1;
            return;
        }
        if self.input.is_files() {
            self.forget();
        }
        let fixed = matches!(self.input, Input::Text { fixed: true, .. });
        self.input = Input::Text { text: text.into(), fixed };
        self.edits += 1;
    }

    pub(super) fn files(&mut self, entries: Vec<Entry>) {
        if entries.is_empty() {
            return;
        }
        self.forget();
        if self.input == Input::Nothing || !self.input.is_files() {
            self.address = self.own_address.clone();
        }
        self.input = Input::Files(entries.into());
        self.start();
    }

    pub(super) fn sample(&mut self, sample: Sample) {
        self.forget();
        self.input = Input::Text { text: sample.text().into(), fixed: false };
        self.address = Sample::ADDRESS.into();
        self.site = Site::default();
        self.start();
    }

    pub(super) fn set_address(&mut self, address: &str) {
        self.address = address.into();
        self.own_address = address.into();
        self.outbox.put(Order::Remember(self.own_address.clone()));
        self.edits += 1;
    }

    pub(super) fn set_file_address(&mut self, file: usize, address: &str) {
        let Input::Files(entries) = &self.input else {
            return;
        };
        let mut entries = entries.to_vec();
        if let Some(entry) = entries.get_mut(file) {
            entry.address = address.into();
            self.input = Input::Files(entries.into());
            self.edits += 1;
        }
    }

    pub(super) fn change_site(&mut self, change: SiteChange) {
        self.site.change(change);
        self.edits += 1;
    }

    /// A pasted address goes where it belongs, and the box is empty again.
    pub(super) fn use_as_address(&mut self) {
        if let Some(address) = lone_sitemap_url(&self.input.text()).map(str::to_owned) {
            self.reset();
            self.set_address(&address);
        }
    }

    pub(super) fn reset(&mut self) {
        self.forget();
        self.input = Input::Nothing;
        self.address = self.own_address.clone();
        self.site = Site::default();
    }

    /// Drops everything that belongs to the input.
    fn forget(&mut self) {
        if matches!(self.phase, Phase::Running { .. }) {
            self.outbox.put(Order::Respawn);
        }
        self.phase = Phase::Idle;
        self.outcome = None;
        self.view = View::default();
        self.lines = Rc::default();
        self.undo.clear();
        self.notice = None;
        self.run += 1;
    }

    pub(super) fn paused(&mut self) {
        if self.input != Input::Nothing {
            self.start();
        }
    }

    pub(super) fn start(&mut self) {
        if lone_sitemap_url(&self.input.text()).is_some() {
            self.forget();
            return;
        }
        if let Phase::Running { slow: true, .. } = self.phase {
            self.outbox.put(Order::Respawn);
        }
        self.run += 1;
        self.phase = Phase::Running { progress: None, slow: false };
        self.outbox.put(Order::Check);
    }

    pub(super) fn slow(&mut self, run: u32) {
        if run == self.run
            && let Phase::Running { slow, .. } = &mut self.phase
        {
            *slow = true;
        }
    }

    pub(super) fn cancel(&mut self) {
        if let Phase::Running { progress, .. } = &self.phase {
            self.phase = Phase::Stopped(progress.clone());
            self.outcome = None;
            self.run += 1;
            self.outbox.put(Order::Respawn);
        }
    }

    pub(super) fn down(&mut self, sentence: &str, was_ready: bool) {
        self.phase = Phase::Down(sentence.into());
        self.run += 1;
        // A worker that never came up would not come up now; "Try again" starts the next one.
        if was_ready {
            self.outbox.put(Order::Respawn);
        }
    }

    pub(super) fn answer(&mut self, answer: FromWorker) {
        match answer {
            FromWorker::Progress(now) if now.run == self.run => {
                if let Phase::Running { progress, .. } = &mut self.phase {
                    *progress = Some(Rc::new(now));
                }
            }
            FromWorker::Done { run, elapsed, report, safe_fixes, lines } if run == self.run => {
                self.phase = Phase::Idle;
                self.done(Outcome::new(run, elapsed, report, &safe_fixes, &lines));
            }
            FromWorker::Lines { run, file, lines, .. } if self.is_about(run, file) => self.lines_came(lines),
            FromWorker::Findings { run, file, rule: Some(rule), diagnostics, .. } if self.is_about(run, file) => {
                self.findings_came(&rule, diagnostics);
            }
            FromWorker::Found { run, file, text, rule, rules, diagnostics, .. } if self.is_about(run, file) => {
                self.found_came(&text, rule.as_deref(), &rules, diagnostics);
            }
            FromWorker::Failed { run, message } if run == self.run => {
                if matches!(self.phase, Phase::Running { .. }) {
                    self.phase = Phase::Failed(message.into());
                    self.outcome = None;
                } else {
                    self.notice = Some(message.into());
                }
            }
            _ => {}
        }
    }

    pub(super) fn converted(&mut self, run: u32, files: Vec<(String, Body)>, left_out: u64) {
        if self.shown_run() != Some(run) {
            return;
        }
        let count = words::count(files.len() as u64, "file", "files");
        let left = (left_out > 0)
            .then(|| words::count(left_out, "entry without a complete URL", "entries without complete URLs"));
        let left = left.map(|left| format!("; {left} left out")).unwrap_or_default();
        self.notice = Some(format!("{count} made{left}").into());
        for (name, body) in files {
            self.outbox.put(Order::Save { name, body });
        }
    }

    pub(super) fn exported(&mut self, run: u32, body: Body) {
        if self.shown_run() == Some(run) {
            self.outbox.put(Order::Save { name: "sitemap-report.json".into(), body });
        }
    }

    /// The run whose result is on screen.
    pub(super) fn shown_run(&self) -> Option<u32> {
        self.outcome.as_ref().map(|outcome| outcome.run)
    }

    fn is_about(&self, run: u32, file: u32) -> bool {
        self.shown_run() == Some(run) && self.view.file == file as usize
    }

    pub(super) fn fix(&mut self, what: FixRequest) {
        // Only the text that the worker still holds can be repaired.
        if self.shown_run() == Some(self.run) {
            self.ask(ToWorker::Fix { run: self.run, file: self.view.file as u32, what });
        }
    }

    pub(super) fn fixed(&mut self, file: usize, applied: u32, bytes: u64, body: Body) {
        if applied == 0 {
            self.notice = Some("Nothing was changed".into());
            return;
        }
        let before = (self.input.clone(), self.site.robots.clone());
        let known = before.0.len();
        self.input = match (&before.0, body) {
            (Input::Nothing, _) => return,
            // What comes after the input is the robots.txt that was pasted.
            (input, Body::Text(text)) if file == known && self.site.robots().is_some() => {
                self.site.robots = text;
                input.clone()
            }
            (Input::Text { .. }, _) if file > 0 => return,
            (Input::Text { .. }, Body::Text(text)) if text.len() <= TEXT_LIMIT => Input::Text { text, fixed: true },
            (Input::Text { .. }, body) => {
                let name = Input::PASTED.into();
                Input::Files([Entry { name, bytes, body, address: "".into(), fixed: true }].into())
            }
            (Input::Files(entries), body) => {
                let mut entries = entries.to_vec();
                match entries.get_mut(file) {
                    Some(entry) => *entry = Entry { bytes, body, fixed: true, ..entry.clone() },
                    None => return,
                }
                Input::Files(entries.into())
            }
        };
        if self.undo.len() == UNDO {
            self.undo.remove(0);
        }
        self.undo.push(before);
        self.view.open = false;
        self.notice = Some(format!("{} fixed", words::count(u64::from(applied), "problem", "problems")).into());
        self.start();
    }

    pub(super) fn take_back(&mut self) {
        if let Some((input, robots)) = self.undo.pop() {
            self.input = input;
            self.site.robots = robots;
            self.notice = Some("The last fix was taken back".into());
            self.start();
        }
    }

    pub(super) fn save(&mut self) {
        if let Some((name, body)) = self.input.fixed(self.view.file) {
            self.outbox.put(Order::Save { name: words::fixed_name(name), body });
        }
    }

    pub(super) fn convert(&mut self, to: Target) {
        if let Some(run) = self.shown_run() {
            self.ask(ToWorker::Convert { run, file: self.view.file as u32, to });
        }
    }

    pub(super) fn export(&mut self) {
        if let Some(run) = self.shown_run() {
            self.ask(ToWorker::Export { run, format: "json".into(), file: None });
        }
    }
}
