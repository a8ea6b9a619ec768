//! Truncated files, as crawlers store them.

use memchr::memchr;
use memchr::memmem::{find, rfind};

use super::{CompressionFault, Source};
use crate::elements::Root;

impl Source {
    /// A truncated file without its incomplete last entry, and with the end tags that a complete file has; `None` if no
    /// entry is complete. What remains keeps its location.
    pub fn without_truncated_entry(mut self) -> Option<Self> {
        let (cut, end) = ending(&self.text, self.start())?;
        self.text.truncate(cut);
        self.text.push_str(&end);
        self.damaged.retain(|span| span.end as usize <= cut);
        let damaged = self.damaged.iter().map(|span| span.range().len()).sum();
        self.damaged_bytes.truncate(damaged);
        self.origin.compression.take_if(|fault| matches!(fault, CompressionFault::Truncated { .. }));
        Some(self)
    }
}

/// The end of the last complete entry of `text`, which begins at byte `start`, and what follows in a complete file.
fn ending(text: &str, start: usize) -> Option<(usize, String)> {
    let bytes = text.as_bytes();
    let markup = bytes.get(start..)?.trim_ascii_start();
    if !markup.starts_with(b"<") {
        return Some((text.rfind('\n')? + 1, String::new()));
    }
    let (root, end) = root(markup)?;
    let root = String::from_utf8_lossy(root);
    let start_tag = bytes.len() - markup.len() + end;
    let local = root.rsplit(':').next().unwrap_or_default();
    let (entry, parent) = match (Root::by_name(local), local) {
        (Some(root), _) => (root.entry(), ""),
        (None, "feed") => ("entry", ""),
        (None, "rss") => ("item", "</channel>"),
        (None, "RDF") => ("item", ""),
        // The root is what the file is judged by.
        _ => return Some((start_tag, format!("</{root}>"))),
    };
    let end = last_end(bytes.get(start_tag..)?, entry.as_bytes())?;
    Some((start_tag + end, format!("{parent}</{root}>\n")))
}

/// The name of the root element in `markup`, and the end of its start tag.
fn root(markup: &[u8]) -> Option<(&[u8], usize)> {
    let mut at = 0;
    loop {
        at += memchr(b'<', markup.get(at..)?)?;
        let rest = markup.get(at + 1..)?;
        let past = |end: &[u8]| find(rest, end).map(|found| at + 1 + found + end.len());
        at = match rest {
            [b'?', ..] => past(b"?>")?,
            [b'!', b'-', b'-', ..] => past(b"-->")?,
            [b'!', ..] => past(b">")?,
            _ => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
                return Some((rest.get(..rest.iter().position(is_end)?)?, past(b">")?));
            }
        };
    }
}

/// The end of the last end tag of an element with the local name `name`.
fn last_end(mut markup: &[u8], name: &[u8]) -> Option<usize> {
    loop {
        let at = rfind(markup, b"</")?;
        let tag = markup.get(at + 2..)?;
        if let Some(end) = memchr(b'>', tag) {
            let found = tag.get(..end)?.trim_ascii_end();
            let local = found.rsplit(|byte| *byte == b':').next()?;
            if local == name {
                return Some(at + 2 + end + 1);
            }
        }
        markup = markup.get(..at)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{DEFAULT_CEILING, read};
    use crate::{Options, check_source};

    const TEXT: &str = "\u{FEFF}<?xml version=\"1.0\"?><!-- <x> -->\n<s:urlset xmlns:s=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
        <s:url><s:loc>https://tidepool.page/a</s:loc></s:url >\
        <s:url><s:loc>https://tidepool.page/b</s:loc></s:url></s:urlset>";
    const FEED: &str = "<rss version=\"2.0\"><channel><title>t</title><link>https://tidepool.page/</link><description>d</description>\
        <image><url>https://tidepool.page/i</url></image><item><link>https://tidepool.page/a</link></item></channel></rss>";

    #[test]
    fn wherever_a_file_is_cut_there_is_no_new_finding() {
        for text in [TEXT, FEED, "https://tidepool.page/a\nhttps://tidepool.page/b\n"] {
            let source = |end: usize| read(text.as_bytes()[..end].to_vec(), DEFAULT_CEILING);
            let check = |source: Source| check_source("s", &source, &Options::default(), 0);
            let whole = check(source(text.len()));
            let mut most = 0;
            for end in 0..text.len() {
                let Some(source) = source(end).without_truncated_entry() else { continue };
                let found = check(source);
                for finding in &found.diagnostics {
                    assert!(whole.diagnostics.iter().any(|other| other.rule() == finding.rule()), "{end}: {finding:?}");
                }
                assert_eq!(found.outcome.kind, whole.outcome.kind);
                most = most.max(found.outcome.stats.entries);
            }
            assert!(most > 0, "{text}");
        }
    }

    #[test]
    fn other_content_is_ended_too() {
        let ended = |bytes: &[u8]| read(bytes.to_vec(), DEFAULT_CEILING).without_truncated_entry();
        let text = |text: &str| ended(text.as_bytes()).map(|source| source.text().to_owned());
        assert_eq!(text("<urlset><url><loc>x</loc>"), None);
        assert_eq!(text("<svg a='1'><path"), Some("<svg a='1'></svg>".to_owned()));
        assert_eq!(text("Sitemap: a"), None);
        let wide: Vec<u8> = TEXT.trim_end_matches("urlset>").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(ended(&wide).unwrap().text().ends_with("</s:url></s:urlset>\n"));
        let damaged = ended(b"https://tidepool.page/\xFF\nhttps://tidepool.page/\xFE").unwrap();
        assert_eq!((damaged.damaged().len(), damaged.damaged_bytes()), (1, &b"\xFF"[..]));
    }
}
