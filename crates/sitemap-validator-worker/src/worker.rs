//! Each message of the page, and the answer to it.

use sitemap_validator::convert::{Converted, File};
use sitemap_validator_protocol::message::{FromWorker, NewFile, PROTOCOL, ToWorker};

use crate::edge::Edge;
use crate::run::Run;

/// The worker: the last run and the browser around it.
#[derive(Debug)]
pub struct Worker<E: Edge> {
    edge: E,
    /// The number of the last run; none when it failed.
    number: Option<u32>,
    run: Run<E::File>,
}

impl<E: Edge> Worker<E> {
    /// A worker that says it is ready.
    pub fn start(edge: E) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        edge.post(&FromWorker::Ready { protocol: PROTOCOL, version });
        Self { edge, number: None, run: Run::default() }
    }

    /// Answers `message`, a [`ToWorker`] as JSON, with the files posted along.
    pub fn handle(&mut self, message: &str, files: Vec<E::File>) {
        let (run, answer) = match serde_json::from_str(message) {
            Ok(ToWorker::Check { run, settings, inputs }) => {
                let answer = self.run.check(run, &settings, inputs, files, &self.edge);
                self.number = answer.is_ok().then_some(run);
                (run, answer)
            }
            Ok(message) => {
                let (run, file) = address(&message);
                (run, self.exists(run, file).and_then(|()| self.answer(run, message)))
            }
            Err(error) => (run_of(message), Err(format!("The message was not understood: {error}"))),
        };
        self.edge.post(&answer.unwrap_or_else(|message| FromWorker::Failed { run, message }));
    }

    /// Whether `run` is the last one and has file `index`.
    fn exists(&self, run: u32, index: Option<u32>) -> Result<(), String> {
        if self.number != Some(run) {
            return Err("That run is over; its text is no longer here".to_owned());
        }
        match index {
            Some(index) if index as usize >= self.run.len() => Err(format!("The run has no file number {index}")),
            _ => Ok(()),
        }
    }

    /// The answer to a question about the last run, which has the file asked for.
    fn answer(&mut self, run: u32, message: ToWorker) -> Result<FromWorker, String> {
        Ok(match message {
            ToWorker::Findings { file, rule, offset, count, .. } => {
                let text = self.run.text(file as usize, &self.edge)?;
                let diagnostics = self.run.kept(file as usize).findings(&text, rule.as_deref(), offset, count);
                FromWorker::Findings { run, file, rule, offset, diagnostics }
            }
            ToWorker::Lines { file, first, count, focus, .. } => {
                let text = self.run.text(file as usize, &self.edge)?;
                let lines = self.run.kept(file as usize).lines(&text, first, count, focus);
                FromWorker::Lines { run, file, total: text.lines.lines(), lines }
            }
            ToWorker::Fix { file, what, .. } => {
                let text = self.run.text(file as usize, &self.edge)?;
                let fixed = self.run.kept(file as usize).fix(&text, &what);
                let (applied, text) = fixed.ok_or("There is no such rule")?;
                FromWorker::Fixed { run, file, applied, text }
            }
            ToWorker::Convert { file, to, .. } => {
                let Converted { files, left_out, .. } = self.run.convert(file as usize, to, &self.edge)?;
                let files = files.into_iter().map(|File { name, text }| NewFile { name, text }).collect();
                FromWorker::Converted { run, files, left_out }
            }
            ToWorker::Export { format, .. } if format == "json" => {
                let report = self.run.report(&self.edge)?;
                let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
                FromWorker::Exported { run, format, text }
            }
            ToWorker::Export { format, .. } => {
                return Err(format!("`{format}` is not a format of reports; `json` is"));
            }
            ToWorker::Check { .. } => return Err("A check is no question".to_owned()),
        })
    }
}

/// The run and the file a message is about.
fn address(message: &ToWorker) -> (u32, Option<u32>) {
    match *message {
        ToWorker::Check { run, .. } | ToWorker::Export { run, .. } => (run, None),
        ToWorker::Findings { run, file, .. }
        | ToWorker::Lines { run, file, .. }
        | ToWorker::Fix { run, file, .. }
        | ToWorker::Convert { run, file, .. } => (run, Some(file)),
    }
}

/// The run a message that was not understood may have been about.
fn run_of(message: &str) -> u32 {
    let after = message.split_once("\"run\":").map_or("", |(_, after)| after.trim_start());
    let digits = after.split(|character: char| !character.is_ascii_digit()).next();
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
