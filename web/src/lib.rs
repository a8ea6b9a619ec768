//! The page: an input, a worker that checks it, and the result.
//!
//! `state` holds the whole state of the page and changes it in one place; `app` performs the effects outside of it;
//! `components` render it. The page links only the protocol crate: the check runs in the worker.

mod answers;
mod app;
mod authorities;
mod base64;
mod browser;
mod built;
mod components;
mod dates;
mod early;
mod embed;
mod exports;
mod fetcher;
mod file_labels;
mod file_names;
mod first_view;
mod guide;
mod intake;
mod lang;
mod launch;
mod link;
mod links;
mod lone_url;
mod markdown;
mod orders;
mod packing;
mod preview;
mod problem_text;
mod request;
#[cfg(test)]
mod samples;
mod saving;
mod segments;
mod shelf;
mod state;
mod store;
mod text;
mod tokens;
mod verdict;
mod worker;
mod zip;

#[cfg(not(target_family = "wasm"))]
pub use first_view::{FirstView, first_view};

/// Shows the app in the element `app` of the document.
pub fn start() {
    let root = gloo::utils::document().get_element_by_id("app");
    if let Some(root) = root {
        early::pause();
        yew::Renderer::<app::App>::with_root(root).render();
    }
}
