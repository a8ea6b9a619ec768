//! The names of saved reports.

use sitemap_validator_protocol::{format::Format, name::plain_name};

use crate::file_labels::last_name;

/// The file name of the report on `files`: it begins like the name of a single file, or with `sitemaps`.
pub(crate) fn file_name(format: Format, files: &[&str]) -> String {
    let stem = match files {
        [one] => stem(one),
        _ => "sitemaps",
    };
    format!("{stem}-report.{}", format.info().extension)
}

/// `name` without its folder and extensions; `sitemap` for a name without an extension, which belongs to a text and not
/// to a file.
fn stem(name: &str) -> &str {
    match plain_name(last_name(name)).rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => "sitemap",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_called_after_their_files() {
        assert_eq!(file_name(Format::Csv, &["a/b/posts.xml.gz"]), "posts-report.csv");
        assert_eq!(file_name(Format::Csv, &["POSTS.XML.GZ"]), "POSTS-report.csv");
        assert_eq!(file_name(Format::Junit, &["Pasted text"]), "sitemap-report.junit.xml");
        assert_eq!(file_name(Format::Markdown, &["a.xml", "b.xml"]), "sitemaps-report.md");
        assert_eq!(file_name(Format::Json, &[".xml"]), "sitemap-report.json");
    }
}
