//! Writes the pages other than the app into the built folder.
//!
//! `sitemap-validator-site ROOT DIST BUILD [URL]`: ROOT is the checkout, DIST the folder with the app built by Trunk,
//! BUILD the fingerprint of the build, and URL the URL of the site's root, which is required for the sitemap. Running
//! it again replaces the files of the previous run.

mod dates;
mod embed;
mod embedding;
mod example;
mod front;
mod groups;
mod html;
mod index;
mod layout;
mod not_found;
mod offline;
mod reporters;
mod rule;
mod site;

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sitemap_validator::Rule;
use sitemap_validator::message::catalogue_text;

use dates::Dates;
use rule::Told;
use rule_pages::Page;
use site::Site;
use sitemap_validator_protocol::lang::Lang;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [root, dist, build] => write_site(Path::new(root), Path::new(dist), build, None),
        [root, dist, build, url] => write_site(Path::new(root), Path::new(dist), build, Some(url)),
        _ => Err("usage: sitemap-validator-site ROOT DIST BUILD [URL]".to_owned()),
    };
    match done {
        Ok(pages) => {
            println!("{pages} pages beside the app");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("sitemap-validator-site: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Writes all files and returns the number of pages.
fn write_site(root: &Path, dist: &Path, build: &str, url: Option<&str>) -> Result<usize, String> {
    let out = Out { dist };
    let url = url.map(checked).transpose()?;
    // The first view needs the style sheets before it needs the app.
    let app = out
        .read("index.html")?
        .replace("<link rel=\"preload\" href", "<link rel=\"preload\" fetchpriority=\"low\" href");
    let site = Site { url, stylesheet: stylesheet(&app)? };
    for name in
        ["rules.css", "rules.js", "icon.svg", "offline.js", "app.webmanifest", "embed.css", "embed.js", "embedding.js"]
    {
        out.write(name, &read(&root.join("web/site").join(name))?)?;
    }
    let card = root.join("web/site").join(site::CARD);
    out.write(site::CARD, &fs::read(&card).map_err(|error| format!("{} cannot be read: {error}", card.display()))?)?;
    let english = pages(Lang::En);
    let reporters = reporters::read(root)?;
    let mut paths = vec![String::new(), "rules/".to_owned(), embedding::PATH.to_owned()];
    paths.extend(Rule::ALL.iter().map(|rule| format!("rules/{}.html", rule.id())));
    for lang in Lang::ALL {
        let texts = pages(lang);
        let own = |rule: Rule| texts.get(rule.id()).filter(|_| lang != Lang::En).map(|text| &text.page);
        let told = |&rule| {
            let reporters = reporters.get(Rule::id(rule)).map(Vec::as_slice).unwrap_or_default();
            Told { rule, english: &english[rule.id()].page, own: own(rule), reporters }
        };
        let told: Vec<Told<'_>> = Rule::ALL.iter().map(told).collect();
        for told in &told {
            out.write(&format!("{}rules/{}.html", lang.folder(), told.rule.id()), &told.html(lang, &site))?;
        }
        out.write(&format!("{}{}index.html", lang.folder(), embedding::PATH), &embedding::html(lang, &site))?;
        out.write(&format!("{}rules/index.html", lang.folder()), &index::html(&told, lang, &site))?;
        for (id, text) in &texts {
            out.write(&format!("rules/{}{id}.md", lang.folder()), text.text)?;
        }
        let all: Vec<(&str, &str)> = texts.iter().map(|(id, text)| (*id, text.text)).collect();
        out.write(&format!("rules/{}all.txt", lang.folder()), &offline::bundle(&all))?;
        if let Some(words) = catalogue_text(lang.tag()) {
            out.write(&format!("lang/{}.txt", lang.tag()), words)?;
        }
        let about = match lang {
            Lang::En => None,
            _ => Some(read(&root.join(format!("web/about/{}.html", lang.tag())))?),
        };
        out.write(&format!("{}index.html", lang.folder()), &front::html(&app, about.as_deref(), lang, &site)?)?;
    }
    out.write("embed.html", &embed::html(&app)?)?;
    out.write(not_found::FILE, &not_found::html(&site))?;
    out.write("robots.txt", &site.robots())?;
    match site.sitemap(&paths, &Dates::of(root)) {
        Some(sitemap) => out.write("sitemap.xml", &sitemap)?,
        // An earlier run may have had a URL.
        None => out.remove("sitemap.xml")?,
    }
    let template = read(&root.join("web/site/sw.js"))?;
    out.write("sw.js", &offline::service_worker(&template, build, &kept(dist, build)?))?;
    Ok(paths.len() * Lang::ALL.len())
}

/// The page of a rule, as text and parsed.
struct Text {
    text: &'static str,
    page: Page<'static>,
}

/// Returns the rules' pages in `lang`, by id.
fn pages(lang: Lang) -> BTreeMap<&'static str, Text> {
    let read = |rule: &Rule| {
        let text = rule.page_in(lang.tag()).unwrap_or_else(|| rule.page());
        (rule.id(), Text { page: Page::parse(text), text })
    };
    Rule::ALL.iter().map(read).collect()
}

/// Returns the files that the service worker caches at installation: everything the app loads, the front pages and the
/// document for frames.
fn kept(dist: &Path, build: &str) -> Result<Vec<String>, String> {
    let mut kept: Vec<String> = ["", "fr/", "es/", "embed.html", "rules/all.txt"].map(str::to_owned).to_vec();
    for path in files(dist)? {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        // These names are the same in all builds: the app requests the files of its own build.
        let of_build =
            ["worker-start", "sitemap-validator-worker", "editor."].iter().any(|start| name.starts_with(start));
        match extension(&path) {
            Some("js" | "wasm") if of_build => kept.push(format!("{name}?v={build}")),
            Some("js") if name == "sw.js" => {}
            Some("js" | "wasm" | "css" | "svg" | "webmanifest") => kept.push(name),
            _ => {}
        }
    }
    for folder in ["lang", "about"] {
        if dist.join(folder).is_dir() {
            let names = files(&dist.join(folder))?;
            // The catalogues belong to this build, like the validator.
            let build = if folder == "lang" { format!("?v={build}") } else { String::new() };
            // A build for hosting also puts compressed files into this folder.
            let texts = names.iter().filter(|path| matches!(extension(path), Some("txt" | "html")));
            kept.extend(texts.filter_map(|path| Some(format!("{folder}/{}{build}", path.file_name()?.to_str()?))));
        }
    }
    kept.sort();
    Ok(kept)
}

/// Returns the URL of the site's root, with its final slash.
fn checked(url: &str) -> Result<String, String> {
    let known = url.starts_with("https://") || url.starts_with("http://");
    if !known || url.contains(['?', '#', '"', '<', '>', ' ']) {
        return Err(format!("`{url}` is not the address of a site, such as https://example.com/validator/"));
    }
    Ok(if url.ends_with('/') { url.to_owned() } else { format!("{url}/") })
}

/// Returns the name of the style sheet with the colors and controls.
fn stylesheet(built: &str) -> Result<String, String> {
    let names = built.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut sheets = names.map(|name| name.trim_start_matches("./").trim_start_matches('/'));
    let found = sheets.find(|name| name.strip_suffix(".css").is_some_and(|name| name.starts_with("base-")));
    found.map(str::to_owned).ok_or_else(|| "index.html names no style sheet `base-….css`".to_owned())
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("{} cannot be read: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}

/// The output folder.
struct Out<'a> {
    dist: &'a Path,
}

impl Out<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        read(&self.dist.join(name))
    }

    fn write(&self, name: &str, content: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), String> {
        let path = self.dist.join(name);
        let failed = |error| format!("{} cannot be written: {error}", path.display());
        // An unchanged file keeps its modification time, and so do its compressed versions.
        if fs::read(&path).is_ok_and(|found| found == content.as_ref()) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(&path, content).map_err(failed)
    }

    /// Removes a file if it exists.
    fn remove(&self, name: &str) -> Result<(), String> {
        let path = self.dist.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(format!("{} cannot be removed: {error}", path.display()))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    #[test]
    fn a_run_without_an_address_leaves_no_sitemap_of_another() {
        let dist = std::env::temp_dir().join(format!("sitemap-validator-site-{}", std::process::id()));
        fs::create_dir_all(&dist).expect("a folder");
        let app = read(&root().join("index.html")).expect("the page");
        fs::write(dist.join("index.html"), app.replace("</head>", "<link rel=\"stylesheet\" href=\"./base-1.css\"><link rel=\"modulepreload\" href=\"./a.js\"><link rel=\"preload\" href=\"./a.wasm\"><script type=\"module\" src=\"./boot.js\"></script></head>"))
            .expect("a page");
        let written = |url| {
            write_site(&root(), &dist, "b", url).expect("a site");
            // The file exists for hosts, but is not a page of the site.
            assert!(dist.join("404.html").is_file());
            for list in ["sitemap.xml", "sw.js"] {
                assert!(!fs::read_to_string(dist.join(list)).is_ok_and(|list| list.contains("404.html")), "{list}");
            }
            (dist.join("sitemap.xml").exists(), read(&dist.join("robots.txt")).expect("a file").contains("Sitemap:"))
        };
        let seen = [None, Some("https://tidepool.page/"), None].map(written);
        fs::remove_dir_all(&dist).expect("the folder");
        assert_eq!(seen, [(false, false), (true, true), (false, false)]);
    }

    #[test]
    fn every_link_within_the_site_has_a_target_and_the_sitemap_lists_every_page() {
        let dist = std::env::temp_dir().join(format!("site-links-{}", std::process::id()));
        let app = read(&root().join("index.html")).expect("the page");
        // The tags that the build adds to the page.
        let head = "<link rel=\"stylesheet\" href=\"./base-1.css\"><link rel=\"modulepreload\" href=\"./a.js\"><link rel=\"preload\" href=\"./a.wasm\"><script type=\"module\" src=\"./boot.js\"></script></head>";
        let out = Out { dist: &dist };
        out.write("index.html", &app.replace("</head>", head)).expect("a page");
        let pages = write_site(&root(), &dist, "b", Some("https://tidepool.page/")).expect("a site");
        let built = ["base-1.css", "a.js", "a.wasm", "boot.js", "theme.js", "early.js", "licenses.txt"];
        let mut folders = vec![PathBuf::new()];
        let (mut html, mut missing) = (0, std::collections::BTreeSet::new());
        let look = |path: &Path| {
            let path = if dist.join(path).is_dir() { path.join("index.html") } else { path.to_owned() };
            let is_built = built.iter().any(|name| Path::new(name) == path);
            is_built || dist.join(&path).is_file() || root().join(&path).exists()
        };
        let mut known = BTreeMap::new();
        let mut exists = |path: &Path| *known.entry(path.to_owned()).or_insert_with(|| look(path));
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(dist.join(&folder)).expect("a folder").flatten() {
                let path = folder.join(entry.file_name());
                if entry.path().is_dir() {
                    folders.push(path);
                    continue;
                }
                if extension(&path) != Some("html") || path == Path::new(not_found::FILE) {
                    continue;
                }
                html += 1;
                let text = read(&entry.path()).expect("a page");
                for link in [" href=\"", " src=\""].iter().flat_map(|begin| text.split(begin).skip(1)) {
                    let link = link.split(['"', '#', '?']).next().unwrap_or_default();
                    if link.contains(':') {
                        continue;
                    }
                    let mut target = folder.clone();
                    for part in link.split('/') {
                        match part {
                            ".." => assert!(target.pop(), "{}: {link}", path.display()),
                            "." | "" => {}
                            part => target.push(part),
                        }
                    }
                    if !exists(if link.is_empty() { &path } else { &target }) {
                        missing.insert(format!("{}: {link}", path.display()));
                    }
                }
            }
        }
        let sitemap = out.read("sitemap.xml").expect("a sitemap");
        let listed: Vec<_> =
            sitemap.split("<loc>https://tidepool.page/").skip(1).filter_map(|rest| rest.split('<').next()).collect();
        missing
            .extend(listed.iter().filter(|path| !exists(Path::new(path))).map(|path| format!("sitemap.xml: {path}")));
        fs::remove_dir_all(&dist).expect("the folder");
        assert_eq!(missing, std::collections::BTreeSet::new());
        // The document for frames is not a page.
        assert_eq!((listed.len(), html), (pages, pages + 1));
    }

    #[test]
    fn every_rule_has_a_whole_page_in_every_language() {
        let english = pages(Lang::En);
        for lang in [Lang::Fr, Lang::Es] {
            let own = pages(lang);
            for rule in Rule::ALL {
                let id = rule.id();
                let (Some(own), Some(english)) = (own.get(id), english.get(id)) else {
                    panic!("{}: there is no page for {id}", lang.tag());
                };
                let (own, english) = (&own.page, &english.page);
                // The page is not translated yet.
                if own.heading == id {
                    continue;
                }
                assert!(own.heading != id && own.heading.chars().count() <= 80, "{id}: {}", own.heading);
                for (own, english) in [
                    (own.summary.as_str(), english.summary.as_str()),
                    (own.section("What"), english.section("What")),
                    (own.section("Why"), english.section("Why")),
                    (own.section("What to do"), english.section("What to do")),
                ] {
                    assert!(!own.trim().is_empty() && own != english, "{}: {id}: {own}", lang.tag());
                    let code = |text: &str| {
                        let mut code: Vec<String> = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
                        code.sort();
                        code
                    };
                    assert_eq!(code(own), code(english), "{}: {id}", lang.tag());
                }
            }
        }
    }

    #[test]
    fn what_is_kept_for_times_without_a_network_is_no_compressed_file() {
        let dist = std::env::temp_dir().join(format!("site-kept-{}", std::process::id()));
        for name in
            ["app-0123456789abcdef.js", "boot.js", "sw.js", "404.html", "sitemap-validator-worker.js", "lang/fr.txt"]
        {
            for ending in ["", ".br", ".gz"] {
                Out { dist: &dist }.write(&format!("{name}{ending}"), "1").expect("written");
            }
        }
        let kept = kept(&dist, "0f").expect("a list");
        assert_eq!(
            kept,
            [
                "",
                "app-0123456789abcdef.js",
                "boot.js",
                "embed.html",
                "es/",
                "fr/",
                "lang/fr.txt?v=0f",
                "rules/all.txt",
                "sitemap-validator-worker.js?v=0f"
            ]
        );
        let _ = fs::remove_dir_all(&dist);
    }

    #[test]
    fn every_page_says_the_policy_before_it_loads_anything() {
        let site = Site { url: None, stylesheet: "base-1.css".to_owned() };
        let pages = pages(Lang::En);
        for rule in Rule::ALL {
            let page =
                Told { rule: *rule, english: &pages[rule.id()].page, own: None, reporters: &[] }.html(Lang::En, &site);
            let (before, rest) =
                page.split_once("<meta http-equiv=\"Content-Security-Policy\" content=\"").expect("a meta");
            let policy = rest.split_once("\">\n").expect("its end").0;
            assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "), "{policy}");
            assert!(policy.ends_with("; trusted-types default"), "{policy}");
            assert!(!before.contains("<script") && !before.contains("<link"), "{before}");
        }
    }

    #[test]
    fn nearly_all_examples_can_be_opened() {
        let pages = pages(Lang::En);
        let (mut opened, mut all) = (0, 0);
        for rule in Rule::ALL {
            for piece in &pages[rule.id()].page.examples {
                let rule_pages::Piece::Block(block) = piece else { continue };
                let (example, body) = (example::Example::read(block), &block.body);
                // A server response is not a file that the page could open.
                let is_answer = ["HTTP/1.1 ", "\nerror: "].iter().any(|mark| body.contains(mark));
                if example.role == Some(rule_pages::Role::Bad) && !is_answer {
                    all += 1;
                    opened += usize::from(example.opened.is_some_and(|document| document.shows(*rule)));
                }
            }
        }
        assert!(opened * 10 > all * 8, "{opened} of {all}");
    }
}
