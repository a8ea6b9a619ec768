//! `--format`: the report for other programs.

mod support;

use serde_json::Value;

use support::{folder, out, piped, problems, run};

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
    assert_eq!(report["stances"]["loc-unescaped-ampersand"]["bing"], "rejects");
    let judgement = &report["files"][0]["judgement"];
    assert_eq!((&judgement["sitemaps.org"], &judgement["yandex"]), (&"invalid".into(), &"invalid".into()));
}
