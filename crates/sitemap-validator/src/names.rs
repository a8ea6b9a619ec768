//! The names of rules and profiles as text, both ways.

use std::fmt;
use std::str::FromStr;

use sitemap_validator_protocol::name::UnknownName;

use crate::profile::Profile;
use crate::registry::Rule;

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
                find(name).ok_or_else(|| UnknownName::new($what, name))
            }
        }
    )+};
}

names! {
    Rule, "rule", Rule::id, Rule::by_id;
    Profile, "profile", Profile::name, Profile::by_name;
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
        assert_eq!("warning".parse(), Ok(crate::Severity::Warning));
        assert_eq!("loc".parse::<Rule>().unwrap_err().to_string(), "unknown rule `loc`");
    }
}
