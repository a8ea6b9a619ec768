//! Ctrl-C: the first press during fetching stops it, so that there is a report on the fetched files; any other press
//! ends the program.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::write::own;

/// Ctrl-C ends the program.
const ENDS: u8 = 0;
/// Ctrl-C stops fetching.
const STOPS: u8 = 1;
/// Ctrl-C has stopped fetching; the next press ends the program.
const STOPPED: u8 = 2;

/// The effect of Ctrl-C on one run of the program or of a session.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    /// [`ENDS`], [`STOPS`] or [`STOPPED`].
    state: AtomicU8,
    /// The temporary folder, which is removed if Ctrl-C ends the program.
    temporary: Mutex<Option<PathBuf>>,
}

impl Interrupt {
    /// Makes the first Ctrl-C stop fetching. The first run of a process handles the signal.
    pub(crate) fn begin(self: &Arc<Self>, temporary: Option<PathBuf>) {
        if temporary.is_some() {
            *self.temporary.lock().unwrap_or_else(PoisonError::into_inner) = temporary;
        }
        self.state.store(STOPS, Ordering::Relaxed);
        let run = self.clone();
        // If no handler can be set, Ctrl-C ends the program.
        let _ = ctrlc::set_handler(move || run.pressed());
    }

    /// Makes Ctrl-C end the program again.
    pub(crate) fn end(&self) {
        self.state.store(ENDS, Ordering::Relaxed);
    }

    /// Stops fetching.
    pub(crate) fn stop(&self) {
        self.state.store(STOPPED, Ordering::Relaxed);
    }

    /// True if fetching must stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.state.load(Ordering::Relaxed) == STOPPED
    }

    fn pressed(&self) {
        if self.state.compare_exchange(STOPS, STOPPED, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            if let Ok(mut temporary) = self.temporary.lock()
                && let Some(folder) = temporary.take()
            {
                let _ = own::remove_all(&folder);
            }
            std::process::exit(130);
        }
    }
}
