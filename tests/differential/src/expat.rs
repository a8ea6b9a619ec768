//! The few functions of expat that are needed.
#![expect(unsafe_code, reason = "a C library has no other door")]

use std::ffi::{CStr, c_char, c_int, c_long, c_void};

use crate::libxml2::Complaint;

#[link(name = "expat")]
unsafe extern "C" {
    fn XML_ParserCreate(encoding: *const c_char) -> *mut c_void;
    fn XML_SetParamEntityParsing(parser: *mut c_void, when: c_int) -> c_int;
    fn XML_Parse(parser: *mut c_void, text: *const c_char, length: c_int, is_final: c_int) -> c_int;
    fn XML_GetErrorCode(parser: *mut c_void) -> c_int;
    fn XML_ErrorString(code: c_int) -> *const c_char;
    fn XML_GetCurrentByteIndex(parser: *mut c_void) -> c_long;
    fn XML_ParserFree(parser: *mut c_void);
}

/// `XML_PARAM_ENTITY_PARSING_ALWAYS`: those that are declared in the document are read.
const PARAMETER_ENTITIES: c_int = 2;

/// Why expat rejects `bytes` as UTF-8, whatever encoding they declare; `None` when it accepts them.
pub(crate) fn parse_utf8(bytes: &[u8]) -> Option<Complaint> {
    let size = c_int::try_from(bytes.len()).ok()?;
    // SAFETY: the parser is checked for null and freed once; the bytes are valid for `size` and read
    // during the call alone; the words of an error are a constant that ends with a zero byte.
    unsafe {
        let parser = XML_ParserCreate(c"UTF-8".as_ptr());
        if parser.is_null() {
            return None;
        }
        XML_SetParamEntityParsing(parser, PARAMETER_ENTITIES);
        let accepts = XML_Parse(parser, bytes.as_ptr().cast(), size, 1) == 1;
        let code = XML_GetErrorCode(parser);
        let at = usize::try_from(XML_GetCurrentByteIndex(parser)).ok();
        XML_ParserFree(parser);
        let words = XML_ErrorString(code);
        let text = if words.is_null() { String::new() } else { CStr::from_ptr(words).to_string_lossy().into_owned() };
        (!accepts).then_some(Complaint { code, text, line: 0, at })
    }
}
