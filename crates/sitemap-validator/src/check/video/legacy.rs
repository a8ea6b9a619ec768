//! Values of deprecated elements that the schema restricts.

use super::text::excess;
use crate::check::extension::{Block, Element};
use crate::check::{Field, Trimmed};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::decimal::Decimal;
use crate::xml::content::decoded;

/// The maximum length of a category, in characters.
const CATEGORY: usize = 256;

/// Checks the attributes of a `price` or an `id`.
pub(super) fn attributes(name: &str, element: &Element<'_>, reporter: &mut Reporter<'_>) {
    for attribute in element.attributes {
        let value = decoded(element.source, attribute.value);
        let right = match (name, element.source.at(attribute.name)) {
            ("price", "currency") => {
                let code = value.len() == 3 && value.bytes().all(|byte| byte.is_ascii_uppercase());
                (!code).then_some("a currency code of three capital letters")
            }
            ("price", "type") => {
                (!matches!(&*value, "rent" | "purchase" | "RENT" | "PURCHASE")).then_some("`rent` or `purchase`")
            }
            ("price", "resolution") => (!matches!(&*value, "sd" | "hd" | "SD" | "HD")).then_some("`sd` or `hd`"),
            ("id", "type") => {
                let types = ["tms:series", "tms:program", "rovi:series", "rovi:program", "freebase", "url"];
                (!types.contains(&&*value)).then_some("an identifier type that the schema defines")
            }
            _ => None,
        };
        if let Some(right) = right {
            reporter.report(rules::video_legacy_value_invalid(attribute.value, attribute.value, right));
        }
    }
}

/// Checks a category, or the number of a season or an episode.
pub(super) fn value(name: &str, field: &Field<'_>, reporter: &mut Reporter<'_>) {
    let place = Trimmed::new(field);
    let whole = place.whole();
    if name == "category" {
        if let Some((_, count)) = excess(place.value, CATEGORY) {
            reporter.report(rules::video_legacy_value_invalid::category_too_long(whole, count));
        }
        return;
    }
    let number = Decimal::parse(place.value).filter(|_| !place.value.contains('.'));
    if !number.is_some_and(|number| !number.is_negative() && !number.is_zero()) {
        reporter.report(rules::video_legacy_value_invalid(whole, whole, "a whole number of at least 1"));
    }
}

/// Checks a complete `tvshow`.
pub(super) fn show(block: &Block<'_>, reporter: &mut Reporter<'_>) {
    for name in ["show_title", "video_type"] {
        if !block.has_value(name) {
            let child = block.qualified(name);
            reporter.report(rules::video_legacy_value_invalid::missing_child(block.name, block.name, child));
        }
    }
}
