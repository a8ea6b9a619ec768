//! Decimal numbers of XML Schema: `[+-]?(\d+(\.\d*)?|\.\d+)`.

use std::cmp::Ordering;

/// An exact decimal number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decimal<'a> {
    /// True with a minus sign, also for `-0`.
    negative: bool,
    /// Without zeros at its start.
    integer: &'a str,
    /// Without zeros at its end.
    fraction: &'a str,
}

impl<'a> Decimal<'a> {
    /// Parses the whole `text`.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (integer, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let numeric = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if integer.is_empty() && fraction.is_empty() || !numeric(integer) || !numeric(fraction) {
            return None;
        }
        Some(Self { negative, integer: integer.trim_start_matches('0'), fraction: fraction.trim_end_matches('0') })
    }

    /// True for zero in any spelling.
    pub(crate) const fn is_zero(&self) -> bool {
        self.integer.is_empty() && self.fraction.is_empty()
    }

    /// True for a number below zero.
    pub(crate) const fn is_negative(&self) -> bool {
        self.negative && !self.is_zero()
    }

    /// True if only zeros follow the point.
    pub(crate) const fn is_integer(&self) -> bool {
        self.fraction.is_empty()
    }

    /// The number as an integer, if it is one and not too large.
    pub(crate) fn to_integer(self) -> Option<i64> {
        if !self.is_integer() {
            return None;
        }
        let number: i64 = if self.integer.is_empty() { 0 } else { self.integer.parse().ok()? };
        Some(if self.negative { -number } else { number })
    }

    /// Compares with a non-negative integer.
    pub(crate) fn compare(&self, whole: u64) -> Ordering {
        if self.is_negative() {
            return Ordering::Less;
        }
        let integer = match self.integer {
            "" => 0,
            digits => match digits.parse::<u64>() {
                Ok(number) => number,
                Err(_) => return Ordering::Greater,
            },
        };
        integer.cmp(&whole).then(if self.is_integer() { Ordering::Equal } else { Ordering::Greater })
    }

    /// The decimals without trailing zeros.
    pub(crate) const fn fraction(&self) -> &'a str {
        self.fraction
    }

    /// A key of a number between 0 and 1, the same for equal numbers: eighteen decimals.
    pub(crate) fn key(&self) -> u64 {
        let padded = self.fraction.bytes().chain(std::iter::repeat(b'0')).take(18);
        let fraction = padded.fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
        if self.integer.is_empty() { fraction } else { ONE }
    }
}

/// The key of 1.
pub(crate) const ONE: u64 = 1_000_000_000_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_of_xml_schema() {
        for text in ["0.8", ".5", "1.", "+0.5", "-0", "-0.0", "1.00", "0.64", "00.5", "10", "1.0000001"] {
            assert!(Decimal::parse(text).is_some(), "{text}");
        }
        for text in
            ["1e-1", "0,8", "", "NaN", "80%", "INF", ".", "+", "-", "+.", "1.2.3", "--1", "+-1", "0x1", " 1", "１"]
        {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn comparisons_are_exact() {
        let compare = |text, whole| Decimal::parse(text).map(|number| number.compare(whole));
        assert_eq!(compare("1.000000000000000000000000000001", 1), Some(Ordering::Greater));
        assert_eq!(compare("1.000", 1), Some(Ordering::Equal));
        assert_eq!(compare("0.999", 1), Some(Ordering::Less));
        assert_eq!(compare("-0.0", 0), Some(Ordering::Equal));
        assert_eq!(compare("-0.1", 0), Some(Ordering::Less));
        assert_eq!(compare("99999999999999999999999", 5), Some(Ordering::Greater));
    }

    #[test]
    fn equal_numbers_share_a_key() {
        let key = |text| Decimal::parse(text).map(|number| number.key());
        assert_eq!(key("0.5"), key("00.50"));
        assert_eq!(key(".5"), key("+0.5"));
        assert_eq!(key("1"), Some(ONE));
        assert_eq!(key("-0"), Some(0));
        assert_ne!(key("0.5"), key("0.51"));
    }

    #[test]
    fn whole_numbers() {
        let whole = |text| Decimal::parse(text).and_then(Decimal::to_integer);
        assert_eq!(whole("10.0"), Some(10));
        assert_eq!(whole("-3"), Some(-3));
        assert_eq!(whole("1.5"), None);
        assert_eq!(whole("0"), Some(0));
    }
}
