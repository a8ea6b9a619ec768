//! The document that other sites put into a frame: the app without its page.

use std::fmt::Write as _;

use sitemap_validator_protocol::lang::Lang;
use sitemap_validator_web::first_view;

use crate::front::{script, templates};

/// The tags of the app's page that a frame needs too: style sheets, preloads, the icon and the build.
const KEPT: [&str; 9] = [
    "<meta charset=",
    "<meta http-equiv=\"Content-Security-Policy\"",
    "<meta name=\"viewport\"",
    "<meta name=\"color-scheme\"",
    "<meta name=\"build\"",
    "<link rel=\"icon\"",
    "<link rel=\"stylesheet\"",
    "<link rel=\"modulepreload\"",
    "<link rel=\"preload\"",
];

/// Returns the document, made from `built`, the page of the app.
///
/// # Errors
/// If the page lacks a part; the error names it.
pub(crate) fn html(built: &str) -> Result<String, String> {
    let mut head = String::new();
    for kept in KEPT {
        let tags: Vec<&str> = tags(built, kept).collect();
        if tags.is_empty() {
            return Err(format!("index.html has no `{kept}`"));
        }
        for tag in tags {
            let _ = writeln!(head, "    {tag}");
        }
    }
    let start = tags(built, "<script type=\"module\"").next().ok_or("index.html does not start the app")?;
    // A frame is not cached for offline use; only the page itself is.
    let start: Vec<&str> =
        start.trim_end_matches('>').split(' ').filter(|part| !part.starts_with("data-offline=")).collect();
    let start = start.join(" ");
    Ok(format!(
        "<!doctype html>\n\
         <html lang=\"en\" data-embed>\n  <head>\n{head}    \
         <link rel=\"stylesheet\" href=\"embed.css\">\n    \
         <title>Sitemap validator</title>\n    \
         <meta name=\"robots\" content=\"noindex\">\n    \
         {start}></script>\n{}  </head>\n  \
         <body data-state=\"empty\">\n    <main>\n    <h1 class=\"unseen\">Sitemap validator</h1>\n    \
         <noscript><p class=\"loading\">The check runs in your browser as WebAssembly, so it needs scripts.</p></noscript>\n    \
         <div id=\"app\">{}</div>\n    </main>\n    {}\n  </body>\n</html>\n",
        script(""),
        first_view(Lang::En, true).app,
        templates(true),
    ))
}

/// Returns the tags of `page` that begin with `begin`.
fn tags<'a>(page: &'a str, begin: &'a str) -> impl Iterator<Item = &'a str> {
    page.match_indices(begin).filter_map(|(at, _)| Some(&page[at..=at + page[at..].find('>')?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_has_the_app_and_nothing_around_it() {
        let built = r#"<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>t</title><meta name="viewport" content="w"><meta name="color-scheme" content="l"><meta name="build" content="01"><link rel="icon" href="data:i"><link rel="manifest" href="m"><link rel="stylesheet" href="./base-1.css" /><link rel="stylesheet" href="./b.css"/><link rel="modulepreload" href="./a.js"><link rel="preload" href="./a.wasm" as="fetch"><script type="module" src="./boot.js" data-js="./a.js" data-wasm="./a.wasm" data-offline="./offline.js"></script></head><body><h1>h</h1></body></html>"#;
        let page = html(built).expect("a page");
        for part in [
            "<html lang=\"en\" data-embed>",
            "<link rel=\"stylesheet\" href=\"./base-1.css\" />\n    <link rel=\"stylesheet\" href=\"./b.css\"/>",
            "<script src=\"early.js\"></script>",
            "<link rel=\"modulepreload\" href=\"./a.js\">",
            "<link rel=\"preload\" href=\"./a.wasm\" as=\"fetch\">",
            "<script type=\"module\" src=\"./boot.js\" data-js=\"./a.js\" data-wasm=\"./a.wasm\"></script>",
            "content=\"01\"",
            "<link rel=\"icon\" href=\"data:i\">",
            "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("manifest") && !page.contains("offline") && !page.contains(">h</h1>"), "{page}");
        assert!(html("<html></html>").expect_err("nothing there").contains("<meta charset="));
    }
}
