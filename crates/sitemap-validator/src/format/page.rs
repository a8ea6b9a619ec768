//! Web pages instead of a sitemap: the advice depends on the type of the page.

use crate::diagnostic::Diagnostic;
use crate::rules;
use crate::span::Span;
use crate::value::trimmed;

use super::pages;

/// The number of bytes of a page that are searched.
const HEAD: usize = 64 * 1024;

/// The maximum size of a page, in bytes, that is taken for a mere password form.
const SMALL: usize = 16 * 1024;

/// The type of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    Plain,
    Titled,
    NotFound,
    Refused,
    Failed,
    Challenge,
    Maintenance,
    Login,
    BrowserView,
    StyledView,
    Folder,
    App,
    Visitors,
}

/// The finding on the page `text`, at its doctype or first tag; `own` is the URL of the file.
pub(super) fn finding(text: &str, at: Span, own: Option<&str>) -> Diagnostic {
    use rules::structure_html_document as message;
    match look(text) {
        (Page::Plain, _) | (Page::Titled, None) => rules::structure_html_document(at),
        (Page::Titled, Some(title)) => message::titled(at, title),
        (Page::NotFound, title) => message::not_found(at, title.unwrap_or_default()),
        (Page::Refused, title) => message::refused(at, title.unwrap_or_default()),
        (Page::Failed, title) => message::server_error(at, title.unwrap_or_default()),
        (Page::Challenge, _) => message::robots_kept_out(at),
        (Page::Maintenance, title) => message::maintenance(at, title.unwrap_or_default()),
        (Page::Login, _) => message::login(at),
        (Page::BrowserView, _) => message::xml_view(at),
        (Page::StyledView, _) => message::styled_sitemap(at),
        (Page::Folder, _) => message::folder_list(at),
        (Page::App, _) => message::javascript_app(at),
        (Page::Visitors, title) => {
            let title = title.unwrap_or_default();
            match pages::linked(text, own) {
                Some((sitemap, count)) => message::visitor_links(at, title, count).suggest(sitemap),
                None => message::visitor_sitemap(at, title),
            }
        }
    }
}

/// True if the page `text` tests for bots.
pub(super) fn is_challenge(text: &str) -> bool {
    look(text).0 == Page::Challenge
}

/// The type of the page `text`, and its title.
fn look(text: &str) -> (Page, Option<Span>) {
    let head = text.get(..text.floor_char_boundary(HEAD)).unwrap_or(text);
    // Only ASCII letters change, so that offsets stay the same.
    let lower = head.to_ascii_lowercase();
    let heading = element(&lower, "title").or_else(|| element(&lower, "h1"));
    let title = heading.and_then(|span| lower.get(span.range())).unwrap_or_default();
    (recognize(&lower, title, text.len()), heading)
}

fn recognize(page: &str, title: &str, size: usize) -> Page {
    let holds = |marks: &[&str]| marks.iter().any(|mark| page.contains(mark));
    let says = |words: &[&str]| words.iter().any(|word| title.contains(word));
    if holds(&["this xml file does not appear to have any style information", "webkit-xml-viewer"]) {
        Page::BrowserView
    } else if says(&CHALLENGE_TITLES) || holds(&CHALLENGE_MARKS) {
        Page::Challenge
    } else if title.starts_with("index of /") || title.starts_with("directory listing") {
        Page::Folder
    } else if says(&["not found", "nicht gefunden", "introuvable", "no encontrada", "non trovata", "can't be found"])
        || status(title, &["404", "410"])
    {
        Page::NotFound
    } else if says(&["forbidden", "access denied", "unauthorized", "too many requests", "permission denied"])
        || status(title, &["401", "403", "429"])
    {
        Page::Refused
    } else if says(&["internal server error", "bad gateway", "service unavailable", "gateway time", "fatal error"])
        || says(&["database error", "site can’t be reached", "application error"])
        || status(title, &["500", "502", "503", "504", "520", "521", "522", "523", "524"])
    {
        Page::Failed
    } else if says(&["maintenance", "wartung", "mantenimiento", "manutenzione", "coming soon", "under construction"]) {
        Page::Maintenance
    } else if says(&["log in", "login", "log-in", "sign in", "sign-in", "anmelden", "connexion", "iniciar sesión"])
        || holds(&["type=\"password\"", "type='password'", "type=password"]) && (title.is_empty() || size <= SMALL)
    {
        Page::Login
    } else if title.starts_with("xml sitemap") || holds(&["meant for consumption by search engines"]) {
        Page::StyledView
    } else if says(&["sitemap", "site map"]) {
        Page::Visitors
    } else if holds(&APPS) {
        Page::App
    } else if title.is_empty() {
        Page::Plain
    } else {
        Page::Titled
    }
}

const CHALLENGE_TITLES: [&str; 9] = [
    "just a moment",
    "one moment, please",
    "attention required! | cloudflare",
    "checking your browser",
    "ddos-guard",
    "bot verification",
    "human verification",
    "robot challenge",
    "are you a robot",
];

const CHALLENGE_MARKS: [&str; 4] = ["_cf_chl_opt", "cf-browser-verification", "_incapsula_resource", "px-captcha"];

/// Empty elements into which an app's script writes the content.
const APPS: [&str; 7] = [
    "id=\"root\"></div>",
    "id=root></div>",
    "id=\"app\"></div>",
    "id=app></div>",
    "id=\"__next\"></div>",
    "<app-root></app-root>",
    "you need to enable javascript to run this app",
];

/// True if `title` begins or ends with one of `codes`, or contains one and a word for an error.
fn status(title: &str, codes: &[&str]) -> bool {
    let mut words = title.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let is = |word: Option<&str>| word.is_some_and(|word| codes.contains(&word));
    let error = ["error", "http", "fehler", "erreur"].iter().any(|word| title.contains(word));
    error && words.clone().any(|word| codes.contains(&word)) || is(words.next()) || is(words.next_back())
}

/// The trimmed text of the first element `name`, if it is not empty.
fn element(page: &str, name: &str) -> Option<Span> {
    let open = format!("<{name}");
    let mut at = 0;
    let start = loop {
        at += page.get(at..)?.find(&open)? + open.len();
        // `<titlebar>` is another element.
        if page.get(at..)?.starts_with(|next: char| next == '>' || next.is_ascii_whitespace()) {
            break at + page.get(at..)?.find('>')? + 1;
        }
    };
    let content = page.get(start..)?;
    let content = content.get(..content.find('<')?)?;
    let range = trimmed(content);
    (!range.is_empty()).then(|| Span::new(start + range.start, start + range.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;

    fn page(text: &str) -> (Message, Option<String>) {
        let found = finding(text, Span::at(0), None);
        let title = match found.args.as_slice() {
            [crate::diagnostic::Arg::Source(span)] => text.get(span.range()).map(str::to_owned),
            _ => None,
        };
        (found.message(), title)
    }

    #[test]
    fn titles_tell_what_a_page_is() {
        for (title, expected) in [
            ("", Message::StructureHtmlDocument),
            ("Tide tables", Message::StructureHtmlDocumentTitled),
            ("404", Message::StructureHtmlDocumentNotFound),
            ("404 Not Found", Message::StructureHtmlDocumentNotFound),
            ("Page not found – Tidepool", Message::StructureHtmlDocumentNotFound),
            ("Seite nicht gefunden", Message::StructureHtmlDocumentNotFound),
            ("Tidepool | 404", Message::StructureHtmlDocumentNotFound),
            ("The 404 shells of the bay", Message::StructureHtmlDocumentTitled),
            ("403 Forbidden", Message::StructureHtmlDocumentRefused),
            ("Access Denied", Message::StructureHtmlDocumentRefused),
            ("HTTP Status 401 – Unauthorized", Message::StructureHtmlDocumentRefused),
            ("500 Internal Server Error", Message::StructureHtmlDocumentServerError),
            ("Error 503 Service Unavailable", Message::StructureHtmlDocumentServerError),
            ("tidepool.page | 522: Connection timed out", Message::StructureHtmlDocumentTitled),
            ("WordPress &rsaquo; Error 500", Message::StructureHtmlDocumentServerError),
            ("Just a moment...", Message::StructureHtmlDocumentRobotsKeptOut),
            ("Attention Required! | Cloudflare", Message::StructureHtmlDocumentRobotsKeptOut),
            ("Down for maintenance", Message::StructureHtmlDocumentMaintenance),
            ("Log In ‹ Tidepool — WordPress", Message::StructureHtmlDocumentLogin),
            ("Sign in", Message::StructureHtmlDocumentLogin),
            ("Index of /files", Message::StructureHtmlDocumentFolderList),
            ("XML Sitemap", Message::StructureHtmlDocumentStyledSitemap),
            ("Sitemap of Tidepool", Message::StructureHtmlDocumentVisitorSitemap),
        ] {
            let (message, found) = page(&format!("<html><head><Title lang='en'>\n{title} </Title></head></html>"));
            assert_eq!(message, expected, "{title}");
            assert!(found.is_none_or(|found| found == title), "{title}");
        }
    }

    #[test]
    fn other_pages_are_recognized_by_their_content() {
        for (body, expected) in [
            ("<titles>404</titles>", Message::StructureHtmlDocument),
            ("<h1>Not found</h1>", Message::StructureHtmlDocumentNotFound),
            ("<input name='p' type=\"password\">", Message::StructureHtmlDocumentLogin),
            ("<script>window._cf_chl_opt={}</script>", Message::StructureHtmlDocumentRobotsKeptOut),
            (
                "<p>This XML file does not appear to have any style information associated with it.</p>",
                Message::StructureHtmlDocumentXmlView,
            ),
            ("<div id=\"webkit-xml-viewer-source-xml\"><urlset/></div>", Message::StructureHtmlDocumentXmlView),
            (
                "<p>This is an XML Sitemap, meant for consumption by search engines.</p>",
                Message::StructureHtmlDocumentStyledSitemap,
            ),
            ("<div id=\"root\"></div><script src=\"/app.js\"></script>", Message::StructureHtmlDocumentJavascriptApp),
        ] {
            assert_eq!(page(&format!("<html><body>{body}</body></html>")).0, expected, "{body}");
        }
        let shop = |size: usize| {
            let fill = " ".repeat(size);
            page(&format!("<html><title>Shells</title><input type=password>{fill}</html>")).0
        };
        assert_eq!(
            (shop(100), shop(SMALL)),
            (Message::StructureHtmlDocumentLogin, Message::StructureHtmlDocumentTitled)
        );
        assert_eq!(page("<html><title>").0, Message::StructureHtmlDocument);
        assert_eq!(page("<html><title").0, Message::StructureHtmlDocument);
    }
}
