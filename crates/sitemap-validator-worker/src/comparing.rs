//! Compares an earlier version of the input with the last run.

use sitemap_validator::compare::{self, Listing, Version};
use sitemap_validator::message::Words;
use sitemap_validator::session::common_folder;
use sitemap_validator::{Kind, Options, Source};
use sitemap_validator_protocol::comparison::Comparison;
use sitemap_validator_protocol::message::Input;

use crate::edge::Edge;
use crate::input_file::{self, stated_url};
use crate::run::Run;
use crate::sentences::{Problem, WITHOUT_FILE};

/// An earlier version, as the page sends it.
#[derive(Debug)]
pub(crate) struct Earlier<'a, F> {
    /// What it is called.
    pub(crate) name: &'a str,
    /// Its files, in order.
    pub(crate) inputs: Vec<Input>,
    /// The contents of those that were not sent as text.
    pub(crate) files: Vec<F>,
}

/// Compares `old` with the last run, which is called `name`, and lists at most `most` URLs of each difference; 0 for all.
///
/// # Errors
/// If the page did not send a file.
pub(crate) fn compare<E: Edge>(
    old: Earlier<'_, E::File>,
    name: &str,
    run: &mut Run<E::File>,
    most: u64,
    words: &Words,
    edge: &E,
) -> Result<Comparison, Problem> {
    let old = earlier(old, words, edge)?;
    let new = latest(name, run, words, edge);
    let mut comparison = compare::compare(&old, &new, most);
    compare::judge(&mut comparison, None, &new, &Options::default());
    Ok(comparison)
}

fn earlier<E: Edge>(old: Earlier<'_, E::File>, words: &Words, edge: &E) -> Result<Version, Problem> {
    let mut version = Version::new(old.name, words);
    let mut files = old.files.into_iter();
    let folder = common_folder(old.inputs.iter().map(|input| &*input.name));
    for mut input in old.inputs {
        let source = if let Some(text) = input.text.take() {
            Ok(Source::from_text(text))
        } else {
            let file = files.next().ok_or_else(|| Problem::about(WITHOUT_FILE, &input.name))?;
            input_file::load(&input.name, &file, edge).map(|(source, _)| source)
        };
        match source {
            Ok(source) => {
                let url = stated_url(&input).map(str::to_owned);
                add(
                    &mut version,
                    input.name.get(folder..).unwrap_or_default(),
                    &source,
                    &Options { url, ..Options::default() },
                );
            }
            Err(why) => version.add_gap(gap(&why, words)),
        }
        edge.pause();
    }
    Ok(version)
}

fn latest<E: Edge>(name: &str, run: &mut Run<E::File>, words: &Words, edge: &E) -> Version {
    let mut version = Version::new(name, words);
    let folder = common_folder(run.files.iter().map(|file| &*file.task.terms.name));
    for index in 0..run.len() {
        match run.read(index, edge) {
            Ok(text) => {
                let task = &run.files[index].task;
                let name = task.terms.name.get(folder..).unwrap_or_default();
                add(&mut version, name, &text.source, &task.options(&run.shared));
            }
            Err(why) => version.add_gap(gap(&why, words)),
        }
        edge.pause();
    }
    version
}

fn add(version: &mut Version, name: &str, source: &Source, options: &Options) {
    let listing = Listing::of(name, source, options);
    if listing.kind() != Kind::Robots {
        version.add(listing);
    }
}

/// Returns what is missing as a sentence without a full stop.
fn gap(why: &Problem, words: &Words) -> String {
    why.in_words(words).trim_end_matches('.').to_owned()
}
