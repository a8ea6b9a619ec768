//! The messages of the worker other than findings. They are translated by the catalogues of the core.

use sitemap_validator::message::Words;

sitemap_validator::sentences! {
    /// The file name and the reason.
    UNREADABLE = "`{0}` could not be read: {1}";
    /// The checked file.
    GONE = "`{0}` can no longer be read ({1}): drop it again";
    /// The checked file.
    CHANGED = "`{0}` was changed after it was checked: drop it again";
    /// The checked file.
    TEXT_GONE = "The text of `{0}` is no longer available";
    /// The page did not send the file.
    WITHOUT_FILE = "`{0}` was sent without its file";
    /// A helper crashed.
    STOPPED = "`{0}` could not be checked: the validator stopped unexpectedly";
    /// Like `STOPPED`, with the browser's error message.
    STOPPED_BY = "`{0}` could not be checked: the validator stopped unexpectedly ({1})";
    /// The browser refused to pass the file.
    NOT_HANDED = "`{0}` could not be sent to the validator";
    /// The check of the question is no longer the last one.
    OVER = "That check is over; its text is no longer available";
    /// The check has fewer files.
    NO_FILE = "The check has no file number {0}";
    /// This version has no such rule.
    NO_RULE = "Unknown rule";
    /// The format's name, and the names of the available formats.
    NO_FORMAT = "Unknown report format `{0}`; use one of these: {1}";
    /// The versions of page and worker differ.
    NOT_UNDERSTOOD = "The message was not understood: {0}";
    /// The versions of worker and helper differ.
    NO_TASK = "The message was not understood";
    /// The text of the input field.
    NO_URL = "`{0}` is not an http or https URL";
    /// The text of the input field.
    PRIVATE_URL = "`{0}` is on a private network, from which nothing is fetched";
    /// The reason why a file could not be read.
    CHANGED_MEANWHILE = "it changed while it was read";
    /// The reason why a file could not be read.
    TOO_LARGE = "it does not fit into memory";
    /// The reason why a file could not be read.
    NOT_ALLOWED = "the browser denied access";
    /// The reason why a helper was stopped.
    GARBLED = "its response cannot be read";
}

/// An error message with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    sentence: &'static str,
    about: String,
    why: String,
}

impl Problem {
    /// Creates an error without arguments.
    pub fn plain(sentence: &'static str) -> Self {
        Self::about(sentence, "")
    }

    /// Creates an error about `what`.
    pub fn about(sentence: &'static str, what: &str) -> Self {
        Self::why(sentence, what, "")
    }

    /// Creates an error about `what` with the reason `why`.
    pub fn why(sentence: &'static str, what: &str, why: &str) -> Self {
        Self { sentence, about: what.to_owned(), why: why.to_owned() }
    }

    /// Creates an error from a finished message.
    pub fn said(sentence: &str) -> Self {
        Self::about("{0}", sentence)
    }

    /// Returns the message in the language of `words`.
    pub fn in_words(&self, words: &Words) -> String {
        words.sentence(self.sentence, &[&self.about, words.word(&self.why)])
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sitemap_validator::convert::Refusal;
    use sitemap_validator::message::{Catalogue, ENGLISH, catalogue_text};

    use super::*;

    #[test]
    fn every_text_exists_in_each_language() {
        for tag in ["fr", "es"] {
            let text = catalogue_text(tag).expect("a language");
            let catalogue = Catalogue::parse(tag, text).unwrap_or_else(|fault| panic!("{tag}.txt, {fault}"));
            let refusals = Refusal::ALL.map(Refusal::sentence);
            for sentence in ALL.iter().chain(&refusals) {
                let translation = catalogue.word(sentence).unwrap_or_else(|| panic!("{tag}.txt lacks `{sentence}`"));
                for place in ["{0}", "{1}", "{2}"] {
                    assert_eq!(sentence.contains(place), translation.contains(place), "{tag}: {translation}");
                }
            }
            let gone = Problem::why(UNREADABLE, "a.xml", TOO_LARGE);
            let words = Words::from(Arc::new(catalogue));
            assert_ne!(gone.in_words(&words), gone.in_words(&ENGLISH));
            assert!(!gone.in_words(&words).contains("memory"));
        }
    }

    #[test]
    fn only_what_we_say_ourselves_is_translated() {
        let text = format!("[words]\na.xml\n\tb.xml\n{UNREADABLE}\n\t{{1}} : {{0}}\n{TOO_LARGE}\n\ttrop\n");
        let words = Words::from(Arc::new(Catalogue::parse("fr", &text).expect("a catalogue")));
        assert_eq!(Problem::why(UNREADABLE, "a.xml", TOO_LARGE).in_words(&words), "trop : a.xml");
        assert_eq!(Problem::why(UNREADABLE, "a.xml", "NotFound").in_words(&words), "NotFound : a.xml");
        assert_eq!(Problem::said("a {0} b").in_words(&words), "a {0} b");
    }
}
