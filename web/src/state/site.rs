//! The facts about the site that the visitor entered.

use std::rc::Rc;

use crate::{lang::Texts, lone_url::host};

/// The facts about the site that the visitor entered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Site {
    /// The URL of the folder that contains the files.
    pub(crate) base: Rc<str>,
    /// The text of the site's robots.txt.
    pub(crate) robots: Rc<str>,
    /// The verified hosts, as typed.
    pub(crate) hosts: Rc<str>,
    /// True if everything is submitted through Search Console, with all hosts verified.
    pub(crate) search_console: bool,
}

/// A change of the facts about the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SiteChange {
    Base(String),
    Robots(String),
    Hosts(String),
    SearchConsole(bool),
}

impl Site {
    /// The name of a pasted robots.txt in the report.
    pub(crate) const ROBOTS: &'static str = "robots.txt";

    /// The label of the field for the URL of the only sitemap.
    pub(crate) const SITEMAP_URL: Texts = ["URL of the sitemap", "URL du sitemap", "URL del sitemap"];

    /// The label of the field for the URL of the folder of several files.
    pub(crate) const FOLDER_URL: Texts = ["URL of the folder", "URL du dossier", "URL de la carpeta"];

    pub(super) fn change(&mut self, change: SiteChange) {
        match change {
            SiteChange::Base(text) => self.base = text.into(),
            SiteChange::Robots(text) => self.robots = text.into(),
            SiteChange::Hosts(text) => self.hosts = text.into(),
            SiteChange::SearchConsole(on) => self.search_console = on,
        }
    }

    /// The robots.txt, if there is one.
    pub(crate) fn robots(&self) -> Option<&str> {
        (!self.robots.trim().is_empty()).then_some(&*self.robots)
    }

    /// The individual hosts. A whole URL counts as its host.
    pub(crate) fn host_list(&self) -> Vec<String> {
        let parts = self.hosts.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        let host = |part: &str| host(part).chars().flat_map(char::to_lowercase).collect();
        parts.map(host).filter(|host: &String| !host.is_empty()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_come_in_many_shapes() {
        let site = Site {
            hosts: "Shop.tidepool.page, https://www.tidepool.page:8080/x\nbücher.example ;".into(),
            ..Site::default()
        };
        assert_eq!(site.host_list(), ["shop.tidepool.page", "www.tidepool.page", "bücher.example"]);
        assert!(Site::default().host_list().is_empty());
    }

    #[test]
    fn blanks_are_no_robots_txt() {
        assert_eq!(Site { robots: " \n".into(), ..Site::default() }.robots(), None);
        assert!(Site { robots: "User-agent: *".into(), ..Site::default() }.robots().is_some());
    }
}
