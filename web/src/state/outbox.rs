//! What the state orders to be done outside of it.

use std::{cell::RefCell, collections::VecDeque, rc::Rc};

use sitemap_validator_protocol::message::ToWorker;

use super::{Body, Kept};
use crate::lang::Lang;

/// Something to be done outside.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Order {
    /// Post the input to the worker.
    Check,
    /// Post a question to the worker.
    Ask(ToWorker),
    /// End the worker and start another.
    Respawn,
    /// Keep the address for the next visit.
    Remember(Rc<str>),
    /// Fetch the page about a rule, in that language.
    Guide(Lang, Rc<str>),
    /// Keep something for the next visit.
    Keep(Kept, String),
    /// Forget the inputs the browser has kept.
    Forget,
    /// Make a link.
    Share,
    /// Put a text into the clipboard.
    Copy(String),
    /// Offer a file for download.
    Save { name: String, body: Body },
    /// The same, gzipped.
    SaveGzip { name: String, body: Body },
    /// Let go of what came too late.
    Release(Body),
    /// Tell the host of the frame the whole report; none when nothing was checked.
    Tell(Option<Body>),
}

/// Orders that nobody has carried out yet.
#[derive(Clone, Default)]
pub(crate) struct Outbox(Rc<RefCell<VecDeque<Order>>>);

impl Outbox {
    pub(crate) fn put(&self, order: Order) {
        let mut orders = self.0.borrow_mut();
        if matches!(order, Order::Check | Order::Respawn) {
            // What is checked is what is there when the order is carried out: twice would be twice the same run.
            orders.retain(|waiting| *waiting != Order::Check);
        }
        orders.push_back(order);
    }

    pub(crate) fn take(&self) -> Option<Order> {
        self.0.borrow_mut().pop_front()
    }
}

impl PartialEq for Outbox {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
