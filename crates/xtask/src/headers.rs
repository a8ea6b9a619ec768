//! What production sends along with each file. `docs/hosting.md` says the same for other servers.

use std::path::Path;

/// Only our own files, and nothing may be asked of another address: the page's promise of privacy.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// Sent with every answer.
pub(crate) const EVERYWHERE: [(&str, &str); 5] = [
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    // Without these two the page may not share with its workers the place where they are told to stop.
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
];

/// For files whose name changes with their content.
pub(crate) const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";

/// For all others: ask each time whether there is a newer one.
pub(crate) const CACHE_ASK: &str = "no-cache";

/// The value of `Content-Type`.
pub(crate) fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "xml" => "application/xml",
        "md" => "text/markdown; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "gz" => "application/gzip",
        _ => "application/octet-stream",
    }
}

/// The value of `Cache-Control`.
pub(crate) fn cache_control(file: &Path) -> &'static str {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if is_hashed(name) { CACHE_FOREVER } else { CACHE_ASK }
}

/// Whether a name holds a hash of the content as Trunk writes it, `app-0123456789abcdef_bg.wasm`.
/// (It writes a number without leading zeros, so a few names in a thousand are shorter.)
fn is_hashed(name: &str) -> bool {
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
}
