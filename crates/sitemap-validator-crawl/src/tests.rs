//! Simulated sites in virtual time.

mod discovery;
mod faults;
mod pages;

use std::collections::{BTreeMap, BinaryHeap, HashMap};

use proptest::prelude::*;
use sitemap_validator_protocol::http::FetchError::{self, BadRedirect, Private, RedirectLoop, TooManyRedirects};
use sitemap_validator_protocol::http::Found::{self, Listed, Usual};
use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::report::Kind;

use crate::{Content, Crawl, Fetched, Limits, Reply, Step};

/// The response of a simulated server.
#[derive(Debug, Clone)]
enum Page {
    Is(Kind, Vec<String>),
    Redirect(u16, String),
    Status(u16),
    /// This status with `Retry-After` for the first requests, then a sitemap.
    Busy(u16, u64, usize),
    Fails(FetchError),
    Answers(Reply),
}

#[derive(Default)]
struct World {
    pages: HashMap<String, Page>,
    /// The times of each request and its response, by host.
    asked: BTreeMap<String, Vec<(u64, u64)>>,
    times: HashMap<String, usize>,
    order: Vec<String>,
}

fn reply(status: u16, header: &[(&str, &str)], kind: Kind, listed: &[String]) -> Reply {
    let header = header.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Reply {
        status,
        header,
        bytes: 1_000,
        content: Content { kind, listed: listed.to_vec(), left_out: 0 },
        ..Reply::default()
    }
}

impl World {
    fn of<'p>(pages: impl IntoIterator<Item = (&'p str, Page)>) -> Self {
        let pages = pages.into_iter().map(|(url, page)| (url.to_owned(), page)).collect();
        Self { pages, ..Self::default() }
    }

    fn reply(&mut self, url: &str) -> Result<Reply, FetchError> {
        let times = self.times.entry(url.to_owned()).or_default();
        *times += 1;
        self.order.push(url.to_owned());
        Ok(match self.pages.get(url) {
            None => reply(404, &[], Kind::Html, &[]),
            Some(Page::Is(kind, listed)) => reply(200, &[("content-type", "application/xml")], *kind, listed),
            Some(Page::Redirect(status, to)) => reply(*status, &[("Location", to)], Kind::Html, &[]),
            Some(Page::Status(status)) => reply(*status, &[], Kind::Html, &[]),
            Some(Page::Busy(status, seconds, count)) if *times <= *count => {
                reply(*status, &[("retry-after", &seconds.to_string())], Kind::Html, &[])
            }
            Some(Page::Busy(..)) => reply(200, &[], Kind::Urlset, &[]),
            Some(Page::Fails(error)) => return Err(*error),
            Some(Page::Answers(reply)) => reply.clone(),
        })
    }

    fn crawl(&mut self, start: &str, limits: Limits) -> Result<Vec<Fetched>, Box<Http>> {
        let mut crawl = Crawl::new(start, limits).expect("a URL");
        self.drive(&mut crawl);
        crawl.finish()
    }

    /// Answers all requests, each after its own delay.
    fn drive(&mut self, crawl: &mut Crawl) {
        let mut now = 0;
        let mut coming = BinaryHeap::new();
        for steps in 0.. {
            assert!(steps < 1_000_000, "no end");
            let until = match crawl.next(now) {
                Step::Request(request) => {
                    let delay = 20 + (request.url.len() as u64 * 7_919 + request.id as u64 * 104_729) % 400;
                    let host = crate::address::Address::parse(&request.url).unwrap().origin();
                    self.asked.entry(host).or_default().push((now, now + delay));
                    coming.push((std::cmp::Reverse(now + delay), request.id, request.url));
                    continue;
                }
                Step::Done => break,
                Step::Wait(until) => until,
                Step::Pending => u64::MAX,
            };
            match coming.peek() {
                Some((std::cmp::Reverse(at), ..)) if *at <= until => {
                    let (std::cmp::Reverse(at), id, url) = coming.pop().unwrap();
                    now = now.max(at);
                    let reply = self.reply(&url);
                    crawl.answer(id, reply, now);
                }
                _ => {
                    assert!(until > now && until < u64::MAX, "it waits for nothing");
                    now = until;
                }
            }
        }
        assert!(coming.is_empty(), "an answer is not waited for");
    }
}

fn site(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|path| format!("https://tidepool.page{path}")).collect()
}

fn listed(fetched: &[Fetched]) -> Vec<(&str, Found)> {
    let short =
        |http: &'_ Http| http.requested.len() - http.requested.trim_start_matches("https://tidepool.page").len();
    fetched.iter().map(|file| (&file.http.requested[short(&file.http)..], file.http.found)).collect()
}

const ROBOTS: &str = "https://tidepool.page/robots.txt";

#[test]
fn sitemaps_are_found_through_robots_txt() {
    let index = Page::Is(Kind::SitemapIndex, site(&["/a.xml", "/b.xml", "/gone.xml", "/a.xml#again"]));
    let mut world = World::of([
        (ROBOTS, Page::Is(Kind::Robots, site(&["/index.xml", "/news.xml"]))),
        ("https://tidepool.page/index.xml", index),
        ("https://tidepool.page/a.xml", Page::Is(Kind::Urlset, vec![])),
        ("https://tidepool.page/b.xml", Page::Is(Kind::Urlset, vec![])),
        ("https://tidepool.page/news.xml", Page::Is(Kind::Urlset, vec![])),
    ]);
    let fetched = world.crawl("https://tidepool.page", Limits::default()).unwrap();
    let expected = [
        ("/robots.txt", Usual),
        ("/index.xml", Listed),
        ("/a.xml", Listed),
        ("/b.xml", Listed),
        ("/gone.xml", Listed),
        ("/news.xml", Listed),
    ];
    assert_eq!(listed(&fetched), expected);
    assert_eq!(fetched[4].http.status, Some(404));
    assert_eq!(world.order.len(), 6, "each once: {:?}", world.order);
}

#[test]
fn without_robots_txt_the_usual_places_are_tried_in_order() {
    let mut world =
        World::of([("https://tidepool.page/wp-sitemap.xml", Page::Is(Kind::SitemapIndex, site(&["/p.xml"])))]);
    let fetched = world.crawl("https://tidepool.page/", Limits::default()).unwrap();
    assert_eq!(listed(&fetched), [("/wp-sitemap.xml", Found::Usual), ("/p.xml", Found::Listed)]);
    let tried =
        ["/robots.txt", "/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/wp-sitemap.xml", "/p.xml"];
    assert_eq!(world.order, site(&tried));

    // The front page is requested next, and then no sitemap is found.
    let mut world = World::of([
        ("https://tidepool.page/", Page::Is(Kind::Html, site(&["/map.xml"]))),
        ("https://tidepool.page/map.xml", Page::Is(Kind::Urlset, vec![])),
        ("https://tidepool.page/sitemap.xml", Page::Is(Kind::Html, site(&["/no.xml"]))),
    ]);
    let fetched = world.crawl("https://tidepool.page/", Limits::default()).unwrap();
    assert_eq!(listed(&fetched), [("/map.xml", Found::Linked)]);
    world.pages.remove("https://tidepool.page/");
    let fetched = world.crawl("https://tidepool.page/", Limits { guess: false, ..Limits::default() }).unwrap();
    assert_eq!(fetched.iter().map(|file| file.http.error).collect::<Vec<_>>(), [Some(FetchError::NoSitemap)]);
}

#[test]
fn a_file_that_is_given_is_the_whole() {
    let mut world = World::of([
        (ROBOTS, Page::Is(Kind::Robots, site(&["/other.xml"]))),
        ("https://tidepool.page/blog/", Page::Is(Kind::Html, vec![])),
        ("https://tidepool.page/one.xml", Page::Is(Kind::Urlset, vec![])),
        ("https://tidepool.page/other.xml", Page::Is(Kind::Urlset, vec![])),
    ]);
    let mut found = |start: &str| {
        let fetched = world.crawl(start, Limits::default()).unwrap();
        listed(&fetched).into_iter().map(|(url, _)| url.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("https://tidepool.page/one.xml"), ["/robots.txt", "/one.xml"]);
    assert_eq!(found(ROBOTS), ["/robots.txt", "/other.xml"]);
    // For the URL of a page, the whole site is searched.
    assert_eq!(found("https://tidepool.page/blog/"), ["/robots.txt", "/other.xml"]);
    assert_eq!(world.crawl("https://tidepool.page/none.xml", Limits::default()).unwrap_err().status, Some(404));
}

#[test]
fn redirects_are_followed_and_loops_end() {
    let to = |path: &str| Page::Redirect(301, path.to_owned());
    let mut world = World::of([
        (ROBOTS, Page::Is(Kind::Robots, site(&["/a", "/circle", "/long/", "/scheme", "/none", "/inside", "/self"]))),
        ("https://tidepool.page/a", to("b?c=1")),
        ("https://tidepool.page/b?c=1", to("https://other.tidepool.page/d.xml")),
        ("https://other.tidepool.page/d.xml", Page::Is(Kind::Urlset, vec![])),
        ("https://tidepool.page/circle", to("/circle2")),
        ("https://tidepool.page/circle2", to("/circle")),
        ("https://tidepool.page/scheme", to("ftp://tidepool.page/")),
        ("https://tidepool.page/none", to("")),
        ("https://tidepool.page/inside", to("http://169.254.169.254/latest/")),
        ("https://tidepool.page/self", Page::Is(Kind::SitemapIndex, site(&["/self", "/self2"]))),
        ("https://tidepool.page/self2", to("/self")),
    ]);
    for hop in 0..12 {
        let url = format!("https://tidepool.page/long/{}", "x".repeat(hop));
        world.pages.insert(url, to(&format!("/long/{}", "x".repeat(hop + 1))));
    }
    let fetched = world.crawl("https://tidepool.page", Limits::default()).unwrap();
    let errors: Vec<_> = fetched.iter().map(|file| (file.http.error, file.http.hops.len())).collect();
    let expected = [
        (None, 0),
        (None, 2),
        (Some(RedirectLoop), 2),
        (Some(TooManyRedirects), 11),
        (Some(BadRedirect), 0),
        (Some(BadRedirect), 0),
        (Some(Private), 1),
        (None, 0),
        (None, 1),
    ];
    assert_eq!(errors, expected);
    assert_eq!(fetched[1].http.last, "https://other.tidepool.page/d.xml");
    assert!(world.order.iter().all(|url| url.contains("tidepool.page")), "{:?}", world.order);
}

#[test]
fn robots_txt_that_fails_is_told_of() {
    for (page, expected) in [
        (Page::Status(404), None),
        (Page::Status(403), None),
        (Page::Status(503), Some(503)),
        (Page::Status(429), Some(429)),
        (Page::Is(Kind::Html, vec![]), None),
    ] {
        let mut world =
            World::of([(ROBOTS, page.clone()), ("https://tidepool.page/sitemap.xml", Page::Is(Kind::Urlset, vec![]))]);
        let fetched = world.crawl("https://tidepool.page", Limits::default()).unwrap();
        let robots = fetched.iter().find(|file| file.http.requested == ROBOTS);
        assert_eq!(robots.and_then(|file| file.http.status), expected, "{page:?}");
        assert_eq!(fetched.last().unwrap().http.requested, "https://tidepool.page/sitemap.xml");
    }
    let mut world = World::of([(ROBOTS, Page::Fails(FetchError::Dns))]);
    let error = world.crawl("https://tidepool.page", Limits::default()).unwrap_err();
    assert_eq!((error.error, world.order.len()), (Some(FetchError::Dns), 1));
}

#[test]
fn what_fails_for_a_while_is_asked_again() {
    let busy = |status, seconds, count| Page::Busy(status, seconds, count);
    let mut world = World::of([
        (ROBOTS, Page::Is(Kind::Robots, site(&["/busy", "/down", "/late", "/cut", "/refused"]))),
        ("https://tidepool.page/busy", busy(429, 7, 2)),
        ("https://tidepool.page/down", busy(503, 1, 9)),
        ("https://tidepool.page/late", busy(503, 3_600, 1)),
        ("https://tidepool.page/cut", Page::Fails(FetchError::Cut)),
        ("https://tidepool.page/refused", Page::Fails(FetchError::Refused)),
    ]);
    let fetched = world.crawl("https://tidepool.page", Limits::default()).unwrap();
    let ends: Vec<_> = fetched.iter().skip(1).map(|file| (file.http.status, file.http.error)).collect();
    let expected = [
        (Some(200), None),
        (Some(503), None),
        (Some(503), None),
        (None, Some(FetchError::Cut)),
        (None, Some(FetchError::Refused)),
    ];
    assert_eq!(ends, expected);
    let asked = |path: &str| world.times[&format!("https://tidepool.page{path}")];
    assert_eq!(["/busy", "/down", "/late", "/cut", "/refused"].map(asked), [3, 3, 1, 3, 1]);
    // The requested pause for the host is kept, twice.
    let times = &world.asked["https://tidepool.page"];
    let longest = times.windows(2).map(|pair| pair[1].0 - pair[0].0).max().unwrap();
    assert!(longest >= 6_000 && times.last().unwrap().0 >= 14_000, "{times:?}");
}

#[test]
fn a_host_that_was_busy_is_asked_faster_again() {
    let paths: Vec<String> = (0..60).map(|number| format!("https://tidepool.page/{number}")).collect();
    let mut world = World::of([(ROBOTS, Page::Is(Kind::Robots, paths.clone()))]);
    for (number, path) in paths.iter().enumerate() {
        let page = if number < 6 { Page::Busy(429, 0, 1) } else { Page::Is(Kind::Urlset, vec![]) };
        world.pages.insert(path.clone(), page);
    }
    world.crawl("https://tidepool.page", Limits::default()).unwrap();
    let times = &world.asked["https://tidepool.page"];
    let gaps: Vec<u64> = times.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    assert!(gaps.iter().max() >= Some(&1_600), "{gaps:?}");
    assert_eq!(gaps.last(), Some(&100), "{gaps:?}");
}

#[test]
fn limits_end_the_search() {
    let endless = |levels: usize| {
        let mut pages = vec![(ROBOTS.to_owned(), Page::Is(Kind::Robots, site(&["/0"])))];
        pages.extend((0..levels).map(|level| {
            let next = site(&[&format!("/{}", level + 1)]);
            (format!("https://tidepool.page/{level}"), Page::Is(Kind::SitemapIndex, next))
        }));
        World { pages: pages.into_iter().collect(), ..World::default() }
    };
    assert_eq!(endless(9).crawl("https://tidepool.page", Limits::default()).unwrap().len(), 1 + 4);
    let limits = Limits { files: 3, depth: 100, ..Limits::default() };
    assert_eq!(endless(9).crawl("https://tidepool.page", limits).unwrap().len(), 1 + 3);
    let limits = Limits { bytes: 4_500, depth: 100, ..Limits::default() };
    assert_eq!(endless(9).crawl("https://tidepool.page", limits).unwrap().len(), 5);
}

#[test]
fn only_what_a_followed_list_lists_is_left_out() {
    for (start, expected) in [("https://tidepool.page/a.xml", 0), ("https://tidepool.page/", 4)] {
        let mut crawl = Crawl::new(start, Limits::default()).unwrap();
        let mut now = 0;
        loop {
            match crawl.next(now) {
                Step::Request(request) => {
                    let mut answer = reply(200, &[], Kind::Urlset, &[]);
                    if request.url == ROBOTS {
                        answer.content = Content { kind: Kind::Robots, listed: site(&["/a.xml"]), left_out: 4 };
                    }
                    crawl.answer(request.id, Ok(answer), now);
                }
                Step::Wait(until) => now = until,
                _ => break,
            }
        }
        assert_eq!((crawl.left_out(), crawl.is_partial()), (expected, expected > 0), "{start}");
    }
}

#[test]
fn what_was_found_before_the_end_is_kept() {
    for start in ["https://tidepool.page/index.xml", "https://tidepool.page/"] {
        let mut crawl = Crawl::new(start, Limits::default()).unwrap();
        let mut asked = Vec::new();
        let mut now = 0;
        while !asked.iter().any(|url: &String| url.ends_with("/a.xml")) {
            match crawl.next(now) {
                Step::Request(request) => {
                    let listed = site(&["/a.xml", "/b.xml"]);
                    let is_index = request.url.ends_with("/index.xml") || request.url.ends_with("/sitemap.xml");
                    let answer = match is_index {
                        true => reply(200, &[], Kind::SitemapIndex, &listed),
                        false if request.url.ends_with("/a.xml") => reply(200, &[], Kind::Urlset, &[]),
                        false => reply(404, &[], Kind::Html, &[]),
                    };
                    crawl.answer(request.id, Ok(answer), now);
                    asked.push(request.url);
                }
                Step::Wait(until) => now = until,
                other => panic!("{other:?}"),
            }
        }
        crawl.stop();
        assert_eq!(crawl.next(now), Step::Done);
        let kinds: Vec<_> = crawl.finish().unwrap().iter().map(|file| file.kind).collect();
        assert_eq!(kinds, [Kind::SitemapIndex, Kind::Urlset], "{start}");
    }
}

/// Returns the maximum number of requests to a host that overlap.
fn most_at_once(times: &[(u64, u64)]) -> usize {
    times.iter().map(|(at, _)| times.iter().filter(|(from, to)| from <= at && at < to).count()).max().unwrap_or(0)
}

#[test]
fn ten_thousand_files_are_asked_for_politely() {
    let children: Vec<String> =
        (0..20_000).map(|number| format!("https://h{}.tidepool.page/{number}", number % 7)).collect();
    let mut world = World::of([
        (ROBOTS, Page::Is(Kind::Robots, site(&["/index"]))),
        ("https://tidepool.page/index", Page::Is(Kind::SitemapIndex, children.clone())),
    ]);
    for child in &children {
        world.pages.insert(child.clone(), Page::Is(Kind::Urlset, vec![]));
    }
    let limits = Limits::default();
    let fetched = world.crawl("https://tidepool.page", limits.clone()).unwrap();
    // The index counts as one of them, robots.txt does not.
    assert_eq!(fetched.len(), 1 + limits.files);
    assert!(fetched.iter().skip(2).map(|file| &file.http.requested).eq(&children[..limits.files - 1]));
    for times in world.asked.values() {
        assert!(times.windows(2).all(|pair| pair[1].0 >= pair[0].0 + limits.interval));
        assert!(most_at_once(&times[..times.len().min(300)]) <= limits.connections);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Every search ends, requests no private URL, and requests no URL more often than allowed.
    #[test]
    fn any_site_comes_to_an_end(
        seeds in prop::collection::vec((0..12_u8, prop::collection::vec(0..40_usize, 0..6)), 40),
        start in 0..40_usize,
    ) {
        const HOSTS: [&str; 4] = ["https://tidepool.page", "http://tidepool.page", "https://a.tidepool.page", "http://10.0.0.1"];
        let url = |number: usize| match number {
            0..4 => format!("{}/robots.txt", HOSTS[number]),
            4..8 => format!("{}/", HOSTS[number - 4]),
            _ => format!("{}/{number}", HOSTS[number % 4]),
        };
        let mut world = World::default();
        for (number, (kind, links)) in seeds.iter().enumerate() {
            let links: Vec<String> = links.iter().map(|link| url(*link)).collect();
            let first = links.first().cloned().unwrap_or_default();
            world.pages.insert(url(number), match kind {
                0..=3 => Page::Is(Kind::SitemapIndex, links),
                4 => Page::Is(Kind::Robots, links),
                5 => Page::Is(Kind::Html, links),
                6 => Page::Is(Kind::Urlset, vec![]),
                7 | 8 => Page::Redirect(302, first),
                9 => Page::Busy(503, 2, 1),
                10 => Page::Fails(FetchError::Timeout),
                _ => Page::Status(500),
            });
        }
        if start % 4 == 3 {
            prop_assert!(Crawl::new(&url(start), Limits::default()).is_err());
        } else {
            let limits = Limits::default();
            let _ = world.crawl(&url(start), limits.clone());
            prop_assert!(world.order.iter().all(|url| !url.contains("10.0.0.1")));
            for times in world.asked.values() {
                prop_assert!(times.windows(2).all(|pair| pair[1].0 >= pair[0].0 + limits.interval));
                prop_assert!(most_at_once(times) <= limits.connections);
            }
        }
    }
}
