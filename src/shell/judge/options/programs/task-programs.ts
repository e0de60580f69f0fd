import { defineProgram, defineToolProgram, type ProgramRow } from "./program-entry.ts"

/** Tools that run what the project itself defines: its tests, environments, hooks, workflows and tasks. */
export const taskPrograms: readonly ProgramRow[] = [
  defineToolProgram(
    "playwright test",
    {
      flags: "hxu",
      valued: "gj",
      long: `headed debug ui grep= grep-invert= project= workers= retries= repeat-each= timeout= global-timeout= max-failures= shard=
        list last-failed pass-with-no-tests trace= forbid-only fully-parallel only-changed update-snapshots ignore-snapshots
        no-deps`,
      kinds: { report: "--reporter" },
      writes: "--output=",
      runs: "-c= --config= --tsconfig=",
      takes: "code*",
    },
    {
      like: {
        report: /^(?:list|line|dot|html|json|junit|github|blob|null)(?:,(?:list|line|dot|html|json|junit|github))*$/,
      },
    },
  ),
  defineToolProgram(
    "playwright install",
    { long: "dry-run force only-shell list", takes: "name*" },
    { network: true, named: true },
  ),
  defineToolProgram(
    "playwright show-report|playwright merge-reports",
    { long: "port=", takes: "code" },
    { named: true },
  ),
  defineToolProgram(
    "tox",
    {
      flags: "hlqrvo",
      valued: "emf",
      attached: "p",
      long: `recreate notest parallel parallel-no-spinner skip-missing-interpreters skip-pkg-install no-recreate-pkg develop colored=
        list-dependencies no-list-dependencies fail-fast`,
      writes: "--result-json=",
      runs: "-c= --conf= -x= --override= --root= --workdir= --discover= --installpkg= --force-dep= --sitepackages",
      takes: "verb",
    },
    { like: { verb: /^(?:run|r|list|l|run-parallel|p|config|c|depends|de)$/ }, passes: "<script>" },
  ),
  defineToolProgram(
    "nox",
    {
      flags: "hlrRNvxt",
      valued: "sekp",
      long: `sessions= session= list list-sessions reuse-existing-virtualenvs no-venv no-install stop-on-first-error
        error-on-missing-interpreters non-interactive pythons= python= tags= keywords= forcecolor nocolor`,
      writes: "--report=",
      runs: "-f= --noxfile= --envdir= --default-venv-backend= --force-venv-backend=",
      takes: "name*",
    },
    { passes: "<script>" },
  ),
  defineToolProgram("pre-commit run", {
    flags: "ahv",
    long: "all-files show-diff-on-failure hook-stage= from-ref= to-ref= color=",
    kinds: { read: "--files" },
    runs: "-c= --config=",
    takes: "name read*",
  }),
  defineToolProgram(
    "act",
    {
      flags: "hlnqrv",
      valued: "j",
      kinds: { code: "-W --workflows", read: "-e --eventpath" },
      long: "job= list dryrun reuse graph",
      takes: "name",
    },
    { network: true },
  ),
  defineToolProgram(
    "turbo run|turbo build|turbo test|turbo lint",
    {
      long: "filter= force concurrency= dry dry-run continue affected output-logs= log-order= summarize",
      takes: "name*",
    },
    { passes: "<script>" },
  ),
  defineToolProgram("cypress run", {
    valued: "t",
    kinds: { code: "--spec -s" },
    long: "headless headed e2e component tag= group= parallel",
    runs: "-b= --browser= -C= --config-file= -P= --project= -c= --config= -r= --reporter=",
    takes: "",
  }),
  defineToolProgram("deno test|deno check|deno bench", {
    flags: "hqA",
    long: "filter= fail-fast no-check all parallel doc allow-all allow-read allow-write allow-net allow-env allow-run allow-sys permit-no-files",
    takes: "code*",
  }),
  defineToolProgram("deno lint", { flags: "hq", long: "compact json rules", writes: "--fix", takes: "code*" }),
  defineToolProgram("deno fmt", { flags: "hq", long: "check fail-fast", takes: "write*" }),
  defineProgram("deno task", { flags: "hq", takes: "name argument*" }, { stops: true }),
  defineToolProgram(
    "php artisan test|php artisan list|php artisan about|php artisan route:list|php artisan migrate:status|php artisan --version",
    {
      flags: "hvq",
      long: "filter= testsuite= group= exclude-group= parallel stop-on-failure coverage compact profile json method= name= pending",
      takes: "argument*",
    },
  ),
  defineToolProgram(
    "wrangler whoami|wrangler d1 list|wrangler d1 info|wrangler kv namespace list|wrangler kv:namespace list|wrangler r2 bucket list|wrangler deployments list|wrangler versions list|wrangler secret list|wrangler tail|wrangler pages project list",
    { valued: "e", long: "env= json format= status= name= search= sampling-rate= method=", takes: "name*" },
    { network: true },
  ),
  defineToolProgram(
    "wrangler deploy",
    {
      valued: "e",
      kinds: { code: "-c --config" },
      long: "env= dry-run minify name= message= tag= keep-vars latest",
      takes: "code",
    },
    { network: true, named: true },
  ),
  defineToolProgram("ast-grep|ast-grep run|ast-grep scan", {
    flags: "hi",
    valued: "plABC",
    long: `pattern= lang= selector= strictness= json color= heading= debug-query no-ignore= globs= threads= context= before= after=
      files-with-matches inspect= filter= severity= report-style=`,
    kinds: { read: "-r --rule", text: "--rewrite" },
    writes: "-U --update-all",
    runs: "-c= --config=",
    takes: "read*",
  }),
]
