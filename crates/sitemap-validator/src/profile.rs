//! The engines whose rules a file is checked against.

/// An engine or standard to check against. [`Profiles`] is a set of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The protocol as published on sitemaps.org; always active.
    SitemapsOrg,
    /// Google Search.
    Google,
    /// Bing.
    Bing,
    /// Yandex; opt-in.
    Yandex,
    /// Baidu; opt-in.
    Baidu,
    /// The protocol as it was between 2008 and 2016; opt-in.
    Legacy,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Self; 6] = [Self::SitemapsOrg, Self::Google, Self::Bing, Self::Yandex, Self::Baidu, Self::Legacy];

    /// Its name on the command line and in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SitemapsOrg => "sitemaps.org",
            Self::Google => "google",
            Self::Bing => "bing",
            Self::Yandex => "yandex",
            Self::Baidu => "baidu",
            Self::Legacy => "legacy",
        }
    }

    /// The profile with that name, if there is one.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }
}

/// A set of profiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Profiles(u8);

impl Profiles {
    /// sitemaps.org, Google and Bing.
    pub const DEFAULT: Self = Self::of(&[Profile::SitemapsOrg, Profile::Google, Profile::Bing]);
    /// Every profile.
    pub const ALL: Self = Self::of(&Profile::ALL);

    /// The set of `profiles`.
    pub const fn of(mut profiles: &[Profile]) -> Self {
        let mut bits = 0;
        while let [first, rest @ ..] = profiles {
            bits |= 1 << *first as u8;
            profiles = rest;
        }
        Self(bits)
    }

    /// True if `profile` is in the set.
    pub const fn has(self, profile: Profile) -> bool {
        self.0 & (1 << profile as u8) != 0
    }

    /// True if both sets have a profile in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with `profile` added.
    #[must_use]
    pub const fn with(self, profile: Profile) -> Self {
        Self(self.0 | (1 << profile as u8))
    }
}
