//! `--format`: the report for other programs.

use std::collections::HashSet;
use std::fs;

use serde_json::Value;

use crate::support::{folder, out, piped, problems, run};

const TEXT: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
<url><loc>https://tidepool.page/?a=1&b=2</loc></url>
<url><loc>https://tidepool.page/?a=1&c=2</loc></url>
</urlset>
";

fn written(format: &str, more: &str) -> String {
    // Found in the folder, the file is called `./a b.xml`.
    let folder = folder(&format!("format-{format}{}", more.len()), &[("a b.xml", TEXT.as_bytes())]);
    let output = run(&folder, &format!("--format {format} {more} ."));
    assert_eq!((output.status.code(), problems(&output)), (Some(1), ""), "{format}");
    out(&output).to_owned()
}

#[test]
fn sarif_has_locations_and_fixes() {
    let sarif: Value = serde_json::from_str(&written("sarif", "")).unwrap();
    let run = &sarif["runs"][0];
    assert_eq!((&sarif["version"], &run["columnKind"]), (&"2.1.0".into(), &"unicodeCodePoints".into()));
    let results = run["results"].as_array().unwrap();
    let result = results.iter().find(|result| result["ruleId"] == "loc-unescaped-ampersand").unwrap();
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.xml");
    assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&2.into(), &37.into()));
    let replacement = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    let deleted = &replacement["deletedRegion"];
    assert_eq!(
        (&deleted["startLine"], &deleted["startColumn"], &deleted["endColumn"]),
        (&2.into(), &37.into(), &38.into())
    );
    assert_eq!(replacement["insertedContent"]["text"], "&amp;");
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!((&rule["id"], rule.get("helpUri")), (&result["ruleId"], None));
}

#[test]
fn each_format_names_file_rule_and_place() {
    for (format, part) in [
        ("csv", "./a b.xml,,2,37,2,38,error,loc-unescaped-ampersand,"),
        ("junit", "\n./a b.xml:2:37: `&amp;` in a URL must be written `&amp;amp;`."),
        ("markdown", "| `loc-unescaped-ampersand` | **error** | 2 | 2:37, 3:37 |"),
        ("gitlab", "\"location\":{\"path\":\"a b.xml\",\"lines\":{\"begin\":2}}"),
        ("rdjson", "\"path\":\"a b.xml\",\"range\":{\"start\":{\"line\":2},\"end\":{\"line\":2}}}"),
        ("agent", "  2:37 [2:37-2:38 → `&amp;`]\n  3:37 [3:37-3:38 → `&amp;`]\n"),
        ("github", "::error file=a b.xml,line=2,endLine=2,col=37,endColumn=38,title=loc-unescaped-ampersand::`&` in a"),
    ] {
        let text = written(format, "");
        assert!(text.contains(part), "{format}: {text}");
    }
}

#[test]
fn what_is_not_listed_is_counted() {
    for format in ["csv", "junit", "github"] {
        let text = written(format, "--max-diagnostics 1");
        assert!(text.contains("1 more is counted") && !text.contains("3:37"), "{format}: {text}");
    }
}

#[test]
fn standard_input_has_a_name_that_is_a_reference() {
    let sarif: Value = serde_json::from_str(out(&piped("--format sarif -", TEXT.as_bytes()))).unwrap();
    assert_eq!(sarif["runs"][0]["artifacts"][0]["location"]["uri"], "%3Cstdin%3E");
}

#[test]
fn json_has_the_support_of_each_engine() {
    let report: Value = serde_json::from_str(&written("json", "")).unwrap();
    assert_eq!(report["support"]["loc-unescaped-ampersand"]["bing"], "rejects");
    let verdicts = &report["files"][0]["engines"];
    assert_eq!((&verdicts["sitemaps.org"], &verdicts["yandex"]), (&"invalid".into(), &"invalid".into()));
}

#[test]
fn several_reports_are_written_in_one_run() {
    let folder = folder("reports", &[("a.xml", TEXT.as_bytes()), ("b.xml", b"<urlset"), ("c.xml", TEXT.as_bytes())]);
    let line = "--report sarif=a.sarif --report gitlab=gl.json a.xml b.xml c.xml";
    let output = run(&folder, line);
    assert!(out(&output).contains("error[loc-unescaped-ampersand]"), "{}", out(&output));
    assert_eq!(output.status.code(), Some(1), "{}", problems(&output));
    let read = |name: &str| serde_json::from_slice::<Value>(&fs::read(folder.join(name)).unwrap()).unwrap();
    assert_eq!(read("a.sarif")["runs"][0]["artifacts"][1]["location"]["uri"], "b.xml");
    let issues = read("gl.json");
    let prints: HashSet<_> = issues.as_array().unwrap().iter().map(|issue| issue["fingerprint"].to_string()).collect();
    assert!(prints.len() > 4 && prints.len() == issues.as_array().unwrap().len(), "{issues}");
    assert_eq!(
        (&issues[0]["check_name"], &issues[0]["severity"]),
        (&"loc-unescaped-ampersand".into(), &"major".into())
    );
}

#[test]
fn the_exit_code_is_what_a_pipeline_asks_for() {
    let warned = TEXT.replace("&b=2", "").replace("&c=2", "");
    let folder = folder("codes", &[("bad.xml", TEXT.as_bytes()), ("warned.xml", warned.as_bytes())]);
    for (line, code) in [
        ("bad.xml", 1),
        ("bad.xml --fail-on never", 0),
        ("none.xml --fail-on never", 2),
        ("warned.xml", 0),
        ("warned.xml --fail-on warning", 1),
        ("warned.xml --max-warnings 0", 1),
        ("warned.xml --max-warnings 1", 0),
        ("bad.xml --fail-on never --max-warnings 9", 0),
    ] {
        assert_eq!(run(&folder, line).status.code(), Some(code), "{line}");
    }
    let output = run(&folder, "--stat bad.xml warned.xml");
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!(lines[0], "2  error    loc-unescaped-ampersand", "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("2 files")), "{lines:?}");
    assert!(!out(&output).contains("bad.xml"));
    // Of a domain for examples it is a remark, of another host that is not public a warning.
    let reserved = warned.replace("tidepool.page", "example.com");
    let folder = self::folder("severity", &[("a.xml", reserved.as_bytes()), ("b.xml", b"")]);
    let output = run(&folder, "--stat a.xml");
    let line = "remark   loc-non-public-host";
    assert!(out(&output).contains(line), "{}", out(&output));
    assert!(out(&run(&folder, "a.xml b.xml")).contains(line));
}
