//! The page: an input, a worker that checks it, and the result.
//!
//! [`state`] holds everything the page knows and changes it in one place; [`app`] carries out what has
//! to happen outside; [`components`] show it. The checking itself is in the worker: the page links
//! only the protocol.

mod answers;
mod app;
mod authorities;
mod base64;
mod browser;
mod components;
mod dates;
mod embed;
mod exports;
mod file_names;
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
mod verdict;
mod words;
mod worker;

fn main() {
    let root = gloo::utils::document().get_element_by_id("app");
    if let Some(root) = root {
        yew::Renderer::<app::App>::with_root(root).render();
    }
}
