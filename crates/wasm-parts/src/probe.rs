//! Instruments a module to record which of its functions are called.

use walrus::ir::{Const, GlobalSet, Value};
use walrus::{ConstExpr, ValType};

use crate::split::{functions, parse};

/// The names of the exported globals begin like this; the number of a function follows.
pub(crate) const CALLED: &str = "called ";

/// The module with an exported global for each of its functions. Calling the function sets it to 1.
pub(crate) fn instrumented(wasm: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = parse(wasm)?;
    for (number, id) in functions(&module).into_iter().enumerate() {
        let walrus::FunctionKind::Local(function) = &mut module.funcs.get_mut(id).kind else { continue };
        let global = module.globals.add_local(ValType::I32, true, false, ConstExpr::Value(Value::I32(0)));
        module.exports.add(&format!("{CALLED}{number}"), global);
        let mut body = function.builder_mut().func_body();
        body.instr_at(0, Const { value: Value::I32(1) }).instr_at(1, GlobalSet { global });
    }
    Ok(module.emit_wasm())
}
