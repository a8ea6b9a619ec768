//! Joins files of the built page that are loaded together: each request takes a round trip.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

/// How Trunk writes a link to a style sheet.
const LINK: (&str, &str) = ("<link rel=\"stylesheet\" href=\"./", "\"/>");

/// The style sheet that other pages use too stays by itself.
const SHARED: &str = "base-";

/// The script that other pages use too, and the one that needs it.
const SCRIPTS: [&str; 2] = ["theme.js", "early.js"];

/// Joins the scripts, and the style sheets that follow each other in `page`; returns the page with the new links.
pub(crate) fn join(dist: &Path, page: &str) -> io::Result<String> {
    let scripts = SCRIPTS.map(|name| fs::read_to_string(dist.join(name)));
    let [first, second] = scripts;
    fs::write(dist.join(SCRIPTS[1]), first? + &second?)?;

    let mut out = String::new();
    let mut names: Vec<&str> = Vec::new();
    for line in page.lines() {
        let name = line.trim().strip_prefix(LINK.0).and_then(|rest| rest.strip_suffix(LINK.1));
        match name {
            Some(name) if !name.starts_with(SHARED) => names.push(name),
            _ => {
                out += &link(dist, &std::mem::take(&mut names))?;
                out += line;
                out.push('\n');
            }
        }
    }
    Ok(out)
}

/// A link to one style sheet with the contents of all; nothing if there are none.
fn link(dist: &Path, names: &[&str]) -> io::Result<String> {
    let Some(first) = names.first() else { return Ok(String::new()) };
    let mut all = String::new();
    for name in names {
        all += &fs::read_to_string(dist.join(name))?;
        fs::remove_file(dist.join(name))?;
    }
    let mut hash = DefaultHasher::new();
    all.hash(&mut hash);
    let stem = first.split('-').next().unwrap_or_default();
    let name = format!("{stem}-{:016x}.css", hash.finish());
    fs::write(dist.join(&name), all)?;
    Ok(format!("    {}{name}{}\n", LINK.0, LINK.1))
}

#[cfg(test)]
#[test]
fn what_is_loaded_together_is_joined() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    for (name, text) in [("base-1.css", "a{}"), ("input-2.css", "b{}"), ("shell-3.css", "c{}"), ("late-4.css", "d{}")] {
        write(name, text);
    }
    write("theme.js", "1;\n");
    write("early.js", "2;\n");
    let sheet = |name: &str| format!("    {}{name}{}\n", LINK.0, LINK.1);
    let page = [
        "<head>\n",
        &sheet("base-1.css"),
        &sheet("input-2.css"),
        &sheet("shell-3.css"),
        "</head>\n",
        &sheet("late-4.css"),
        "</html>\n",
    ];
    let joined = join(folder.path(), &page.concat()).expect("joined");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect(name);
    let names: Vec<&str> =
        joined.lines().filter_map(|line| line.trim().strip_prefix(LINK.0)?.strip_suffix(LINK.1)).collect();
    assert_eq!(names.iter().map(|name| read(name)).collect::<Vec<_>>(), ["a{}", "b{}c{}", "d{}"], "{joined}");
    assert_eq!((read("theme.js"), read("early.js")), ("1;\n".to_owned(), "1;\n2;\n".to_owned()));
    assert!(
        joined.starts_with("<head>\n") && joined.ends_with("</html>\n") && !folder.path().join("shell-3.css").exists()
    );
}
