//! Strict schema mode against the schemas themselves, on documents without extensions.

use std::path::Path;

use sitemap_validator::{Diagnostic, Options, Severity, Source, message};

use crate::libxml2::{Complaint, Schema};
use crate::ours;
use crate::random::Random;

/// The two schemas of sitemaps.org.
pub(crate) struct Schemas {
    sitemap: Schema,
    index: Schema,
}

impl Schemas {
    /// Reads `sitemap.xsd` and `siteindex.xsd` in `folder`.
    pub(crate) fn load(folder: &Path) -> Result<Self, String> {
        let load = |name: &str| Schema::load(&folder.join(name));
        Ok(Self { sitemap: load("sitemap.xsd")?, index: load("siteindex.xsd")? })
    }
}

/// A difference nobody has explained.
#[derive(Debug, Clone)]
pub(crate) struct Open {
    /// The core's error of a rule that the schema should decide; `None` when the schema rejects
    /// what the core has no error for.
    pub(crate) ours: Option<(&'static str, String)>,
    /// The number of the schema's complaint.
    pub(crate) code: i32,
    theirs: Option<Complaint>,
}

impl Open {
    /// The rule of the core's error.
    pub(crate) fn rule(&self) -> &'static str {
        self.ours.as_ref().map_or("", |(rule, _)| rule)
    }

    /// Is it the same difference on another document?
    pub(crate) fn alike(&self, other: &Self) -> bool {
        self.code == other.code && self.rule() == other.rule()
    }

    /// Both sides in words.
    pub(crate) fn told(&self) -> (String, String) {
        let ours = self.ours.as_ref().map_or("no error".to_owned(), |(rule, title)| format!("{rule}: {title}"));
        let theirs = self.theirs.as_ref().map(|said| format!("line {}: {} (code {})", said.line, said.text, said.code));
        (ours, format!("schema: {}", theirs.unwrap_or_else(|| "valid".to_owned())))
    }
}

/// What came of one comparison.
pub(crate) enum Outcome {
    /// Of one opinion: valid or not.
    Agreed(bool),
    /// Not well-formed, which the other comparison is for.
    Skipped,
    /// A difference with a known reason.
    Explained(&'static str),
    /// A difference nobody has looked at.
    Open(Open),
}

/// Compares strict schema mode with the schema of the document's root.
pub(crate) fn compare(schemas: &Schemas, text: &str) -> Outcome {
    let schema = if text.contains("sitemapindex") { &schemas.index } else { &schemas.sitemap };
    let Some(theirs) = schema.judge(text.as_bytes()) else {
        return Outcome::Skipped;
    };
    let source = Source::from_text(text.to_owned());
    let options = Options { strict_schema: true, ..Options::default() };
    let Some(report) = ours::report(&source, &options) else {
        return Outcome::Open(Open { ours: Some(("panic", String::new())), code: 0, theirs: None });
    };
    let errors = || report.diagnostics.iter().filter(|found| found.severity == Some(Severity::Error));
    if !theirs.accepts {
        if errors().next().is_some() {
            return Outcome::Agreed(false);
        }
        let code = theirs.complaint.as_ref().map_or(0, |complaint| complaint.code);
        return Outcome::Open(Open { ours: None, code, theirs: theirs.complaint });
    }
    let mut reason = None;
    for found in errors().filter(|found| decided_by_schema(found)) {
        reason = explained(found, text);
        if reason.is_none() {
            let ours = Some((found.rule().id(), message::title(found, text)));
            return Outcome::Open(Open { ours, code: 0, theirs: None });
        }
    }
    reason.map_or(Outcome::Agreed(true), Outcome::Explained)
}

/// Is it a rule about what the schema has an opinion on?
fn decided_by_schema(found: &Diagnostic) -> bool {
    matches!(found.rule().group(), "structure" | "changefreq" | "priority" | "lastmod")
}

/// Why an error stands although the schema accepts the document: prose and schema differ on dates.
fn explained(found: &Diagnostic, text: &str) -> Option<&'static str> {
    let value = text.get(found.span.range()).unwrap_or_default();
    let digits = value.trim_start_matches('-').bytes().take_while(u8::is_ascii_digit).count();
    match found.rule().id() {
        "lastmod-missing-timezone" => Some("W3C NOTE: a time has a time zone; xs:dateTime does without"),
        "lastmod-invalid-calendar" if value.contains("24:00:00") || value == "24" => {
            Some("W3C NOTE: hours are 00 to 23; xs:dateTime has 24:00:00")
        }
        "lastmod-invalid-datetime" if value.starts_with('-') || digits > 4 => {
            Some("W3C NOTE: a year has four digits and no sign; xs:date knows others")
        }
        _ => None,
    }
}

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

const LOCS: &[&str] = &[
    "https://tidepool.page/",
    "https://tidepool.page/?a=1&amp;b=2",
    "https://tidepool.page/é",
    "https://tidepool.page/a%20b",
    "http://a.b/",
    "http://a.io/",
    "http://a.b/c",
    " https://tidepool.page/ ",
    "<![CDATA[https://tidepool.page/a]]>",
    "https://tidepool.page/<!-- c -->a",
    "https://tidepool.page/a b",
    "/about",
    "x",
    "",
    "\n",
    "https://tidepool.page/<b/>",
];

const DATES: &[&str] = &[
    "2005",
    "2005-01",
    "2005-01-01",
    "2005-01-01T12:00Z",
    "2005-01-01T12:00:00Z",
    "2005-01-01T12:00:00+02:00",
    "2005-01-01T12:00:00.5Z",
    "2005-01-01T12:00:00.123456789Z",
    "2005-01-01T12:00:00",
    "2005-01-01Z",
    "2005-01-01-05:00",
    "2005-01-01+14:00",
    "2005-01-01+15:00",
    "2005-01-01T24:00:00Z",
    "2005-01-01T24:00:01Z",
    "2005-01-01T23:59:60Z",
    "-0044-03-15",
    "12005-01-01",
    "0000-01-01",
    "0000-00-00",
    "0001-01-01",
    "2005-01-01T12:00:00-00:00",
    "2005-01-01T12:00:00+14:00",
    "2005-01-01T12:00:00-14:00",
    "2005-01-01T12:00:00+14:01",
    "2005-01-01T12:00:00+15:00",
    "2005-01-01T12:00:00+02:60",
    "2005-01-01t12:00:00Z",
    "2005-01-01T12:00:00z",
    "2005-01-01T12:00:00+0200",
    "2005-01-01T12:00:00 +02:00",
    " 2005-01-01\n",
    "\t2005-01-01T12:00:00Z ",
    "2005-1-1",
    "2005-01-01 12:00:00",
    "01/01/2005",
    "",
    " ",
    "2005-02-30",
    "1900-02-29",
    "2000-02-29",
    "2004-02-29",
    "2005-13-01",
    "2005-00-01",
    "2005-04-31",
    "2005-01-01T25:00:00Z",
    "2005-01-01T12:60:00Z",
    "2005-01-01T12:00:61Z",
    "2005-01-01T12:00:00.Z",
    "2005-01-01T12:00:00,5Z",
    "2005-01-01T",
    "2005-01-01T12Z",
    "20050101",
    "+2005-01-01",
    "02005-01-01",
    "2005-01-01T12:00:00Z+02:00",
    "2005-01-01<!-- c -->",
    "<![CDATA[2005-01-01]]>",
    "2005&#45;01-01",
    "2005-01-01&#10;",
    "99999-12-31",
    "2005-01-01T24:00:00",
    "2005-01-01T24:00:00.0Z",
    "2005\u{2013}01\u{2013}01",
];

const FREQUENCIES: &[&str] = &[
    "always",
    "hourly",
    "daily",
    "weekly",
    "monthly",
    "yearly",
    "never",
    "Daily",
    "DAILY",
    " daily",
    "daily ",
    "\ndaily\n",
    "",
    " ",
    "often",
    "dayly",
    "bi-weekly",
    "d&#97;ily",
    "<![CDATA[daily]]>",
    "dai<!-- c -->ly",
    "annually",
    "day ly",
    "daily.",
    "d<?p?>aily",
];

const PRIORITIES: &[&str] = &[
    "0.5",
    "0.0",
    "1.0",
    "0",
    "1",
    ".5",
    "1.",
    "0.",
    "+0.5",
    "-0.0",
    "-0",
    "+1",
    "00.5",
    "0.50000000000000000000001",
    "1.0000000000000000000000",
    "1.00000000000000000001",
    "1.1",
    "-0.1",
    "2",
    "10",
    " 0.5 ",
    "\n0.5\t",
    "",
    " ",
    "0,5",
    "high",
    "0.5.1",
    ".",
    "+",
    "-",
    "5e-1",
    "1e0",
    "NaN",
    "INF",
    "50%",
    "0 .5",
    "<![CDATA[0.5]]>",
    "0<!-- c -->.5",
    "&#48;.5",
    "\u{FF10}.5",
];

/// A sitemap or an index without extensions, most of it right.
pub(crate) fn document(random: &mut Random) -> String {
    let index = random.once_in(4);
    let (mut root, entry) = if index { ("sitemapindex", "sitemap") } else { ("urlset", "url") };
    let mut attributes = format!("xmlns=\"{NAMESPACE}\"");
    match random.below(40) {
        0 => attributes.clear(),
        1 => attributes = attributes.replace("http:", "https:"),
        2 => attributes = attributes.replace("0.9", "0.84"),
        3 => attributes.push_str(" version='1'"),
        4 => attributes.push_str(" xml:lang='en'"),
        5 => attributes = format!("xmlns:sm=\"{NAMESPACE}\""),
        6 => root = random.pick(&["urlset", "Urlset", "sitemapindex", "url", "urls"]),
        7 | 8 => attributes.push_str(
            " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='http://www.sitemaps.org/schemas/sitemap/0.9 x.xsd'",
        ),
        _ => {}
    }
    let mut body = String::new();
    for _ in 0..random.pick(&[0, 1, 1, 1, 1, 1, 1, 2, 2, 3]) {
        noise(&mut body, random);
        body.push_str(&self::entry(entry, index, random));
    }
    noise(&mut body, random);
    format!("<{root} {attributes}>{body}</{root}>")
}

/// An entry with its values, which may lack, repeat, change places or be of another kind.
fn entry(name: &str, index: bool, random: &mut Random) -> String {
    let mut values = Vec::new();
    // One value in doubt at a time: the first error of a document hides the others from a comparison.
    let doubtful = random.below(8);
    let loc = if doubtful == 0 { random.pick(LOCS).to_owned() } else { LOCS[0].to_owned() };
    values.push(element("loc", &if doubtful == 1 { length(random) } else { loc }, random));
    if doubtful == 2 || doubtful == 3 || random.once_in(4) {
        values.push(element("lastmod", if doubtful < 4 { random.pick(DATES) } else { DATES[2] }, random));
    }
    if !index || random.once_in(8) {
        if doubtful == 4 || random.once_in(4) {
            values.push(element("changefreq", if doubtful == 4 { random.pick(FREQUENCIES) } else { "daily" }, random));
        }
        if doubtful == 5 || random.once_in(4) {
            values.push(element("priority", if doubtful == 5 { random.pick(PRIORITIES) } else { "0.5" }, random));
        }
    }
    if doubtful == 6 {
        shape(&mut values, random);
    }
    let mut body = String::new();
    for value in values {
        noise(&mut body, random);
        body.push_str(&value);
    }
    noise(&mut body, random);
    let attributes = if random.once_in(60) { " id='1'" } else { "" };
    format!("<{name}{attributes}>{body}</{name}>")
}

/// Changes which values there are, and in what order.
fn shape(values: &mut Vec<String>, random: &mut Random) {
    let at = random.below(values.len());
    match random.below(7) {
        0 => {
            values.remove(at);
        }
        1 => values.insert(at, values[at].clone()),
        2 => {
            let other = random.below(values.len());
            values.swap(at, other);
        }
        3 => values[at] = values[at].replace("loc", random.pick(&["Loc", "LOC", "link", "url", "locs"])),
        4 => values.insert(
            at,
            random.pick(&["<title>x</title>", "<url/>", "<a/>", "<lastMod>2005-01-01</lastMod>"]).to_owned(),
        ),
        5 => values.reverse(),
        _ => values.push(element("priority", "0.5", random)),
    }
}

fn element(name: &str, value: &str, random: &mut Random) -> String {
    let attributes = if random.once_in(120) { " a='b'" } else { "" };
    format!("<{name}{attributes}>{value}</{name}>")
}

/// A URL about as long as the schema allows.
fn length(random: &mut Random) -> String {
    let wanted = random.pick(&[9, 10, 11, 12, 13, 2046, 2047, 2048, 2049]);
    let start = if wanted < 20 { "http://a.b" } else { "https://tidepool.page/" };
    let rest = if random.once_in(2) { "/" } else { "é" };
    format!("{start}{}", rest.repeat(usize::saturating_sub(wanted, start.len())))
}

/// What may stand between elements, and now and then what may not.
fn noise(body: &mut String, random: &mut Random) {
    body.push_str(match random.below(300) {
        0..60 => "\n",
        60 => "<!-- c -->",
        61 => "<?p?>",
        62 => "x",
        63 => "<![CDATA[]]>",
        64 => "&#32;",
        65 => "<![CDATA[ ]]>",
        66 => "&#160;",
        _ => "",
    });
}
