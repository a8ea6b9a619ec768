//! Values as bytes, for the way between a worker and its helpers, which are of one build. Nothing keeps them longer than
//! that. JSON says what the page is told; to read it back takes the worker ten times the code.

use std::collections::BTreeMap;

use crate::message::Settings;
use crate::report::{
    Authorities, Counts, Diagnostic, Edit, Excerpt, Facts, File, Fix, FixKind, HostCount, Kind, Place, Related,
    Severity, Stats, Verdict,
};

/// A value as bytes.
pub trait Packed: Sized {
    /// Appends it to `bytes`.
    fn put(&self, bytes: &mut Vec<u8>);

    /// Takes it from the beginning of `bytes`; `None` for other bytes.
    fn take(bytes: &mut &[u8]) -> Option<Self>;

    /// It as bytes.
    fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.put(&mut bytes);
        bytes
    }

    /// What was packed; `None` for other bytes.
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
    Settings { profiles, pedantic, strict_schema, search_console, verified_hosts, base, now, language, excerpts }
    File {
        name, address, kind, verdict, verdict_in_set, bytes, decompressed_bytes, encoding, well_formed, stops, partial,
        unread, counts, across, rules, judgement, facts, stats, truncated, diagnostics,
    }
    Place { line, column }
    Counts { error, warning, info }
    Facts { over_limits, lossy, in_scope }
    Stats { entries, lastmod, changefreq, priority, earliest_lastmod, latest_lastmod, hosts, extensions }
    HostCount { host, count }
    Diagnostic {
        file, rule, severity, message, help, line, column, end_line, end_column, start, end, entry, after_recovery, basis,
        related, fix, excerpt,
    }
    Excerpt { before, marked, after }
    Related { file, message, line, column, end_line, end_column, start, end }
    Fix { kind, edits }
    Edit { line, column, end_line, end_column, start, end, text }
}

packed_enums! {
    Kind {
        Urlset = 0, SitemapIndex = 1, Text = 2, Rss = 3, Atom = 4, Robots = 5, Html = 6, Other = 7, Unknown = 8,
    }
    Verdict { Valid = 0, Warnings = 1, Invalid = 2, Unchecked = 3 }
    Severity { Info = 0, Warning = 1, Error = 2 }
    FixKind { Safe = 0, Suggest = 1 }
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
        // A length that is made up reserves no more than there are bytes.
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

impl Packed for BTreeMap<String, u64> {
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
