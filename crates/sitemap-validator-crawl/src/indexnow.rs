//! IndexNow: tells search engines which pages of a host are new, changed or gone (<https://www.indexnow.org/documentation>).

use serde::Serialize;

use crate::address::Address;

/// The service that passes the URLs on to all engines that take part.
pub const SERVICE: &str = "https://api.indexnow.org/indexnow";

/// The maximum number of URLs in a request.
const MOST: usize = 10_000;

/// The URLs of a host for IndexNow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    key: String,
    key_file: Address,
    is_at_root: bool,
    urls: Vec<String>,
}

/// The body of a request.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'s> {
    host: &'s str,
    key: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_location: Option<&'s str>,
    url_list: &'s [String],
}

impl Submission {
    /// The URLs of pages, with the key of their host. Its file is at the root of the host, or else at the URL `key_file`.
    ///
    /// # Errors
    /// If the key has other characters or a length that is not allowed, or if the key file does not count for a URL.
    pub fn new(key: &str, key_file: Option<&str>, urls: Vec<String>) -> Result<Self, String> {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if !(8..=128).contains(&key.len()) || !key.bytes().all(is_allowed) {
            return Err("the key must have 8 to 128 letters, digits or hyphens".to_owned());
        }
        let parsed = |url: &str| Address::parse(url).ok_or_else(|| format!("this is no URL of a page: {url}"));
        let first = urls.first().ok_or("there are no URLs")?;
        let root = parsed(first)?.join(&format!("/{key}.txt"));
        let named = key_file.map(parsed).transpose()?;
        let is_at_root = named.is_none();
        let key_file = named.or(root).ok_or_else(|| format!("this is no URL of a page: {first}"))?;
        let path = key_file.path();
        let folder = path.get(..=path.rfind('/').unwrap_or_default()).unwrap_or("/");
        for url in &urls {
            let page = parsed(url)?;
            if page.host() != key_file.host() {
                return Err(format!(
                    "{url} is not on {}: the URLs of each host need a key of their own",
                    key_file.host()
                ));
            }
            if !page.path().starts_with(folder) {
                return Err(format!("{url} is not below {folder}, the folder of the key file {}", key_file.as_str()));
            }
        }
        Ok(Self { key: key.to_owned(), key_file, is_at_root, urls })
    }

    /// The host of the URLs.
    pub fn host(&self) -> &str {
        self.key_file.host()
    }

    /// The URL of the file that contains the key.
    pub fn key_file(&self) -> &str {
        self.key_file.as_str()
    }

    /// True if this is the content of the key file.
    pub fn is_key(&self, content: &str) -> bool {
        content.trim_start_matches('\u{FEFF}').trim() == self.key
    }

    /// The bodies of the requests, in JSON on one line each, with the number of their URLs.
    pub fn bodies(&self) -> impl Iterator<Item = (String, usize)> {
        let key_location = (!self.is_at_root).then(|| self.key_file());
        self.urls.chunks(MOST).map(move |urls| {
            let body = Body { host: self.host(), key: &self.key, key_location, url_list: urls };
            // Texts are never invalid.
            (serde_json::to_string(&body).unwrap_or_default(), urls.len())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0f3b-kelp";

    fn urls(paths: &[&str]) -> Vec<String> {
        paths.iter().map(|path| format!("https://tidepool.page{path}")).collect()
    }

    #[test]
    fn bodies_have_at_most_ten_thousand_urls() {
        let all: Vec<String> = (0..10_001).map(|number| format!("https://tidepool.page/{number}")).collect();
        let submission = Submission::new(KEY, None, all.clone()).unwrap();
        let bodies: Vec<(String, usize)> = submission.bodies().collect();
        assert_eq!(bodies.iter().map(|(_, count)| *count).collect::<Vec<_>>(), [10_000, 1]);
        let read = |body: &str| serde_json::from_str::<serde_json::Value>(body).unwrap();
        let sent: Vec<String> = bodies
            .iter()
            .flat_map(|(body, _)| serde_json::from_value::<Vec<String>>(read(body)["urlList"].clone()).unwrap())
            .collect();
        assert_eq!(sent, all);
        assert_eq!(
            bodies[1].0,
            r#"{"host":"tidepool.page","key":"0f3b-kelp","urlList":["https://tidepool.page/10000"]}"#
        );
        assert_eq!(submission.key_file(), "https://tidepool.page/0f3b-kelp.txt");
        assert!(submission.is_key("0f3b-kelp\r\n") && !submission.is_key("<p>0f3b-kelp"));
    }

    #[test]
    fn a_key_counts_for_its_host_and_folder() {
        let file = Some("https://tidepool.page/blog/key.txt");
        let below = Submission::new(KEY, file, urls(&["/blog/a", "/blog/"])).unwrap();
        assert!(below.bodies().next().unwrap().0.contains(r#""keyLocation":"https://tidepool.page/blog/key.txt""#));
        for (key, file, urls, problem) in [
            (KEY, file, urls(&["/blog/a", "/b"]), "https://tidepool.page/b is not below /blog/"),
            (
                KEY,
                None,
                vec!["https://a.tidepool.page/".into(), "https://tidepool.page/".into()],
                "not on a.tidepool.page",
            ),
            (KEY, None, Vec::new(), "there are no URLs"),
            (KEY, None, vec!["/a".into()], "this is no URL of a page: /a"),
            ("short", None, urls(&["/"]), "8 to 128"),
            ("with_underscore", None, urls(&["/"]), "8 to 128"),
        ] {
            let error = Submission::new(key, file, urls).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }
}
