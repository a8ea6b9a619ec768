//! A helper: a worker of the worker, that checks files of a set one by one and hands over what came of them. It keeps
//! nothing of a file but the robots.txt files; questions go to the worker that started it.

use sitemap_validator::set::Member;
use sitemap_validator_protocol::packed::Packed;
use sitemap_validator_protocol::packed_structs;

use crate::checking::{Listener, Now};
use crate::edge::Edge;
use crate::given;
use crate::pace::PAUSE;
use crate::sentences::{NO_TASK, Trouble, WITHOUT_FILE};
use crate::task::{Brief, Made, Shared, Task, Told};
use crate::texts::Text;

/// To a helper, with the file to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToHelper {
    /// What is asked.
    pub task: Task,
    /// What all files share; none when it is that of the task before.
    pub brief: Option<Brief>,
}

/// From a helper.
#[derive(Debug)]
pub enum FromHelper {
    /// It is up; nothing may be posted before.
    Ready,
    /// How far its file is.
    Progress(Now),
    /// What came of the file.
    Done {
        /// What the page is told.
        told: Box<Told>,
        /// What the other files need to know.
        member: Box<Member>,
        /// What the file's bytes hash to.
        print: u64,
    },
    /// The file could not be read; the sentence says why.
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
            Self::Done { told, member, print } => {
                2_u8.put(bytes);
                told.put(bytes);
                member.put(bytes);
                print.put(bytes);
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
                told: Box::new(Packed::take(bytes)?),
                member: Box::new(Packed::take(bytes)?),
                print: Packed::take(bytes)?,
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
    shared: Shared,
}

impl<E: Edge> Helper<E> {
    /// A helper that says it is ready.
    pub fn start(edge: E) -> Self {
        edge.report(&FromHelper::Ready.pack());
        Self { edge, shared: Shared::default() }
    }

    /// Checks the file posted along with `message`, a packed [`ToHelper`].
    pub fn handle(&mut self, message: &[u8], files: &[E::File]) {
        let answer = self.check(message, files);
        let answer = answer.unwrap_or_else(|trouble| FromHelper::Unread(trouble.in_words(&self.shared.words)));
        self.edge.report(&answer.pack());
    }

    fn check(&mut self, message: &[u8], files: &[E::File]) -> Result<FromHelper, Trouble> {
        let ToHelper { task, brief } = ToHelper::unpack(message).ok_or_else(|| Trouble::plain(NO_TASK))?;
        if let Some(brief) = brief {
            self.shared = Shared { robots: brief.robots(), words: brief.words() };
        }
        let name = &task.terms.name;
        let file = files.first().ok_or_else(|| Trouble::about(WITHOUT_FILE, name))?;
        let (source, print) = given::load(name, file, &self.edge)?;
        let mut told = Teller { edge: &self.edge, spoke: self.edge.now() };
        let Made { told, member, .. } = task.check(&Text::new(source), &self.shared, &mut told);
        let member = member.ok_or_else(|| Trouble::plain(NO_TASK))?;
        Ok(FromHelper::Done { told: Box::new(told), member: Box::new(member), print })
    }
}

/// Tells how far the file is.
struct Teller<'a, E> {
    edge: &'a E,
    spoke: f64,
}

impl<E: Edge> Listener for Teller<'_, E> {
    fn is_due(&mut self) -> bool {
        self.edge.breathe();
        self.edge.now() - self.spoke > PAUSE
    }

    fn hear(&mut self, now: Now) {
        self.spoke = self.edge.now();
        self.edge.report(&FromHelper::Progress(now).pack());
    }

    fn hear_end(&mut self, _: Now) {}
}
