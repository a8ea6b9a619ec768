//! `sitemap-validator indexnow`: tells search engines which pages changed.

use sitemap_validator::message::ENGLISH;
use sitemap_validator_crawl::indexnow::Submission;
use sitemap_validator_protocol::http::{FetchError, Http};

use crate::client::{Client, Own, Route, Trouble};
use crate::input::list;
use crate::options::IndexNow;
use crate::output::{CLEAN, COULD_NOT_RUN, print_problem};
use crate::site::why_unfetched;
use crate::text::plural;

/// The maximum size of the file with the key that is read, in bytes.
const MOST_OF_KEY: u64 = 1024;

/// Sends the URLs and returns the exit code.
pub(crate) fn run(options: &IndexNow) -> u8 {
    match send(options) {
        Ok(()) => CLEAN,
        Err(problem) => {
            print_problem(&problem);
            COULD_NOT_RUN
        }
    }
}

fn send(options: &IndexNow) -> Result<(), String> {
    let text = list(&options.urls).map_err(|error| format!("{}: {error}", options.urls.display()))?;
    let mut urls: Vec<String> = text
        .trim_start_matches('\u{FEFF}')
        .lines()
        .map(str::trim)
        .filter(|url| !url.is_empty())
        .map(str::to_owned)
        .collect();
    urls.dedup();
    if urls.is_empty() {
        print_problem("the list has no URLs: nothing was sent");
        return Ok(());
    }
    let submission = Submission::new(&options.key, options.key_file.as_deref(), urls)?;
    let client = Client::new(&options.connecting, Own::default(), Route::default())?;
    check_key(&client, &submission).map_err(|problem| format!("{problem}. Nothing was sent"))?;
    let mut sent = 0;
    for (body, count) in submission.bodies() {
        let before =
            if sent == 0 { String::new() } else { format!(". Before that, it received {}", plural(sent, "URL")) };
        let failed = |why: &str| format!("{}: {why}{before}", options.service);
        let status =
            client.post(&options.service, &body).map_err(|error| unanswered(&options.service, error) + &before)?;
        match status {
            200 | 202 => sent += count as u64,
            403 => return Err(failed("the service does not accept the key (status 403)")),
            422 => {
                return Err(failed("the service says that the URLs do not belong to the host or the key (status 422)"));
            }
            429 => return Err(failed("the service received too many requests (status 429): send the URLs later")),
            status => return Err(failed(&format!("the service answered with status {status}"))),
        }
    }
    print_problem(&format!("{} received {} of {}", options.service, plural(sent, "URL"), submission.host()));
    Ok(())
}

/// Why there is no answer from `url`.
fn unanswered(url: &str, error: FetchError) -> String {
    why_unfetched(Http { error: Some(error), ..Http::new(url) }, &ENGLISH).trim_end_matches('.').to_owned()
}

/// Checks that the site has the file with the key.
fn check_key(client: &Client, submission: &Submission) -> Result<(), String> {
    let file = submission.key_file();
    let failed = |why: String| format!("{file}: {why}");
    let mut answer = client.get(file).map_err(|error| unanswered(file, error))?;
    if answer.reply.status != 200 {
        return Err(failed(format!("the file with the key is not there (status {})", answer.reply.status)));
    }
    let mut content = Vec::new();
    let read = answer.read(MOST_OF_KEY, |piece| {
        content.extend_from_slice(piece);
        Ok::<(), std::convert::Infallible>(())
    });
    if let Err(Trouble::Fetch(error)) = read {
        return Err(unanswered(file, error));
    }
    if !submission.is_key(&String::from_utf8_lossy(&content)) {
        return Err(failed("the content of the file is not the key".to_owned()));
    }
    Ok(())
}
