//! The languages the site is in.

/// A text in each language, in the order of [`Lang::ALL`].
pub(crate) type Said = [&'static str; Lang::ALL.len()];

/// A language of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lang {
    /// English, at the root.
    En,
    /// French, below `fr/`.
    Fr,
    /// Spanish, below `es/`.
    Es,
}

impl Lang {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::En, Self::Fr, Self::Es];

    /// Its tag, as in the attribute `lang`.
    pub(crate) const fn tag(self) -> &'static str {
        self.say(["en", "fr", "es"])
    }

    /// What its speakers call it.
    pub(crate) const fn name(self) -> &'static str {
        self.say(["English", "Français", "Español"])
    }

    /// The folder its pages are in, seen from the root of the site.
    pub(crate) const fn folder(self) -> &'static str {
        self.say(["", "fr/", "es/"])
    }

    /// The text in this language.
    pub(crate) const fn say(self, texts: Said) -> &'static str {
        texts[self as usize]
    }
}
