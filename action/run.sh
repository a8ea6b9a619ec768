#!/usr/bin/env bash
# Downloads the program, runs it once, and passes its exit code on. action.yml describes the inputs.
#
# SITEMAP_VALIDATOR_BINARY   path of a program that runs instead of a downloaded one
# SITEMAP_VALIDATOR_RELEASES URL of a copy of the releases: archives are at URL/v0.1.0/NAME
#
# Works with bash 3.2, which macOS has.
set -Eeuo pipefail

# GitHub accepts summaries up to 1 MiB; the rest of the space is for the note below.
SUMMARY_LIMIT=1040000

fail() {
  echo "::error title=sitemap-validator::$1"
  exit 2
}
# 1 is the program's exit code for a sitemap with errors.
trap 'fail "The action failed in line $LINENO of its script"' ERR

# The name of the system and the processor in the names of the archives.
target() {
  case "$RUNNER_OS-$RUNNER_ARCH" in
    Linux-X64) echo x86_64-unknown-linux-musl ;;
    Linux-ARM64) echo aarch64-unknown-linux-musl ;;
    macOS-X64) echo x86_64-apple-darwin ;;
    macOS-ARM64) echo aarch64-apple-darwin ;;
    Windows-X64) echo x86_64-pc-windows-msvc ;;
    Windows-ARM64) echo aarch64-pc-windows-msvc ;;
  esac
}

# Downloads the named files of the release of `version` to the current folder.
download() {
  local name arguments
  if [[ -n ${INPUT_TOKEN:-} && -z ${SITEMAP_VALIDATOR_RELEASES:-} ]]; then
    arguments=()
    for name in "$@"; do arguments+=(--pattern "$name"); done
    GH_TOKEN=$INPUT_TOKEN gh release download "v$version" --repo "${GITHUB_SERVER_URL#*://}/$repository" "${arguments[@]}"
  else
    for name in "$@"; do
      curl --fail --silent --show-error --location --proto-redir =https --retry 3 --connect-timeout 20 --max-time 300 \
        --output "$name" "${SITEMAP_VALIDATOR_RELEASES:-$GITHUB_SERVER_URL/$repository/releases/download}/v$version/$name" || return
    done
  fi
}

# Sets `program` to the program of a release, in the folder of this run.
install() {
  local archive expected actual name root system
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  # The version in Cargo.toml is that of the tag, also where the action is pinned by commit.
  version=${INPUT_VERSION:-$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/Cargo.toml" | head -n 1)}
  version=${version#v}
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "'$version' is not a version such as 0.1.0"

  repository=${ACTION_REPOSITORY:-}
  if [[ -z $repository && $root =~ /_actions/([^/]+/[^/]+)/ ]]; then repository=${BASH_REMATCH[1]}; fi
  # The action is part of the repository that uses it.
  repository=${repository:-$GITHUB_REPOSITORY}

  system=$(target)
  [[ -n $system ]] || fail "There is no program for $RUNNER_OS on $RUNNER_ARCH: set SITEMAP_VALIDATOR_BINARY to the path of your own"
  name=sitemap-validator-$version-$system
  case $system in
    *windows*) archive=$name.zip program=$folder/$name/sitemap-validator.exe ;;
    *) archive=$name.tar.gz program=$folder/$name/sitemap-validator ;;
  esac

  cd "$folder"
  download "$archive" SHA256SUMS || fail "$archive could not be downloaded from the release v$version of $repository"
  expected=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1; exit }' SHA256SUMS)
  if command -v sha256sum > /dev/null; then actual=$(sha256sum "$archive"); else actual=$(shasum -a 256 "$archive"); fi
  [[ $expected == "${actual%% *}" ]] || fail "The checksum of $archive is not that in SHA256SUMS"
  case $archive in
    *.zip) unzip -q "$archive" ;;
    *) tar -xzf "$archive" ;;
  esac
  [[ -f $program ]] || fail "$archive does not contain $name/${program##*/}"
  cd "$OLDPWD"
}

temporary=${RUNNER_TEMP//\\//}
folder=$temporary/$(cd "$temporary" && mktemp -d sitemap-validator.XXXXXX)
program=${SITEMAP_VALIDATOR_BINARY:-}
if [[ -z $program ]]; then install; fi

arguments=(--fail-on "${INPUT_FAIL_ON:-error}" --report "json=$folder/report.json" --report "github=$folder/annotations.txt")
if [[ -n ${INPUT_BASE:-} ]]; then arguments+=(--base "$INPUT_BASE"); fi
if [[ -n ${INPUT_PAGES:-} ]]; then arguments+=(--pages "$INPUT_PAGES"); fi
if [[ ${INPUT_SUMMARY:-true} == true ]]; then arguments+=(--report "markdown=$folder/summary.md"); fi
if [[ ${INPUT_SARIF:-false} == true ]]; then arguments+=(--report "sarif=$folder/report.sarif"); fi
# xargs splits like a shell, but expands and runs nothing.
if [[ ${INPUT_ARGS:-} == *[![:space:]]* ]]; then
  options=$(xargs printf '%s\n' <<< "$INPUT_ARGS") || fail "The input args has an unmatched quote"
  while IFS= read -r option; do arguments+=("$option"); done <<< "$options"
fi
files=()
while read -r file; do
  file=${file%$'\r'}
  if [[ -n $file ]]; then files+=("$file"); fi
done <<< "${INPUT_FILES:-.}"
((${#files[@]} > 0)) || fail "The input files is empty"
arguments+=(-- "${files[@]}")
[[ -z ${INPUT_COMPARE_WITH:-} || ${#files[@]} == 1 ]] || fail "The input compare-with requires one line in the input files"

# Lines of a sitemap must not become workflow commands.
stop=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::group::Report"
echo "::stop-commands::$stop"
code=0
CLICOLOR_FORCE=1 "$program" "${arguments[@]}" || code=$?
compared=0
if [[ -n ${INPUT_COMPARE_WITH:-} ]]; then
  "$program" compare --format markdown -- "$INPUT_COMPARE_WITH" "${files[0]}" > "$folder/comparison.md" || compared=$?
  cat "$folder/comparison.md"
fi
echo "::$stop::"
echo "::endgroup::"

# GitHub shows ten annotations of each kind.
if [[ -f $folder/annotations.txt ]]; then
  awk '/^::[a-z]+ / && ++count[$1] > 10 { next } { print }' "$folder/annotations.txt"
fi
if [[ -f $folder/summary.md ]]; then
  if (($(wc -c < "$folder/summary.md") <= SUMMARY_LIMIT)); then
    cat "$folder/summary.md"
  else
    head -c "$SUMMARY_LIMIT" "$folder/summary.md" | LC_ALL=C sed '$d'
    # shellcheck disable=SC2016
    printf '\n**The rest is not shown**, because GitHub limits a summary to 1 MiB. The output `report-file` contains the path of the whole report.\n'
  fi >> "$GITHUB_STEP_SUMMARY"
fi
if [[ -f $folder/report.json ]]; then
  echo "report-file=$folder/report.json" >> "$GITHUB_OUTPUT"
  # shellcheck disable=SC2016
  node -e '
    const { files, set } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
    for (const severity of ["error", "warning"]) {
      const counts = (set ? [set] : files).map((part) => part.counts[severity]);
      console.log(`${severity}s=${counts.reduce((sum, count) => sum + count, 0)}`);
    }' "$folder/report.json" >> "$GITHUB_OUTPUT" \
    || echo "::warning title=sitemap-validator::The outputs errors and warnings are empty, because Node could not read the report"
fi
if [[ -f $folder/report.sarif ]]; then echo "sarif-file=$folder/report.sarif" >> "$GITHUB_OUTPUT"; fi

if [[ -f $folder/comparison.md ]]; then
  echo "comparison-file=$folder/comparison.md" >> "$GITHUB_OUTPUT"
  if [[ ${INPUT_SUMMARY:-true} == true ]]; then
    { printf '\n## What changed\n\n' && cat "$folder/comparison.md"; } >> "$GITHUB_STEP_SUMMARY"
  fi
fi

if ((compared > 1)); then fail "The comparison failed (exit code $compared). Its message is in the group Report"; fi
if ((compared == 1)); then echo "::error title=sitemap-validator::The new version does not keep a limit: see the comparison"; fi
if ((code > 1)); then fail "The program failed (exit code $code). Its message is in the group Report"; fi
exit "$((code | compared))"
