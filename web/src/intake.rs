//! Files as they come in: chosen, dropped, pasted; folders with what is in them.

use gloo::file::{Blob, FileList};
use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DataTransfer, File, FileSystemDirectoryEntry, FileSystemDirectoryReader, FileSystemEntry, FileSystemFileEntry,
};

use crate::{
    state::{Body, Entry, Input},
    store::Store,
};

/// More files than this are not taken from a folder.
const FOLDER_LIMIT: usize = 2_000;

/// What a drop brought.
pub(crate) struct Dropped {
    files: Vec<File>,
    folders: Vec<FileSystemEntry>,
    text: String,
}

impl Dropped {
    /// Reads a drop. This has to happen inside its event: afterwards the browser takes it all away.
    pub(crate) fn read(transfer: &DataTransfer) -> Self {
        let mut dropped = Self { files: Vec::new(), folders: Vec::new(), text: String::new() };
        let items = transfer.items();
        for index in 0..items.length() {
            let Some(item) = items.get(index).filter(|item| item.kind() == "file") else {
                continue;
            };
            match item.webkit_get_as_entry().ok().flatten() {
                Some(entry) if entry.is_directory() => dropped.folders.push(entry),
                _ => dropped.files.extend(item.get_as_file().ok().flatten()),
            }
        }
        if dropped.files.is_empty() && dropped.folders.is_empty() {
            dropped.text = transfer.get_data("text/plain").unwrap_or_default();
        }
        dropped
    }

    /// Dropped text; a dragged link counts as text.
    pub(crate) fn text(&self) -> Option<&str> {
        (!self.text.trim().is_empty()).then_some(self.text.as_str())
    }

    /// The files, those in folders included, in the order of their names.
    pub(crate) async fn entries(self, store: &Store) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self.files.into_iter().map(|file| entry(store, file.name(), file)).collect();
        for folder in self.folders {
            let mut inside = walk(folder, store).await;
            inside.sort_by(|a, b| a.name.cmp(&b.name));
            entries.append(&mut inside);
        }
        entries
    }
}

/// The files of an input or of a paste.
pub(crate) fn chosen(list: web_sys::FileList, store: &Store) -> Vec<Entry> {
    FileList::from(list)
        .iter()
        .map(|file| {
            let file: &File = file.as_ref();
            entry(store, file.name(), file.clone())
        })
        .collect()
}

/// Pasted text that is too long for the box.
pub(crate) fn long_text(text: &str, store: &Store) -> Entry {
    let number = store.add(Blob::new(text));
    Entry { name: Input::PASTED.into(), bytes: text.len() as u64, body: Body::Blob(number), fixed: false }
}

fn entry(store: &Store, name: String, file: File) -> Entry {
    let bytes = gloo::file::File::from(file.clone()).size();
    let blob: web_sys::Blob = file.into();
    Entry { name: name.into(), bytes, body: Body::Blob(store.add(blob.into())), fixed: false }
}

/// The sitemaps in a folder, and in the folders in it.
async fn walk(folder: FileSystemEntry, store: &Store) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let reader = folder.unchecked_into::<FileSystemDirectoryEntry>().create_reader();
        // A reader hands out its entries in portions; an empty one is the last.
        while let Some(portion) = read(&reader).await.filter(|portion| portion.length() > 0) {
            for item in portion.iter() {
                let item: FileSystemEntry = item.unchecked_into();
                if item.is_directory() {
                    folders.push(item);
                } else if found.len() < FOLDER_LIMIT && may_be_sitemap(&item.name()) {
                    let path = item.full_path();
                    if let Some(file) = file_of(&item.unchecked_into()).await {
                        found.push(entry(store, path.trim_start_matches('/').to_owned(), file));
                    }
                }
            }
        }
    }
    found
}

fn may_be_sitemap(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".xml", ".gz", ".txt", ".rss", ".atom"].iter().any(|end| name.ends_with(end)) && !name.starts_with('.')
}

async fn read(reader: &FileSystemDirectoryReader) -> Option<Array> {
    let promise = Promise::new(&mut |resolve, reject| {
        if let Err(error) = reader.read_entries_with_callback_and_callback(&resolve, &reject) {
            let _ = reject.call1(&JsValue::NULL, &error);
        }
    });
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}

async fn file_of(entry: &FileSystemFileEntry) -> Option<File> {
    let promise = Promise::new(&mut |resolve, reject| {
        entry.file_with_callback_and_callback(&resolve, &reject);
    });
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}
