//! The files to check, with their URLs.

use std::rc::Rc;
use std::vec;

use sitemap_validator::format::HEAD;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{Opened, Source, open};
use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::message::Input;

use crate::edge::{Contents, Edge};
use crate::sentences::{Problem, TEXT_GONE, UNREADABLE, WITHOUT_FILE};
use crate::texts::{Text, Texts};

/// An input with the file that was posted for it.
#[derive(Debug)]
pub struct InputFile<F> {
    /// The number that the worker gave to it.
    pub serial: u32,
    /// The description from the page, without the text.
    pub input: Input,
    /// The file; `None` if the text was sent in the message.
    pub file: Option<F>,
    /// The hash of the bytes that were last read.
    pub fingerprint: u64,
}

impl<F> InputFile<F> {
    /// Combines `inputs` with their files, in order. Texts sent in the message are put into `texts`.
    ///
    /// # Errors
    /// If there are fewer files than inputs without text.
    pub fn all(inputs: Vec<Input>, files: Vec<F>, serials: &mut u32, texts: &mut Texts) -> Result<Vec<Self>, Problem> {
        let mut posted: vec::IntoIter<F> = files.into_iter();
        let with_file = |mut input: Input| {
            *serials += 1;
            let serial = *serials;
            let file = match input.text.take() {
                Some(text) => {
                    texts.put(serial, Rc::new(Text::new(Source::from_text(text))), true);
                    None
                }
                None => Some(posted.next().ok_or_else(|| Problem::about(WITHOUT_FILE, &input.name))?),
            };
            Ok(Self { serial, input, file, fingerprint: 0 })
        };
        inputs.into_iter().map(with_file).collect()
    }

    /// Returns its first bytes.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn head<E: Edge<File = F>>(&self, texts: &mut Texts, edge: &E) -> Result<Vec<u8>, Problem> {
        let mut head = match &self.file {
            Some(file) => read(&self.input.name, file, HEAD as u64, edge)?.bytes,
            None => texts.get(self.serial).map(|text| text.source.text().as_bytes().to_vec()).unwrap_or_default(),
        };
        head.truncate(HEAD);
        Ok(head)
    }

    /// Returns its original size in bytes.
    pub fn size<E: Edge<File = F>>(&self, texts: &mut Texts, edge: &E) -> u64 {
        match &self.file {
            Some(file) => edge.size(file),
            None => texts.get(self.serial).map_or(0, |text| text.source.text().len() as u64),
        }
    }

    /// Returns its text, from `texts` or read anew. In a `set`, the text can be read again as long as the file does not
    /// change.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn text<E: Edge<File = F>>(&mut self, set: bool, texts: &mut Texts, edge: &E) -> Result<Rc<Text>, Problem> {
        if let Some(text) = texts.get(self.serial) {
            return Ok(text);
        }
        let file = self.file.as_ref().ok_or_else(|| Problem::about(TEXT_GONE, &self.input.name))?;
        texts.make_room(0);
        let contents = read(&self.input.name, file, DEFAULT_CEILING, edge)?;
        if set {
            self.fingerprint = fingerprint(&contents.bytes);
            texts.make_room(contents.bytes.len());
        }
        let text = Rc::new(Text::new(source(contents, edge)));
        texts.put(self.serial, text.clone(), !set);
        Ok(text)
    }
}

/// Reads at most `ceiling` + 1 bytes of `file`.
///
/// # Errors
/// If the browser refuses.
pub fn read<E: Edge>(name: &str, file: &E::File, ceiling: u64, edge: &E) -> Result<Contents, Problem> {
    edge.mark("read");
    edge.read(file, ceiling).map_err(|why| Problem::why(UNREADABLE, name, &why))
}

/// Returns the text of `file` and the hash of its bytes.
///
/// # Errors
/// If the browser refuses.
pub fn load<E: Edge>(name: &str, file: &E::File, edge: &E) -> Result<(Source, u64), Problem> {
    let contents = read(name, file, DEFAULT_CEILING, edge)?;
    let fingerprint = fingerprint(&contents.bytes);
    Ok((source(contents, edge), fingerprint))
}

/// Converts file contents to text.
pub fn source(contents: Contents, edge: &impl Edge) -> Source {
    let Contents { bytes, size } = contents;
    edge.pause();
    edge.mark("open");
    let mut source = match open(bytes, DEFAULT_CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => {
            let text = edge.decode(&undecoded.label, &undecoded.bytes);
            undecoded.decoded(text)
        }
    };
    source.origin.bytes = size;
    // Finding the lines of a huge text takes time too.
    edge.pause();
    source
}

/// Returns a hash of the bytes, which almost certainly differs if the bytes change.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(bytes.len() as u64, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, &byte| mix(hash, u64::from(byte)))
}

/// Returns the URL stated for `input`, or else the one from which it was fetched.
pub fn stated_url(input: &Input) -> Option<&str> {
    let fetched = || input.http.as_deref().map(Http::address);
    input.url.as_deref().or_else(fetched).map(str::trim).filter(|address| !address.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_have_another_print() {
        let prints = [&b""[..], b"\0", b"a", b"abcdefgh", b"abcdefgi", b"abcdefgh\0"].map(fingerprint);
        for (at, one) in prints.iter().enumerate() {
            assert!(prints.iter().skip(at + 1).all(|other| other != one));
        }
    }
}
