//! Numbers, sizes and plurals as people read them.

/// `1204` as `1,204`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `3 errors`, `1 error`, `no errors`.
pub(crate) fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{} {many}", thousands(number)),
    }
}

/// A size in decimal units: `812 B`, `10.8 MB`.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1000.0;
    let mut unit = 0;
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// The size of a file, before and after gunzip: `12.5 MB, 1.1 MB gzipped`.
pub(crate) fn sizes(bytes: u64, decompressed: u64) -> String {
    if bytes == decompressed {
        return size(bytes);
    }
    format!("{}, {} gzipped", size(decompressed), size(bytes))
}

/// A whole percentage that never claims 0 or 100 before it is so.
pub(crate) fn percent(part: u64, whole: u64) -> u64 {
    if whole == 0 || part == 0 {
        return 0;
    }
    if part >= whole {
        return 100;
    }
    (part.saturating_mul(100) / whole).clamp(1, 99)
}

/// A file's name after a repair: what was compressed is not any more.
pub(crate) fn fixed_name(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let plain = base.len().saturating_sub(3);
    let base = match base.get(plain..) {
        Some(end) if end.eq_ignore_ascii_case(".gz") => &base[..plain],
        _ => base,
    };
    match base.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => format!("{stem}-fixed.{extension}"),
        _ => "sitemap-fixed.xml".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separators() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1204), "1,204");
        assert_eq!(thousands(50_000_000), "50,000,000");
    }

    #[test]
    fn plurals_follow_the_number() {
        assert_eq!(count(0, "error", "errors"), "no errors");
        assert_eq!(count(1, "error", "errors"), "1 error");
        assert_eq!(count(3000, "error", "errors"), "3,000 errors");
    }

    #[test]
    fn sizes_are_decimal() {
        assert_eq!(size(999), "999 B");
        assert_eq!(size(1000), "1.0 kB");
        assert_eq!(size(999_999), "1.0 MB");
        assert_eq!(size(10_800_000), "10.8 MB");
        assert_eq!(sizes(1000, 1000), "1.0 kB");
        assert_eq!(sizes(1_100_000, 12_500_000), "12.5 MB, 1.1 MB gzipped");
    }

    #[test]
    fn percentages_do_not_round_to_the_ends() {
        assert_eq!(percent(0, 10), 0);
        assert_eq!(percent(1, 100_000), 1);
        assert_eq!(percent(99_999, 100_000), 99);
        assert_eq!(percent(5, 5), 100);
        assert_eq!(percent(5, 0), 0);
    }

    #[test]
    fn a_repaired_file_says_so_in_its_name() {
        assert_eq!(fixed_name("a/b/sitemap.xml.gz"), "sitemap-fixed.xml");
        assert_eq!(fixed_name("urls.txt"), "urls-fixed.txt");
        assert_eq!(fixed_name("Pasted text"), "sitemap-fixed.xml");
    }
}
