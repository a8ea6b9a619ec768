//! The files in the folder of a built site that set up its host.

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::de::{DeTable, DeValue};

use super::pattern::Pattern;
use super::rules::{Header, Host, LineError, Redirect, Rules};

const REDIRECTS: &str = "_redirects";
const HEADERS: &str = "_headers";
const NETLIFY: &str = "netlify.toml";
const VERCEL: &str = "vercel.json";

/// The names of the files.
pub(super) const HOST_FILES: [&str; 4] = [REDIRECTS, HEADERS, NETLIFY, VERCEL];

impl Rules {
    /// Adds the rules in the file `name` of the site `origin`, and returns the lines that cannot be read.
    pub(super) fn add(&mut self, name: &str, text: &str, origin: &str) -> Vec<LineError> {
        match name {
            REDIRECTS => self.add_redirects(text, origin),
            HEADERS => self.add_headers(text, origin),
            NETLIFY => netlify(text, self).err().into_iter().collect(),
            _ => vercel(text, self).err().into_iter().collect(),
        }
    }
}

/// The settings of Vercel that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Vercel {
    clean_urls: bool,
    trailing_slash: Option<bool>,
    redirects: Vec<VercelRule>,
    rewrites: Vec<VercelRule>,
    headers: Vec<VercelRule>,
    routes: Vec<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VercelRule {
    source: String,
    destination: Option<String>,
    permanent: Option<bool>,
    status_code: Option<u16>,
    headers: Option<Vec<VercelHeader>>,
    has: Option<IgnoredAny>,
    missing: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct VercelHeader {
    key: String,
    value: String,
}

fn vercel(text: &str, rules: &mut Rules) -> Result<(), LineError> {
    let found: Vercel = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let problem = message.split(" at line ").next().unwrap_or_default().to_owned();
        LineError { line: error.line(), problem }
    })?;
    rules.host = Host::Vercel { clean_urls: found.clean_urls, trailing_slash: found.trailing_slash };
    let redirect = |rule: VercelRule, is_rewrite: bool| {
        let status = rule.status_code.unwrap_or(if rule.permanent == Some(true) { 308 } else { 307 });
        Redirect {
            from: Pattern::of_vercel(&rule.source),
            to: rule.destination.unwrap_or_default(),
            status: if is_rewrite { 200 } else { status },
            is_forced: !is_rewrite,
            is_conditional: rule.has.is_some() || rule.missing.is_some(),
            source: VERCEL.to_owned(),
        }
    };
    rules.redirects.extend(found.redirects.into_iter().map(|rule| redirect(rule, false)));
    rules.redirects.extend(found.rewrites.into_iter().map(|rule| redirect(rule, true)));
    if !found.routes.is_empty() {
        // These older rules are regular expressions, which may apply to any path.
        let rule = Redirect {
            from: Pattern::of_vercel("/(.*)"),
            to: String::new(),
            status: 307,
            is_forced: true,
            is_conditional: true,
            source: VERCEL.to_owned(),
        };
        rules.redirects.extend([rule]);
    }
    rules.headers.extend(found.headers.into_iter().map(|rule| Header {
        from: Pattern::of_vercel(&rule.source),
        fields: rule.headers.unwrap_or_default().into_iter().map(|field| (field.key, field.value)).collect(),
        is_conditional: rule.has.is_some() || rule.missing.is_some(),
    }));
    Ok(())
}

fn netlify(text: &str, rules: &mut Rules) -> Result<(), LineError> {
    let at = |start: usize| text.get(..start).unwrap_or(text).matches('\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| LineError {
        line: at(error.span().map_or(0, |span| span.start)),
        problem: error.message().trim_end().to_owned(),
    })?;
    let list = table.get_ref().iter().find(|(name, _)| name.get_ref() == "redirects").map(|(_, value)| value.get_ref());
    let Some(DeValue::Array(list)) = list else { return Ok(()) };
    for rule in list {
        let line = at(rule.span().start);
        let value = |name: &str| {
            let fields = rule.get_ref().as_table().into_iter().flatten();
            fields.filter(|(own, _)| own.get_ref() == name).map(|(_, value)| value.get_ref()).next()
        };
        let text = |name: &str| match value(name) {
            Some(DeValue::String(text)) => Some(text.to_string()),
            _ => None,
        };
        let error = |problem: &str| LineError { line, problem: problem.to_owned() };
        let from = text("from").ok_or_else(|| error("a redirect without `from`"))?;
        let to = text("to").ok_or_else(|| error("a redirect without `to`"))?;
        let status = match value("status") {
            None => 301,
            Some(status) => {
                let number = status.as_integer().and_then(|number| number.to_string().parse().ok());
                number.ok_or_else(|| error("`status` is not a number"))?
            }
        };
        rules.redirects.extend([Redirect {
            from: Pattern::of_netlify(&from),
            to,
            status,
            is_forced: matches!(value("force"), Some(DeValue::Boolean(true))),
            // A URL instead of a path is one of another host.
            is_conditional: value("conditions").is_some() || value("query").is_some() || from.contains("://"),
            source: format!("{NETLIFY}, line {line}"),
        }]);
    }
    Ok(())
}
