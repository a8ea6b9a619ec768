//! The robots.txt files at hand: among the inputs, and beside them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sitemap_validator::format::kind_of;
use sitemap_validator::robots::{LIMIT, address_for};
use sitemap_validator::{Kind, Options, Robots};

use crate::address::join;
use crate::arguments::Check;
use crate::complain;
use crate::input::{self, Input};

/// How much of a robots.txt is wanted: one byte more than is read shows that the last line may not be whole.
const WHOLE: usize = LIMIT + 1;

/// What is known about the robots.txt files before the first sitemap is read.
#[derive(Debug)]
pub(crate) struct Sites {
    /// All of them.
    pub(crate) robots: Arc<[Robots]>,
    /// Those that only `--robots` names; they are checked after the inputs.
    pub(crate) extra: Vec<(Input, Place)>,
    /// One of them could not be read.
    pub(crate) unread: bool,
    /// Which of the inputs are such files.
    among: Vec<bool>,
}

/// What is known about a file beside its content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// Where it is served.
    pub(crate) address: Option<String>,
    /// Its name.
    pub(crate) name: Option<String>,
}

impl Sites {
    /// Reads those that `check` names, and those among `inputs`.
    pub(crate) fn read(check: &Check, inputs: &[Input]) -> Self {
        let mut robots = Vec::new();
        let mut sites = Self { robots: Arc::default(), extra: Vec::new(), unread: false, among: Vec::new() };
        let texts: Vec<Option<String>> = inputs.iter().map(robots_text).collect();
        sites.among = texts.iter().map(Option::is_some).collect();
        for (index, text) in texts.iter().enumerate() {
            if let Some(text) = text {
                robots.push(Robots::new(text, sites.place(check, inputs, index).address.as_deref()));
            }
        }
        for (address, file) in &check.robots {
            let path = PathBuf::from(file);
            let input = Input::File { path, name: "robots.txt".to_owned() };
            let beside = check.url.as_deref().or(check.base.as_deref());
            let address = address.clone().or_else(|| address_for(beside?));
            let Some(head) = input.head(WHOLE) else {
                // Why it cannot be read is said by reading it.
                if let Err(problem) = input.read() {
                    complain(&problem);
                }
                sites.unread = true;
                continue;
            };
            robots.push(Robots::new(input::text(head).text(), address.as_deref()));
            if !inputs.iter().any(|other| other.lies_at(file)) {
                let name = Some("robots.txt".to_owned());
                sites.extra.push((input, Place { address, name }));
            }
        }
        sites.robots = robots.into();
        sites
    }

    /// How many of `inputs` are no robots.txt.
    pub(crate) fn sitemaps(&self, inputs: &[Input]) -> usize {
        inputs.len() - self.among.iter().filter(|robots| **robots).count()
    }

    /// What is known about input number `index`.
    pub(crate) fn place(&self, check: &Check, inputs: &[Input], index: usize) -> Place {
        let name = inputs.get(index).and_then(Input::name);
        let below = || Some(join(check.base.as_deref()?, name?));
        let robots = self.among.get(index) == Some(&true);
        let siblings = robots && self.sitemaps(inputs) > 0;
        let address = match &check.url {
            // It is the sitemap's address; beside that, a robots.txt is at the top of the site.
            Some(url) if siblings => address_for(url),
            Some(url) => Some(url.clone()),
            None => below(),
        };
        Place { address, name: name.map(str::to_owned) }
    }
}

/// The text of an input that is a robots.txt.
fn robots_text(input: &Input) -> Option<String> {
    let name = input.name()?.to_owned();
    Path::new(&name).extension().filter(|ending| ending.eq_ignore_ascii_case("txt"))?;
    let source = input::text(input.head(WHOLE)?);
    let options = Options { file_name: Some(name), ..Options::default() };
    (kind_of(&source, &options) == Kind::Robots).then(|| source.text().to_owned())
}
