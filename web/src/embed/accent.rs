//! The host's color, adjusted to be readable on the page's own backgrounds.

/// The minimum contrast of text, by WCAG 2.2, 1.4.3.
const READABLE: f64 = 4.5;
/// The backgrounds in base.css behind text in the accent color: those of the panel, which is closer to the text color
/// than the page's background.
const LIGHT: Rgb = [0xec, 0xef, 0xf3];
const DARK: Rgb = [0x23, 0x29, 0x30];
/// The background of the dark page. That of the light page is white.
const PAGE: Rgb = [0x13, 0x16, 0x1a];

type Rgb = [u8; 3];

/// A color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Accent(Rgb);

impl Accent {
    /// Reads `#abc` or `#aabbcc`. The `#` may be percent-encoded or absent.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').or_else(|| text.strip_prefix("%23")).unwrap_or(text);
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        match digits.len() {
            6 => Some(Self([red, green, blue])),
            3 => Some(Self([green & 15, blue >> 4, blue & 15].map(|digit| digit * 17))),
            _ => None,
        }
    }

    /// The custom properties for embed.css. For either theme, these are the color, mixed with black or white until it
    /// is readable, a color that is readable on it, and a background with a tint of it.
    pub(super) fn properties(self) -> [(&'static str, String); 6] {
        let light = towards(self.0, [0; 3], LIGHT);
        let dark = towards(self.0, [255; 3], DARK);
        [
            ("--host-light", hex(light)),
            ("--host-light-text", hex(on(light))),
            ("--host-light-soft", hex(mixed([0xff; 3], light, 12, 100))),
            ("--host-dark", hex(dark)),
            ("--host-dark-text", hex(on(dark))),
            ("--host-dark-soft", hex(mixed(PAGE, dark, 16, 100))),
        ]
    }
}

/// `color`, mixed with `end` in steps until it is readable on `background`.
fn towards(color: Rgb, end: Rgb, background: Rgb) -> Rgb {
    (0..20)
        .map(|share| mixed(color, end, share, 20))
        .find(|mixed| contrast(*mixed, background) >= READABLE)
        .unwrap_or(end)
}

/// A mix of `share` out of `parts` parts of `to`, and the rest of `from`.
fn mixed(from: Rgb, to: Rgb, share: u32, parts: u32) -> Rgb {
    let mix = |at: usize| ((u32::from(from[at]) * (parts - share) + u32::from(to[at]) * share) / parts) as u8;
    [mix(0), mix(1), mix(2)]
}

/// Black or white, whichever is more readable on `color`.
fn on(color: Rgb) -> Rgb {
    if contrast([0; 3], color) > contrast([255; 3], color) { [0; 3] } else { [255; 3] }
}

fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Relative luminance, as WCAG 2.2 defines it.
fn luminance(color: Rgb) -> f64 {
    let [red, green, blue] = color.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { to_the_2_4((part + 0.055) / 1.055) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// `base` to the power of 2.4. `powf` would add 2 kB to the page for this one use.
fn to_the_2_4(base: f64) -> f64 {
    let square = base * base;
    // The fifth root of the square, by Newton's method.
    let root = (0..20).fold(1.0_f64, |root, _| (4.0 * root + square / (root * root * root * root)) / 5.0);
    square * root
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_in_hexadecimal_only() {
        assert_eq!(Accent::parse("#0a5"), Accent::parse("00aa55"));
        assert_eq!(Accent::parse("%23ff8800"), Some(Accent([255, 0x88, 0])));
        for other in ["", "#", "red", "#12345", "#1234567", "+12345", "#12 456", "é12345", "url(x)"] {
            assert_eq!(Accent::parse(other), None, "{other}");
        }
    }

    #[test]
    fn powers_are_those_of_the_standard_library() {
        for base in (9..=100).map(|percent| f64::from(percent) / 100.0) {
            assert!((to_the_2_4(base) - base.powf(2.4)).abs() < 1e-12, "{base}");
        }
    }

    #[test]
    fn whatever_the_color_it_can_be_read_in_both_themes() {
        for color in ["000", "fff", "ff0", "00f", "f00", "0f0", "888", "1d5bb8", "7db0f7", "c0ffee"] {
            let accent = Accent::parse(color).expect("a color");
            let [light, light_text, light_soft, dark, dark_text, dark_soft] =
                accent.properties().map(|(_, value)| Accent::parse(&value).expect("a color").0);
            assert!(contrast(light, LIGHT) >= READABLE && contrast(dark, DARK) >= READABLE, "{color}");
            // A selected button uses both colors.
            assert!(contrast(light, light_soft) > 3.0 && contrast(dark, dark_soft) > 3.0, "{color}");
            assert!(contrast(light, light_text) >= READABLE && contrast(dark, dark_text) >= READABLE, "{color}");
        }
        assert_eq!(Accent::parse("1d5bb8").expect("a color").properties()[0].1, "#1d5bb8", "a readable one stays");
    }
}
