//! Splits a module that was built for it, and runs both parts in Node; and asserts the versions of what writes modules.

use std::process::Command;

use walrus::ir::BinaryOp;
use walrus::{ConstExpr, ElementItems, ElementKind, FunctionBuilder, FunctionId, Module, RefType, ValType};

use crate::{probe, split};

/// A function with one parameter, which its body begins with, and one result.
fn function(module: &mut Module, build: impl FnOnce(&mut walrus::InstrSeqBuilder<'_>)) -> FunctionId {
    let mut builder = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[ValType::I32]);
    let parameter = module.locals.add(ValType::I32);
    let mut body = builder.func_body();
    body.local_get(parameter);
    build(&mut body);
    builder.finish(vec![parameter], &mut module.funcs)
}

/// Makes a function so large that it is in the first part only if it was called.
fn pad(body: &mut walrus::InstrSeqBuilder<'_>) {
    for _ in 0..100 {
        body.i32_const(1).binop(BinaryOp::I32Mul);
    }
}

/// Exports `main`, which for 0 calls nothing, for 1 a function directly, for 2 another one through the table, and for 3 a
/// small one.
fn whole() -> Vec<u8> {
    let mut module = Module::default();
    let ty = module.types.add(&[ValType::I32], &[ValType::I32]);
    let nothing = module.types.add(&[], &[]);
    let (load, _) = module.add_import_func("host", "load", nothing);
    let base = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(walrus::ir::Value::I32(100)));
    let deeper = function(&mut module, |body| {
        body.global_get(base).binop(BinaryOp::I32Add);
        pad(body);
    });
    let direct = function(&mut module, |body| {
        body.call(deeper);
        pad(body);
    });
    let small = function(&mut module, |body| {
        body.i32_const(11).binop(BinaryOp::I32Mul);
    });
    let indirect = function(&mut module, |body| {
        body.i32_const(7).binop(BinaryOp::I32Mul);
        pad(body);
    });
    let table = module.tables.add_local(false, 2, Some(2), RefType::FUNCREF);
    let kind = ElementKind::Active { table, offset: ConstExpr::Value(walrus::ir::Value::I32(1)) };
    let segment = module.elements.add(kind, ElementItems::Functions(vec![indirect]));
    module.tables.get_mut(table).elem_segments.insert(segment);
    let main = function(&mut module, |body| {
        let parameter = body.instrs()[0].0.clone();
        body.i32_const(1).binop(BinaryOp::I32Eq).if_else(
            ValType::I32,
            |then| {
                then.instr(parameter.clone()).call(direct);
            },
            |other| {
                other.instr(parameter.clone()).i32_const(2).binop(BinaryOp::I32Eq).if_else(
                    ValType::I32,
                    |then| {
                        then.instr(parameter.clone()).i32_const(1).call_indirect(ty, table);
                    },
                    |other| {
                        other.instr(parameter.clone()).i32_const(3).binop(BinaryOp::I32Eq).if_else(
                            ValType::I32,
                            |then| {
                                then.instr(parameter.clone()).call(small);
                            },
                            |other| {
                                other.i32_const(5);
                            },
                        );
                    },
                );
            },
        );
    });
    let mut loader = FunctionBuilder::new(&mut module.types, &[], &[]);
    loader.func_body().call(load);
    let loader = loader.finish(Vec::new(), &mut module.funcs);
    module.exports.add("main", main);
    module.exports.add("loadRest", loader);
    module.emit_wasm()
}

/// What a script prints. It has the function `start`, which instantiates a module.
fn node(folder: &std::path::Path, script: &str) -> String {
    let head = "const { readFileSync } = require('node:fs');
        const compiled = (name) => new WebAssembly.Module(readFileSync(name));
        const start = (name, load = () => {}) => new WebAssembly.Instance(compiled(name), { host: { load } }).exports;";
    let output = Command::new("node").current_dir(folder).args(["--eval", &format!("{head}{script}")]).output();
    let output = output.expect("node");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn both_parts_together_do_what_the_whole_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("a file");
    let whole = whole();
    write("whole", &whole);
    write("probe", &probe::instrumented(&whole).expect("a module"));
    let numbers = node(
        folder.path(),
        "const exports = start('probe');
        exports.main(0);
        console.log(Object.keys(exports).filter((name) => exports[name].value === 1).map((name) => name.slice(7)).join());",
    );
    let called = numbers.trim().split(',').map(|number| number.parse().expect("a number")).collect();
    let parts = split::split(&whole, &called).expect("two parts");
    write("first", &parts.first);
    write("rest", &parts.rest);
    let said = node(
        folder.path(),
        "const answers = (order) => {
            let loads = 0;
            const exports = start('first', () => {
                loads += 1;
                new WebAssembly.Instance(compiled('rest'), { first: exports });
            });
            return order.map((given) => `${given}: ${exports.main(given)} after ${loads}`).join(', ');
        };
        console.log(answers([0, 3, 1, 2, 1, 0]));
        console.log(answers([2, 2, 1]));",
    );
    assert_eq!(
        said,
        "0: 5 after 0, 3: 33 after 0, 1: 101 after 1, 2: 14 after 1, 1: 101 after 1, 0: 5 after 1\n\
        2: 14 after 1, 2: 14 after 1, 1: 101 after 1\n"
    );
}

#[test]
fn a_module_without_a_loader_is_refused() {
    let error = split::split(&Module::default().emit_wasm(), &[].into()).map(|_| ()).expect_err("no table");
    assert!(error.contains("table"), "{error}");
}

#[test]
fn one_version_of_wasm_bindgen_writes_and_reads_modules() {
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
    let lock = std::fs::read_to_string(lock).expect("Cargo.lock");
    let versions = |name: &str| {
        let start = format!("name = \"{name}\"\nversion = \"");
        let found = lock.split(&start).skip(1).filter_map(|rest| rest.split('"').next());
        found.map(str::to_owned).collect::<Vec<_>>()
    };
    let library = versions("wasm-bindgen");
    assert_eq!(library.len(), 1, "{library:?}");
    for package in ["wasm-bindgen-cli-support", "wasm-bindgen-shared"] {
        assert_eq!(versions(package), library, "{package}");
    }
    assert_eq!(versions("walrus").len(), 1);
}
