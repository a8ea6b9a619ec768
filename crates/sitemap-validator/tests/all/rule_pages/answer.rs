//! The answers of servers in examples: as `curl -iL` prints them, before the file.

use sitemap_validator_crawl::Reply;
use sitemap_validator_crawl::page::directives;
use sitemap_validator_protocol::http::{Hop, Http, Page};

/// The page at `url` with its answers.
pub(crate) fn page(text: &str, url: &str) -> Page {
    let (robots, text) = robots(text);
    let (http, html) = split(text, url).expect("an answer");
    let http = http.expect("an answer");
    let field = |name: &str, value: &Option<String>| value.clone().map(|value| (name.to_owned(), value));
    let link = text.lines().find_map(|line| line.strip_prefix("Link: ")).map(str::to_owned);
    let header = [field("X-Robots-Tag", &http.robots_tag), field("Link", &link)].into_iter().flatten().collect();
    let said = directives(&Reply { header, ..Reply::default() }, &html, &http.last);
    let is_html = http.content_type.as_deref().is_some_and(|media| media.contains("html"));
    Page { listed: url.to_owned(), http, robots, is_html, ..said.into() }
}

/// Splits off a first line `robots: answer`, the one of the robots.txt because of which a page was not requested.
fn robots(text: &str) -> (Option<Box<Http>>, &str) {
    let Some((line, rest)) = text.strip_prefix("robots: ").and_then(|rest| rest.split_once('\n')) else {
        return (None, text);
    };
    let (target, answer) = line.split_once(' ').filter(|(target, _)| target.contains("://")).unwrap_or(("", line));
    let (http, _) = split(answer, "robots.txt").expect("an answer");
    let mut http = http.expect("an answer");
    if !target.is_empty() {
        http.hops.push(Hop { status: 301, location: target.to_owned() });
    }
    (Some(Box::new(http)), rest)
}

/// Splits `text` into the request for `name` with its answers, if it shows some, and the file.
pub(crate) fn split(text: &str, name: &str) -> Result<(Option<Http>, String), String> {
    let requested = if name.contains("://") { name.to_owned() } else { format!("https://shop.tidepool.page/{name}") };
    let mut http = Http::new(&requested);
    let mut rest = text;
    if let Some((seconds, answers)) = text.strip_prefix("time: ").and_then(|rest| rest.split_once(" s\n")) {
        http.ms = seconds.parse::<u64>().map_err(|error| error.to_string())? * 1000;
        rest = answers;
    }
    loop {
        if let Some(line) = rest.strip_prefix("error: ") {
            let (kind, file) = line.split_once('\n').unwrap_or((line, ""));
            http.error = serde_json::from_value(kind.into()).map_err(|_| format!("no error is called `{kind}`"))?;
            return Ok((Some(http), file.trim_start().to_owned()));
        }
        let Some(answer) = rest.strip_prefix("HTTP/1.1 ") else {
            return if rest == text { Ok((None, text.to_owned())) } else { Err("an answer is missing".to_owned()) };
        };
        let (head, file) = answer.split_once("\n\n").unwrap_or((answer, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.get(..3)?.parse().ok()).ok_or("no status")?;
        let field = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_owned(), value.to_owned()));
        let header: Vec<_> = lines.map(field).collect::<Option<_>>().ok_or("a header field without `: `")?;
        let location = header.iter().find(|(name, _)| name == "Location").map(|(_, value)| value.clone());
        let bytes = file.replace(['⟦', '⟧'], "").len() as u64;
        Reply { status, header, bytes, ..Reply::default() }.describe(&mut http);
        rest = file;
        let Some(location) = location else { return Ok((Some(http), file.to_owned())) };
        http.last.clone_from(&location);
        http.hops.push(Hop { status, location });
    }
}
