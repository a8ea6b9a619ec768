//! Starts the app.

fn main() {
    sitemap_validator_web::start();
}
