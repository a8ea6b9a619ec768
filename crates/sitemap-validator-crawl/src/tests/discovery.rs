//! The reports on sites without a sitemap.

use super::*;

/// Returns a summary of the files found on a site with these pages.
fn found(pages: &[(&str, Page)], limits: Limits) -> Vec<String> {
    let pages = pages.iter().map(|(path, page)| (format!("https://tidepool.page{path}"), page.clone()));
    let mut world = World { pages: pages.collect(), ..World::default() };
    let short = |http: &Http| {
        let path = http.requested.trim_start_matches("https://tidepool.page");
        match (http.error, http.status) {
            (Some(error), _) => format!("{path} {}", error.name()),
            (None, status) => format!("{path} {}", status.unwrap_or_default()),
        }
    };
    match world.crawl("https://tidepool.page/", limits) {
        Ok(files) => files.iter().map(|file| short(&file.http)).collect(),
        Err(http) => vec![format!("failed: {}", short(&http))],
    }
}

#[test]
fn what_was_met_in_place_of_a_sitemap_is_told() {
    let map = "/sitemap.xml";
    for (pages, expected) in [
        (vec![], "/ no-sitemap"),
        (vec![(map, Page::Status(410))], "/ no-sitemap"),
        (vec![("/", Page::Is(Kind::Html, vec![]))], "/ no-sitemap"),
        (vec![(map, Page::Status(403))], "/sitemap.xml 403"),
        (vec![(map, Page::Status(500)), ("/", Page::Status(500))], "/sitemap.xml 500"),
        (vec![(map, Page::Status(401)), ("/sitemap.txt", Page::Status(403))], "/sitemap.xml 401, /sitemap.txt 403"),
        (vec![(map, Page::Is(Kind::Unknown, vec![]))], "/sitemap.xml 200"),
        (
            vec![(map, Page::Redirect(302, "/login".to_owned())), ("/login", Page::Is(Kind::Html, vec![]))],
            "/sitemap.xml 200",
        ),
        (vec![("/wp-sitemap.xml", Page::Fails(FetchError::Cut))], "/wp-sitemap.xml cut"),
        (vec![("/", Page::Status(503))], "/ 503"),
        // The responses before a sitemap was found do not matter.
        (vec![(map, Page::Status(500)), ("/sitemap.txt", Page::Is(Kind::Text, vec![]))], "/sitemap.txt 200"),
    ] {
        assert_eq!(found(&pages, Limits::default()).join(", "), expected, "{pages:?}");
    }
    let wall = ["/robots.txt", map, "/sitemap_index.xml", "/"].map(|path| (path, Page::Status(403)));
    assert_eq!(found(&wall, Limits::default()), ["/sitemap.xml 403"]);
    assert_eq!(found(&wall, Limits { guess: false, ..Limits::default() }), ["/robots.txt 403"]);
}

#[test]
fn a_robots_txt_that_leads_away_does_not_end_the_search() {
    let map = ("/sitemap.xml", Page::Is(Kind::Urlset, vec![]));
    for (target, error) in [("https://gone.tidepool.page/", "dns"), ("http://10.0.0.1/robots.txt", "private")] {
        let mut world = World::of([
            (ROBOTS, Page::Redirect(301, target.to_owned())),
            ("https://gone.tidepool.page/", Page::Fails(FetchError::Dns)),
            ("https://tidepool.page/sitemap.xml", map.1.clone()),
        ]);
        let fetched = world.crawl("https://tidepool.page", Limits::default()).unwrap();
        let [robots, sitemap] = &fetched[..] else { panic!("{fetched:?}") };
        assert_eq!((robots.http.error.map(FetchError::name), robots.http.reached()), (Some(error), target));
        assert!(sitemap.http.is_ok());
    }
}

#[test]
fn a_silent_host_is_not_asked_on() {
    let silent = |path: &'static str| (path, Page::Fails(FetchError::Timeout));
    let pages = ["/robots.txt", "/sitemap.xml", "/sitemap_index.xml"].map(silent);
    assert_eq!(found(&pages, Limits::default()), ["failed: / timeout"]);
    let mut world = World::of([(ROBOTS, Page::Fails(FetchError::Timeout))]);
    world.pages.insert("https://tidepool.page/sitemap.xml".to_owned(), Page::Fails(FetchError::Timeout));
    assert!(world.crawl("https://tidepool.page", Limits::default()).is_err());
    assert_eq!(world.order, site(&["/robots.txt", "/robots.txt", "/robots.txt", "/sitemap.xml"]));
}

#[test]
fn a_url_that_is_named_as_a_sitemap_is_the_whole() {
    for (path, count) in [("/sitemap.xml", 2), ("/feed.XML.gz", 2), ("/blog", 3)] {
        let mut world = World::of([
            (ROBOTS, Page::Is(Kind::Robots, site(&["/a.xml", "/b.xml"]))),
            ("https://tidepool.page/a.xml", Page::Is(Kind::Urlset, vec![])),
        ]);
        world.pages.insert(format!("https://tidepool.page{path}"), Page::Is(Kind::Html, vec![]));
        let fetched = world.crawl(&format!("https://tidepool.page{path}"), Limits::default()).unwrap();
        assert_eq!(fetched.len(), count, "{path}");
    }
}
