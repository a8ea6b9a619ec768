//! Checks of pages that are killed and continued.

use std::fs;
use std::process::Stdio;
use std::sync::{Mutex, mpsc};

use super::server::{Answer, Server, head, ok};
use crate::support::{folder, out, problems, program, run};

const NAMES: [&str; 12] = ["/0", "/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8", "/9", "/10", "/11"];

/// The page after whose request the program is killed.
const LAST: usize = 7;

#[test]
fn a_killed_check_requests_no_page_again() {
    let (arrived, has_arrived) = mpsc::channel();
    let (killed, is_killed) = mpsc::channel::<()>();
    let (arrived, is_killed) = (Mutex::new(arrived), Mutex::new(is_killed));
    let html = |text: &str| ok("Content-Type: text/html\r\n", text);
    let server = Server::start(None, move |port| {
        let page = |name: &str| match name {
            "/2" => head("404 Not Found", ""),
            "/3" => head("301 Moved Permanently", &format!("Location: http://tidepool.page:{port}/4\r\n")),
            "/5" => html("<!doctype html><meta name=robots content=noindex>"),
            _ => html(&format!("<!doctype html><link rel=canonical href={name}>")),
        };
        let mut answers: Vec<(&'static str, Answer)> = NAMES.iter().map(|name| (*name, page(name))).collect();
        let (_, answer) = answers.remove(LAST);
        let waiting: Answer = Box::new(move |out, before| {
            if before == 0 {
                arrived.lock().unwrap().send(()).unwrap();
                let _ = is_killed.lock().unwrap().recv();
            }
            answer(out, before)
        });
        answers.push((NAMES[LAST], waiting));
        answers
    });
    let list = NAMES.map(|name| format!("http://tidepool.page:{}{name}\n", server.port)).concat();
    let folder = folder("check-state", &[("list.txt", list.as_bytes())]);
    let line = format!("{} --connections 1 --check-urls=all list.txt", server.names());
    let with_state = format!("--check-state state.jsonl {line}");
    let mut first = program(&folder, &with_state).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    has_arrived.recv().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    drop(killed);
    // As if the program had been killed while it wrote.
    let state = folder.join("state.jsonl");
    let kept = fs::read_to_string(&state).unwrap();
    fs::write(&state, format!("{kept}{{\"listed\":\"http://tidepool")).unwrap();
    let second = run(&folder, &with_state);
    for problem in
        ["state.jsonl: the last line was damaged and is ignored", "has the answers for 7 of 12 pages; 5 are requested"]
    {
        assert!(problems(&second).contains(problem), "{}", problems(&second));
    }
    for (at, name) in NAMES.iter().enumerate() {
        // The redirect leads to page 4.
        let expected = if at == LAST || at == 4 { 2 } else { 1 };
        assert_eq!(server.count(name), expected, "{name}");
    }
    let third = run(&folder, &with_state);
    assert!(problems(&third).contains("has the answers for 12 pages: nothing is requested"), "{}", problems(&third));
    assert_eq!(server.count(NAMES[LAST]), 2);
    let whole = run(&folder, &line);
    for report in [&second, &third] {
        assert_eq!((out(report), report.status.code()), (out(&whole), whole.status.code()));
    }
    assert!(out(&whole).contains("page-not-found") && out(&whole).contains("page-noindex"), "{}", out(&whole));

    // Another file is left as it is.
    let before = server.requests.lock().unwrap().len();
    let other = run(&folder, &format!("--check-state list.txt {line}"));
    assert!(problems(&other).contains("list.txt: this file was not written by this option"), "{}", problems(&other));
    assert_eq!((other.status.code(), fs::read_to_string(folder.join("list.txt")).unwrap()), (Some(2), list));
    fs::write(&state, kept.replacen("\"http\":", "\"", 1)).unwrap();
    let damaged = run(&folder, &with_state);
    assert!(
        problems(&damaged).contains("state.jsonl, line 2: this line is damaged: delete the file"),
        "{}",
        problems(&damaged)
    );
    assert_eq!(server.requests.lock().unwrap().len(), before);
}
