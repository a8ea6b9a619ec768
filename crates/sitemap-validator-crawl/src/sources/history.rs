//! The log of git: the last commit that changed each file.

use std::collections::{HashMap, HashSet};

/// When files were last changed.
///
/// A commit that renames a file or changes its mode, and not its content, does not count. Neither do those that the user wants
/// to be ignored.
#[derive(Debug)]
pub struct History {
    /// The moments of the changes, by the index of the file.
    changes: Vec<Option<i64>>,
    /// The files whose last change is still to be found, by their name at this point of the history.
    open: HashMap<String, Vec<usize>>,
    /// The last changes of other names, which files may have had until a rename on another branch.
    others: HashMap<String, i64>,
    ignored: HashSet<String>,
    /// The moment of the commit that is read; `None` if it is ignored.
    commit: Option<i64>,
    /// The status whose paths come next.
    status: Status,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Status {
    None,
    /// The file was added.
    Added,
    /// The file was changed.
    Changed,
    /// The mode of the file was changed, and not its content.
    Mode,
    /// The file was deleted.
    Deleted,
    /// The old name of a file that was renamed comes next.
    Renamed,
    /// The new name of the file with this old name comes next.
    To(String),
}

impl History {
    /// The arguments of git that write the log, newest commit first, in parts that end with a zero byte. The paths begin at
    /// the folder of the repository, as files may have been moved there from other folders.
    pub const ARGUMENTS: [&'static str; 10] = [
        "-c",
        "log.showRoot=true",
        "log",
        "--no-show-signature",
        "-z",
        "--date-order",
        "--raw",
        "--no-abbrev",
        "--find-renames=100%",
        "--format=%x01%H %ct",
    ];

    /// The history of these files, before the log is read.
    pub fn new<'f>(files: impl IntoIterator<Item = &'f str>, ignored: HashSet<String>) -> Self {
        let mut open: HashMap<String, Vec<usize>> = HashMap::new();
        let mut count = 0;
        for file in files {
            open.entry(file.to_owned()).or_default().push(count);
            count += 1;
        }
        Self { changes: vec![None; count], open, others: HashMap::new(), ignored, commit: None, status: Status::None }
    }

    /// Reads the next part of the log, without its zero byte. Returns true if the rest is not needed.
    pub fn read(&mut self, part: &str) -> bool {
        if let Some(commit) = part.strip_prefix('\u{1}') {
            let (id, moment) = commit.split_once(' ').unwrap_or((commit, ""));
            let seconds = moment.parse::<i64>().ok().filter(|_| !self.ignored.contains(id));
            self.commit = seconds.and_then(|seconds| seconds.checked_mul(1000));
            self.status = Status::None;
            return self.open.is_empty();
        }
        self.status = match std::mem::replace(&mut self.status, Status::None) {
            Status::None => {
                // The modes, the content before and after, and the status.
                let mut words = part.split_ascii_whitespace().skip(2);
                let is_same = words.next() == words.next();
                match words.next().and_then(|status| status.chars().next()) {
                    Some('A') => Status::Added,
                    Some('M') if is_same => Status::Mode,
                    Some('M' | 'T') => Status::Changed,
                    Some('D') => Status::Deleted,
                    Some('R') => Status::Renamed,
                    _ => Status::None,
                }
            }
            Status::Mode => Status::None,
            Status::Changed => {
                self.changed(part);
                Status::None
            }
            Status::Added => {
                self.changed(part);
                self.others.remove(part);
                Status::None
            }
            Status::Deleted => {
                self.others.remove(part);
                Status::None
            }
            Status::Renamed => Status::To(part.to_owned()),
            Status::To(old) => {
                self.renamed(old, part);
                Status::None
            }
        };
        self.open.is_empty()
    }

    fn changed(&mut self, file: &str) {
        let Some(moment) = self.commit else { return };
        match self.open.remove(file) {
            Some(files) => self.date(&files, moment),
            None => drop(self.others.entry(file.to_owned()).or_insert(moment)),
        }
    }

    fn date(&mut self, files: &[usize], moment: i64) {
        for at in files {
            if let Some(change) = self.changes.get_mut(*at) {
                *change = Some(moment);
            }
        }
    }

    fn renamed(&mut self, old: String, new: &str) {
        let Some(files) = self.open.remove(new) else { return };
        match self.others.remove(&old) {
            Some(moment) => self.date(&files, moment),
            None => self.open.entry(old).or_default().extend(files),
        }
    }

    /// When each file was last changed, in milliseconds since 1970-01-01T00:00:00Z; `None` if the log does not say.
    pub fn finish(self) -> Vec<Option<i64>> {
        self.changes
    }
}

/// The commits in the text of a `.git-blame-ignore-revs`: one on each line, with comments after `#`.
pub fn ignored_commits(text: &str) -> HashSet<String> {
    let commit = |line: &str| line.split('#').next().unwrap_or_default().trim().to_ascii_lowercase();
    text.lines().map(commit).filter(|commit| !commit.is_empty()).collect()
}
