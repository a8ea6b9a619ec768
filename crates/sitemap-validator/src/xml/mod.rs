//! XML 1.0 (fifth edition): a strict parser with error recovery.
//!
//! [`tokens`] splits the text with quick-xml, which restarts after each part that it rejects; [`tag`] and
//! [`mod@reference`] check the tokens; [`walk`] keeps the stack of open elements. Violations are reported where a
//! conforming parser would stop; then parsing continues, to find further errors (XML 1.0 §1.2).

pub(crate) mod chars;
pub(crate) mod content;
pub(crate) mod declaration;
pub(crate) mod doctype;
pub(crate) mod mark;
pub(crate) mod prolog;
pub(crate) mod reference;
mod simple;
pub(crate) mod tag;
pub(crate) mod tokens;
pub(crate) mod walk;
