//! The command line reports sets as the library does.

use std::fs;
use std::path::Path;

use crate::support::{out, problems, program, run};

#[path = "../../../../tests/sets/read.rs"]
mod read;

#[test]
fn sets_are_reported_as_by_the_library() {
    for set in read::sets() {
        let mut program = program(&Path::new(read::ROOT).join(&set.name), "--format json --quiet");
        program.args(set.base.iter().flat_map(|base| ["--base", base]));
        // Files in a folder are named by the folder, as they are when it is dropped.
        let in_folder = set.files.iter().all(|(name, _)| name.starts_with("site/"));
        let names: Vec<&str> =
            if in_folder { vec!["site"] } else { set.files.iter().map(|(name, _)| name.as_str()).collect() };
        let output = program.args(names).output().unwrap();
        assert!(problems(&output).is_empty(), "{}: {}", set.name, problems(&output));
        assert_eq!(read::plain(out(&output)), set.expected(), "{}", set.name);
    }
}

#[test]
fn a_saved_site_is_reported_as_published() {
    let (folder, published) = read::saved_site();
    let report = read::plain(out(&run(&folder, "--format json --quiet .")));
    if std::env::var_os("UPDATE_SETS").is_some() {
        fs::write(&published, format!("{report:#}\n")).unwrap();
    }
    assert_eq!(report, serde_json::from_str::<serde_json::Value>(&fs::read_to_string(published).unwrap()).unwrap());
}
