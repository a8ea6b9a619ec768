//! Faults of sites: the finding names the fault, and the exit code matches the table in docs/sites.md.

use sitemap_validator::set::{Member, check_with_pages};
use sitemap_validator::{Options, Robots, Severity, Source, check_source, message};
use sitemap_validator_protocol::http::Page as Visited;

use super::*;
use crate::Tally;
use crate::page::directives;

const URLSET: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
    <url><loc>https://tidepool.page/lamp</loc></url>\n</urlset>\n";
const HTML: &str = "<!doctype html><title>A lamp</title><link rel=canonical href=https://tidepool.page/lamp>";
const XML: (&str, &str) = ("content-type", "application/xml");
const MAP: &str = "https://tidepool.page/sitemap.xml";
const LAMP: &str = "https://tidepool.page/lamp";
const GONE: &str = "https://gone.example/";
const INSIDE: &str = "http://192.168.0.1/";

/// A fault of a response: the behavior of the server, and the expected finding as a rule and a part of its message.
#[derive(Debug, Clone)]
struct Fault {
    page: Page,
    rule: &'static str,
    words: &'static str,
}

fn fault(page: Page, rule: &'static str, words: &'static str) -> Fault {
    Fault { page, rule, words }
}

fn answer(status: u16, header: &[(&str, &str)]) -> Page {
    Page::Answers(reply(status, header, Kind::Unknown, &[]))
}

fn away(to: &str) -> Page {
    Page::Redirect(302, to.to_owned())
}

fn robots_txt(listed: &[&str]) -> Page {
    Page::Answers(reply(200, &[("content-type", "text/plain")], Kind::Robots, &site(listed)))
}

/// The file that has the fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The robots.txt of a site whose sitemap is at a common path.
    Robots,
    /// The common path, on a site without robots.txt.
    Usual,
    /// One of two sitemaps in an index.
    Child,
    /// All sitemaps of an index.
    Children,
    /// The sitemap at the start URL.
    Given,
    /// A page.
    Page,
    /// The robots.txt of a page's host.
    PageRobots,
}

const PLACES: [Place; 7] =
    [Place::Robots, Place::Usual, Place::Child, Place::Children, Place::Given, Place::Page, Place::PageRobots];

/// Returns the faults that a response in this place can have.
fn faults(place: Place) -> Vec<Fault> {
    use FetchError::{Cut, Dns, LargeHeader, Malformed, Proxy, Refused, Timeout, Tls};
    let challenge = |status| answer(status, &[("cf-mitigated", "challenge")]);
    let fails = Page::Fails;
    let status = Page::Status;
    match place {
        Place::Robots => vec![
            fault(status(404), "", ""),
            fault(status(403), "", ""),
            fault(status(401), "", ""),
            fault(status(429), "http-robots-status", "responds with `429"),
            fault(status(500), "http-robots-status", "responds with `500"),
            fault(status(503), "http-robots-status", "responds with `503"),
            fault(challenge(503), "http-blocked", "refused this program"),
            fault(fails(Timeout), "http-robots-status", "in time"),
            fault(fails(Cut), "http-robots-status", "broke off"),
            fault(fails(Malformed), "http-robots-status", "valid HTTP"),
            fault(fails(LargeHeader), "http-unreachable", "too large"),
            fault(away(ROBOTS), "http-robots-redirect", "loop"),
            fault(away("mailto:a@tidepool.page"), "http-robots-redirect", "no http or https target"),
            fault(away(GONE), "http-robots-redirect", "does not respond"),
            fault(away(INSIDE), "http-robots-redirect", "private network"),
        ],
        Place::Usual | Place::Child | Place::Children | Place::Given => {
            let mut faults = vec![
                fault(status(401), "http-auth", "password"),
                fault(status(403), "http-blocked", "refused this program"),
                fault(status(429), "http-blocked", "refused this program"),
                fault(status(400), "http-status", "responds with `400"),
                fault(status(500), "http-status", "fails with `500 "),
                fault(status(503), "http-status", "fails with `503 "),
                fault(challenge(200), "http-blocked", "refused this program"),
                fault(challenge(403), "http-blocked", "refused this program"),
                fault(challenge(503), "http-blocked", "refused this program"),
                fault(fails(Timeout), "http-unreachable", "in time"),
                fault(fails(Cut), "http-unreachable", "broke off"),
                fault(fails(Malformed), "http-unreachable", "valid HTTP"),
                fault(fails(LargeHeader), "http-unreachable", "too large"),
                fault(fails(Proxy), "http-unreachable", "proxy"),
                fault(fails(Dns), "http-unreachable", "no IP address"),
                fault(fails(Refused), "http-unreachable", "refuses the connection"),
                fault(fails(Tls), "http-unreachable", "certificate"),
                fault(away("/circle"), "http-redirect-loop", "loop"),
                fault(away("mailto:a@tidepool.page"), "http-redirect-loop", "no usable target"),
                fault(away("/long/"), "http-redirect-loop", "Too many"),
                fault(away(GONE), "http-unreachable", "`https://gone.example/` has no IP address"),
                fault(away(INSIDE), "http-unreachable", "redirects to a private network"),
            ];
            if place == Place::Usual {
                faults.push(fault(status(404), "discovery-none", "No sitemap"));
                faults.push(fault(status(410), "discovery-none", "No sitemap"));
            } else {
                faults.push(fault(status(404), "http-status", "No sitemap at"));
            }
            if place == Place::Given {
                return faults;
            }
            let html = Page::Answers(reply(200, &[("content-type", "text/html")], Kind::Html, &[]));
            let urlset = |header: &[(&str, &str)]| Page::Answers(reply(200, header, Kind::Urlset, &[]));
            faults.push(fault(html, "structure-html-document", "web page"));
            faults.push(fault(urlset(&[("content-type", "text/html")]), "http-content-type", "as a web page"));
            faults.push(fault(urlset(&[]), "http-content-type", "without a `Content-Type`"));
            faults.push(fault(
                urlset(&[XML, ("content-encoding", "gzip")]),
                "http-encoding-mismatch",
                "not compressed",
            ));
            faults.push(fault(urlset(&[XML, ("content-encoding", "br")]), "http-encoding-mismatch", "not compressed"));
            faults.push(fault(urlset(&[XML, ("content-length", "5000")]), "http-truncated", "of 5,000 bytes"));
            faults
        }
        Place::Page => vec![
            fault(status(404), "page-not-found", "No page"),
            fault(status(410), "page-not-found", "No page"),
            fault(status(401), "page-forbidden", "refused"),
            fault(status(403), "page-forbidden", "refused"),
            fault(challenge(200), "page-forbidden", "refused"),
            fault(status(400), "page-client-error", "responds with `400"),
            fault(status(500), "page-server-error", "fails with `500 "),
            fault(fails(Timeout), "page-unreachable", "in time"),
            fault(fails(Cut), "page-unreachable", "broke off"),
            fault(fails(Malformed), "page-unreachable", "valid HTTP"),
            fault(away("/circle"), "page-unreachable", "loop"),
            fault(away(GONE), "page-unreachable", "`https://gone.example/` has no IP address"),
            fault(away(INSIDE), "page-unreachable", "private network"),
            fault(answer(200, &[("x-robots-tag", "googlebot: noindex")]), "page-noindex", "googlebot: noindex"),
            fault(answer(200, &[("x-robots-tag", "otherbot: noindex")]), "", ""),
            fault(answer(200, &[("x-robots-tag", "max-image-preview:none")]), "", ""),
            fault(answer(200, &[("x-robots-tag", "unavailable_after: 2020-01-01")]), "page-noindex", "2020-01-01"),
            fault(answer(200, &[("link", "</other>; rel=canonical")]), "page-canonical-elsewhere", "/other"),
            fault(answer(200, &[("link", "</other>; rel=canonical; anchor=\"/x\"")]), "", ""),
            fault(answer(200, &[("refresh", "0;url=/other")]), "page-redirect", "/other"),
        ],
        Place::PageRobots => vec![
            fault(status(404), "", ""),
            fault(status(403), "", ""),
            fault(away("/robots.txt"), "", ""),
            fault(status(429), "page-blocked", "responds with `429"),
            fault(status(503), "page-blocked", "responds with `503"),
            fault(Page::Is(Kind::Unknown, vec![]), "page-blocked", "incomplete"),
            fault(away(GONE), "page-blocked", "`https://gone.example/`, which cannot be reached"),
            fault(fails(Dns), "page-unreachable", "no IP address"),
            fault(fails(Refused), "page-unreachable", "refuses the connection"),
            fault(fails(Tls), "page-unreachable", "certificate"),
            fault(fails(Proxy), "page-unreachable", "proxy"),
            fault(fails(Timeout), "page-unreachable", "robots.txt`, so the page was not requested"),
            fault(fails(Cut), "page-unreachable", "robots.txt` broke off"),
        ],
    }
}

/// Creates a site with this fault; `urls` are the URLs of its other pages.
fn world(place: Place, fault: &Fault) -> World {
    let children = site(&["/a.xml", "/b.xml"]);
    let good = || Page::Answers(reply(200, &[XML], Kind::Urlset, &[]));
    let mut world = World::of([
        (GONE, Page::Fails(FetchError::Dns)),
        ("https://gone.example/robots.txt", Page::Fails(FetchError::Dns)),
    ]);
    let mut put = |url: &str, page: Page| world.pages.insert(url.to_owned(), page);
    put("https://tidepool.page/circle", away("/circle2"));
    put("https://tidepool.page/circle2", away("/circle"));
    for hop in 0..20 {
        put(
            &format!("https://tidepool.page/long/{}", "x".repeat(hop)),
            away(&format!("/long/{}", "x".repeat(hop + 1))),
        );
    }
    let index = || Page::Answers(reply(200, &[XML], Kind::SitemapIndex, &children));
    match place {
        Place::Robots => {
            put(MAP, good());
            put(ROBOTS, fault.page.clone());
        }
        Place::Usual | Place::Given => drop(put(MAP, fault.page.clone())),
        Place::Child | Place::Children => {
            put(ROBOTS, robots_txt(&["/sitemap.xml"]));
            put(MAP, index());
            let first = if place == Place::Child { good() } else { fault.page.clone() };
            put(&children[0], first);
            put(&children[1], fault.page.clone());
        }
        Place::Page => {
            put(ROBOTS, robots_txt(&[]));
            put(LAMP, fault.page.clone());
        }
        Place::PageRobots => {
            put(ROBOTS, fault.page.clone());
            put(LAMP, Page::Is(Kind::Html, vec![]));
        }
    }
    world
}

/// The findings as rule and message, and the exit code of the program.
type Told = (Vec<(&'static str, String)>, u8);

/// Checks these files and pages like the command line.
fn judged(files: &[Fetched], pages: &[Visited], is_partial: bool) -> Told {
    let mut tally = Tally::default();
    let (mut members, mut findings) = (Vec::new(), Vec::new());
    let options = Options { siblings: true, now: Options::parse_now("2026-11-20"), ..Options::default() };
    for file in files {
        if !file.http.is_ok() {
            tally.count_failed(&file.http);
            members.push(Member::unfetched(file.http.clone()));
            continue;
        }
        let text = match file.kind {
            Kind::Robots => "User-agent: *\nSitemap: https://tidepool.page/sitemap.xml\n".to_owned(),
            Kind::SitemapIndex => {
                let entry = |url: &String| format!("<sitemap><loc>{url}</loc></sitemap>\n");
                let entries: String = site(&["/a.xml", "/b.xml"]).iter().map(entry).collect();
                format!(
                    "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</sitemapindex>\n"
                )
            }
            Kind::Html => HTML.to_owned(),
            _ => URLSET.to_owned(),
        };
        let robots = vec![Robots::new("Sitemap: https://tidepool.page/sitemap.xml", Some(ROBOTS))];
        let options = Options {
            url: Some(file.http.address().to_owned()),
            http: Some(file.http.clone().into()),
            file_name: file.http.requested.rsplit('/').next().map(str::to_owned),
            robots: robots.into(),
            ..options.clone()
        };
        let source = Source::from_text(text);
        let mut report = check_source(&file.http.requested, &source, &options, 0);
        tally.count_checked(report.outcome.kind);
        findings.extend(report.diagnostics.iter().map(|found| (found.clone(), source.text().to_owned())));
        members.push(Member::of(&mut report, &source));
    }
    let across = check_with_pages(&members, pages, &options, 0);
    findings.extend(across.findings.into_iter().map(|found| (found.diagnostic, String::new())));
    let is_error = |found: &sitemap_validator::Diagnostic| {
        found.severity.unwrap_or(found.rule().info().severity) == Severity::Error
    };
    let exit = match tally.nothing(is_partial) {
        Some(_) => 2,
        None => u8::from(findings.iter().any(|(found, _)| is_error(found))),
    };
    let told =
        |(found, text): (sitemap_validator::Diagnostic, String)| (found.rule().id(), message::title(&found, &text));
    (findings.into_iter().map(told).collect(), exit)
}

/// Returns the program's results for a site.
fn checked(world: &mut World, place: Place) -> Told {
    match place {
        Place::Page | Place::PageRobots => {
            let mut crawl = Crawl::pages([LAMP], &Limits::default()).expect("a URL");
            world.drive(&mut crawl);
            let page = crawl.page_at(LAMP).expect("the page");
            let header = match world.pages.get(LAMP) {
                Some(Page::Answers(reply)) => reply.clone(),
                _ => Reply::default(),
            };
            let text = if page.http.hops.is_empty() && header.field("link").is_none() { HTML } else { "" };
            let said = directives(&header, text, &page.http.last);
            let robots = page.robots.map(Box::new);
            let pages = [Visited { listed: LAMP.to_owned(), http: page.http, robots, ..said.into() }];
            let http = Http { status: Some(200), content_type: Some("application/xml".to_owned()), ..Http::new(MAP) };
            judged(&[Fetched { id: 0, http, kind: Kind::Urlset, robots: None }], &pages, false)
        }
        _ => {
            let start = if place == Place::Given { MAP } else { "https://tidepool.page/" };
            match world.crawl(start, Limits::default()) {
                Ok(files) => judged(&files, &[], false),
                // The program reports the reason and exits.
                Err(http) => {
                    (judged(&[Fetched { id: 0, http: *http, kind: Kind::Unknown, robots: None }], &[], false).0, 2)
                }
            }
        }
    }
}

/// Returns the exit code according to the table in docs/sites.md.
fn documented(place: Place, fault: &Fault) -> u8 {
    // A page that exists is read, whatever the finding is.
    let is_had = matches!(&fault.page, Page::Answers(reply) if reply.status == 200 && reply.header.iter().all(|(name, _)| name != "cf-mitigated"));
    let is_gone = matches!(fault.page, Page::Status(404 | 410));
    let is_error = match fault.rule {
        "" | "http-blocked" | "http-robots-redirect" | "http-content-type" | "http-encoding-mismatch" => false,
        "http-unreachable" => !matches!(fault.words, "too large" | "proxy"),
        rule => !rule.starts_with("page-") || rule == "page-not-found",
    };
    match place {
        Place::Given => 2,
        Place::Usual | Place::Children if !is_had && !is_gone => 2,
        _ => u8::from(is_error),
    }
}

/// Each fault is named by its finding, and no other finding is an error.
#[test]
fn the_named_cause_is_that_of_the_fault() {
    for place in PLACES {
        for fault in &faults(place) {
            let mut world = world(place, fault);
            let (findings, exit) = checked(&mut world, place);
            let groups = ["http-", "page-", "discovery-", "structure-"];
            let is_cause = |rule: &str| groups.iter().any(|group| rule.starts_with(group));
            let causes: Vec<_> = findings.iter().filter(|(rule, _)| is_cause(rule)).collect();
            if fault.rule.is_empty() {
                assert!(causes.is_empty(), "{place:?} {fault:?}: {causes:?}");
            } else {
                let is_named = |(rule, title): &&&(&str, String)| *rule == fault.rule && title.contains(fault.words);
                assert!(causes.iter().any(|cause| is_named(&cause)), "{place:?} {fault:?}: {findings:?}");
                let others: Vec<_> = causes.iter().filter(|(rule, _)| *rule != fault.rule).collect();
                assert!(others.is_empty(), "{place:?} {fault:?}: {others:?}");
            }
            assert_eq!(exit, documented(place, fault), "{place:?} {fault:?}: {findings:?}");
        }
    }
}

/// A stopped search is never reported as a complete and valid one.
#[test]
fn an_interruption_is_reported() {
    for answers in 0..6 {
        let good = || Page::Answers(reply(200, &[XML], Kind::Urlset, &[]));
        let mut world = World::of([
            (ROBOTS, robots_txt(&["/sitemap.xml"])),
            (MAP, Page::Answers(reply(200, &[XML], Kind::SitemapIndex, &site(&["/a.xml", "/b.xml"])))),
        ]);
        world.pages.insert(site(&["/a.xml"]).remove(0), good());
        world.pages.insert(site(&["/b.xml"]).remove(0), good());
        let mut crawl = Crawl::new("https://tidepool.page/", Limits::default()).expect("a URL");
        let (mut now, mut had) = (0, 0);
        while had < answers {
            match crawl.next(now) {
                Step::Request(request) => {
                    let reply = world.reply(&request.url);
                    crawl.answer(request.id, reply, now);
                    had += 1;
                }
                Step::Wait(until) => now = until,
                Step::Pending | Step::Done => break,
            }
        }
        crawl.stop();
        let is_partial = crawl.is_partial();
        assert_eq!(is_partial, had < 4, "{answers}");
        let files = crawl.finish().unwrap_or_default();
        let (_, exit) = judged(&files, &[], is_partial);
        // Robots.txt and the index are fetched first.
        assert_eq!(exit, if had < 3 { 2 } else { 0 }, "{answers}");
    }
}
