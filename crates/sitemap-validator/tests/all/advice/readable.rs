//! What a crawler reads in a file, found by a reader that knows nothing but tags: it also reads what is not well-formed.

use std::collections::BTreeMap;

use url::Url;

/// What a value is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Url,
    Image,
    Video,
    Alternate,
    Date,
}

type Item = (Kind, String);

/// A value of `before` that is missing in `after`, if one is: a value may be written in another way, and a copy of
/// another one may go. With `is_part`, a part of a value may go as well.
pub(super) fn lost(before: &str, after: &str, is_part: bool) -> Option<String> {
    if !before.contains("</") && after.contains("</") {
        // The whole document was encoded.
        return None;
    }
    let (before, after) = (items(before), items(after));
    let counts = |items: &[Item]| {
        let mut counts = BTreeMap::<Item, usize>::new();
        for item in items {
            *counts.entry(item.clone()).or_default() += 1;
        }
        counts
    };
    let (mut missing, mut added) = (counts(&before), counts(&after));
    for (item, count) in &mut missing {
        let same = added.get(item).copied().unwrap_or(0).min(*count);
        *count -= same;
        added.entry(item.clone()).and_modify(|count| *count -= same);
    }
    for kind in [Kind::Url, Kind::Image, Kind::Video, Kind::Alternate, Kind::Date] {
        let new: Vec<_> = added.iter().filter(|((of, _), count)| *of == kind && **count > 0).collect();
        // A page may link to itself.
        let is_same_kind = |other: Kind| other == kind || kind == Kind::Alternate && other == Kind::Url;
        let is_copy =
            |item: &Item| after.iter().any(|other| is_same_kind(other.0) && meaning(&other.1) == meaning(&item.1));
        let is_gone = |(item, count): &(&Item, &usize)| item.0 == kind && **count > 0 && !is_copy(item);
        let gone: Vec<_> = missing.iter().filter(is_gone).collect();
        let sum = |items: &[(&Item, &usize)]| items.iter().map(|(_, count)| **count).sum::<usize>();
        if sum(&gone) > sum(&new) {
            return Some(format!("{gone:?} became {new:?}"));
        }
        if let ([(gone, _)], [(new, _)]) = (gone.as_slice(), new.as_slice())
            && kind != Kind::Date
            && !is_part
            && let Some(word) = words(&gone.1)
                .into_iter()
                .find(|word| word.len() > 2 && word != "https" && !meaning(&new.1).contains(word.as_str()))
        {
            return Some(format!("{word:?} of {gone:?} is missing in {new:?}"));
        }
    }
    None
}

/// A value without escapes, markup and what else may be written in several ways: its words.
fn words(value: &str) -> Vec<String> {
    let value = value
        .replace("%u00", "%")
        .replace("&amp;", "&")
        .replace("&amp;", "&")
        .replace("<![CDATA[", "")
        .replace("]]>", "");
    let url = Url::parse(&value).map_or(value, String::from);
    let url = url.rsplit_once("://").map_or(url.as_str(), |(_, rest)| rest);
    // A reference that is left stands for one character.
    let text: String = url.split('&').enumerate().fold(String::new(), |text, (number, part)| {
        let name = part
            .find(';')
            .filter(|&at| number > 0 && part[..at].chars().all(|c| c.is_ascii_alphanumeric() || c == '#'));
        text + " " + name.map_or(part, |at| &part[at + 1..])
    });
    let parts = decoded(&decoded(&text));
    parts.split(|character: char| !character.is_ascii_alphanumeric()).map(str::to_ascii_lowercase).collect()
}

fn meaning(value: &str) -> String {
    words(value).concat()
}

/// `url` without percent-encoding.
fn decoded(url: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = url.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|_| first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = &behind[if byte.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The values of `text` in their order. A text without tags is a list of URLs.
fn items(text: &str) -> Vec<Item> {
    if !text.contains("</") {
        // Of a robots.txt, the values of its lines, also without a colon.
        let value = |line: &str| {
            let parts = line.split_once(": ").or_else(|| line.split_once("Disallow "));
            parts.map_or(line, |(_, value)| value).trim().to_owned()
        };
        return text.lines().map(value).filter(|line| !line.is_empty()).map(|line| (Kind::Url, line)).collect();
    }
    let (mut items, mut rest, mut container) = (Vec::new(), text, "url");
    while let Some(open) = rest.find('<') {
        let tag = &rest[open..];
        if let Some(comment) = tag.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let Some(end) = tag_end(tag) else { break };
        let (inner, after) = (&tag[1..end], &tag[end + 1..]);
        rest = after;
        let name = inner.trim_start_matches('/').split([' ', '\t', '\n', '\r', '/', '>']).next().unwrap_or_default();
        let local = name.rsplit(':').next().unwrap_or_default().to_ascii_lowercase();
        if inner.starts_with('/') {
            if matches!(local.as_str(), "image" | "video") {
                container = "url";
            }
            continue;
        }
        match local.as_str() {
            "image" => container = "image",
            "video" => container = "video",
            "url" | "sitemap" | "item" | "entry" => container = "url",
            _ => {}
        }
        let kind = match local.as_str() {
            "loc" if container == "image" || name.starts_with("image:") => Kind::Image,
            "loc" => Kind::Url,
            "content_loc" | "player_loc" | "thumbnail_loc" => Kind::Video,
            "link" if inner.contains("hreflang") || name.contains(':') => Kind::Alternate,
            "link" | "guid" => Kind::Url,
            "lastmod" | "publication_date" | "pubdate" | "updated" | "published" | "expiration_date" => Kind::Date,
            _ => continue,
        };
        let is_empty = kind == Kind::Alternate || inner.ends_with('/');
        let value = if is_empty { String::new() } else { content(after) };
        let quoted = attributes(inner);
        let attributes = quoted.iter().copied().filter(|value| value.contains("//"));
        let values = attributes.chain([value.as_str()]).map(str::trim);
        let values = values.filter(|value| value.contains(char::is_alphanumeric));
        items.extend(values.map(|value| (kind, value.to_owned())));
    }
    items
}

/// The values of the attributes in a tag.
fn attributes(tag: &str) -> Vec<&str> {
    let (mut values, mut rest) = (Vec::new(), tag);
    while let Some(at) = rest.find(['"', '\'']) {
        let (quote, after) = rest[at..].split_at(1);
        let (value, behind) = after.split_once(quote).unwrap_or((after, ""));
        values.push(value);
        rest = behind;
    }
    values
}

/// The `>` of the tag that `text` starts with.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    text.char_indices().find_map(|(at, character)| match (quote, character) {
        (None, '"' | '\'') => {
            quote = Some(character);
            None
        }
        (Some(open), close) if open == close => {
            quote = None;
            None
        }
        (None, '>') => Some(at),
        _ => None,
    })
}

/// The text up to the next tag.
fn content(text: &str) -> String {
    let (mut content, mut rest) = (String::new(), text);
    loop {
        let (part, markup) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        content.push_str(part);
        if let Some(cdata) = markup.strip_prefix("<![CDATA[") {
            let (part, after) = cdata.split_once("]]>").unwrap_or((cdata, ""));
            content.push_str(part);
            rest = after;
        } else if let Some(comment) = markup.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
        } else {
            return content;
        }
    }
}
