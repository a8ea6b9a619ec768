//! `sitemap-validator mcp`: offers checks as tools for agents, with the Model Context Protocol over standard input and
//! output.
//!
//! The doc comments of [`Tools`] and of the parameter types are the descriptions of the tools and their parameters.

use std::ffi::OsString;
use std::path::{self, PathBuf};
use std::sync::Arc;

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::schemars::{self, JsonSchema};
use rmcp::service::RequestContext;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio;
use rmcp::{RoleServer, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use serde::Deserialize;
use sitemap_validator::output::export::{Format, write};
use sitemap_validator_protocol::report::Report;
use sitemap_validator_protocol::secret::hidden;
use tokio::task::spawn_blocking;

use crate::client::Connecting;
use crate::compare;
use crate::options::Mcp;
use crate::session::{Fault, Session, explain};
use crate::values::is_url;

/// The maximum length of a message, in bytes: a text of 50 MiB with every character escaped.
const LONGEST: usize = 6 * 50 * 1024 * 1024;

/// Answers requests until the input ends.
///
/// # Errors
/// If requests cannot be read.
pub(crate) fn run(options: &Mcp) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|why| why.to_string())?;
    let tools = Tools { connecting: options.connecting.clone() };
    let result = runtime.block_on(async {
        let (input, output) = stdio();
        let transport = AsyncRwTransport::new(input, output).with_max_line_length(LONGEST);
        let service = tools.serve(transport).await.map_err(|why| why.to_string())?;
        service.waiting().await.map(drop).map_err(|why| why.to_string())
    });
    // A fetch in progress ends with the program.
    runtime.shutdown_background();
    result
}

/// What agents can call.
#[derive(Debug, Clone)]
struct Tools {
    connecting: Connecting,
}

/// The input to check, and the options.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckParameters {
    /// The path of a file; or of a folder, whose files are checked together
    path: Option<PathBuf>,
    /// The content of a file, in place of its path
    text: Option<String>,
    /// The URL that the file is or will be served from, to check whether it may list its URLs
    url: Option<String>,
    /// The URL of the folder that the files are or will be served from
    base: Option<String>,
    /// The engines to check against: google, bing, yandex, baidu. Without it, google and bing
    #[serde(default)]
    profile: Vec<String>,
}

/// The site to fetch.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SiteParameters {
    /// The URL of a sitemap, or of a site whose sitemaps are looked for
    url: String,
    /// Fetch at most this many files; 10000 if it is not given
    max_files: Option<u32>,
    /// The engines to check against: google, bing, yandex, baidu. Without it, google and bing
    #[serde(default)]
    profile: Vec<String>,
}

/// A rule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RuleParameters {
    /// The id of the rule, such as `loc-relative`
    rule: String,
}

/// Two versions of a site's sitemaps.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CompareParameters {
    /// The earlier version: the path of a file or a folder, a URL, or a version of git such as `HEAD~1:public`
    old: String,
    /// The later version, in any of these forms
    new: String,
}

#[tool_router]
impl Tools {
    /// Checks a sitemap, a sitemap index, a feed, a list of URLs, a robots.txt, or a folder of them. Lists each problem
    /// with its rule, line and column, what to do, and the edits of its fix.
    #[tool(annotations(title = "Check files", read_only_hint = true, open_world_hint = false))]
    async fn validate(&self, what: Parameters<CheckParameters>, context: RequestContext<RoleServer>) -> CallToolResult {
        let Parameters(what) = what;
        let given = match what.given() {
            Ok(given) => given,
            Err(why) => return failure(why),
        };
        let session = self.session(what.words(&[]), given.input());
        answer(session, context, move |session| match given {
            Content::Text(text) => {
                let report = session.check("", what.url.as_deref(), text.into_bytes()).0;
                Ok(vec![report_text(session, &report)])
            }
            Content::Path(_) => session_report(session),
        })
        .await
    }

    /// Applies all safe fixes. Files are replaced atomically; text is returned after the report. The report lists the
    /// remaining problems.
    #[tool(annotations(title = "Fix files", destructive_hint = true, idempotent_hint = true, open_world_hint = false))]
    async fn fix(&self, what: Parameters<CheckParameters>, context: RequestContext<RoleServer>) -> CallToolResult {
        let Parameters(what) = what;
        let given = match what.given() {
            Ok(given) => given,
            Err(why) => return failure(why),
        };
        let mode: &[&str] = if matches!(given, Content::Path(_)) { &["--fix"] } else { &[] };
        let session = self.session(what.words(mode), given.input());
        answer(session, context, move |session| match given {
            Content::Text(text) => {
                let fixed = session.fix("", what.url.as_deref(), text.clone().into_bytes());
                let text = if fixed.applied == 0 { text.into_bytes() } else { fixed.bytes };
                let report = session.check("", what.url.as_deref(), text.clone()).0;
                Ok(vec![report_text(session, &report), String::from_utf8_lossy(&text).into_owned()])
            }
            Content::Path(_) => session_report(session),
        })
        .await
    }

    /// Fetches the sitemaps of a site by its URL, with rate limits, and checks them together: the files, the responses
    /// of the server and the robots.txt. This takes seconds for most sites and minutes for large ones.
    #[tool(annotations(title = "Check a site", read_only_hint = true, open_world_hint = true))]
    async fn fetch(&self, site: Parameters<SiteParameters>, context: RequestContext<RoleServer>) -> CallToolResult {
        let Parameters(SiteParameters { url, max_files, profile }) = site;
        if !is_url(url.as_ref()) {
            return failure(format!("`{url}` is not an http or https URL"));
        }
        let most = max_files.map(|most| format!("--max-files={most}").into());
        answer(self.session(engines(&profile).into_iter().chain(most), url.into()), context, session_report).await
    }

    /// Compares two versions of a site's sitemaps: which URLs are gone, new, moved or renamed, and which values changed. The
    /// answer is Markdown.
    #[tool(annotations(title = "Compare versions", read_only_hint = true, open_world_hint = true))]
    async fn compare(&self, versions: Parameters<CompareParameters>) -> CallToolResult {
        let Parameters(CompareParameters { old, new }) = versions;
        let connecting = self.connecting.clone();
        let done = spawn_blocking(move || compare::markdown(old, new, connecting)).await;
        done.map_err(|why| why.to_string()).flatten().map_or_else(failure, |text| success(vec![text]))
    }

    /// Explains a rule: what it reports, why, its sources, and what to do.
    #[tool(annotations(title = "Explain a rule", read_only_hint = true, open_world_hint = false))]
    async fn explain(&self, which: Parameters<RuleParameters>) -> CallToolResult {
        explain(&which.0.rule, "en").map_or_else(failure, |page| success(vec![page]))
    }
}

#[tool_handler(
    name = "sitemap-validator",
    instructions = "Checks sitemaps against the rules of sitemaps.org and search engines. Start with `validate` for files and \
                    `fetch` for a site; `explain` tells more about a rule."
)]
impl ServerHandler for Tools {}

impl Tools {
    /// Creates a session with these options for `input`.
    fn session(&self, words: impl Iterator<Item = OsString>, input: OsString) -> Result<Session, String> {
        let session = Session::new(words.chain(["--".into(), input])).map_err(|fault| match fault {
            Fault::Unknown(why) | Fault::Wrong(why) | Fault::Unreadable(why) => why,
        })?;
        Ok(session.connecting(self.connecting.clone()))
    }
}

/// The content or the path of a file.
enum Content {
    Text(String),
    Path(OsString),
}

impl Content {
    /// Returns the input of the session.
    fn input(&self) -> OsString {
        match self {
            Self::Text(_) => "-".into(),
            Self::Path(path) => path.clone(),
        }
    }
}

impl CheckParameters {
    /// # Errors
    /// If there is neither a text nor a path, or both.
    fn given(&self) -> Result<Content, String> {
        match (&self.text, &self.path) {
            (Some(text), None) => Ok(Content::Text(text.clone())),
            (None, Some(path)) if is_url(path.as_os_str()) => {
                Err(format!("`{}` is a URL: call `fetch`", hidden(&path.to_string_lossy())))
            }
            // An absolute path, because `-` would mean standard input.
            (None, Some(path)) => path::absolute(path)
                .and_then(|path| path.metadata().map(|_| Content::Path(path.into_os_string())))
                .map_err(|why| format!("{}: {why}", path.display())),
            _ => Err("pass either `path` or `text`".to_owned()),
        }
    }

    /// Returns the options, preceded by those of `mode`.
    fn words(&self, mode: &[&str]) -> impl Iterator<Item = OsString> + use<> {
        let named = |name: &str, value: &Option<String>| value.as_ref().map(|value| format!("--{name}={value}").into());
        let urls = [named("url", &self.url), named("base", &self.base)];
        let mode: Vec<OsString> = mode.iter().map(OsString::from).collect();
        mode.into_iter().chain(urls.into_iter().flatten()).chain(engines(&self.profile))
    }
}

/// Returns the option for these engines.
fn engines(profile: &[String]) -> Option<OsString> {
    (!profile.is_empty()).then(|| format!("--profile={}", profile.join(",")).into())
}

/// Returns a tool's answer: the texts that `work` returns. If the agent cancels the call, fetching stops.
async fn answer(
    session: Result<Session, String>,
    context: RequestContext<RoleServer>,
    work: impl FnOnce(&Session) -> Result<Vec<String>, String> + Send + 'static,
) -> CallToolResult {
    let session = match session {
        Ok(session) => Arc::new(session),
        Err(why) => return failure(why),
    };
    let mut task = spawn_blocking({
        let session = session.clone();
        move || work(&session)
    });
    let done = tokio::select! {
        done = &mut task => done,
        () = context.ct.cancelled() => {
            session.stop();
            task.await
        }
    };
    done.map_err(|why| why.to_string()).flatten().map_or_else(failure, success)
}

/// Returns the report on the session's inputs, preceded by the messages that the command line would write to standard
/// error.
fn session_report(session: &Session) -> Result<Vec<String>, String> {
    let report = session.check_all()?;
    let text = report_text(session, &report);
    let mut texts = session.notes();
    // The report also contains what could not be read.
    texts.retain(|note| !text.contains(note.as_str()));
    texts.push(text);
    Ok(vec![texts.join("\n")])
}

/// Returns the report, with the name of the tool instead of the command that fixes.
fn report_text(session: &Session, report: &Report) -> String {
    let text = write(Format::Agent, report, None, &session.words());
    let lines = text.lines().map(|line| if line.starts_with("safe fixes: ") { "safe fixes: call `fix`" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

fn success(texts: Vec<String>) -> CallToolResult {
    CallToolResult::success(texts.into_iter().map(ContentBlock::text).collect())
}

fn failure(why: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(why)])
}
