//! Processes `index.html` as Trunk does, so that the page can be built without Trunk.
//!
//! The links with `data-trunk` in `index.html` and the settings in `Trunk.toml` stay the only description of the page:
//! `trunk build` and `trunk serve` read the same files. Anything that only Trunk supports is an error.

use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The folder into which Trunk builds the page, and the document that it starts from.
const DIST: &str = "dist";
const TARGET: &str = "index.html";

/// The settings in `Trunk.toml` that make no difference here: all builds are for release, and have no hashes for
/// subresource integrity. The hook is for Trunk alone.
const FIXED: [(&str, &str); 8] = [
    ("trunk-version", "^0.21.14"),
    ("target", TARGET),
    ("dist", DIST),
    ("release", "true"),
    ("no_sri", "true"),
    ("stage", "post_build"),
    ("command", "cargo"),
    ("command_arguments", "[\"xtask\", \"complete\"]"),
];

/// The description of the page.
#[derive(Debug)]
pub(crate) struct Description {
    html: String,
    links: Vec<Link>,
    settings: Settings,
}

/// A link with `data-trunk`.
#[derive(Debug, PartialEq, Eq)]
struct Link {
    /// Where it is in the document.
    range: Range<usize>,
    kind: Kind,
    /// A path below the root.
    href: String,
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// A style sheet, which gets a hash in its name.
    StyleSheet,
    File,
    Folder,
    /// A package that is compiled to WebAssembly with this profile of cargo.
    Package(Role, String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    App,
    Worker,
}

/// The settings of `Trunk.toml` that are used.
#[derive(Debug, PartialEq, Eq)]
struct Settings {
    /// The prefix of file names in links.
    base: String,
    /// The script that starts the app, with placeholders.
    script: String,
}

/// A package of the page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// The profile for release.
    pub(crate) profile: String,
    pub(crate) is_worker: bool,
}

impl Description {
    /// Reads the description in the checkout at `root`.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let read =
            |name: &str| fs::read_to_string(root.join(name)).map_err(|error| format!("{name} cannot be read: {error}"));
        let html = read(TARGET)?;
        let links = links(&html).map_err(|problem| format!("{TARGET}: {problem}"))?;
        let settings = settings(&read("Trunk.toml")?).map_err(|problem| format!("Trunk.toml: {problem}"))?;
        Ok(Self { html, links, settings })
    }

    /// The packages that are compiled to WebAssembly.
    pub(crate) fn packages(&self, root: &Path) -> Result<Vec<Package>, String> {
        let package = |link: &Link| match &link.kind {
            Kind::Package(role, profile) => Some(name_of_package(&root.join(&link.href)).map(|name| Package {
                name,
                profile: profile.clone(),
                is_worker: *role == Role::Worker,
            })),
            _ => None,
        };
        self.links.iter().filter_map(package).collect()
    }

    /// Writes style sheets, files and folders into `dist`, and `index.html` with links to them. `js` and `wasm` are the names
    /// of the app's files.
    pub(crate) fn write(&self, root: &Path, dist: &Path, js: &str, wasm: &str) -> io::Result<()> {
        let base = &self.settings.base;
        let mut page = String::with_capacity(self.html.len() + 1024);
        let mut at = 0;
        for link in &self.links {
            page += &self.html[at..link.range.start];
            at = link.range.end;
            let from = root.join(&link.href);
            let name = from.file_name().unwrap_or_default();
            match &link.kind {
                Kind::StyleSheet => {
                    let css = fs::read(&from)?;
                    let name = format!("{}-{:016x}.css", Path::new(name).with_extension("").display(), hash(&css));
                    fs::write(dist.join(&name), css)?;
                    let _ = write!(page, "<link rel=\"stylesheet\" href=\"{base}{name}\"/>");
                }
                Kind::File => fs::copy(&from, dist.join(name)).map(drop)?,
                Kind::Folder => copy_folder(&from, &dist.join(name))?,
                Kind::Package(Role::App, _) => {
                    page += &[("{base}", base.as_str()), ("{js}", js), ("{wasm}", wasm)]
                        .iter()
                        .fold(self.settings.script.clone(), |script, (place, text)| script.replace(place, text));
                }
                Kind::Package(Role::Worker, _) => {}
            }
        }
        page += &self.html[at..];
        let preloads = format!(
            "<link rel=\"modulepreload\" href=\"{base}{js}\" crossorigin=\"anonymous\">\
            <link rel=\"preload\" href=\"{base}{wasm}\" crossorigin=\"anonymous\" as=\"fetch\" type=\"application/wasm\">"
        );
        let end = page.find("</head>").ok_or_else(|| io::Error::other("index.html has no </head>"))?;
        page.insert_str(end, &preloads);
        fs::write(dist.join(TARGET), page)
    }
}

/// The links with `data-trunk`, in their order.
fn links(html: &str) -> Result<Vec<Link>, String> {
    let mut links = Vec::new();
    for (start, _) in html.match_indices('<') {
        let Some(length) = html[start..].find('>') else { break };
        let tag = &html[start + 1..start + length];
        let mut attributes = attributes(tag);
        if !attributes.iter().any(|(name, _)| *name == "data-trunk") {
            continue;
        }
        let kind = kind(tag, &mut attributes).map_err(|problem| format!("<{tag}>: {problem}"))?;
        links.push(Link { range: start..start + length + 1, href: kind.1, kind: kind.0 });
    }
    for role in [Role::App, Role::Worker] {
        let count = links.iter().filter(|link| matches!(link.kind, Kind::Package(of, _) if of == role)).count();
        if count != 1 {
            return Err(format!("{count} links to the package of the {role:?}, not one"));
        }
    }
    Ok(links)
}

/// The kind of a link, and its `href`.
fn kind(tag: &str, attributes: &mut Vec<(&str, &str)>) -> Result<(Kind, String), String> {
    if !tag.starts_with("link ") {
        return Err("only links can have `data-trunk`".to_owned());
    }
    let mut take = |name: &str| {
        let at = attributes.iter().position(|(found, _)| *found == name)?;
        Some(attributes.remove(at).1.to_owned())
    };
    take("data-trunk");
    let href = take("href").ok_or("no href")?;
    let kind = match take("rel").as_deref() {
        Some("css") => Kind::StyleSheet,
        Some("copy-file") => Kind::File,
        Some("copy-dir") => Kind::Folder,
        Some("rust") => {
            let role = match (take("data-type").as_deref(), take("data-bindgen-target").as_deref()) {
                (Some("main"), None) => Role::App,
                (Some("worker"), Some("web")) => Role::Worker,
                (kind, target) => {
                    return Err(format!("unknown data-type {kind:?} with data-bindgen-target {target:?}"));
                }
            };
            if take("data-wasm-opt").as_deref() != Some("0") {
                return Err("data-wasm-opt must be 0: wasm-opt is not run".to_owned());
            }
            Kind::Package(role, take("data-cargo-profile-release").ok_or("no data-cargo-profile-release")?)
        }
        rel => return Err(format!("unknown rel {rel:?}")),
    };
    match attributes.first() {
        None => Ok((kind, href)),
        Some((name, _)) => Err(format!("unknown attribute `{name}`")),
    }
}

/// The attributes of a tag: names and values, which are in double quotes.
fn attributes(tag: &str) -> Vec<(&str, &str)> {
    let mut attributes = Vec::new();
    let mut rest = tag.split_once(' ').map_or("", |(_, rest)| rest).trim();
    while !rest.is_empty() {
        let end = rest.find([' ', '=']).unwrap_or(rest.len());
        let name = &rest[..end];
        let value = rest[end..].strip_prefix("=\"").and_then(|value| value.split_once('"'));
        attributes.push((name, value.map_or("", |(value, _)| value)));
        rest = value.map_or(&rest[end..], |(_, rest)| rest).trim_start_matches(['=', ' ']);
    }
    attributes
}

/// Reads `Trunk.toml`, each line of which is a comment, the head of a table, or a key with a value.
fn settings(toml: &str) -> Result<Settings, String> {
    let lines = toml.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', '[']));
    let mut settings = Settings { base: String::new(), script: String::new() };
    for line in lines {
        let (key, value) = line.split_once(" = ").ok_or_else(|| format!("`{line}` cannot be read"))?;
        let value = ['"', '\'']
            .iter()
            .find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote))
            .unwrap_or(value)
            .to_owned();
        match key {
            "public_url" => settings.base = value,
            "pattern_script" => settings.script = value,
            _ if FIXED.contains(&(key, &value)) => {}
            _ => return Err(format!("`{line}` is unknown: see FIXED in {}", file!())),
        }
    }
    if settings.base.is_empty() || settings.script.is_empty() {
        return Err("public_url and pattern_script are needed".to_owned());
    }
    Ok(settings)
}

/// The name of the package with this manifest.
fn name_of_package(manifest: &Path) -> Result<String, String> {
    let text =
        fs::read_to_string(manifest).map_err(|error| format!("{} cannot be read: {error}", manifest.display()))?;
    let name = text.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    name.map(str::to_owned).ok_or_else(|| format!("{} names no package", manifest.display()))
}

/// A hash for the name of a file that browsers cache forever.
pub(crate) fn hash(content: &[u8]) -> u64 {
    let mut hash = DefaultHasher::new();
    content.hash(&mut hash);
    hash.finish()
}

/// Copies a folder and its contents.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy: PathBuf = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &copy)?;
        } else {
            fs::copy(entry.path(), copy)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_inputs_are_the_links_of_the_page() {
        let root = crate::root();
        let page = Description::read(&root).expect("a description");
        assert_eq!(page.links.len(), page.html.matches("data-trunk ").count());
        let read: BTreeSet<&str> = page.links.iter().map(|link| link.href.as_str()).collect();
        let linked = page.html.split("<link data-trunk ").skip(1);
        let linked: BTreeSet<&str> = linked
            .map(|rest| rest.split("href=\"").nth(1).and_then(|href| href.split('"').next()).expect("href"))
            .collect();
        assert_eq!(read, linked);
        // No file of the page is forgotten in the document.
        for entry in fs::read_dir(root.join("web")).expect("web").flatten() {
            let path = Path::new("web").join(entry.file_name());
            if path.extension().is_some_and(|extension| extension == "css" || extension == "js") {
                assert!(read.iter().any(|href| path == Path::new(href)), "index.html does not link {}", path.display());
            }
        }
        let packages = page.packages(&root).expect("packages");
        let names: Vec<_> = packages.iter().map(|package| (package.name.as_str(), package.is_worker)).collect();
        assert_eq!(names, [(crate::licenses::PAGE[0], false), (crate::licenses::WORKER, true)]);
        assert!(packages.iter().all(|package| package.profile == "web"), "{packages:?}");
    }

    #[test]
    fn the_page_is_written_as_trunk_writes_it() {
        let (root, dist) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let write = |name: &str, text: &str| {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        write(
            "index.html",
            concat!(
                "<head>\n  <link data-trunk rel=\"css\" href=\"web/base.css\">\n",
                "  <link data-trunk rel=\"rust\" href=\"web/Cargo.toml\" data-type=\"main\" \
                data-cargo-profile-release=\"web\" data-wasm-opt=\"0\">\n",
                "  <link data-trunk rel=\"rust\" href=\"worker/Cargo.toml\" data-type=\"worker\" data-wasm-opt=\"0\" \
                data-bindgen-target=\"web\" data-cargo-profile-release=\"web\">\n",
                "  <link data-trunk rel=\"copy-file\" href=\"web/boot.js\">\n",
                "  <link data-trunk rel=\"copy-dir\" href=\"web/about\">\n",
                "  <link rel=\"icon\" href=\"data:,\">\n</head>\n",
            ),
        );
        let script = "pattern_script = '<script src=\"{base}boot.js\" data-js=\"{base}{js}\" data-wasm=\"{base}{wasm}\"></script>'\n";
        write("Trunk.toml", &format!("# no\ntrunk-version = \"^0.21.14\"\n\n[build]\npublic_url = \"./\"\n{script}"));
        write("web/base.css", "a{}");
        write("web/Cargo.toml", "[package]\nname = \"app\"\n");
        write("worker/Cargo.toml", "[package]\nname = \"worker\"\n");
        write("web/boot.js", "1;");
        write("web/about/fr/a.html", "<p>");
        let page = Description::read(root.path()).expect("a description");
        let packages = page.packages(root.path()).expect("packages");
        assert_eq!(packages.iter().map(|package| package.name.as_str()).collect::<Vec<_>>(), ["app", "worker"]);
        page.write(root.path(), dist.path(), "app-1.js", "app-1_bg.wasm").expect("a page");
        let read = |name: &str| fs::read_to_string(dist.path().join(name)).expect(name);
        let sheet = format!("base-{:016x}.css", hash(b"a{}"));
        assert_eq!((read(&sheet), read("boot.js"), read("about/fr/a.html")), ("a{}".into(), "1;".into(), "<p>".into()));
        assert_eq!(
            read("index.html"),
            format!(
                "<head>\n  <link rel=\"stylesheet\" href=\"./{sheet}\"/>\n\
                \x20 <script src=\"./boot.js\" data-js=\"./app-1.js\" data-wasm=\"./app-1_bg.wasm\"></script>\n\
                \x20 \n  \n  \n  <link rel=\"icon\" href=\"data:,\">\n\
                <link rel=\"modulepreload\" href=\"./app-1.js\" crossorigin=\"anonymous\">\
                <link rel=\"preload\" href=\"./app-1_bg.wasm\" crossorigin=\"anonymous\" as=\"fetch\" type=\"application/wasm\">\
                </head>\n"
            )
        );
    }

    #[test]
    fn what_is_unknown_is_refused() {
        let problem = |old: &str, new: &str| {
            let html = fs::read_to_string(crate::root().join("index.html")).expect("the page");
            assert!(html.contains(old), "{old}");
            links(&html.replacen(old, new, 1)).expect_err(new)
        };
        for (old, new, expected) in [
            ("rel=\"css\"", "rel=\"sass\"", "unknown rel"),
            ("rel=\"css\"", "rel=\"css\" data-target-path=\"css\"", "unknown attribute `data-target-path`"),
            ("data-wasm-opt=\"0\"", "data-wasm-opt=\"z\"", "data-wasm-opt must be 0"),
            ("data-type=\"worker\"", "data-type=\"main\"", "unknown data-type"),
            ("<link data-trunk rel=\"css\"", "<script data-trunk rel=\"css\"", "only links"),
        ] {
            assert!(problem(old, new).contains(expected), "{new}: {}", problem(old, new));
        }
        let toml = fs::read_to_string(crate::root().join("Trunk.toml")).expect("the settings");
        assert!(settings(&toml).is_ok());
        let error = settings(&toml.replace("release = true", "release = true\nfilehash = false")).expect_err("unknown");
        assert!(error.starts_with("`filehash = false` is unknown"), "{error}");
    }
}
