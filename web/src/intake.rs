//! Files that are chosen, dropped or pasted, and folders with their contents.

use gloo::file::{Blob, FileList};
use js_sys::{Array, Promise, Reflect};
use sitemap_validator_protocol::name::{begins_with_url, is_doubtful_text, may_be_sitemap, plain_name};
use sitemap_validator_protocol::sorting;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    DataTransfer, File, FileSystemDirectoryEntry, FileSystemDirectoryReader, FileSystemEntry, FileSystemFileEntry,
};
use yew::Callback;

use crate::{
    built::{FolderFiles, file_of, name_of},
    early,
    file_names::is_something_else,
    state::{Action, Body, Entry, Folder, Input, Uncompared},
    store::Store,
    zip,
};

/// The maximum number of files that are taken from a folder.
const FOLDER_LIMIT: usize = 2_000;

/// The number of bytes of a text file that are read to find its first line.
const FIRST_LINE: i32 = 4096;

/// The contents of a drop.
pub(crate) struct DropData {
    files: Vec<File>,
    folders: Vec<FileSystemEntry>,
    text: String,
}

impl DropData {
    /// Reads a drop. This must happen during its event: afterwards the browser clears the data.
    pub(crate) fn read(transfer: &DataTransfer) -> Self {
        let mut data = Self { files: Vec::new(), folders: Vec::new(), text: String::new() };
        let items = transfer.items();
        for index in 0..items.length() {
            let Some(item) = items.get(index).filter(|item| item.kind() == "file") else {
                continue;
            };
            match item.webkit_get_as_entry().ok().flatten() {
                Some(entry) if entry.is_directory() => data.folders.push(entry),
                _ => data.files.extend(item.get_as_file().ok().flatten()),
            }
        }
        let text = |kind| transfer.get_data(kind).ok().filter(|text| !text.trim().is_empty());
        data.text = text("text/plain").or_else(|| text("text/uri-list")).unwrap_or_default();
        data
    }

    /// The drops and pastes from before the app had loaded.
    pub(crate) fn early() -> Vec<Self> {
        let get = |from: &JsValue, key: &str| Reflect::get(from, &key.into()).unwrap_or_default();
        let data = |data: JsValue| Self {
            files: Array::from(&get(&data, "files")).iter().filter_map(|file| file.dyn_into().ok()).collect(),
            folders: Array::from(&get(&data, "folders")).iter().map(JsCast::unchecked_into).collect(),
            text: get(&data, "text").as_string().unwrap_or_default(),
        };
        early::end().iter().map(data).collect()
    }

    /// The dropped text; a dragged link counts as text.
    pub(crate) fn text(&self) -> Option<&str> {
        (self.files.is_empty() && self.folders.is_empty() && !self.text.trim().is_empty()).then_some(self.text.as_str())
    }

    /// The files, including those in folders, in the order of their names.
    pub(crate) async fn selection(self, store: &Store) -> Selection {
        let mut selection = Selection::of(self.files, store);
        let is_alone = self.folders.len() == 1 && selection.entries.is_empty() && selection.archives.is_empty();
        let mut files = FolderFiles::default();
        for folder in self.folders {
            let mut inside = walk(folder, &mut files, store).await;
            sorting::by(&mut inside.entries, |a, b| a.name.cmp(&b.name));
            selection.entries.append(&mut inside.entries);
            selection.passed_over.append(&mut inside.passed_over);
            selection.beyond += inside.beyond;
        }
        selection.built = files.folder(&selection.entries, is_alone, selection.beyond == 0, store);
        if matches!(selection.built, Some(Ok(_) | Err(Uncompared::NoSitemap(_)))) {
            // All files belong to the site.
            selection.passed_over.clear();
        }
        selection
    }
}

/// The files to check, and the number of skipped files.
#[derive(Default)]
pub(crate) struct Selection {
    store: Store,
    entries: Vec<Entry>,
    /// The archives, which have not been opened yet.
    archives: Vec<File>,
    /// The names of files that are not sitemaps by their names, or that cannot be unpacked.
    passed_over: Vec<String>,
    /// The number of files beyond the limit.
    beyond: u64,
    /// The folder of a built site; an error if the files include HTML files, but are not compared with them.
    built: Option<Result<Folder, Uncompared>>,
}

impl Selection {
    /// Selects the files to check. A single file is always checked, so that its type is reported. Of several files,
    /// those that are clearly something else are skipped, because they were probably included by accident.
    pub(crate) fn of(files: Vec<File>, store: &Store) -> Self {
        let several = files.len() > 1;
        let mut selection = Self { store: store.clone(), ..Self::default() };
        for file in files {
            if file.name().to_ascii_lowercase().ends_with(".zip") {
                selection.archives.push(file);
            } else if several && is_something_else(&file.name()) {
                selection.passed_over.push(file.name());
            } else {
                selection.entries.push(entry(store, file.name(), file));
            }
        }
        selection
    }

    /// Emits the files and the number of skipped files.
    pub(crate) fn emit(mut self, act: &Callback<Action>) {
        let archives = std::mem::take(&mut self.archives);
        if !archives.is_empty() {
            let act = act.clone();
            return spawn_local(async move {
                for archive in archives {
                    self.open(archive).await;
                }
                self.emit(&act);
            });
        }
        let Self { entries, passed_over, beyond, built, .. } = self;
        let uncompared = built.as_ref().and_then(|built| built.as_ref().err().copied());
        let none = entries.is_empty() && !matches!(uncompared, Some(Uncompared::NoSitemap(_)));
        match built {
            Some(Ok(folder)) => act.emit(Action::BuiltSite(entries, folder)),
            _ => act.emit(Action::Files(entries)),
        }
        if let Some(why) = uncompared {
            act.emit(Action::Uncompared(why));
        }
        if none || !passed_over.is_empty() || beyond > 0 {
            act.emit(Action::LeftOut { all: none, passed_over, beyond, limit: FOLDER_LIMIT as u64 });
        }
    }
}

impl Selection {
    /// Adds the sitemaps in an archive. An archive without sitemaps is checked like a file, and its type is reported.
    #[inline(never)]
    async fn open(&mut self, archive: File) {
        let (before, mut budget) = (self.entries.len(), zip::Budget::default());
        let mut passed_over = Vec::new();
        for member in zip::members(&archive).await.unwrap_or_default() {
            let last = member.name.rsplit('/').next().unwrap_or_default();
            if !may_be_sitemap(last) {
                // Files that macOS adds are not worth mentioning.
                if !last.starts_with('.') {
                    passed_over.push(member.name);
                }
            } else if self.entries.len() >= FOLDER_LIMIT {
                self.beyond += 1;
            } else if let Some(content) = zip::content(&archive, &member, &mut budget).await {
                let bytes = content.size();
                let body = Body::Blob(self.store.add(content));
                let name = member.name.into();
                self.entries.push(Entry { name, bytes, body, address: "".into(), http: None, fixed: false });
            } else {
                passed_over.push(member.name);
            }
        }
        if self.entries.len() == before {
            self.entries.push(entry(&self.store, archive.name(), archive));
        } else {
            self.passed_over.extend(passed_over);
        }
    }
}

/// The files of a file input or of a paste.
pub(crate) fn chosen(list: web_sys::FileList, store: &Store) -> Selection {
    let files = FileList::from(list).iter().map(|file| AsRef::<File>::as_ref(file).clone()).collect();
    Selection::of(files, store)
}

/// Pasted text that is too long for the box.
pub(crate) fn long_text(text: &str, store: &Store) -> Entry {
    let number = store.add(Blob::new(text));
    Entry {
        name: Input::UNNAMED.into(),
        bytes: text.len() as u64,
        body: Body::Blob(number),
        address: "".into(),
        http: None,
        fixed: false,
    }
}

fn entry(store: &Store, name: String, file: File) -> Entry {
    let bytes = gloo::file::File::from(file.clone()).size();
    let blob: web_sys::Blob = file.into();
    Entry {
        name: name.into(),
        bytes,
        body: Body::Blob(store.add(blob.into())),
        address: "".into(),
        http: None,
        fixed: false,
    }
}

/// The sitemaps in a folder and in its subfolders. All its files are added to `files`.
async fn walk(folder: FileSystemEntry, files: &mut FolderFiles, store: &Store) -> Selection {
    let mut selection = Selection::default();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let reader = folder.unchecked_into::<FileSystemDirectoryEntry>().create_reader();
        // A reader returns its entries in portions; an empty portion is the last one.
        while let Some(portion) = read(&reader).await.filter(|portion| portion.length() > 0) {
            for item in portion.iter() {
                let item: FileSystemEntry = item.unchecked_into();
                if item.is_directory() {
                    folders.push(item);
                    continue;
                }
                files.push(item.clone().unchecked_into());
                if !may_be_sitemap(&item.name()) {
                    selection.passed_over.push(item.name());
                } else if selection.entries.len() >= FOLDER_LIMIT {
                    selection.beyond += 1;
                } else {
                    let item: FileSystemFileEntry = item.unchecked_into();
                    let name = item.name();
                    if let Some(file) = file_of(&item).await {
                        if is_other_text(&name, &file).await {
                            selection.passed_over.push(name);
                            continue;
                        }
                        selection.entries.push(entry(store, name_of(&item), file));
                    }
                }
            }
        }
    }
    selection
}

/// True for a text file that is not a list of URLs, judging by its name and its first line, such as a license.
async fn is_other_text(name: &str, file: &File) -> bool {
    if !is_doubtful_text(name) || plain_name(name) != name {
        return false;
    }
    let Ok(head) = file.slice_with_i32_and_i32(0, FIRST_LINE) else { return false };
    let text = JsFuture::from(head.text()).await.ok().and_then(|text| text.as_string());
    text.is_some_and(|text| !begins_with_url(&text))
}

async fn read(reader: &FileSystemDirectoryReader) -> Option<Array> {
    let promise = Promise::new(&mut |resolve, reject| {
        if let Err(error) = reader.read_entries_with_callback_and_callback(&resolve, &reject) {
            let _ = reject.call1(&JsValue::NULL, &error);
        }
    });
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}
