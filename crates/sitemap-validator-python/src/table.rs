//! Columns for other libraries.

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int8Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, RecordBatch, RecordBatchIterator};
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

/// Columns that pandas, polars, `DuckDB` and pyarrow read without conversion.
#[pyclass(frozen, module = "sitemap_validator._native")]
pub(crate) struct Table(pub(crate) RecordBatch);

#[pymethods]
impl Table {
    /// Exports the rows through Arrow's `PyCapsule` interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets producers ignore `requested_schema`.
        let _ = requested_schema;
        let rows = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(rows)), c"arrow_array_stream")
    }

    /// The names and types of the columns.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.0.schema().as_ref());
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The number of rows.
    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The values of a row, by the names of their columns.
    fn row<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyDict>> {
        let row = PyDict::new(py);
        for (field, column) in self.0.schema().fields().iter().zip(self.0.columns()) {
            row.set_item(field.name(), value(py, column, index)?)?;
        }
        Ok(row)
    }
}

/// A value of a column. Raises `TypeError` for a type that only tables for distributed engines have.
fn value<'py>(py: Python<'py>, column: &dyn Array, index: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(index) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(index).into_pyobject(py)?.into_any(),
        DataType::Boolean => column.as_boolean().value(index).into_pyobject(py)?.to_owned().into_any(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(index).into_pyobject(py)?.into_any(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(index).into_pyobject(py)?.into_any(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(index).into_pyobject(py)?.into_any(),
        DataType::Dictionary(_, _) => {
            let column = column.as_dictionary::<Int8Type>();
            let key = column.key(index).ok_or_else(|| PyValueError::new_err("a value has no key"))?;
            value(py, column.values(), key)?
        }
        DataType::Timestamp(_, _) => {
            let time = py.import("datetime")?;
            let utc = time.getattr("timezone")?.getattr("utc")?;
            let start = time.getattr("datetime")?.call1((1970, 1, 1, 0, 0, 0, 0, utc))?;
            let micros = column.as_primitive::<TimestampMicrosecondType>().value(index);
            start.add(time.getattr("timedelta")?.call1((0, 0, micros))?)?
        }
        DataType::List(_) => {
            let list = column.as_list::<i32>().value(index);
            let values: PyResult<Vec<_>> = (0..list.len()).map(|index| value(py, &list, index)).collect();
            PyList::new(py, values?)?.into_any()
        }
        DataType::Struct(fields) => {
            let row = PyDict::new(py);
            for (field, column) in fields.iter().zip(column.as_struct().columns()) {
                row.set_item(field.name(), value(py, column, index)?)?;
            }
            row.into_any()
        }
        other => return Err(PyTypeError::new_err(format!("a column has the type {other}"))),
    })
}
