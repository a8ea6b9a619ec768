//! Pages and the robots.txt files of their hosts.

use super::*;

const PAGE: &str = "https://tidepool.page/lamp";

/// Returns the results for the pages at these URLs: the error or the status, and the state of the robots.txt that
/// blocked the host.
fn visit(world: &mut World, urls: &[&str]) -> Vec<(String, Option<String>)> {
    let mut crawl = Crawl::pages(urls.iter().copied(), &Limits::default()).expect("a URL");
    world.drive(&mut crawl);
    let short = |http: &Http| match http.error {
        Some(error) => error.name().to_owned(),
        None => http.status.unwrap_or_default().to_string(),
    };
    let page = |url: &&str| crawl.page_at(url).expect("a page");
    urls.iter().map(page).map(|page| (short(&page.http), page.robots.as_ref().map(short))).collect()
}

#[test]
fn a_host_that_fails_is_not_blamed_on_its_robots_txt() {
    use FetchError::{Cut, Dns, Refused, Timeout, Tls};
    let away = |to: &str| Page::Redirect(301, to.to_owned());
    for (robots, expected) in [
        (Page::Is(Kind::Robots, vec![]), ("200", None)),
        (Page::Status(404), ("200", None)),
        (Page::Status(403), ("200", None)),
        (away("/robots.txt"), ("200", None)),
        (away("mailto:a@tidepool.page"), ("200", None)),
        (Page::Fails(Dns), ("dns", Some("dns"))),
        (Page::Fails(Refused), ("refused", Some("refused"))),
        (Page::Fails(Tls), ("tls", Some("tls"))),
        (Page::Fails(Timeout), ("timeout", Some("timeout"))),
        (Page::Fails(Cut), ("cut", Some("cut"))),
        (Page::Status(503), ("blocked", Some("503"))),
        (Page::Status(429), ("blocked", Some("429"))),
        (Page::Is(Kind::Unknown, vec![]), ("blocked", Some("200"))),
        (away("https://gone.tidepool.page/"), ("blocked", Some("dns"))),
        (away("http://10.0.0.1/"), ("blocked", Some("private"))),
    ] {
        let mut world = World::of([
            (ROBOTS, robots.clone()),
            (PAGE, Page::Is(Kind::Html, vec![])),
            ("https://gone.tidepool.page/", Page::Fails(Dns)),
        ]);
        let (page, closed) = expected;
        assert_eq!(visit(&mut world, &[PAGE]), [(page.to_owned(), closed.map(str::to_owned))], "{robots:?}");
        assert_eq!(world.order.contains(&PAGE.to_owned()), closed.is_none());
    }
}

#[test]
fn the_robots_txt_of_a_redirects_host_is_requested_once_and_first() {
    let mut world = World::of([
        ("https://moss.example/robots.txt", Page::Is(Kind::Robots, vec![])),
        ("https://fern.example/robots.txt", Page::Status(500)),
    ]);
    let mut urls = Vec::new();
    for number in 0..8 {
        let host = if number % 2 == 0 { "moss" } else { "fern" };
        let url = format!("https://tidepool.page/{number}");
        let target = format!("https://{host}.example/{number}");
        world.pages.insert(url.clone(), Page::Redirect(301, target.clone()));
        world.pages.insert(target, Page::Is(Kind::Html, vec![]));
        urls.push(url);
    }
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let found = visit(&mut world, &urls);
    for pair in found.chunks(2) {
        assert_eq!(pair, [("200".to_owned(), None), ("blocked".to_owned(), Some("500".to_owned()))]);
    }
    let count = |url: &str| world.order.iter().filter(|asked| *asked == url).count();
    assert_eq!(count("https://moss.example/robots.txt"), 1);
    let first = world.order.iter().find(|url| url.contains("moss.example")).unwrap();
    assert_eq!(first, "https://moss.example/robots.txt");
    assert!(world.order.iter().all(|url| !url.contains("fern.example") || url.ends_with("/robots.txt")));
    for times in world.asked.values() {
        assert!(times.windows(2).all(|pair| pair[1].0 >= pair[0].0 + Limits::default().interval));
    }
}

#[test]
fn pages_of_private_hosts_are_not_requested() {
    let mut world = World::of([(PAGE, Page::Redirect(302, "http://10.0.0.1/lamp".to_owned()))]);
    let found = visit(&mut world, &["http://10.0.0.1/lamp", PAGE]);
    assert_eq!(found.iter().map(|(page, _)| page.as_str()).collect::<Vec<_>>(), ["private", "private"]);
    assert!(world.order.iter().all(|url| !url.contains("10.0.0.1")));
}
