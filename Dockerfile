# The program and nothing else. The build context is the folder of a release's Linux archive:
#
#   docker build --file Dockerfile --tag sitemap-validator sitemap-validator-0.1.0-x86_64-unknown-linux-musl
#   docker run --rm --volume "$PWD:/work" sitemap-validator public/
FROM scratch
COPY sitemap-validator LICENSE-APACHE LICENSE-MIT THIRD-PARTY.txt /
# What is fetched waits here.
WORKDIR /tmp
WORKDIR /work
ENTRYPOINT ["/sitemap-validator"]
