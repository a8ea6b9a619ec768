//! Serializes a member for the messages between worker threads.

use sitemap_validator_protocol::{packed_enums, packed_structs};

use super::{Child, Date, Location, Member, PackedLink};
use crate::facts::PageLinks;
use crate::set::pages::{Mark, Pages};
use crate::span::{Position, Span};
use crate::value::datetime::{Moment, Precision};

packed_structs! {
    Member {
        name, url, kind, is_empty, verdict, entries, presumed, is_aside, unread, http, redirect, readable, is_whole, root, pages, children, newest, stops, hosts,
        linking, outgoing,
    }
    Pages { identities, marks, places, extended }
    Mark { start, from, at }
    Span { start, end }
    Position { line, column }
    Location { span, from, to }
    Child { url, loc, lastmod, index_name, entry }
    Date { moment, text, at }
    Moment { millis, precision }
    PageLinks { identity, loc, set, first, count, is_open, is_reported }
    PackedLink { identity, start, from, bytes, columns }
}

packed_enums! {
    Precision { Year = 0, Month = 1, Day = 2, Minute = 3, Second = 4, Fraction = 5 }
}

#[cfg(test)]
mod tests {
    use sitemap_validator_protocol::packed::Packed;

    use super::*;
    use crate::{Options, Source, check_source};

    fn member(name: &str, text: &str) -> Member {
        let source = Source::from_text(text.to_owned());
        let own_url = Some(format!("https://tidepool.page/{name}"));
        let options = Options { siblings: true, url: own_url, ..Options::default() };
        let mut report = check_source(name, &source, &options, 0);
        Member::of(&mut report, &source)
    }

    const NAMESPACES: &str =
        "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:x=\"http://www.w3.org/1999/xhtml\"";

    fn samples() -> Vec<Member> {
        let index = format!(
            "<sitemapindex {NAMESPACES}>\n<sitemap><loc>https://tidepool.page/sitemap_index.xml</loc>\
             <lastmod>2024-05-17T10:00:00.5Z</lastmod></sitemap><sitemap><loc>ü</loc></sitemap></sitemapindex>"
        );
        let pages = format!(
            "<urlset {NAMESPACES}>\n<url><loc>https://tidepool.page/a</loc>\
             <x:link rel=\"alternate\" hreflang=\"de\" href=\"https://tidepool.page/de/a\"/>\
             <x:link rel=\"alternate\" hreflang=\"en\" href=\"https://en.tidepool.page/a\"/><lastmod>2024</lastmod></url>\
             <url><loc>/relative</loc></url></urlset>"
        );
        let robots = "Sitemap: https://tidepool.page/a.xml\n";
        vec![
            member("index.xml", &index),
            member("pages.xml", &pages),
            member("robots.txt", robots),
            member("ü.html", "<html>"),
            Member::unread("gone.xml", None),
        ]
    }

    #[test]
    fn members_survive_packing() {
        for member in samples() {
            let unpacked = Member::unpack(&member.pack()).expect("a member");
            assert_eq!(format!("{unpacked:?}"), format!("{member:?}"));
        }
        let [index, pages, ..] = &samples()[..] else { panic!("samples") };
        assert!(index.children.len() == 2 && index.children[0].lastmod.is_some() && index.stops.is_none());
        assert!(!pages.pages.identities().is_empty() && !pages.linking.is_empty() && !pages.outgoing.is_empty());
    }

    #[test]
    fn other_bytes_are_not_a_member() {
        for member in samples() {
            let bytes = member.pack();
            for end in 0..bytes.len() {
                assert!(Member::unpack(&bytes[..end]).is_none(), "cut at {end}");
            }
            let longer = [&bytes[..], &[0]].concat();
            assert!(Member::unpack(&longer).is_none());
            for at in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[at] ^= 0xFF;
                let _ = Member::unpack(&changed);
            }
        }
    }
}
