//! Short names for what a module and its script import from each other.
//!
//! wasm-bindgen writes a name with a hash for each function that crosses, once in the module and once in the script. Nobody
//! else uses these names.

use std::collections::BTreeMap;

use walrus::Module;

/// How the names of functions begin that only the script of a module calls.
const CALLED_BY_SCRIPT: &str = "wasm_bindgen__";

/// Renames in the module and returns the script with the same names.
pub(crate) fn shorten(module: &mut Module, script: &str) -> String {
    let mut names = BTreeMap::new();
    for (number, import) in module.imports.iter_mut().enumerate() {
        rename(&mut names, &mut import.name, format!("i{number}"));
    }
    let called = module.exports.iter_mut().filter(|export| export.name.starts_with(CALLED_BY_SCRIPT));
    for (number, export) in called.enumerate() {
        rename(&mut names, &mut export.name, format!("e{number}"));
    }
    with_names(script, &names)
}

fn rename(names: &mut BTreeMap<String, String>, name: &mut String, short: String) {
    names.insert(std::mem::replace(name, short.clone()), short);
}

/// The script with other words for those in `names`.
fn with_names(script: &str, names: &BTreeMap<String, String>) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut written = String::with_capacity(script.len());
    for word in script.split_inclusive(|c| !is_part(c)) {
        let (name, end) = word.split_at(word.trim_end_matches(|c| !is_part(c)).len());
        written.push_str(names.get(name).map_or(name, String::as_str));
        written.push_str(end);
    }
    written
}

#[cfg(test)]
mod tests {
    use walrus::{FunctionBuilder, Module};

    #[test]
    fn names_are_short_on_both_sides() {
        let mut module = Module::default();
        let ty = module.types.add(&[], &[]);
        module.add_import_func("./app_bg.js", "__wbg_log_6c30fe7fda33ef51", ty);
        let function = FunctionBuilder::new(&mut module.types, &[], &[]).finish(vec![], &mut module.funcs);
        module.exports.add("wasm_bindgen__convert__closures_____invoke__h3c5d", function);
        module.exports.add("loadRest", function);
        let script = "const a = { __wbg_log_6c30fe7fda33ef51: () => $__wbg_log_6c30fe7fda33ef51 };\n\
            wasm.wasm_bindgen__convert__closures_____invoke__h3c5d(); wasm.loadRest()";
        let short = super::shorten(&mut module, script);
        assert_eq!(short, "const a = { i0: () => $__wbg_log_6c30fe7fda33ef51 };\nwasm.e0(); wasm.loadRest()");
        assert_eq!(module.imports.iter().next().unwrap().name, "i0");
        let exported: Vec<&str> = module.exports.iter().map(|export| export.name.as_str()).collect();
        assert_eq!(exported, ["e0", "loadRest"]);
    }
}
