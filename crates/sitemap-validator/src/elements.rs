//! The elements of the protocol of sitemaps.org.

/// The root elements of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Root {
    /// A sitemap.
    Urlset,
    Index,
}

impl Root {
    pub(crate) const ALL: [Self; 2] = [Self::Urlset, Self::Index];

    /// The element's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Urlset => "urlset",
            Self::Index => "sitemapindex",
        }
    }

    /// The start of a document with this root, to its first entry; `declarations` are further attributes.
    pub(crate) fn start(self, declarations: &str) -> String {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <{} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"{declarations}>\n",
            self.name()
        )
    }

    /// Its end tag.
    pub(crate) fn end(self) -> String {
        format!("</{}>\n", self.name())
    }

    /// The name of its entries.
    pub(crate) const fn entry(self) -> &'static str {
        match self {
            Self::Urlset => "url",
            Self::Index => "sitemap",
        }
    }

    /// The root element of that name.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|root| root.name() == name)
    }

    /// The root element whose entries have that name.
    pub(crate) fn by_entry(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|root| root.entry() == name)
    }
}

/// The values of an entry in the order of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Core {
    Loc,
    Lastmod,
    Changefreq,
    Priority,
}

impl Core {
    pub(crate) const ALL: [Self; 4] = [Self::Loc, Self::Lastmod, Self::Changefreq, Self::Priority];

    /// The element's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Loc => "loc",
            Self::Lastmod => "lastmod",
            Self::Changefreq => "changefreq",
            Self::Priority => "priority",
        }
    }

    /// Its own of four values.
    #[inline]
    pub(crate) fn of<T>(self, [loc, lastmod, changefreq, priority]: [T; 4]) -> T {
        match self {
            Self::Loc => loc,
            Self::Lastmod => lastmod,
            Self::Changefreq => changefreq,
            Self::Priority => priority,
        }
    }

    /// The value of that name.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "loc" => Self::Loc,
            "lastmod" => Self::Lastmod,
            "changefreq" => Self::Changefreq,
            "priority" => Self::Priority,
            _ => return None,
        })
    }

    /// True if an entry of `root` can have it.
    pub(crate) fn belongs(self, root: Root) -> bool {
        root == Root::Urlset || matches!(self, Self::Loc | Self::Lastmod)
    }
}

/// True for the name of a root element or of an entry.
pub(crate) fn is_root_or_entry(name: &str) -> bool {
    Root::by_name(name).or_else(|| Root::by_entry(name)).is_some()
}

/// True for the name of an element that contains a value.
pub(crate) fn is_value(name: &str) -> bool {
    Core::by_name(name).is_some()
}

/// True for the name of any element.
pub(crate) fn is_element(name: &str) -> bool {
    is_value(name) || is_root_or_entry(name)
}
