//! Lists of redirects that a server makes, in the formats that [`super::file`] writes, except that of Netlify, whose rules
//! are patterns.

use std::collections::{HashMap, HashSet};

use sitemap_validator_protocol::comparison::Redirects;
use sitemap_validator_protocol::http::{FetchError, Hop, Http, MOST_REDIRECTS, Page};

use super::files::request;
use super::followed::sent;
use super::redirect_syntax::{Token, literal, literal_target, records, tokens};
use crate::span::At;
use crate::value::url::{Parts, normal};

/// Redirects of single URLs.
#[derive(Debug, Clone, Default)]
pub struct RedirectList {
    /// By URL or, without the host, by path and query.
    rules: HashMap<String, Redirect>,
    /// By path and query in lower case: the texts of nginx.
    folded: HashMap<String, Redirect>,
    has_hosts: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Redirect {
    to: String,
    status: u16,
}

impl RedirectList {
    /// Reads a list.
    ///
    /// # Errors
    /// If a line cannot be read, or its meaning is not certain; names the line.
    pub fn read(format: Redirects, text: &str) -> Result<Self, String> {
        let text = text.trim_start_matches('\u{feff}');
        match format {
            Redirects::Csv => Self::csv(text),
            Redirects::Nginx => Self::nginx(text),
            Redirects::Apache => Self::apache(text),
            Redirects::Netlify => Err("line 1: the rules of Netlify are no list of URLs".to_owned()),
        }
    }

    /// The redirect of a URL in normal form.
    fn of(&self, url: &str) -> Option<&Redirect> {
        let key = if self.has_hosts { url } else { request(url) };
        // nginx looks for a text before it tries regular expressions.
        self.folded.get(&key.to_ascii_lowercase()).or_else(|| self.rules.get(key))
    }

    /// Adds the redirect of a path.
    fn add(&mut self, line: usize, path: &str, to: String, status: u16, ignores_case: bool) -> Result<(), String> {
        let normal = comparable(&format!("http://host{path}")).filter(|_| path.starts_with('/'));
        let normal = normal.ok_or_else(|| format!("line {line}: expected a path, found `{path}`"))?;
        let to = target(line, to)?;
        let key = request(&normal).to_owned();
        let redirect = Redirect { to, status };
        let before = if ignores_case {
            self.folded.insert(key.to_ascii_lowercase(), redirect)
        } else {
            self.rules.insert(key, redirect)
        };
        if before.is_some() { Err(format!("line {line}: a second redirect of `{path}`")) } else { Ok(()) }
    }

    fn csv(text: &str) -> Result<Self, String> {
        let mut records = records(text)?.into_iter();
        let (_, header) = records.next().unwrap_or_default();
        let column = |name: &str| header.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
        let columns = column("old").zip(column("new"));
        let (old, new) = columns.ok_or("line 1: expected a header with the columns `old` and `new`")?;
        let mut list = Self { has_hosts: true, ..Self::default() };
        for (line, cells) in records {
            let url = |column: usize| {
                let cell = plain(cells.get(column).map(String::as_str).unwrap_or_default());
                let url = comparable(&cell).filter(|_| is_web(&cell));
                url.ok_or_else(|| format!("line {line}: expected a URL, found `{cell}`"))
            };
            let (old, to) = (url(old)?, url(new)?);
            let redirect = Redirect { to, status: 301 };
            if list.rules.insert(old.clone(), redirect.clone()).is_some_and(|before| before != redirect) {
                return Err(format!("line {line}: a second redirect of `{old}`"));
            }
        }
        Ok(list)
    }

    fn nginx(text: &str) -> Result<Self, String> {
        let mut list = Self::default();
        let mut tokens = tokens(text)?.into_iter();
        let shown = |token: Option<&Token>| match token {
            Some(Token::Word(word)) => format!("`{word}`"),
            Some(Token::Mark(mark)) => format!("`{mark}`"),
            None => "the end of the file".to_owned(),
        };
        while let Some((line, token)) = tokens.next() {
            if token != Token::Word("map".to_owned()) {
                return Err(format!("line {line}: expected `map`, found {}", shown(Some(&token))));
            }
            let head: Vec<Token> = tokens.by_ref().take(3).map(|(_, token)| token).collect();
            let [Token::Word(source), Token::Word(_), Token::Mark('{')] = &*head else {
                return Err(format!("line {line}: expected two variables and `{{` after `map`"));
            };
            if source != "$request_uri" {
                return Err(format!("line {line}: expected a map of `$request_uri`, found one of `{source}`"));
            }
            loop {
                let mut words = Vec::new();
                let (line, end) = loop {
                    match tokens.next() {
                        Some((_, Token::Word(word))) => words.push(word),
                        other => break other.map_or((line, None), |(line, token)| (line, Some(token))),
                    }
                };
                match (&*words, &end) {
                    ([], Some(Token::Mark('}'))) => break,
                    ([word], Some(Token::Mark(';'))) if word == "volatile" => {}
                    ([word, value], Some(Token::Mark(';'))) if word == "default" && value.is_empty() => {}
                    ([from, to], Some(Token::Mark(';'))) => list.add_nginx(line, from, to)?,
                    (_, end) => {
                        let found = words.get(2).map_or_else(|| shown(end.as_ref()), |word| format!("`{word}`"));
                        return Err(format!("line {line}: expected a path, a URL and `;`, found {found}"));
                    }
                }
            }
        }
        Ok(list)
    }

    fn add_nginx(&mut self, line: usize, from: &str, to: &str) -> Result<(), String> {
        if to.contains('$') {
            return Err(format!("line {line}: a target with a variable cannot be judged: `{to}`"));
        }
        let Some(regex) = from.strip_prefix('~') else {
            return self.add(line, from.strip_prefix('\\').unwrap_or(from), to.to_owned(), 301, true);
        };
        let path = regex.strip_prefix('^').and_then(|regex| literal(regex.strip_suffix('$')?));
        let path = path.ok_or_else(|| format!("line {line}: a regular expression cannot be judged: `{from}`"))?;
        self.add(line, &path, to.to_owned(), 301, false)
    }

    fn apache(text: &str) -> Result<Self, String> {
        let mut list = Self::default();
        let mut from: Option<String> = None;
        for (at, line) in text.lines().enumerate() {
            let (line, number) = (line.trim(), at + 1);
            let other =
                || format!("line {number}: only rules that `--redirects apache` writes can be judged: `{line}`");
            if line.is_empty() || line.starts_with('#') || line.eq_ignore_ascii_case("RewriteEngine On") {
                continue;
            }
            if let Some(condition) = line.strip_prefix("RewriteCond %{THE_REQUEST} \"^[A-Z]+ ") {
                let path = condition.strip_suffix(" \"").and_then(literal);
                if from.replace(path.ok_or_else(other)?).is_some() {
                    return Err(other());
                }
            } else {
                let rule = line.strip_prefix("RewriteRule ^ \"").and_then(|rule| rule.strip_suffix(']'));
                let (to, flags) = rule.and_then(|rule| rule.split_once("\" [")).ok_or_else(other)?;
                let status = flags.split(',').find_map(|flag| flag.strip_prefix("R="));
                let status = status.and_then(|status| status.parse().ok()).filter(|status| (300..400).contains(status));
                let to = literal_target(to).ok_or_else(other)?;
                // A question mark at the end removes the query.
                let to = to.strip_suffix('?').unwrap_or(&to).to_owned();
                let from = from.take().ok_or_else(other)?;
                // The first rule of a path applies.
                if comparable(&format!("http://host{from}")).is_none_or(|url| list.of(&url).is_none()) {
                    list.add(number, &from, to, status.ok_or_else(other)?, false)?;
                }
            }
        }
        match from {
            Some(from) => Err(format!("line {}: no rule follows the condition for `{from}`", text.lines().count())),
            None => Ok(list),
        }
    }

    /// Follows the redirects of an old URL: those of these lists, and those that `rest` finds, which is asked what is known of
    /// a URL that no list redirects. `None` if nothing is known of the URL.
    pub fn follow(lists: &[Self], old: &str, rest: impl Fn(&str) -> Option<Page>) -> Option<Page> {
        // Most servers have the same rules for http and https. If these lead in a circle, each scheme has its own.
        let page = Self::follow_on(lists, old, &rest, host);
        let is_loop = |page: &Page| page.http.error == Some(FetchError::RedirectLoop);
        page.filter(|page| !is_loop(page)).or_else(|| Self::follow_on(lists, old, &rest, origin))
    }

    /// Follows redirects; those of lists without hosts only at URLs with the same `server` as the old one.
    fn follow_on(
        lists: &[Self],
        old: &str,
        rest: &dyn Fn(&str) -> Option<Page>,
        server: fn(&str) -> &str,
    ) -> Option<Page> {
        let mut url = comparable(old)?;
        let first = server(&url).to_owned();
        let of = |url: &str| {
            let is_own = |list: &&Self| list.has_hosts || server(url) == first;
            lists.iter().filter(is_own).find_map(|list| list.of(url))
        };
        let mut page = Page { listed: old.to_owned(), http: Http::new(old), ..Page::default() };
        let mut known = HashSet::from([url.clone()]);
        // False if a loop may be one on some hosts only.
        let mut are_of_lists = true;
        loop {
            let hops = if let Some(Redirect { to, status }) = of(&url) {
                let origin = if to.starts_with('/') { origin(&url) } else { "" };
                vec![Hop { status: *status, location: format!("{origin}{to}") }]
            } else {
                let asked = page.http.hops.last().map_or(old, |hop| &hop.location);
                let Some(mut end) = rest(asked) else { break };
                let is_redirected = |hop: &Hop| comparable(&hop.location).is_some_and(|url| of(&url).is_some());
                match end.http.hops.iter().position(is_redirected) {
                    Some(at) => end.http.hops.truncate(at + 1),
                    // What is not known of the URL at its end may be known elsewhere.
                    None if end.http.status.is_none() && end.http.error.is_none() && !end.http.hops.is_empty() => {}
                    None => return Some(onwards(page, end)),
                }
                are_of_lists = false;
                end.http.hops
            };
            for hop in hops {
                url = comparable(&hop.location)?;
                page.http.last.clone_from(&hop.location);
                page.http.hops.push(hop);
                if !known.insert(url.clone()) {
                    page.http.error = Some(FetchError::RedirectLoop);
                    return are_of_lists.then_some(page);
                }
                if page.http.hops.len() > MOST_REDIRECTS {
                    page.http.error = Some(FetchError::TooManyRedirects);
                    return Some(page);
                }
            }
        }
        (!page.http.hops.is_empty()).then_some(page)
    }
}

/// A page that redirects, with what is known of the page at its end.
fn onwards(page: Page, end: Page) -> Page {
    let Http { requested, mut hops, .. } = page.http;
    hops.extend(end.http.hops);
    Page { listed: page.listed, http: Http { requested, hops, ..end.http }, ..end }
}

/// The scheme, the host and the port of a URL in normal form.
fn origin(url: &str) -> &str {
    url.at(..Parts::split(url).map_or(0, |parts| parts.path.start))
}

/// The host and the port of a URL in normal form.
fn host(url: &str) -> &str {
    origin(url).split_once("://").map_or("", |(_, host)| host)
}

/// A URL in the form that URLs are compared in.
fn comparable(url: &str) -> Option<String> {
    Some(sent(&normal::of(url.split('#').next().unwrap_or(url))?))
}

fn is_web(url: &str) -> bool {
    Parts::split(url).is_some_and(|parts| matches!(parts.scheme.name(), "http" | "https"))
}

/// The target of a redirect.
fn target(line: usize, to: String) -> Result<String, String> {
    if to.starts_with('/') && !to.starts_with("//") || is_web(&to) && normal::of(&to).is_some() {
        return Ok(to);
    }
    Err(format!("line {line}: expected a URL or a path as the target, found `{to}`"))
}

/// A cell without the apostrophes that keep spreadsheets from reading formulas.
fn plain(cell: &str) -> String {
    let mut out = cell.trim().to_owned();
    for sign in ['=', '+', '-', '@'] {
        out = out.replace(&format!(";'{sign}"), &format!(";{sign}"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_not_certain_are_errors() {
        use Redirects::{Apache, Csv, Nginx};
        for (format, text, problem) in [
            (Csv, "", "line 1: expected a header with the columns `old` and `new`"),
            (Csv, "old,new\n\nhttps://a.page/a,/b\n", "line 3: expected a URL, found `/b`"),
            (Csv, "old,new\nhttps://a.page/a\n", "line 2: expected a URL, found ``"),
            (Csv, "old,new\n\"https://a.page/a\n", "line 2: a quotation mark is missing at the end of a cell"),
            (
                Csv,
                "old,new\nhttps://a.page/a,https://a.page/b\nhttps://A.page/a,https://a.page/c\n",
                "line 3: a second redirect of `https://a.page/a`",
            ),
            (Nginx, "server {\n}\n", "line 1: expected `map`, found `server`"),
            (Nginx, "map $uri $to {\n}\n", "line 1: expected a map of `$request_uri`, found one of `$uri`"),
            (
                Nginx,
                "map $request_uri $to {\n/a /b;\n~^/c/(.*)$ /d;\n}",
                "line 3: a regular expression cannot be judged: `~^/c/(.*)$`",
            ),
            (Nginx, "map $request_uri $to {\n/a /$b;\n}", "line 2: a target with a variable cannot be judged: `/$b`"),
            (Nginx, "map $request_uri $to {\n/a /b;\n/A /c;\n}", "line 3: a second redirect of `/A`"),
            (
                Nginx,
                "map $request_uri $to {\n/a /b\n",
                "line 1: expected a path, a URL and `;`, found the end of the file",
            ),
            (Nginx, "map $request_uri $to {\n/a /b c;\n}", "line 2: expected a path, a URL and `;`, found `c`"),
            (Nginx, "map $request_uri $to {\n/a b;\n}", "line 2: expected a URL or a path as the target, found `b`"),
            (
                Apache,
                "Redirect 301 /a /b\n",
                "line 1: only rules that `--redirects apache` writes can be judged: `Redirect 301 /a /b`",
            ),
            (Apache, "RewriteCond %{THE_REQUEST} \"^[A-Z]+ /a \"\n", "line 1: no rule follows the condition for `/a`"),
        ] {
            assert_eq!(RedirectList::read(format, text).err().as_deref(), Some(problem), "{text}");
        }
    }

    #[test]
    fn redirects_are_followed_to_their_end() {
        let text = "map $request_uri $to {\n  default \"\";\n  /A /b; # one\n  '/b' https://a.page/c;\n  /x /y;\n  /y /X;\n  \
                    /away https://b.page/x;\n  \"~^/Case$\" /case;\n  ~^/a$ /never;\n}\n";
        let list = RedirectList::read(Redirects::Nginx, text).unwrap();
        let end = |path: &str| {
            let page = RedirectList::follow(std::slice::from_ref(&list), &format!("https://a.page{path}"), |_| None)?;
            Some((page.http.last, page.http.hops.len(), page.http.error))
        };
        let of = |url: &str, hops| Some((url.to_owned(), hops, None));
        assert_eq!(end("/a"), of("https://a.page/c", 2));
        assert_eq!(end("/x").and_then(|(_, _, error)| error), Some(FetchError::RedirectLoop));
        // The rules of another host are not known.
        assert_eq!(end("/away"), of("https://b.page/x", 1));
        assert_eq!(end("/Case"), of("https://a.page/case", 1));
        assert_eq!((end("/a?b=1"), end("/nothing")), (None, None));
    }

    /// The URL at the end, the number of redirects and the error; a file has redirects of paths on both schemes.
    fn end(list: &str, file: &[(&str, &str)], old: &str) -> Option<(String, usize, Option<FetchError>)> {
        let list = RedirectList::read(Redirects::Nginx, &format!("map $request_uri $to {{\n{list}\n}}\n")).unwrap();
        let rest = |url: &str| {
            let (_, to) = file.iter().find(|(from, _)| url.ends_with(from))?;
            let hop = Hop { status: 301, location: (*to).to_owned() };
            Some(Page {
                http: Http { last: hop.location.clone(), hops: vec![hop], ..Http::new(url) },
                ..Page::default()
            })
        };
        let http = RedirectList::follow(&[list], old, rest)?.http;
        Some((http.last, http.hops.len(), http.error))
    }

    #[test]
    fn lists_apply_after_redirects_of_files() {
        let file = [("/x", "https://a.page/old"), ("/new", "https://b.page/"), ("/y", "https://a.page/x")];
        let of = |list: &str, path: &str| end(list, &file, &format!("https://a.page{path}"));
        assert_eq!(of("/old /new;", "/x"), Some(("https://b.page/".to_owned(), 3, None)));
        assert_eq!(of("/x /z;", "/y"), Some(("https://a.page/z".to_owned(), 2, None)), "a list comes first");
        assert_eq!(of("/old /y;", "/y"), None, "whether it is a loop depends on the host");
    }

    #[test]
    fn lists_apply_to_both_schemes() {
        let of = |list: &str| end(list, &[], "http://a.page/x");
        assert_eq!(of("/x https://a.page/y; /y /z;"), Some(("https://a.page/z".to_owned(), 2, None)));
        assert_eq!(of("/x https://a.page/x;"), Some(("https://a.page/x".to_owned(), 1, None)));
        assert_eq!(of("/x https://a.page/y; /y https://a.page/y;"), Some(("https://a.page/y".to_owned(), 1, None)));
        assert_eq!(of("/x /y; /y /x;").and_then(|(_, _, error)| error), Some(FetchError::RedirectLoop));
    }
}
