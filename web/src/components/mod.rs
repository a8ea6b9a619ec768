//! What the page is made of.

pub(crate) mod across;
pub(crate) mod address;
pub(crate) mod bar;
pub(crate) mod dialog;
pub(crate) mod download;
pub(crate) mod drop_zone;
pub(crate) mod filters;
pub(crate) mod group;
pub(crate) mod hopeless;
pub(crate) mod judgement;
pub(crate) mod keys;
pub(crate) mod language;
pub(crate) mod list;
mod list_window;
pub(crate) mod marks;
pub(crate) mod menu;
pub(crate) mod next;
pub(crate) mod notice;
pub(crate) mod overlay;
pub(crate) mod perfect;
pub(crate) mod pictures;
pub(crate) mod problem;
pub(crate) mod progress;
pub(crate) mod prose;
pub(crate) mod result;
pub(crate) mod row;
pub(crate) mod set;
pub(crate) mod settings;
pub(crate) mod share;
pub(crate) mod site;
pub(crate) mod source;
pub(crate) mod source_line;
#[cfg(test)]
mod tests;
pub(crate) mod theme;
pub(crate) mod tree;
pub(crate) mod verdict;
