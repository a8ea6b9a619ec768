//! The extensions of an entry: alternates, images, videos and news.

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::Event;

/// What an entry has besides the values of the protocol.
#[derive(Default)]
pub(crate) struct Extensions {
    /// `hreflang` and `href`.
    pub(crate) alternates: Vec<(Option<String>, Option<String>)>,
    /// The URLs of the images.
    pub(crate) images: Vec<String>,
    pub(crate) videos: Vec<Video>,
    pub(crate) news: Option<News>,
}

/// A video.
#[derive(Default)]
pub(crate) struct Video {
    pub(crate) title: Option<String>,
    pub(crate) thumbnail: Option<String>,
    pub(crate) content: Option<String>,
    pub(crate) player: Option<String>,
}

/// A news article.
#[derive(Default)]
pub(crate) struct News {
    pub(crate) name: Option<String>,
    pub(crate) language: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) title: Option<String>,
}

/// The extensions in the text of an entry. After a syntax error, what was there before it.
pub(crate) fn extensions(entry: &str) -> Extensions {
    let mut found = Extensions::default();
    if !has_prefix(entry) {
        return found;
    }
    let mut reader = Reader::from_str(entry);
    let config = reader.config_mut();
    (config.check_end_names, config.allow_dangling_amp, config.allow_unmatched_ends) = (false, true, true);
    let (mut path, mut text) = (Vec::<String>::new(), String::new());
    loop {
        let (tag, opens) = match reader.read_event() {
            Ok(Event::Start(tag)) => (tag, true),
            Ok(Event::Empty(tag)) => (tag, false),
            Ok(Event::Text(piece)) => {
                text.push_str(&piece);
                continue;
            }
            Ok(Event::GeneralRef(name)) => {
                let reference = format!("&{};", &*name);
                text.push_str(&unescape(&reference).unwrap_or_else(|_| reference.as_str().into()));
                continue;
            }
            Ok(Event::CData(piece)) => {
                text.push_str(&piece);
                continue;
            }
            Ok(Event::End(_)) => {
                found.add(&path, text.trim());
                path.pop();
                text.clear();
                continue;
            }
            Ok(Event::Eof) | Err(_) => return found,
            Ok(_) => continue,
        };
        let name = tag.local_name().as_ref().to_owned();
        match name.as_str() {
            "link" => {
                let value = |name: &str| {
                    let attribute = tag.try_get_attribute(name).ok()??;
                    unescape(&attribute.value).ok().map(std::borrow::Cow::into_owned)
                };
                found.alternates.push((value("hreflang"), value("href")));
            }
            "video" => found.videos.push(Video::default()),
            "news" => found.news = Some(News::default()),
            _ => {}
        }
        text.clear();
        if opens {
            path.push(name);
        }
    }
}

/// True if the name of an element has a prefix.
fn has_prefix(entry: &str) -> bool {
    let bytes = entry.as_bytes();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | 0x80..);
    memchr::memchr_iter(b'<', bytes).any(|at| {
        let name = bytes.get(at + 1..).unwrap_or_default();
        name.iter().find(|byte| !is_name(byte)) == Some(&b':')
    })
}

impl Extensions {
    /// Adds the value of the element at the end of `path`.
    fn add(&mut self, path: &[String], value: &str) {
        let [.., parent, name] = path else { return };
        let slot = match (parent.as_str(), name.as_str()) {
            ("image", "loc") => {
                self.images.push(value.to_owned());
                return;
            }
            ("video", name) => {
                let Some(video) = self.videos.last_mut() else { return };
                match name {
                    "title" => &mut video.title,
                    "thumbnail_loc" => &mut video.thumbnail,
                    "content_loc" => &mut video.content,
                    "player_loc" => &mut video.player,
                    _ => return,
                }
            }
            (parent, name) => {
                let Some(news) = self.news.as_mut() else { return };
                match (parent, name) {
                    ("publication", "name") => &mut news.name,
                    ("publication", "language") => &mut news.language,
                    ("news", "publication_date") => &mut news.date,
                    ("news", "title") => &mut news.title,
                    _ => return,
                }
            }
        };
        slot.get_or_insert_with(|| value.to_owned());
    }
}
