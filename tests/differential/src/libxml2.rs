//! The few functions of libxml2 that are needed. All of the package's `unsafe` code is here.
#![expect(unsafe_code, reason = "a C library has no other door")]

use std::ffi::{CStr, CString, c_char, c_int, c_ulong, c_void};
use std::path::Path;
use std::ptr;

/// What libxml2 says about a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// True when it accepts it. Faults of namespaces do not count.
    pub(crate) accepts: bool,
    /// The first fault that counts.
    pub(crate) complaint: Option<Complaint>,
}

/// What a parser says against a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Complaint {
    /// Its number: in `xmlerror.h`, or in `expat.h`.
    pub(crate) code: i32,
    /// Its words.
    pub(crate) text: String,
    /// The line it is about, from 1.
    pub(crate) line: i32,
    /// How many bytes of the document the parser has read.
    pub(crate) at: Option<usize>,
}

/// The head of `struct _xmlParserCtxt`, which has been the same in every 2.x.
#[repr(C)]
struct Context {
    _sax: *mut c_void,
    _user_data: *mut c_void,
    _document: *mut c_void,
    well_formed: c_int,
    _replace_entities: c_int,
    _version: *const c_char,
    _encoding: *const c_char,
    _standalone: c_int,
    _html: c_int,
    _input: *const Input,
    inputs: c_int,
    _most_inputs: c_int,
    stack: *const *const Input,
}

/// The head of `struct _xmlParserInput`.
#[repr(C)]
struct Input {
    _buffer: *const c_void,
    _file: *const c_char,
    _folder: *const c_char,
    base: *const c_char,
    current: *const c_char,
    _end: *const c_char,
    _length: c_int,
    _line: c_int,
    _column: c_int,
    consumed: c_ulong,
}

/// `struct _xmlError`, up to the parser.
#[repr(C)]
struct RawError {
    domain: c_int,
    code: c_int,
    message: *const c_char,
    level: c_int,
    _file: *const c_char,
    line: c_int,
    _words: [*const c_char; 3],
    _numbers: [c_int; 2],
    context: *const Context,
}

type Handler = unsafe extern "C" fn(*mut c_void, *const RawError);

#[link(name = "xml2")]
unsafe extern "C" {
    fn xmlInitParser();
    fn xmlNewParserCtxt() -> *mut Context;
    fn xmlCtxtReadMemory(
        context: *mut Context,
        buffer: *const c_char,
        size: c_int,
        url: *const c_char,
        encoding: *const c_char,
        options: c_int,
    ) -> *mut c_void;
    fn xmlFreeParserCtxt(context: *mut Context);
    fn xmlFreeDoc(document: *mut c_void);
    fn xmlSetStructuredErrorFunc(data: *mut c_void, handler: Option<Handler>);
    fn xmlSchemaNewParserCtxt(url: *const c_char) -> *mut c_void;
    fn xmlSchemaParse(context: *mut c_void) -> *mut c_void;
    fn xmlSchemaFreeParserCtxt(context: *mut c_void);
    fn xmlSchemaFree(schema: *mut c_void);
    fn xmlSchemaNewValidCtxt(schema: *mut c_void) -> *mut c_void;
    fn xmlSchemaFreeValidCtxt(context: *mut c_void);
    fn xmlSchemaValidateDoc(context: *mut c_void, document: *mut c_void) -> c_int;
}

/// `XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET`: no entity is substituted, no DTD loaded.
const OPTIONS: c_int = 1 << 5 | 1 << 6 | 1 << 11;
/// `XML_FROM_NAMESPACE`.
const NAMESPACE: c_int = 3;
/// `XML_ERR_ERROR`: below it are warnings.
const ERROR: c_int = 2;
/// `XML_ERR_FATAL`.
const FATAL: c_int = 3;

/// What one reading left behind.
#[derive(Default)]
struct Heard {
    error: Option<Complaint>,
    fatal: Option<Complaint>,
}

/// Called by libxml2 for each of its messages.
unsafe extern "C" fn hear(data: *mut c_void, error: *const RawError) {
    // SAFETY: `data` is the `Heard` that `listening` passed, alive and not borrowed during the call,
    // and `error` is valid for its length.
    let (heard, error) = unsafe { (&mut *data.cast::<Heard>(), &*error) };
    let place = if error.level >= FATAL { &mut heard.fatal } else { &mut heard.error };
    if error.domain == NAMESPACE || error.level < ERROR || place.is_some() {
        return;
    }
    let text = if error.message.is_null() {
        String::new()
    } else {
        // SAFETY: a message that is not null ends with a zero byte and lives as long as the error.
        unsafe { CStr::from_ptr(error.message) }.to_string_lossy().trim().to_owned()
    };
    // SAFETY: the error's parser is null or the one that is at work.
    let at = unsafe { error.context.as_ref().and_then(|context| read_by(context)) };
    *place = Some(Complaint { code: error.code, text, line: error.line, at });
}

/// How many bytes of the document were read: below all entities that are being expanded.
unsafe fn read_by(context: &Context) -> Option<usize> {
    if context.inputs == 0 {
        return None;
    }
    // SAFETY: the stack has as many inputs as it says; both pointers are into the memory of the first.
    unsafe {
        let document = &**context.stack;
        let behind = usize::try_from(document.current.offset_from(document.base)).ok()?;
        Some(behind + usize::try_from(document.consumed).ok()?)
    }
}

/// Runs `work` with libxml2's messages of this thread going to a [`Heard`].
fn listening<T>(work: impl FnOnce() -> T) -> (T, Heard) {
    let mut heard = Heard::default();
    let data = (&raw mut heard).cast();
    // SAFETY: libxml2 keeps the pointer for this thread only, and it is taken back before `heard` moves.
    unsafe { xmlSetStructuredErrorFunc(data, Some(hear)) };
    let result = work();
    // SAFETY: null data and no handler are what a thread starts with.
    unsafe { xmlSetStructuredErrorFunc(ptr::null_mut(), None) };
    (result, heard)
}

/// Prepares libxml2's tables; to be called once, before any other thread uses it.
pub(crate) fn start() {
    // SAFETY: it takes nothing, and may be called again.
    unsafe { xmlInitParser() };
}

/// A document in memory.
struct Document(*mut c_void);

impl Drop for Document {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `xmlCtxtReadMemory`, was not null and is freed once.
        unsafe { xmlFreeDoc(self.0) };
    }
}

/// Parses `bytes`; the document is there when they are well-formed. `encoding` overrides what they say.
fn read(bytes: &[u8], encoding: Option<&CStr>) -> Option<Document> {
    let size = c_int::try_from(bytes.len()).ok()?;
    let encoding = encoding.map_or(ptr::null(), CStr::as_ptr);
    // SAFETY: the context is checked for null and freed once; the buffer is valid for `size` bytes
    // and read during the call alone; null stands for no URL
    // and for an encoding that nobody knows from outside.
    unsafe {
        let context = xmlNewParserCtxt();
        if context.is_null() {
            return None;
        }
        let document = xmlCtxtReadMemory(context, bytes.as_ptr().cast(), size, ptr::null(), encoding, OPTIONS);
        let well_formed = (*context).well_formed == 1;
        xmlFreeParserCtxt(context);
        let document = (!document.is_null()).then_some(Document(document));
        document.filter(|_| well_formed)
    }
}

/// What libxml2 says about the well-formedness of `bytes`.
pub(crate) fn parse(bytes: &[u8]) -> Verdict {
    verdict(bytes, None)
}

/// What it says about a text, whatever encoding that declares.
pub(crate) fn parse_text(text: &str) -> Verdict {
    parse_utf8(text.as_bytes())
}

/// The same about bytes that need not all be UTF-8.
pub(crate) fn parse_utf8(bytes: &[u8]) -> Verdict {
    const MARK: &[u8] = "\u{FEFF}".as_bytes();
    let mut verdict = verdict(bytes, Some(c"UTF-8"));
    // A byte order mark is not counted then.
    if let (Some(complaint), true) = (&mut verdict.complaint, bytes.starts_with(MARK)) {
        complaint.at = complaint.at.map(|at| at + MARK.len());
    }
    verdict
}

fn verdict(bytes: &[u8], encoding: Option<&CStr>) -> Verdict {
    let (document, heard) = listening(|| read(bytes, encoding));
    let accepts = document.is_some();
    Verdict { accepts, complaint: if accepts { None } else { heard.fatal.or(heard.error) } }
}

/// An XML schema.
pub(crate) struct Schema(*mut c_void);

impl Schema {
    /// Reads the schema in the file at `path`.
    pub(crate) fn load(path: &Path) -> Result<Self, String> {
        let failed = |why: &str| format!("{} is no readable schema: {why}", path.display());
        let name = path.to_str().and_then(|path| CString::new(path).ok()).ok_or_else(|| failed("its name"))?;
        let (schema, heard) = listening(|| {
            // SAFETY: the name ends with a zero byte; the context is checked for null and freed once.
            unsafe {
                let context = xmlSchemaNewParserCtxt(name.as_ptr());
                if context.is_null() {
                    return ptr::null_mut();
                }
                let schema = xmlSchemaParse(context);
                xmlSchemaFreeParserCtxt(context);
                schema
            }
        });
        if schema.is_null() {
            let complaint = heard.fatal.or(heard.error).map(|complaint| complaint.text);
            return Err(failed(&complaint.unwrap_or_default()));
        }
        Ok(Self(schema))
    }

    /// What the schema says about `bytes`; `None` when they are not well-formed.
    pub(crate) fn judge(&self, bytes: &[u8]) -> Option<Verdict> {
        let (outcome, heard) = listening(|| {
            let document = read(bytes, None)?;
            // SAFETY: schema and document are alive; the context is checked for null and freed once.
            unsafe {
                let context = xmlSchemaNewValidCtxt(self.0);
                if context.is_null() {
                    return None;
                }
                let outcome = xmlSchemaValidateDoc(context, document.0);
                xmlSchemaFreeValidCtxt(context);
                Some(outcome)
            }
        });
        let accepts = outcome? == 0;
        Some(Verdict { accepts, complaint: if accepts { None } else { heard.fatal.or(heard.error) } })
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `xmlSchemaParse`, was not null and is freed once.
        unsafe { xmlSchemaFree(self.0) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_and_messages() {
        start();
        assert!(parse(b"<a/>").accepts);
        assert!(parse(b"<a:b/>").accepts, "a namespace fault");
        let verdict = parse(b"<a><b></a>");
        assert!(!verdict.accepts);
        let complaint = verdict.complaint.unwrap();
        assert_eq!((complaint.code, complaint.line), (76, 1));
        assert!(complaint.text.contains("mismatch"), "{complaint:?}");
        assert!(!parse(b"").accepts);
    }
}
