use super::*;

fn file(name: &str, text: &str) -> (String, String) {
    (name.to_owned(), text.to_owned())
}

#[test]
fn the_tree_names_each_package_once() {
    let tree = "yew v0.23.0\nours v0.1.0 (/a v1/b c)\n\nserde v1.0.229\nserde v1.0.229 (*)\nserde v2.0.0-rc.1\n";
    assert_eq!(
        names(tree).into_iter().collect::<Vec<_>>(),
        ["ours 0.1.0", "serde 1.0.229", "serde 2.0.0-rc.1", "yew 0.23.0"]
    );
}

#[test]
fn licences_that_are_not_taken_are_left_out() {
    let all = || {
        vec![
            file("COPYING", "either"),
            file("LICENSE-APACHE", "apache"),
            file("LICENSE-MIT.MD", "mit"),
            file("NOTICE", "notice"),
            file("UNLICENSE", "unlicense"),
        ]
    };
    assert_eq!(needed(all(), &["MIT"]), ["either", "mit", "notice"]);
    assert_eq!(needed(all(), &["Apache-2.0", "MIT"]), ["either", "apache", "mit", "notice"]);
    // The text of the third may be in any of them.
    assert_eq!(needed(all(), &["MIT", "Unicode-3.0"]), ["either", "apache", "mit", "notice", "unlicense"]);
    assert_eq!(needed(vec![file("LICENSE", "mit"), file("LICENSE-APACHE", "apache")], &["MIT"]), ["mit", "apache"]);
    assert_eq!(needed(vec![file("LICENSE", "mit"), file("LICENSE-MIT", "mit")], &["MIT"]), ["mit"]);
}

#[test]
fn equal_notices_stand_once() {
    let package = |name: &str, notices: &[&str]| Package {
        name: name.to_owned(),
        expression: "MIT".to_owned(),
        repository: Some(format!("https://tidepool.page/{}", &name[..1])),
        authors: vec!["A. Author".to_owned(), "B. Author".to_owned()],
        notices: notices.iter().map(|&text| text.to_owned()).collect(),
    };
    let nameless = Package { repository: None, authors: Vec::new(), ..package("d 4.0.0", &[]) };
    let packages =
        [package("a 1.0.0", &["One"]), package("b 2.0.0", &["Two", "One"]), package("c 3.0.0", &[]), nameless];
    let line = "-".repeat(72);
    assert_eq!(
        text(&packages).strip_prefix(HEAD).expect("the head"),
        format!(
            "\
a 1.0.0: MIT, https://tidepool.page/a [1]
b 2.0.0: MIT, https://tidepool.page/b [2] [1]
c 3.0.0: MIT, https://tidepool.page/c, by A. Author, B. Author; no notice comes with it
d 4.0.0: MIT; no notice comes with it


[1] a 1.0.0, b 2.0.0
{line}

One


[2] b 2.0.0
{line}

Two
"
        )
    );
}

#[test]
fn a_package_is_described_by_its_metadata_and_its_folder() {
    let folder = std::env::temp_dir().join(format!("xtask-licenses-{}", std::process::id()));
    fs::create_dir_all(folder.join("licenses")).expect("a folder");
    for (name, text) in
        [("license-mit", "\u{feff}\r\nMIT \r\n\r\n \r\nNo warranty\r\n\r\n"), ("Notice.txt", "By A.\n"), ("lib.rs", "")]
    {
        fs::write(folder.join(name), text).expect("a file");
    }
    let manifest = format!("{:?}", folder.join("Cargo.toml"));
    let of = |more: &str| {
        let ours = r#"{"name": "ours", "version": "0.1.0", "source": null, "manifest_path": "Cargo.toml"}"#;
        let unused = r#"{"name": "unused", "version": "1.0.0", "source": "there", "manifest_path": "Cargo.toml"}"#;
        let used = format!(
            r#"{{"name": "used", "version": "1.0.0", "source": "there", "authors": ["A <a@tidepool.page>"],
            "manifest_path": {manifest}{more}}}"#
        );
        let metadata = json::read(&format!(r#"{{"packages": [{used}, {unused}, {ours}]}}"#)).expect("JSON");
        packages(&names("ours v0.1.0\nused v1.0.0\n"), &metadata)
    };
    let expected = Package {
        name: "used 1.0.0".to_owned(),
        expression: "MIT/Apache-2.0".to_owned(),
        repository: Some("https://tidepool.page/".to_owned()),
        authors: vec!["A".to_owned()],
        notices: vec!["MIT\n\nNo warranty".to_owned(), "By A.".to_owned()],
    };
    let described = of(r#", "license": "MIT/Apache-2.0", "repository": "https://tidepool.page/""#);
    let refused = [of(""), of(r#", "license": null"#), of(r#", "license": "GPL-3.0""#)];
    fs::remove_dir_all(&folder).expect("the folder");

    assert_eq!(described, Ok(vec![expected]));
    assert_eq!(refused[..2], ["used 1.0.0 states no licence"; 2].map(|error| Err(error.to_owned())));
    assert!(refused[2].as_ref().is_err_and(|error| error.starts_with("used 1.0.0: `GPL-3.0` asks for GPL-3.0")));
    let missing = packages(&names("other v1.0.0"), &Value::Object(Vec::new()));
    assert_eq!(missing, Err("cargo's metadata has no other 1.0.0".to_owned()));
}

/// The packages a text lists, without their versions.
fn listed(text: &str) -> Vec<&str> {
    let packages = text.strip_prefix(HEAD).expect("the head").split("\n\n").next().expect("a list");
    packages.lines().map(|line| line.split(' ').next().unwrap_or_default()).collect()
}

#[test]
fn the_page_and_the_worker_pass_on_the_notices_of_what_is_in_them() {
    let root = crate::root();
    let page = of(&root, PAGE).expect("the page's");
    let worker = of(&root, &[WORKER]).expect("the worker's");
    let (in_page, in_worker) = (listed(&page), listed(&worker));
    for name in ["memchr", "miniz_oxide", "quick-xml", "serde_json", "web-sys"] {
        assert!(in_page.contains(&name) && in_worker.contains(&name), "{name}");
    }
    assert!(in_page.contains(&"yew") && !in_worker.contains(&"yew"));
    assert!(in_worker.iter().all(|name| in_page.contains(name)));
    // For tests only, for the command line only, compilers of code, our own.
    for name in ["insta", "lexopt", "serde_derive", "syn", "sitemap-validator", "sitemap-validator-worker"] {
        assert!(!in_page.contains(&name), "{name}");
    }
    for text in [&page, &worker] {
        assert!(text.contains("\n\nMIT License\n\nCopyright 2013-2014 RAD Game Tools"), "{text}");
        assert!(text.contains("UNICODE LICENSE V3"), "{text}");
        // Nothing about the machine.
        let cargo_home = std::env::var("CARGO_HOME").unwrap_or_else(|_| ".cargo".to_owned());
        for word in [cargo_home.as_str(), "/registry/", root.to_str().expect("a path"), "\r"] {
            assert!(!text.contains(word), "{word}");
        }
    }
    assert_eq!(of(&root, PAGE), Ok(page));
}
