//! The uploader of a video, and the URL of their page.

use crate::check::extension::{Element, Page, attribute};
use crate::check::with_leading_space;
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::url::prefix::{self, Prefix};
use crate::value::url::{Parts, host};
use crate::xml::content::decoded;

/// The URL of a page about an uploader.
#[derive(Debug, Clone, Copy)]
pub(super) struct Info {
    /// Between the quotes.
    value: Span,
    /// The whole attribute.
    whole: Span,
}

/// The complete URL in the attribute `info` of `element`; an incomplete one is reported.
pub(super) fn info(element: &Element<'_>, reporter: &mut Reporter<'_>) -> Option<Info> {
    let attribute = attribute(element.source, element.attributes, "info")?;
    let info = Info { value: attribute.value, whole: attribute.whole };
    let url = decoded(element.source, info.value);
    if matches!(prefix::of(url.trim()), Prefix::Absolute(_)) {
        return Some(info);
    }
    let found = rules::video_uploader_invalid::relative(info.value, info.value);
    reporter.report(found.suggest(info.delete(element.source)));
    None
}

impl Info {
    fn delete(self, source: &str) -> Edit {
        Edit::delete(with_leading_space(source, self.whole))
    }

    /// Compares its domain with that of the page.
    pub(super) fn check(self, page: &Page<'_>, reporter: &mut Reporter<'_>) {
        let url = decoded(page.source, self.value);
        let (Some(own), Some(other)) = (host_of(&page.url), host_of(url.trim())) else { return };
        if domain(&own) != domain(&other) {
            let found = rules::video_uploader_invalid::other_host(self.value, self.value, own);
            let found = found.suggest(self.delete(page.source));
            reporter.report(match page.loc {
                Some(loc) => found.related(loc, "the page"),
                None => found,
            });
        }
    }
}

/// The host of `url` in normal form.
fn host_of(url: &str) -> Option<String> {
    let parts = Parts::split(url)?;
    Some(String::from(host::judge(parts.host.of(url)).ok()?.ascii))
}

/// The last two labels of `host`; all of an IP address.
fn domain(host: &str) -> &str {
    if host.ends_with(|last: char| last == ']' || last.is_ascii_digit()) {
        return host;
    }
    host.rmatch_indices('.').nth(1).and_then(|(dot, _)| host.get(dot + 1..)).unwrap_or(host)
}
