//! Values as bytes, for messages between the page, a worker and its helpers, which are of one build. What
//! is kept longer needs a version of its own. Reading JSON instead would take ten times the code.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::comparison::{Section, Summary as ComparisonSummary};
use crate::figures::{Bucket, Dates, Figures, Folder, Folders, Hosts, Limit, Measure, Problems, Slice, Step, Values};
use crate::http::{FetchError, Found, Hop, Http};
use crate::message::{FixRequest, FromWorker, Mark, NewFile, Progress, Settings, SiteFile, SourceLine};
use crate::report::{
    Alternative, Authorities, Branch, BuiltSite, Counts, Diagnostic, Edit, Excerpt, Facts, File, Fix, FixKind,
    HostCount, Kind, Listing, Loss, Place, Related, Removal, Report, Set, Severity, Stance, Stats, Summary, Tool,
    Verdict,
};
use crate::source::{Diff, DiffLine, DiffPart, SearchMatch, Side, SourceRange, UrlReading, Value};

/// A value as bytes.
pub trait Packed: Sized {
    /// Appends the value to `bytes`.
    fn put(&self, bytes: &mut Vec<u8>);

    /// Reads the value from the start of `bytes`; `None` if they are invalid.
    fn take(bytes: &mut &[u8]) -> Option<Self>;

    /// The value as bytes.
    fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        bytes
    }

    /// Unpacks a value; `None` if the bytes are invalid.
    fn unpack(mut bytes: &[u8]) -> Option<Self> {
        Self::take(&mut bytes).filter(|_| bytes.is_empty())
    }
}

/// Packs structs field by field.
#[macro_export]
macro_rules! packed_structs {
    ($($name:ident { $($field:ident),* $(,)? })*) => {$(
        impl $crate::packed::Packed for $name {
            fn put(&self, bytes: &mut Vec<u8>) {
                $($crate::packed::Packed::put(&self.$field, bytes);)*
            }

            fn take(bytes: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::packed::Packed::take(bytes)?),* })
            }
        }
    )*};
}

/// Packs enums without fields as a number each.
#[macro_export]
macro_rules! packed_enums {
    ($($name:ident { $($variant:ident = $code:literal),* $(,)? })*) => {$(
        impl $crate::packed::Packed for $name {
            fn put(&self, bytes: &mut Vec<u8>) {
                bytes.push(match self {
                    $(Self::$variant => $code),*
                });
            }

            fn take(bytes: &mut &[u8]) -> Option<Self> {
                match <u8 as $crate::packed::Packed>::take(bytes)? {
                    $($code => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    )*};
}

/// Packs enums with fields: a number, and the fields of the variant.
macro_rules! packed_variants {
    ($($name:ident { $($variant:ident $(($of:ident))? $({ $($field:ident),* $(,)? })? = $code:literal),* $(,)? })*) => {$(
        impl Packed for $name {
            #[inline(never)]
            fn put(&self, bytes: &mut Vec<u8>) {
                match self {
                    $(Self::$variant $(($of))? $({ $($field),* })? => {
                        bytes.push($code);
                        $($of.put(bytes);)?
                        $($($field.put(bytes);)*)?
                    })*
                }
            }

            fn take(bytes: &mut &[u8]) -> Option<Self> {
                Some(match u8::take(bytes)? {
                    $($code => {
                        $(let $of = Packed::take(bytes)?;)?
                        $($(let $field = Packed::take(bytes)?;)*)?
                        Self::$variant $(($of))? $({ $($field),* })?
                    })*
                    _ => return None,
                })
            }
        }
    )*};
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Packed for $number {
            fn put(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn take(bytes: &mut &[u8]) -> Option<Self> {
                let (number, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*number))
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, i64);

packed_structs! {
    SiteFile { id, http }
    Settings { profile, pedantic, strict_schema, search_console, verified_hosts, base, now, lang, excerpts }
    File {
        name, url, kind, verdict, verdict_in_set, bytes, decompressed_bytes, encoding, well_formed, stops, partial,
        read_error, http, counts, cross_file_counts, rules, engines, losses, problems, summary, facts, stats, truncated,
        diagnostics,
    }
    Loss { file, entries, values, undocumented }
    Summary { headline, detail, rule }
    Http {
        found, requested, last, hops, status, content_type, charset, content_encoding, content_length, transfer_bytes,
        etag, last_modified, robots_tag, challenge, unchanged, ms, fetched_at, error,
    }
    Hop { status, location }
    Place { line, column }
    Counts { error, warning, info }
    Facts { over_limits, lossy, in_scope }
    Stats { entries, lastmod, changefreq, priority, earliest_lastmod, latest_lastmod, hosts, extensions }
    HostCount { host, count }
    Diagnostic {
        file, rule, severity, message, help, line, column, end_line, end_column, start, end, entry, after_recovery, sources,
        related, fix, alternatives, removal, excerpt,
    }
    Alternative { label, edits }
    Excerpt { before, marked, after }
    Related { file, message, line, column, end_line, end_column, start, end }
    Fix { kind, edits }
    Edit { line, column, end_line, end_column, start, end, text }
    Report { version, tool, partial, files, set, support, built }
    BuiltSite { url, pages, listed, problems, notes }
    Tool { name, version }
    Set { verdict, counts, entries, cross_file_counts, rules, truncated, diagnostics, lacks_index, tree }
    Listing { file, children }
    Branch { url, file }
    Progress { run, files, finished, name, done, total, entries, errors, warnings, first }
    NewFile { name, text }
    SourceLine { number, column, text, more, start, marks }
    Mark { rule, severity, column, end_column, start, end }
    SourceRange { line, column, end_column, start, end }
    SearchMatch { spot, number, count, more }
    UrlReading { written, read, letters, escaped, raw }
    Value { text, choices }
    Diff { applied, removed, added, shown, hunks }
    DiffLine { side, number, parts, more }
    DiffPart { text, changed }
    Figures { entries, dates, priorities, frequencies, hosts, folders, problems, limits }
    Dates { step, buckets, before, after, range, absent, invalid }
    Bucket { start, count }
    Values { counts, absent, invalid }
    Hosts { named, rest, none, different }
    Folders { top, none }
    Folder { name, count, pages, folders, rest }
    Problems { bytes, slices }
    Slice { line, counts, first }
    Limit { of, value, max }
    ComparisonSummary { facts, counts, sections }
    Section { title, items, is_of_urls }
}

packed_variants! {
    FromWorker {
        Ready { protocol, version } = 0,
        Progress(progress) = 1,
        Done { run, elapsed, report, safe_fixes, lines } = 2,
        Findings { run, file, rule, offset, diagnostics } = 3,
        Found { run, file, text, rule, among, rules, diagnostics } = 4,
        Excerpts { run, file, excerpts } = 5,
        Lines { run, file, total, lines } = 6,
        Figures { run, file, figures } = 7,
        Sought { run, file, text, found } = 8,
        Located { run, file, spot } = 9,
        Read { run, file, start, end, reading, value } = 10,
        Previewed { run, file, what, diff } = 11,
        Fixed { run, file, applied, text } = 12,
        FixedPart { run, file, applied, from_text, text } = 13,
        FixedAll { run } = 14,
        Converted { run, files, left_out, omitted } = 15,
        Exported { run, format, text } = 16,
        Failed { run, message } = 17,
        Requests { run, requests, wait, files, finished, known } = 18,
        Site { run, files, left_out } = 19,
        Resolved { run, id, is_public } = 20,
        Text { run, file, text } = 21,
        LeftOut { run, files } = 22,
        Compared { run, number, summary, redirects } = 23,
        Wanted { run, files, most } = 24,
    }
    FixRequest {
        All { suggested } = 0,
        Rule { rule } = 1,
        One { rule, start, end } = 2,
        Alternative { rule, start, end, choice } = 3,
        Alternatives { rule, choice } = 4,
        Value { rule, start, end, value } = 5,
        Remove { rule, start, end } = 6,
        Removals { rule } = 7,
    }
}

packed_enums! {
    Kind {
        Urlset = 0, SitemapIndex = 1, Text = 2, Rss = 3, Atom = 4, Robots = 5, Html = 6, Other = 7, Unknown = 8,
    }
    Found { Given = 0, Usual = 1, Listed = 2, Linked = 3 }
    FetchError {
        Dns = 0, Refused = 1, Tls = 2, Timeout = 3, Cut = 4, Private = 5, RedirectLoop = 6, TooManyRedirects = 7,
        BadRedirect = 8, NoSitemap = 9, TooLarge = 10, NotAllowed = 11, Blocked = 12,
        LargeHeader = 13, Malformed = 14, Proxy = 15,
    }
    Verdict { Valid = 0, Warnings = 1, Invalid = 2, Unchecked = 3 }
    Severity { Info = 0, Warning = 1, Error = 2 }
    FixKind { Safe = 0, Suggest = 1 }
    Removal { Entry = 0, Value = 1 }
    Stance { Rejects = 0, Advises = 1, Ignores = 2, Accepts = 3, Undocumented = 4, Unused = 5 }
    Side { Same = 0, Removed = 1, Added = 2 }
    Step { Day = 0, Week = 1, Month = 2, Year = 3 }
    Measure { Bytes = 0, Entries = 1, UrlLength = 2 }
}

impl<T: Packed> Packed for Authorities<T> {
    fn put(&self, bytes: &mut Vec<u8>) {
        let Self { sitemaps_org, schema, google, bing, yandex } = self;
        for of in [sitemaps_org, schema, google, bing, yandex] {
            of.put(bytes);
        }
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            sitemaps_org: T::take(bytes)?,
            schema: T::take(bytes)?,
            google: T::take(bytes)?,
            bing: T::take(bytes)?,
            yandex: T::take(bytes)?,
        })
    }
}

impl Packed for bool {
    fn put(&self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(*self));
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        u8::take(bytes).filter(|&byte| byte < 2).map(|byte| byte == 1)
    }
}

impl Packed for String {
    fn put(&self, bytes: &mut Vec<u8>) {
        (self.len() as u64).put(bytes);
        bytes.extend_from_slice(self.as_bytes());
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::try_from(u64::take(bytes)?).ok()?;
        let (text, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Self::from_utf8(text.to_vec()).ok()
    }
}

impl<T: Packed> Packed for Option<T> {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.is_some().put(bytes);
        if let Some(value) = self {
            value.put(bytes);
        }
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        Some(if bool::take(bytes)? { Some(T::take(bytes)?) } else { None })
    }
}

impl<T: Packed> Packed for Vec<T> {
    fn put(&self, bytes: &mut Vec<u8>) {
        (self.len() as u64).put(bytes);
        bytes.reserve(size_of_val(self.as_slice()));
        for value in self {
            value.put(bytes);
        }
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::try_from(u64::take(bytes)?).ok()?;
        // An invalid length reserves no more than the number of bytes.
        let mut values = Self::with_capacity(length.min(bytes.len() / size_of::<T>().max(1)));
        for _ in 0..length {
            values.push(T::take(bytes)?);
        }
        Some(values)
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.0.put(bytes);
        self.1.put(bytes);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::take(bytes)?, B::take(bytes)?))
    }
}

impl<A: Packed, B: Packed, C: Packed> Packed for (A, B, C) {
    fn put(&self, bytes: &mut Vec<u8>) {
        self.0.put(bytes);
        self.1.put(bytes);
        self.2.put(bytes);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::take(bytes)?, B::take(bytes)?, C::take(bytes)?))
    }
}

impl<T: Packed> Packed for Box<T> {
    fn put(&self, bytes: &mut Vec<u8>) {
        (**self).put(bytes);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        T::take(bytes).map(Self::new)
    }
}

impl<T: Packed> Packed for Arc<T> {
    fn put(&self, bytes: &mut Vec<u8>) {
        (**self).put(bytes);
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        T::take(bytes).map(Self::new)
    }
}

impl<T: Packed> Packed for BTreeMap<String, T> {
    fn put(&self, bytes: &mut Vec<u8>) {
        (self.len() as u64).put(bytes);
        for (key, value) in self {
            key.put(bytes);
            value.put(bytes);
        }
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let length = u64::take(bytes)?;
        (0..length).map(|_| Packed::take(bytes)).collect()
    }
}
