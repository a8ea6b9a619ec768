//! The headers that production sends with each file of the page: the one table for our own servers and the files for
//! other servers.

#![forbid(unsafe_code)]

use std::path::Path;

/// Allows only our own files and no requests to other origins: the page's promise of privacy. The pages contain the same in
/// a `meta`, for hosts that send no headers. `frame-src` is for the page that shows how to embed the widget. `theme.js`, and
/// in workers `worker-start.js`, create the one policy of Trusted Types.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default";

/// Added to the policy of every file but the widget: other sites must not frame the page. (A `meta` cannot contain it.)
pub const NOT_FRAMED: &str = "frame-ancestors 'none'";

/// The widget's document, which other sites frame.
pub const WIDGET: &str = "embed.html";

/// The script that adds the widget to other sites.
pub const WIDGET_SCRIPT: &str = "embed.js";

/// The header of the policy.
pub const POLICY_HEADER: &str = "Content-Security-Policy";

/// Sent with every response, in addition to the policy.
pub const EVERYWHERE: [(&str, &str); 5] = [
    // Both are required for the memory that the page and its workers share, in which workers are told to stop.
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    (
        "Permissions-Policy",
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
        magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
    ),
];

/// Sent with every response over HTTPS: RFC 6797 forbids it elsewhere, and our own server has no HTTPS. Without
/// `includeSubDomains`, because other sites may use subdomains.
pub const OVER_HTTPS: (&str, &str) = ("Strict-Transport-Security", "max-age=31536000");

/// Sent in addition with the files of these names, for the sites that use them.
pub const FOR_OTHER_SITES: [(&str, &[(&str, &str)]); 2] = [
    (WIDGET, &[("Cross-Origin-Resource-Policy", "cross-origin")]),
    (
        WIDGET_SCRIPT,
        // The second allows sites to pin the script with `integrity`, which requires `crossorigin`.
        &[("Cross-Origin-Resource-Policy", "cross-origin"), ("Access-Control-Allow-Origin", "*")],
    ),
];

/// For files whose name changes with their content.
pub const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";

/// For all other files: the browser asks each time whether there is a newer one.
pub const CACHE_ASK: &str = "no-cache";

/// The value of `Content-Type` by file extension.
pub const TYPES: [(&[&str], &str); 16] = [
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

/// The type of all other files.
pub const UNKNOWN: &str = "application/octet-stream";

/// The value of the policy's header.
pub fn policy(framed: bool) -> String {
    if framed { POLICY.to_owned() } else { format!("{POLICY}; {NOT_FRAMED}") }
}

/// The headers of responses to requests for a file of this name, whether it exists or not, but for its type and caching.
pub fn of(name: &str) -> Vec<(&'static str, String)> {
    let mut headers = vec![(POLICY_HEADER, policy(name == WIDGET))];
    let others = FOR_OTHER_SITES.iter().find(|(file, _)| *file == name).map_or(&[][..], |(_, headers)| headers);
    headers.extend(EVERYWHERE.iter().chain(others).map(|(name, value)| (*name, (*value).to_owned())));
    headers
}

/// The value of `Content-Type`.
pub fn content_type(file: &Path) -> &'static str {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    TYPES.iter().find(|(extensions, _)| extensions.contains(&extension)).map_or(UNKNOWN, |(_, media)| media)
}

/// The value of `Cache-Control`.
pub fn cache_control(file: &Path) -> &'static str {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if is_hashed(name) { CACHE_FOREVER } else { CACHE_ASK }
}

/// Whether a name contains a hash of the content as Trunk writes it, `app-0123456789abcdef_bg.wasm`. The files in `hosting`
/// search for `-[0-9a-f]{13,16}[._]`. (Trunk omits leading zeros, so a few names in a thousand are shorter.)
pub fn is_hashed(name: &str) -> bool {
    name.split('-').skip(1).any(|part| {
        let digits = part.bytes().take_while(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(b)).count();
        (13..=16).contains(&digits) && part[digits..].starts_with(['.', '_'])
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    #[test]
    fn types_and_caching_follow_the_name() {
        for (name, media, cache) in [
            ("app-0123456789abcdef_bg.wasm", "application/wasm", CACHE_FOREVER),
            ("app-name-0123456789abcdef.js", "text/javascript; charset=utf-8", CACHE_FOREVER),
            ("main-91f4fc5db60402d3.css", "text/css; charset=utf-8", CACHE_FOREVER),
            ("rules/a.md", "text/markdown; charset=utf-8", CACHE_ASK),
            ("worker_bg.wasm", "application/wasm", CACHE_ASK),
            ("loc-dead.js", "text/javascript; charset=utf-8", CACHE_ASK),
            ("a-0123456789abcdefff.js", "text/javascript; charset=utf-8", CACHE_ASK),
            ("LICENSE", UNKNOWN, CACHE_ASK),
        ] {
            assert_eq!((content_type(Path::new(name)), cache_control(Path::new(name))), (media, cache), "{name}");
        }
    }

    #[test]
    fn only_the_widget_and_its_script_are_for_other_sites() {
        let cross_origin = ("Cross-Origin-Resource-Policy", "cross-origin".to_owned());
        let readable = ("Access-Control-Allow-Origin", "*".to_owned());
        for (name, framed, others) in [
            (WIDGET, true, vec![cross_origin.clone()]),
            (WIDGET_SCRIPT, false, vec![cross_origin, readable]),
            ("index.html", false, vec![]),
            ("not-embed.html", false, vec![]),
            ("", false, vec![]),
        ] {
            let headers = of(name);
            assert_eq!(headers[0], (POLICY_HEADER, policy(framed)), "{name}");
            assert_eq!(headers[1 + EVERYWHERE.len()..], others, "{name}");
        }
        assert_eq!(policy(false), format!("{POLICY}; frame-ancestors 'none'"));
    }

    #[test]
    fn the_page_contains_the_policy() {
        let page = std::fs::read_to_string(root().join("index.html")).expect("index.html");
        let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
        let (before, _) = page.split_once(&meta).expect("a meta");
        // The policy does not apply to what precedes it.
        assert!(!before.contains("<script") && !before.contains("<link"), "{before}");
    }

    #[test]
    fn the_documentation_contains_the_headers() {
        let text = std::fs::read_to_string(root().join("docs/hosting.md")).expect("docs/hosting.md");
        for (name, value) in of("index.html").into_iter().chain([(OVER_HTTPS.0, OVER_HTTPS.1.to_owned())]) {
            assert!(text.contains(&format!("\n{name}: {value}\n")), "{name}");
        }
        assert!(text.contains(CACHE_FOREVER) && text.contains(&format!("`{CACHE_ASK}`")));
    }
}
