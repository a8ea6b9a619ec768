//! Lists of pages that are not sitemaps yet, and the sitemaps that can be made of them: tables, and web pages with links.

use std::borrow::Cow;

use sitemap_validator_protocol::sorting;

use crate::check::limits;
use crate::check::loc::scheme::resolved;
use crate::check::scope::OwnUrl;
use crate::diagnostic::{Diagnostic, Edit};
use crate::elements::{Core, Root};
use crate::rules;
use crate::span::{At, Span};
use crate::value::foreign_date::{self, ForeignDate};
use crate::value::url::Parts;
use crate::value::{datetime, trimmed};
use crate::xml::reference::escaped;

use super::sniff::lines;

/// A URL that a table lists, with other values of an entry.
type Row<'t> = (Cow<'t, str>, Vec<(Core, Cow<'t, str>)>);

/// A table with a column of URLs.
#[derive(Debug)]
struct Table<'t> {
    rows: Vec<Row<'t>>,
    /// True if it lists sitemaps.
    is_index: bool,
    /// True if the style sheet of a sitemap writes it: its heading comes after other text.
    is_styled: bool,
}

/// The names of columns, in lower case.
const COLUMNS: [(Core, &[&str]); 3] = [
    (Core::Lastmod, &["last mod", "lastmod", "last_mod", "modif", "updated", "date", "fecha", "datum", "geändert"]),
    (Core::Changefreq, &["change freq", "changefreq", "frequency"]),
    (Core::Priority, &["priority"]),
];

/// True if the first lines of `text` are a table of URLs that has other columns which a sitemap can keep, or a heading.
pub(super) fn begins_with_table(text: &str) -> bool {
    table(&lines(text)).is_some()
}

/// The finding on a file that is a table of URLs.
pub(super) fn table_finding(text: &str) -> Option<Diagnostic> {
    use rules::structure_unknown_format as message;
    let lines = text.split(['\n', '\r']).map(|line| line.at(trimmed(line))).filter(|line| !line.is_empty());
    let table = table(&lines)?;
    let count = table.rows.len() as u64;
    let message = if table.is_styled { message::styled_table } else { message::url_table };
    let found = message(Span::at(0), count);
    Some(if count > u64::from(limits::ENTRIES) { found } else { found.suggest(replaced(text, written(&table))) })
}

/// Reads the lines of a table. None if a line after the first URL has no URL in the same column.
fn table<'t>(lines: &(impl Iterator<Item = &'t str> + Clone)) -> Option<Table<'t>> {
    ['\t', ';', ','].into_iter().find_map(|separator| separated(lines.clone(), separator))
}

fn separated<'t>(mut lines: impl Iterator<Item = &'t str>, separator: char) -> Option<Table<'t>> {
    /// The maximum number of lines before the first URL.
    const BEFORE: usize = 15;
    let mut heading: Vec<Cow<'t, str>> = Vec::new();
    let mut before = 0;
    let first = loop {
        let row = cells(lines.next()?, separator);
        if row.len() > 1 && row.iter().any(|cell| is_url(cell)) {
            break row;
        }
        // A list of URLs, or something else.
        if before == BEFORE || row.first().is_some_and(|cell| is_url(cell)) {
            return None;
        }
        before += 1;
        heading = row;
    };
    let column = first.iter().position(|cell| is_url(cell))?;
    let width = first.len();
    let has_heading = heading.len() > 1 && (heading.len() == width || separator == '\t');
    let mut all = vec![first];
    for line in lines {
        let row = cells(line, separator);
        let is_row = row.get(column).is_some_and(|cell| is_url(cell)) && (separator == '\t' || row.len() == width);
        if is_row {
            all.push(row);
        } else if separator != '\t' || row.len() > 1 {
            return None;
        }
    }
    let named = |core: Core| {
        let (_, names) = COLUMNS.iter().find(|(known, _)| *known == core)?;
        let says = |cell: &Cow<'_, str>| {
            let cell = cell.to_lowercase();
            names.iter().any(|name| cell.contains(name))
        };
        heading.iter().position(says).filter(|at| has_heading && *at != column)
    };
    let dated = || {
        let is_dated = |at: &usize| {
            let dates = all.iter().filter(|row| row.get(*at).is_some_and(|cell| date(cell).is_some()));
            *at != column && dates.count() * 2 >= all.len()
        };
        (0..width).find(is_dated)
    };
    let columns: Vec<(Core, usize)> = [
        (Core::Lastmod, named(Core::Lastmod).or_else(dated)),
        (Core::Changefreq, named(Core::Changefreq)),
        (Core::Priority, named(Core::Priority)),
    ]
    .into_iter()
    .filter_map(|(core, at)| Some((core, at?)))
    .collect();
    // A list with something after each URL is reported line by line, unless it is clear what that is.
    if !has_heading && (all.len() < 2 || columns.is_empty() && column == 0) {
        return None;
    }
    let is_index = all.iter().all(|row| row.get(column).is_some_and(|cell| is_sitemap(cell)));
    let value = |row: &Vec<Cow<'t, str>>, core, at: usize| {
        let cell = row.get(at).filter(|cell| !matches!(&***cell, "" | "-" | "–"))?;
        Some((
            core,
            if core == Core::Lastmod { date(cell).map_or_else(|| cell.clone(), Cow::Owned) } else { cell.clone() },
        ))
    };
    let row = |row: Vec<Cow<'t, str>>| {
        let values = columns.iter().filter_map(|(core, at)| value(&row, *core, *at)).collect();
        Some((row.get(column)?.clone(), values))
    };
    Some(Table { is_index, is_styled: has_heading && before > 1, rows: all.into_iter().filter_map(row).collect() })
}

/// The cells of a line, trimmed; in quotes they may contain the separator.
fn cells(line: &str, separator: char) -> Vec<Cow<'_, str>> {
    let cell = |cell: &str| cell.at(trimmed(cell)).to_owned();
    if separator == '\t' || !line.contains('"') {
        return line.split(separator).map(|cell| Cow::Borrowed(cell.at(trimmed(cell)))).collect();
    }
    let (mut found, mut text, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => text.extend(letters.next()),
            '"' => quoted = !quoted,
            _ if letter == separator && !quoted => found.push(Cow::Owned(cell(&std::mem::take(&mut text)))),
            _ => text.push(letter),
        }
    }
    found.push(Cow::Owned(cell(&text)));
    found
}

fn is_url(text: &str) -> bool {
    let is_web = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    is_web && !text.contains(char::is_whitespace) && Parts::split(text).is_some_and(|parts| !parts.host.is_empty())
}

/// True for the URL of a sitemap.
fn is_sitemap(url: &str) -> bool {
    [".xml", ".xml.gz"].iter().any(|end| url.ends_with(end))
}

/// The date of a cell in the format of a sitemap; a number is none.
fn date(cell: &str) -> Option<String> {
    if datetime::parse(cell).is_some() {
        return Some(cell.to_owned()).filter(|cell| cell.len() > 4);
    }
    match foreign_date::read(cell, "Z")? {
        ForeignDate::One(date) => Some(date),
        ForeignDate::Timestamp(_) | ForeignDate::Two { .. } => None,
    }
}

/// The sitemap or index of a table.
fn written(table: &Table<'_>) -> String {
    let root = if table.is_index { Root::Index } else { Root::Urlset };
    let mut text = root.start("");
    let entry = root.entry();
    for (url, values) in &table.rows {
        text.extend(["<", entry, "><loc>", &escaped(url), "</loc>"]);
        // The elements of an index.
        for (core, value) in values.iter().filter(|(core, _)| !table.is_index || *core == Core::Lastmod) {
            text.extend(["<", core.name(), ">", &escaped(value), "</", core.name(), ">"]);
        }
        text.extend(["</", entry, ">\n"]);
    }
    text.push_str(&root.end());
    text
}

fn replaced(text: &str, sitemap: String) -> Edit {
    Edit::replace(Span::new(0, text.len()), sitemap)
}

/// A sitemap of the pages that a web page links to on its own host, and their number. `own` is the URL of the page.
pub(super) fn linked(page: &str, own: Option<&str>) -> Option<(Edit, u64)> {
    let value = |tag, name| attribute(tag, name).map(|value| value.replace("&amp;", "&"));
    let tags = |name| page.split('<').skip(1).filter_map(move |text| tag(text, name));
    let is_canonical = |tag: &&str| attribute(tag, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical"));
    let canonical = || tags("link").find(is_canonical).and_then(|tag| value(tag, "href"));
    let own = own.map(str::to_owned).or_else(canonical).filter(|url| is_url(url));
    let base = tags("base").find_map(|tag| value(tag, "href")).filter(|url| is_url(url)).or_else(|| own.clone());
    let base = base.and_then(|base| OwnUrl::parse(&base).ok());
    let target = |tag| {
        let link = value(tag, "href")?;
        let link = link.at(..link.find('#').unwrap_or(link.len()));
        let link = link.at(trimmed(link));
        let has_scheme = link.split(['/', '?']).next().is_some_and(|start| start.contains(':'));
        match &base {
            Some(base) if !link.is_empty() && !has_scheme && !link.starts_with("//") => Some(resolved(link, base)),
            _ => Some(link.to_owned()),
        }
    };
    let mut urls: Vec<String> = tags("a").filter_map(target).filter(|url| is_url(url)).collect();
    let own = own.as_deref().and_then(site).map(str::to_owned).or_else(|| most_frequent_site(&urls))?;
    urls.retain(|url| site(url) == Some(&*own));
    sitemap_of(page, &urls)
}

fn most_frequent_site(urls: &[String]) -> Option<String> {
    let mut sites: Vec<(&str, usize)> = Vec::new();
    for site in urls.iter().filter_map(|url| site(url)) {
        match sites.iter_mut().find(|(known, _)| *known == site) {
            Some((_, count)) => *count += 1,
            None => sites.push((site, 1)),
        }
    }
    sites.into_iter().max_by_key(|(_, count)| *count).map(|(site, _)| site.to_owned())
}

/// A sitemap of the URLs in a text that is not a sitemap, such as JSON and Markdown, and their number. Relative links are
/// resolved if `own`, the URL of the sitemap, is known.
pub(super) fn urls_in(text: &str, own: Option<&str>) -> Option<(Edit, u64)> {
    let own = own.and_then(|own| OwnUrl::parse(own).ok());
    // A path in a string of JSON, or the target of a link in Markdown.
    let is_relative = |at: usize| {
        let (before, rest) = (text.at(..at), text.at(at..));
        let is_path = rest.starts_with('/') || rest.starts_with("\\/");
        let is_target = !["http", "#", "mailto:", "tel:"].iter().any(|start| rest.starts_with(start));
        before.ends_with('"') && is_path || before.ends_with("](") && is_target
    };
    let places = || text.match_indices(['"', '(']).map(|(at, _)| at + 1).filter(|at| is_relative(*at));
    // Nothing is left out.
    if own.is_none() && places().next().is_some() {
        return None;
    }
    let is_whole = |(at, _): &(usize, &str)| !text.at(..*at).ends_with(char::is_alphanumeric);
    let whole = text.match_indices("http").filter(is_whole).map(|(at, _)| (at, false));
    let mut begins: Vec<(usize, bool)> = whole.chain(places().map(|at| (at, true))).collect();
    sorting::by_key(&mut begins, |(at, _)| *at);
    let url = |(at, is_relative): (usize, bool)| {
        let rest = text.at(at..);
        let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '`' | '|' | ']' | '}');
        // JSON may escape slashes.
        let url = rest.at(..rest.find(ends).unwrap_or(rest.len())).replace("\\/", "/");
        let url = url.at(..url.find('\\').unwrap_or(url.len()));
        // A bracket that is not opened in the URL is around it.
        let mut depth = 0;
        let closes = |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth < 0
        };
        let url = url.at(..url.find(closes).unwrap_or(url.len()));
        let url = url.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_']);
        match &own {
            Some(own) if is_relative && url.starts_with("//") => format!("{}:{url}", own.scheme().name()),
            Some(own) if is_relative => resolved(url, own),
            _ => url.to_owned(),
        }
    };
    let urls: Vec<String> = begins.into_iter().map(url).filter(|url| is_url(url)).collect();
    sitemap_of(text, &urls)
}

/// A sitemap of `urls` in place of `text`, each once, and their number.
fn sitemap_of(text: &str, urls: &[String]) -> Option<(Edit, u64)> {
    let mut seen = std::collections::BTreeSet::new();
    let rows: Vec<Row<'_>> =
        urls.iter().filter(|url| seen.insert(*url)).map(|url| (Cow::Borrowed(&**url), Vec::new())).collect();
    let count = rows.len() as u64;
    let table = Table { is_index: rows.iter().all(|(url, _)| is_sitemap(url)), rows, is_styled: false };
    (2..=u64::from(limits::ENTRIES)).contains(&count).then(|| (replaced(text, written(&table)), count))
}

/// The scheme, host and port of a URL.
fn site(url: &str) -> Option<&str> {
    Parts::split(url).and_then(|parts| url.get(..parts.authority.end))
}

/// The attributes of the start tag after a `<`, if that is its name.
fn tag<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(name.len())?;
    let is_tag = start.eq_ignore_ascii_case(name) && rest.starts_with(|next: char| next.is_ascii_whitespace());
    rest.split('>').next().filter(|_| is_tag)
}

/// The value of an attribute of a tag in HTML, as written.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let lower = tag.to_ascii_lowercase();
    let value = tag.get(lower.find(name)? + name.len()..)?.trim_start().strip_prefix('=')?.trim_start();
    match value.strip_prefix(['"', '\'']) {
        Some(inner) => inner.split(value.get(..1)?).next(),
        None => value.split_ascii_whitespace().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::FixKind;
    use crate::fix::apply;

    fn made(found: &Diagnostic, text: &str) -> String {
        let (text, _) = apply(text, [found], FixKind::Suggest);
        let inner = text.split_once("0.9\">\n").map_or(&*text, |(_, inner)| inner);
        inner.split("</urlset>").next().unwrap_or_default().replace('\n', "")
    }

    #[test]
    fn tables_become_sitemaps() {
        const A: &str = "<url><loc>https://a.example/</loc>";
        for (text, sitemap) in [
            (
                "XML Sitemap\nGenerated by a plugin\n\nURL\tImages\tLast Mod.\nhttps://a.example/\t1\t2024-05-01 10:11 +00:00\n\
                 https://a.example/b?c&d\t0\t\n",
                format!(
                    "{A}<lastmod>2024-05-01T10:11:00+00:00</lastmod></url><url><loc>https://a.example/b?c&amp;d</loc></url>"
                ),
            ),
            ("https://a.example/\t2024-05-01\r\nhttps://a.example/b\t2024-05-02", {
                format!(
                    "{A}<lastmod>2024-05-01</lastmod></url><url><loc>https://a.example/b</loc><lastmod>2024-05-02</lastmod></url>"
                )
            }),
            (
                "title,url,priority,changefreq\n\"A, \"\"b\"\"\",https://a.example/,0.5,daily\n",
                format!("{A}<changefreq>daily</changefreq><priority>0.5</priority></url>"),
            ),
            (
                "A;https://a.example/\nB;https://a.example/b\n",
                format!("{A}</url><url><loc>https://a.example/b</loc></url>"),
            ),
        ] {
            let found = table_finding(text).unwrap_or_else(|| panic!("{text}"));
            assert!(begins_with_table(text), "{text}");
            assert_eq!(made(&found, text), sitemap, "{text}");
        }
        let index = "Sitemap\tLast Modified\nhttps://a.example/post.xml\t2024-05-01\n";
        let (index, _) = apply(index, [&table_finding(index).expect("a table")], FixKind::Suggest);
        assert!(
            index.contains("<sitemap><loc>https://a.example/post.xml</loc><lastmod>2024-05-01</lastmod></sitemap>")
        );
        assert!(index.ends_with("</sitemapindex>\n"));
    }

    #[test]
    fn other_texts_are_no_tables_of_urls() {
        for text in [
            "https://a.example/\nhttps://a.example/b\n",
            "https://a.example/a,b\nhttps://a.example/c,d\n",
            "https://a.example/ 2024-05-01\nhttps://a.example/b 2024-05-02\n",
            "url,date\n/a,2024-05-01\n/b,2024-05-02\n",
            "url,date\nhttps://a.example/,2024-05-01\nfoo,bar\n",
            "Words, words, https://a.example/",
            "",
        ] {
            assert!(!begins_with_table(text), "{text}");
        }
    }

    #[test]
    fn relative_links_need_a_base() {
        let made = |head: &str, own| {
            let page = format!(
                "<h1>Sitemap</h1>{head}<a href=b>1</a><a href='../c?d'>2</a><a href=mailto:e@f><a href=//x.example/g>"
            );
            linked(&page, own).map(|(edit, _)| {
                edit.text
                    .split("<loc>")
                    .skip(1)
                    .map(|rest| rest.split('<').next().unwrap_or_default().to_owned())
                    .collect::<Vec<_>>()
            })
        };
        let both = ["https://a.example/x/b", "https://a.example/c?d"].map(str::to_owned).to_vec();
        assert_eq!(made("", None), None);
        assert_eq!(made("", Some("https://a.example/x/y.html")), Some(both.clone()));
        assert_eq!(made("<link href='https://a.example/x/' rel=canonical>", None), Some(both.clone()));
        assert_eq!(made("<base href='https://a.example/x/'>", None), Some(both.clone()));
        assert_eq!(made("<base href='https://a.example/x/'>", Some("https://a.example/")), Some(both));
    }

    #[test]
    fn urls_in_other_texts_become_a_sitemap() {
        for (text, urls) in [
            (
                "- [A](https://a.example/)\n- [B (c)](https://a.example/b_(c)).\n",
                "https://a.example/ https://a.example/b_(c)",
            ),
            ("[\"https:\\/\\/a.example\\/\",\"https://a.example/b\"]", "https://a.example/ https://a.example/b"),
            (
                "**https://a.example/**, <https://a.example/b>; xhttps://a.example/c https:x",
                "https://a.example/ https://a.example/b",
            ),
            (
                r#"["/", "\/c", "https://b.example/"] "a/b" http"#,
                "https://a.example/ https://a.example/c https://b.example/",
            ),
            ("[A](b.html) [B](#c) [C](//c.example/)", "https://a.example/x/b.html https://c.example/"),
        ] {
            let (edit, _) = urls_in(text, Some("https://a.example/x/sitemap.xml")).unwrap_or_else(|| panic!("{text}"));
            let made: Vec<&str> = edit.text.split("<loc>").skip(1).filter_map(|rest| rest.split('<').next()).collect();
            assert_eq!(made.join(" "), urls, "{text}");
        }
        assert_eq!(urls_in("# One\n\nhttps://a.example/", None), None);
        for relative in ["[Three](/c)", "[Three](c.html)", "[\"/c\"]", "[\"\\/c\"]"] {
            assert_eq!(
                urls_in(&format!("https://a.example/ https://a.example/b {relative}"), None),
                None,
                "{relative}"
            );
        }
    }

    #[test]
    fn links_of_a_page_become_a_sitemap() {
        let page = "<h1>Sitemap</h1><A class=x HREF='https://a.example/?a&amp;b'>1</A><a href=/b>2</a>\
                    <a href=\"https://a.example/c#d\"><a href=\"https://b.example/\"><a name=x><abbr href='https://a.example/e'>";
        let urls = |own| {
            let (edit, count) = linked(page, own)?;
            let found = rules::structure_html_document(Span::at(0)).suggest(edit);
            Some((made(&found, page).matches("<loc>").count() as u64, count))
        };
        assert_eq!(urls(None), Some((2, 2)));
        assert_eq!(urls(Some("https://a.example/map")), Some((3, 3)));
        assert_eq!(linked("<a href='https://a.example/'>", None), None);
    }
}
