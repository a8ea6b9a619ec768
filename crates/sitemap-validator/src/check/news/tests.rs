use crate::Message;
use crate::check::testing::{assert_sound, default, marked, noise, pedantic, repaired};
use crate::diagnostic::{Diagnostic, FixKind, Severity};
use crate::{Options, Source, check_source, message};

const PUBLICATION: &str = "<n:publication><n:name>The Tidepool</n:name><n:language>en</n:language></n:publication>";
const DATE: &str = "<n:publication_date>2026-11-21</n:publication_date>";
const TITLE: &str = "<n:title>Low tide</n:title>";

fn document(entries: &str) -> String {
    format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:n=\"http://www.google.com/schemas/sitemap-news/0.9\">{entries}</urlset>"
    )
}

fn entry(content: &str) -> String {
    document(&format!("<url><loc>https://news.tidepool.page/</loc>{content}</url>"))
}

/// An entry with an article whose elements are those of `content`.
fn article(content: &str) -> String {
    entry(&format!("<n:news>{content}</n:news>"))
}

/// An article with that name, language, date and title.
fn with(name: &str, language: &str, date: &str, title: &str) -> String {
    format!(
        "<n:news><n:publication><n:name>{name}</n:name><n:language>{language}</n:language></n:publication>\
         <n:publication_date>{date}</n:publication_date><n:title>{title}</n:title></n:news>"
    )
}

fn findings_with(text: &str, options: &Options) -> Vec<Diagnostic> {
    let source = Source::from_text(text.to_owned());
    let all = check_source("news.xml", &source, options, 0).diagnostics;
    all.into_iter().filter(|found| found.rule().group() == "news").collect()
}

fn findings(text: &str) -> Vec<Diagnostic> {
    findings_with(text, &default())
}

/// The findings of the group, with the marked text.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let findings = findings(text);
    marked(text, &findings).into_iter().map(|(rule, mark)| (rule, mark.to_owned())).collect()
}

fn titles(text: &str) -> Vec<String> {
    findings(text).iter().map(|found| message::title(found, text)).collect()
}

fn suggested(text: &str) -> String {
    repaired(text, &findings(text), FixKind::Suggest)
}

#[test]
fn a_complete_article_is_clean() {
    let text = article(&format!("{PUBLICATION}{DATE}{TITLE}"));
    assert_eq!(findings_with(&text, &pedantic()), []);
}

#[test]
fn what_is_missing_is_listed_once() {
    assert_eq!(titles(&article("")), ["`<n:news>` has no `<n:publication>`, `<n:publication_date>` and `<n:title>`"]);
    assert_eq!(titles(&article(&format!("{PUBLICATION}{TITLE}"))), ["`<n:news>` has no `<n:publication_date>`"]);
    assert_eq!(
        titles(&article(&format!("<n:publication/>{DATE}"))),
        ["`<n:news>` has no `<n:title>`", "`<n:publication>` has no `<n:name>` and no `<n:language>`"]
    );
    let empty = article(&format!("{PUBLICATION}{DATE}<n:title> </n:title>"));
    assert_eq!(titles(&empty), ["`<n:news>` has no `<n:title>`"]);
    assert_eq!(&empty[findings(&empty)[0].related[0].span.range()], "n:title");
}

#[test]
fn misplaced_elements_are_not_reported_as_missing() {
    let text = article(&format!("<n:name>A</n:name> <n:language>en</n:language>{DATE}{TITLE}"));
    assert_eq!(found(&text), [("news-misplaced", "n:name".to_owned())]);
    assert_eq!(findings(&suggested(&text)), []);

    let text = article(&format!("<n:name>A</n:name>{DATE}<n:language>en</n:language>{TITLE}"));
    let marks = [("news-misplaced", "n:name".to_owned()), ("news-misplaced", "n:language".to_owned())];
    assert_eq!(found(&text), marks);
    let once = suggested(&text);
    assert_eq!(found(&once), [("news-misplaced", "n:language".to_owned())]);
    assert_eq!(findings(&suggested(&once)), []);

    let text = article(&format!("<n:name>A</n:name>{DATE}{TITLE}"));
    assert_eq!(titles(&text), ["`<n:news>` has no `<n:language>`", "`<n:name>` belongs in `<n:publication>`"]);

    let text = article(&format!(
        "<n:publication><n:language>en</n:language></n:publication>\n<n:name>A</n:name>{DATE}{TITLE}"
    ));
    assert_eq!(found(&text), [("news-misplaced", "n:name".to_owned())]);
    assert_eq!(
        suggested(&text),
        article(&format!("<n:publication><n:language>en</n:language><n:name>A</n:name></n:publication>{DATE}{TITLE}"))
    );

    let text =
        article(&format!("<n:publication><n:name>A</n:name><n:language>en</n:language>{TITLE}</n:publication>{DATE}"));
    assert_eq!(found(&text), [("news-misplaced", "n:title".to_owned())]);

    let text = entry(&format!("<n:news>{PUBLICATION}{DATE}</n:news>{TITLE}"));
    assert_eq!(found(&text), [("news-misplaced", "n:title".to_owned())]);
    assert_eq!(findings(&suggested(&text)), []);

    let text = entry(&format!("{PUBLICATION}{DATE}{TITLE}"));
    assert_eq!(found(&text), [("news-misplaced", "n:publication".to_owned())]);
    assert_eq!(findings(&suggested(&text)), []);
}

#[test]
fn an_article_belongs_in_an_entry() {
    let news = format!("<n:news>{PUBLICATION}{DATE}{TITLE}</n:news>");
    let text = document(&format!("<url><loc>https://news.tidepool.page/</loc></url>{news}"));
    assert_eq!(found(&text), [("news-misplaced", "n:news".to_owned())]);
    assert_eq!(findings(&suggested(&text)), []);
}

#[test]
fn an_entry_has_one_article() {
    let news = format!("<n:news>{PUBLICATION}{DATE}{TITLE}</n:news>");
    let text = entry(&format!("{news}{news}{news}"));
    let all = findings(&text);
    assert_eq!(marked(&text, &all), [("news-multiple-in-url", "<n:news>"); 2]);
    let first = text.find("<n:news>").unwrap();
    assert!(all.iter().all(|found| found.related[0].span.start as usize == first));
    let two = document(&format!("<url>{news}</url><url>{news}</url>"));
    assert_eq!(found(&two), []);
}

#[test]
fn a_file_may_have_a_thousand_articles() {
    let many = |count: usize| {
        let news = with("A", "en", "2026-11-21", "B");
        document(&format!("<url><loc>https://news.tidepool.page/</loc>{news}</url>").repeat(count))
    };
    assert_eq!(found(&many(1_000)), []);
    let text = many(1_001);
    let all = findings(&text);
    assert_eq!(marked(&text, &all), [("news-too-many", "<n:news>")]);
    assert_eq!((all[0].entry, all[0].span.start as usize), (1_001, text.rfind("<n:news>").unwrap()));
    assert_eq!(message::title(&all[0], &text), "The file has 1,001 articles; the limit is 1,000");
}

#[test]
fn languages() {
    let judged = |language: &str| {
        let text = entry(&with("A", language, "2026-11-21", "B"));
        let all = findings(&text);
        let severity = all.first().map(|found| found.severity.unwrap());
        assert!(marked(&text, &all).iter().all(|mark| *mark == ("news-language-invalid", language.trim())));
        let after = suggested(&text);
        let language = after.split("<n:language>").nth(1).unwrap().split('<').next().unwrap();
        (severity, language.to_owned())
    };
    for right in ["en", "zh", "zh-cn", "zh-tw", "fil", "eng", " en\n"] {
        assert_eq!(judged(right), (None, right.to_owned()));
    }
    for (wrong, right) in [
        ("en-US", "en"),
        ("EN", "en"),
        ("zh-Hans", "zh-cn"),
        ("zh-HK", "zh-tw"),
        ("zh_TW", "zh-tw"),
        ("english", "en"),
        ("x-default", "x-default"),
        ("e", "e"),
    ] {
        assert_eq!(judged(wrong), (Some(Severity::Error), right.to_owned()), "{wrong}");
    }
    for (wrong, right) in [("jp", "ja"), ("xx", "xx"), ("qaa", "qaa")] {
        assert_eq!(judged(wrong), (Some(Severity::Warning), right.to_owned()), "{wrong}");
    }
    assert_eq!(found(&entry(&with("A", "{{ lang }}", "2026-11-21", "B"))), []);
}

#[test]
fn dates() {
    let judged = |date: &str| found(&entry(&with("A", "en", date, "B")));
    for right in ["2026-11-21", "2026-11-21T06:00Z", "2026-11-21T06:00:00+00:00", "2026-11-21T06:00:00.5Z"] {
        assert_eq!(judged(right), [], "{right}");
    }
    for wrong in ["2026-11", "2026", "Tue, 23 Dec 2008", "2026-11-21T06:00:00", "2026-11-31", "yesterday"] {
        assert_eq!(judged(wrong), [("news-date-invalid", wrong.to_owned())]);
    }
}

#[test]
fn news_are_two_days_old_at_most() {
    let judged = |date: &str| found(&entry(&with("A", "en", date, "B"))).pop().map(|(rule, _)| rule);
    for fresh in
        ["2026-11-19T12:00:00Z", "2026-11-19", "2026-11-19T14:00:00+02:00", "2026-11-21T13:00:00Z", "2026-11-22"]
    {
        assert_eq!(judged(fresh), None, "{fresh}");
    }
    for old in ["2026-11-19T11:59:59Z", "2026-11-18", "2026-11-19T13:59:59+02:00", "0001-01-01"] {
        assert_eq!(judged(old), Some("news-too-old"), "{old}");
    }
    for future in ["2026-11-21T13:00:01Z", "2026-11-23", "9999-12-31"] {
        assert_eq!(judged(future), Some("news-date-future"), "{future}");
    }
    let text = entry(&with("A", "en", "2026-11-18", "B"));
    assert_eq!(titles(&text), ["Article is 3 days old; news sitemaps cover the last 2"]);
    assert_eq!(suggested(&text), entry(""));
    assert_eq!(findings_with(&text, &Options::default()), []);
    for now in [i64::MIN, i64::MAX] {
        assert_eq!(findings_with(&text, &Options { now: Some(now), ..Options::default() }).len(), 1);
    }
}

#[test]
fn many_old_articles_are_counted() {
    let news = |date| format!("<url><loc>https://news.tidepool.page/</loc>\n{}</url>", with("A", "en", date, "B"));
    let text = document(&(news("2024-01-01").repeat(12) + &news("2026-11-21")));
    let all = findings(&text);
    assert_eq!(all.iter().map(|found| found.entry).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(message::title(&all[5], &text), "More articles older than 2 days, from here on: 7");
    let after = suggested(&text);
    assert_eq!((findings(&after), after.matches("<n:news>").count()), (vec![], 1));
}

#[test]
fn an_article_without_an_end_tag_is_not_removed() {
    let text = document("<url><n:news><n:publication_date>2024-01-01</n:publication_date></url>");
    let all = findings(&text);
    let old = all.iter().find(|found| found.rule().id() == "news-too-old").unwrap();
    assert_eq!(old.fix, None);
}

#[test]
fn names_have_no_parentheses() {
    let judged = |name: &str| {
        let text = entry(&with(name, "en", "2026-11-21", "B"));
        let all = findings(&text);
        let after = repaired(&text, &all, FixKind::Suggest);
        let after = after.split("<n:name>").nth(1).unwrap().split("</n:name>").next().unwrap().to_owned();
        (marked(&text, &all).iter().map(|(_, mark)| (*mark).to_owned()).collect::<Vec<_>>(), after)
    };
    assert_eq!(judged("The Tidepool (UK)"), (vec![" (UK)".to_owned()], "The Tidepool".to_owned()));
    assert_eq!(judged("The (old) Pool (UK)").1, "The Pool");
    assert_eq!(judged("Tide &amp; Pool&#32;(UK)"), (vec!["&#32;(UK)".to_owned()], "Tide &amp; Pool".to_owned()));
    assert_eq!(judged("<![CDATA[Tide (UK)]]>"), (vec![" (UK)".to_owned()], "<![CDATA[Tide]]>".to_owned()));
    assert_eq!(judged("(UK)"), (vec!["(UK)".to_owned()], "(UK)".to_owned()));
    assert_eq!(judged("Tide(old)pool").1, "Tidepool");
    assert_eq!(judged("Tide <!-- ( -->(UK)").1, "Tide <!-- ( -->(UK)");
    assert_eq!(judged("The Tidepool :)").0, [""; 0]);
}

#[test]
fn inconsistent_names() {
    let named = |names: &[&str]| {
        let entry = |name: &&str| format!("<url>{}</url>", with(name, "en", "2026-11-21", "B"));
        document(&names.iter().map(entry).collect::<String>())
    };
    let text = named(&["the tidepool", "The Tidepool", "The Tidepool", "The&#x20;Tide-Pool", "Other", "The Tidepool+"]);
    let all = findings(&text);
    assert_eq!(
        marked(&text, &all),
        [("news-name-inconsistent", "the tidepool"), ("news-name-inconsistent", "The&#x20;Tide-Pool")]
    );
    assert_eq!(all.iter().map(|found| found.entry).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(&text[all[0].related[0].span.range()], "The Tidepool");
    assert_eq!(found(&named(&["The Tidepool", " The&#x20;Tidepool\n", "<![CDATA[The Tidepool]]>"])), []);
    assert_eq!(found(&named(&["A", "a"])), [("news-name-inconsistent", "a".to_owned())]);
}

#[test]
fn decorated_titles() {
    let judged = |title: &str| {
        let text = entry(&with("Tide &amp; Pool", "en", "2026-11-21", title));
        let all = findings_with(&text, &pedantic());
        let after = repaired(&text, &all, FixKind::Suggest);
        let after = after.split("<n:title>").nth(1).unwrap().split("</n:title>").next().unwrap().to_owned();
        (marked(&text, &all).iter().map(|(_, mark)| (*mark).to_owned()).collect::<Vec<_>>().join("/"), after)
    };
    assert_eq!(judged("Low tide"), (String::new(), "Low tide".to_owned()));
    assert_eq!(judged("Low tide - Tide &amp; Pool"), (" - Tide &amp; Pool".to_owned(), "Low tide".to_owned()));
    assert_eq!(
        judged("<![CDATA[Low tide | Tide & Pool]]>"),
        (" | Tide & Pool".to_owned(), "<![CDATA[Low tide]]>".to_owned())
    );
    assert_eq!(judged("Low tide <!-- x -->| Tide &amp; Pool").1, "Low tide <!-- x -->| Tide &amp; Pool");
    assert_eq!(judged("2026-11-21: low tide"), ("2026-11-21: ".to_owned(), "low tide".to_owned()));
    let late = article(&format!("<n:title>Low tide | The Tidepool</n:title>{DATE}{PUBLICATION}"));
    let all = findings_with(&late, &pedantic());
    assert!(all.iter().any(|found| found.rule().id() == "news-title-decorated"));
    let next = document(&format!(
        "<url>{}</url><url><n:news>{DATE}<n:title>Pool | First Name</n:title></n:news></url>",
        with("First Name", "en", "2026-11-21", "B")
    ));
    assert!(findings_with(&next, &pedantic()).iter().all(|found| found.rule().id() != "news-title-decorated"));
}

#[test]
fn elements_without_effect() {
    let old = "<n:access>free</n:access><n:genres>Blog, opinon,Rumour</n:genres>\
               <n:stock_tickers>A:A, B:B, C:C, D:D, E:E, F:F,G:G</n:stock_tickers>";
    let text = article(&format!("{PUBLICATION}{DATE}{TITLE}{old}"));
    let all = findings(&text);
    assert!(all.iter().all(|found| found.message() == Message::NewsDeprecatedElement));
    assert_eq!(
        marked(&text, &all).iter().map(|(_, mark)| *mark).collect::<Vec<_>>(),
        ["n:access", "n:genres", "n:stock_tickers"]
    );
    assert_eq!(repaired(&text, &all, FixKind::Safe), text, "nothing has to be done");
    assert_eq!(repaired(&text, &all, FixKind::Suggest), article(&format!("{PUBLICATION}{DATE}{TITLE}")));

    let strict = findings_with(&text, &Options { strict_schema: true, ..default() });
    let marks: Vec<_> = marked(&text, &strict).iter().map(|(_, mark)| *mark).collect();
    assert_eq!(marks, ["n:access", "free", "n:genres", "opinon", "Rumour", "n:stock_tickers", "F:F,G:G"]);
    let values = strict.iter().filter(|found| found.message() != Message::NewsDeprecatedElement);
    assert!(values.clone().all(|found| found.severity == Some(Severity::Error)));
    let fixes: Vec<_> = values.filter_map(|found| Some(found.fix.as_ref()?.edits[0].text.to_string())).collect();
    assert_eq!(fixes, ["Opinion"]);

    let right = "<n:access>Registration</n:access><n:genres>Blog, OpEd</n:genres>\
                 <n:stock_tickers>A:A,B:B,C:C,D:D,E:E</n:stock_tickers>";
    let text = article(&format!("{PUBLICATION}{DATE}{TITLE}{right}"));
    let strict = findings_with(&text, &Options { strict_schema: true, ..default() });
    assert!(strict.iter().all(|found| found.message() == Message::NewsDeprecatedElement));
}

#[test]
fn other_names_for_the_elements() {
    let text =
        article(&format!("{PUBLICATION}<n:date>2024-01-01</n:date><n:headline>A</n:headline><n:author>B</n:author>"));
    assert_eq!(
        found(&text),
        [
            ("news-unknown-element", "n:date".to_owned()),
            ("news-too-old", "2024-01-01".to_owned()),
            ("news-unknown-element", "n:headline".to_owned()),
            ("news-unknown-element", "n:author".to_owned()),
        ]
    );
}

#[test]
fn the_order_of_the_schema() {
    let text = article(&format!("{TITLE}{PUBLICATION}<n:keywords>a</n:keywords>{DATE}"));
    let all = findings_with(&text, &pedantic());
    let all: Vec<_> = all.into_iter().filter(|found| found.rule().id() == "news-element-order").collect();
    assert_eq!(marked(&text, &all), [("news-element-order", "n:publication")]);
    assert_eq!(
        repaired(&text, &all, FixKind::Safe),
        article(&format!("{PUBLICATION}{DATE}<n:keywords>a</n:keywords>{TITLE}"))
    );
}

#[test]
fn any_article_has_valid_findings() {
    let pieces = [
        "<n:news>",
        "</n:news>",
        "<n:publication>",
        "</n:publication>",
        "<n:name>A (b)</n:name>",
        "<n:name>a</n:name>",
        "<n:name>(b)<![CDATA[ (c)]]></n:name>",
        "<n:language>en-US</n:language>",
        "<n:language>e&#110;</n:language>",
        "<n:publication_date>2024-01-01</n:publication_date>",
        "<n:date>2026-11-21T24:00</n:date>",
        "<n:title>x - A (b)</n:title>",
        "<n:title/>",
        "<n:genres lang='en'>blog</n:genres>",
        "<n:stock_tickers>,,A,b , c,d,e,f</n:stock_tickers>",
        "<n:foo>",
        "</url><url>",
        "<!-- x -->",
        "x",
        "\n",
    ];
    let options = Options { strict_schema: true, ..pedantic() };
    let safe = |text: &str| {
        let found = findings_with(text, &options).into_iter();
        let only = |mut found: Diagnostic| {
            found.fix.take_if(|fix| fix.kind != FixKind::Safe);
            found
        };
        found.map(only).collect::<Vec<_>>()
    };
    for content in noise(&pieces, 3_000) {
        assert_sound(&entry(&content), safe);
    }
}

#[test]
fn many_elements_in_one_article_take_linear_time() {
    for (content, rule) in [
        ("<n:name>a</n:name><n:title>b</n:title>", "news-misplaced"),
        ("<n:news></n:news>", "news-misplaced"),
        ("<n:title>(</n:title>", "news-duplicate-element"),
        ("<n:publication><n:name>((</n:name></n:publication>", "news-duplicate-element"),
    ] {
        let text = article(&content.repeat(20_000));
        let found = findings_with(&text, &pedantic());
        assert!(found.iter().filter(|found| found.rule().id() == rule).count() > 19_000);
    }
}
