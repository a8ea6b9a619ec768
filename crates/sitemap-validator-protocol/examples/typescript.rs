//! Prints the types of the report, of progress and of comparisons in TypeScript, as the npm package has them (`report.d.ts`).

use std::any::TypeId;
use std::collections::HashSet;
use std::fmt::Write as _;

use sitemap_validator_protocol::comparison::Comparison;
use sitemap_validator_protocol::message::Progress;
use sitemap_validator_protocol::report::Report;
use ts_rs::{Config, TS, TypeVisitor};

/// Writes each type once, followed by the types of its fields.
struct Writer {
    config: Config,
    seen: HashSet<TypeId>,
    text: String,
}

impl TypeVisitor for Writer {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // What comes with the language has no place of its own.
        let is_ours = T::output_path().is_some();
        if is_ours && self.seen.insert(TypeId::of::<T::WithoutGenerics>()) {
            let declaration = indented(&T::decl(&self.config));
            let _ = write!(self.text, "\n{}export {declaration}\n", T::docs().unwrap_or_default());
            T::visit_dependencies(self);
        }
    }
}

/// A declaration as people would write it: each field on lines of its own, set in.
fn indented(declaration: &str) -> String {
    let Some((first, fields)) = declaration.split_once('\n') else { return declaration.to_owned() };
    let fields = fields.strip_suffix(" };").unwrap_or(fields).lines().map(str::trim_end);
    let line = |line: &str| match line.strip_suffix(',') {
        Some(field) if !line.starts_with(" *") => format!("  {field};\n"),
        _ => format!("  {line}\n"),
    };
    format!("{}\n{}}};", first.trim_end(), fields.map(line).collect::<String>())
}

fn main() {
    // JSON has one kind of number, and no count here comes near its limits.
    let config = Config::new().with_large_int("number");
    let text = "// The report, version 1, by its own definition in Rust.\n".to_owned();
    let mut writer = Writer { config, seen: HashSet::new(), text };
    writer.visit::<Report>();
    writer.visit::<Progress>();
    writer.visit::<Comparison>();
    print!("{}", writer.text);
}
