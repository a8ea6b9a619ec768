//! The folder of a built site, with whose pages its sitemaps are compared.

use std::rc::Rc;

use super::{Entry, Order, State, Work};
use crate::verdict::HTML_FILES;

/// The folder of a built site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Folder {
    /// Its number in [`crate::store::Store`].
    pub(crate) number: u32,
    /// The names of all its files.
    pub(crate) files: Rc<[Rc<str>]>,
    /// The number of its HTML files.
    pub(crate) pages: u64,
}

/// Why dropped sitemaps are not compared with the HTML files that were dropped with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Uncompared {
    /// There is no sitemap beside so many HTML files.
    NoSitemap(u64),
    /// Other files were dropped with the folder.
    NotAlone,
    /// There are too many files.
    TooMany,
}

impl State {
    /// Handles a dropped folder of a built site with its sitemaps: it replaces the input.
    #[inline(never)]
    pub(super) fn built_site(&mut self, mut entries: Vec<Entry>, folder: Folder, orders: &mut Vec<Order>) {
        self.keep_url(orders);
        Entry::number(&mut entries);
        self.replace(entries, orders);
        self.folder = Some(Rc::new(folder));
    }

    /// Sends files of the folder to the worker.
    #[inline(never)]
    pub(super) fn send_pages(&mut self, run: u32, files: Vec<u32>, orders: &mut Vec<Order>) {
        let (Some(folder), Work::Checking { pages, .. }) = (&self.folder, &mut self.work) else { return };
        *pages += files.len() as u64;
        orders.push(Order::Read { run, folder: folder.number, files });
    }

    /// Says why the HTML files of a drop are not compared with sitemaps.
    #[inline(never)]
    pub(super) fn uncompared(&mut self, why: Uncompared) {
        let lang = self.lang;
        let said = match why {
            Uncompared::NoSitemap(pages) => lang.fill(
                [
                    "This folder has {0}, but no sitemap to compare. Drop the folder that contains both",
                    "Ce dossier contient {0}, mais aucun sitemap à comparer. Déposez le dossier qui contient les deux",
                    "Esta carpeta tiene {0}, pero ningún sitemap que comparar. Suelte la carpeta que contiene ambos",
                ],
                &[&lang.count(pages, HTML_FILES)],
            ),
            Uncompared::NotAlone => lang
                .text([
                    "Not compared with the HTML files: for that, drop only the folder of the built site",
                    "Sans comparaison avec les fichiers HTML\u{a0}: pour cela, déposez seulement le dossier du site généré",
                    "Sin comparar con los archivos HTML: para ello, suelte solo la carpeta del sitio generado",
                ])
                .to_owned(),
            Uncompared::TooMany => lang
                .text([
                    "Not compared with the HTML files, because there are too many files. Use the command line program with --pages",
                    "Sans comparaison avec les fichiers HTML, car il y a trop de fichiers. Utilisez le programme en ligne de commande avec --pages",
                    "Sin comparar con los archivos HTML, porque hay demasiados archivos. Use el programa de línea de comandos con --pages",
                ])
                .to_owned(),
        };
        self.say_also(&said);
    }
}
