// Writes SHA256SUMS of the files in a folder, as sha256sum does, and the formula of Homebrew if the programs are there.
//
//   node sums.mjs FOLDER VERSION
//
// GITHUB_REPOSITORY is the repository with the releases, such as OWNER/NAME.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, version] = process.argv.slice(2);
const generated = ["SHA256SUMS", "sitemap-validator.rb"];
const names = readdirSync(folder).filter((name) => !generated.includes(name)).sort();
const sums = new Map(names.map((name) => [name, createHash("sha256").update(readFileSync(join(folder, name))).digest("hex")]));
writeFileSync(join(folder, "SHA256SUMS"), names.map((name) => `${sums.get(name)}  ${name}\n`).join(""));

const repository = process.env.GITHUB_REPOSITORY;
const systems = [
  ["macos", "arm", "aarch64-apple-darwin"],
  ["macos", "intel", "x86_64-apple-darwin"],
  ["linux", "arm", "aarch64-unknown-linux-musl"],
  ["linux", "intel", "x86_64-unknown-linux-musl"],
];
const archive = (target) => `sitemap-validator-${version}-${target}.tar.gz`;
const isComplete = systems.every(([, , target]) => sums.has(archive(target)));
if (repository && isComplete) {
  const sources = systems.map(([system, cpu, target]) => `  on_${system} do
    on_${cpu} do
      url "https://github.com/${repository}/releases/download/v${version}/${archive(target)}"
      sha256 "${sums.get(archive(target))}"
    end
  end
`);
  writeFileSync(join(folder, "sitemap-validator.rb"), `class SitemapValidator < Formula
  desc "Validates sitemaps: each problem with its line, its source and a fix"
  homepage "https://github.com/${repository}"
  version "${version}"
  license any_of: ["MIT", "Apache-2.0"]

${sources.join("\n")}
  def install
    bin.install "sitemap-validator"
    man1.install "sitemap-validator.1"
    bash_completion.install "completions/sitemap-validator.bash" => "sitemap-validator"
    zsh_completion.install "completions/_sitemap-validator"
    fish_completion.install "completions/sitemap-validator.fish"
  end

  test do
    (testpath/"urls.txt").write "/about\\n"
    assert_match "loc-relative", shell_output("#{bin}/sitemap-validator urls.txt", 1)
  end
end
`);
}
console.log(`${names.length} checksums${isComplete ? (repository ? ", formula" : ", no formula: GITHUB_REPOSITORY is not set") : ""}`);
