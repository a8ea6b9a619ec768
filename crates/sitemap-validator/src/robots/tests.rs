//! Groups, rules and limits of RFC 9309.

use super::pattern::{Pattern, plain_target, target};
use super::*;

/// The number of the line that blocks `crawler` from `path`; 0 if none does.
fn line(text: &str, crawler: Crawler, path: &str) -> u32 {
    Robots::new(text, None).blocks(crawler, path).map_or(0, |cause| cause.line)
}

/// As [`line`], for all crawlers.
fn blocked(rules: &str, path: &str) -> u32 {
    line(&format!("User-agent: *\n{rules}"), Crawler::Any, path)
}

#[test]
fn records_know_their_places() {
    let text = "\u{FEFF}# a\r\n  User-Agent :\t* # all\rDISALLOW:/x#y\n\nsitemap: https://a.de/s.xml \nfoo: 1\nno colon\nallow:";
    let found: Vec<_> = read::records(text).map(|r| (r.line, &text[r.span.range()], &text[r.value.range()])).collect();
    let expected = [
        (2, "User-Agent :\t*", "*"),
        (3, "DISALLOW:/x", "/x"),
        (5, "sitemap: https://a.de/s.xml", "https://a.de/s.xml"),
        (6, "foo: 1", "1"),
        (7, "no colon", ""),
        (8, "allow:", ""),
    ];
    assert_eq!(found, expected);
    assert_eq!(read::records("").count() + read::records("\n\r\n#allow: /").count(), 0);
}

#[test]
fn a_crawler_uses_all_groups_with_its_name_or_else_those_for_all() {
    let text = "\
Disallow: /before-any-group
User-agent: Googlebot/2.1
User-agent: otherbot
Disallow: /both

User-agent: *
Sitemap: https://a.de/sitemap.xml
Disallow: /everyone

User-agent: googleBOT
Disallow: /again
";
    for (crawler, path, expected) in [
        (Crawler::Any, "/before-any-group", 0),
        (Crawler::Any, "/both", 0),
        (Crawler::Any, "/everyone", 8),
        (Crawler::Any, "/again", 0),
        (Crawler::Googlebot, "/both", 4),
        (Crawler::Googlebot, "/again", 11),
        (Crawler::Googlebot, "/everyone", 0),
        (Crawler::Bingbot, "/both", 0),
        (Crawler::Bingbot, "/everyone", 8),
    ] {
        assert_eq!(line(text, crawler, path), expected, "{crawler:?} {path}");
    }
    assert_eq!(line("User-agent: Googlebot-Image\nDisallow: /", Crawler::Googlebot, "/"), 0);
    assert_eq!(line("User-agent: bingbot\n\nUser-agent: *\nDisallow: /", Crawler::Bingbot, "/"), 4);
    assert_eq!(line("User-agent: bingbot\nAllow:\nUser-agent: *\nDisallow: /", Crawler::Bingbot, "/"), 0);
    let between = "User-agent: googlebot\nCrawl-delay: 9\nUser-agent: bingbot\nDisallow: /";
    assert_eq!((line(between, Crawler::Googlebot, "/"), line(between, Crawler::Bingbot, "/")), (4, 4));
    assert_eq!(line("Disallow: /", Crawler::Any, "/"), 0);
}

#[test]
fn the_longest_match_wins_and_allow_wins_a_tie() {
    for (rules, path, expected) in [
        ("Disallow: /", "/", 2),
        ("Disallow:", "/x", 0),
        ("Disallow: /\nAllow:", "/x", 2),
        ("Disallow: /a\nAllow: /a/b", "/a/b/c", 0),
        ("Disallow: /a\nAllow: /a/b", "/a/c", 2),
        ("Allow: /a\nDisallow: /a/b", "/a/b", 3),
        ("Disallow: /a\nAllow: /a", "/a", 0),
        ("Allow: /page\nDisallow: /*.ph", "/page.php5", 0),
        ("Allow: /page\nDisallow: /*.htm", "/page.htm", 3),
        ("Allow: /$\nDisallow: /", "/", 0),
        ("Allow: /$\nDisallow: /", "/page.htm", 3),
        ("Disallow: /a/*/c\nAllow: /a/b/c", "/a/b/c", 0),
        ("Disallow: /A", "/a", 0),
        ("Disallow: a", "/a", 0),
        ("Disallow: https://a.de/a", "/a", 0),
        ("Disallow: *.pdf", "/a.pdf", 2),
        ("Disallow: /", "/robots.txt", 0),
    ] {
        assert_eq!(blocked(rules, path), expected, "{rules:?} {path}");
    }
}

#[test]
fn nested_prefixes_are_found_from_their_neighbors() {
    let rules =
        "Disallow: /a\nDisallow: /a/b\nAllow: /a/b/c\nDisallow: /a/b/d\nDisallow: /a/bb\nAllow: /b\nDisallow: /";
    for (path, expected) in
        [("/a", 2), ("/a/b/b", 3), ("/a/b/c/x", 0), ("/a/b/cc", 0), ("/a/b/dz", 5), ("/a/bbb", 6), ("/b", 0), ("/c", 8)]
    {
        assert_eq!(blocked(rules, path), expected, "{path}");
    }
}

#[test]
fn stars_match_anything_and_a_dollar_the_end() {
    for (pattern, matching, others) in [
        ("/fish", &["/fish", "/fish.html", "/fishheads?a"][..], &["/Fish", "/catfish", "/desert/fish"][..]),
        ("/fish*", &["/fish", "/fish.html"], &["/fis"]),
        ("/fish/", &["/fish/", "/fish/?a"], &["/fish", "/fish.html"]),
        ("/*.php", &["/a.php", "/a.php?b", "/a/b.php/c"], &["/", "/a.PHP"]),
        ("/*.php$", &["/a.php", "/a.php.php"], &["/a.php?b", "/a.php5"]),
        ("/fish*.php", &["/fish.php", "/fish/a.php?b"], &["/Fish.php", "/fish.ph"]),
        ("/a*b*a$", &["/aba", "/abba", "/axbxa"], &["/ab", "/aa", "/abab"]),
        ("/*/*/c", &["/a/b/c", "///c"], &["/a/c", "//c"]),
        ("/a**b", &["/ab", "/axb"], &["/a"]),
        ("/x$", &["/x"], &["/x/", "/x?"]),
        ("/*$", &["/", "/x"], &[]),
        ("/a$b", &["/a%24b"], &["/a", "/ab"]),
        ("/a*?x=", &["/a?x=1", "/ab?x="], &["/a?y&x=1"]),
        ("/ab*b$", &["/abb", "/abxb"], &["/ab"]),
    ] {
        let read = Pattern::read(pattern).unwrap();
        for path in matching {
            assert!(read.matches(path), "{pattern} {path}");
            assert_ne!(blocked(&format!("Disallow: {pattern}"), path), 0, "{pattern} {path}");
        }
        for path in others {
            assert!(!read.matches(path), "{pattern} {path}");
            assert_eq!(blocked(&format!("Disallow: {pattern}"), path), 0, "{pattern} {path}");
        }
    }
}

/// As [`Pattern::matches`], implemented by recursion.
fn fits(pattern: &str, path: &str) -> bool {
    match pattern.as_bytes() {
        [] => true,
        [b'$'] => path.is_empty(),
        [b'*', ..] => (0..=path.len()).any(|at| fits(&pattern[1..], &path[at..])),
        [first, ..] => path.as_bytes().first() == Some(first) && fits(&pattern[1..], &path[1..]),
    }
}

/// All texts of up to `length` characters of `alphabet` after a slash.
fn texts(alphabet: &str, length: usize) -> Vec<String> {
    let mut all = vec!["/".to_owned()];
    let mut from = 0;
    for _ in 0..length {
        let until = all.len();
        for index in from..until {
            all.extend(alphabet.chars().map(|letter| format!("{}{letter}", all[index])).collect::<Vec<_>>());
        }
        from = until;
    }
    all
}

#[test]
fn the_index_gives_the_same_result_as_a_linear_search() {
    let mut patterns = texts("ab*", 4);
    patterns.extend(patterns.clone().into_iter().map(|pattern| pattern + "$"));
    let paths = texts("ab", 4);
    for (pattern, path) in patterns.iter().flat_map(|pattern| paths.iter().map(move |path| (pattern, path))) {
        assert_eq!(Pattern::read(pattern).unwrap().matches(path), fits(pattern, path), "{pattern} {path}");
    }
    for round in 0..300 {
        let chosen: Vec<_> =
            (0..6).map(|number| &patterns[(round * 41 + number * number * 67) % patterns.len()]).collect();
        let keys = ["Disallow", "Allow"].into_iter().cycle();
        let rules: Vec<String> = chosen.iter().zip(keys).map(|(pattern, key)| format!("{key}: {pattern}")).collect();
        for path in &paths {
            let rank = |(number, pattern): (usize, &&String)| {
                fits(pattern, path).then(|| (Pattern::read(pattern).unwrap().octets(), number % 2))
            };
            let best = chosen.iter().enumerate().filter_map(rank).max();
            let expected = best.is_some_and(|(_, allow)| allow == 0);
            assert_eq!(blocked(&rules.join("\n"), path) > 0, expected, "{rules:?} {path}");
        }
    }
}

#[test]
fn escapes_are_compared_decoded() {
    let of = |url: &str| target(url, &Parts::split(url).unwrap()).into_owned();
    for (url, expected) in [
        ("https://a.de", "/"),
        ("https://a.de?x", "/?x"),
        ("https://a.de/b?c=d#e", "/b?c=d"),
        ("https://a.de/%62%61%7A", "/baz"),
        ("https://a.de/ツ", "/%E3%83%84"),
        ("https://a.de/%e3%83%84?ü", "/%E3%83%84?%C3%BC"),
        ("https://a.de/a%2fb", "/a%2Fb"),
        ("https://a.de/a/../b/./c", "/b/c"),
        ("https://a.de/a*b$", "/a%2Ab%24"),
        ("https://a.de/a%2ab%24", "/a%2Ab%24"),
        ("https://a.de/a b|", "/a%20b%7C"),
    ] {
        assert_eq!(of(url), expected, "{url}");
    }
    assert!(matches!(plain_target("/a/b?c=d"), std::borrow::Cow::Borrowed(_)));
    for (pattern, url, expected) in [
        ("/ツ", "https://a.de/%E3%83%84", 2),
        ("/%e3%83%84", "https://a.de/ツ", 2),
        ("/%7Ejoe", "https://a.de/~joe", 2),
        ("/a%2Fb", "https://a.de/a/b", 0),
        ("/path/a-%2A.html", "https://a.de/path/a-*.html", 2),
        ("/path/a-%2A.html", "https://a.de/path/a-b.html", 0),
        ("/path/foo-%24", "https://a.de/path/foo-$x", 2),
        ("/path/foo-%24", "https://a.de/path/foo-", 0),
    ] {
        assert_eq!(blocked(&format!("Disallow: {pattern}"), &of(url)), expected, "{pattern} {url}");
    }
}

#[test]
fn text_beyond_the_limit_is_not_read() {
    let head = "User-agent: *\nDisallow: /a\n";
    let full = format!("{head}{}", "#".repeat(LIMIT - head.len()));
    assert_eq!(Robots::new(&full, None).text.len(), LIMIT);
    // With one more byte, the last line is incomplete.
    assert_eq!(&*Robots::new(&format!("{full}#"), None).text, head);
    let cut = format!("{head}{}\nDisallow: /b", "#".repeat(LIMIT - head.len() - 12));
    assert_eq!((line(&cut, Crawler::Any, "/a"), line(&cut, Crawler::Any, "/b")), (2, 0));
    assert!(Robots::new(&"ü".repeat(LIMIT), None).text.is_empty());
}

#[test]
fn stars_at_the_end_count_as_octets() {
    // RFC 9309 §2.2.2: the most octets decide.
    for (rules, path, line) in [
        ("Allow: /\nDisallow: /*", "/x", 3),
        ("Allow: /a\nDisallow: /a*", "/ab", 3),
        ("Allow: /a/b\nDisallow: /a/***", "/a/b", 3),
        ("Disallow: /a\nAllow: /a*", "/a", 0),
        ("Disallow: /a****\nAllow: /ab", "/abc", 2),
    ] {
        assert_eq!(blocked(rules, path), line, "{rules} {path}");
    }
}

#[test]
fn all_rules_of_a_large_file_count() {
    let wild = |count: usize| (0..count).map(|number| format!("Disallow: /*a{number}b\n")).collect::<Vec<_>>().concat();
    for count in [1000, 1001, 20_000] {
        let rules = wild(count);
        assert_ne!(blocked(&rules, &format!("/xa{}b", count - 1)), 0, "{count}");
        assert_eq!(blocked(&rules, &format!("/xa{count}b")), 0, "{count}");
        assert_ne!(blocked(&format!("{rules}Disallow: /"), "/x"), 0, "{count}");
        assert!(!Robots::new(&format!("User-agent: *\n{rules}Disallow: /"), None).lets_in("https://a.example/x"));
    }
    let plain: Vec<String> = (0..100_000).map(|number| format!("Disallow: /{number}/")).collect();
    let robots = Robots::new(&format!("User-agent: *\n{}", plain.join("\n")), None);
    let refused = (0..100_000).filter(|number| robots.blocks(Crawler::Any, &format!("/{number}/x")).is_some()).count();
    assert!((20_000..100_000).contains(&refused), "{refused}");
}

#[test]
fn the_site_of_a_robots_txt() {
    let origin = |text: &str, address: Option<&str>, own: Option<&str>| {
        let own = own.and_then(Site::of);
        Robots::new(text, address).site(own.as_ref()).map(Site::origin)
    };
    let two = "Sitemap: https://a.de/1.xml\nSitemap: /2.xml\nSitemap: HTTPS://A.de:443/3.xml";
    let (other, own) = ("http://b.de:8080/robots.txt", "https://c.de/s.xml");
    assert_eq!(origin(two, Some(other), Some(own)).as_deref(), Some("http://b.de:8080"));
    assert_eq!(origin(two, None, Some(own)).as_deref(), Some("https://c.de"));
    assert_eq!(origin(two, None, None).as_deref(), Some("https://a.de"));
    assert_eq!(origin(&format!("{two}\nSitemap: https://d.de/"), None, None), None);
    assert_eq!(origin("Sitemap: /2.xml", None, None), None);
    assert_eq!(address_for("https://A.de:443/x/y?z").as_deref(), Some("https://a.de/robots.txt"));
    for url in ["/x", "ftp://a.de/", "https:///x", "https://a.de:x/"] {
        assert_eq!(address_for(url), None, "{url}");
    }
}

#[test]
fn sitemaps_are_found_in_any_spelling() {
    let robots: RobotsFiles = [Robots::new("Sitemap: HTTP://Bücher.de:80/a/../ü x.xml#y", None)].into();
    for (url, named) in [
        ("http://xn--bcher-kva.de/%c3%bc%20x.xml", true),
        ("http://bücher.de/ü x.xml", true),
        ("https://bücher.de/ü x.xml", false),
        ("http://www.bücher.de/ü x.xml", false),
        ("http://bücher.de/ü x.xml?", false),
    ] {
        assert_eq!(robots.listing(&comparable(url).unwrap()).count() == 1, named, "{url}");
    }
}
