//! Finding nginx for the test of `hosting/nginx.conf`, or unpacking Debian's.

use std::fs;
use std::path::{Path, PathBuf};

use crate::debian;
use crate::lock::lock;
use crate::process::{command, on_path, output};
use crate::steps::{left_out, note};
use crate::tools;

/// The module that serves `.br` files, relative to the program, as on Debian. The test looks for it in the same place.
const BROTLI: &str = "../lib/nginx/modules/ngx_http_brotli_static_module.so";

/// The program that `NGINX` selects, an installed one with the module for brotli, Debian's unpacked into the folder of
/// tools, or an installed one without the module. Without nginx, its test is skipped, and CI fails.
pub(crate) fn find(root: &Path) -> Result<Option<PathBuf>, String> {
    let installed = || on_path("nginx").into_iter().chain(on_path("/usr/sbin/nginx"));
    let program = match debian::selected("NGINX")?.or_else(|| installed().find(|program| has_brotli(program))) {
        Some(program) => Ok(program),
        None => unpacked(root).or_else(|problem| installed().next().ok_or(problem)),
    };
    match program {
        Ok(program) if has_brotli(&program) => Ok(Some(program)),
        Ok(program) => {
            left_out(format!("brotli_static is not tested: {} has no module for it", program.display()))?;
            Ok(Some(program))
        }
        Err(problem) => {
            left_out(format!("hosting/nginx.conf is not tested: nginx is missing ({problem})")).map(|()| None)
        }
    }
}

fn has_brotli(program: &Path) -> bool {
    program.parent().is_some_and(|folder| folder.join(BROTLI).is_file())
}

/// Debian's nginx. Installing the package would start a server on port 80.
fn unpacked(root: &Path) -> Result<PathBuf, String> {
    let folder = tools::cache()?.join("nginx");
    let program = folder.join("usr/sbin/nginx");
    let runs = || has_brotli(&program) && output(command(&program, root).arg("-v")).is_some();
    if runs() {
        return Ok(program);
    }
    let _lock = lock(&folder.with_added_extension("lock"), "unpacking nginx")?;
    if !runs() {
        note("unpacking Debian's nginx, some seconds");
        let failed = |error| format!("{} cannot be written: {error}", folder.display());
        tools::remove(&folder).map_err(failed)?;
        fs::create_dir_all(&folder).map_err(failed)?;
        debian::unpack(root, &["nginx", "libnginx-mod-http-brotli-static"], &folder)?;
    }
    let problem = "Debian's nginx does not run here. Set NGINX to the path of another one, with its module for brotli";
    if runs() { Ok(program) } else { Err(problem.to_owned()) }
}

#[cfg(test)]
#[test]
fn the_test_looks_for_the_module_in_the_same_place() {
    let test = fs::read_to_string(crate::root().join("tests/browser/hosting.test.mjs")).expect("the test");
    assert!(test.contains(&format!("\"{BROTLI}\"")));
}
