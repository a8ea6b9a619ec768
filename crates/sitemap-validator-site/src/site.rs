//! The site as a whole: its URL and its pages.

use std::fmt::Write as _;

use crate::dates::{self, Dates};
use crate::html::escaped;
use sitemap_validator_protocol::lang::Lang;

/// The preview image for shared links to the site; `web/site/card.svg` is its source.
pub(crate) const CARD: &str = "card.png";

/// The site.
#[derive(Debug)]
pub(crate) struct Site {
    /// The URL of its root, with a final slash; `None` if it is unknown.
    pub(crate) url: Option<String>,
    /// The style sheet with colors and controls, as named by the app's build.
    pub(crate) stylesheet: String,
}

impl Site {
    /// Returns the path of its root on the host, with a final slash; the root of the host if the URL is unknown.
    pub(crate) fn path(&self) -> &str {
        let behind_the_scheme = self.url.as_deref().and_then(|url| url.split_once("://")).map(|(_, rest)| rest);
        behind_the_scheme.and_then(|rest| Some(&rest[rest.find('/')?..])).unwrap_or("/")
    }

    /// Returns links to the page in each language and, if the site's URL is known, the page's canonical URL.
    pub(crate) fn alternates(&self, path: &str, lang: Lang, root: &str) -> String {
        // Crawlers need absolute URLs; without a known root, only relative ones are possible.
        let base = self.url.as_deref().unwrap_or(root);
        let mut out = String::new();
        if self.url.is_some() {
            let own = escaped(&format!("{base}{}{path}", lang.folder()));
            let _ = writeln!(out, "<link rel=\"canonical\" href=\"{own}\">");
        }
        for lang in Lang::ALL {
            let _ = writeln!(
                out,
                "<link rel=\"alternate\" hreflang=\"{}\" href=\"{}\">",
                lang.tag(),
                escaped(&format!("{base}{}{path}", lang.folder()))
            );
        }
        let _ = writeln!(
            out,
            "<link rel=\"alternate\" hreflang=\"x-default\" href=\"{}\">",
            escaped(&format!("{base}{path}"))
        );
        out
    }

    /// Returns the preview data for shared links to a page (<https://ogp.me/>). It needs the absolute URL of an image.
    pub(crate) fn card(&self, path: &str, lang: Lang, title: &str, description: &str) -> String {
        let mut tags = vec![
            ("property=\"og:type\"", "website".to_owned()),
            ("property=\"og:title\"", title.to_owned()),
            ("property=\"og:description\"", description.to_owned()),
            ("name=\"twitter:card\"", if self.url.is_some() { "summary_large_image" } else { "summary" }.to_owned()),
        ];
        if let Some(url) = &self.url {
            tags.push(("property=\"og:url\"", format!("{url}{}{path}", lang.folder())));
            tags.push(("property=\"og:image\"", format!("{url}{CARD}")));
        }
        tags.iter().fold(String::new(), |mut html, (name, content)| {
            let _ = writeln!(html, "<meta {name} content=\"{}\">", escaped(content));
            html
        })
    }

    /// Returns the sitemap of the site, in which each page lists its translations; `None` if the URL is unknown.
    pub(crate) fn sitemap(&self, paths: &[String], dates: &Dates) -> Option<String> {
        let base = self.url.as_deref()?;
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
            xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
        );
        for path in paths {
            for lang in Lang::ALL {
                let _ = writeln!(out, "<url>\n<loc>{}</loc>", escaped(&format!("{base}{}{path}", lang.folder())));
                if let Some(date) = dates.latest(|file| is_source(file, path, lang)) {
                    let _ = writeln!(out, "<lastmod>{date}</lastmod>");
                }
                for other in Lang::ALL {
                    let _ = writeln!(
                        out,
                        "<xhtml:link rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>",
                        other.tag(),
                        escaped(&format!("{base}{}{path}", other.folder()))
                    );
                }
                out.push_str("</url>\n");
            }
        }
        out.push_str("</urlset>\n");
        Some(out)
    }

    /// Returns a robots.txt that allows all crawlers and names the sitemap.
    pub(crate) fn robots(&self) -> String {
        let sitemap = self.url.as_ref().map(|url| format!("\nSitemap: {url}sitemap.xml\n")).unwrap_or_default();
        format!("User-agent: *\nAllow: /\n{sitemap}")
    }
}

/// True if a page is made from `file`.
fn is_source(file: &str, path: &str, lang: Lang) -> bool {
    let Some(page) = path.strip_prefix("rules/") else {
        return file == "index.html" || file == format!("web/about/{}.html", lang.tag());
    };
    let name = file.strip_prefix(dates::RULES).and_then(|name| name.strip_prefix('/')?.strip_suffix(".md"));
    let Some((id, tag)) = name.map(|name| name.split_once('.').unwrap_or((name, Lang::En.tag()))) else {
        return false;
    };
    (page.is_empty() || page.strip_suffix(".html") == Some(id)) && (tag == Lang::En.tag() || tag == lang.tag())
}

#[cfg(test)]
mod tests {
    use sitemap_validator::{Options, Source, check_source};

    use super::*;

    #[test]
    fn our_own_sitemap_is_clean() {
        let site = Site { url: Some("https://tidepool.page/".into()), stylesheet: String::new() };
        let dates =
            Dates::read("> 2026-02-01\n\nindex.html\n\n> 2026-01-05\n\ncrates/sitemap-validator/rules/loc-empty.md\n");
        let text =
            site.sitemap(&[String::new(), "rules/".into(), "rules/loc-empty.html".into()], &dates).expect("an address");
        let options = Options {
            url: Some("https://tidepool.page/sitemap.xml".into()),
            file_name: Some("sitemap.xml".into()),
            ..Options::default()
        };
        let report = check_source("sitemap.xml", &Source::from_text(text), &options, 0);
        assert_eq!(report.outcome.stats.entries, 9);
        assert!(report.diagnostics.is_empty(), "{:?}", report.diagnostics);
    }

    #[test]
    fn without_an_address_there_is_no_sitemap() {
        let site = Site { url: None, stylesheet: String::new() };
        assert_eq!(site.sitemap(&[String::new()], &Dates::default()), None);
        assert!(!site.robots().contains("Sitemap:"));
        let links = site.alternates("rules/", Lang::En, "../");
        assert!(links.contains("hreflang=\"fr\" href=\"../fr/rules/\"") && !links.contains("canonical"), "{links}");
    }

    #[test]
    fn a_page_names_its_own_address() {
        let site = Site { url: Some("https://tidepool.page/".into()), stylesheet: String::new() };
        for (lang, own) in [(Lang::En, "rules/"), (Lang::Fr, "fr/rules/"), (Lang::Es, "es/rules/")] {
            let links = site.alternates("rules/", lang, "../");
            let line = format!("<link rel=\"canonical\" href=\"https://tidepool.page/{own}\">\n");
            assert!(links.contains(&line) && links.matches("canonical").count() == 1, "{links}");
        }
    }

    #[test]
    fn a_page_is_as_new_as_what_it_is_made_from() {
        let site = Site { url: Some("https://tidepool.page/".into()), stylesheet: String::new() };
        let file = |name: &str| format!("{}/{name}", dates::RULES);
        let dates = Dates::read(&format!("> 2026-02-03\n\n{}\n\n> 2026-02-01\n\n{}\n", file("a.fr.md"), file("a.md")));
        let text = site.sitemap(&["rules/".into()], &dates).expect("an address");
        let dates: Vec<&str> = text.lines().filter(|line| line.starts_with("<lastmod>")).collect();
        let [english, french, spanish] = dates.as_slice() else { panic!("{text}") };
        assert!(english.contains("2026-02-01") && french.contains("2026-02-03"), "{text}");
        assert_eq!(spanish, english, "what is in another language does not count");
    }
}
