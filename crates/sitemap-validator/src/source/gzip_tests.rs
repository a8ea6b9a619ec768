use std::io::Write;

use flate2::Compression;
use flate2::GzBuilder;
use flate2::write::GzEncoder;

use super::*;

const CEILING: u64 = 1 << 30;
const TEXT: &[u8] = b"<urlset><url><loc>https://tidepool.page/</loc></url></urlset>";

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn read(bytes: &[u8]) -> (Vec<u8>, Gzip, Option<CompressionFault>) {
    let (content, gzip, fault) = unwrap(bytes.to_vec(), CEILING);
    (content, gzip.unwrap(), fault)
}

/// The error of `bytes`, and the number of bytes of the content that were read.
fn fault(bytes: &[u8]) -> (usize, CompressionFault) {
    let (content, _, fault) = read(bytes);
    assert!(TEXT.starts_with(&content));
    (content.len(), fault.unwrap())
}

fn corrupt(at: usize, damage: Damage) -> CompressionFault {
    CompressionFault::Corrupt { at: at as u64, damage, inner: false }
}

fn truncated(at: usize) -> CompressionFault {
    CompressionFault::Truncated { at: at as u64, inner: false }
}

#[test]
fn complete_files_are_decompressed() {
    assert_eq!(read(&gzip(TEXT)), (TEXT.to_vec(), Gzip::default(), None));
    assert_eq!(read(&gzip(b"")), (Vec::new(), Gzip::default(), None));
    assert_eq!(unwrap(TEXT.to_vec(), CEILING), (TEXT.to_vec(), None, None));
    let large: Vec<u8> = (0..3_000_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert!(read(&gzip(&large)).0 == large);
}

#[test]
fn the_buffer_is_allocated_once_with_the_length_in_the_trailer() {
    let text = TEXT.repeat(50_000);
    let packed = |size: usize| gzip(&text[..size]);
    for size in [1_000, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 2_000_000] {
        // Incompressible content: in other files, the compressed size is much smaller.
        let mut state = 1_u64;
        let mut noise = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        };
        let content = read(&gzip(&(0..size).map(|_| noise()).collect::<Vec<_>>())).0;
        assert_eq!((content.len(), content.capacity()), (size, size + 1));
    }
    // The content is complete, even if the length in the trailer is wrong.
    let mut bytes = packed(2_000_000);
    let end = bytes.len() - 4;
    for said in [0, 1, 1_999_999, 2_000_001, u32::MAX] {
        bytes[end..].copy_from_slice(&said.to_le_bytes());
        assert_eq!(read(&bytes).0, &text[..2_000_000], "{said}");
    }
}

#[test]
fn headers_have_optional_parts() {
    let builder = GzBuilder::new().extra(vec![7; 300]).filename("sitemap.xml").comment("of today");
    let mut encoder = builder.write(Vec::new(), Compression::fast());
    encoder.write_all(TEXT).unwrap();
    let bytes = encoder.finish().unwrap();
    assert_eq!(read(&bytes), (TEXT.to_vec(), Gzip::default(), None));
    for end in 2..10 + 302 + 12 + 9 {
        assert_eq!(fault(&bytes[..end]), (0, truncated(end)));
    }
    let mut bytes = gzip(TEXT);
    bytes[3] = 2;
    let mut checksum = flate2::Crc::new();
    checksum.update(&bytes[..10]);
    let sum = checksum.sum() as u16;
    bytes.splice(10..10, sum.to_le_bytes());
    assert_eq!(read(&bytes), (TEXT.to_vec(), Gzip::default(), None));
    bytes[10] ^= 1;
    assert_eq!(fault(&bytes), (0, corrupt(10, Damage::HeaderChecksum)));
}

#[test]
fn each_kind_of_damage_has_its_offset() {
    let good = gzip(TEXT);
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        fault(&bytes)
    };
    let end = good.len();
    assert_eq!(with(2, 9), (0, corrupt(2, Damage::Method(9))));
    for bit in [0x20, 0x40, 0x80] {
        assert_eq!(with(3, bit), (0, corrupt(3, Damage::Flags)));
    }
    let (_, found) = with(10, 0b111);
    assert!(matches!(found, CompressionFault::Corrupt { at: 10..=12, damage: Damage::Data, .. }), "{found:?}");
    assert_eq!(with(end - 8, good[end - 8] ^ 1), (TEXT.len(), corrupt(end - 8, Damage::Checksum)));
    let length = Damage::Length { stated: TEXT.len() as u32 ^ 1, real: TEXT.len() as u32 };
    assert_eq!(with(end - 4, good[end - 4] ^ 1), (TEXT.len(), corrupt(end - 4, length)));
}

#[test]
fn every_cut_is_truncation() {
    let good = gzip(TEXT);
    for end in 2..good.len() {
        assert_eq!(fault(&good[..end]).1, truncated(end));
    }
    assert_eq!(fault(&good[..good.len() - 1]).0, TEXT.len());
}

#[test]
fn no_flipped_bit_changes_the_content_unnoticed() {
    let good = gzip(TEXT);
    for bit in 0..good.len() * 8 {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let (content, found, fault) = unwrap(bytes, CEILING);
        // The bits of time, level, system and text flag, and those after the last code, do not affect the content.
        assert!(content == TEXT || fault.is_some() || bit < 16, "bit {bit}");
        assert_eq!(found.is_none(), bit < 16);
    }
}

#[test]
fn members_follow_one_another() {
    let (head, tail) = TEXT.split_at(20);
    let (first, second) = (gzip(head), gzip(tail));
    let both = [first.clone(), second.clone()].concat();
    let at = first.len() as u64;
    let expected = Gzip { members: 2, second: Some(at), ..Gzip::default() };
    assert_eq!(read(&both), (TEXT.to_vec(), expected, None));
    let cut = &both[..both.len() - 3];
    assert_eq!(read(cut), (TEXT.to_vec(), expected, Some(truncated(cut.len()))));
    let many = [both, gzip(b"").repeat(1000)].concat();
    assert_eq!(read(&many), (TEXT.to_vec(), Gzip { members: 1002, ..expected }, None));
    let wrong = [first.as_slice(), &MAGIC, &[1, 0]].concat();
    assert_eq!(read(&wrong), (head.to_vec(), expected, Some(corrupt(first.len() + 2, Damage::Method(1)))));
}

#[test]
fn trailing_data_is_reported_unless_it_is_padding() {
    let good = gzip(TEXT);
    let followed = |rest: &[u8]| read(&[good.as_slice(), rest].concat()).1.trailing;
    let end = good.len() as u64;
    assert_eq!(followed(b""), None);
    assert_eq!(followed(&[0; 600]), None);
    assert_eq!(followed(b"x"), Some(end));
    assert_eq!(followed(&[0x1F]), Some(end));
    assert_eq!(followed(b"\0\0\nx"), Some(end + 2));
    assert_eq!(followed(&[&[0, 0], good.as_slice()].concat()), Some(end + 2));
}

#[test]
fn three_layers_are_decompressed() {
    let layers = |count: u8| (0..count).fold(TEXT.to_vec(), |content, _| gzip(&content));
    for count in 1..=MOST_LAYERS {
        assert_eq!(read(&layers(count)), (TEXT.to_vec(), Gzip { layers: count, ..Gzip::default() }, None));
    }
    assert_eq!(read(&layers(4)), (Vec::new(), Gzip { layers: 4, ..Gzip::default() }, None));
    let inner = gzip(TEXT);
    let cut = inner.len() - 1;
    let (content, found, fault) = read(&gzip(&inner[..cut]));
    assert_eq!((content.as_slice(), found.layers), (TEXT, 2));
    assert_eq!(fault, Some(CompressionFault::Truncated { at: cut as u64, inner: true }));
    let outer = gzip(&inner);
    let (_, found, fault) = read(&outer[..outer.len() - 1]);
    assert_eq!((found.layers, fault), (2, Some(truncated(outer.len() - 1))), "the outer fault is the cause");
}

#[test]
fn the_ceiling_is_exact() {
    let bytes = gzip(&b"a".repeat(300_000));
    for ceiling in [0, 1, 65_536, 299_999] {
        let (content, _, fault) = unwrap(bytes.clone(), ceiling);
        assert_eq!((content.len() as u64, fault), (ceiling, Some(CompressionFault::Ceiling { limit: ceiling })));
    }
    let (content, _, fault) = unwrap(bytes, 300_000);
    assert_eq!((content.len(), fault), (300_000, None));
}

/// `bytes` of compressed spaces, padded to `size`.
fn spaces(bytes: usize, size: usize) -> Vec<u8> {
    let mut file = gzip(&vec![b' '; bytes]);
    assert!(file.len() <= size);
    file.resize(size, 0);
    file
}

#[test]
fn a_bomb_is_large_and_has_a_ratio_of_more_than_a_hundred() {
    const MIB_64: usize = 64 * 1024 * 1024;
    let opened = |bytes, ceiling| {
        let (content, _, fault) = unwrap(bytes, ceiling);
        (content.len(), fault)
    };
    assert_eq!(opened(spaces(MIB_64, 66_000), CEILING), (MIB_64, None), "64 MiB at any ratio");
    // Data after the compressed data does not lower the ratio.
    for size in [66_000, 2_000_000] {
        let (kept, fault) = opened(spaces(MIB_64 + 100_000, size), CEILING);
        let Some(CompressionFault::Bomb { taken: 64_000..=66_000, bytes }) = fault else { panic!("{fault:?}") };
        assert_eq!((kept, bytes), (MIB_64, MIB_64 as u64), "what came out is kept");
    }
    assert_eq!(opened(spaces(MIB_64 + 1, 66_000), 1000), (1000, Some(CompressionFault::Ceiling { limit: 1000 })));
    let twice = gzip(&gzip(&vec![b' '; MIB_64 + 1]));
    let given = twice.len() as u64;
    assert!(given < 2_000);
    let fault = CompressionFault::Bomb { taken: given, bytes: MIB_64 as u64 };
    assert_eq!(opened(twice, CEILING), (MIB_64, Some(fault)), "through both layers");
    // Each member is small.
    let member = gzip(&vec![b' '; 1_000_000]);
    assert!(matches!(opened(member.repeat(100), CEILING), (MIB_64, Some(CompressionFault::Bomb { .. }))));
}

#[test]
fn the_length_in_the_trailer_is_not_trusted() {
    let mut bytes = gzip(TEXT);
    let end = bytes.len();
    bytes[end - 4..].copy_from_slice(&[0xFF; 4]);
    let (content, _, _) = read(&bytes);
    assert!(content.capacity() <= 2 * ROOM);
    let extra = [&MAGIC[..], &[8, 4, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]].concat();
    assert_eq!(fault(&extra), (0, truncated(extra.len())));
}
