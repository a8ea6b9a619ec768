//! Chart: the hosts of the URLs.

use super::{
    Picture, Scene,
    chart::{Bar, Frame, LONG, bars, foreign, number, share},
};
use crate::text::{middle_cut, spelled_out};

/// The number of hosts that are drawn; the table contains more.
const DRAWN: usize = 8;

/// The distribution of the entries over hosts.
pub(super) fn picture(scene: &Scene<'_>) -> Picture {
    let (lang, hosts) = (scene.lang, &scene.figures.hosts);
    let entries = scene.figures.entries;
    let Some(first) = hosts.named.first() else { return Picture::Nothing };
    let host = middle_cut(&spelled_out(&first.host), 60);
    let none = (hosts.none > 0).then(|| {
        let texts = [" {0} without a host.", " {0} sans hôte.", " {0} sin host."];
        lang.fill(texts, &[&scene.part(hosts.none, entries)])
    });
    let none = none.unwrap_or_default();
    if hosts.different == 1 {
        let texts = ["One host: {0} ({1}).", "Un seul hôte\u{a0}: {0} ({1}).", "Un solo host: {0} ({1})."];
        let count = lang.count(first.count, scene.noun);
        return Picture::Line(lang.fill(texts, &[&host, &count]) + &none);
    }
    let says = lang.fill(
        [
            "{0} hosts. Most frequent: {1}, {2}.",
            "{0} hôtes. Le plus fréquent\u{a0}: {1}, {2}.",
            "{0} hosts. El más frecuente: {1}, {2}.",
        ],
        &[&lang.number(hosts.different), &host, &scene.part(first.count, entries)],
    ) + &none;
    let beyond = hosts.named.iter().skip(DRAWN).map(|host| host.count).sum::<u64>() + hosts.rest;
    let widest = first.count.max(beyond).max(hosts.none);
    let bar = |name: &str, count: u64, class| Bar {
        name: name.to_owned(),
        depth: 0,
        value: lang.number(count),
        share: share(count, widest),
        class,
    };
    let others = lang.text(["Other hosts", "Autres hôtes", "Otros hosts"]);
    let without = lang.text(["No host", "Sans hôte", "Sin host"]);
    let mut all: Vec<Bar> = hosts.named.iter().take(DRAWN).map(|host| bar(&host.host, host.count, "code")).collect();
    // All bars together represent all entries.
    let rest = [(others, beyond), (without, hosts.none)].into_iter().filter(|(_, count)| *count > 0);
    all.extend(rest.map(|(name, count)| bar(name, count, "other")));
    let rows = hosts.named.iter().map(|host| (host.host.as_str(), host.count));
    let rows = rows.chain([(others, hosts.rest), (without, hosts.none)]).filter(|(_, count)| *count > 0);
    let frame = Frame {
        name: if all.len() > LONG { "hosts long" } else { "hosts" },
        title: lang.text(["Hosts", "Hôtes", "Hosts"]).to_owned(),
        says,
        drawing: bars(&all),
        head: vec![lang.text(["Host", "Hôte", "Host"]), super::many(lang, scene.noun)],
        rows: rows.map(|(name, count)| vec![foreign(name), number(lang, count)]).collect(),
    };
    Picture::Drawn(frame.html(lang))
}
