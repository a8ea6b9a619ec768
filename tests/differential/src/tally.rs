//! What came of all comparisons, and how it is told.

use std::collections::BTreeMap;
use std::fmt;

use crate::compare::{Disagreement, Outcome, Peer, compare};
use crate::explained::EXPLAINED;
use crate::minimize::minimize;
use crate::ours;
use crate::schema::{self, Schemas};

/// How many documents of one kind are made small; the rest are counted.
const MINIMISED: u64 = 3;

/// What makes two differences look alike before anybody has thought about them.
type Kind = (&'static str, bool, bool, i32, &'static str);

/// A difference nobody has explained.
#[derive(Debug, Clone)]
struct Open {
    count: u64,
    /// The first run that showed it.
    run: u64,
    smallest: Vec<u8>,
    ours: String,
    theirs: String,
}

/// Counts of outcomes, and the differences.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    schema: bool,
    accepted: u64,
    rejected: u64,
    skipped: u64,
    explained: BTreeMap<&'static str, u64>,
    open: BTreeMap<Kind, Open>,
}

impl Tally {
    pub(crate) fn of(schema: bool) -> Self {
        Self { schema, ..Self::default() }
    }

    /// True when every difference has a reason.
    pub(crate) fn is_clean(&self) -> bool {
        self.open.is_empty()
    }

    /// Compares the verdicts on well-formedness.
    pub(crate) fn well_formed(&mut self, run: u64, bytes: &[u8]) {
        let found = match compare(bytes) {
            Outcome::Agreed(accepts) => return self.agreed(accepts),
            Outcome::Explained(index) => return self.explain(EXPLAINED[index].reason),
            Outcome::Open(found) => found,
        };
        let why = |bytes: &[u8]| ours::decisive(&ours::source(bytes));
        let rule = |bytes: &[u8]| if found.ours { "" } else { why(bytes).map_or("", |ours| ours.rule) };
        let code = |found: &Disagreement| found.complaint.as_ref().map_or(0, |complaint| complaint.code);
        let kind = (found.peer.name(), found.ours, found.stop.is_some(), code(&found), rule(bytes));
        // The smaller one must be of the same kind, or one frequent difference swallows all others.
        let holds = |bytes: &[u8]| match compare(bytes) {
            Outcome::Open(other) => {
                (other.peer.name(), other.ours, other.stop.is_some(), code(&other), rule(bytes)) == kind
            }
            _ => false,
        };
        self.open(kind, run, bytes, &holds, |smallest| {
            let ours = match why(smallest) {
                _ if found.peer == Peer::Promise => "panics".to_owned(),
                _ if found.ours => "well-formed".to_owned(),
                Some(ours) => format!("not well-formed, byte {}, {}: {}", ours.stop, ours.rule, ours.title),
                None => "not well-formed, or no XML".to_owned(),
            };
            let theirs = match compare(smallest) {
                Outcome::Open(Disagreement { complaint: Some(said), .. }) => {
                    let place = said.at.map_or_else(|| format!("line {}", said.line), |at| format!("byte {at}"));
                    format!("not well-formed, {place}: {} (code {})", said.text, said.code)
                }
                _ => "well-formed".to_owned(),
            };
            (ours, format!("{}: {theirs}", found.peer.name()))
        });
    }

    /// Compares the verdicts on a file that nobody made at random; true when they differ.
    pub(crate) fn file(&mut self, bytes: &[u8]) -> bool {
        let open = self.open.values().map(|open| open.count).sum::<u64>();
        self.well_formed(0, bytes);
        self.open.values().map(|open| open.count).sum::<u64>() > open
    }

    /// Compares strict schema mode with the schemas.
    pub(crate) fn schema(&mut self, run: u64, schemas: &Schemas, text: &str) {
        let found = match schema::compare(schemas, text) {
            schema::Outcome::Agreed(accepts) => return self.agreed(accepts),
            schema::Outcome::Skipped => {
                self.skipped += 1;
                return;
            }
            schema::Outcome::Explained(reason) => return self.explain(reason),
            schema::Outcome::Open(found) => found,
        };
        let holds = |bytes: &[u8]| {
            let Ok(text) = std::str::from_utf8(bytes) else { return false };
            matches!(schema::compare(schemas, text), schema::Outcome::Open(other) if other.alike(&found))
        };
        let kind = ("schema", found.ours.is_none(), false, found.code, found.rule());
        self.open(kind, run, text.as_bytes(), &holds, |smallest| {
            let text = String::from_utf8_lossy(smallest);
            match schema::compare(schemas, &text) {
                schema::Outcome::Open(found) => found.told(),
                _ => (String::new(), String::new()),
            }
        });
    }

    fn agreed(&mut self, accepts: bool) {
        if accepts {
            self.accepted += 1;
        } else {
            self.rejected += 1;
        }
    }

    fn explain(&mut self, reason: &'static str) {
        *self.explained.entry(reason).or_default() += 1;
    }

    fn open(
        &mut self,
        kind: Kind,
        run: u64,
        bytes: &[u8],
        holds: &dyn Fn(&[u8]) -> bool,
        tell: impl Fn(&[u8]) -> (String, String),
    ) {
        if let Some(known) = self.open.get_mut(&kind)
            && known.count >= MINIMISED
        {
            known.count += 1;
            known.run = known.run.min(run);
            return;
        }
        let smallest = minimize(bytes, holds);
        let (ours, theirs) = tell(&smallest);
        self.keep(kind, Open { count: 1, run, smallest, ours, theirs });
    }

    fn keep(&mut self, kind: Kind, new: Open) {
        let Some(known) = self.open.get_mut(&kind) else {
            self.open.insert(kind, new);
            return;
        };
        let (count, run) = (known.count + new.count, known.run.min(new.run));
        if (new.smallest.len(), &new.smallest) < (known.smallest.len(), &known.smallest) {
            *known = new;
        }
        (known.count, known.run) = (count, run);
    }

    /// Adds what another thread has counted.
    pub(crate) fn add(&mut self, other: Self) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        self.skipped += other.skipped;
        for (reason, count) in other.explained {
            *self.explained.entry(reason).or_default() += count;
        }
        for (kind, open) in other.open {
            self.keep(kind, open);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let explained: u64 = self.explained.values().sum();
        let open: u64 = self.open.values().map(|open| open.count).sum();
        let all = self.accepted + self.rejected + self.skipped + explained + open;
        let what = if self.schema { "valid" } else { "well-formed" };
        writeln!(out, "{all} documents")?;
        writeln!(out, "{:>10}  {what}, all agree", self.accepted)?;
        writeln!(out, "{:>10}  not {what}, all agree", self.rejected)?;
        if self.skipped > 0 {
            writeln!(out, "{:>10}  not well-formed, of no concern here", self.skipped)?;
        }
        writeln!(out, "{explained:>10}  differences with a known reason")?;
        for (reason, count) in &self.explained {
            writeln!(out, "{count:>20}  {reason}")?;
        }
        writeln!(out, "{open:>10}  differences without")?;
        for (number, open) in self.open.values().enumerate() {
            writeln!(out, "\n{}. {} times, first in run {}", number + 1, open.count, open.run)?;
            match std::str::from_utf8(&open.smallest) {
                Ok(text) => writeln!(out, "   document  {text:?}")?,
                Err(_) => writeln!(out, "   document  b\"{}\"", open.smallest.escape_ascii())?,
            }
            writeln!(out, "   ours      {}", open.ours)?;
            writeln!(out, "   theirs    {}", open.theirs)?;
        }
        Ok(())
    }
}
