//! What was measured on, and in which versions.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::memory::kilobytes;

/// The versions that this program was built with.
const LOCK: &str = include_str!("../Cargo.lock");

/// The machine in words: processor, cores, memory, system.
pub(crate) fn words() -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("model name"))?;
        Some(line.trim_start_matches([' ', '\t', ':']).to_owned())
    });
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = fs::read_to_string("/proc/meminfo").ok().and_then(|text| kilobytes(&text, "MemTotal:"));
    let memory = memory.map_or_else(String::new, |bytes| format!(", {:.0} GB of memory", bytes as f64 / 1e9));
    let processor = processor.unwrap_or_else(|| "unknown processor".to_owned());
    let (system, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    format!("{processor}, {cores} cores{memory}, {system} on {architecture}")
}

/// Two processors this process may run on, where there are two and `taskset` takes their numbers.
pub(crate) fn processors() -> Option<(u32, u32)> {
    said(Command::new("taskset").arg("--version"))?;
    let status = fs::read_to_string("/proc/self/status").ok()?;
    first_two(status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?)
}

/// 0 and 2 of `0,2-5`.
fn first_two(list: &str) -> Option<(u32, u32)> {
    let ranges = list.trim().split(',').filter_map(|range| {
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        Some(from.parse::<u32>().ok()?..=to.parse().ok()?)
    });
    let mut numbers = ranges.flatten();
    Some((numbers.next()?, numbers.next()?))
}

/// What is compared, each with its version.
pub(crate) fn versions() -> Vec<(String, String)> {
    let mut versions = Vec::new();
    let rust = said(Command::new("rustc").arg("--version"));
    if let Some(version) = rust.as_deref().and_then(|said| said.split_whitespace().nth(1)) {
        versions.push(("Rust".to_owned(), version.to_owned()));
    }
    for package in ["sitemap-validator", "quick-xml", "roxmltree", "flate2"] {
        if let Some(version) = locked(LOCK, package) {
            versions.push((package.to_owned(), version.to_owned()));
        }
    }
    versions.extend(xmllint().map(|version| ("libxml2 (xmllint)".to_owned(), version)));
    versions
}

/// The version of xmllint's libxml2, when it is installed.
pub(crate) fn xmllint() -> Option<String> {
    let output = Command::new("xmllint").arg("--version").stdin(Stdio::null()).output().ok()?;
    // `xmllint: using libxml version 20914`
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let number = text.lines().next()?.split_whitespace().last()?;
    dotted(number).or_else(|| Some(number.to_owned()))
}

/// 2.9.14 for 20914.
fn dotted(number: &str) -> Option<String> {
    let number: u32 = number.split('-').next()?.parse().ok()?;
    Some(format!("{}.{}.{}", number / 10_000, number / 100 % 100, number % 100))
}

fn said(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The version of a package in the text of a `Cargo.lock`.
fn locked<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// Today, as `2025-03-09`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    date(seconds / 86_400)
}

/// The date so many days after 1970-01-01.
fn date(mut days: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(59), "1970-03-01");
        assert_eq!(date(789), "1972-02-29");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_453), "2025-12-31");
    }

    #[test]
    fn processors_of_a_list() {
        assert_eq!(first_two("\t0-1"), Some((0, 1)));
        assert_eq!(first_two("0,2-5"), Some((0, 2)));
        assert_eq!(first_two("3"), None);
    }

    #[test]
    fn versions_of_libxml2() {
        assert_eq!(dotted("20914").as_deref(), Some("2.9.14"));
        assert_eq!(dotted("21308-GITv2.13.8").as_deref(), Some("2.13.8"));
    }

    #[test]
    fn the_product_is_measured_with_the_parser_it_ships() {
        let product = include_str!("../../Cargo.lock");
        for package in ["quick-xml", "memchr", "url", "flate2", "miniz_oxide"] {
            assert_eq!(locked(LOCK, package), locked(product, package), "{package}");
            assert!(locked(LOCK, package).is_some(), "{package}");
        }
    }

    #[test]
    fn the_product_is_measured_as_it_is_built() {
        let profile = |manifest: &'static str| {
            let from = manifest.lines().skip_while(|line| *line != "[profile.release]");
            from.take_while(|line| !line.starts_with("[profile.dev")).collect::<Vec<_>>()
        };
        let ours = profile(include_str!("../Cargo.toml"));
        for line in profile(include_str!("../../Cargo.toml")) {
            // The crate that is linked: its level is also that of the optimizations at link time.
            let line = line.replace("sitemap-validator-worker", "sitemap-validator-benches-wasm");
            assert!(line.starts_with('#') || ours.contains(&line.as_str()), "{line}");
        }
    }
}
