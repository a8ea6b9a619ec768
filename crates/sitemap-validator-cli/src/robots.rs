//! The robots.txt files to check against: among the inputs, and from `--robots`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sitemap_validator::format::kind_of;
use sitemap_validator::robots::{LIMIT, RobotsFiles, address_for};
use sitemap_validator::set::{List, Place, presumed};
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{Kind, Options, Robots, source};
use sitemap_validator_protocol::http::Http;

use crate::arguments::Check;
use crate::input::Input;

/// How much of a robots.txt is read: the byte after the limit shows that the last line may be incomplete.
const WHOLE: usize = LIMIT + 1;

/// What is known about the robots.txt files before the first sitemap is read.
#[derive(Debug)]
pub(crate) struct Sites {
    /// All of them.
    pub(crate) robots: RobotsFiles,
    /// Those that only `--robots` names; they are reported after the inputs.
    pub(crate) extra: Vec<(Input, Context)>,
    /// One of them, or a folder, could not be read.
    pub(crate) unread: bool,
    /// Which of the inputs are such files.
    among: Vec<bool>,
}

/// What is known about a file apart from its content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// Where it is served, and what lists it.
    pub(crate) place: Place,
    /// True if it was found in a folder and nothing lists it.
    pub(crate) is_unlisted: bool,
    /// Its name.
    pub(crate) name: Option<String>,
    /// How it was fetched.
    pub(crate) http: Option<Arc<Http>>,
}

impl Context {
    /// What is known about a file that was fetched.
    pub(crate) fn of(input: &Input) -> Self {
        let http = input.http().cloned().map(Arc::new);
        let address = http.as_ref().map(|http| http.address().to_owned());
        let place = Place { is_certain: address.is_some(), address, ..Place::default() };
        Self { place, is_unlisted: false, name: input.name().map(str::to_owned), http }
    }

    /// The context of a file that is served from this URL.
    fn at(url: Option<String>, name: Option<&str>) -> Self {
        let place = Place { address: url, ..Place::default() };
        Self { place, is_unlisted: false, name: name.map(str::to_owned), http: None }
    }

    /// The URL it is served from.
    pub(crate) fn url(&self) -> Option<&str> {
        self.place.address.as_deref()
    }

    /// What a file in this context is checked against.
    pub(crate) fn options(&self, options: Options) -> Options {
        let Self { place, is_unlisted, name, http } = self.clone();
        place.options(Options { is_unlisted, file_name: name, http, ..options })
    }
}

impl Sites {
    /// Reads those that `check` names, and those among `inputs`.
    pub(crate) fn read(check: &Check, inputs: &[Input]) -> Self {
        let mut robots = Vec::new();
        let mut sites = Self { robots: RobotsFiles::default(), extra: Vec::new(), unread: false, among: Vec::new() };
        let texts: Vec<Option<String>> = inputs.iter().map(robots_text).collect();
        sites.among = texts.iter().map(Option::is_some).collect();
        for (index, text) in texts.iter().enumerate() {
            if let Some(text) = text {
                robots.push(Robots::new(text, sites.context(check, inputs, index).url()));
            }
        }
        for (url, file) in &check.arguments.robots {
            let path = PathBuf::from(file);
            let input = Input::File { path, name: "robots.txt".to_owned(), is_found: false };
            let beside = check.arguments.url.as_deref().or(check.arguments.base.as_deref());
            let url = url.clone().or_else(|| address_for(beside?));
            let Some(head) = input.head(WHOLE) else {
                // Reading it again gives the reason.
                if let Err(problem) = input.read(WHOLE as u64) {
                    check.complain(&problem);
                }
                sites.unread = true;
                continue;
            };
            robots.push(Robots::new(source::read(head, DEFAULT_CEILING).text(), url.as_deref()));
            if !inputs.iter().any(|other| other.lies_at(file)) {
                sites.extra.push((input, Context::at(url, Some("robots.txt"))));
            }
        }
        sites.robots = robots.into();
        sites
    }

    /// True if input number `index` is a robots.txt.
    pub(crate) fn is_robots(&self, index: usize) -> bool {
        self.among.get(index) == Some(&true)
    }

    /// Keeps the inputs for which `keeps` is true.
    pub(crate) fn retain(&mut self, keeps: &[bool]) {
        let mut keeps = keeps.iter();
        self.among.retain(|_| keeps.next() == Some(&true));
    }

    /// What each of them lists.
    pub(crate) fn lists(&self) -> Vec<List> {
        let files = self.among.iter().enumerate().filter(|(_, is_robots)| **is_robots).map(|(file, _)| Some(file));
        let files = files.chain(std::iter::repeat(None));
        let list = |(robots, file): (&Robots, Option<usize>)| List {
            file,
            is_robots: true,
            urls: robots.listed().map(str::to_owned).collect(),
        };
        self.robots.iter().zip(files).map(list).collect()
    }

    /// How many of `inputs` are not a robots.txt.
    pub(crate) fn sitemaps(&self, inputs: &[Input]) -> usize {
        inputs.len() - self.among.iter().filter(|robots| **robots).count()
    }

    /// Where the robots.txt files among `inputs` are.
    pub(crate) fn among(&self, inputs: &[Input]) -> Vec<PathBuf> {
        let robots = inputs.iter().zip(&self.among).filter(|(_, is_robots)| **is_robots);
        robots.filter_map(|(input, _)| input.path().map(Path::to_owned)).collect()
    }

    /// What is known about input number `index`.
    pub(crate) fn context(&self, check: &Check, inputs: &[Input], index: usize) -> Context {
        let name = inputs.get(index).and_then(Input::name);
        let http = inputs.get(index).and_then(Input::http);
        let robots = self.is_robots(index);
        let below = || {
            let (base, name) = (check.arguments.base.as_deref()?, name?);
            // One that is named by itself is that of the site.
            let is_named = robots && !inputs.get(index).is_some_and(Input::is_found) && !name.contains('/');
            if is_named { address_for(base) } else { Some(presumed(base, name)) }
        };
        let url = match &check.arguments.url {
            _ if http.is_some() => return inputs.get(index).map(Context::of).unwrap_or_default(),
            // It is the sitemap's URL; the robots.txt is at the root of the same site.
            Some(url) if robots && self.sitemaps(inputs) > 0 => address_for(url),
            Some(url) => Some(url.clone()),
            None => below(),
        };
        Context::at(url, name)
    }
}

/// The text of an input that is a robots.txt.
fn robots_text(input: &Input) -> Option<String> {
    let name = input.name()?.to_owned();
    Path::new(&name).extension().filter(|ending| ending.eq_ignore_ascii_case("txt"))?;
    let source = source::read(input.head(WHOLE)?, DEFAULT_CEILING);
    let options = Options { file_name: Some(name), ..Options::default() };
    (kind_of(&source, &options) == Kind::Robots).then(|| source.text().to_owned())
}
