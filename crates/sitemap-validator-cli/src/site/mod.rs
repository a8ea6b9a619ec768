//! Sites: fetches their sitemaps into a folder, to be checked like local files.

mod built;
mod cache;
mod folder;
mod pages;
mod state;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use sitemap_validator::message::{Words, number};
use sitemap_validator::output::json;
use sitemap_validator::{session, source};
use sitemap_validator_crawl::address::Address;
use sitemap_validator_crawl::{Content, Crawl, Reply, Request, StartError, Step, page};
use sitemap_validator_protocol::http::{FetchError, Http, Page};
use sitemap_validator_protocol::name::last_segment;
use sitemap_validator_protocol::secret::hidden_word;
use url::Url;

use crate::arguments::Check;
use crate::client::{Client, Own, Trouble};
use crate::early::Early;
use crate::input::{Buffer, Fetched, Input};
use crate::progress::Spinner;
use crate::write::own;
use crate::{clock, parallel};

use cache::{Cache, CachedFile};
use folder::Folder;

pub(crate) use built::{BuiltFolder, compare, of_folder, of_version};
pub(crate) use pages::{listed, request, visit};

/// The minimum length of a pause that is reported, in milliseconds.
const LONG: u64 = 5_000;

/// The maximum time between two checks for Ctrl-C.
const LOOK: Duration = Duration::from_millis(200);

/// The fetched files.
pub(crate) struct Site {
    pub(crate) inputs: Vec<Input>,
    /// The reasons why sites or sitemaps could not be fetched.
    pub(crate) unread: Vec<String>,
    /// True if fetching ended before all files were fetched.
    pub(crate) is_partial: bool,
    /// The folder with the files; a temporary one is removed when this is dropped.
    folder: Folder,
}

impl Site {
    /// Stores the results of the page requests with the files, and whether some are missing.
    pub(crate) fn keep(&self, pages: &[Page], is_partial: bool) -> Result<(), String> {
        self.folder.add(pages, is_partial)
    }
}

/// Fetches the sitemaps at these URLs, with the files they list, or the sitemaps of the sites at these URLs, one after
/// the other.
pub(crate) fn fetch(check: &Check, early: Option<&Early<'_>>) -> Result<Site, String> {
    let options = &check.arguments.fetching;
    let client = client(check)?;
    if let Some(proxy) = client.proxy().filter(|_| !options.connecting.allow_private) {
        check.print_problem(&format!("the proxy {proxy} resolves host names, so private addresses are not detected"));
    }
    let cache = options.cache.as_ref().map(Cache::new).transpose()?;
    let mut folder = Folder::new(options.save.as_ref())?;
    interruptible(check, folder.temporary());
    let (mut fetched, mut unread, mut is_partial) = (Vec::new(), Vec::new(), false);
    let mut known = HashSet::new();
    let mut begun = HashSet::new();
    for start in &check.start_urls {
        // A site that is given twice is fetched once.
        if !begun.insert(Address::parse(start).map_or_else(|| start.clone(), |start| start.as_str().to_owned())) {
            continue;
        }
        if check.interrupt.is_stopped() {
            is_partial = true;
            break;
        }
        let limits = options.limits();
        let threads = limits.connections_in_all;
        let mut crawl = match Crawl::new(start, limits) {
            Ok(crawl) => crawl,
            Err(StartError::NoUrl) => {
                return Err(format!("`{}` is not an http or https URL", hidden_word(start)));
            }
            Err(StartError::Private) => {
                unread.push(format!("`{start}` is on a private network: pass --allow-private"));
                continue;
            }
        };
        let get = |request: &Request| get(&client, &folder, cache.as_ref(), check, request);
        let early = early.filter(|early| early.is_useful());
        ahead(early, &folder, |came| drive(&mut crawl, check, threads, get, || client.stop(), came))
            .map_err(|error| format!("fetched files could not be written: {error}"))?;
        tell(check, &crawl);
        is_partial |= crawl.is_partial();
        match crawl.finish() {
            Err(http) => unread.push(why_unfetched(*http, &check.words)),
            Ok(files) => {
                // A file listed by several sites is checked once.
                let new = files.into_iter().filter(|file| known.insert(file.http.requested.clone()));
                fetched.extend(new.map(|file| {
                    let path = file.http.is_ok().then(|| folder.path(file.id, &file.http.last));
                    Fetched { http: file.http, path }
                }));
            }
        }
        folder.next();
    }
    ends(check);
    if fetched.is_empty() && !unread.is_empty() {
        folder.clear();
        return Err(unread.join("\nsitemap-validator: "));
    }
    let unchanged = fetched.iter().filter(|file| file.http.unchanged).count();
    if cache.is_some() && !check.arguments.quiet {
        check.print_problem(&format!(
            "{unchanged} of {} files have not changed since they were fetched before",
            fetched.len()
        ));
    }
    folder.describe(&fetched, is_partial)?;
    let inputs = fetched.into_iter().map(|file| Input::Fetched(Box::new(file))).collect();
    Ok(Site { inputs, unread, is_partial, folder })
}

/// Calls `fetch` with a callback for each response, and passes fetched files to `early`. Returns after they are
/// checked.
fn ahead<T>(early: Option<&Early<'_>>, folder: &Folder, fetch: impl FnOnce(&mut dyn FnMut(&Crawl, usize)) -> T) -> T {
    let Some(early) = early else { return fetch(&mut |_, _| {}) };
    let (ready, waiting) = mpsc::channel::<Box<Fetched>>();
    let waiting = Mutex::new(waiting);
    let work = || {
        let mut buffer = Buffer::default();
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(file) = next else { return };
            early.check(&mut buffer, file);
        }
    };
    thread::scope(|scope| {
        // The threads end when this sender is dropped.
        let ready = ready;
        for _ in 0..parallel::threads(usize::MAX) {
            scope.spawn(work);
        }
        let check = |file: Option<Fetched>| {
            if let Some(file) = file {
                let _ = ready.send(Box::new(file));
            }
        };
        let mut held = Some(Vec::new());
        fetch(&mut |crawl, id| {
            let file = |id| {
                let file = crawl.file(id).filter(|file| file.http.is_ok())?;
                Some(Fetched { path: Some(folder.path(id, &file.http.last)), http: file.http })
            };
            match (&mut held, crawl.robots()) {
                (Some(held), None) => return held.push(id),
                (held, Some(robots)) if held.is_some() => {
                    early.begin(file(robots));
                    held.take().into_iter().flatten().for_each(|id| check(file(id)));
                }
                _ => {}
            }
            check(file(id));
        })
    })
}

/// Creates the client with the user's options. The user's header fields and passwords are sent only to the named sites.
fn client(check: &Check) -> Result<Client, String> {
    let options = &check.arguments.fetching;
    let origins = check.start_urls.iter().filter_map(|start| Some(Url::parse(start).ok()?.origin())).collect();
    let own = Own { origins, header: options.header.clone(), logins: check.logins.clone() };
    Client::new(&options.connecting, own, options.route())
}

/// Reports why a search ended early.
fn tell(check: &Check, crawl: &Crawl) {
    if check.interrupt.is_stopped() {
        let (finished, known) = crawl.progress();
        check.print_problem(&format!("stopped: {finished} of {known} known files were fetched"));
    }
    if crawl.left_out() > 0 {
        let words = "the limit of --max-files was reached; files skipped:";
        check.print_problem(&format!("{words} {}", number(crawl.left_out() as u64)));
    }
    if crawl.is_over() {
        check.print_problem("fetching ended after 2 GiB; the report is about what was fetched");
    }
}

/// Makes the requests of `crawl` on this many threads, until all are answered, Ctrl-C is pressed or the disk is full.
/// Calls `end` to end the requests in progress, and `came` for each response.
fn drive(
    crawl: &mut Crawl,
    check: &Check,
    threads: usize,
    get: impl Fn(&Request) -> Result<Reply, Trouble<io::Error>> + Sync,
    end: impl Fn(),
    came: &mut dyn FnMut(&Crawl, usize),
) -> io::Result<()> {
    let begun = (Instant::now(), clock::now().and_then(|now| u64::try_from(now).ok()).unwrap_or_default());
    let now = || begun.1.saturating_add(u64::try_from(begun.0.elapsed().as_millis()).unwrap_or(u64::MAX));
    let spinner = Spinner::new(check.progress);
    let (requests, waiting) = mpsc::channel::<Request>();
    let (done, answers) = mpsc::channel();
    let waiting = Mutex::new(waiting);
    let work = |done: mpsc::Sender<_>| {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(request) = next else { return };
            let answer = get(&request);
            if done.send((request.id, answer)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        // The threads end when this sender is dropped.
        let requests = requests;
        for _ in 0..threads {
            let (done, work) = (done.clone(), &work);
            scope.spawn(move || work(done));
        }
        let mut result = Ok(());
        loop {
            if check.interrupt.is_stopped() || result.is_err() {
                crawl.stop();
                end();
            }
            let until = match crawl.next(now()) {
                Step::Done => return result,
                Step::Request(request) => {
                    let (finished, known) = crawl.progress();
                    spinner.show(finished, known, &request.url);
                    let _ = requests.send(request);
                    continue;
                }
                Step::Pending => LOOK,
                Step::Wait(until) => {
                    let pause = until.saturating_sub(now());
                    if pause > LONG && !check.arguments.quiet && spinner.is_new(until) {
                        let seconds = pause.div_ceil(1000);
                        check.print_problem(&format!("waiting {seconds} seconds, because a server is busy"));
                    }
                    Duration::from_millis(pause).min(LOOK)
                }
            };
            let Ok((id, answer)) = answers.recv_timeout(until) else { continue };
            let answer = answer.map_err(|trouble| match trouble {
                Trouble::Fetch(error) => error,
                Trouble::Own(error) => {
                    result = Err(error);
                    FetchError::Cut
                }
            });
            crawl.answer(id, answer, now());
            came(crawl, id);
        }
    })
}

/// Makes the first Ctrl-C stop fetching, unless a host program handles Ctrl-C itself.
fn interruptible(check: &Check, temporary: Option<PathBuf>) {
    if check.host.is_none() {
        check.interrupt.begin(temporary);
    }
}

/// Makes Ctrl-C end the program again.
fn ends(check: &Check) {
    if check.host.is_none() {
        check.interrupt.end();
    }
}

/// Returns the reason why a file was not fetched.
pub(crate) fn why_unfetched(http: Http, words: &Words) -> String {
    let private = http.error == Some(FetchError::Private) && http.hops.is_empty();
    let help = if private { ": pass --allow-private" } else { "" };
    json::unfetched(http, words).read_error.unwrap_or_default() + help
}

/// Makes a request and determines the type of the content.
fn get(
    client: &Client,
    folder: &Folder,
    cache: Option<&Cache>,
    check: &Check,
    request: &Request,
) -> Result<Reply, Trouble<io::Error>> {
    let ceiling = check.arguments.max_size;
    let asked = client.mapped(&request.url);
    let kept = cache.and_then(|cache| cache.find(&asked));
    let conditions = kept.as_ref().map(CachedFile::conditions).unwrap_or_default();
    let mut answer = client.get_with(&request.url, &conditions).map_err(Trouble::Fetch)?;
    let path = folder.path(request.id, &request.url);
    if let (304, Some(kept)) = (answer.reply.status, kept) {
        kept.restore(&mut answer.reply, &path).map_err(Trouble::Own)?;
    } else if answer.reply.status == 200 {
        let mut file = own::create(&path).map_err(Trouble::Own)?;
        let read = answer.read(ceiling + 1, |piece| file.write_all(piece));
        let is_stopped = check.interrupt.is_stopped();
        if read.is_err() || is_stopped {
            // Remove the part received before the connection broke.
            let _ = own::remove(&path);
            return Err(read.err().unwrap_or(Trouble::Fetch(FetchError::Cut)));
        }
        if let Some(cache) = cache.filter(|_| answer.reply.bytes <= ceiling) {
            cache.keep(&asked, &answer.reply, &path).map_err(Trouble::Own)?;
        }
    } else {
        return Ok(answer.reply);
    }
    let mut reply = answer.reply;
    reply.content = content(&path, &request.url, ceiling, check.arguments.fetching.max_files);
    Ok(reply)
}

/// Returns the type of a file and the URLs it lists, of which at most `most` are kept.
fn content(path: &Path, url: &str, ceiling: u64, most: usize) -> Content {
    let file = Input::File { path: path.to_owned(), name: last_segment(url).to_owned(), is_found: false };
    let text = |bytes| Some(source::read(file.read(bytes).ok()?, ceiling));
    let (kind, mut listed) = session::content(url, ceiling, text, page::sitemap_links);
    let left_out = listed.len().saturating_sub(most);
    listed.truncate(most);
    Content { kind, listed, left_out }
}
