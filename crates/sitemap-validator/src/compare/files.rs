//! The files written from a comparison: its rows as CSV, and the redirects that URLs of the old version need.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use sitemap_validator_protocol::comparison::{Change, Comparison, ComparisonFile, Entry, Redirects, Row};

use super::followed::sent;
use super::html::html;
use super::text::{LISTED, summary};
use crate::message::Words;
use crate::output::cell::cell;
use crate::span::At;
use crate::value::url::{Parts, normal};

/// Writes a file from a comparison, which must list all rows. `words` is the language of Markdown.
pub fn file(comparison: &Comparison, file: ComparisonFile, words: &Words) -> String {
    match file {
        // A comparison has no keys that JSON cannot express.
        ComparisonFile::Json => serde_json::to_string_pretty(comparison).unwrap_or_default() + "\n",
        ComparisonFile::Html => html(&summary(comparison, LISTED, words), words),
        ComparisonFile::Markdown => summary(comparison, LISTED, words).markdown(),
        ComparisonFile::Rows => csv(comparison),
        ComparisonFile::Redirects(format) => redirects(comparison, format),
    }
}

/// Writes a redirect for each row with an old and a new URL that differ: first those of moves, then those of URLs that
/// were probably renamed. What a format cannot express becomes a comment. Needs a comparison that lists all rows.
fn redirects(comparison: &Comparison, format: Redirects) -> String {
    let is_renamed = |row: &&Row| row.changes.contains(&Change::Renamed);
    let [moved, renamed] = [false, true].map(|wanted| {
        comparison.rows.iter().filter(|row| is_renamed(row) == wanted).filter_map(pair).collect::<Vec<_>>()
    });
    let mut out = String::new();
    // Of the rules of a path, servers apply one.
    let mut paths = HashSet::new();
    let mut folded: HashMap<String, usize> = HashMap::new();
    for (old, _) in moved.iter().chain(&renamed).filter(|_| format == Redirects::Nginx) {
        *folded.entry(request(old).to_ascii_lowercase()).or_default() += 1;
    }
    match format {
        Redirects::Netlify => {}
        Redirects::Nginx => nginx(&mut out, &moved, &renamed),
        Redirects::Apache => out.push_str("RewriteEngine On\n"),
        Redirects::Csv => out.push_str("old,new,reason\n"),
    }
    for (pairs, reason) in [(&moved, "moved"), (&renamed, "renamed")] {
        if reason == "renamed" && !pairs.is_empty() && format != Redirects::Csv {
            out.push_str(CHECK);
        }
        for (old, new) in pairs {
            if format != Redirects::Csv && !paths.insert(request(old)) {
                line(&mut out, format_args!("# {old} {new}: another rule has this path"));
                continue;
            }
            match format {
                Redirects::Netlify => netlify(&mut out, old, new),
                Redirects::Nginx => {
                    let key = request(old).to_ascii_lowercase();
                    let is_alone = folded.get(&key) == Some(&1) && key != request(new).to_ascii_lowercase();
                    nginx_line(&mut out, old, new, is_alone);
                }
                Redirects::Apache => apache(&mut out, old, new),
                Redirects::Csv => cells(&mut out, &[old, new, reason]),
            }
        }
    }
    if format == Redirects::Nginx {
        out.push_str("}\n");
    }
    out
}

/// The comment before the redirects of renamed URLs.
const CHECK: &str = "# Probably renamed, by the words of the URLs. Check these:\n";

fn netlify(out: &mut String, old: &str, new: &str) {
    let (from, to) = (request(old), request(new));
    let why = if from.trim_end_matches('/') == to.trim_end_matches('/') {
        "the host must do this: a rule for the path would lead to itself"
    } else if from.contains(['?', ':', '*']) {
        "a rule cannot express this path"
    } else {
        return line(out, format_args!("{from} {new} 301"));
    };
    line(out, format_args!("# {old} {new}: {why}"));
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{text}");
}

/// The old and the new URL in normal form, if they are different requests.
fn pair(row: &Row) -> Option<(String, String)> {
    let of = |url: &str| normal::of(url.split('#').next().unwrap_or(url));
    let (old, new) = (of(&row.old.as_ref()?.url)?, of(&row.new.as_ref()?.url)?);
    (old != new).then(|| (sent(&old), sent(&new)))
}

/// The path and the query of a URL.
pub(super) fn request(url: &str) -> &str {
    url.at(Parts::split(url).map_or(0, |parts| parts.path.start)..)
}

fn nginx(out: &mut String, moved: &[(String, String)], renamed: &[(String, String)]) {
    let longest = moved.iter().chain(renamed).map(|(old, _)| old.len()).max().unwrap_or_default();
    let count = moved.len() + renamed.len();
    let (bucket, all) = ((longest + 64).next_power_of_two(), (count * 2).next_power_of_two().max(2048));
    line(
        out,
        format_args!(
            "# Include this file in the `http` block, which begins with these directives:\n\
             #   map_hash_bucket_size {bucket};\n\
             #   map_hash_max_size {all};\n\
             # Add to the `server` block of the old URLs, which must not serve the new ones:\n\
             #   if ($redirect_to) {{ return 301 $redirect_to; }}\n\
             map $request_uri $redirect_to {{"
        ),
    );
}

/// Writes a line of a map, whose keys are compared without regard to case if they are no regular expressions.
fn nginx_line(out: &mut String, old: &str, new: &str, ignores_case: bool) {
    let old = request(old);
    let key = if ignores_case { old.to_owned() } else { format!("~^{}$", regex(old)) };
    // A value may contain variables.
    line(out, format_args!("    \"{key}\" \"{}\";", new.replace('$', "%24")));
}

/// A regular expression that matches only this text.
fn regex(text: &str) -> String {
    let escaped = text.chars().flat_map(|character| {
        let is_special =
            !character.is_ascii_alphanumeric() && character.is_ascii() && !"/-_~%=&,;:@!'".contains(character);
        is_special.then_some('\\').into_iter().chain([character])
    });
    escaped.collect()
}

fn apache(out: &mut String, old: &str, new: &str) {
    // The request line contains the path as it was sent.
    line(out, format_args!("RewriteCond %{{THE_REQUEST}} \"^[A-Z]+ {} \"", regex(request(old))));
    let target = new.replace('%', "\\%").replace('$', "\\$").replace('"', "%22");
    let query = if new.contains('?') { "" } else { "?" };
    line(out, format_args!("RewriteRule ^ \"{target}{query}\" [R=301,L,NE]"));
}

/// All rows as CSV (RFC 4180): the differences, both URLs, their files and their dates. Needs a comparison that lists all rows.
fn csv(comparison: &Comparison) -> String {
    let mut out = "changes,old,new,old_file,new_file,old_lastmod,new_lastmod\n".to_owned();
    for Row { changes, old, new } in &comparison.rows {
        let changes: Vec<&str> = changes.iter().copied().map(Change::name).collect();
        let both = |of: fn(&Entry) -> &str| [old, new].map(|entry| entry.as_ref().map(of).unwrap_or_default());
        let [old_url, new_url] = both(|entry| &entry.url);
        let [old_file, new_file] = both(|entry| &entry.file);
        let [old_date, new_date] = both(|entry| entry.lastmod.as_deref().unwrap_or_default());
        cells(&mut out, &[&changes.join(" "), old_url, new_url, old_file, new_file, old_date, new_date]);
    }
    out
}

/// Writes a line of CSV.
fn cells(out: &mut String, texts: &[&str]) {
    for (at, text) in texts.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        cell(out, text);
    }
    out.push('\n');
}
