//! Where old URLs lead according to files: lists of redirects and the folder of the built site.

use std::collections::{HashMap, HashSet};
use std::fs;

use sitemap_validator::compare::{RedirectList, Version};
use sitemap_validator_crawl::address::Address;
use sitemap_validator_crawl::built::{Comparison, Rules, Site};
use sitemap_validator_protocol::comparison::Redirects;
use sitemap_validator_protocol::http::{Entry, Hop, Http, Page};

use super::side;
use crate::options::Compare;
use crate::output::print_problem;
use crate::site::{BuiltFolder, of_version};
use crate::text::plural;

/// What the files say.
struct Known {
    lists: Vec<RedirectList>,
    folder: Option<BuiltFolder>,
    /// The sites of old URLs that are not in the folder, with the rules that apply to any site.
    others: HashMap<String, Site>,
}

/// What the files say of these old URLs.
///
/// # Errors
/// If a file or the folder cannot be read.
pub(super) fn pages(options: &Compare, old: &[&str], new: &Version) -> Result<Vec<Page>, String> {
    let mut lists = Vec::new();
    let mut texts = Vec::new();
    for (format, path) in &options.redirects_from {
        let failed = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
        let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
        if *format == Redirects::Netlify {
            if let Some(error) = Rules::default().add_redirects(&text, "").first() {
                return Err(failed(error));
            }
            texts.push(text);
        } else {
            lists.push(RedirectList::read(*format, &text).map_err(|problem| failed(&problem))?);
        }
    }
    let add = |site: &mut Site| {
        let origin = site.origin();
        for text in &texts {
            // Their lines were read without errors.
            let _ = site.rules.add_redirects(text, &origin);
        }
    };
    let check = side::check(options, vec!["-".into()])?;
    let prepare = |comparison: &mut Comparison| add(comparison.site_mut());
    let folder = options.pages.as_deref().map(|folder| of_version(&check, folder, &new.sample(), prepare)).transpose();
    side::notes(&check);
    let folder = folder?;
    let is_other = |url: &&str| folder.as_ref().is_none_or(|folder| in_folder(folder, url).is_none());
    let mut others = HashMap::new();
    if let Some((folder, path)) = folder.as_ref().zip(options.pages.as_ref()) {
        let count = old.iter().filter(|url| is_other(url)).count();
        if count > 0 {
            let count = plural(count as u64, "old URL");
            print_problem(&format!("{count} not below {}, at which {} is served", folder.site.base(), path.display()));
        }
    }
    if !texts.is_empty() {
        // A redirect may lead from one scheme to the other.
        let both = |url: &&str| {
            let origin = Address::parse(url)?.origin();
            let (_, host) = origin.split_once("://")?;
            Some(["http", "https"].map(|scheme| format!("{scheme}://{host}")))
        };
        let origins: HashSet<String> = old.iter().filter(|url| is_other(url)).filter_map(both).flatten().collect();
        for origin in origins {
            let Some(mut site) = Site::without_files(&origin) else { continue };
            add(&mut site);
            others.insert(origin, site);
        }
    }
    let known = Known { lists, folder, others };
    Ok(old.iter().map(|url| known.page(url)).collect())
}

impl Known {
    /// What is known of a URL; no status if nothing is.
    fn page(&self, url: &str) -> Page {
        let page = RedirectList::follow(&self.lists, url, |url| self.site_page(url));
        page.unwrap_or_else(|| Page { listed: url.to_owned(), http: Http::new(url), ..Page::default() })
    }

    /// What the rules of the site and the folder say of a URL.
    fn site_page(&self, url: &str) -> Option<Page> {
        if let Some((folder, own)) = self.folder.as_ref().and_then(|folder| Some((folder, in_folder(folder, url)?))) {
            let mut page = folder.site.page(&own, Entry::default(), &folder.pages)?;
            if own != url && page.http.is_ok() && page.http.hops.is_empty() {
                page.http.hops.push(Hop { status: 301, location: own });
            }
            url.clone_into(&mut page.listed);
            url.clone_into(&mut page.http.requested);
            return Some(page);
        }
        let site = self.others.get(&Address::parse(url)?.origin())?;
        site.page(url, Entry::default(), &HashMap::new())
    }
}

/// The URL of a page in the folder. Hosts serve the same files with `http` and `https`, or redirect from one to the other.
fn in_folder(folder: &BuiltFolder, url: &str) -> Option<String> {
    let is_own = |url: &String| folder.site.has(url);
    let secure = || Some(format!("https://{}", url.strip_prefix("http://")?));
    Some(url.to_owned()).filter(is_own).or_else(|| secure().filter(is_own))
}
