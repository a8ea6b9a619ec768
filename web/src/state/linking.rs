//! Language, settings and links.

use std::rc::Rc;

use super::{Body, Entry, Guides, Input, Order, SettingChange, Site, State, replacing::Kind};
use crate::{
    lang::Lang,
    link::{self, Link},
};

/// What the browser stores for the next visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StorageKey {
    /// The language of the page.
    Language,
    /// The settings of the check.
    Settings,
    /// Whether single-letter keyboard shortcuts are on.
    Keys,
}

/// A link that was created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShareLink {
    /// The link.
    pub(crate) url: Rc<str>,
    /// How much of the sitemap the link contains.
    pub(crate) holds: LinkContent,
    /// True if the link contains the sitemap's URL.
    pub(crate) address: bool,
    /// True if the link was copied to the clipboard.
    pub(crate) copied: bool,
}

/// How much of the sitemap a link contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkContent {
    /// The whole text.
    Text,
    /// Nothing, because the text is too long.
    TooLong,
    /// Nothing, because there are several files.
    Files,
    /// Nothing, because the file is not UTF-8 text or cannot be read.
    Binary,
    /// Nothing, because there is no input.
    Nothing,
}

impl State {
    pub(super) fn speak(&mut self, lang: Lang, orders: &mut Vec<Order>) {
        if self.lang == lang {
            return;
        }
        self.lang = lang;
        orders.push(Order::Store(StorageKey::Language, lang.tag().to_owned()));
        self.translate(orders);
    }

    /// Requests everything that is in the page's language again.
    fn translate(&mut self, orders: &mut Vec<Order>) {
        self.notice = None;
        self.guides = Guides::default();
        self.check_again(orders);
    }

    pub(super) fn set(&mut self, change: SettingChange, orders: &mut Vec<Order>) {
        let before = self.settings.clone();
        self.settings.change(change);
        if self.settings != before {
            orders.push(Order::Store(StorageKey::Settings, link::written_settings(&self.settings)));
            self.notice = None;
            self.check_again(orders);
        }
    }

    fn check_again(&mut self, orders: &mut Vec<Order>) {
        if self.input != Input::Nothing {
            self.start(orders);
        }
    }

    pub(super) fn set_keys(&mut self, on: bool, orders: &mut Vec<Order>) {
        self.keys = on;
        orders.push(Order::Store(StorageKey::Keys, if on { "on" } else { "off" }.to_owned()));
    }

    /// Applies a link. Its settings are for this visit; only the visitor's own choices are stored.
    pub(super) fn follow(&mut self, link: Link, content: Option<(u64, Body)>, orders: &mut Vec<Order>) {
        let Link { lang, settings, address, name, fault, .. } = link;
        let before = (self.lang, self.settings.clone(), self.address.clone());
        self.lang = lang.unwrap_or(self.lang);
        self.settings = settings.unwrap_or_else(|| self.settings.clone());
        let arrived = content.is_some();
        if let Some((bytes, body)) = content {
            // The input of another link can be restored with that link.
            if self.linked {
                self.forget(orders);
            } else {
                self.make_room(orders);
            }
            self.address = self.own_address.clone();
            self.site = Site::default();
            self.name = name.map(Rc::from);
            self.input = match body {
                Body::Text(text) => Input::Text { text, fixed: false },
                body @ Body::Blob(_) => {
                    let name = Input::UNNAMED.into();
                    Input::Files([Entry { name, bytes, body, address: "".into(), http: None, fixed: false }].into())
                }
            };
            self.linked = true;
        }
        if let Some(address) = address {
            self.address = address.into();
            // Without a text, the URL is meant for the next input.
            if !arrived {
                self.own_address = self.address.clone();
            }
        }
        self.fault = fault;
        if before.0 != self.lang {
            self.notice = None;
            self.guides = Guides::default();
        }
        if arrived || before != (self.lang, self.settings.clone(), self.address.clone()) {
            self.check_again(orders);
        }
    }

    /// Restores the input that the text of a link replaced.
    pub(super) fn leave_link(&mut self, orders: &mut Vec<Order>) {
        if self.linked && self.undo.last().is_some_and(|step| step.kind == Kind::Replacement) {
            self.undo(orders);
        }
    }

    /// The name in the report of the text in the box.
    pub(crate) fn text_name(&self) -> Rc<str> {
        self.name.clone().unwrap_or_else(|| Input::pasted(self.lang).into())
    }

    /// The content that a link can contain, with its name: a text, or a single file.
    pub(crate) fn shareable(&self) -> Result<(Body, Option<Rc<str>>), LinkContent> {
        match &self.input {
            Input::Nothing => Err(LinkContent::Nothing),
            Input::Text { text, .. } => Ok((Body::Text(text.clone()), self.name.clone())),
            Input::Files(entries) => match &**entries {
                [one] if *one.name == *Input::UNNAMED => Ok((one.body.clone(), self.name.clone())),
                [one] => Ok((one.body.clone(), Some(one.name.clone()))),
                _ => Err(LinkContent::Files),
            },
        }
    }
}
