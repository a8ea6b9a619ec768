//! `sitemap-validator serve`: serves the page, with an endpoint that fetches files for it. The visitor's browser checks
//! them.

mod body;
mod connections;
mod endpoint;
mod limits;
mod metrics;
mod page;
#[cfg(test)]
mod tests;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{Response, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::{any, get};
use clap::{ArgAction, Args, ValueHint};
use ipnet::IpNet;
use sitemap_validator_protocol::http::Answer;
use tokio::net::TcpListener;
use tokio::time;
use tower_http::compression::CompressionLayer;
use url::Host;

use crate::client::{Client, Connecting, Own, Route};
use crate::output::print_problem;

use limits::Gate;
use metrics::Metrics;
use page::Page;

const LIMITS: &str = "Limits";

/// The default port of a local server, if it is free.
const PORT: u16 = 7878;

/// The time for which responses are cached for other visitors, and the maximum total size of the cache in bytes.
const STORE: Duration = Duration::from_mins(1);
const STORE_BYTES: u64 = 64 << 20;

/// The maximum time for requests in progress after the server was asked to stop.
const GRACE: Duration = Duration::from_secs(10);

/// Serve the page, which can then fetch sitemaps by URL
///
/// The program fetches the files; the browser checks them. Without --public, only this computer can use the server: it
/// listens on the loopback address, and its URL contains a secret.
#[derive(Debug, Clone, Args)]
pub(crate) struct Serve {
    /// Print help: a summary with -h, all details with --help
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,

    /// Serve anyone who can reach the address, with rate limits; never fetch from private networks
    #[arg(long, conflicts_with = "allow_private")]
    public: bool,

    /// Listen on this address [default: 127.0.0.1:7878, or a free port if it is taken; with --public: 0.0.0.0:7878]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Serve the page from this folder instead of the embedded one
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    page: Option<PathBuf>,

    /// Fetch only from this host and its subdomains
    ///
    /// Can be repeated. Without it, the server fetches from all public hosts.
    #[arg(long, value_name = "HOST", value_parser = allowed_host)]
    allow_host: Vec<String>,

    /// Trust X-Forwarded-For from this proxy: an address, or a network such as 10.0.0.0/8
    ///
    /// Limits are counted for each client. Behind a proxy, all requests come from its address. Can be repeated.
    #[arg(long, value_name = "ADDRESS", value_parser = net)]
    trust_proxy: Vec<IpNet>,

    /// Also log the query part of URLs
    #[arg(long)]
    log_queries: bool,

    /// Fetch at most N MiB of a file
    #[arg(long, help_heading = LIMITS, value_name = "N", default_value = "64")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=4095))]
    max_file: u64,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    connecting: Connecting,
}

impl Serve {
    /// True if only this computer can use the server. A public server on the loopback address is used by others through
    /// a proxy.
    fn is_local(&self) -> bool {
        let is_loopback = self.listen.is_some_and(|address| address.ip().is_loopback());
        !self.public || is_loopback && self.trust_proxy.is_empty()
    }
}

/// How much a server does.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = LIMITS)]
struct Limits {
    /// Fetch at most N files at once
    #[arg(long, value_name = "N", default_value = "64", value_parser = count)]
    max_fetches: usize,

    /// Fetch at most N files at once for each client
    #[arg(long, value_name = "N", default_value = "8", value_parser = count)]
    client_fetches: usize,

    /// Accept at most N requests per second from each client, with bursts of up to 5 × N
    #[arg(long, value_name = "N", default_value = "20")]
    client_rate: NonZero<u32>,

    /// Send at most N MiB of files an hour to each client
    ///
    /// Files from the cache count too. A transfer that reaches the limit ends as incomplete; the client then gets status
    /// 429 until the hour is over.
    #[arg(long, value_name = "N", default_value = "2048")]
    client_bytes: u64,

    /// Make at most N requests a second to each host
    #[arg(long, value_name = "N", default_value = "10")]
    host_rate: NonZero<u32>,
}

fn count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| (1..=10_000).contains(count)).ok_or_else(|| "expected 1 to 10000".to_owned())
}

/// Parses a host into the form that the URL parser uses, so that it can be compared with the hosts of URLs.
fn allowed_host(text: &str) -> Result<String, String> {
    let host = Host::parse(text).map(|host| host.to_string());
    // The URL parser also accepts patterns and empty labels, which would never match.
    let is_host = |host: &String| !host.contains('*') && !host.split('.').any(str::is_empty);
    host.ok()
        .filter(is_host)
        .ok_or_else(|| "expected a host such as example.com, which includes those below it".to_owned())
}

fn net(text: &str) -> Result<IpNet, String> {
    let net = text.parse().or_else(|_| text.parse().map(|address: std::net::IpAddr| address.into()));
    net.map_err(|_| "expected an IP address, or a network such as 10.0.0.0/8".to_owned())
}

/// The state that all requests share.
struct Server {
    options: Serve,
    page: Page,
    client: Client,
    gate: Arc<Gate>,
    /// The responses cached for other visitors; `None` for a server with a single visitor.
    cache: Option<moka::sync::Cache<String, Arc<Stored>>>,
    metrics: Metrics,
    /// The path of the page; it is secret unless the server is public.
    mount: String,
}

impl Server {
    /// Creates a server with these options, or returns the reason for the failure.
    fn new(options: &Serve) -> Result<Self, String> {
        let mount = if options.public { "/".to_owned() } else { format!("/{:016x}/", secret()?) };
        // The secret path changes at each start, so a service worker would cache files that are never used again.
        let offline = if options.public { "" } else { "<meta name=\"offline\" content=\"no\">" };
        let head = format!("<meta name=\"fetch-endpoint\" content=\"fetch\">{offline}");
        let unread = |error: io::Error| format!("the page could not be read: {error}");
        let page = match &options.page {
            Some(folder) => Page::folder(folder, &head)?,
            None => Page::embedded(&head).map_err(unread)?.ok_or(
                "this program was built without the page: pass its folder with --page, or build with `cargo xtask program`",
            )?,
        };
        let cache = moka::sync::Cache::builder().time_to_live(STORE).max_capacity(STORE_BYTES).weigher(
            |url: &String, stored: &Arc<Stored>| (url.len() + stored.content.len()).try_into().unwrap_or(u32::MAX),
        );
        Ok(Self {
            page,
            // A proxy would resolve names itself and so bypass the guard.
            client: Client::new(
                &options.connecting,
                Own::default(),
                if options.public { Route::Direct } else { Route::Environment },
            )?,
            gate: Arc::new(Gate::new(options.limits.clone())),
            cache: options.public.then(|| cache.build()),
            metrics: Metrics::new(),
            mount,
            options: options.clone(),
        })
    }
}

/// A cached response.
struct Stored {
    answer: Answer,
    content: Bytes,
}

/// Serves until Ctrl-C, or returns the reason why it cannot.
pub(crate) fn run(options: &Serve) -> Result<(), String> {
    if let Some(address) = options.listen.filter(|address| !options.public && !address.ip().is_loopback()) {
        return Err(format!("{address}: others can reach this address; pass --public to serve them"));
    }
    let log = tracing_subscriber::fmt().with_writer(io::stderr).with_target(false);
    // Setting a second subscriber only fails in tests.
    let _ = if options.public { log.json().try_init() } else { log.without_time().with_level(false).try_init() };
    let server = Server::new(options)?;
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // One thread for each file being fetched.
        .max_blocking_threads(options.limits.max_fetches + 4)
        .build()
        .map_err(|error| error.to_string())?
        .block_on(serve(Arc::new(server)))
}

async fn serve(server: Arc<Server>) -> Result<(), String> {
    let options = &server.options;
    let listener = listen(options).await?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let url = format!("http://{address}{}", server.mount);
    let router = router(&server);
    println!("{url}");
    if !options.public && !options.no_open && open::that_detached(&url).is_err() {
        print_problem("no browser could be opened: open the URL yourself");
    }
    tokio::spawn({
        let gate = server.gate.clone();
        async move {
            loop {
                time::sleep(STORE).await;
                gate.tidy();
            }
        }
    });
    let (ended, end) = tokio::sync::oneshot::channel();
    let signal = async move {
        end_is_asked().await;
        let _ = ended.send(());
    };
    let grace = async {
        let _ = end.await;
        time::sleep(GRACE).await;
        server.client.stop();
        time::sleep(Duration::from_secs(1)).await;
    };
    tokio::select! {
        () = connections::answer(listener, router, signal) => {}
        () = grace => {}
    }
    Ok(())
}

/// Creates the router that answers requests.
fn router(server: &Arc<Server>) -> Router {
    let fetch = format!("{}fetch", server.mount);
    let page = Router::new().fallback(get(document)).layer(CompressionLayer::new());
    let mut router =
        Router::new().route(&fetch, any(endpoint::fetch)).fallback_service(page.with_state(server.clone()));
    if server.options.public {
        router = router.route("/healthz", get(async || "ok\n")).route("/metrics", get(numbers));
    }
    router.layer(from_fn_with_state(server.clone(), own_host)).with_state(server.clone())
}

/// Listens at the requested address, or at a free port.
async fn listen(options: &Serve) -> Result<TcpListener, String> {
    let address = options.listen.unwrap_or_else(|| {
        let host = if options.public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        SocketAddr::from((host, PORT))
    });
    let listener = TcpListener::bind(address).await;
    let listener = match listener {
        Err(_) if options.listen.is_none() && !options.public => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await,
        listener => listener,
    };
    listener.map_err(|error| format!("{address}: {error}"))
}

/// Waits for Ctrl-C or the stop signal of a supervisor.
async fn end_is_asked() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! { _ = interrupt => {}, _ = terminate.recv() => {} }
            return;
        }
    }
    let _ = interrupt.await;
}

/// Returns a number that others cannot guess.
fn secret() -> Result<u64, String> {
    getrandom::u64().map_err(|error| format!("the system cannot provide random numbers: {error}"))
}

/// Refuses requests for another host name, because any name can resolve to this computer.
async fn own_host(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response<Body> {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let in_brackets = host.strip_prefix('[').and_then(|rest| rest.split(']').next());
    let name = in_brackets.or_else(|| host.split(':').next()).unwrap_or_default();
    let is_here = name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback());
    if server.options.is_local() && !is_here {
        return page::sent(Response::builder().status(StatusCode::FORBIDDEN), Body::empty());
    }
    next.run(request).await
}

/// Returns a file of the page.
async fn document(State(server): State<Arc<Server>>, request: Request) -> Response<Body> {
    let path = percent_encoding::percent_decode_str(request.uri().path()).decode_utf8_lossy();
    match path.strip_prefix(server.mount.as_str()) {
        Some("sw.js") if !server.options.public => not_found(),
        Some(path) => server.page.answer(path, request.headers()),
        None => not_found(),
    }
}

fn not_found() -> Response<Body> {
    page::sent(Response::builder().status(StatusCode::NOT_FOUND), Body::empty())
}

async fn numbers(State(server): State<Arc<Server>>) -> Response<Body> {
    let answer = Response::builder().header(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8");
    page::sent(answer, server.metrics.text(server.gate.active()).into())
}
