//! Finding a Chromium for the browser tests, or getting Debian's.

use std::env;
use std::path::{Path, PathBuf};

use crate::apt;
use crate::process::on_path;
use crate::steps::note;

/// Names the browser goes by.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

const BY_HAND: &str = "By hand: install Chromium (on Debian: `apt-get install chromium fonts-liberation`), or set \
                       CHROMIUM to the program's path.";

/// The program to test with: `CHROMIUM`, one from `PATH`, or the one `apt-get` installs.
pub(crate) fn find(root: &Path) -> Result<PathBuf, String> {
    if let Some(path) = env::var_os("CHROMIUM").filter(|path| !path.is_empty()) {
        let path = PathBuf::from(path);
        return if path.is_file() {
            Ok(path)
        } else {
            Err(format!("CHROMIUM names {}, which is not there. {BY_HAND}", path.display()))
        };
    }
    if let Some(path) = known() {
        return Ok(path);
    }
    if !apt::is_there() {
        return Err(format!("Chromium is missing and there is no `apt-get` to get it with. {BY_HAND}"));
    }
    note("Chromium: installing Debian's, about a minute the first time");
    // Without a font of its own a bare machine shows empty boxes.
    apt::install(root, &["chromium", "fonts-liberation"])
        .map_err(|problem| format!("Chromium is missing and could not be installed: {problem}. {BY_HAND}"))?;
    known().ok_or_else(|| format!("Chromium is missing, though its package was installed. {BY_HAND}"))
}

fn known() -> Option<PathBuf> {
    NAMES.iter().find_map(|name| on_path(name))
}
