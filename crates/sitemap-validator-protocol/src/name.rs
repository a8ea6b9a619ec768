//! Names of files.

/// The name without its `.gz`, in whatever case: what the file is called when it is compressed no more.
pub fn plain_name(name: &str) -> &str {
    let plain = name.len().saturating_sub(3);
    name.get(plain..).filter(|end| end.eq_ignore_ascii_case(".gz")).map_or(name, |_| &name[..plain])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ending_goes() {
        for (name, plain) in
            [("a.xml.gz", "a.xml"), ("A.GZ", "A"), (".gz", ""), ("agz", "agz"), ("gz", "gz"), ("é", "é")]
        {
            assert_eq!(plain_name(name), plain);
        }
    }
}
