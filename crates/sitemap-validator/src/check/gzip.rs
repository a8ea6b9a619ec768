//! The compression of a file. Findings are at the start of the text and name the byte of the file.

use sitemap_validator_protocol::name::plain_name;

use crate::diagnostic::Arg;
use crate::outcome::Kind;
use crate::reporter::Reporter;
use crate::rules;
use crate::source::gzip::MOST_LAYERS;
use crate::source::{Class, CompressionFault, Damage, Gzip, Source};
use crate::span::Span;

/// True if the compression prevents reading any content.
pub(crate) fn hides_content(source: &Source) -> bool {
    let origin = &source.origin;
    let layers = origin.gzip.map_or(0, |gzip| gzip.layers);
    origin.compression.is_some() || layers > MOST_LAYERS
}

/// Checks the compression of a file of type `kind`.
pub(crate) fn check(source: &Source, kind: Kind, reporter: &mut Reporter<'_>) {
    fault(source, reporter);
    if let Some(gzip) = source.origin.gzip {
        shape(gzip, reporter);
    }
    name(source, kind, reporter);
}

const START: Span = Span { start: 0, end: 0 };

/// Reports what prevented reading the whole content.
fn fault(source: &Source, reporter: &mut Reporter<'_>) {
    let origin = &source.origin;
    let whose = |inner| if inner { "the gzip file inside" } else { "the compressed file" };
    let found = match origin.compression {
        Some(CompressionFault::Truncated { at, inner }) => {
            rules::gzip_truncated(START, at, origin.decompressed, whose(inner))
        }
        Some(CompressionFault::Corrupt { at, damage, inner }) => {
            use rules::gzip_corrupt as message;
            let (checked, file) = (origin.decompressed, whose(inner));
            match damage {
                Damage::Data => rules::gzip_corrupt(START, at, checked, file),
                Damage::Method(method) => message::method(START, at, checked, file, u32::from(method)),
                Damage::Flags => message::flags(START, at, checked, file),
                Damage::HeaderChecksum => message::header_checksum(START, at, checked, file),
                Damage::Checksum => message::checksum(START, at, checked, file),
                Damage::Length { stated, real } => message::length(START, at, checked, file, stated, real),
            }
        }
        Some(CompressionFault::Bomb { taken, bytes }) => rules::gzip_bomb::ratio(START, taken, bytes),
        Some(CompressionFault::Ceiling { limit }) if origin.gzip.is_some() => rules::gzip_bomb::size(START, limit),
        Some(CompressionFault::Ceiling { .. }) | None => return,
    };
    reporter.report(found);
}

/// Reports several layers or members, and data after them.
fn shape(gzip: Gzip, reporter: &mut Reporter<'_>) {
    let layers = gzip.layers - u8::from(is_of_transfer(reporter)).min(gzip.layers);
    match layers {
        ..2 => {}
        2 => reporter.report(rules::gzip_double(START, "twice")),
        3 => reporter.report(rules::gzip_double(START, "three times")),
        _ => reporter.report(rules::gzip_double::too_often(START, u32::from(MOST_LAYERS))),
    }
    if let Some(second) = gzip.second {
        reporter.report(rules::gzip_multiple_members(START, gzip.members, second));
    }
    if let Some(at) = gzip.trailing {
        reporter.report(rules::gzip_trailing_data(START, at));
    }
}

/// Reports a name that does not match the compression. If the content is not a sitemap, other rules report that.
fn name(source: &Source, kind: Kind, reporter: &mut Reporter<'_>) {
    let Some(name) = reporter.options.file_name.as_deref().filter(|_| !is_of_transfer(reporter)) else { return };
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let ending = Some(plain_name(name)).filter(|plain| *plain != name);
    let sitemap = kind.has_pages() || kind == Kind::SitemapIndex;
    let found = match ending {
        Some(plain) if source.origin.gzip.is_none() && sitemap => {
            rules::gzip_extension_mismatch::not_compressed(START, plain.to_owned())
        }
        None if source.origin.gzip.is_some() && source.origin.binary.is_none() => {
            rules::gzip_extension_mismatch::compressed(START, format!("{name}.gz"))
        }
        _ => return,
    };
    reporter.report(found);
}

/// True if the server compressed the file on its way, as the header of its answer says: that is no part of the file.
fn is_of_transfer(reporter: &Reporter<'_>) -> bool {
    let coding = reporter.options.http.as_deref().and_then(|http| http.content_encoding.as_deref());
    matches!(coding, Some("gzip" | "x-gzip"))
}

/// Reports a compression format other than gzip; false if there is none.
pub(crate) fn unsupported(source: &Source, reporter: &mut Reporter<'_>) -> bool {
    use rules::gzip_unsupported_compression as message;
    let Some(binary) = source.origin.binary.filter(|binary| binary.class.is_packed()) else { return false };
    let format = if source.origin.gzip.is_some() {
        Arg::phrase("{0} within gzip", [binary.name.into()])
    } else {
        binary.name.into()
    };
    reporter.report(match (binary.class, first_name(source)) {
        (Class::Zip, Some(name)) => message::archive_content(START, format, name),
        (Class::Zip | Class::Archive, _) => message::archive(START, format),
        (Class::Deflate, _) => message::raw_deflate(START, format),
        _ => rules::gzip_unsupported_compression(START, format),
    });
    true
}

/// True if the file's name ends like Brotli's, which has no signature.
pub(crate) fn is_brotli(reporter: &Reporter<'_>) -> bool {
    let name = reporter.options.file_name.as_deref().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("br"))
}

/// Reports a Brotli file, recognized by its name.
pub(crate) fn brotli(reporter: &mut Reporter<'_>) {
    reporter.report(rules::gzip_unsupported_compression::by_name(START, "a Brotli file"));
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
