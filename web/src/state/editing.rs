//! Edits the text of the current file beside its findings.

use std::rc::Rc;

use sitemap_validator_protocol::message::Question;

use super::{Body, Input, Order, State, TEXT_LIMIT};

/// The reason why the text of a file cannot be edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadOnly {
    /// The text is still loading.
    Loading,
    /// The text is larger than [`TEXT_LIMIT`].
    Large,
    /// The text would be saved in another encoding than it declares.
    Encoding,
}

impl State {
    /// True if the result replaces the text box, so that the visitor edits the source.
    pub(crate) fn is_workbench(&self) -> bool {
        self.shows_result() && (self.input.is_files() || self.file().is_some_and(|file| self.view.lists(file)))
    }

    /// The text of the current file.
    pub(crate) fn editable(&self) -> Result<Rc<str>, ReadOnly> {
        let body = match &self.input {
            Input::Files(entries) => entries.get(self.view.file).map(|entry| &entry.body),
            Input::Text { text, .. } if self.view.file == 0 => return Ok(text.clone()),
            _ => None,
        };
        let text = match body {
            // The file after the input is the pasted robots.txt.
            None => self.site.robots.clone(),
            Some(Body::Text(text)) => text.clone(),
            Some(blob) => {
                let file = self.file().ok_or(ReadOnly::Loading)?;
                if file.report.decompressed_bytes > TEXT_LIMIT as u64 {
                    return Err(ReadOnly::Large);
                }
                if !file.report.encoding.eq_ignore_ascii_case("utf-8") {
                    return Err(ReadOnly::Encoding);
                }
                let known = self.source.as_ref().filter(|(body, _)| body == blob);
                known.map(|(_, text)| text.clone()).ok_or(ReadOnly::Loading)?
            }
        };
        if text.len() > TEXT_LIMIT { Err(ReadOnly::Large) } else { Ok(text) }
    }

    /// Requests the text of the current file, if it can be edited.
    pub(super) fn ask_text(&self, orders: &mut Vec<Order>) {
        let lists = self.file().is_some_and(|file| self.view.lists(file) && file.lines > 0);
        if let (true, Err(ReadOnly::Loading), Some(run)) = (lists, self.editable(), self.shown_run()) {
            orders.push(Order::Ask(Question::Text.of(run, self.view.file as u32)));
        }
    }

    pub(super) fn text_came(&mut self, text: String) {
        if let Input::Files(entries) = &self.input
            && let Some(entry) = entries.get(self.view.file)
        {
            self.source = Some((entry.body.clone(), text.into()));
        }
    }

    /// Replaces the text of the current file with the text of the editor.
    pub(super) fn edit(&mut self, text: String, orders: &mut Vec<Order>) {
        // The editor stays open, whatever it contains.
        (self.view.all, self.view.open) = (true, true);
        self.edited = true;
        if matches!(self.input, Input::Text { .. }) && self.view.file == 0 {
            return self.typed(&text, orders);
        }
        if self.editable().is_ok_and(|known| *known != *text) {
            self.begin_typing();
            self.notice = None;
            self.linked = false;
            self.put(self.view.file, text.len() as u64, Body::Text(text.into()));
            self.edited(orders);
        }
    }
}
