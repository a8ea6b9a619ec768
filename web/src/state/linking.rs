//! Language, settings and links: what the visitor wants the page to be, and what others are to see.

use std::rc::Rc;

use super::{Body, Entry, Guides, Input, Order, SettingChange, Site, State};
use crate::{
    lang::Lang,
    link::{self, Link},
};

/// What is kept for the next visit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// The language.
    Language,
    /// What to check against.
    Settings,
    /// Whether single letters do something.
    Keys,
}

/// A link that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shared {
    /// The link.
    pub(crate) url: Rc<str>,
    /// What of the sitemap is in it.
    pub(crate) holds: Holds,
    /// True when an address is in it.
    pub(crate) address: bool,
    /// True when it is in the clipboard.
    pub(crate) copied: bool,
}

/// What of the sitemap a link holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// All of it.
    Text,
    /// Nothing: it is too long.
    TooLong,
    /// Nothing: it is a file, or several.
    Files,
    /// Nothing: there is none.
    Nothing,
}

impl State {
    pub(super) fn speak(&mut self, lang: Lang, orders: &mut Vec<Order>) {
        if self.lang == lang {
            return;
        }
        self.lang = lang;
        orders.push(Order::Keep(Kept::Language, lang.tag().to_owned()));
        self.translate(orders);
    }

    /// What the page holds in words is asked for anew.
    fn translate(&mut self, orders: &mut Vec<Order>) {
        self.notice = None;
        self.guides = Guides::default();
        self.check_again(orders);
    }

    pub(super) fn set(&mut self, change: SettingChange, orders: &mut Vec<Order>) {
        let before = self.settings.clone();
        self.settings.change(change);
        if self.settings != before {
            orders.push(Order::Keep(Kept::Settings, link::written_settings(&self.settings)));
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
        orders.push(Order::Keep(Kept::Keys, if on { "on" } else { "off" }.to_owned()));
    }

    /// Does what a link says. Its settings count for this visit; only what the visitor chooses is remembered.
    pub(super) fn follow(&mut self, link: Link, content: Option<(u64, Body)>, orders: &mut Vec<Order>) {
        let Link { lang, settings, address, name, fault, .. } = link;
        let before = (self.lang, self.settings.clone(), self.address.clone());
        self.lang = lang.unwrap_or(self.lang);
        self.settings = settings.unwrap_or_else(|| self.settings.clone());
        let arrived = content.is_some();
        if let Some((bytes, body)) = content {
            // What another link brought comes again by that link.
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
                    Input::Files([Entry { name, bytes, body, address: "".into(), fixed: false }].into())
                }
            };
            self.linked = true;
        }
        if let Some(address) = address {
            self.address = address.into();
            // Without a text it is meant for the one that is given next.
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

    /// What the text in the box is called in the report.
    pub(crate) fn text_name(&self) -> Rc<str> {
        self.name.clone().unwrap_or_else(|| Input::pasted(self.lang).into())
    }

    /// The text that a link may hold.
    pub(crate) fn shareable(&self) -> Result<Rc<str>, Holds> {
        match &self.input {
            Input::Nothing => Err(Holds::Nothing),
            Input::Text { text, .. } => Ok(text.clone()),
            Input::Files(_) => Err(Holds::Files),
        }
    }
}
