/**
 * Options that make an otherwise harmless program run another one or write a file. A rule with an open end does not
 * cover them; a rule that spells the option does.
 */
export interface ProgramOptions {
  /** The program, or program and subcommand as in `git archive`. */
  readonly of: readonly string[]
  /** Subcommands with rows of their own instead of this one. */
  readonly notFor?: readonly string[]
  /** `-x` and `--long` in the manner of getopt, or whole words such as find's `-exec`. */
  readonly style: "getopt" | "words"
  /** `-x`, `--long`, a subcommand, or the beginning of a word that ends in `=` or is `+`. */
  readonly refused: readonly Refused[]
  /** Short options whose value may follow in the same word: what stands behind them is no option. */
  readonly valued?: string
  /** Short options whose value stands in the same word or nowhere. */
  readonly attached?: string
  /** Long options whose value may be the next word. */
  readonly valuedLong?: readonly string[]
  /** The first word may be options without a dash, as in `tar xf`. */
  readonly bundles?: true
  /** More operands than this change something; of a subcommand, a rule that spells it covers them. */
  readonly operands?: { readonly most: number; readonly why: string }
  /** What every operand must begin like. */
  readonly operand?: { readonly like: RegExp; readonly why: string }
  /** What may stand nowhere in the words, one of them on each line. */
  readonly never?: { readonly text: RegExp; readonly why: string }
  /** Options before the subcommand that change nothing that matters; all others there are refused. */
  readonly globals?: readonly string[]
  /** Whether `--` ends the options, as it does in most. */
  readonly dashes?: "ignored"
  /** The first operand ends the options. */
  readonly stops?: true
  /** The first operand is a program in a language of its own. */
  readonly script?: "sed" | "awk"
}

export interface Refused {
  readonly options: readonly string[]
  readonly why: string
  /** Our messages do not name it: they are acted on. */
  readonly unsaid?: true
}

const RUNS = "runs a program"
/** What a redirection could do as well. */
export const WRITES = "writes a file"
/** What `cd` could do as well. */
export const ELSEWHERE = "works in another folder"

function getopt(
  of: string,
  rows: Readonly<Record<string, string>>,
  more: Partial<ProgramOptions> = {},
): ProgramOptions {
  const refused = Object.entries(rows).map(([why, options]) => ({ options: options.split(" "), why }))
  return { of: of.split("|"), style: "getopt", refused, ...more }
}

export const optionTable: readonly ProgramOptions[] = [
  getopt(
    "git",
    {
      [WRITES]: "--output",
      [RUNS]: "--ext-diff --textconv --show-signature --open-files-in-pager --upload-pack --receive-pack --exec",
      "runs or changes what git runs":
        "bisect citool credential cvsserver daemon difftool filter-branch for-each-repo gui hook http-backend instaweb maintenance mergetool remote-ext remote-fd send-email shell web--browse",
    },
    {
      never: {
        text: /%G|%\(signature|\bext::/,
        why: "asks for a program that the repository names: leave that out",
      },
      globals: [
        "--no-pager",
        "-P",
        "--no-optional-locks",
        "--no-replace-objects",
        "--literal-pathspecs",
        "--version",
        "--help",
      ],
    },
  ),
  getopt("git", { [RUNS]: "-O" }, { notFor: ["log", "diff", "show"] }),
  getopt("git log|git diff|git show", { "may run a program": "-O" }, { valued: "GLSU" }),
  getopt(
    "git config",
    {
      "changes what git runs":
        "edit set unset rename-section remove-section -e --edit --add --replace-all --unset --unset-all --rename-section --remove-section",
    },
    { operands: { most: 1, why: "sets what git may run: only a rule that spells it covers it" } },
  ),
  getopt("git archive", { [WRITES]: "-o --output", [RUNS]: "--exec --remote" }),
  getopt("git cat-file", { "may run a program": "--filters" }),
  getopt("git clone", { [RUNS]: "-u -c --config --template --upload-pack" }, { valued: "bjo" }),
  getopt("git init", { [RUNS]: "--template" }, { valued: "b" }),
  getopt("git fetch", { [RUNS]: "--upload-pack" }),
  getopt("git push", { [RUNS]: "--exec --receive-pack" }, { valued: "o" }),
  getopt("git rebase", { [RUNS]: "-x --exec" }, { valued: "sXC" }),
  getopt("git submodule", { [RUNS]: "foreach" }),
  getopt("git bisect", { [RUNS]: "run visualize view" }),
  getopt("git hook", { [RUNS]: "run" }),
  getopt("git difftool", { [RUNS]: "-x --extcmd" }, { valued: "t" }),
  getopt("git format-patch", { [WRITES]: "-o --output-directory" }, { valued: "v" }),
  {
    of: ["find", "gfind"],
    style: "words",
    refused: [
      { options: ["-exec", "-execdir", "-ok", "-okdir"], why: RUNS },
      { options: ["-delete"], why: "has an option that removes files", unsaid: true },
      { options: ["-fprint", "-fprint0", "-fprintf", "-fls"], why: WRITES },
    ],
  },
  getopt("fd|fdfind", { [RUNS]: "-x -X --exec --exec-batch" }, { valued: "detESoj" }),
  getopt(
    "sort|gsort",
    { [WRITES]: "-o --output -T --temporary-directory", [RUNS]: "--compress-program" },
    { valued: "ktS" },
  ),
  getopt("shuf", { [WRITES]: "-o --output" }, { valued: "in" }),
  getopt("uniq|guniq", {}, { operands: { most: 1, why: "writes its second file" }, valued: "fsw" }),
  getopt("xxd", { [WRITES]: "-r -revert" }, { operands: { most: 1, why: "writes its second file" }, valued: "cglos" }),
  getopt(
    "sed|gsed",
    { [WRITES]: "-i --in-place", "takes its commands from a file": "-f --file" },
    { script: "sed", valued: "e" },
  ),
  getopt(
    "awk|gawk|mawk|nawk|original-awk",
    {
      [WRITES]: "-o -p -d --pretty-print --profile --dump-variables",
      "takes code from a file": "-f -i -l -E -D --file --include --load --exec --debug",
    },
    {
      script: "awk",
      valued: "Fv",
      stops: true,
      never: { text: /\/inet/, why: "may talk to the network: read files only" },
    },
  ),
  getopt("rg|ripgrep", { [RUNS]: "--pre --hostname-bin -z --search-zip" }, { valued: "ABCEMdefgjmrtT" }),
  getopt("ag", { [RUNS]: "--pager -z --search-zip" }, { valued: "ABCGgm" }),
  getopt("ack", { [RUNS]: "--pager", "takes options from a file": "--ackrc" }, { valued: "ABCgm" }),
  getopt("bat|batcat", { [RUNS]: "--pager" }, { valued: "lHmr" }),
  getopt(
    "tar|gtar|bsdtar",
    {
      [RUNS]:
        "-I -F --checkpoint-action --to-command --use-compress-program --info-script --new-volume-script --rsh-command --rmt-command",
    },
    {
      bundles: true,
      valued: "bCgHKLNTVX",
      never: { text: /^[^/\n]*:/m, why: "runs a program for an archive on another host: put ./ before its name" },
    },
  ),
  getopt("zip", { [RUNS]: "-T -TT --unzip-command --test", [WRITES]: "-O --output-file" }, { valued: "bintx" }),
  getopt("cpio", { [RUNS]: "--rsh-command", [WRITES]: "-O" }, { valued: "CEFHIMR" }),
  getopt("split|gsplit", { [RUNS]: "--filter" }, { valued: "abCln" }),
  getopt("man", { [RUNS]: "-P -H -X -C --pager --html --gxditview --config-file" }, { valued: "emMLrRsST" }),
  getopt(
    "less|more|most",
    { [WRITES]: "-o -O --log-file --LOG-FILE", [RUNS]: "-k --lesskey-file --lesskey-src +" },
    { valued: "bhjptTxyz" },
  ),
  getopt(
    "file",
    { [WRITES]: "-C --compile", "reads another file's rules": "-m -f --magic-file --files-from" },
    { valued: "eFP" },
  ),
  getopt(
    "date|gdate",
    { "sets the clock": "-s --set" },
    {
      valued: "dfr",
      attached: "I",
      valuedLong: ["--date", "--file", "--reference"],
      operand: { like: /^\+/, why: "sets the clock with such words: begin the format with a plus" },
    },
  ),
  getopt("tree", { [WRITES]: "-o -R" }, { valued: "HILPT" }),
  getopt("iconv", { [WRITES]: "-o --output" }, { valued: "ft" }),
  getopt("xmllint", { [WRITES]: "-o --output" }),
  getopt("yq", { [WRITES]: "-i --inplace -s --split-exp" }, { valued: "oIp" }),
  getopt("diff3|sdiff", { [RUNS]: "--diff-program", [WRITES]: "-o --output" }, { valued: "LwI" }),
  getopt("printf", { "sets a variable": "-v" }, { stops: true }),
  getopt(
    "rsync",
    { [RUNS]: "-e --rsh --rsync-path", [WRITES]: "--log-file --write-batch --only-write-batch" },
    { valued: "BfMT" },
  ),
  getopt("scp|sftp", { [RUNS]: "-S -o -F -D" }, { valued: "cilPX" }),
  getopt(
    "curl",
    {
      [WRITES]:
        "-o -O -D -c --output --remote-name --remote-name-all --output-dir --dump-header --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc",
      "takes options from a file": "-K --config",
    },
    {
      valued: "AbCdeEFHmPQrtTuUwxXyYz",
      dashes: "ignored",
      never: { text: /%output\{|^-\w*w\n?@|^--write-\S*[=\n]@/m, why: "may write a file with such a format" },
    },
  ),
  getopt(
    "wget",
    {
      [RUNS]: "-e --execute --use-askpass",
      [WRITES]: "-O -o -a -P --output-document --output-file --append-output --directory-prefix",
    },
    { valued: "tTwQUBiAR" },
  ),
  getopt(
    "make|gmake",
    {
      [RUNS]: "-f -E --eval --file --makefile SHELL= .SHELLFLAGS= MAKEFLAGS= MAKE=",
      [ELSEWHERE]: "-C --directory",
    },
    { valued: "jloW" },
  ),
  getopt(
    "npm|pnpm|yarn",
    {
      [RUNS]:
        "exec x dlx explore edit --script-shell --node-options --shell --editor --viewer --userconfig --globalconfig",
      [ELSEWHERE]: "--prefix --dir --cwd -C",
    },
    { valued: "w" },
  ),
  getopt("cargo", { [RUNS]: "--config" }),
  getopt("go", { [RUNS]: "-exec -toolexec -vettool --exec --toolexec --vettool" }, { style: "words" }),
]
