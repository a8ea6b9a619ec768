//! The names of rules, profiles and severities as text, both ways.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::diagnostic::Severity;
use crate::profile::Profile;
use crate::registry::Rule;

/// A name that is not one of those there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "unknown {} `{}`", self.what, self.name)
    }
}

impl Error for UnknownName {}

macro_rules! names {
    ($($type:ident, $what:literal, $name:expr, $find:expr;)+) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name: fn($type) -> &'static str = $name;
                out.write_str(name(*self))
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                let find: fn(&str) -> Option<$type> = $find;
                find(name).ok_or_else(|| UnknownName { what: $what, name: name.to_owned() })
            }
        }
    )+};
}

names! {
    Rule, "rule", Rule::id, Rule::by_id;
    Profile, "profile", Profile::name, Profile::by_name;
    Severity, "severity", Severity::name, Severity::by_name;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for &rule in Rule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        for profile in Profile::ALL {
            assert_eq!(profile.to_string().parse(), Ok(profile));
        }
        assert_eq!("warning".parse(), Ok(Severity::Warning));
        assert_eq!("loc".parse::<Rule>().unwrap_err().to_string(), "unknown rule `loc`");
    }
}
