//! The Rust that the rules' pages become.

use std::fmt::Write as _;

use crate::front::{Active, Cell, Fix, Severity, Standard, Support};
use crate::rules::{Message, Rule, Rules};

/// `Rule` and `Message`, and the tables of what they are.
pub(crate) fn table(rules: &Rules, languages: &[(&str, &str)]) -> String {
    let mut supports = Supports::default();
    let (mut infos, mut messages) = (String::new(), String::new());
    for rule in &rules.0 {
        rule_info(&mut infos, rule, &mut supports);
        for message in &rule.messages {
            let support = supports.place(message.support, &message.standards);
            let Message { title, help, .. } = message;
            let _ = writeln!(
                messages,
                "MessageInfo {{ rule: Rule::{}, title: {title:?}, help: {help:?}, severity: {}, support: &SUPPORT[{support}] }},",
                camel(&rule.id),
                optional(message.severity)
            );
        }
    }
    let mut out = String::new();
    let all = rules.0.iter().map(|rule| (camel(&rule.id), format!("`{}`", rule.id)));
    enumeration(&mut out, "A rule; see [`Rule::info`].", "Rule", all);
    let each = rules.0.iter().flat_map(|rule| rule.messages.iter().map(move |message| (rule, message)));
    let all = each.map(|(rule, message)| (variant(rule, message), format!("{:?} of `{}`", message.title, rule.id)));
    enumeration(&mut out, "A message of a rule; see [`Message::info`].", "Message", all);
    let _ = writeln!(out, "static RULES: &[RuleInfo] = &[\n{infos}];");
    let _ = writeln!(out, "static MESSAGES: &[MessageInfo] = &[\n{messages}];");
    supports.write(&mut out);
    out.push_str("fn whole_page(rule: Rule) -> &'static str {\nmatch rule {\n");
    for rule in &rules.0 {
        let _ = writeln!(out, "Rule::{} => {},", camel(&rule.id), include(&format!("{}.md", rule.id)));
    }
    out.push_str("}\n}\nfn whole_page_in(tag: &str, rule: Rule) -> Option<&'static str> {\nSome(match (tag, rule) {\n");
    for (tag, note) in languages {
        for rule in &rules.0 {
            let file = format!("{}.{tag}.md", rule.id);
            let page = if rule.untranslated.contains(&file) {
                // The sources and examples are added in every language.
                let page = rule.page.split("\n## Source").next().unwrap_or_default();
                format!("{:?}", page.replacen("\n## What\n", &format!("\n{note}\n\n## What\n"), 1))
            } else {
                include(&file)
            };
            let _ = writeln!(out, "({tag:?}, Rule::{}) => {page},", camel(&rule.id));
        }
    }
    out.push_str("_ => return None,\n})\n}\n");
    out
}

fn rule_info(out: &mut String, rule: &Rule, supports: &mut Supports) {
    let front = &rule.front;
    let in_profiles = [("Baidu", front.severity_in.baidu), ("Legacy", front.severity_in.legacy)];
    let in_profiles = in_profiles.into_iter().filter_map(|(profile, severity)| Some((profile, severity?)));
    let _ = writeln!(
        out,
        "RuleInfo {{ id: {:?}, severity: Severity::{:?}, in_strict_schema: {}, in_profiles: &[{}], repair: Repair::{}, removal: {}, \
         default: Activation::{}, profiles: Profiles::of(&[{}]), support: &SUPPORT[{}], messages: &[{}] }},",
        rule.id,
        front.severity,
        optional(front.severity_in.strict_schema),
        list(in_profiles.map(|(profile, severity)| format!("(Profile::{profile}, Severity::{severity:?})"))),
        match front.fix {
            Fix::Safe => "Safe",
            Fix::Suggested => "Suggest",
            Fix::Manual => "Manual",
        },
        front.removal.map_or("None".to_owned(), |removal| format!("Some(Removal::{removal:?})")),
        match front.active {
            Active::Always => "On",
            Active::Pedantic => "Pedantic",
            Active::Overlay => "Overlay",
            Active::Legacy => "Legacy",
        },
        list(front.profiles.iter().map(|profile| format!("Profile::{profile:?}"))),
        supports.place(front.support, &front.standards),
        list(rule.messages.iter().map(|message| format!("Message::{}", variant(rule, message)))),
    );
}

/// What authorities make of findings, each once.
#[derive(Default)]
struct Supports(Vec<(Support, Vec<Standard>)>);

impl Supports {
    /// Its place in `SUPPORT`.
    fn place(&mut self, support: Support, standards: &[Standard]) -> usize {
        let known = self.0.iter().position(|(known, others)| *known == support && others == standards);
        known.unwrap_or_else(|| {
            self.0.push((support, standards.to_owned()));
            self.0.len() - 1
        })
    }

    fn write(&self, out: &mut String) {
        let _ = writeln!(out, "static SUPPORT: [Support; {}] = [", self.0.len());
        for (support, standards) in &self.0 {
            let cells = support.cells().map(|cell| cell.map_or(("Undocumented", false), Cell::stance));
            let [sitemaps_org, schema, google, bing, yandex] = cells.map(|(stance, _)| format!("Stance::{stance}"));
            let _ = writeln!(
                out,
                "Support {{ stances: Authorities {{ sitemaps_org: {sitemaps_org}, schema: {schema}, google: {google}, \
                 bing: {bing}, yandex: {yandex} }}, named: {:?}, standards: &[{}] }},",
                cells.map(|(_, named)| named),
                list(standards.iter().map(|standard| format!("Standard::{standard:?}"))),
            );
        }
        out.push_str("];\n");
    }
}

/// A function for each message, that makes a finding of it. A message with a name is in its rule's module.
pub(crate) fn constructors(rules: &Rules) -> String {
    let mut out = String::new();
    for rule in &rules.0 {
        let module = rule.id.replace('-', "_");
        let (own, named): (Vec<_>, Vec<_>) = rule.messages.iter().partition(|message| message.name.is_empty());
        for message in own {
            constructor(&mut out, &module, rule, message);
        }
        if !named.is_empty() {
            let _ = writeln!(
                out,
                "/// The messages of `{}` that have a name.\npub(crate) mod {module} {{\nuse super::*;",
                rule.id
            );
            for message in named {
                constructor(&mut out, &message.name, rule, message);
            }
            out.push_str("}\n");
        }
    }
    out
}

fn constructor(out: &mut String, name: &str, rule: &Rule, message: &Message) {
    let _ = write!(out, "/// {:?}\n#[cold]\n#[must_use]\npub(crate) fn {name}(span: Span", message.title);
    for arg in &message.args {
        let _ = write!(out, ", {}: {}", arg.name, arg.kind);
    }
    let _ = write!(out, ") -> Diagnostic {{\nDiagnostic::new(Message::{}, span, [", variant(rule, message));
    out.push_str(&list(message.args.iter().map(|arg| format!("{}.into()", arg.name))));
    out.push_str("])\n}\n");
}

fn enumeration(out: &mut String, what: &str, name: &str, variants: impl Iterator<Item = (String, String)>) {
    let (mut declared, mut all) = (String::new(), String::new());
    for (variant, what) in variants {
        let _ = writeln!(declared, "/// {what}\n{variant},");
        let _ = writeln!(all, "Self::{variant},");
    }
    let _ = writeln!(
        out,
        "/// {what}\n#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\n#[repr(u16)]\n#[non_exhaustive]\npub enum {name} \
         {{\n{declared}}}\nimpl {name} {{\n/// All, in the order of the documentation.\n\
         pub const ALL: &'static [Self] = &[\n{all}];\n}}"
    );
}

fn optional(severity: Option<Severity>) -> String {
    severity.map_or("None".to_owned(), |severity| format!("Some(Severity::{severity:?})"))
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// The variant of `Message`.
fn variant(rule: &Rule, message: &Message) -> String {
    camel(&rule.id) + &camel(&message.name)
}

fn include(file: &str) -> String {
    format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/rules/{file}\"))")
}

/// `loc-too-long` as `LocTooLong`.
fn camel(name: &str) -> String {
    let mut start = true;
    let mut out = String::new();
    for letter in name.chars() {
        if matches!(letter, '-' | '_') {
            start = true;
        } else {
            out.push(if start { letter.to_ascii_uppercase() } else { letter });
            start = false;
        }
    }
    out
}
