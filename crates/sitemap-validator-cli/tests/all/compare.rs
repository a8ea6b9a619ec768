//! `compare`: two versions of a site's sitemaps.

use std::process::Command;

use serde_json::Value;

use crate::site::server::{Server, head, ok};
use crate::support::{folder, out, piped, problems, run};

fn code(output: &std::process::Output) -> i32 {
    output.status.code().unwrap()
}

const NAMESPACE: &str = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";

fn sitemap(urls: &[&str]) -> Vec<u8> {
    let entries: Vec<String> = urls.iter().map(|url| format!("<url><loc>{url}</loc></url>\n")).collect();
    format!("<urlset {NAMESPACE}>\n{}</urlset>\n", entries.concat()).into_bytes()
}

const OLD: [&str; 5] = [
    "http://tidepool.page/blog/kelp",
    "http://tidepool.page/blog/crab?a=1&amp;b=2",
    "http://tidepool.page/blog/limpet",
    "http://tidepool.page/blog/urchin",
    "http://tidepool.page/blog/$a b",
];
const NEW: [&str; 4] = [
    "https://tidepool.page/news/kelp",
    "https://tidepool.page/news/crab?a=1&amp;b=2",
    "https://tidepool.page/news/limpet",
    "https://tidepool.page/news/$a b",
];

#[test]
fn a_migration_is_said_in_one_line() {
    let folder = folder("compare", &[("old/sitemap.xml", &sitemap(&OLD)), ("new/sitemap.xml", &sitemap(&NEW))]);
    let told = run(&folder, "compare old new");
    assert_eq!(code(&told), 0, "{}", problems(&told));
    assert!(out(&told).contains("  4 URLs: http → https, /blog/ → /news/\n"), "{}", out(&told));
    assert!(out(&told).contains("\nGone: 1\n  http://tidepool.page/blog/urchin\n"), "{}", out(&told));
    let limited = run(&folder, "compare old new --max-removed 10% --require /news/kelp --require /about");
    assert_eq!(code(&limited), 1);
    assert!(
        out(&limited).contains("Failed: 1 of 5 URLs are gone, more than max-removed = 10% allows."),
        "{}",
        out(&limited)
    );
    assert!(out(&limited).contains("Failed: new does not list /about, which require names."), "{}", out(&limited));

    let json: Value = serde_json::from_str(out(&run(&folder, "compare old new --format json"))).unwrap();
    assert_eq!((&json["counts"]["moved"], &json["counts"]["gone"]), (&4.into(), &1.into()));
    let csv = run(&folder, "compare old new --format csv");
    assert!(
        out(&csv).contains(
            "moved,http://tidepool.page/blog/kelp,https://tidepool.page/news/kelp,sitemap.xml,sitemap.xml,,\n"
        )
    );
    let netlify = run(&folder, "compare old new --redirects netlify");
    assert!(out(&netlify).starts_with("/blog/kelp https://tidepool.page/news/kelp 301\n"), "{}", out(&netlify));
    let markdown = run(&folder, "compare old new --format markdown");
    assert!(out(&markdown).contains("- 4 URLs: `http` → `https`, `/blog/` → `/news/`\n"), "{}", out(&markdown));
}

#[test]
fn versions_come_from_files_standard_input_and_git() {
    let folder = folder(
        "compare-git",
        &[
            ("public/sitemap.xml", &sitemap(&OLD)),
            ("notes.md", b"x"),
            ("error.xml", b"<!doctype html><p>Error"),
            ("zero.xml", b""),
        ],
    );
    let git = |words: &str| {
        let mut command = Command::new("git");
        command.current_dir(&folder).args(["-c", "user.name=a", "-c", "user.email=a@tidepool.page"]);
        assert!(command.args(words.split(' ')).output().unwrap().status.success(), "{words}");
    };
    ["init", "add .", "commit -m one"].into_iter().for_each(git);
    std::fs::write(folder.join("public/sitemap.xml"), sitemap(&NEW)).unwrap();
    for (old, new) in [("HEAD:public", "public"), ("HEAD:public/sitemap.xml", "public/sitemap.xml"), ("HEAD:", ".")] {
        let told = run(&folder, &format!("compare {old} {new}"));
        assert_eq!(code(&told), 0, "{}", problems(&told));
        assert!(out(&told).contains("  4 URLs: http → https"), "{old}: {}", out(&told));
    }
    let within = run(&folder.join("public"), "compare HEAD:public .");
    assert!(out(&within).contains("  4 URLs: http → https"), "{} {}", out(&within), problems(&within));
    let path = folder.join("public/sitemap.xml");
    let told = piped(&format!("compare - {}", path.display()), &sitemap(&OLD));
    assert!(out(&told).contains("  4 URLs: http → https"), "{}", out(&told));
    for (words, problem) in [
        ("HEAD~9:public public", "git knows no version `HEAD~9`; a shallow clone needs `fetch-depth: 0`"),
        ("HEAD:privat public", "HEAD:privat: git has no such file or folder: "),
        ("error.xml public", "error.xml: it is not a sitemap"),
        ("public zero.xml", "zero.xml: it is not a sitemap"),
        ("none.xml public", "in a version of git is written as VERSION:PATH, such as HEAD~1:public"),
        ("- -", "standard input can be read only once"),
    ] {
        let told = run(&folder, &format!("compare {words}"));
        assert_eq!(code(&told), 2, "{words}");
        assert!(problems(&told).contains(problem), "{words}: {}", problems(&told));
    }
}

#[test]
fn a_version_that_is_incomplete_keeps_no_limit() {
    let index =
        format!("<sitemapindex {NAMESPACE}><sitemap><loc>http://tidepool.page/a.xml</loc></sitemap></sitemapindex>");
    let folder = folder("compare-gap", &[("old.xml", &sitemap(&OLD)), ("new/index.xml", index.as_bytes())]);
    let told = run(&folder, "compare old.xml new --max-removed 100%");
    assert_eq!(code(&told), 1);
    let gap =
        "new is incomplete: index.xml: of the 1 sitemaps that it lists, 1 is missing, http://tidepool.page/a.xml.";
    assert!(out(&told).contains(gap), "{}", out(&told));
    assert!(out(&told).contains("Failed: The limits cannot be judged"), "{}", out(&told));
}

#[test]
fn an_index_brings_the_files_beside_it() {
    let index = |child: &str| {
        format!(
            "<sitemapindex {NAMESPACE}><sitemap><loc>https://tidepool.page/maps/{child}</loc></sitemap></sitemapindex>"
        )
    };
    let files: [(&str, &[u8]); 4] = [
        ("old/index.xml", &index("a.xml").into_bytes()),
        ("old/a.xml", &sitemap(&OLD)),
        ("new/index.xml", &index("b.xml").into_bytes()),
        ("new/b.xml", &sitemap(&NEW)),
    ];
    let told = run(&folder("compare-index", &files), "compare old/index.xml new/index.xml");
    assert!(out(&told).contains("  4 URLs: http → https"), "{}", out(&told));
    assert!(!out(&told).contains("incomplete"), "{}", out(&told));
}

#[test]
fn limits_are_settings() {
    let folder = folder(
        "compare-settings",
        &[
            ("old.xml", &sitemap(&OLD)),
            ("new.xml", &sitemap(&NEW)),
            (
                "sitemap-validator.toml",
                b"pedantic = true\n[rules]\ncompare-lastmod-back = \"warning\"\n[compare]\nmax-removed = 0\n\
                  require = [\"/news/kelp\", \"/about\"]\n",
            ),
        ],
    );
    let told = run(&folder, "compare old.xml new.xml");
    assert!(
        out(&told).contains("Failed: 1 of 5 URLs are gone") && out(&told).contains("list /about,"),
        "{}",
        out(&told)
    );
    let told = run(&folder, "compare old.xml new.xml --max-removed 1");
    assert!(!out(&told).contains("are gone, more") && out(&told).contains("list /about,"), "{}", out(&told));
    assert_eq!(problems(&run(&folder, "new.xml")), "");
    let off = "--rule compare-shrunk=off --rule compare-required-url-gone=info";
    let told = run(&folder, &format!("compare old.xml new.xml {off}"));
    assert!(code(&told) == 0 && out(&told).contains("list /about,"), "{}", out(&told));
    // Whoever asks for redirects gets them.
    assert_eq!(code(&run(&folder, "compare old.xml new.xml --redirects nginx")), 0);
    let isolated = run(&folder, "compare --isolated old.xml new.xml");
    assert_eq!(code(&isolated), 0, "{}{}", out(&isolated), problems(&isolated));
    std::fs::write(folder.join("other.toml"), "[compare]\nmin-urls = 9\n").unwrap();
    let other = run(&folder, "compare old.xml new.xml --config other.toml");
    assert!(out(&other).contains("min-urls = 9") && !out(&other).contains("are gone, more"), "{}", out(&other));
    for (settings, problem) in [
        ("[compare]\nmax-removed = \"many\"\n", "sitemap-validator.toml:2:15: invalid value 'many'"),
        ("max-removed = 0\n", "sitemap-validator.toml:1:15: there is no setting `max-removed`"),
        ("[comapre]\nmax-removed = 0\n", "there is no setting `comapre`"),
    ] {
        std::fs::write(folder.join("sitemap-validator.toml"), settings).unwrap();
        let told = run(&folder, "compare old.xml new.xml");
        assert_eq!(code(&told), 2, "{settings}");
        assert!(problems(&told).contains(problem), "{}", problems(&told));
    }
}

#[test]
fn old_urls_are_followed() {
    let page = |html: &str| ok("Content-Type: text/html\r\n", html);
    let server = Server::start(None, |port| {
        let to = |path: &str| format!("Location: http://tidepool.page:{port}{path}\r\n");
        vec![
            ("/blog/kelp", head("301 Moved Permanently", &to("/news/kelp"))),
            ("/blog/crab", head("302 Found", &to("/step"))),
            ("/step", head("301 Moved Permanently", &to("/news/crab"))),
            ("/blog/limpet", head("301 Moved Permanently", &to("/"))),
            ("/blog/whelk", head("503 Service Unavailable", "")),
            ("/news/kelp", page("<title>Kelp</title>")),
            ("/news/crab", page("<title>Crab</title>")),
            ("/", page("<title>Home</title>")),
        ]
    });
    let version = |folder: &str, names: &[&str]| {
        let urls: Vec<String> =
            names.iter().map(|name| format!("http://tidepool.page:{}/{folder}/{name}", server.port)).collect();
        sitemap(&urls.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let old = version("blog", &["kelp", "crab", "limpet", "urchin", "whelk"]);
    let folder =
        folder("compare-follow", &[("old.xml", &old), ("new.xml", &version("news", &["kelp", "crab", "limpet"]))]);
    let options = format!("--resolve tidepool.page:{}:127.0.0.1 --follow-removed", server.port);
    let told = run(&folder, &format!("compare old.xml new.xml {options}"));
    assert_eq!(code(&told), 1, "{}", problems(&told));
    let start = format!("http://tidepool.page:{}", server.port);
    for line in [
        "  Failed: 2 of 5 old URLs have no page now. Redirect them".to_owned(),
        format!("\nOld URLs without a page: 404, 410, or redirects that never end: 1\n  {start}/blog/urchin: 404\n"),
        format!(
            "\nOld URLs that redirect to the home page, which search engines treat as missing pages: 1\n  {start}/blog/limpet → {start}/\n"
        ),
        format!("\nOld URLs of which this is not known: 1\n  {start}/blog/whelk: 503\n"),
        "\nOld URLs that lead to a listed page: 2\n".to_owned(),
        format!("several redirects: lead them to the last URL at once: 1\n  {start}/blog/crab → {start}/news/crab\n"),
        "\nOld URLs with a temporary redirect: make it permanent (301 or 308): 1\n".to_owned(),
    ] {
        assert!(out(&told).contains(&line), "{line}\n{}", out(&told));
    }
    let some = run(&folder, &format!("compare old.xml new.xml {options}=2 --format json"));
    assert!(problems(&some).contains("2 of 5 old URLs are requested"), "{}", problems(&some));
    let json: Value = serde_json::from_str(out(&some)).unwrap();
    assert_eq!(json["followed"].as_array().unwrap().len(), 2);
}

#[test]
fn redirects_are_read_as_they_were_written() {
    let (http, https) = ("http://tidepool.page", "https://tidepool.page");
    let paths = ["/blog/kelp", "/blog/$a b", "/blog/c%C3%A9;=1", "/blog/(x)+.[y]", "/blog/q%22%25'z"];
    let with_query = ["/blog/crab?a=1&amp;b=2", "/blog/with:colon"];
    let all = || paths.iter().chain(&with_query);
    let old: Vec<String> = all().map(|path| format!("{http}{path}")).collect();
    let new: Vec<String> = all().map(|path| format!("{https}{}", path.replace("/blog/", "/news/"))).collect();
    let case: Vec<String> = ["/Red", "/Green", "/Blue"].iter().map(|path| format!("{https}/color{path}")).collect();
    let lower: Vec<String> = case.iter().map(|url| url.to_lowercase()).collect();
    let texts = |urls: &[String]| sitemap(&urls.iter().map(String::as_str).collect::<Vec<_>>());
    let folder = folder(
        "compare-redirects",
        &[
            ("old.xml", &texts(&[old, case].concat())),
            ("new.xml", &texts(&[new, lower].concat())),
            ("same.xml", &texts(&[format!("{http}/x"), format!("{http}/y")])),
        ],
    );
    for (format, name, unknown) in [
        ("netlify", "_redirects", 2),
        ("nginx", "redirects.conf", 0),
        ("apache", "redirects.htaccess", 0),
        ("csv", "redirects.csv", 0),
    ] {
        let written = run(&folder, &format!("compare old.xml new.xml --redirects {format}"));
        std::fs::write(folder.join(name), &written.stdout).unwrap();
        let told = run(&folder, &format!("compare old.xml new.xml --redirects-from {format}={name} --format json"));
        assert_eq!(code(&told), 0, "{format}: {}", problems(&told));
        let json: Value = serde_json::from_str(out(&told)).unwrap();
        let of = |leads: &str| {
            let followed = json["followed"].as_array().unwrap().iter();
            followed.filter(|one| one["leads"] == leads).map(|one| one["url"].as_str().unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(
            (of("listed").len(), of("unknown").len()),
            (10 - unknown, unknown),
            "{format}: {}\n{json:#}",
            out(&written)
        );
        assert!(of("unknown").iter().all(|url| url.contains([':', '?'])), "{format}");
        // A list of another site.
        let told = run(&folder, &format!("compare same.xml new.xml --redirects-from {format}={name}"));
        assert!(out(&told).contains("Failed: It is not known where any of the"), "{}", out(&told));
        // A damaged file.
        let damaged = format!("{}\n/x\n", out(&written).trim_end());
        std::fs::write(folder.join(name), damaged).unwrap();
        let told = run(&folder, &format!("compare old.xml new.xml --redirects-from {format}={name}"));
        assert_eq!(code(&told), 2, "{format}: {}", problems(&told));
        assert!(
            problems(&told).contains(&format!("{name}: line {}: ", out(&written).lines().count() + 1)),
            "{}",
            problems(&told)
        );
    }
}

#[test]
fn old_urls_are_judged_by_the_built_folder() {
    let url = |path: &str| format!("https://tidepool.page/{path}");
    let texts = |paths: &[&str]| {
        let urls: Vec<String> = paths.iter().map(|path| url(path)).collect();
        sitemap(&urls.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let page: &[u8] = b"<!doctype html><title>A page</title>";
    let stub = format!("<!doctype html><meta http-equiv=refresh content='0;url={}'>", url("news/crab"));
    let old = ["a", "b", "c", "d", "e", "f", "g", "blog/x", "stub"];
    let redirects =
        "/a /news/kelp 301\n/b /\n/c /c2\n/c2 /c\n/d /404.html 410!\n/e /news/kelp 302 Country=de\n/f /lost 200\n";
    let files: [(&str, &[u8]); 11] = [
        ("old.xml", &texts(&old)),
        ("http.xml", &sitemap(&["http://tidepool.page/h"])),
        ("list", b"/h https://tidepool.page/i\n/i /news/kelp\n"),
        ("dist/sitemap.xml", &texts(&["news/kelp", "news/crab"])),
        ("dist/_redirects", redirects.as_bytes()),
        ("dist/news/kelp.html", page),
        ("dist/news/crab.html", page),
        ("dist/g.html", page),
        ("dist/stub.html", stub.as_bytes()),
        ("dist/index.html", page),
        ("map.conf", b"map $request_uri $to {\n/blog/x /a;\n/c2 /news/crab;\n}\n"),
    ];
    let folder = folder("compare-offline", &files);
    let leads = |line: &str| {
        let told = run(&folder, &format!("compare old.xml dist --format json --pages dist {line}"));
        let json: Value = serde_json::from_str(out(&told)).unwrap_or_else(|_| panic!("{}", problems(&told)));
        let followed = json["followed"].as_array().unwrap().clone();
        let of = |path: &&str| followed.iter().find(|one| one["url"] == url(path)).unwrap()["leads"].clone();
        (code(&told), old.iter().map(of).collect::<Vec<_>>())
    };
    let expected = ["listed", "home", "nowhere", "nowhere", "unknown", "nowhere", "itself", "nowhere", "listed"];
    assert_eq!(leads(""), (1, expected.map(Value::from).to_vec()));
    let (_, with_map) = leads("--redirects-from nginx=map.conf");
    assert_eq!((&with_map[2], &with_map[7]), (&"listed".into(), &"listed".into()));
    let told = run(&folder, "compare http.xml dist --redirects-from netlify=list");
    assert!(out(&told).contains("\nOld URLs that lead to a listed page: 1\n"), "{}", out(&told));
    let told = run(&folder, "compare old.xml dist --pages dist");
    for line in [
        "  Failed: 5 of 9 old URLs have no page now. Redirect them",
        "\nOld URLs of which this is not known: 1\n  https://tidepool.page/e: the files do not say what the server does\n",
    ] {
        assert!(out(&told).contains(line), "{line}\n{}", out(&told));
    }
    std::fs::write(folder.join("dist/_redirects"), "/a /b\n/alone\n").unwrap();
    let told = run(&folder, "compare old.xml dist --pages dist");
    assert_eq!((code(&told), problems(&told).contains("_redirects, line 2: no target after `/alone`")), (2, true));
    std::fs::write(folder.join("dist/_redirects"), "").unwrap();
    std::fs::create_dir(folder.join("empty")).unwrap();
    let told = run(&folder, "compare old.xml dist --pages empty");
    assert_eq!(code(&told), 2);
    assert!(problems(&told).contains("empty has no file for a URL of the new version"), "{}", problems(&told));
}
