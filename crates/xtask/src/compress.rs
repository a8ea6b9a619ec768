//! The files of `dist/` as brotli and gzip make them, for servers that hand such files out.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::process::{command, run};

/// Node has what this package would need libraries for.
const SCRIPT: &str = "crates/xtask/src/compress.mjs";

/// What is written beside a file, and of which files: as the script has it.
const ENDINGS: [&str; 2] = ["br", "gz"];
const PACKED: [&str; 9] = ["js", "wasm", "css", "html", "md", "txt", "svg", "xml", "webmanifest"];

/// How far apart the times of a file and of what was made of it may be: the file systems of some keep no more.
const SAME_TIME: Duration = Duration::from_millis(2);

/// Compresses what is worth it.
pub(crate) fn all(root: &Path, dist: &Path) -> Result<(), String> {
    run(command("node", root).arg(root.join(SCRIPT)).arg(dist))
}

/// Removes what was made of files that are gone or have changed since: a server would hand it out in their place.
pub(crate) fn remove_stale(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            remove_stale(&path)?;
        } else if is_packed(&path) && !is_current(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Whether it bears the name of something [`all`] makes.
pub(crate) fn is_packed(path: &Path) -> bool {
    let extension = |path: &Path| path.extension().and_then(|extension| extension.to_str()).map(str::to_owned);
    let of = extension(&path.with_extension(""));
    extension(path).is_some_and(|extension| ENDINGS.contains(&extension.as_str()))
        && of.is_some_and(|extension| PACKED.contains(&extension.as_str()))
}

fn is_current(packed: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let (Some(packed), Some(file)) = (time(packed), time(&packed.with_extension(""))) else {
        return false;
    };
    packed.duration_since(file).unwrap_or_else(|error| error.duration()) < SAME_TIME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_what_is_compressed() {
        for name in ["index.html.br", "fr/index.html.gz", "app-0123456789abcdef_bg.wasm.br", "app.webmanifest.gz"] {
            assert!(is_packed(Path::new(name)), "{name}");
        }
        for name in ["index.html", "picture.png.gz", "sitemap.gz", "br", ".br", "html.br"] {
            assert!(!is_packed(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn the_script_compresses_and_what_is_stale_goes() {
        let folder = std::env::temp_dir().join(format!("xtask-compress-{}", std::process::id()));
        fs::create_dir_all(folder.join("rules")).expect("a folder");
        let long = "<p>much the same</p>\n".repeat(100);
        for name in ["index.html", "rules/a.md", "embed.js", "gone.css", "changed.css"] {
            fs::write(folder.join(name), &long).expect("a file");
        }
        fs::write(folder.join("short.css"), "a{}").expect("a file");
        let there = |name: &str| folder.join(name).is_file();

        all(&crate::root(), &folder).expect("compressed");
        for name in
            ["index.html.br", "index.html.gz", "rules/a.md.br", "rules/a.md.gz", "gone.css.br", "changed.css.gz"]
        {
            assert!(there(name) && fs::metadata(folder.join(name)).expect("a file").len() < 100, "{name}");
        }
        assert!(!there("short.css.br"));
        let hash = fs::read_to_string(folder.join("embed.js.sha384")).expect("a hash");
        assert!(hash.starts_with("sha384-") && hash.trim_end().len() == "sha384-".len() + 64, "{hash}");

        fs::remove_file(folder.join("gone.css")).expect("removed");
        let changed = fs::File::options().append(true).open(folder.join("changed.css")).expect("a file");
        changed.set_modified(std::time::SystemTime::now() + Duration::from_secs(5)).expect("a time");
        remove_stale(&folder).expect("removed");
        assert!(!there("gone.css.br") && !there("gone.css.gz") && !there("changed.css.br"));
        assert!(there("index.html.br") && there("rules/a.md.gz"));

        // What is current is not made again.
        fs::write(folder.join("index.html.br"), "kept").expect("a file");
        let data = fs::metadata(folder.join("index.html")).expect("a file");
        let kept = fs::File::options().append(true).open(folder.join("index.html.br")).expect("a file");
        kept.set_modified(data.modified().expect("a time")).expect("a time");
        all(&crate::root(), &folder).expect("compressed");
        assert_eq!(fs::read(folder.join("index.html.br")).expect("a file"), b"kept");
        assert!(there("changed.css.br"));
        let _ = fs::remove_dir_all(&folder);
    }
}
