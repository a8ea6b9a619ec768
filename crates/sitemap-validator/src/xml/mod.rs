//! XML 1.0 (fifth edition), read strictly and with recovery.
//!
//! [`tokens`] lets quick-xml split the text and starts it anew behind what it cannot split; [`tag`]
//! and [`mod@reference`] judge the pieces; [`walk`] keeps the stack of open elements. What the
//! specification rejects is reported where a conforming parser would stop, and the reading goes on
//! to find further errors (XML 1.0 §1.2).

pub(crate) mod chars;
pub(crate) mod declaration;
pub(crate) mod doctype;
pub(crate) mod mark;
pub(crate) mod reference;
mod simple;
pub(crate) mod tag;
pub(crate) mod tokens;
pub(crate) mod walk;
