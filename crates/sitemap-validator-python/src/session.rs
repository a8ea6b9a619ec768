//! Checks.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use sitemap_validator::output::json;
use sitemap_validator_cli::{self as cli, Fault};

use crate::batch;
use crate::columns;
use crate::report::{Content, Report};
use crate::table::Table;

/// The time between two looks at whether the user has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

/// Options, and what they name. Its methods can be called from several threads at once.
#[pyclass(frozen, module = "sitemap_validator._native")]
pub(crate) struct Session(Arc<cli::Session>);

/// The content of a file.
#[derive(FromPyObject)]
pub(crate) enum Given {
    Bytes(PyBackedBytes),
    Path(PathBuf),
}

impl Given {
    /// The content, in the memory of `buffer`: allocating it anew for each file costs more than reading.
    pub(crate) fn read(&self, mut buffer: Vec<u8>) -> io::Result<Vec<u8>> {
        buffer.clear();
        match self {
            Self::Bytes(bytes) => buffer.extend_from_slice(bytes),
            Self::Path(path) => read(path, &mut buffer)?,
        }
        Ok(buffer)
    }

    /// The exception for content that cannot be read.
    fn exception(&self, error: &io::Error) -> PyErr {
        let path = match self {
            Self::Bytes(_) => OsString::new(),
            Self::Path(path) => path.clone().into_os_string(),
        };
        PyOSError::new_err((error.raw_os_error(), reason(error), path))
    }
}

/// Why a file cannot be read, without the number of the error.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

fn read(path: &Path, buffer: &mut Vec<u8>) -> io::Result<()> {
    let mut file = File::open(path)?;
    buffer.try_reserve_exact(usize::try_from(file.metadata()?.len()).unwrap_or_default())?;
    file.read_to_end(buffer).map(drop)
}

/// A file: its name, its URL, and its content.
type Named<G = Given> = (String, Option<String>, G);

#[pymethods]
impl Session {
    /// A session with these arguments of the command line.
    #[new]
    fn new(arguments: Vec<OsString>) -> PyResult<Self> {
        cli::Session::new(arguments).map(|session| Self(Arc::new(session))).map_err(|fault| match fault {
            Fault::Unknown(why) => PyTypeError::new_err(why),
            Fault::Wrong(why) => PyValueError::new_err(why),
            Fault::Unreadable(why) => PyOSError::new_err(why),
        })
    }

    /// Checks one file.
    fn check(&self, py: Python<'_>, file: Named) -> PyResult<Report> {
        let file = shared(file);
        py.detach(|| report(&self.0, &file, &mut Vec::new())).map_err(|error| file.2.exception(&error))
    }

    /// Checks files on so many threads; the reports have the order of the files.
    fn check_many(&self, py: Python<'_>, files: Vec<Named>, threads: usize) -> PyResult<Vec<Report>> {
        let files: Vec<_> = files.into_iter().map(shared).collect();
        py.detach(|| {
            let next = AtomicUsize::new(0);
            let done = Mutex::new(Vec::with_capacity(files.len()));
            let work = || {
                let mut buffer = Vec::new();
                while let Some((at, file)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, files.get(at)?)))
                {
                    let report = report(&self.0, file, &mut buffer);
                    let report = report.unwrap_or_else(|error| unread(&self.0, file, reason(&error)));
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, report));
                }
            };
            let panicked = thread::scope(|scope| {
                let threads: Vec<_> = (0..threads.clamp(1, files.len().max(1))).map(|_| scope.spawn(work)).collect();
                threads.into_iter().filter_map(|thread| thread.join().err()).count() > 0
            });
            if panicked {
                return Err(PanicException::new_err("a check panicked"));
            }
            let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
            done.sort_by_key(|(at, _)| *at);
            Ok(done.into_iter().map(|(_, report)| report).collect())
        })
    }

    /// Checks what the arguments name; Ctrl-C ends it. Gives the report, and what the command line would write to standard
    /// error.
    fn check_all(&self, py: Python<'_>) -> PyResult<(Report, Vec<String>)> {
        let (done, result) = mpsc::channel();
        let session = self.0.clone();
        thread::spawn(move || {
            // Nobody waits after Ctrl-C.
            let _ = done.send(session.check_all());
        });
        // A receiver cannot be shared, but this one is not.
        let result = Mutex::new(result);
        loop {
            let came = py.detach(|| result.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK));
            match came {
                Ok(Ok(report)) => return Ok((Report::new(report, Content::Files, self.0.words()), self.0.notes())),
                Ok(Err(problem)) => return Err(PyOSError::new_err(problem)),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(PanicException::new_err("the check panicked")),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            // The thread ends by itself.
            py.check_signals().inspect_err(|_| self.0.stop())?;
        }
    }

    /// The content of a file after all safe fixes, how many were applied, and the report on what is left.
    fn fix<'py>(&self, py: Python<'py>, file: Named) -> PyResult<(Bound<'py, PyBytes>, usize, Report)> {
        let (bytes, applied, report) = py.detach(|| {
            let (name, url, given) = &file;
            let bytes = given.read(Vec::new()).map_err(|error| given.exception(&error))?;
            let fixed = self.0.fix(name, url.as_deref(), bytes.clone());
            let bytes = if fixed.applied == 0 { bytes } else { fixed.bytes };
            let (report, _) = self.0.check(name, url.as_deref(), bytes.clone());
            PyResult::Ok((bytes, fixed.applied, report))
        })?;
        let bytes = PyBytes::new(py, &bytes);
        let content = Content::Given(Arc::new(Given::Bytes(bytes.clone().into())));
        Ok((bytes, applied, Report::new(report, content, self.0.words())))
    }

    /// Checks files that have the attributes of `batch::Input`, a row each.
    fn check_batch(&self, py: Python<'_>, files: Vec<batch::Input>, members: bool) -> PyResult<Table> {
        py.detach(|| batch::check(&self.0, &files, members))
    }

    /// Compares the files of the set `name`, which are packed members from `check_batch`; one row.
    fn check_set(&self, py: Python<'_>, name: &str, members: Vec<PyBackedBytes>) -> PyResult<Table> {
        py.detach(|| batch::check_set(&self.0, name, &members))
    }

    /// The entries of files.
    fn entries(&self, py: Python<'_>, files: Vec<Named>) -> PyResult<Table> {
        py.detach(|| {
            let (mut entries, mut buffer) = (columns::Entries::default(), Vec::new());
            for (name, url, given) in &files {
                let bytes = given.read(std::mem::take(&mut buffer)).map_err(|error| given.exception(&error))?;
                let source = self.0.read(bytes);
                entries.add(name, &source, &self.0.options_of(name, url.as_deref()));
                buffer = source.into_bytes();
            }
            entries.table()
        })
    }
}

/// A file whose content a report refers to.
fn shared((name, url, given): Named) -> Named<Arc<Given>> {
    (name, url, Arc::new(given))
}

/// The report on one file.
fn report(session: &cli::Session, (name, url, given): &Named<Arc<Given>>, buffer: &mut Vec<u8>) -> io::Result<Report> {
    let (report, source) = session.check(name, url.as_deref(), given.read(std::mem::take(buffer))?);
    *buffer = source.into_bytes();
    Ok(Report::new(report, Content::Given(given.clone()), session.words()))
}

/// The report on a file that cannot be read.
fn unread(session: &cli::Session, (name, url, _): &Named<Arc<Given>>, why: String) -> Report {
    let file = json::unread(name, url.as_deref(), 0, why);
    Report::new(json::report(vec![file], None, &session.words()), Content::Gone, session.words())
}
