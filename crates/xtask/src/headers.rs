//! What production sends along with each file: the one table that our own server, `hosting` and its files are made of.

use std::path::Path;

/// Only our own files, and nothing may be asked of another address: the page's promise of privacy. Our pages say the same
/// in a `meta`, for hosts without headers. The frame is the widget's, on the page that shows how to embed it.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'";

/// What the policy adds for all but the widget: no other site may show the page within its own. (No `meta` can say it.)
pub(crate) const NOT_FRAMED: &str = "frame-ancestors 'none'";

/// The widget's document, which other sites frame.
pub(crate) const WIDGET: &str = "embed.html";

/// The script that puts the widget into other sites.
pub(crate) const WIDGET_SCRIPT: &str = "embed.js";

/// The policy's header.
pub(crate) const POLICY_HEADER: &str = "Content-Security-Policy";

/// Sent with every answer, beside the policy.
pub(crate) const EVERYWHERE: [(&str, &str); 4] = [
    // Without these two the page may not share with its workers the place where they are told to stop.
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
];

/// Sent beside those with the files of these names, for the sites that use them.
pub(crate) const FOR_OTHER_SITES: [(&str, &[(&str, &str)]); 2] = [
    (WIDGET, &[("Cross-Origin-Resource-Policy", "cross-origin")]),
    (
        WIDGET_SCRIPT,
        // The second lets a site compare the script with a hash (`integrity`), which needs `crossorigin`.
        &[("Cross-Origin-Resource-Policy", "cross-origin"), ("Access-Control-Allow-Origin", "*")],
    ),
];

/// For files whose name changes with their content.
pub(crate) const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";

/// For all others: ask each time whether there is a newer one.
pub(crate) const CACHE_ASK: &str = "no-cache";

/// What [`is_hashed`] looks for, as servers take it.
pub(crate) const HASHED: &str = "-[0-9a-f]{13,16}[._]";

/// The value of `Content-Type` by the endings of names.
pub(crate) const TYPES: [(&[&str], &str); 16] = [
    (&["html"], "text/html; charset=utf-8"),
    (&["js", "mjs"], "text/javascript; charset=utf-8"),
    (&["css"], "text/css; charset=utf-8"),
    (&["wasm"], "application/wasm"),
    (&["json", "map"], "application/json"),
    (&["webmanifest"], "application/manifest+json"),
    (&["xml"], "application/xml"),
    (&["md"], "text/markdown; charset=utf-8"),
    (&["txt", "sha384"], "text/plain; charset=utf-8"),
    (&["svg"], "image/svg+xml"),
    (&["png"], "image/png"),
    (&["jpg", "jpeg"], "image/jpeg"),
    (&["webp"], "image/webp"),
    (&["ico"], "image/x-icon"),
    (&["woff2"], "font/woff2"),
    (&["gz"], "application/gzip"),
];

/// The type of everything else.
pub(crate) const UNKNOWN: &str = "application/octet-stream";

/// The policy as a header says it.
pub(crate) fn policy(framed: bool) -> String {
    if framed { POLICY.to_owned() } else { format!("{POLICY}; {NOT_FRAMED}") }
}

/// Everything sent with a file of this name, whether it is there or not, beside its type and for how long it is kept.
pub(crate) fn of(name: &str) -> Vec<(&'static str, String)> {
    let mut headers = vec![(POLICY_HEADER, policy(name == WIDGET))];
    let others = FOR_OTHER_SITES.iter().find(|(file, _)| *file == name).map_or(&[][..], |(_, headers)| headers);
    headers.extend(EVERYWHERE.iter().chain(others).map(|(name, value)| (*name, (*value).to_owned())));
    headers
}

/// The value of `Content-Type`.
pub(crate) fn content_type(file: &Path) -> &'static str {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    TYPES.iter().find(|(extensions, _)| extensions.contains(&extension)).map_or(UNKNOWN, |(_, media)| media)
}

/// The value of `Cache-Control`.
pub(crate) fn cache_control(file: &Path) -> &'static str {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if is_hashed(name) { CACHE_FOREVER } else { CACHE_ASK }
}

/// Whether a name holds a hash of the content as Trunk writes it, `app-0123456789abcdef_bg.wasm`.
/// (It writes a number without leading zeros, so a few names in a thousand are shorter.)
pub(crate) fn is_hashed(name: &str) -> bool {
    name.split('-').skip(1).any(|part| {
        let digits = part.bytes().take_while(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(b)).count();
        (13..=16).contains(&digits) && part[digits..].starts_with(['.', '_'])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_a_browser_insists_on() {
        assert_eq!(content_type(Path::new("a_bg.wasm")), "application/wasm");
        assert_eq!(content_type(Path::new("a.js")), "text/javascript; charset=utf-8");
        assert_eq!(content_type(Path::new("a.css")), "text/css; charset=utf-8");
        assert_eq!(content_type(Path::new("rules/a.md")), "text/markdown; charset=utf-8");
        assert_eq!(content_type(Path::new("LICENSE")), "application/octet-stream");
    }

    #[test]
    fn only_hashed_names_are_kept_forever() {
        for name in ["app-0123456789abcdef.js", "app-name-0123456789abcdef_bg.wasm", "main-91f4fc5db60402d3.css"] {
            assert_eq!(cache_control(Path::new(name)), CACHE_FOREVER, "{name}");
        }
        for name in ["index.html", "worker.js", "worker_bg.wasm", "boot.js", "loc-dead.js", "a-0123456789abcdefff.js"] {
            assert_eq!(cache_control(Path::new(name)), CACHE_ASK, "{name}");
        }
    }

    #[test]
    fn only_the_widget_may_be_framed() {
        let sent = |file: &str, name: &str| of(file).into_iter().find(|header| header.0 == name).map(|header| header.1);
        assert_eq!(sent(WIDGET, POLICY_HEADER).as_deref(), Some(POLICY));
        for name in ["index.html", "", WIDGET_SCRIPT, "not-embed.html", "nothing"] {
            let policy = sent(name, POLICY_HEADER).expect("a policy");
            assert_eq!(policy.strip_prefix(POLICY), Some("; frame-ancestors 'none'"), "{name}");
        }
    }

    #[test]
    fn other_sites_may_load_the_widget_and_its_script() {
        let names = |file: &str| of(file).into_iter().skip(1 + EVERYWHERE.len()).collect::<Vec<_>>();
        let cross_origin = ("Cross-Origin-Resource-Policy", "cross-origin".to_owned());
        assert_eq!(names(WIDGET), std::slice::from_ref(&cross_origin));
        assert_eq!(names(WIDGET_SCRIPT), [cross_origin, ("Access-Control-Allow-Origin", "*".to_owned())]);
        assert!(names("index.html").is_empty());
    }

    #[test]
    fn the_page_says_the_policy_itself_where_no_header_does() {
        let page = std::fs::read_to_string(crate::root().join("index.html")).expect("index.html");
        let (before, rest) =
            page.split_once(r#"<meta http-equiv="Content-Security-Policy" content=""#).expect("a meta");
        assert_eq!(rest.split('"').next(), Some(POLICY));
        // What stands before it is not bound by it.
        assert!(!before.contains("<script") && !before.contains("<link"), "{before}");
    }
    #[test]
    fn the_documentation_says_the_same() {
        let text = std::fs::read_to_string(crate::root().join("docs/hosting.md")).expect("docs/hosting.md");
        let lines: Vec<&str> = text.lines().collect();
        for (name, value) in of("index.html") {
            let line = format!("{name}: {value}");
            assert!(lines.contains(&line.as_str()), "{line}");
        }
        assert!(text.contains(CACHE_FOREVER) && text.contains(&format!("`{CACHE_ASK}`")));
    }
}
