import { defineProgram, type EntryDetails, type ProgramRow } from "./program-entry.ts"

/** Formats that ask for a signature run the repository's gpg, `ext::` runs what follows. */
const never: NonNullable<EntryDetails["never"]> = {
  text: /%G|%\(signature|\bext::|^\w[\w+.-]*::/m,
  why: "can run a program chosen by the repository or the argument: leave that out",
}

const DIFF = `
  abbrev anchored= binary break-rewrites cached cc check color color-moved color-moved-ws= color-words combined-all-paths
  compact-summary cumulative default-prefix diff-algorithm= diff-filter= diff-merges= dirstat dirstat-by-file dst-prefix=
  exit-code find-copies find-copies-harder find-object= find-renames follow full-index function-context histogram
  ignore-all-space ignore-blank-lines ignore-cr-at-eol ignore-matching-lines= ignore-space-at-eol ignore-space-change
  ignore-submodules indent-heuristic inter-hunk-context= irreversible-delete ita-invisible-in-index line-prefix= merge-base
  minimal name-only name-status no-abbrev no-color no-color-moved no-ext-diff no-index no-indent-heuristic no-patch no-prefix
  no-relative no-rename-empty no-renames no-textconv numstat output-indicator-context= output-indicator-new=
  output-indicator-old= patch patch-with-raw patch-with-stat patience pickaxe-all pickaxe-regex quiet raw relative rename-empty
  rotate-to= shortstat skip-to= src-prefix= staged stat stat-count= stat-name-width= stat-width= submodule summary text
  unified word-diff word-diff-regex= ws-error-highlight= ours theirs base end-of-options no-pager`

const LOG = `
  abbrev-commit after= all all-match ancestry-path author= author-date-order basic-regexp before= bisect boundary branches
  cherry cherry-mark cherry-pick children clear-decorations committer= count date= date-order decorate decorate-refs=
  decorate-refs-exclude= dense do-walk encoding= exclude= extended-regexp first-parent fixed-strings format= full-history
  glob= graph grep= grep-reflog= ignore-missing invert-grep left-only left-right log-size mailmap max-count= max-parents=
  merge merges min-parents= no-abbrev-commit no-decorate no-expand-tabs no-graph no-mailmap no-max-parents no-merges
  no-min-parents no-notes no-use-mailmap no-walk not notes oneline parents perl-regexp pretty quick reflog regexp-ignore-case
  relative-date remotes remove-empty reverse right-only show-linear-break show-notes show-pulls simplify-by-decoration
  simplify-merges since= skip= source sparse standard-notes stdin tags topo-order until= use-mailmap walk-reflogs expand-tabs
  email numbered summary group= committer objects objects-edge header timestamp use-bitmap-index disk-usage no-commit-header`

/** Sub-commands that take the options of `git log`, with the additional letters of each. */
const family = (
  of: string,
  more: { readonly long?: string; readonly flags?: string } = {},
  details: EntryDetails = {},
) =>
  defineProgram(
    of,
    {
      flags: `bcgimpqrstuwzRWE0PF${more.flags ?? ""}`,
      valued: "nGSL",
      attached: "BCDMXUl",
      long: `${DIFF} ${LOG} ${more.long ?? ""}`,
      writes: "--output=",
      takes: "text*",
    },
    { numbers: true, never, ...details },
  )

function git(of: string, options: Parameters<typeof defineProgram>[1] = {}, more: EntryDetails = {}): ProgramRow {
  const names = of
    .split("|")
    .map((name) => `git ${name}`)
    .join("|")
  return defineProgram(
    names,
    { takes: "text*", ...options, long: `${options?.long ?? ""} quiet verbose help end-of-options` },
    { never, ...more },
  )
}

/** Settings that name no program, file or address: these may be set, and given with `-c`. */
export const SETTABLE =
  /^(?:user\.(?:name|email)|color\.\w+|column\.ui|core\.(?:quotepath|abbrev|autocrlf|safecrlf|eol|ignorecase|filemode|precomposeunicode|whitespace|commentchar)|init\.defaultbranch|advice\.\w+|log\.(?:date|decorate|abbrevcommit)|diff\.(?:renames|algorithm|noprefix|mnemonicprefix|colormoved|renamelimit|context)|merge\.(?:conflictstyle|renamelimit|ff)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote|followtags)|fetch\.(?:prune|parallel)|rebase\.(?:autosquash|autostash)|status\.\w+|grep\.(?:linenumber|column|patterntype)|branch\.(?:autosetuprebase|sort)|tag\.sort|commit\.verbose|blame\.\w+|gc\.auto)$/i

/** A remote by one of the usual names or by an address: pushing to a directory would run the hooks in it. */
const ADDRESS = String.raw`(?:https|ssh):\/\/(?:[\w.+-]+(?::[^@/\s]*)?@)?[\w[]\S*|git@\w[\w.-]*:[\w./~][\w./~-]*`
const REMOTE = new RegExp(`^(?:origin|upstream|fork|${ADDRESS})$`)

/** The same to fetch from; here a remote may also have any other name. */
const SOURCE = {
  like: new RegExp(`^(?:\\w[\\w.-]*|${ADDRESS})$`),
  first: true,
  why: "may read from a local directory: name a remote or a URL",
} as const

export const gitPrograms: readonly ProgramRow[] = [
  family(
    "git log|git show|git diff|git whatchanged|git rev-list|git diff-tree|git diff-index|git diff-files|git shortlog|git range-diff",
    {
      flags: "sne",
      long: "root no-commit-id creation-factor= no-dual-color left-only",
    },
  ),
  family(
    "git reflog",
    {},
    {
      operand: { like: /^(?!(?:delete|expire|drop|write)$)/, first: true, why: "changes what git remembers" },
    },
  ),
  family("git stash list|git stash show", { long: "include-untracked only-untracked" }),
  git("status", {
    flags: "sbvz",
    attached: "uM",
    long: "short branch porcelain long untracked-files ignored show-stash ahead-behind no-ahead-behind column no-column no-renames find-renames ignore-submodules null",
  }),
  git("blame|annotate", {
    flags: "bcefklnpstwz",
    valued: "LS",
    attached: "CM",
    long: "porcelain line-porcelain incremental show-email show-name show-number root date= since= abbrev color-lines color-by-age ignore-rev= first-parent reverse encoding= progress",
  }),
  git("grep", {
    flags: "acEFGhHiIlLnopPqrvwWz",
    valued: "ABCefm",
    long: `cached untracked no-index no-exclude-standard exclude-standard text ignore-case word-regexp invert-match full-name
      extended-regexp basic-regexp perl-regexp fixed-strings line-number column files-with-matches name-only
      files-without-match count color no-color break heading show-function context= after-context= before-context=
      function-context threads= and or not all-match max-depth= recursive no-recursive only-matching null max-count=
      recurse-submodules no-textconv`,
  }),
  git("ls-files", {
    flags: "cdmoistkuvftz",
    valued: "xX",
    long: `cached deleted modified others ignored stage directory no-empty-directory unmerged killed
      exclude= exclude-from= exclude-per-directory= exclude-standard error-unmatch full-name recurse-submodules abbrev deduplicate
      eol debug sparse format=`,
  }),
  git("ls-tree", { flags: "drtlz", long: "long name-only name-status object-only full-name full-tree abbrev format=" }),
  git(
    "ls-remote",
    { flags: "htqs", valued: "", long: "heads tags refs branches get-url symref sort= exit-code" },
    { operand: SOURCE, network: true },
  ),
  git("cat-file", {
    flags: "tspe",
    long: "batch batch-check batch-all-objects unordered buffer follow-symlinks allow-unknown-type",
  }),
  git("rev-parse", {
    flags: "q",
    long: `short verify abbrev-ref symbolic-full-name symbolic show-toplevel show-prefix show-cdup git-dir git-common-dir
      absolute-git-dir is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository show-superproject-working-tree
      git-path= all branches tags remotes revs-only no-revs flags no-flags sq not default= path-format= disambiguate= since= until=`,
  }),
  git("merge-base", { flags: "a", long: "all octopus independent is-ancestor fork-point" }),
  git("describe", {
    long: "all tags contains abbrev candidates= exact-match long match= exclude= always first-parent dirty broken debug",
  }),
  git(
    "name-rev|show-ref|for-each-ref|count-objects|check-ref-format|check-ignore|check-attr|check-mailmap|cherry|show-branch|version|stripspace|column|patch-id|get-tar-commit-id|verify-pack|var",
    {
      flags: "adhHmnqrstvzB",
      valued: "",
      long: `all always branch branches contains= count= dereference exclude= exclude-standard format= hash head heads human-readable
      ignore-case merged= name-only no-contains= no-merged= no-undefined non-matching normalize points-at= refs= short sort= stdin
      tags undefined verify no-index null color current topo-order list allow-onelevel print0 omit-empty abbrev`,
    },
  ),
  git(
    "symbolic-ref",
    { flags: "q", long: "short recurse no-recurse" },
    { operands: { most: 1, why: "changes a reference when given two arguments" } },
  ),
  git("hash-object", { valued: "t", long: "stdin stdin-paths no-filters path=" }),
  git("branch", {
    flags: "adDfilmMqrtvuc",
    valued: "",
    long: `all list remotes delete force move copy show-current contains no-contains merged no-merged points-at= sort= format= color
      no-color column no-column abbrev no-abbrev ignore-case track no-track set-upstream-to= unset-upstream create-reflog`,
  }),
  git(
    "tag",
    {
      flags: "adflin",
      valued: "m",
      kinds: { sent: "-F --file" },
      long: `annotate delete force list message= sort= format= contains no-contains merged no-merged points-at= color
      column no-column ignore-case create-reflog cleanup= no-sign`,
    },
    { numbers: true },
  ),
  git(
    "remote",
    { flags: "v", long: "all push no-query n" },
    {
      network: true,
      operand: {
        like: /^(?:show|get-url|update|prune)$/,
        first: true,
        why: "changes the configured remotes when given this argument",
      },
    },
  ),
  git(
    "config",
    {
      flags: "lz",
      long: `get get-all get-regexp get-urlmatch get-color get-colorbool list null name-only show-origin show-scope global local
        system worktree bool int bool-or-int path expiry-date type= default= includes no-includes`,
    },
    { stops: true },
  ),
  git("config get|config list|config set", {
    flags: "z",
    long: `null name-only show-origin show-scope global local system worktree bool int bool-or-int path expiry-date type= default=
      includes no-includes all regexp url= value= fixed-value show-names comment=`,
  }),
  git("commit", {
    flags: "aenopqsvz",
    valued: "mcC",
    kinds: { sent: "-F --file -t --template" },
    attached: "u",
    long: `all message= amend no-edit allow-empty allow-empty-message no-verify signoff no-signoff author= date= fixup= squash=
      reuse-message= dry-run short porcelain branch long only include status no-status cleanup= reset-author trailer=
      no-gpg-sign untracked-files no-post-rewrite pathspec-from-file=`,
  }),
  git("add|stage", {
    flags: "nvfAupiN",
    long: `all update intent-to-add dry-run force ignore-errors ignore-missing no-ignore-removal ignore-removal refresh
      renormalize chmod= patch pathspec-from-file= sparse no-all`,
  }),
  git("rm|mv", { flags: "nfqrkv", long: "cached dry-run force ignore-unmatch sparse pathspec-from-file=" }),
  git("checkout|switch|restore", {
    flags: "bBcCdfmpqtSWl",
    valued: "s",
    long: `detach force quiet track no-track guess no-guess create= force-create= orphan= merge conflict= ours
      theirs patch staged worktree source= overlay no-overlay progress no-progress ignore-skip-worktree-bits
      ignore-other-worktrees discard-changes recurse-submodules no-recurse-submodules ignore-unmerged`,
  }),
  git("stash", {
    flags: "pkuaqS",
    valued: "m",
    long: `message= keep-index no-keep-index include-untracked all patch staged index
      pathspec-from-file=`,
  }),
  git("merge|cherry-pick|revert", {
    flags: "enqvx",
    valued: "mX",
    kinds: { sent: "-F --file" },
    long: `ff ff-only no-ff squash no-squash commit no-commit edit no-edit message= log no-log stat no-stat abort
      continue quit signoff no-signoff allow-unrelated-histories strategy-option= progress no-progress no-verify mainline= allow-empty
      skip autostash no-autostash no-rerere-autoupdate no-gpg-sign into-name= keep-redundant-commits`,
  }),
  git("rebase", {
    flags: "fnqvm",
    valued: "XC",
    long: `onto= continue abort quit skip keep-base autostash no-autostash autosquash no-autosquash merge
      strategy-option= stat no-stat no-verify committer-date-is-author-date ignore-date root fork-point no-fork-point
      rebase-merges update-refs no-update-refs show-current-patch no-ff force-rebase apply`,
  }),
  git("reset", {
    flags: "qpN",
    long: "soft mixed hard merge keep patch intent-to-add refresh no-refresh pathspec-from-file=",
  }),
  git("clean", { flags: "dfnqxXi", valued: "e", long: "dry-run force exclude= interactive" }),
  git(
    "fetch|pull",
    {
      flags: "aefknpPqtuv46r",
      valued: "jo",
      long: `all append depth= deepen= shallow-since= unshallow dry-run force keep prune prune-tags tags no-tags multiple jobs=
      progress no-progress ipv4 ipv6 rebase no-rebase ff ff-only no-ff commit no-commit edit no-edit squash no-squash stat no-stat
      autostash no-autostash set-upstream no-auto-gc no-auto-maintenance atomic refmap= update-shallow no-recurse-submodules
      allow-unrelated-histories no-verify server-option= negotiate-only show-forced-updates filter= strategy-option=`,
    },
    { operand: SOURCE, network: true },
  ),
  git(
    "push",
    {
      flags: "dfnquv46",
      valued: "o",
      long: `all branches mirror tags follow-tags delete dry-run porcelain force force-with-lease no-force-with-lease
        force-if-includes set-upstream prune atomic no-verify progress no-progress thin no-thin no-signed push-option= ipv4 ipv6`,
    },
    {
      network: true,
      operand: {
        like: REMOTE,
        first: true,
        why: "may push to a local directory, whose hooks would run: name origin or a URL",
      },
    },
  ),
  git(
    "clone",
    {
      flags: "lnqsv46",
      valued: "bjo",
      long: `branch= depth= single-branch no-single-branch no-checkout bare mirror origin= filter= shallow-since= shallow-exclude=
      no-tags jobs= sparse progress no-hardlinks local no-local reject-shallow server-option= also-filter-submodules no-shared`,
      takes: "repository sibling",
    },
    { network: true, like: { repository: new RegExp(`^(?:${ADDRESS})$`) } },
  ),
  git("init", { flags: "q", valued: "b", long: "bare initial-branch= object-format= shared", takes: "write" }),
  git(
    "archive",
    {
      flags: "lv0123456789",
      long: "format= list prefix= add-file= worktree-attributes mtime=",
      writes: "-o= --output=",
    },
    {
      never: {
        text: new RegExp(`${never.text.source}|^--format[=\\n](?!(?:tar|zip|tgz|tar\\.gz)$)`, "m"),
        why: "runs a program for this format",
      },
    },
  ),
  git(
    "bisect",
    { long: "no-checkout first-parent term-old= term-new= term-good= term-bad=" },
    {
      operand: {
        like: /^(?:start|bad|good|new|old|skip|reset|log|terms|HEAD\S*|[\da-f]{4,40}|v?\d[\w.-]*|[\w.-]+)$/,
        why: "may run a program when given this argument",
      },
      never: { text: new RegExp(`${never.text.source}|^(?:run|visualize|view|replay)$`, "m"), why: "runs a program" },
    },
  ),
  git(
    "submodule",
    { flags: "q", long: "recursive cached init" },
    {
      never: {
        text: new RegExp(`${never.text.source}|^(?:foreach|update|add|set-url|absorbgitdirs|sync|deinit)$`, "m"),
        why: "runs a program",
      },
    },
  ),
  git("worktree list|worktree prune|worktree lock|worktree unlock|worktree repair|worktree remove", {
    flags: "fnvz",
    long: "porcelain force dry-run expire= reason=",
  }),
  git("worktree move", { flags: "f", long: "force", takes: "text sibling" }),
  git("worktree add", {
    flags: "df",
    valued: "bB",
    long: "detach force checkout no-checkout lock reason= track no-track orphan",
    takes: "sibling text*",
  }),
  git(
    "notes",
    { long: "ref=", valued: "m" },
    { operand: { like: /^(?:list|show|add|append|copy|remove|get-ref)$/, first: true, why: "opens an editor" } },
  ),
  git("apply", {
    flags: "3Rvz",
    valued: "pC",
    long: "check stat numstat summary reverse index cached whitespace= exclude= include= recount allow-empty unidiff-zero ignore-whitespace 3way reject",
    kinds: { write: "--directory" },
  }),
]
