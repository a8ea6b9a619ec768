//! Files in folders that are not sitemaps.

use sitemap_validator::session::{Session, retain_others};

use crate::arguments::Check;
use crate::input::Input;
use crate::text::plural;

/// The maximum number of skipped files that are named.
const NAMED: usize = 3;

/// Skips files of folders that no file lists and that are not sitemaps, such as licenses, style sheets and other
/// documents.
///
/// # Errors
/// If no file is left.
pub(crate) fn skip_non_sitemaps(check: &Check, inputs: &mut Vec<Input>, session: &mut Session) -> Result<(), String> {
    let others = session.non_sitemaps();
    if others.is_empty() {
        return Ok(());
    }
    let shown = others.iter().take(NAMED).map(|&file| inputs[file].shown());
    let mut names = shown.collect::<Vec<_>>().join(", ");
    if others.len() > NAMED {
        names.push_str(", …");
    }
    let count = plural(others.len() as u64, "file");
    if others.len() == inputs.len() {
        return Err(format!("no sitemap in {count}: {names}"));
    }
    if !check.arguments.quiet {
        let why = "neither a sitemap by content nor listed in an index or a robots.txt";
        check.print_problem(&format!("{count} skipped, {why}: {names}"));
    }
    session.leave_out(&others);
    retain_others(inputs, &others);
    Ok(())
}
