//! Finding an nginx for the test of `hosting/nginx.conf`, or getting Debian's.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::apt;
use crate::lock::lock;
use crate::process::{command, on_path, output};
use crate::steps::{left_out, note};
use crate::tools;

/// The program to test with: `NGINX`, one that is installed, or Debian's in the folder of tools. Where it cannot be had
/// the test says that it did not run, but CI fails.
pub(crate) fn find(root: &Path) -> Result<Option<PathBuf>, String> {
    if let Some(path) = env::var_os("NGINX").filter(|path| !path.is_empty()) {
        let path = PathBuf::from(path);
        return if path.is_file() {
            Ok(Some(path))
        } else {
            Err(format!("NGINX names {}, which is not there", path.display()))
        };
    }
    match installed().map_or_else(|| unpacked(root), Ok) {
        Ok(program) => Ok(Some(program)),
        Err(problem) => {
            left_out(format!("hosting/nginx.conf is not tested: nginx is missing ({problem})")).map(|()| None)
        }
    }
}

/// One of the machine's own; its folder is not on everybody's `PATH`.
fn installed() -> Option<PathBuf> {
    on_path("nginx").or_else(|| Some(PathBuf::from("/usr/sbin/nginx")).filter(|program| program.is_file()))
}

/// Debian's, unpacked beside the other tools: a package that is installed would start a server on port 80.
fn unpacked(root: &Path) -> Result<PathBuf, String> {
    let folder = tools::cache()?.join("nginx");
    let program = folder.join("usr/sbin/nginx");
    let runs = || output(command(&program, root).arg("-v")).is_some();
    if runs() {
        return Ok(program);
    }
    if !apt::is_there() {
        return Err("there is no `apt-get` to get it with".to_owned());
    }
    note("nginx: unpacking Debian's, some seconds");
    let _lock = lock(&folder.with_added_extension("lock"), "unpacking nginx")?;
    if !runs() {
        let begun = folder.with_added_extension("new");
        let failed = |error| format!("{} cannot be written: {error}", folder.display());
        tools::remove(&begun).map_err(failed)?;
        apt::unpack(root, &["nginx", "libnginx-mod-http-brotli-static"], &begun)?;
        tools::remove(&folder).map_err(failed)?;
        fs::rename(&begun, &folder).map_err(failed)?;
    }
    if runs() { Ok(program) } else { Err("Debian's does not run here".to_owned()) }
}
