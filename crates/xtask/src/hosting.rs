//! The files that other servers read from `dist/`. Those for nginx and Caddy are in `hosting` only.

use std::fs;
use std::io;
use std::path::Path;

use sitemap_validator_headers::{CACHE_FOREVER, is_hashed};

/// For Apache.
const HTACCESS: &str = include_str!("../../../hosting/htaccess");

/// For Netlify and Cloudflare Pages, without the files that never change.
const HEADERS: &str = include_str!("../../../hosting/_headers");

/// Writes the files that servers read from the folder they serve.
pub(crate) fn write(dist: &Path) -> io::Result<()> {
    let mut hashed = Vec::new();
    for entry in fs::read_dir(dist)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if is_hashed(&name) {
            hashed.push(format!("\n/{name}\n  Cache-Control: {CACHE_FOREVER}\n"));
        }
    }
    hashed.sort();
    fs::write(dist.join("_headers"), HEADERS.to_owned() + &hashed.concat())?;
    fs::write(dist.join(".htaccess"), HTACCESS)
}

#[cfg(test)]
mod tests {
    use sitemap_validator_headers::{
        CACHE_ASK, EVERYWHERE, FOR_OTHER_SITES, OVER_HTTPS, POLICY_HEADER, TYPES, WIDGET, content_type, policy,
    };

    use super::*;

    /// The patterns in `_headers` that forbid frames. (Cloudflare Pages serves `404.html` as `404`.)
    const NOT_FRAMED: [&str; 9] =
        ["/", "/index.html", "/404.html", "/404", "/fr/*", "/es/*", "/rules/*", "/embed/*", "/about/*"];

    #[test]
    fn the_headers_file_agrees_with_the_table() {
        let lines = |headers: &[(&str, &str)]| {
            headers.iter().map(|(name, value)| format!("  {name}: {value}\n")).collect::<Vec<_>>().concat()
        };
        let mut blocks =
            vec![("/*", lines(&[(POLICY_HEADER, &policy(true))]) + &lines(&EVERYWHERE) + &lines(&[OVER_HTTPS]))];
        blocks.extend(NOT_FRAMED.map(|path| (path, lines(&[(POLICY_HEADER, &policy(false))]))));
        // Cloudflare Pages serves `embed.html` as `embed`.
        blocks.extend(["/embed.html", "/embed"].map(|path| (path, lines(FOR_OTHER_SITES[0].1))));
        blocks.push(("/embed.js", lines(FOR_OTHER_SITES[1].1)));
        let pin = "/embed.js.sha384";
        blocks.push((pin, lines(&[("Content-Type", content_type(Path::new(pin)))])));
        let expected: Vec<String> = blocks.iter().map(|(path, lines)| format!("{path}\n{lines}")).collect();
        let text: String = HEADERS.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
        assert_eq!(text, expected.join("\n"));
        // Cloudflare Pages reads no more.
        assert!(text.lines().all(|line| line.len() <= 2000));
    }

    #[test]
    fn the_widget_may_be_framed() {
        let fits = |path: &str| match path.strip_suffix('*') {
            Some(start) => format!("/{WIDGET}").starts_with(start),
            None => format!("/{WIDGET}") == path,
        };
        assert!(!NOT_FRAMED.into_iter().any(fits));
    }

    #[test]
    fn the_files_in_hosting_agree_with_the_table() {
        for file in ["htaccess", "Caddyfile", "nginx.conf"] {
            let text = fs::read_to_string(crate::root().join("hosting").join(file)).expect(file);
            let mut parts: Vec<String> = EVERYWHERE
                .map(|(name, value)| match file {
                    "htaccess" => format!("Header always set {name} \"{value}\"\n"),
                    "Caddyfile" => format!("\t{name} \"{value}\"\n"),
                    _ => format!(" add_header {name} \"{value}\" always;\n"),
                })
                .into();
            // To Apache, `.gz` files are the compressed files of the build.
            for (endings, media) in TYPES.iter().filter(|(endings, _)| file != "htaccess" || *endings != ["gz"]) {
                parts.push(match file {
                    "htaccess" => format!("AddType '{media}' .{}\n", endings.join(" .")),
                    "Caddyfile" => {
                        let paths = endings.join(" *.");
                        format!("\tpath *.{paths}\n\t\t}}\n\t\theader @{} Content-Type \"{media}\"\n", endings[0])
                    }
                    _ => format!(" {} {};\n", media.trim_end_matches("; charset=utf-8"), endings.join(" ")),
                });
            }
            let others = FOR_OTHER_SITES.iter().flat_map(|(_, headers)| *headers).map(|(_, value)| *value);
            let values = others.chain([CACHE_ASK, CACHE_FOREVER, OVER_HTTPS.1]).map(str::to_owned);
            parts.extend(values.chain([policy(true), policy(false)]).map(|value| format!("\"{value}\"")));
            parts.push("-[0-9a-f]{13,16}[._]".to_owned());
            for part in parts {
                assert!(text.contains(&part), "hosting/{file} does not contain {part}");
            }
        }
    }

    #[test]
    fn hashed_files_of_a_build_are_cached_forever() {
        let folder = tempfile::tempdir().expect("a folder");
        let dist = folder.path();
        for name in ["b-0123456789abcdef.css", "a-0123456789abcdef_bg.wasm", "boot.js"] {
            fs::write(dist.join(name), "").expect("a file");
        }
        write(dist).expect("written");
        let text = fs::read_to_string(dist.join("_headers")).expect("headers");
        let kept: Vec<&str> = text.lines().filter(|line| line.contains("0123456789abcdef")).collect();
        assert_eq!(kept, ["/a-0123456789abcdef_bg.wasm", "/b-0123456789abcdef.css"]);
        assert!(dist.join(".htaccess").is_file());
    }
}
