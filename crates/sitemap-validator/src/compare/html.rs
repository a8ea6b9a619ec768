//! A comparison as a document in HTML.

use sitemap_validator_protocol::comparison::{Section, Summary};

use super::sentences::TITLE;
use crate::message::Words;
use crate::output::html::{document, inline, list};

/// The differences as a document in HTML that needs no other file.
pub fn html(Summary { facts, counts, sections }: &Summary, words: &Words) -> String {
    let section = |Section { title, items, .. }: &Section| {
        format!("<section>\n<h2>{}</h2>\n{}</section>\n", inline(title), list(items))
    };
    let body = format!("<p><strong>{}</strong></p>\n{}", inline(counts), list(facts));
    document(words.word(TITLE), &(body + &sections.iter().map(section).collect::<String>()), words)
}
