//! The table of [`crate::headers`] in the words of other servers: two files of `dist/`, and those of `hosting`.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use crate::compress::is_packed;
use crate::headers::{
    CACHE_ASK, CACHE_FOREVER, EVERYWHERE, FOR_OTHER_SITES, HASHED, POLICY_HEADER, TYPES, WIDGET, WIDGET_SCRIPT,
    content_type, is_hashed, policy,
};

/// The paths that must not be framed, where a host knows patterns of paths and no exceptions.
/// (Cloudflare Pages serves `404.html` as `404`.)
const NOT_FRAMED_PATHS: [&str; 9] =
    ["/", "/index.html", "/404.html", "/404", "/fr/*", "/es/*", "/rules/*", "/embed/*", "/about/*"];

/// Writes the files that servers read from the folder they serve.
pub(crate) fn write(dist: &Path) -> io::Result<()> {
    let mut hashed = Vec::new();
    for entry in fs::read_dir(dist)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        // Whoever reads such a file compresses by itself.
        if is_hashed(&name) && !is_packed(Path::new(&name)) {
            hashed.push(name);
        }
    }
    hashed.sort();
    fs::write(dist.join("_headers"), headers_file(&hashed))?;
    fs::write(dist.join(".htaccess"), htaccess())
}

/// For Netlify and Cloudflare Pages, which join the headers of all patterns that fit; `hashed` are the files that never
/// change.
fn headers_file(hashed: &[String]) -> String {
    let mut text = format!("/*\n  {POLICY_HEADER}: {}\n", policy(true));
    for (name, value) in EVERYWHERE {
        let _ = writeln!(text, "  {name}: {value}");
    }
    // The whole policy once more: a host that replaces instead of joining is not left with a part.
    for path in NOT_FRAMED_PATHS {
        let _ = write!(text, "\n{path}\n  {POLICY_HEADER}: {}\n", policy(false));
    }
    for (file, headers) in FOR_OTHER_SITES {
        let mut paths = vec![format!("/{file}")];
        // Cloudflare Pages serves pages under their names without the ending.
        paths.extend(file.strip_suffix(".html").map(|stem| format!("/{stem}")));
        for path in paths {
            let _ = write!(text, "\n{path}\n");
            for (name, value) in headers {
                let _ = writeln!(text, "  {name}: {value}");
            }
        }
    }
    // No host knows the ending, and with `nosniff` a browser would not show it.
    let pin = format!("{WIDGET_SCRIPT}.sha384");
    let _ = write!(text, "\n/{pin}\n  Content-Type: {}\n", content_type(Path::new(&pin)));
    for file in hashed {
        let _ = write!(text, "\n/{file}\n  Cache-Control: {CACHE_FOREVER}\n");
    }
    text
}

/// For Apache, which reads it from the folder.
fn htaccess() -> String {
    let mut text = String::from(
        "# The page on Apache 2.4: needs `AllowOverride FileInfo` and the modules headers and rewrite.\n\nAddDefaultCharset Off\n",
    );
    for (extensions, media) in TYPES.iter().filter(|(extensions, _)| *extensions != ["gz"]) {
        let _ = writeln!(text, "AddType '{media}' .{}", extensions.join(" ."));
    }
    let _ = write!(text, "\nHeader always set {POLICY_HEADER} \"{}\"\n", policy(false));
    for (name, value) in EVERYWHERE {
        let _ = writeln!(text, "Header always set {name} \"{value}\"");
    }
    let _ = write!(
        text,
        "Header always set Cache-Control \"{CACHE_ASK}\"\n<FilesMatch \"{HASHED}\">\n  Header always set Cache-Control \
        \"{CACHE_FOREVER}\" \"expr=%{{REQUEST_STATUS}} -lt 400\"\n</FilesMatch>\n",
    );
    for (file, headers) in FOR_OTHER_SITES {
        let _ = writeln!(text, "<FilesMatch \"^{}(\\.br|\\.gz)?$\">", file.replace('.', "\\."));
        if file == WIDGET {
            let _ = writeln!(text, "  Header always set {POLICY_HEADER} \"{}\"", policy(true));
        }
        for (name, value) in headers {
            let _ = writeln!(text, "  Header always set {name} \"{value}\"");
        }
        text.push_str("</FilesMatch>\n");
    }
    text.push_str(
        "
# What the build has compressed. `br` and `gz` would be a language and a type.
RemoveLanguage .br
RemoveType .gz
AddEncoding br .br
AddEncoding gzip .gz
RewriteEngine On
# For other servers.
RewriteRule (^|/)_headers$ - [R=404,L]
RewriteCond %{HTTP:Accept-Encoding} \\bbr\\b
RewriteCond %{REQUEST_FILENAME}.br -f
RewriteRule ^(.+)$ $1.br [L,E=no-gzip:1,E=no-brotli:1]
RewriteCond %{HTTP:Accept-Encoding} \\bgzip\\b
RewriteCond %{REQUEST_FILENAME}.gz -f
RewriteRule ^(.+)$ $1.gz [L,E=no-gzip:1,E=no-brotli:1]
<FilesMatch \"\\.(html|js|css|wasm|webmanifest|xml|md|txt|svg)(\\.br|\\.gz)?$\">
  Header append Vary Accept-Encoding
</FilesMatch>
",
    );
    text
}

/// The files that are kept in `hosting`: nobody but their test makes them.
#[cfg(test)]
mod checked_in;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headers_file_has_the_policy_for_every_path() {
        let text = headers_file(&["app-0123456789abcdef.js".to_owned()]);
        let whole = policy(true);
        assert!(text.starts_with(&format!("/*\n  {POLICY_HEADER}: {whole}\n  Cross-Origin-Opener-Policy: ")), "{text}");
        for path in NOT_FRAMED_PATHS {
            assert!(
                text.contains(&format!("\n\n{path}\n  {POLICY_HEADER}: {whole}; frame-ancestors 'none'\n")),
                "{text}"
            );
        }
        assert!(text.contains("\n\n/embed.js\n  Cross-Origin-Resource-Policy: cross-origin\n  Access-"), "{text}");
        assert!(text.contains("\n\n/embed.js.sha384\n  Content-Type: text/plain; charset=utf-8\n\n"), "{text}");
        assert!(text.ends_with("\n\n/app-0123456789abcdef.js\n  Cache-Control: public, max-age=31536000, immutable\n"));
        // Cloudflare Pages reads no more.
        assert!(text.lines().all(|line| line.len() <= 2000));
    }

    #[test]
    fn no_pattern_of_the_headers_file_that_forbids_frames_fits_the_widget() {
        let fits = |path: &str| match path.strip_suffix('*') {
            Some(start) => format!("/{WIDGET}").starts_with(start),
            None => format!("/{WIDGET}") == path,
        };
        assert!(!NOT_FRAMED_PATHS.into_iter().any(fits));
    }

    #[test]
    fn apache_is_told_the_same() {
        let text = htaccess();
        let policies: Vec<&str> = text.lines().filter(|line| line.contains(POLICY_HEADER)).collect();
        assert_eq!(policies.len(), 2, "{text}");
        assert!(policies[0].contains("frame-ancestors 'none'") && !policies[1].contains("frame-ancestors"));
        for (name, value) in EVERYWHERE {
            assert!(text.contains(&format!("\nHeader always set {name} \"{value}\"\n")), "{text}");
        }
        assert!(text.contains("\nAddType 'text/markdown; charset=utf-8' .md\n"), "{text}");
        // Before any rule that ends the work with a file.
        let (before, _) = text.split_once("\nRewriteRule (^|/)_headers$ - [R=404,L]\n").expect("a rule");
        assert!(before.contains("\nRewriteEngine On\n") && !before.contains("RewriteCond"), "{text}");
    }

    #[test]
    fn files_of_a_build_are_named_as_kept_for_ever() {
        let dist = std::env::temp_dir().join(format!("xtask-hosting-{}", std::process::id()));
        fs::create_dir_all(&dist).expect("a folder");
        for name in ["b-0123456789abcdef.css", "b-0123456789abcdef.css.br", "a-0123456789abcdef_bg.wasm", "boot.js"] {
            fs::write(dist.join(name), "").expect("a file");
        }
        write(&dist).expect("written");
        let text = fs::read_to_string(dist.join("_headers")).expect("headers");
        let kept: Vec<&str> = text.lines().filter(|line| line.contains("0123456789abcdef")).collect();
        assert_eq!(kept, ["/a-0123456789abcdef_bg.wasm", "/b-0123456789abcdef.css"]);
        assert!(dist.join(".htaccess").is_file());
        let _ = fs::remove_dir_all(&dist);
    }
}
