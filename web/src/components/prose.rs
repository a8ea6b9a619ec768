//! Text of rule pages, messages and sources as elements.

use yew::prelude::*;

use crate::{
    markdown::{Block, Inline, inlines},
    text::{Piece, pieces},
};

/// Text in which nothing invisible is left.
pub(crate) fn visible(text: &str) -> Html {
    pieces(text)
        .into_iter()
        .map(|piece| match piece {
            Piece::Plain(text) => html! { { text } },
            Piece::Named(name) => html! { <span class="named">{ name }</span> },
        })
        .collect()
}

/// Words of ours: a no-break space in them belongs there.
fn spoken(text: &str) -> Html {
    let mut parts = text.split('\u{a0}');
    let first = parts.next().map(visible);
    html! { <>{ first }{ for parts.map(|part| html! { <>{ "\u{a0}" }{ visible(part) }</> }) }</> }
}

/// One line: a message, a heading.
pub(crate) fn line(text: &str) -> Html {
    runs(&inlines(text))
}

/// A sentence, with the full stop that messages leave out.
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
        Inline::Text(text) => spoken(text),
        Inline::Code(code) => html! { <code><bdi dir="ltr">{ visible(code) }</bdi></code> },
        Inline::Strong(text) => html! { <strong>{ spoken(text) }</strong> },
        Inline::Link { text, url } => {
            html! { <a href={url.clone()} target="_blank" rel="noopener noreferrer">{ runs(text) }</a> }
        }
    }
}
