//! Mutations without coverage, for where libFuzzer does not build:
//! `cargo run --release --no-default-features --features mutate -- RUNS [SEED]`.
//!
//! Takes the cases of the conformance tests and the fixtures as seeds, and cuts, repeats, swaps and
//! joins pieces of them. An input that breaks a promise is written to the standard error.

use std::panic::catch_unwind;
use std::path::Path;
use std::process::ExitCode;

/// Pieces that mean something to XML or to sitemaps.
const PIECES: [&[u8]; 48] = [
    b"<",
    b">",
    b"&",
    b"\"",
    b"'",
    b"/",
    b"!",
    b"--",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"<?",
    b"?>",
    b"=",
    b" ",
    b"\n",
    b"\r",
    b"&amp;",
    b"&#0;",
    b"&#x41;",
    b"&u;",
    b"<a>",
    b"</a>",
    b"<url>",
    b"</url>",
    b"<loc>",
    b"</loc>",
    b"<urlset>",
    b"</urlset>",
    b"<lastmod>",
    b"2024-02-30",
    b"\xEF\xBB\xBF",
    b"\xC3\xA9",
    b"\xFF",
    b"\0",
    b"\x01",
    b"http://",
    b"%",
    b"#",
    b"<?xml version='1.0' encoding='",
    b"ISO-8859-1",
    b"<!DOCTYPE a [",
    b"<!ENTITY e '",
    b"]>",
    b"%p;",
    b"\xE2\x80\x9C",
    b"\xFF\xFE",
];

/// Entries that are read by a way of their own, one that is not, and one that is again.
const PLAIN: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
<url><loc>https://tidepool.page/a</loc></url>
<url><loc>https://tidepool.page/b</loc><lastmod>2024-06-01</lastmod></url>
<url>\r\n<loc>https://tidepool.page/c?d=1</loc><changefreq>daily</changefreq><priority>0.5</priority></url>
<url><loc>https://tidepool.page/b</loc><lastmod>2024-06-01T08:30:00Z</lastmod><priority>0.8</priority></url>
<url><loc>https://tidepool.page/?e&amp;f</loc></url>
<url><loc>https://tidepool.page/g</loc></url></urlset>";

/// Longer inputs are cut: short ones are as good, and faster.
const LONGEST: usize = 2048;

struct Random(u64);

impl Random {
    /// A number below `bound` (xorshift64*).
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let mixed = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(mixed).unwrap_or(0) % bound.max(1)
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let runs: u64 = arguments.next().and_then(|runs| runs.parse().ok()).unwrap_or(1_000_000);
    let seed: u64 = arguments.next().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let seeds = seeds();
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    std::panic::set_hook(Box::new(|_| ()));
    let (mut done, mut broken) = (0_u64, 0);
    for run in 0..runs {
        let (name, target): (_, fn(&[u8])) = match run % 4 {
            0 => ("fix", sitemap_validator_fuzz::fix),
            1 => ("plain", sitemap_validator_fuzz::plain),
            _ => ("report", sitemap_validator_fuzz::report),
        };
        let mut input = if name == "plain" && random.below(2) == 0 {
            mutated(&[PLAIN.as_bytes().to_vec()], &mut random)
        } else {
            mutated(&seeds, &mut random)
        };
        if name == "plain" {
            // It chooses the options.
            input.insert(0, random.below(256) as u8);
        }
        done += 1;
        let outcome = catch_unwind(|| target(&input));
        if let Err(panic) = outcome {
            let why = panic.downcast_ref::<String>().map_or("", String::as_str);
            eprintln!("{} {}\n    {}", name, input.escape_ascii(), why);
            broken += 1;
            if broken == 20 {
                break;
            }
        }
    }
    eprintln!("{done} runs of seed {seed} on {} inputs, {broken} broke a promise", seeds.len());
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn seeds() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seeds = Vec::new();
    for folder in ["tests/fixtures/ok", "tests/fixtures/err", "crates/sitemap-validator/rules"] {
        collect(&root.join(folder), &mut |bytes| seeds.push(bytes));
    }
    collect(&root.join("crates/sitemap-validator/tests/all/conformance"), &mut |bytes| {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        seeds.extend(text.lines().filter_map(|line| line.strip_prefix("    ")).map(|case| case.as_bytes().to_vec()));
        seeds.extend(text.lines().filter_map(|line| line.strip_prefix("within ")).map(|case| case.as_bytes().to_vec()));
    });
    seeds
}

/// Hands the content of each file in `folder` to `take`.
fn collect(folder: &Path, take: &mut dyn FnMut(Vec<u8>)) {
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for bytes in paths.iter().filter_map(|path| std::fs::read(path).ok()) {
        take(bytes);
    }
}

fn mutated(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = seeds.get(random.below(seeds.len())).cloned().unwrap_or_default();
    if input.len() > LONGEST {
        let start = random.below(input.len() - LONGEST / 2);
        input = input[start..].iter().copied().take(LONGEST).collect();
    }
    for _ in 0..random.below(6) {
        let start = random.below(input.len() + 1);
        let end = (start + random.below(12)).min(input.len());
        match random.below(7) {
            0 => drop(input.drain(start..end)),
            1 => drop(input.splice(start..end, PIECES[random.below(PIECES.len())].iter().copied())),
            2 | 3 => drop(input.splice(start..start, PIECES[random.below(PIECES.len())].iter().copied())),
            4 => {
                let piece = input[start..end].to_vec();
                let at = random.below(input.len() + 1);
                drop(input.splice(at..at, piece));
            }
            5 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len());
                let piece: Vec<u8> = other[from..].iter().copied().take(random.below(200)).collect();
                drop(input.splice(start..start, piece));
            }
            _ => {
                if let Some(byte) = input.get_mut(start) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
    if random.below(40) == 0 {
        let text = String::from_utf8_lossy(&input).into_owned();
        let marked = std::iter::once('\u{FEFF}').chain(text.chars()).collect::<String>();
        input = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    input
}
