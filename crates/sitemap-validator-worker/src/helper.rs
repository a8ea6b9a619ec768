//! A helper: a worker started by the worker. It checks files of a set one by one and sends back the results. It keeps
//! no data between files except the shared robots.txt files and language; the worker that started it answers questions.

use sitemap_validator::set::Member;
use sitemap_validator_protocol::packed::Packed;
use sitemap_validator_protocol::packed_structs;

use crate::checking::{Listener, ProgressState};
use crate::edge::Edge;
use crate::input_file;
use crate::pace::PAUSE;
use crate::sentences::{NO_TASK, Problem, WITHOUT_FILE};
use crate::task::{CheckResult, FileSummary, SharedContext, SharedData, Task};
use crate::texts::Text;

/// A message to a helper, sent with the file to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToHelper {
    /// The check to perform.
    pub task: Task,
    /// The data that all files share; `None` if it is the same as for the previous task.
    pub brief: Option<SharedData>,
}

/// A message from a helper.
#[derive(Debug)]
pub enum FromHelper {
    /// The helper has started; no message may be posted to it before this.
    Ready,
    /// The progress of the current file.
    Progress(ProgressState),
    /// The result of a file.
    Done {
        /// The summary for the page.
        outcome: Box<FileSummary>,
        /// The facts for the other files.
        member: Box<Member>,
        /// The hash of the file's bytes.
        fingerprint: u64,
    },
    /// The file could not be read; contains the reason as a sentence.
    Unread(String),
}

packed_structs! {
    ToHelper { task, brief }
}

impl Packed for FromHelper {
    fn put(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Ready => 0_u8.put(bytes),
            Self::Progress(now) => {
                1_u8.put(bytes);
                now.put(bytes);
            }
            Self::Done { outcome, member, fingerprint } => {
                2_u8.put(bytes);
                outcome.put(bytes);
                member.put(bytes);
                fingerprint.put(bytes);
            }
            Self::Unread(why) => {
                3_u8.put(bytes);
                why.put(bytes);
            }
        }
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        Some(match u8::take(bytes)? {
            0 => Self::Ready,
            1 => Self::Progress(Packed::take(bytes)?),
            2 => Self::Done {
                outcome: Box::new(Packed::take(bytes)?),
                member: Box::new(Packed::take(bytes)?),
                fingerprint: Packed::take(bytes)?,
            },
            3 => Self::Unread(Packed::take(bytes)?),
            _ => return None,
        })
    }
}

/// A helper.
#[derive(Debug)]
pub struct Helper<E> {
    edge: E,
    shared: SharedContext,
}

impl<E: Edge> Helper<E> {
    /// Creates a helper and reports that it is ready.
    pub fn start(edge: E) -> Self {
        edge.report(&FromHelper::Ready.pack());
        Self { edge, shared: SharedContext::default() }
    }

    /// Checks the file posted along with `message`, a packed [`ToHelper`].
    pub fn handle(&mut self, message: &[u8], files: &[E::File]) {
        let answer = self.check(message, files);
        let answer = answer.unwrap_or_else(|trouble| FromHelper::Unread(trouble.in_words(&self.shared.words)));
        self.edge.report(&answer.pack());
    }

    fn check(&mut self, message: &[u8], files: &[E::File]) -> Result<FromHelper, Problem> {
        let ToHelper { task, brief } = ToHelper::unpack(message).ok_or_else(|| Problem::plain(NO_TASK))?;
        if let Some(brief) = brief {
            self.shared = SharedContext { robots: brief.robots(), words: brief.words() };
        }
        let name = &task.terms.name;
        let file = files.first().ok_or_else(|| Problem::about(WITHOUT_FILE, name))?;
        let (source, fingerprint) = input_file::load(name, file, &self.edge)?;
        let mut sender = ProgressSender { edge: &self.edge, spoke: self.edge.now() };
        let CheckResult { outcome, member, .. } = task.check(&Text::new(source), &self.shared, &mut sender);
        let member = member.ok_or_else(|| Problem::plain(NO_TASK))?;
        Ok(FromHelper::Done { outcome: Box::new(outcome), member: Box::new(member), fingerprint })
    }
}

/// Sends the progress of a file.
struct ProgressSender<'a, E> {
    edge: &'a E,
    spoke: f64,
}

impl<E: Edge> Listener for ProgressSender<'_, E> {
    fn is_due(&mut self) -> bool {
        self.edge.pause();
        self.edge.now() - self.spoke > PAUSE
    }

    fn receive(&mut self, now: ProgressState) {
        self.spoke = self.edge.now();
        self.edge.report(&FromHelper::Progress(now).pack());
    }

    fn receive_end(&mut self, _: ProgressState) {}
}
