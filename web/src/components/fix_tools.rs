//! The fixes for a problem: at this location, in this file and, after a preview, in all files.

use std::rc::Rc;

use sitemap_validator_protocol::{
    message::FixRequest,
    report::{Alternative, Diagnostic, Removal},
};
use yew::prelude::*;

use super::{menu::More, prose, repairs::PREVIEW};
use crate::{
    lang::{Lang, Texts, use_lang},
    state::{Action, Group, Request, is_ambiguous},
    verdict::FILES,
};

/// The label for fixing a rule in several files.
pub(super) const FIX_IN: Texts = ["Fix in {0}…", "Corriger dans {0}…", "Corregir en {0}…"];
/// The label for removing the findings of a rule in several files.
pub(super) const REMOVE_IN: Texts = ["Remove in {0}…", "Retirer dans {0}…", "Quitar en {0}…"];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) finding: Rc<Diagnostic>,
    /// The group that contains it.
    pub(crate) group: Option<Group>,
    /// The number of files in which findings of its rule can be fixed.
    pub(crate) fixable_files: u64,
    /// The number of files in which findings of its rule can be removed.
    pub(crate) removable_files: u64,
    /// True if the page already shows the change.
    pub(crate) is_shown: bool,
    pub(crate) act: Callback<Action>,
}

/// The fixes for a problem. In narrow windows, less important ones are in a menu.
#[component]
pub(crate) fn FixTools(props: &Props) -> Html {
    let Props { finding, group, act, .. } = props;
    let mut buttons = Buttons { lang: use_lang(), act, first: Vec::new(), rest: Vec::new() };
    if finding.fix.is_some() {
        buttons.fixes(finding, group.as_ref(), props.fixable_files, props.is_shown);
    } else {
        buttons.alternatives(finding, group.as_ref(), props.fixable_files);
    }
    buttons.removals(finding, group.as_ref(), props.removable_files);
    let Buttons { first, rest, .. } = buttons;
    if first.is_empty() {
        return Html::default();
    }
    // The buttons of another problem are other elements, so that pressing a key again does not activate them.
    let key = format!("{} {} {}", finding.rule, finding.start, finding.end);
    html! {
        <div {key} class="fix-tools">
            { for first }
            <More items={rest} />
        </div>
    }
}

/// The click handler of a button that makes a request.
pub(super) fn ask(act: &Callback<Action>, request: Request) -> Callback<MouseEvent> {
    act.reform(move |_| Action::Ask(request.clone()))
}

/// The label for reading all values in the same way as one of them, in this file or in several.
pub(super) fn all_like(alternative: &Alternative, files: Option<u64>, lang: Lang) -> Html {
    let files = files.map(|files| lang.fill([" in {0}…", " dans {0}…", " en {0}…"], &[&lang.count(files, FILES)]));
    html! {
        <>
            { lang.text(["All like ", "Toutes comme ", "Todas como "]) }{ prose::line(&alternative.label) }{ for files }
        </>
    }
}

/// The buttons for a problem.
struct Buttons<'a> {
    lang: Lang,
    act: &'a Callback<Action>,
    first: Vec<Html>,
    rest: Vec<Html>,
}

impl Buttons<'_> {
    fn button(&self, says: impl Into<Html>, request: Request) -> Html {
        html! { <button type="button" onclick={ask(self.act, request)}>{ says.into() }</button> }
    }

    fn primary(&self, says: impl Into<Html>, what: FixRequest) -> Html {
        html! { <button type="button" class="primary" onclick={ask(self.act, Request::Fix(what))}>{ says.into() }</button> }
    }

    /// Adds the buttons that fix the problem, or all findings of its rule.
    fn fixes(&mut self, finding: &Diagnostic, group: Option<&Group>, fixable_files: u64, is_shown: bool) {
        let lang = self.lang;
        let one = FixRequest::One { rule: finding.rule.clone(), start: finding.start, end: finding.end };
        let all = FixRequest::Rule { rule: finding.rule.clone() };
        let says = if deletes(finding) {
            ["Delete it", "Supprimer", "Eliminar"]
        } else {
            ["Fix this", "Corriger", "Corregir"]
        };
        self.first.push(self.primary(lang.text(says), one.clone()));
        let fixable = |group: &Group| group.findings.iter().filter(|finding| finding.fix.is_some()).count() as u64;
        let others =
            group.map(|group| (group, fixable(group))).filter(|(group, fixable)| group.count > 1 && *fixable > 1);
        if let Some((group, fixable)) = others {
            let says = if fixable == group.findings.len() as u64 {
                let texts = if group.findings.iter().all(|finding| deletes(finding)) {
                    ["Delete all {0}", "Supprimer les {0}", "Eliminar los {0}"]
                } else {
                    ["Fix all {0}", "Corriger les {0}", "Corregir los {0}"]
                };
                lang.fill(texts, &[&lang.number(group.count)])
            } else if group.complete {
                lang.fill(
                    ["Fix {0} of {1}", "Corriger {0} sur {1}", "Corregir {0} de {1}"],
                    &[&lang.number(fixable), &lang.number(group.count)],
                )
            } else {
                let texts = [
                    "Fix all that have a fix",
                    "Corriger tous ceux qui ont une correction",
                    "Corregir todos los que tienen corrección",
                ];
                lang.text(texts).to_owned()
            };
            self.first.push(self.button(says, Request::Fix(all.clone())));
            let says = lang.text(["Preview all", "Aperçu de tout", "Vista previa de todo"]);
            self.first.push(self.button(says, Request::PreviewFix(all.clone())));
        } else if !is_shown {
            self.first.push(self.button(lang.text(PREVIEW), Request::PreviewFix(one)));
        }
        if fixable_files > 1 {
            let says = lang.fill(FIX_IN, &[&lang.count(fixable_files, FILES)]);
            self.rest.push(self.button(says, Request::PreviewFixAll(all)));
        }
    }

    /// Adds a button for each reading of a value. If other values also have two readings, adds a button that reads all
    /// of them in the same way, and one for those in other files.
    fn alternatives(&mut self, finding: &Diagnostic, group: Option<&Group>, fixable_files: u64) {
        let lang = self.lang;
        let choices = |group: &Group| group.findings.iter().filter(|finding| is_ambiguous(finding)).count();
        let others = group.is_some_and(|group| choices(group) > 1);
        let (mut alike, mut in_files) = (Vec::new(), Vec::new());
        for (choice, alternative) in (0..).zip(&finding.alternatives) {
            let (rule, start, end) = (finding.rule.clone(), finding.start, finding.end);
            let label = || prose::line(&alternative.label);
            self.first.push(self.primary(label(), FixRequest::Alternative { rule, start, end, choice }));
            let all = FixRequest::Alternatives { rule: finding.rule.clone(), choice };
            if fixable_files > 1 {
                let says = all_like(alternative, Some(fixable_files), lang);
                in_files.push(self.button(says, Request::PreviewFixAll(all.clone())));
            }
            if others {
                alike.push(self.button(all_like(alternative, None, lang), Request::Fix(all)));
            }
        }
        self.first.extend(alike);
        self.rest.extend(in_files);
    }

    /// Adds the buttons that remove the entry or the value of a finding, or of all findings of its rule.
    fn removals(&mut self, finding: &Diagnostic, group: Option<&Group>, removable_files: u64) {
        let lang = self.lang;
        let (one, all): (Texts, Texts) = match finding.removal {
            None => return,
            Some(Removal::Entry) => (
                ["Remove this URL", "Retirer cette URL", "Quitar esta URL"],
                ["Remove all {0} URLs…", "Retirer les {0} URL…", "Quitar las {0} URL…"],
            ),
            Some(Removal::Value) => (
                ["Remove this value", "Retirer cette valeur", "Quitar este valor"],
                ["Remove all {0} values…", "Retirer les {0} valeurs…", "Quitar los {0} valores…"],
            ),
        };
        let rule = finding.rule.clone();
        let this = FixRequest::Remove { rule: rule.clone(), start: finding.start, end: finding.end };
        let this = self.button(lang.text(one), Request::Fix(this));
        if self.first.is_empty() { &mut self.first } else { &mut self.rest }.push(this);
        let all_of_rule = FixRequest::Removals { rule };
        if let Some(count) = group.map(removable).filter(|count| *count > 1) {
            let says = lang.fill(all, &[&lang.number(count)]);
            self.rest.push(self.button(says, Request::PreviewFix(all_of_rule.clone())));
        }
        if removable_files > 1 {
            let says = lang.fill(REMOVE_IN, &[&lang.count(removable_files, FILES)]);
            self.rest.push(self.button(says, Request::PreviewFixAll(all_of_rule)));
        }
    }
}

/// True for a finding whose fix only deletes.
pub(super) fn deletes(finding: &Diagnostic) -> bool {
    finding.fix.iter().any(|fix| fix.edits.iter().all(|edit| edit.text.is_empty()))
}

/// The number of findings of a group that can be removed. Findings that the page does not have are assumed to be like
/// the others.
fn removable(group: &Group) -> u64 {
    let listed = group.findings.iter().filter(|finding| finding.removal.is_some()).count();
    if listed == group.findings.len() { group.count } else { listed as u64 }
}
