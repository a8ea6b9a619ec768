//! Splits a WebAssembly module into the part that the first visit needs and the rest.
//!
//! Both parts share the memory, the tables and the globals. In the table, the first part has a stub in place of each
//! function of the rest. A stub calls the function that is exported as [`LOADER`], which instantiates the rest with the
//! exports of the first part as the imports of module [`FIRST`]; that replaces all stubs in the table. Then the stub calls
//! the function itself. So a function in the wrong part only costs time.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use walrus::ir::{Call, CallIndirect, Const, Instr, InstrSeq, LocalGet, Value, Visitor, VisitorMut};
use walrus::ir::{dfs_in_order, dfs_pre_order_mut};
use walrus::passes::gc;
use walrus::{
    ConstExpr, Data, Element, ElementItems, ElementKind, Export, ExportItem, Function, FunctionBuilder, FunctionId,
    FunctionKind, GlobalKind, Import, ImportedFunction, Module, ModuleConfig, TableId, TypeId,
};

/// The export that loads the rest: a function without parameters and results.
const LOADER: &str = "loadRest";

/// The module from which the rest imports.
const FIRST: &str = "first";

/// Both parts.
pub(crate) struct Parts {
    pub(crate) first: Vec<u8>,
    pub(crate) rest: Vec<u8>,
}

/// Splits `wasm`. The first part has the functions with the numbers `called`, and what is exported.
///
/// # Errors
/// Says what the module lacks.
pub(crate) fn split(wasm: &[u8], called: &BTreeSet<usize>) -> Result<Parts, String> {
    let mut build = DefaultHasher::new();
    wasm.hash(&mut build);
    let plan = Plan::new(&parse(wasm)?, called, build.finish())?;
    let mut rest = parse(wasm)?;
    plan.keep_rest(&mut rest)?;
    let mut first = parse(wasm)?;
    plan.keep_first(&mut first, &rest)?;
    Ok(Parts { first: first.emit_wasm(), rest: rest.emit_wasm() })
}

/// Reads a module. Whoever reads it again finds its functions in the same order, under other identifiers.
pub(crate) fn parse(wasm: &[u8]) -> Result<Module, String> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    config.parse(wasm).map_err(|error| format!("the module cannot be read: {error:#}"))
}

/// Where each function goes. Functions are numbered in their order in the module.
struct Plan {
    /// The functions of the rest that the first part calls, by their slots in the table.
    entries: BTreeMap<u32, usize>,
    /// The slots that the table has had before.
    filled: Range<u32>,
    /// The size of the table, with the slots that were added.
    size: u32,
    /// The local functions that stay in the first part.
    first: BTreeSet<usize>,
    /// The hash of the module.
    build: u64,
}

impl Plan {
    fn new(module: &Module, called: &BTreeSet<usize>, build: u64) -> Result<Self, String> {
        let table = table(module)?;
        let mut segments = module.elements.iter().filter_map(|element| match (&element.kind, &element.items) {
            (
                ElementKind::Active { table: of, offset: ConstExpr::Value(Value::I32(offset)) },
                ElementItems::Functions(ids),
            ) if *of == table => Some((offset.cast_unsigned(), ids)),
            _ => None,
        });
        let (Some((offset, items)), None) = (segments.next(), segments.next()) else {
            return Err("the table of functions is not filled by one segment".to_owned());
        };
        let filled = offset..offset + items.len() as u32;
        let size = u32::try_from(module.tables.get(table).initial).map_err(|error| error.to_string())?;

        let mut needed: BTreeSet<FunctionId> = module.start.into_iter().collect();
        for export in module.exports.iter() {
            if let ExportItem::Function(id) = export.item {
                needed.insert(id);
            }
        }
        // The loader must be in the first part, with all functions that it calls.
        let mut waiting = vec![loader(module)?];
        while let Some(id) = waiting.pop() {
            needed.insert(id);
            waiting.extend(calls([id], module).difference(&needed));
        }
        // Another run may call functions that this run did not, so small callees are in the first part too.
        let ids = functions(module);
        let mut waiting: Vec<FunctionId> = called.iter().filter_map(|number| ids.get(*number)).copied().collect();
        let mut seen: BTreeSet<FunctionId> = waiting.iter().copied().collect();
        while let Some(id) = waiting.pop() {
            for callee in calls([id], module) {
                if seen.insert(callee) && is_small(module, callee) {
                    needed.insert(callee);
                    waiting.push(callee);
                }
            }
        }
        let (mut first, mut rest) = (BTreeSet::new(), BTreeMap::new());
        for (number, id) in functions(module).into_iter().enumerate() {
            match module.funcs.get(id).kind {
                FunctionKind::Local(_) if called.contains(&number) || needed.contains(&id) => {
                    first.insert(number);
                }
                FunctionKind::Local(_) => {
                    rest.insert(id, number);
                }
                _ => {}
            }
        }
        let in_table = filled.clone().zip(items).filter_map(|(slot, id)| Some((slot, *rest.get(id)?)));
        let mut entries: BTreeMap<u32, usize> = in_table.collect();
        let called = calls(first.iter().map(|number| ids[*number]), module);
        let known: BTreeSet<usize> = entries.values().copied().collect();
        let direct = called.iter().filter_map(|id| rest.get(id)).filter(|number| !known.contains(number));
        entries.extend((size..).zip(direct.copied()));
        let size = entries.keys().next_back().map_or(size, |last| size.max(last + 1));
        Ok(Self { entries, filled, size, first, build })
    }

    /// Removes the rest.
    fn keep_first(&self, module: &mut Module, rest: &Module) -> Result<(), String> {
        let loader = loader(module)?;
        let table = table(module)?;
        let functions = functions(module);
        let mut items: BTreeMap<String, ExportItem> = items(module, self.build).into_iter().collect();
        let mut stubs = BTreeMap::new();
        let mut calls = BTreeMap::new();
        for (&slot, &number) in &self.entries {
            let (function, ty) = (functions[number], module.funcs.get(functions[number]).ty());
            let call = [Const { value: Value::I32(slot.cast_signed()) }.into(), CallIndirect { ty, table }.into()];
            stubs.insert(slot, stub(module, loader, ty, &call));
            calls.insert(function, call);
        }
        for element in module.elements.iter_mut() {
            if let ElementItems::Functions(items) = &mut element.items {
                for (slot, item) in self.filled.clone().zip(items) {
                    *item = *stubs.get(&slot).unwrap_or(item);
                }
            }
        }
        stubs.retain(|slot, _| !self.filled.contains(slot));
        fill(module, table, stubs);
        self.resize(module, table);
        for number in &self.first {
            let function = module.funcs.get_mut(functions[*number]).kind.unwrap_local_mut();
            let entry = function.entry_block();
            dfs_pre_order_mut(&mut Indirect(&calls), function, entry);
        }
        // What the rest uses, which may be nothing that the first part uses itself.
        for import in rest.imports.iter() {
            let item = items.remove(&import.name).ok_or("the rest imports something that is not there")?;
            module.exports.add(&import.name, item);
        }
        gc::run(module);
        Ok(())
    }

    /// Imports everything but the rest, which fills its slots of the table.
    fn keep_rest(&self, module: &mut Module) -> Result<(), String> {
        let table = table(module)?;
        let functions = functions(module);
        let names = items(module, self.build);
        module.start = None;
        for id in module.exports.iter().map(Export::id).collect::<Vec<_>>() {
            module.exports.delete(id);
        }
        for id in module.imports.iter().map(Import::id).collect::<Vec<_>>() {
            module.imports.delete(id);
        }
        for id in module.data.iter().map(Data::id).collect::<Vec<_>>() {
            module.data.delete(id);
        }
        for id in module.elements.iter().map(Element::id).collect::<Vec<_>>() {
            module.elements.delete(id);
        }
        for (name, item) in names {
            match item {
                ExportItem::Function(id) => {
                    let function = module.funcs.get_mut(id);
                    let number = functions.binary_search(&id).map_err(|_| "the functions are in no order")?;
                    if self.first.contains(&number) || matches!(function.kind, FunctionKind::Import(_)) {
                        let import = module.imports.add(FIRST, &name, id);
                        function.kind = FunctionKind::Import(ImportedFunction { import, ty: function.ty() });
                    }
                }
                ExportItem::Table(id) => {
                    module.tables.get_mut(id).import = Some(module.imports.add(FIRST, &name, id));
                    module.tables.get_mut(id).elem_segments.clear();
                }
                ExportItem::Memory(id) => {
                    module.memories.get_mut(id).import = Some(module.imports.add(FIRST, &name, id));
                    module.memories.get_mut(id).data_segments.clear();
                }
                ExportItem::Global(id) => {
                    module.globals.get_mut(id).kind = GlobalKind::Import(module.imports.add(FIRST, &name, id));
                }
                ExportItem::Tag(_) => {}
            }
        }
        fill(module, table, self.entries.iter().map(|(slot, number)| (*slot, functions[*number])));
        self.resize(module, table);
        gc::run(module);
        Ok(())
    }

    fn resize(&self, module: &mut Module, table: TableId) {
        let table = module.tables.get_mut(table);
        table.initial = self.size.into();
        table.maximum = table.maximum.map(|maximum| maximum.max(table.initial));
    }
}

/// True for a function that is hardly larger than a stub and its slot in the table.
fn is_small(module: &Module, id: FunctionId) -> bool {
    /// In instructions.
    const SMALL: u64 = 100;
    matches!(&module.funcs.get(id).kind, FunctionKind::Local(function) if function.size() <= SMALL)
}

fn loader(module: &Module) -> Result<FunctionId, String> {
    module.exports.get_func(LOADER).map_err(|error| error.to_string())
}

fn table(module: &Module) -> Result<TableId, String> {
    let table = module.tables.main_function_table().map_err(|error| error.to_string())?;
    table.ok_or_else(|| "the module has no table of functions".to_owned())
}

pub(crate) fn functions(module: &Module) -> Vec<FunctionId> {
    module.funcs.iter().map(Function::id).collect()
}

/// Everything that one module can import from another, each with a name. That of the memory says which module it is of:
/// parts of different modules do not fit together.
fn items(module: &Module, build: u64) -> Vec<(String, ExportItem)> {
    let functions = functions(module).into_iter().map(ExportItem::from);
    let tables = module.tables.iter().map(|table| table.id().into());
    let memories = module.memories.iter().map(|memory| memory.id().into());
    let globals = module.globals.iter().map(|global| global.id().into());
    let all = functions.chain(tables).chain(memories).chain(globals);
    let name = |(number, item): (usize, ExportItem)| match item {
        ExportItem::Memory(_) => (format!("{number} of {build:x}"), item),
        _ => (number.to_string(), item),
    };
    all.enumerate().map(name).collect()
}

/// A function that loads the rest and then calls the function that has replaced it in the table.
fn stub(module: &mut Module, loader: FunctionId, ty: TypeId, call: &[Instr; 2]) -> FunctionId {
    let (parameters, results) = module.types.params_results(ty);
    let (parameters, results) = (parameters.to_vec(), results.to_vec());
    let mut builder = FunctionBuilder::new(&mut module.types, &parameters, &results);
    let locals: Vec<_> = parameters.iter().map(|parameter| module.locals.add(*parameter)).collect();
    let mut body = builder.func_body();
    body.call(loader);
    for local in &locals {
        body.instr(LocalGet { local: *local });
    }
    for instr in call {
        body.instr(instr.clone());
    }
    builder.finish(locals, &mut module.funcs)
}

/// Fills slots of the table. Neighbors are one segment.
fn fill(module: &mut Module, table: TableId, entries: impl IntoIterator<Item = (u32, FunctionId)>) {
    let mut rows: Vec<(u32, Vec<FunctionId>)> = Vec::new();
    for (slot, function) in entries {
        match rows.last_mut() {
            Some((start, row)) if *start + row.len() as u32 == slot => row.push(function),
            _ => rows.push((slot, vec![function])),
        }
    }
    for (start, row) in rows {
        let kind = ElementKind::Active { table, offset: ConstExpr::Value(Value::I32(start.cast_signed())) };
        let id = module.elements.add(kind, ElementItems::Functions(row));
        module.tables.get_mut(table).elem_segments.insert(id);
    }
}

/// The functions that these functions call.
fn calls(callers: impl IntoIterator<Item = FunctionId>, module: &Module) -> BTreeSet<FunctionId> {
    struct Calls(BTreeSet<FunctionId>);
    impl Visitor<'_> for Calls {
        fn visit_function_id(&mut self, function: &FunctionId) {
            self.0.insert(*function);
        }
    }
    let mut calls = Calls(BTreeSet::new());
    for id in callers {
        if let FunctionKind::Local(function) = &module.funcs.get(id).kind {
            dfs_in_order(&mut calls, function, function.entry_block());
        }
    }
    calls.0
}

/// Calls functions of the rest through the table.
struct Indirect<'a>(&'a BTreeMap<FunctionId, [Instr; 2]>);

impl VisitorMut for Indirect<'_> {
    fn start_instr_seq_mut(&mut self, sequence: &mut InstrSeq) {
        let is_later = |instr: &Instr| matches!(instr, Instr::Call(Call { func }) if self.0.contains_key(func));
        while let Some(at) = sequence.instrs.iter().position(|(instr, _)| is_later(instr)) {
            if let (Instr::Call(Call { func }), place) = &sequence.instrs[at] {
                let call = self.0[func].clone().map(|instr| (instr, *place));
                sequence.instrs.splice(at..=at, call);
            }
        }
    }
}
