//! The program as a user meets it: arguments in, report, messages and exit code out.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use sitemap_validator_protocol::report::{Report, Verdict};

use crate::support::{folder, out, piped, problems, program, run};

const GOOD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
  <url><loc>https://docs.kernel.org/about</loc><lastmod>2024-05-01</lastmod></url>
</urlset>
";

/// A raw ampersand in line 3, column 41.
const BAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
  <url><loc>https://docs.kernel.org/?a=1&b=2</loc></url>
</urlset>
";

fn report(output: &Output) -> Report {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn exit_codes_are_0_for_valid_1_for_errors_2_for_failures() {
    let folder = folder("exit", &[("good.xml", GOOD.as_bytes()), ("bad.xml", BAD.as_bytes())]);
    let good = run(&folder, "good.xml");
    assert_eq!((good.status.code(), problems(&good)), (Some(0), ""));
    assert!(out(&good).starts_with("Valid. 1 URL, 0 errors, 0 warnings."), "{}", out(&good));
    assert_eq!(run(&folder, "bad.xml").status.code(), Some(1));
    let none = run(&folder, "none.xml bad.xml");
    assert_eq!(none.status.code(), Some(2));
    assert!(problems(&none).starts_with("sitemap-validator: none.xml: "), "{}", problems(&none));
    assert!(out(&none).contains("bad.xml: 1 URL, not valid (1 error)"), "the other file is still checked");
}

#[test]
fn larger_files_are_read_up_to_the_limit() {
    let large = format!("{BAD}{}", " ".repeat(1 << 20));
    let folder = folder("size", &[("large.xml", large.as_bytes())]);
    let cut = run(&folder, "--format json --max-size 1 large.xml");
    let rules = |output: &Output| {
        report(output).files[0].diagnostics.iter().map(|found| found.rule.clone()).collect::<Vec<_>>()
    };
    assert_eq!(rules(&cut), ["loc-unescaped-ampersand", "limits-validator-ceiling"]);
    assert_eq!(rules(&run(&folder, "--format json --max-size 2 large.xml")), ["loc-unescaped-ampersand"]);
    for line in ["--fix --max-size 1 large.xml", "--to text --max-size 1 large.xml"] {
        assert!(problems(&run(&folder, line)).contains("--max-size"), "{line}");
    }
    assert_eq!(fs::read(folder.join("large.xml")).unwrap(), large.as_bytes(), "nothing is lost");
}

#[test]
fn a_frame_shows_the_place() {
    let folder = folder("frame", &[("bad.xml", BAD.as_bytes())]);
    let output = run(&folder, "bad.xml --url https://docs.kernel.org/bad.xml");
    let text = out(&output);
    assert!(text.contains("\n --> bad.xml:3:41\n"), "{text}");
    let caret = " ".repeat(40) + "^";
    assert!(
        text.contains(&format!("3 |   <url><loc>https://docs.kernel.org/?a=1&b=2</loc></url>\n  | {caret}\n")),
        "{text}"
    );
    assert!(text.contains("3 +   <url><loc>https://docs.kernel.org/?a=1&amp;b=2</loc></url>\n"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("1 error.")), "{text}");
}

#[test]
fn reports_and_pages_are_in_the_language_asked_for() {
    let folder = folder("lang", &[("bad.xml", BAD.as_bytes()), ("good.xml", GOOD.as_bytes())]);
    let french = run(&folder, "--lang fr bad.xml good.xml");
    let text = out(&french);
    assert!(text.starts_with("erreur[loc-unescaped-ampersand]"), "{text}");
    for part in
        ["  = aide\u{A0}: ", "  = correction\u{A0}: sûre\n", "bad.xml: 1 URL, non valide (1 erreur, 1 remarque)"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        text.contains("2 fichiers\u{A0}; valides\u{A0}: 1, non valides\u{A0}: 1; 1 erreur, 0 avertissement"),
        "{text}"
    );
    let english = report(&run(&folder, "--format json bad.xml"));
    let spanish = report(&run(&folder, "--format json --lang es bad.xml"));
    let words = |report: &Report| report.files[0].diagnostics[0].message.clone();
    assert_ne!(words(&spanish), words(&english));
    assert_eq!(spanish.files[0].diagnostics[0].rule, english.files[0].diagnostics[0].rule);
    for format in ["text", "markdown", "csv", "junit"] {
        let french = run(&folder, &format!("--format {format} --lang fr bad.xml"));
        assert!(!out(&french).contains("U+00A0"), "spaces of ours are no finding: {}", out(&french));
    }
    let page = run(&folder, "--lang fr --explain loc-empty");
    assert!(out(&page).starts_with("# Élément d’URL vide\n") && out(&page).contains("## Exemples"), "{}", out(&page));
}

#[test]
fn json_is_the_report_in_version_1() {
    let folder = folder("json", &[("bad.xml", BAD.as_bytes())]);
    let output = run(&folder, "--format json bad.xml");
    assert_eq!(output.status.code(), Some(1));
    let report = report(&output);
    assert_eq!((report.version, report.tool.name.as_str(), report.set), (1, "sitemap-validator", None));
    let [file] = report.files.as_slice() else { panic!("one file") };
    assert_eq!((file.name.as_str(), file.verdict, file.bytes), ("bad.xml", Verdict::Invalid, BAD.len() as u64));
    assert_eq!(file.well_formed, Some(false));
    let [finding] = file.diagnostics.as_slice() else { panic!("one finding: {:?}", file.diagnostics) };
    assert_eq!(finding.rule, "loc-unescaped-ampersand");
    assert_eq!((finding.line, finding.column, finding.end_column), (3, 41, 42));
    assert_eq!(&BAD[finding.start as usize..finding.end as usize], "&");
}

#[test]
fn findings_are_counted_beyond_what_is_listed() {
    let many = BAD
        .replace("  <url>", &"  <url><loc>https://a.example/?x&y=1</loc></url>\n".repeat(30))
        .replace("\n<loc>", "\n<url><loc>");
    let folder = folder("many", &[("many.xml", many.as_bytes())]);
    let listed = |line: &str| {
        let report = report(&run(&folder, line));
        let file = &report.files[0];
        let rule = "loc-unescaped-ampersand";
        let listed = file.diagnostics.iter().filter(|finding| finding.rule == rule).count();
        (listed, file.rules[rule], file.truncated)
    };
    assert_eq!(listed("--format json many.xml"), (31, 31, false));
    assert_eq!(listed("--format json --max-diagnostics 5 many.xml"), (5, 31, true));
    let text = run(&folder, "many.xml");
    assert_eq!(out(&text).matches("error[loc-unescaped-ampersand]").count(), 10);
    assert!(out(&text).contains("… and 21 more of loc-unescaped-ampersand"));
    let all = run(&folder, "--max-diagnostics 0 many.xml");
    assert_eq!(out(&all).matches("error[loc-unescaped-ampersand]").count(), 31);
}

#[test]
fn standard_input_is_read() {
    let output = piped("- --format json", BAD.as_bytes());
    assert_eq!((output.status.code(), report(&output).files[0].name.as_str()), (Some(1), "<stdin>"));
    assert_eq!(piped("-", GOOD.as_bytes()).status.code(), Some(0));
}

#[test]
fn gzip_is_read_as_what_it_holds() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(GOOD.as_bytes()).unwrap();
    let folder = folder("gzip", &[("good.xml.gz", &encoder.finish().unwrap())]);
    let file = report(&run(&folder, "--format json good.xml.gz")).files.remove(0);
    assert_eq!((file.verdict, file.decompressed_bytes), (Verdict::Valid, GOOD.len() as u64));
    assert!(file.bytes < file.decompressed_bytes);
}

#[test]
fn other_encodings_are_decoded() {
    let text = GOOD.replace("UTF-8", "ISO-8859-1").replace("about", "über");
    let latin: Vec<u8> = text.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
    let folder = folder("latin", &[("latin.xml", &latin)]);
    let file = report(&run(&folder, "--format json latin.xml")).files.remove(0);
    assert_eq!((file.encoding.as_str(), file.well_formed), ("iso-8859-1", Some(true)));
}

#[test]
fn several_files_and_folders_are_one_set() {
    let files: [(&str, &[u8]); 5] = [
        ("a.xml", GOOD.as_bytes()),
        ("site/b.xml", BAD.as_bytes()),
        ("site/deep/c d.xml", GOOD.as_bytes()),
        ("site/notes.md", b"no sitemap"),
        ("empty/notes.md", b"no sitemap"),
    ];
    let folder = folder("several", &files);
    let report = report(&run(&folder, "--format json --base https://docs.kernel.org/x a.xml site"));
    let named: Vec<_> = report.files.iter().map(|file| (file.name.as_str(), file.url.as_deref().unwrap())).collect();
    let expected = [
        ("a.xml", "https://docs.kernel.org/x/a.xml"),
        ("site/b.xml", "https://docs.kernel.org/x/site/b.xml"),
        ("site/deep/c d.xml", "https://docs.kernel.org/x/site/deep/c%20d.xml"),
    ];
    assert_eq!(named, expected);
    assert!(report.set.is_some_and(|set| set.entries == 3 && set.counts.error >= 1));

    let text = run(&folder, "a.xml site/b.xml");
    assert!(out(&text).lines().any(|line| line.starts_with("a.xml: ") && line.contains(", valid")), "{}", out(&text));
    assert!(out(&text).lines().last().unwrap().starts_with("2 files: 1 valid, 1 not valid; 1 error"), "{}", out(&text));
    let empty = run(&folder, "empty");
    assert_eq!(empty.status.code(), Some(2));
    assert!(problems(&empty).contains("no file ending in .xml"));
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_opened_is_named_and_the_others_are_checked() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let files: [(&str, &[u8]); 3] =
        [("site/a.xml", GOOD.as_bytes()), ("site/locked/b.xml", GOOD.as_bytes()), ("site/z/c.xml", GOOD.as_bytes())];
    let folder = folder("locked", &files);
    let locked = folder.join("site/locked");
    let lock = |mode| fs::set_permissions(&locked, fs::Permissions::from_mode(mode)).unwrap();
    lock(0o000);
    let mut command = program(&folder, "site");
    if fs::read_dir(&locked).is_ok() {
        // Nothing is locked to root.
        command.uid(65534);
    }
    let output = command.output();
    lock(0o755);
    // The checkout may be locked to everybody else.
    let Ok(output) = output else { return };
    assert_eq!(output.status.code(), Some(2));
    assert!(problems(&output).starts_with("sitemap-validator: site/locked: "), "{}", problems(&output));
    assert!(out(&output).contains("site/a.xml: 1 URL, valid") && out(&output).contains("site/z/c.xml: 1 URL, valid"));
}

#[cfg(target_os = "linux")]
#[test]
fn names_and_texts_cannot_command_a_terminal_or_a_log() {
    let hostile = BAD.replace("a=1", "##[error]x");
    let names =
        ["::stop-commands::x.xml", "\x1b]0;x\x07.xml", "a\n::error::x.xml", "##[add-path]x.xml", "gone\x1b[2J.xml"];
    let files = names.map(|name| (name, hostile.as_bytes()));
    let folder = folder("hostile", &files[..4]);
    let run = |options: &str| {
        let output = program(&folder, options).args(names).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    for options in [
        "",
        "--format csv",
        "--format github",
        "--format markdown",
        "--format json",
        "--format sarif",
        "--format junit",
        "--fix",
    ] {
        let (told, said) = run(options);
        for text in [&told, &said] {
            assert!(!text.contains(['\x1b', '\x07']), "{options}: {text}");
            let command = |line: &str| {
                let allowed = ["::error ", "::warning ", "::notice "].iter().any(|start| line.starts_with(start));
                line.trim_start().starts_with("::") && !(allowed && options.contains("github"))
            };
            assert!(!text.lines().any(command), "{options}: {text}");
            assert!(!text.contains("##[") || options.contains("github"), "{options}: {text}");
        }
        assert!(said.contains("gone␛[2J.xml: "), "{options}: {said}");
    }
    let json = run("--format json").0;
    let given: Vec<String> =
        serde_json::from_str::<Report>(&json).unwrap().files.into_iter().map(|file| file.name).collect();
    assert_eq!(given, names, "JSON says the same in another way");
}

#[test]
fn color_is_for_terminals_or_on_request() {
    let folder = folder("color", &[("bad.xml", BAD.as_bytes())]);
    let has_color = |output: &Output| output.stdout.contains(&0x1b);
    assert!(!has_color(&run(&folder, "bad.xml")));
    assert!(has_color(&run(&folder, "--color always bad.xml")));
    assert!(!has_color(&run(&folder, "--color never bad.xml")));
    let no_color = program(&folder, "bad.xml").env("NO_COLOR", "1").output().unwrap();
    assert!(!has_color(&no_color));
}

#[test]
fn wrong_options_are_named_with_a_suggestion() {
    let folder = folder("usage", &[("a.xml", GOOD.as_bytes()), ("b.xml", GOOD.as_bytes())]);
    for (line, word) in [
        ("", "pass a URL"),
        ("--frobnicate a.xml", "--frobnicate"),
        ("--max-diagnostic 3 a.xml", "a similar argument exists: '--max-diagnostics'"),
        ("--format sarf a.xml", "a similar value exists: 'sarif'"),
        ("--rule loc-relatve=off a.xml", "did you mean `loc-relative`"),
        ("--url https://a.example/s.xml a.xml b.xml", "--base"),
        ("--explain loc-relativ", "did you mean `loc-relative`"),
    ] {
        let output = run(&folder, line);
        assert_eq!((output.status.code(), out(&output)), (Some(2), ""), "{line}");
        assert!(problems(&output).contains(word), "{line}: {}", problems(&output));
    }
}

#[test]
fn rules_can_be_set_and_warnings_can_fail() {
    let folder = folder("levels", &[("bad.xml", BAD.as_bytes())]);
    let line = "--rule loc-unescaped-ampersand=warning bad.xml";
    assert_eq!(run(&folder, line).status.code(), Some(0));
    assert_eq!(run(&folder, &format!("--fail-on warning {line}")).status.code(), Some(1));
}

#[test]
fn help_version_and_rules_are_printed() {
    let folder = folder("about", &[]);
    let [short, long] = ["-h", "--help"].map(|option| run(&folder, option));
    for help in [&short, &long] {
        assert_eq!((help.status.code(), problems(help)), (Some(0), ""));
        assert!(out(help).contains("--max-diagnostics") && out(help).contains("\nChecks:\n"));
        assert!(out(help).lines().all(|line| line.len() <= 100), "{}", out(help));
    }
    assert!(out(&long).contains("- sarif:    SARIF 2.1.0, for code scanning") && out(&long).contains("\nExamples:\n"));
    assert!(out(&short).lines().count() < 60 && !out(&short).contains("SARIF 2.1.0"), "{}", out(&short));
    assert!(out(&run(&folder, "--version")).starts_with("sitemap-validator 0."));
    assert!(out(&run(&folder, "--list-rules")).lines().any(|line| line.starts_with("loc-relative ")));
    assert!(out(&run(&folder, "--explain loc-relative")).contains("loc-relative"));
}

#[test]
fn completions_and_the_manual_page_name_every_option() {
    let folder = folder("generated", &[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&folder, &format!("--completions {shell}"));
        assert_eq!((script.status.code(), problems(&script)), (Some(0), ""));
        // PowerShell and Elvish complete names of options only.
        let values =
            if matches!(shell, "bash" | "zsh" | "fish") { ["markdown", "loc-relative"] } else { ["lang", "fix"] };
        for part in ["strict-schema", "fix-rule"].into_iter().chain(values) {
            assert!(out(&script).contains(part), "{shell}: {part}");
        }
    }
    let page = run(&folder, "--man");
    assert_eq!((page.status.code(), problems(&page)), (Some(0), ""));
    let text = out(&page);
    for part in [".TH sitemap-validator 1 ", "\\-\\-strict\\-schema", ".SH CHECKS", "Exit codes:"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("loc\\-empty"), "the page does not list every rule");
}

#[cfg(unix)]
#[test]
fn arguments_cannot_command_a_terminal_or_a_log() {
    let folder = folder("arguments", &[]);
    for argument in
        ["--\x1b]0;x\x07", "--rule=\x1b[2J=off", "--lang=a\n::error::x", "--format=##[error]x", "--\u{202E}"]
    {
        let output = program(&folder, "--color always").arg(argument).env("CLICOLOR_FORCE", "1").output().unwrap();
        let text = problems(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.starts_with("error: ") && !text.contains(['\x1b', '\x07', '\u{202E}']), "{text}");
        assert!(!text.lines().any(|line| line.trim_start().starts_with("::")) && !text.contains("##["), "{text}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = folder("pipe", &[("bad.xml", BAD.repeat(5_000).as_bytes())]);
    let mut child =
        program(&folder, "--max-diagnostics 0 bad.xml").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), problems(&output)), (Some(1), ""));
}

#[test]
fn options_come_from_a_file() {
    let text = "https://a.tidepool.page/\nhttps://b.tidepool.page/x y\n";
    let config = "# For all runs here.\nbase = \"https://a.tidepool.page/\"\nprofile = [\"google\", \"yandex\"]\nfail-on = \"never\"\n\
                  robots = \"robots.txt\"\n[rules]\ntext-multiple-values = \"off\"\n[fetch]\nrate = 5\n";
    let files = [
        ("sitemap-validator.toml", config.as_bytes()),
        ("maps/urls.txt", text.as_bytes()),
        ("robots.txt", b"User-agent: *\nDisallow: /\n"),
        ("bad.toml", b"pedantic = true\n\n[rules]\nloc-relativ = \"off\"\n"),
        ("none.toml", b"pedantc = true"),
        ("broken.toml", b"a = \n"),
        ("flag.toml", b"pedantic = \"yes\""),
    ];
    let folder = folder("config", &files);
    let below = folder.join("maps");
    let found = run(&below, "urls.txt");
    let shown = out(&found);
    assert!(shown.contains("scope-different-host") && shown.contains("robots-blocked"), "{shown}");
    assert!(!shown.contains("text-multiple-values") && found.status.code() == Some(0), "{shown}");
    assert_eq!(run(&below, "--fail-on error urls.txt").status.code(), Some(1));
    let isolated = run(&below, "--isolated urls.txt");
    assert!(!out(&isolated).contains("robots-blocked"), "{}", out(&isolated));
    for (file, problem) in [
        (
            "bad.toml",
            "bad.toml:4:15: invalid value 'loc-relativ=off' for '--rule <ID=LEVEL>': there is no rule `loc-relativ`; did you mean `loc-relative`?",
        ),
        ("none.toml", "none.toml:1:11: there is no setting `pedantc`; did you mean `pedantic`?"),
        ("flag.toml", "flag.toml:1:12: `pedantic` must be true or false"),
        ("broken.toml", "broken.toml:1:5: "),
        ("absent.toml", "absent.toml: "),
    ] {
        let output = run(&folder, &format!("--config {file} robots.txt"));
        assert!(problems(&output).contains(problem), "{}", problems(&output));
        assert_eq!(output.status.code(), Some(2), "{file}");
    }
}

#[test]
fn the_documents_show_what_the_program_prints() {
    let sitemap = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n  <url>\n    \
        <loc>https://shop.tidepool.page/tents?size=2&color=red</loc>\n  </url>\n</urlset>\n";
    let folder = folder("documents", &[("sitemap.xml", sitemap.as_bytes())]);
    let shown = |document: &'static str, start: &str| {
        let rest = &document[document.find(start).expect("a sample")..];
        rest.split_once("\n```").expect("its end").0
    };
    let text = run(&folder, "sitemap.xml");
    let sample = shown(include_str!("../../../../README.md"), "error[");
    assert!(out(&text).starts_with(sample), "{}", out(&text));
    let sample = shown(include_str!("../../../../docs/report.md"), "{\n");
    let documented: serde_json::Value = serde_json::from_str(sample).expect("JSON");
    let printed: serde_json::Value =
        serde_json::from_slice(&run(&folder, "--format json sitemap.xml").stdout).expect("JSON");
    assert_eq!(documented, printed["files"][0]["diagnostics"][0]);
}
