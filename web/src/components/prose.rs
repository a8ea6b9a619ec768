//! Renders the text of rule pages, messages and sources.

use yew::prelude::*;

use crate::{
    markdown::{Block, Inline, inlines},
    text::{Piece, pieces},
};

/// The text with labels for invisible characters.
pub(crate) fn visible(text: &str) -> Html {
    pieces(text)
        .into_iter()
        .map(|piece| match piece {
            Piece::Plain(text) => html! { { text } },
            Piece::Named(name) => html! { <span class="named">{ name }</span> },
        })
        .collect()
}

/// A sentence of the page itself, whose no-break spaces are intended. Text from a file is in code or escaped.
fn prose(text: &str) -> Html {
    let parts = text.split_inclusive(['\u{A0}', '\u{202F}']);
    parts
        .map(|part| {
            let end = part.len()
                - part
                    .chars()
                    .next_back()
                    .filter(|last| matches!(last, '\u{A0}' | '\u{202F}'))
                    .map_or(0, char::len_utf8);
            let (words, space) = part.split_at(end);
            html! { <>{ visible(words) }{ space.to_owned() }</> }
        })
        .collect()
}

/// One line, such as a message or a heading.
pub(crate) fn line(text: &str) -> Html {
    runs(&inlines(text))
}

/// A sentence, with the full stop that messages omit.
pub(crate) fn sentence(text: &str) -> Html {
    let closed = text.trim_end().ends_with(['.', '?', '!', ':']);
    html! { <>{ line(text) }{ for (!closed).then_some(".") }</> }
}

/// The blocks of a section.
pub(crate) fn section(blocks: &[Block]) -> Html {
    blocks.iter().map(block).collect()
}

fn block(block: &Block) -> Html {
    match block {
        Block::Paragraph(text) => html! { <p>{ runs(text) }</p> },
        Block::Code(code) => html! { <pre tabindex="0"><code>{ visible(code) }</code></pre> },
        Block::List { ordered, items } => {
            let items: Html = items.iter().map(|item| html! { <li>{ runs(item) }</li> }).collect();
            if *ordered {
                html! { <ol>{ items }</ol> }
            } else {
                html! { <ul>{ items }</ul> }
            }
        }
    }
}

fn runs(inlines: &[Inline]) -> Html {
    inlines.iter().map(run).collect()
}

fn run(inline: &Inline) -> Html {
    match inline {
        Inline::Text(text) => prose(text),
        Inline::Code(code) => html! { <code><bdi dir="ltr">{ visible(code) }</bdi></code> },
        Inline::Strong(text) => html! { <strong>{ prose(text) }</strong> },
        Inline::Link { text, url } => {
            html! { <a href={url.clone()} target="_blank" rel="noopener noreferrer">{ runs(text) }</a> }
        }
    }
}
