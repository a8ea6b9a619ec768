//! Percentages and file names.

use sitemap_validator_protocol::{name::plain_name, sorted_map::SortedMap};

/// A whole percentage. It is 0 or 100 only if the part is exactly none or all.
pub(crate) fn percent(part: u64, whole: u64) -> u64 {
    if whole == 0 || part == 0 {
        return 0;
    }
    if part >= whole {
        return 100;
    }
    (part.saturating_mul(100) / whole).clamp(1, 99)
}

/// A file's name after a fix, which leaves the file uncompressed.
pub(crate) fn fixed_name(name: &str) -> String {
    let base = plain_name(last_name(name));
    match base.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => format!("{stem}-fixed.{extension}"),
        _ => "sitemap-fixed.xml".to_owned(),
    }
}

/// A file's name without its folders.
pub(crate) fn last_name(name: &str) -> &str {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    if last.is_empty() { "sitemap.xml" } else { last }
}

/// The names of files in an archive. They are the `names` with their folders, so that unpacking replaces the original
/// files and never writes outside of their folder.
pub(crate) fn archive_names(names: &[&str]) -> Vec<String> {
    let path = |name: &&str| {
        let is_folder = |part: &&str| !matches!(*part, "" | "." | "..") && !part.ends_with(':');
        let path = name.split(['/', '\\']).filter(is_folder).collect::<Vec<_>>().join("/");
        if path.is_empty() { last_name("").to_owned() } else { path }
    };
    numbered_names(names.iter().map(path))
}

/// Numbers duplicate names: `sitemap.xml`, `sitemap (2).xml`.
pub(crate) fn numbered_names(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut known: SortedMap<String, usize> = SortedMap::default();
    let numbered = |first: String| {
        let folder = first.rfind('/').map_or(0, |slash| slash + 1);
        let dot = first[folder..].find('.').map_or(first.len(), |dot| folder + dot);
        let mut name = first.clone();
        while known.get(&name).is_some() {
            let number = known.entry(first.clone());
            *number += 1;
            name = format!("{} ({number}){}", &first[..dot], &first[dot..]);
        }
        known.insert(name.clone(), 1);
        name
    };
    names.map(numbered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_do_not_round_to_the_ends() {
        assert_eq!(percent(0, 10), 0);
        assert_eq!(percent(1, 100_000), 1);
        assert_eq!(percent(99_999, 100_000), 99);
        assert_eq!(percent(5, 5), 100);
        assert_eq!(percent(5, 0), 0);
    }

    #[test]
    fn files_keep_their_folders_in_an_archive() {
        let names = [
            "a.xml",
            "de/a.xml",
            "site\\b.xml.gz",
            "",
            "d/c.xml",
            "d/c.xml",
            "/../up.xml",
            "C:\\x\\y.xml",
            "https://a/b.xml",
        ];
        let kept = [
            "a.xml",
            "de/a.xml",
            "site/b.xml.gz",
            "sitemap.xml",
            "d/c.xml",
            "d/c (2).xml",
            "up.xml",
            "x/y.xml",
            "a/b.xml",
        ];
        assert_eq!(archive_names(&names), kept);
        assert_eq!((last_name("de/a.xml"), last_name("de/")), ("a.xml", "sitemap.xml"));
    }

    #[test]
    fn a_repaired_file_says_so_in_its_name() {
        assert_eq!(fixed_name("a/b/sitemap.xml.gz"), "sitemap-fixed.xml");
        assert_eq!(fixed_name("urls.txt"), "urls-fixed.txt");
        assert_eq!(fixed_name("Pasted text"), "sitemap-fixed.xml");
    }
}
