//! Pages in more than one file (`index-cross-file-duplicate`), and files of different hosts (`scope-mixed-hosts`).

use std::collections::BTreeMap;
use std::hash::BuildHasherDefault;

use super::member::{Member, Spot};
use super::{Finding, Reporter};
use crate::outcome::Kind;
use crate::registry::Rule;
use crate::value::url::key::KeyMap;

/// Where a page is listed first.
#[derive(Debug, Clone, Copy)]
struct First {
    file: u32,
    page: u32,
}

/// The pages two files have in common.
#[derive(Debug, Clone, Copy)]
struct Shared {
    count: u64,
    here: Spot,
    there: Spot,
}

/// Reports each pair of files that list the same pages.
pub(super) fn check(members: &[Member], reporter: &mut Reporter<'_>) {
    let total = members.iter().map(|member| member.pages.len()).sum();
    let mut first: KeyMap<First> = KeyMap::with_capacity_and_hasher(total, BuildHasherDefault::default());
    let mut pairs: BTreeMap<(usize, usize), Shared> = BTreeMap::new();
    for (file, member) in members.iter().enumerate() {
        for (page, &(identity, here)) in member.pages.iter().enumerate() {
            let known = *first.entry(identity).or_insert(First { file: file as u32, page: page as u32 });
            let other = known.file as usize;
            if other == file {
                continue;
            }
            let there = members.get(other).and_then(|member| member.pages.get(known.page as usize));
            let Some(&(_, there)) = there else { continue };
            pairs.entry((file, other)).or_insert(Shared { count: 0, here, there }).count += 1;
        }
    }
    for ((file, other), shared) in pairs {
        let name = members.get(other).map(|member| member.name.clone()).unwrap_or_default();
        let found = Finding::new(Rule::IndexCrossFileDuplicate, file, shared.here)
            .with(|found| found.wording(u8::from(shared.count == 1)).arg(shared.count).arg(name))
            .related(other, shared.there, "first listed here");
        reporter.report(found);
    }
}

/// Reports files of different hosts, when no address says which of them is right.
pub(super) fn hosts(members: &[Member], reporter: &mut Reporter<'_>) {
    let uniform = |member: &Member| match member.hosts.as_slice() {
        [host] if member.address.is_none() && matches!(member.kind, Kind::Urlset | Kind::Text) => Some(host.clone()),
        _ => None,
    };
    let hosts: Vec<(usize, String)> =
        members.iter().enumerate().filter_map(|(file, member)| Some((file, uniform(member)?))).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, host) in &hosts {
        *counts.entry(host).or_default() += 1;
    }
    if counts.len() < 2 {
        return;
    }
    // Of hosts that are equally frequent the first is taken for the usual one.
    let most = counts.values().copied().max().unwrap_or_default();
    let Some(usual) = hosts.iter().map(|(_, host)| host.as_str()).find(|&host| counts.get(host) == Some(&most)) else {
        return;
    };
    let names: Vec<&str> = counts.keys().copied().take(5).collect();
    let other = hosts.iter().find(|(_, host)| host != usual);
    let usual = hosts.iter().find(|(_, host)| host == usual);
    let spot = |file: usize| members.get(file).and_then(|member| member.pages.first()).map(|&(_, spot)| spot);
    if let (Some((file, _)), Some((other_file, _))) = (other, usual)
        && let (Some(here), Some(there)) = (spot(*file), spot(*other_file))
    {
        let found = Finding::new(Rule::ScopeMixedHosts, *file, here)
            .with(|found| found.wording(1).arg(counts.len()).arg(names.join(", ")))
            .related(*other_file, there, "another host here");
        reporter.report(found);
    }
}
