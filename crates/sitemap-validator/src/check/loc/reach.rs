//! Hosts that crawlers cannot reach, and hosts for documentation: `loc-non-public-host`, once per origin.

use super::address::{Address, repaired};
use super::scope::OwnUrl;
use crate::diagnostic::{Diagnostic, Edit, FixKind, MOST_EDITS};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::url::host::{Host, Reach};
use crate::value::url::{Part, Parts};

/// The URLs of such an origin.
#[derive(Debug)]
pub(super) struct Unreachable {
    first: Span,
    entry: u32,
    reach: Reach,
    /// The origin of the file, if it is the right one.
    right: Option<String>,
    count: usize,
    others: Vec<Span>,
    edits: Vec<Option<Edit>>,
}

impl Unreachable {
    /// Adds a URL of the origin to `group`, unless its `host` is public, or is for documentation in a file whose own origin
    /// does not show that this is wrong.
    pub(super) fn add(
        group: &mut Option<Box<Self>>,
        address: &Address<'_>,
        parts: &Parts,
        host: &Host,
        (own, entry): (Option<&OwnUrl>, u32),
    ) {
        let right = own.filter(|own| own.replaces(host));
        if host.reach == Reach::Public || host.reach == Reach::Documentation && right.is_none() {
            return;
        }
        let span = address.span(parts.host);
        let group = group.get_or_insert_with(|| {
            let right = right.map(OwnUrl::origin);
            let (others, edits) = (Vec::new(), Vec::new());
            Box::new(Self { first: span, entry, reach: host.reach, right, count: 0, others, edits })
        });
        group.count += 1;
        if group.count > 1 && group.others.len() < 3 {
            group.others.push(span);
        }
        if let Some(right) = group.right.as_ref().filter(|_| group.edits.len() <= MOST_EDITS) {
            group.edits.push(address.replace(Part::new(0, parts.authority.end), right.clone()));
        }
    }

    /// Reports the URLs together; `every` is true if crawlers can reach no entry of the file.
    pub(super) fn report(self, every: bool, reporter: &mut Reporter<'_>) {
        use rules::loc_non_public_host as message;
        let Self { first, reach, count, .. } = self;
        let mut found: Diagnostic = match self.right {
            Some(right) if reach == Reach::Documentation => message::documentation_of_site(first, first, right, count),
            Some(right) if every => message::every_sitemap_origin(first, first, right),
            None if every => message::every(first, first),
            Some(right) if count == 1 => message::sitemap_origin(first, first, right),
            Some(right) => message::sitemap_origin_many(first, first, right, count),
            None if count == 1 => message(first, first),
            None => message::many(first, first, count),
        };
        found.entry = self.entry;
        reporter.report(repaired(found.and_here(self.others), FixKind::Suggest, self.edits));
    }
}
