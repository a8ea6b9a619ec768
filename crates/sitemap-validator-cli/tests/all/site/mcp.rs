//! `mcp`: the tools for agents, by requests as lines of JSON.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::server::{Server, ok, raw};
use super::{XML, robots, sitemap};
use crate::support::{folder, out, piped, program, run};

const BROKEN: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://tidepool.page/a&b</loc>\
                      <changefreq>Weekly</changefreq></url></urlset>\n";

/// The program as the server of a client.
struct Mcp {
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    last: u64,
}

impl Mcp {
    /// A server in `folder`, to which the client has said hello.
    fn start(folder: &Path, options: &str) -> Self {
        let mut command = program(folder, &format!("mcp {options}"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        let mut server = Self { requests: child.stdin.take(), child, answers, last: 0 };
        let client = json!({ "name": "tide-tables", "version": "1" });
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let answer = server.ask("initialize", &hello);
        assert_eq!(answer["result"]["serverInfo"]["name"], "sitemap-validator");
        assert_eq!(answer["result"]["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.requests.as_mut().unwrap(), "{message}").unwrap();
    }

    /// Sends a request without waiting for its answer.
    fn begin(&mut self, method: &str, params: &Value) {
        self.last += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.begin(method, params);
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], self.last, "{answer}");
        answer
    }

    /// The texts of a tool's answer, or of its error.
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<Vec<String>, String> {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let result = &answer["result"];
        let texts = result["content"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let texts: Vec<String> = texts.iter().map(|text| text["text"].as_str().unwrap().to_owned()).collect();
        if result["isError"] == true { Err(texts.concat()) } else { Ok(texts) }
    }

    /// Ends the input, and with it the program.
    fn end(mut self) {
        drop(self.requests.take());
        let (ended, end) = mpsc::channel();
        let mut child = self.child;
        thread::spawn(move || ended.send(child.wait().unwrap()));
        assert_eq!(end.recv_timeout(Duration::from_secs(30)).unwrap().code(), Some(0));
    }
}

#[test]
fn files_are_checked_and_fixed() {
    let bytes = BROKEN.as_bytes();
    let folder =
        folder("mcp", &[("a.xml", bytes), ("b/c.xml", bytes), ("sitemap-validator.toml", b"pedantic = true\n")]);
    let mut mcp = Mcp::start(&folder, "");
    let tools = mcp.ask("tools/list", &json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap().clone();
    let mut names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["compare", "explain", "fetch", "fix", "validate"]);

    // The report is that of the command line, also for text, with the settings of the folder.
    let expected = |name: &str, told: &[String]| {
        let report = run(&folder, "--format agent a.xml");
        let report: Vec<_> = out(&report).lines().filter(|line| !line.starts_with("safe fixes")).collect();
        let told = told.concat().replace(name, "a.xml");
        let told: Vec<_> = told.lines().filter(|line| *line != "safe fixes: call `fix`").collect();
        assert_eq!(told, report);
        assert!(told.len() > 5);
    };
    let own = folder.join("a.xml");
    expected("sitemap.xml", &mcp.call("validate", &json!({ "text": BROKEN })).unwrap());
    expected(own.to_str().unwrap(), &mcp.call("validate", &json!({ "path": "a.xml" })).unwrap());
    let all = mcp.call("validate", &json!({ "path": ".", "base": "https://other.tidepool.page/" })).unwrap().concat();
    assert!(all.contains("c.xml: Not valid") && all.contains("scope-different-host"), "{all}");

    let versions = json!({ "old": "a.xml", "new": "b/c.xml" });
    let compared = run(&folder, "compare --format markdown a.xml b/c.xml");
    assert_eq!(mcp.call("compare", &versions).unwrap().concat(), out(&compared));
    assert!(mcp.call("compare", &json!({ "old": "-", "new": "a.xml" })).unwrap_err().contains("standard input"));

    let page = run(&folder, "--explain loc-empty");
    assert_eq!(mcp.call("explain", &json!({ "rule": "loc-empty" })).unwrap().concat(), out(&page));

    let fixed = mcp.call("fix", &json!({ "text": BROKEN })).unwrap();
    let right = piped("--fix --pedantic --quiet -", bytes);
    assert_eq!(fixed[1], out(&right));
    assert!(fixed[0].starts_with("0 errors"), "{}", fixed[0]);
    let told = mcp.call("fix", &json!({ "path": "a.xml" })).unwrap().concat();
    assert!(told.starts_with("fixed 3 findings in "), "{told}");
    assert_eq!(fs::read_to_string(own).unwrap(), fixed[1]);
    assert_eq!(fs::read_to_string(folder.join("b/c.xml")).unwrap(), BROKEN);

    for (tool, arguments, why) in [
        ("validate", json!({}), "either `path` or `text`"),
        ("validate", json!({ "path": "a.xml", "text": "a" }), "either `path` or `text`"),
        ("validate", json!({ "pth": "a.xml" }), "unknown field `pth`"),
        ("validate", json!({ "path": "a.xml", "profile": ["ask"] }), "'ask'"),
        ("validate", json!({ "path": "a.xml", "url": "a.example" }), "https://"),
        // Neither standard input nor an option.
        ("validate", json!({ "path": "-" }), "No such file"),
        ("fix", json!({ "path": "--fix" }), "No such file"),
        ("validate", json!({ "path": "http://me:pw@127.0.0.1/" }), "`http://***@127.0.0.1/` is a URL: call `fetch`"),
        ("explain", json!({ "rule": "loc-empy" }), "did you mean `loc-empty`"),
        ("fetch", json!({ "url": "a.xml" }), "is not an http or https URL"),
        ("fetch", json!({ "url": "http://127.0.0.1/" }), "private network"),
        ("fetch", json!({ "url": "http://[::ffff:10.0.0.1]/" }), "private network"),
    ] {
        let problem = mcp.call(tool, &arguments).expect_err(tool);
        assert!(problem.contains(why), "{why}: {problem}");
    }
    // A long message is answered.
    let long = format!("{}{}", BROKEN.replace("</urlset>", ""), " ".repeat(17 << 20));
    assert!(mcp.call("validate", &json!({ "text": long })).unwrap().concat().contains("xml-"));
    mcp.end();
}

#[test]
fn a_site_is_fetched_until_the_call_is_canceled() {
    let (asked, waits) = mpsc::channel();
    let server = Server::start(None, |port| {
        let silent = raw(move |_| {
            asked.send(()).unwrap();
            thread::sleep(Duration::from_mins(10));
            Ok(())
        });
        vec![
            ("/robots.txt", robots(port, &["/a.xml"])),
            ("/a.xml", ok(XML, sitemap(port).replace("/a</loc>", "/a&b</loc>"))),
            ("/silent.xml", silent),
        ]
    });
    let port = server.port;
    let mut mcp = Mcp::start(&folder("mcp-site", &[]), &format!("--resolve tidepool.page:{port}:127.0.0.1"));
    let url = format!("http://tidepool.page:{port}/");
    let told = mcp.call("fetch", &json!({ "url": url })).unwrap().concat();
    assert!(told.contains("a.xml: Not valid") && told.contains("loc-unescaped-ampersand"), "{told}");
    assert!(!told.contains("--fix"), "{told}");

    mcp.begin("tools/call", &json!({ "name": "fetch", "arguments": { "url": format!("{url}silent.xml") } }));
    waits.recv_timeout(Duration::from_secs(30)).unwrap();
    let cancelled = json!({ "requestId": mcp.last, "reason": "low tide" });
    mcp.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }));
    assert!(mcp.ask("ping", &json!({})).get("result").is_some());
    // It does not wait for the answer of the site either.
    mcp.end();
}
