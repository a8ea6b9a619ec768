//! What is done with the files of a case.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use sitemap_validator::robots::RobotsFiles;
use sitemap_validator::set::{self, Member};
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{Opened, Options, Profiles, Robots, Source, check_source, convert, fix, open};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    Check,
    Repair,
    /// Decompressing.
    Open,
    /// A conversion to a list.
    List,
    /// Files of a set, each with its URL and the robots.txt files among them.
    Set,
}

impl Work {
    /// What a message calls it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Check => "checking",
            Self::Repair => "repairing",
            Self::Open => "decompressing",
            Self::List => "converting",
            Self::Set => "comparing",
        }
    }
}

/// The files of a case, ready to be worked on.
pub(super) enum Files {
    Bytes(Vec<u8>),
    Text(Source),
    Set(Vec<(String, Source)>),
}

/// A file of a set: its URL and its text.
pub(super) type Named = (String, String);

impl Files {
    pub(super) fn text(text: String) -> Self {
        Self::Text(read(text.into_bytes()))
    }

    pub(super) fn set(files: Vec<Named>) -> Self {
        Self::Set(files.into_iter().map(|(url, text)| (url, read(text.into_bytes()))).collect())
    }

    /// Does the work; this is what is counted.
    pub(super) fn work(&self, work: Work) {
        let own = || Options { url: Some("https://a.example/sitemap.xml".to_owned()), ..options() };
        match (self, work) {
            (Self::Bytes(bytes), _) => drop(std::hint::black_box(open(bytes.clone(), DEFAULT_CEILING))),
            (Self::Text(source), Work::Repair) => drop(std::hint::black_box(fix::all_safe(source, &own(), read))),
            (Self::Text(source), Work::List) => {
                drop(std::hint::black_box(convert::to_text("sitemap.xml", source, &own())));
            }
            (Self::Text(source), _) => {
                drop(std::hint::black_box(check_source("sitemap.xml", source, &own(), DEFAULT_CAP)));
            }
            (Self::Set(files), _) => compare(files),
        }
    }
}

fn compare(files: &[(String, Source)]) {
    let robots = files.iter().filter(|(url, _)| url.ends_with("/robots.txt"));
    let robots: RobotsFiles = robots.map(|(url, source)| Robots::new(source.text(), Some(url))).collect();
    let members: Vec<Member> = files
        .iter()
        .map(|(url, source)| {
            let options = Options { url: Some(url.clone()), robots: robots.clone(), siblings: true, ..options() };
            Member::of(&mut check_source(url, source, &options, DEFAULT_CAP), source)
        })
        .collect();
    std::hint::black_box(set::check(&members, &options(), DEFAULT_CAP));
}

fn options() -> Options {
    Options {
        file_name: Some("sitemap.xml".to_owned()),
        now: Some(1_700_000_000_000),
        profiles: Profiles::ALL,
        pedantic: true,
        ..Options::default()
    }
}

fn read(bytes: Vec<u8>) -> Source {
    match open(bytes, DEFAULT_CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => undecoded.decoded(None),
    }
}

/// About `size` bytes of gzip members with `content`, the last of which states the length of all of them `times` times.
pub(super) fn members(content: &[u8], times: usize, size: usize) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let member = encoder.write_all(content).and_then(|()| encoder.finish()).unwrap_or_default();
    let mut bytes = member.repeat(size.div_ceil(member.len().max(1)));
    if times > 0 {
        let stated = (bytes.len() * times) as u32;
        let end = bytes.len() - 4;
        bytes[end..].copy_from_slice(&stated.to_le_bytes());
    }
    bytes
}

/// Sites with a robots.txt and a sitemap each.
pub(super) fn sites(size: usize) -> Vec<Named> {
    let site = |number: usize| {
        let origin = format!("https://a{number}.example");
        [
            (format!("{origin}/robots.txt"), format!("User-agent: *\nDisallow: /x\nSitemap: {origin}/sitemap.xml\n")),
            (
                format!("{origin}/sitemap.xml"),
                format!(
                    "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>{origin}/a</loc></url></urlset>"
                ),
            ),
        ]
    };
    (0..size / 200).flat_map(site).collect()
}

/// Sitemaps of the same name, each with as many pages as there are sitemaps.
pub(super) fn alike(size: usize) -> Vec<Named> {
    let count = (size / 60).isqrt();
    let page = |number: usize, page: usize| format!("<url><loc>https://a.example/{number}/{page}</loc></url>");
    let sitemap = |number: usize| {
        let pages: String = (0..count).map(|other| page(number, other)).collect();
        let text = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{pages}</urlset>");
        ("https://a.example/sitemap.xml".to_owned(), text)
    };
    (0..count).map(sitemap).collect()
}

/// An index and the sitemaps that it lists, which share a page.
pub(super) fn indexed(size: usize) -> Vec<Named> {
    let url = |number: usize| format!("https://a.example/{number}.xml");
    let count = size / 200;
    let listed: String = (0..count).map(|number| format!("<sitemap><loc>{}</loc></sitemap>", url(number))).collect();
    let index = format!("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{listed}</sitemapindex>");
    let sitemap = |number: usize| {
        let pages = format!("<url><loc>https://a.example/</loc></url><url><loc>https://a.example/{number}</loc></url>");
        (url(number), format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{pages}</urlset>"))
    };
    let index = ("https://a.example/index.xml".to_owned(), index);
    std::iter::once(index).chain((0..count).map(sitemap)).collect()
}
