//! How a file is packed. Findings stand at the start of the text and tell the byte of the file.

use sitemap_validator_protocol::name::plain_name;

use crate::diagnostic::{Arg, Diagnostic};
use crate::outcome::Kind;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::source::gzip::MOST_LAYERS;
use crate::source::{Class, CompressionFault, Damage, Gzip, Source};
use crate::span::Span;

/// True when nothing of the content could be read, and its packing is why.
pub(crate) fn hides_content(source: &Source) -> bool {
    let origin = &source.origin;
    let layers = origin.gzip.map_or(0, |gzip| gzip.layers);
    origin.compression.is_some() || layers > MOST_LAYERS
}

/// Judges the compression of a file that was recognised as `kind`.
pub(crate) fn check(source: &Source, kind: Kind, reporter: &mut Reporter<'_>) {
    fault(source, reporter);
    if let Some(gzip) = source.origin.gzip {
        shape(gzip, reporter);
    }
    name(source, kind, reporter);
}

fn found(rule: Rule) -> Diagnostic {
    Diagnostic::new(rule, Span::at(0))
}

/// What kept the content from being read whole.
fn fault(source: &Source, reporter: &mut Reporter<'_>) {
    let origin = &source.origin;
    let whose = |inner| if inner { "the gzip file inside" } else { "the compressed file" };
    let found = match origin.compression {
        Some(CompressionFault::Truncated { at, inner }) => {
            found(Rule::GzipTruncated).arg(at).arg(origin.decompressed).arg(whose(inner))
        }
        Some(CompressionFault::Corrupt { at, damage, inner }) => {
            let found = found(Rule::GzipCorrupt).arg(at).arg(origin.decompressed).arg(whose(inner));
            match damage {
                Damage::Data => found,
                Damage::Method(method) => found.wording(1).arg(u32::from(method)),
                Damage::Flags => found.wording(2),
                Damage::HeaderChecksum => found.wording(3),
                Damage::Checksum => found.wording(4),
                Damage::Length { said, real } => found.wording(5).arg(said).arg(real),
            }
        }
        Some(CompressionFault::Bomb { bytes }) => found(Rule::GzipBomb).arg(origin.bytes).arg(bytes),
        Some(CompressionFault::Ceiling { limit }) if origin.gzip.is_some() => {
            found(Rule::GzipBomb).wording(1).arg(limit)
        }
        Some(CompressionFault::Ceiling { .. }) | None => return,
    };
    reporter.report(found);
}

/// Layers, members, and what follows them.
fn shape(gzip: Gzip, reporter: &mut Reporter<'_>) {
    match gzip.layers {
        ..2 => {}
        2 => reporter.report(found(Rule::GzipDouble).arg("twice")),
        3 => reporter.report(found(Rule::GzipDouble).arg("three times")),
        _ => reporter.report(found(Rule::GzipDouble).wording(1).arg(u32::from(MOST_LAYERS))),
    }
    if let Some(second) = gzip.second {
        reporter.report(found(Rule::GzipMultipleMembers).arg(gzip.members).arg(second));
    }
    if let Some(at) = gzip.trailing {
        reporter.report(found(Rule::GzipTrailingData).arg(at));
    }
}

/// A name that promises another packing. Of what is no sitemap and not packed, or no text, the content is the cause.
fn name(source: &Source, kind: Kind, reporter: &mut Reporter<'_>) {
    let Some(name) = reporter.options.file_name.as_deref() else { return };
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let ending = Some(plain_name(name)).filter(|plain| *plain != name);
    let sitemap = kind.has_pages() || kind == Kind::SitemapIndex;
    let found = match ending {
        Some(plain) if source.origin.gzip.is_none() && sitemap => {
            found(Rule::GzipExtensionMismatch).arg(plain.to_owned())
        }
        None if source.origin.gzip.is_some() && source.origin.binary.is_none() => {
            found(Rule::GzipExtensionMismatch).wording(1).arg(format!("{name}.gz"))
        }
        _ => return,
    };
    reporter.report(found);
}

/// A file packed in a way that sitemaps do not know; false when it is none.
pub(crate) fn unsupported(source: &Source, reporter: &mut Reporter<'_>) -> bool {
    let Some(binary) = source.origin.binary.filter(|binary| binary.class.is_packed()) else { return false };
    let found = found(Rule::GzipUnsupportedCompression);
    let found = if source.origin.gzip.is_some() {
        found.arg(Arg::phrase("{0} within gzip", [binary.name.into()]))
    } else {
        found.arg(binary.name)
    };
    reporter.report(match (binary.class, first_name(source)) {
        (Class::Zip, Some(name)) => found.wording(2).arg(name),
        (Class::Zip | Class::Archive, _) => found.wording(1),
        (Class::Deflate, _) => found.wording(3),
        _ => found,
    });
    true
}

/// True when the file's name says that it is Brotli, which has no first bytes of its own.
pub(crate) fn is_brotli(reporter: &Reporter<'_>) -> bool {
    let name = reporter.options.file_name.as_deref().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("br"))
}

/// Says that the file is Brotli, by its name.
pub(crate) fn brotli(reporter: &mut Reporter<'_>) {
    reporter.report(found(Rule::GzipUnsupportedCompression).wording(4).arg("a Brotli file"));
}

/// The name of the first file in a ZIP archive.
fn first_name(source: &Source) -> Option<Span> {
    const NAME: usize = 30;
    let text = source.text();
    let [low, high] = *text.as_bytes().get(26..)?.first_chunk::<2>()?;
    let end = NAME + usize::from(u16::from_le_bytes([low, high]));
    let name = text.get(NAME..end)?;
    (!name.is_empty() && !name.contains(char::is_control)).then(|| Span::new(NAME, end))
}

#[cfg(test)]
#[path = "gzip_tests.rs"]
mod tests;
