//! Finding an nginx for the test of `hosting/nginx.conf`, or getting Debian's.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::apt;
use crate::lock::lock;
use crate::process::{command, on_path, output};
use crate::steps::{left_out, note};
use crate::tools;

/// The module that hands out `.br`, as Debian puts it beside the program; the test looks for it there too.
const BROTLI: &str = "../lib/nginx/modules/ngx_http_brotli_static_module.so";

/// The program to test with: `NGINX`, one that is installed, or Debian's in the folder of tools; with the module for
/// brotli if one of them has it. Where something cannot be had the test says what did not run, but CI fails.
pub(crate) fn find(root: &Path) -> Result<Option<PathBuf>, String> {
    if let Some(path) = env::var_os("NGINX").filter(|path| !path.is_empty()) {
        let path = PathBuf::from(path);
        if !path.is_file() {
            return Err(format!("NGINX names {}, which is not there", path.display()));
        }
        return taken(path, "NGINX names it").map(Some);
    }
    let installed = installed();
    if let Some(program) = installed.iter().find(|program| has_brotli(program)) {
        return Ok(Some(program.clone()));
    }
    match (unpacked(root), installed.into_iter().next()) {
        (Ok(program), _) => Ok(Some(program)),
        (Err(problem), Some(program)) => taken(program, &problem).map(Some),
        (Err(problem), None) => {
            left_out(format!("hosting/nginx.conf is not tested: nginx is missing ({problem})")).map(|()| None)
        }
    }
}

/// `program`, and what is left out if it lacks the module; `why` there is no other.
fn taken(program: PathBuf, why: &str) -> Result<PathBuf, String> {
    if !has_brotli(&program) {
        left_out(format!("brotli_static is not tested: {} has no module for it ({why})", program.display()))?;
    }
    Ok(program)
}

/// Those of the machine's own; their folder is not on everybody's `PATH`.
fn installed() -> Vec<PathBuf> {
    let usual = Some(PathBuf::from("/usr/sbin/nginx")).filter(|program| program.is_file());
    on_path("nginx").into_iter().chain(usual).collect()
}

fn has_brotli(program: &Path) -> bool {
    program.parent().is_some_and(|folder| folder.join(BROTLI).is_file())
}

/// Debian's, unpacked beside the other tools: a package that is installed would start a server on port 80.
fn unpacked(root: &Path) -> Result<PathBuf, String> {
    let folder = tools::cache()?.join("nginx");
    let program = folder.join("usr/sbin/nginx");
    let runs = || has_brotli(&program) && output(command(&program, root).arg("-v")).is_some();
    if runs() {
        return Ok(program);
    }
    if !apt::is_there() {
        return Err("there is no `apt-get` to get one with; NGINX=/path/to/nginx names one".to_owned());
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
    if runs() {
        Ok(program)
    } else {
        Err("Debian's does not run here; NGINX=/path/to/nginx names another one, \
            with ../lib/nginx/modules/ngx_http_brotli_static_module.so beside it"
            .to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_looked_for_where_the_test_does() {
        let folder = env::temp_dir().join(format!("xtask-nginx-{}", std::process::id()));
        let program = folder.join("sbin/nginx");
        let modules = folder.join("lib/nginx/modules");
        for made in [program.parent().expect("a folder"), &modules] {
            fs::create_dir_all(made).expect("a folder");
        }
        assert!(!has_brotli(&program));
        fs::write(modules.join("ngx_http_brotli_static_module.so"), "").expect("a file");
        assert!(has_brotli(&program));
        let _ = fs::remove_dir_all(&folder);
        let test = fs::read_to_string(crate::root().join("tests/browser/hosting.test.mjs")).expect("the test");
        assert!(test.contains(&format!("\"{BROTLI}\"")));
    }
}
