//! Compression with the browser's own streams, of texts for links and of files in archives.

use gloo::file::Blob;
use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    ReadableStream, ReadableStreamDefaultReader, ReadableWritablePair, Response, WritableStreamDefaultWriter,
};

use crate::link::{LINK_LIMIT, LinkError, UNPACKED_LIMIT};

/// The number of bytes that are unpacked at a time. A browser unpacks a whole chunk, to up to a thousand times its
/// size, before the page can stop it.
const SLICE: usize = 4096;

/// The deflated text. Returns `None` if the browser cannot deflate, or if the result is too long for a link.
pub(crate) async fn pack(text: &str) -> Option<Vec<u8>> {
    let packer = stream("CompressionStream")?;
    let source: &web_sys::Blob = &Blob::new(text).into();
    read(&source.stream().pipe_through(&packer), LINK_LIMIT).await.ok()
}

/// The text that was deflated into `bytes`.
pub(crate) async fn unpack(bytes: Vec<u8>) -> Result<String, LinkError> {
    let unpacker = stream("DecompressionStream").ok_or(LinkError::Unsupported)?;
    let writer = unpacker.get_writable().get_writer().map_err(|_| LinkError::Unsupported)?;
    spawn_local(async move {
        // The next chunk is written after the output of the previous one was read. Errors reach the reader.
        let _ = feed(&writer, &bytes).await;
    });
    let text = read(&unpacker.get_readable(), UNPACKED_LIMIT).await?;
    String::from_utf8(text).map_err(|_| LinkError::Damaged)
}

async fn feed(writer: &WritableStreamDefaultWriter, bytes: &[u8]) -> Result<(), JsValue> {
    for slice in bytes.chunks(SLICE) {
        JsFuture::from(writer.write_with_chunk(&Uint8Array::from(slice))).await?;
    }
    JsFuture::from(writer.close()).await.map(drop)
}

/// The inflated content of a blob. Returns `None` if it is not `size` bytes long, or if the browser cannot inflate it.
pub(crate) async fn inflate(packed: &web_sys::Blob, size: u32) -> Option<Blob> {
    let unpacker = stream("DecompressionStream")?;
    let reader: ReadableStreamDefaultReader = packed.stream().pipe_through(&unpacker).get_reader().unchecked_into();
    let (portions, mut length) = (Array::new(), 0);
    while let Some(portion) = next(&reader).await.ok()? {
        length += u64::from(portion.length());
        if length > u64::from(size) {
            let _ = JsFuture::from(reader.cancel()).await;
            return None;
        }
        portions.push(&portion);
    }
    Some(web_sys::Blob::new_with_u8_array_sequence(&portions).ok()?.into())
}

/// The deflated content of a blob. Returns `None` if the browser cannot deflate.
pub(crate) async fn deflate(blob: &web_sys::Blob) -> Option<web_sys::Blob> {
    let packer = stream("CompressionStream")?;
    let deflated = Response::new_with_opt_readable_stream(Some(&blob.stream().pipe_through(&packer))).ok()?;
    JsFuture::from(deflated.blob().ok()?).await.ok()?.dyn_into().ok()
}

/// A stream that packs or unpacks. Returns `None` if the browser does not support it for raw deflate data.
fn stream(kind: &str) -> Option<ReadableWritablePair> {
    let class: Function = Reflect::get(&js_sys::global(), &kind.into()).ok()?.dyn_into().ok()?;
    Some(Reflect::construct(&class, &Array::of1(&"deflate-raw".into())).ok()?.unchecked_into())
}

/// Reads a whole stream, up to a limit: a few bytes may unpack to any number.
async fn read(stream: &ReadableStream, limit: usize) -> Result<Vec<u8>, LinkError> {
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut out = Vec::new();
    while let Some(bytes) = next(&reader).await.map_err(|_| LinkError::Damaged)? {
        if out.len() + bytes.length() as usize > limit {
            let _ = JsFuture::from(reader.cancel()).await;
            return Err(LinkError::TooLarge);
        }
        out.extend_from_slice(&bytes.to_vec());
    }
    Ok(out)
}

/// The next chunk of a stream; `None` at its end.
async fn next(reader: &ReadableStreamDefaultReader) -> Result<Option<Uint8Array>, JsValue> {
    let portion = JsFuture::from(reader.read()).await?;
    if Reflect::get(&portion, &"done".into()).is_ok_and(|done| done.is_truthy()) {
        return Ok(None);
    }
    Ok(Some(Reflect::get(&portion, &"value".into())?.dyn_into()?))
}
