//! The endpoint that fetches a file for the page: docs/fetch-endpoint.md.

use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{RawQuery, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use serde::Serialize;
use sitemap_validator_crawl::address::Address;
use sitemap_validator_crawl::{Reply, guard};
use sitemap_validator_headers::EVERYWHERE;
use sitemap_validator_protocol::http::{ANSWER_HEADER, Answer, FetchError, Refusal};
use sitemap_validator_protocol::secret::without_userinfo;
use tokio::sync::oneshot;

use super::body::{BodySender, SendError, body};
use super::limits::{Busy, Pass};
use super::metrics::Metrics;
use super::page::sent;
use super::{Server, Stored};
use crate::client::Trouble;

/// The maximum size of a cached response, in bytes.
const STORED: usize = 2 << 20;

/// The size of the pieces in which a cached response is sent.
const PIECE: usize = 64 << 10;

/// Fetches the file at a URL.
pub(super) async fn fetch(
    State(server): State<Arc<Server>>,
    Extension(peer): Extension<SocketAddr>,
    RawQuery(query): RawQuery,
    method: Method,
    header: HeaderMap,
) -> Response<Body> {
    if method != Method::GET {
        return sent(sandboxed_response(StatusCode::METHOD_NOT_ALLOWED).header(ALLOW, "GET"), Body::empty());
    }
    // Other sites must not use the endpoint, and it is not meant for navigation.
    if header.get("sec-fetch-site").is_none_or(|site| site != "same-origin") {
        return refused(&server.metrics, Refusal::Origin, None);
    }
    let query = query.unwrap_or_default();
    let asked = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "url");
    let asked = asked.filter(|(_, url)| matches!(without_userinfo(url), Cow::Borrowed(_)));
    let url = asked.and_then(|(_, url)| Address::parse(&url));
    let Some(url) = url else { return refused(&server.metrics, Refusal::Url, None) };
    let client = client(&server, peer.ip(), &header);
    let visitor = match server.gate.admit(client) {
        Ok(visitor) => visitor,
        Err(Busy(wait)) => return refused(&server.metrics, Refusal::Busy, Some(wait)),
    };
    if let Some(error) = forbidden(&server, &url) {
        server.metrics.outcome(error.name());
        return forward(&error.into(), Body::empty());
    }
    if let Some(stored) = server.cache.as_ref().and_then(|cache| cache.get(url.as_str())) {
        let (sender, receiver) = body(server.clone(), visitor);
        tokio::spawn(resend(server.clone(), stored.content.clone(), sender));
        return forward(&stored.answer, Body::new(receiver));
    }
    let pass = match visitor.enter(url.host()).await {
        Ok(pass) => pass,
        Err(Busy(wait)) => return refused(&server.metrics, Refusal::Busy, Some(wait)),
    };
    let (answered, answer) = oneshot::channel();
    let (sender, receiver) = body(server.clone(), visitor);
    let work = server.clone();
    let runtime = tokio::runtime::Handle::current();
    tokio::task::spawn_blocking(move || transfer(&work, &url, pass, answered, sender, &runtime));
    match answer.await {
        Ok(answer) => forward(&answer, Body::new(receiver)),
        Err(_) => forward(&FetchError::Cut.into(), Body::empty()),
    }
}

/// Returns the reason why a URL is not requested.
fn forbidden(server: &Server, url: &Address) -> Option<FetchError> {
    let (host, allowed) = (url.host(), &server.options.allow_host);
    let is_below =
        |domain: &String| host == domain || host.strip_suffix(domain.as_str()).is_some_and(|rest| rest.ends_with('.'));
    if !allowed.is_empty() && !allowed.iter().any(is_below) {
        return Some(FetchError::NotAllowed);
    }
    (!server.options.connecting.allow_private && guard::refuses(url)).then_some(FetchError::Private)
}

/// Returns the address of the client: the peer, or the address reported by a trusted proxy.
fn client(server: &Server, peer: IpAddr, header: &HeaderMap) -> IpAddr {
    let is_ours = |address: IpAddr| server.options.trust_proxy.iter().any(|net| net.contains(&address.to_canonical()));
    let named = header.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let mut named: Vec<&str> = named.flat_map(|value| value.split(',')).collect();
    let mut client = peer;
    // The last address was seen by the trusted proxy; those before it can be forged.
    while is_ours(client)
        && let Some(next) = named.pop().and_then(|next| next.trim().parse().ok())
    {
        client = next;
    }
    client
}

/// Makes the request and passes on the response.
fn transfer(
    server: &Server,
    url: &Address,
    pass: Pass,
    answered: oneshot::Sender<Answer>,
    sender: BodySender,
    runtime: &tokio::runtime::Handle,
) {
    let mut kept = Some(Vec::new());
    let mut fetched = match server.client.get(url.as_str()) {
        Ok(fetched) => fetched,
        Err(error) => {
            log(server, url, error.name(), 0);
            server.metrics.outcome(error.name());
            drop(pass);
            let _ = answered.send(error.into());
            return sender.finish();
        }
    };
    let answer = Answer { limit: server.options.max_file << 20, ..described(&fetched.reply) };
    if answered.send(answer.clone()).is_err() {
        // The client has disconnected.
        return server.metrics.outcome("left");
    }
    let result = if answer.status == 200 {
        fetched.read(answer.limit + 1, |piece| {
            if let Some(kept) = &mut kept {
                kept.extend_from_slice(piece);
            }
            kept = kept.take().filter(|kept| kept.len() <= STORED && server.cache.is_some());
            runtime.block_on(sender.send(Bytes::copy_from_slice(piece)))
        })
    } else {
        Ok(())
    };
    // This comes before the end of the content, because a client that has received all of it may send its next request
    // immediately.
    drop(pass);
    let outcome = match &result {
        Err(Trouble::Fetch(error)) => error.name(),
        Err(Trouble::Own(error)) => error.name(),
        Ok(()) if fetched.reply.is_cut => FetchError::Cut.name(),
        Ok(()) if fetched.reply.bytes > answer.limit => FetchError::TooLarge.name(),
        Ok(()) => "fetched",
    };
    if outcome == "fetched"
        && let Some(cache) = server.cache.as_ref().filter(|_| may_be_stored(&fetched.reply))
    {
        let content = kept.unwrap_or_default();
        if content.len() as u64 == fetched.reply.bytes {
            cache.insert(url.as_str().to_owned(), Arc::new(Stored { answer, content: content.into() }));
        }
    }
    log(server, url, outcome, fetched.reply.bytes);
    server.metrics.outcome(outcome);
    // The declared length tells the client that a file is too large.
    if outcome == "fetched" || outcome == FetchError::TooLarge.name() {
        sender.finish();
    }
}

/// Sends the content of a cached response.
async fn resend(server: Arc<Server>, mut content: Bytes, sender: BodySender) {
    let mut result = Ok(());
    while result.is_ok() && !content.is_empty() {
        let piece = content.split_to(content.len().min(PIECE));
        result = sender.send(piece).await;
    }
    // This comes before the end of the content, because a client that has received all of it may request the metrics.
    server.metrics.outcome(result.as_ref().map_or_else(SendError::name, |()| "cached"));
    if result.is_ok() {
        sender.finish();
    }
}

/// Returns the description of a response for the page.
fn described(reply: &Reply) -> Answer {
    let known = |name: &&str| Some(((*name).to_owned(), reply.field(name)?.chars().take(2048).collect()));
    Answer { status: reply.status, header: Reply::FIELDS.iter().filter_map(known).collect(), ..Answer::default() }
}

/// True for a response that may be cached for other visitors.
fn may_be_stored(reply: &Reply) -> bool {
    // Several lines of a field are one list (RFC 9110 §5.3).
    let lines = reply.header.iter().filter(|(name, _)| name.eq_ignore_ascii_case("cache-control"));
    let mut words = lines.flat_map(|(_, value)| value.split(','));
    let forbids = |word: &str| {
        let word = word.trim().to_ascii_lowercase();
        let (name, value) = word.split_once('=').unwrap_or((&word, ""));
        let is_short = || value.trim_matches('"').parse().is_ok_and(|seconds: u64| seconds < super::STORE.as_secs());
        matches!(name, "no-store" | "no-cache" | "private") || matches!(name, "max-age" | "s-maxage") && is_short()
    };
    matches!(reply.status, 200 | 404 | 410) && !words.any(forbids)
}

fn log(server: &Server, url: &Address, outcome: &str, bytes: u64) {
    let shown = if server.options.log_queries { Some(url.as_str()) } else { url.as_str().split('?').next() };
    tracing::info!(url = shown, outcome, bytes, "fetch");
}

/// Starts a response whose content cannot be used as a page of this server.
fn sandboxed_response(status: StatusCode) -> axum::http::response::Builder {
    EVERYWHERE
        .iter()
        .fold(Response::builder().status(status), |answer, (name, value)| answer.header(*name, *value))
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .header(CONTENT_DISPOSITION, "attachment")
        .header(CACHE_CONTROL, "no-store")
}

fn forward(answer: &Answer, body: Body) -> Response<Body> {
    let answer = sandboxed_response(StatusCode::OK).header(ANSWER_HEADER, in_ascii(answer));
    sent(answer.header(CONTENT_TYPE, "application/octet-stream"), body)
}

fn refused(metrics: &Metrics, refusal: Refusal, wait: Option<Duration>) -> Response<Body> {
    let status = match refusal {
        Refusal::Url => StatusCode::BAD_REQUEST,
        Refusal::Origin => StatusCode::FORBIDDEN,
        Refusal::Busy => StatusCode::TOO_MANY_REQUESTS,
    };
    metrics.outcome(refusal.name());
    let mut answer = sandboxed_response(status).header(CONTENT_TYPE, "application/json");
    if let Some(wait) = wait {
        answer = answer.header(RETRY_AFTER, wait.as_secs_f64().ceil().max(1.0).to_string());
    }
    sent(answer, format!("{{\"error\":\"{}\"}}", refusal.name()).into())
}

/// Returns JSON with ASCII characters only, as header fields require.
fn in_ascii(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    json.encode_utf16()
        .map(|unit| match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
            _ => format!("\\u{unit:04x}"),
        })
        .collect()
}
