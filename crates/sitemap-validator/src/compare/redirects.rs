//! The redirects that the URLs of the old version need, for servers.

use std::fmt::Write as _;

use sitemap_validator_protocol::comparison::{Change, Comparison, Entry, Row};

use crate::span::At;
use crate::value::url::{Parts, normal};

/// The format of a list of redirects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirects {
    /// The file `_redirects` of Netlify and Cloudflare Pages.
    Netlify,
    /// A `map` of nginx, from the path with the query to the new URL.
    Nginx,
    /// Directives of Apache, for `.htaccess` or a virtual host.
    Apache,
    /// Two columns with a header: the old and the new URL.
    Csv,
}

impl Redirects {
    /// All formats, with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Netlify, "netlify"), (Self::Nginx, "nginx"), (Self::Apache, "apache"), (Self::Csv, "csv")];

    /// Writes a redirect for each row with an old and a new URL that differ. Needs a comparison that lists all rows.
    pub fn write(self, comparison: &Comparison) -> String {
        let pairs = comparison.rows.iter().filter_map(pair);
        let mut out = String::new();
        match self {
            Self::Netlify => {
                for (old, new) in pairs {
                    line(&mut out, format_args!("{} {} 301", target(&old), new.replace(' ', "%20")));
                }
            }
            Self::Nginx => nginx(&mut out, &pairs.collect::<Vec<_>>()),
            Self::Apache => {
                out.push_str("RewriteEngine On\n");
                pairs.for_each(|(old, new)| apache(&mut out, &old, &new));
            }
            Self::Csv => {
                out.push_str("old,new\n");
                for (old, new) in pairs {
                    line(&mut out, format_args!("{},{}", cell(&old), cell(&new)));
                }
            }
        }
        out
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{text}");
}

/// The old and the new URL in normal form, if they are different requests.
fn pair(row: &Row) -> Option<(String, String)> {
    let of = |url: &str| normal::of(url.split('#').next().unwrap_or(url));
    let (old, new) = (of(&row.old.as_ref()?.url)?, of(&row.new.as_ref()?.url)?);
    (old != new).then_some((old, new))
}

/// The path and the query of a URL.
fn target(url: &str) -> &str {
    url.at(Parts::split(url).map_or(0, |parts| parts.path.start)..)
}

fn nginx(out: &mut String, pairs: &[(String, String)]) {
    let longest = pairs.iter().map(|(old, _)| old.len()).max().unwrap_or_default();
    let (bucket, all) = ((longest + 64).next_power_of_two(), (pairs.len() * 2).next_power_of_two().max(2048));
    line(
        out,
        format_args!(
            "# Include this file in the `http` block, which begins with these directives:\n\
             #   map_hash_bucket_size {bucket};\n\
             #   map_hash_max_size {all};\n\
             # Add to the `server` block of the old URLs:\n\
             #   if ($redirect_to) {{ return 301 $redirect_to; }}"
        ),
    );
    out.push_str("map $request_uri $redirect_to {\n");
    for (old, new) in pairs {
        // A value may contain variables; a quoted text ends at a quote.
        let quoted = |text: &str| text.replace('$', "%24").replace('"', "%22").replace('\\', "%5C");
        line(
            out,
            format_args!("    \"{}\" \"{}\";", target(old).replace('\\', "\\\\").replace('"', "\\\""), quoted(new)),
        );
    }
    out.push_str("}\n");
}

fn apache(out: &mut String, old: &str, new: &str) {
    // The request line contains the path as it was sent.
    let request: String = target(old)
        .chars()
        .flat_map(|character| {
            let is_special =
                !character.is_ascii_alphanumeric() && character.is_ascii() && !"/-_~%=&,;:@!'".contains(character);
            is_special.then_some('\\').into_iter().chain([character])
        })
        .collect();
    line(out, format_args!("RewriteCond %{{THE_REQUEST}} \"^[A-Z]+ {request} \""));
    let target = new.replace('%', "\\%").replace('$', "\\$").replace('"', "%22");
    let query = if new.contains('?') { "" } else { "?" };
    line(out, format_args!("RewriteRule ^ \"{target}{query}\" [R=301,L,NE]"));
}

/// All rows as CSV (RFC 4180): the differences, both URLs, their files and their dates. Needs a comparison that lists all rows.
pub fn csv(comparison: &Comparison) -> String {
    let mut out = "changes,old,new,old_file,new_file,old_lastmod,new_lastmod\n".to_owned();
    for Row { changes, old, new } in &comparison.rows {
        let changes: Vec<&str> = changes.iter().copied().map(Change::name).collect();
        let both = |of: fn(&Entry) -> &str| [old, new].map(|entry| cell(entry.as_ref().map(of).unwrap_or_default()));
        let [urls, files, dates] = [
            both(|entry| &entry.url),
            both(|entry| &entry.file),
            both(|entry| entry.lastmod.as_deref().unwrap_or_default()),
        ];
        line(
            &mut out,
            format_args!("{},{}", changes.join(" "), [urls, files, dates].map(|pair| pair.join(",")).join(",")),
        );
    }
    out
}

/// A cell of CSV (RFC 4180), made harmless for spreadsheets.
fn cell(text: &str) -> String {
    // A spreadsheet would read it as a formula.
    let text = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
    let is_plain = !text.contains(['"', ',', '\n', '\r']);
    if is_plain { text } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
