//! The texts in memory. The texts of a large set do not fit into memory together: the most recently used ones are kept,
//! and the others are read again when they are needed.

use std::cell::OnceCell;
use std::rc::Rc;

use sitemap_validator::message::Words;
use sitemap_validator::output::json::Places;
use sitemap_validator::{LineIndex, Source, Span};

/// The maximum number of bytes of text in memory. A single file is kept regardless of its size.
pub const BUDGET: usize = 128 * 1024 * 1024;

/// A text and its line index.
#[derive(Debug)]
pub struct Text {
    /// The text.
    pub source: Source,
    lines: OnceCell<LineIndex>,
    /// The index of only the first line.
    first_line: OnceCell<LineIndex>,
}

impl Text {
    /// Creates a text. Its lines are indexed on first use, so that a file without findings gets its verdict sooner.
    pub const fn new(source: Source) -> Self {
        Self { source, lines: OnceCell::new(), first_line: OnceCell::new() }
    }

    /// The starts of its lines.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| self.source.line_index())
    }

    /// The number of its lines.
    pub fn line_count(&self) -> u32 {
        self.lines.get().map_or_else(|| self.source.line_count(), LineIndex::lines)
    }

    /// Converts offsets in the text to locations, and findings to `words`.
    pub fn places<'a>(&'a self, words: &'a Words) -> Places<'a> {
        Places::new(&self.source, self.lines(), words)
    }

    /// Like [`places`](Self::places), for offsets up to `reach`; if that is 0, only the first line is indexed.
    pub fn places_until<'a>(&'a self, reach: u32, words: &'a Words) -> Places<'a> {
        match reach {
            0 => {
                let lines = self.first_line.get_or_init(|| self.source.line_index_until(0));
                Places::new(&self.source, lines, words)
            }
            _ => self.places(words),
        }
    }

    /// Returns the line with this number, counted from 1.
    pub fn line(&self, number: u32) -> Option<Span> {
        self.lines().line(self.source.text(), number)
    }

    fn bytes(&self) -> usize {
        self.source.text().len()
    }
}

/// The texts in memory, by the serial numbers of their files.
#[derive(Debug)]
pub struct Texts {
    budget: usize,
    /// The texts, with the most recently used one at the end.
    held: Vec<CachedText>,
}

#[derive(Debug)]
struct CachedText {
    file: u32,
    text: Rc<Text>,
    /// True for a text that was sent in a message and cannot be read again.
    only: bool,
}

impl Texts {
    /// Creates an empty store that keeps at most `budget` bytes of text.
    pub const fn new(budget: usize) -> Self {
        Self { budget, held: Vec::new() }
    }

    /// Returns the text of `file` if it is in memory.
    pub fn get(&mut self, file: u32) -> Option<Rc<Text>> {
        let at = self.held.iter().position(|held| held.file == file)?;
        let held = self.held.remove(at);
        let text = held.text.clone();
        self.held.push(held);
        Some(text)
    }

    /// Adds the text of `file`; if `only` is true, it cannot be read again and is never removed.
    pub fn put(&mut self, file: u32, text: Rc<Text>, only: bool) {
        self.held.retain(|held| held.file != file);
        self.held.push(CachedText { file, text, only });
        self.shrink(1);
    }

    /// Makes room for a text of `bytes` bytes that is about to be read.
    pub fn make_room(&mut self, bytes: usize) {
        let budget = std::mem::replace(&mut self.budget, 0);
        self.budget = budget.saturating_sub(bytes);
        self.shrink(0);
        self.budget = budget;
    }

    /// Removes the texts of all files except these.
    pub fn retain(&mut self, files: impl Fn(u32) -> bool) {
        self.held.retain(|held| files(held.file));
    }

    /// Removes the least recently used texts until the rest fits or only the last `spared` texts are left.
    fn shrink(&mut self, spared: usize) {
        let mut used: usize = self.held.iter().map(|held| held.text.bytes()).sum();
        let mut at = 0;
        while used > self.budget && at + spared < self.held.len() {
            match self.held.get(at) {
                Some(held) if !held.only => {
                    used -= held.text.bytes();
                    self.held.remove(at);
                }
                _ => at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: usize) -> Rc<Text> {
        Rc::new(Text::new(Source::from_text("x".repeat(bytes))))
    }

    fn files(texts: &Texts) -> Vec<u32> {
        texts.held.iter().map(|held| held.file).collect()
    }

    #[test]
    fn the_texts_used_last_stay() {
        let mut texts = Texts::new(10);
        for file in 0..3 {
            texts.put(file, text(4), false);
        }
        assert_eq!(files(&texts), [1, 2]);
        assert!(texts.get(1).is_some() && texts.get(0).is_none());
        texts.put(3, text(4), false);
        assert_eq!(files(&texts), [1, 3]);
        texts.put(3, text(2), false);
        assert_eq!(files(&texts), [1, 3], "put in anew");
    }

    #[test]
    fn one_that_is_too_large_stays_until_the_next_comes() {
        let mut texts = Texts::new(10);
        texts.put(0, text(11), false);
        assert_eq!(files(&texts), [0]);
        texts.make_room(0);
        assert!(files(&texts).is_empty());
        texts.put(1, text(8), false);
        texts.make_room(2);
        assert_eq!(files(&texts), [1]);
        texts.make_room(3);
        assert!(files(&texts).is_empty());
    }

    #[test]
    fn what_cannot_be_read_again_stays() {
        let mut texts = Texts::new(10);
        texts.put(0, text(8), true);
        texts.put(1, text(8), false);
        texts.put(2, text(8), false);
        assert_eq!(files(&texts), [0, 2]);
        texts.make_room(99);
        assert_eq!(files(&texts), [0]);
        texts.retain(|file| file != 0);
        assert!(files(&texts).is_empty());
    }
}
