//! The folder of a built site: its files are read when the worker asks for them.

use std::rc::Rc;

use js_sys::{Array, Promise};
use sitemap_validator_protocol::{
    message::{FolderFile, ToWorker},
    name::is_html,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{File, FileSystemFileEntry};

use crate::{
    lang::{Lang, Texts},
    state::{Entry, Folder, Site, Uncompared},
    store::Store,
    worker::Client,
};

/// The maximum number of files in the folder.
const LIMIT: usize = 100_000;

/// Why a file cannot be read.
const UNREAD: Texts = [
    "the browser cannot open this file; drop the folder again",
    "le navigateur ne peut pas ouvrir ce fichier\u{a0}; déposez à nouveau le dossier",
    "el navegador no puede abrir este archivo; vuelva a soltar la carpeta",
];

/// All files of folders, with their names.
#[derive(Default)]
pub(crate) struct FolderFiles {
    files: Vec<FileSystemFileEntry>,
    names: Vec<Rc<str>>,
    /// The number of HTML files.
    pages: u64,
}

impl FolderFiles {
    pub(crate) fn push(&mut self, file: FileSystemFileEntry) {
        let name = name_of(&file);
        self.pages += u64::from(is_html(&name));
        // One more than the limit shows that there are too many.
        if self.files.len() <= LIMIT {
            self.names.push(name.into());
            self.files.push(file);
        }
    }

    /// The folder to compare with the `sitemaps` in it. `None` if there are no pages; an error if they cannot be compared.
    /// `is_alone` is true if nothing else was dropped, `is_whole` if no sitemap was left out.
    #[inline(never)]
    pub(crate) fn folder(
        self,
        sitemaps: &[Entry],
        is_alone: bool,
        is_whole: bool,
        store: &Store,
    ) -> Option<Result<Folder, Uncompared>> {
        let is_robots = |entry: &Entry| entry.name.rsplit('/').next() == Some(Site::ROBOTS);
        let Self { files, names, pages } = self;
        if pages == 0 {
            return None;
        }
        Some(if sitemaps.iter().all(is_robots) {
            Err(Uncompared::NoSitemap(pages))
        } else if !is_alone {
            Err(Uncompared::NotAlone)
        } else if files.len() > LIMIT || !is_whole {
            Err(Uncompared::TooMany)
        } else {
            Ok(Folder { number: store.add_folder(files), files: names.into(), pages })
        })
    }
}

/// Posts these files of a folder to the worker, which reads as much of them as it needs.
#[inline(never)]
pub(crate) fn post(run: u32, files: Vec<u32>, folder: &[FileSystemFileEntry], lang: Lang, client: Client) {
    // The browser opens all of them at once.
    let opened: Vec<_> = files.iter().map(|file| folder.get(*file as usize).map(open)).collect();
    spawn_local(async move {
        let contents = Array::new();
        let mut read = Vec::with_capacity(files.len());
        for (file, opened) in files.into_iter().zip(opened) {
            let content = match opened {
                Some(opened) => opened.await.ok(),
                None => None,
            };
            if let Some(content) = &content {
                contents.push(content);
            }
            read.push(FolderFile { file, error: content.is_none().then(|| lang.text(UNREAD).to_owned()) });
        }
        client.post(&ToWorker::Folder { run, files: read }, &contents);
    });
}

/// The file of an entry of a folder; `None` if it is gone.
pub(crate) async fn file_of(entry: &FileSystemFileEntry) -> Option<File> {
    open(entry).await.ok()?.dyn_into().ok()
}

/// The name of a file of a dropped folder, with its folders.
pub(crate) fn name_of(file: &FileSystemFileEntry) -> String {
    file.full_path().trim_start_matches('/').to_owned()
}

/// Begins to open a file.
fn open(entry: &FileSystemFileEntry) -> JsFuture {
    JsFuture::from(Promise::new(&mut |resolve, reject| {
        entry.file_with_callback_and_callback(&resolve, &reject);
    }))
}
