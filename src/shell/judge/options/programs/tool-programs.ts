import { defineProgram, type EntryDetails, type ProgramRow, defineToolProgram } from "./program-entry.ts"

/** What build, test and deployment tools may be given. Their sub-commands are listed; others must be spelled out. */

const npm = (of: string, { takes, long = "" }: { takes: string; long?: string }, more: EntryDetails = {}): ProgramRow =>
  defineProgram(
    of
      .split(" ")
      .flatMap((name) => ["npm", "pnpm", "yarn"].map((program) => `${program} ${name}`))
      .join("|"),
    {
      style: "npm",
      flags: "aDEgPqrswvhdlBOS",
      valued: "w",
      long: `silent quiet verbose loglevel= json long parseable depth= all a production dev prod only= omit= include= workspace= w
        workspaces if-present include-workspace-root ignore-scripts no-audit audit no-fund fund no-save save save-dev
        save-exact save-optional save-prod save-peer D E P O S frozen-lockfile immutable no-optional no-progress progress
        offline prefer-offline prefer-online legacy-peer-deps force f dry-run color no-color no-bail bail stream recursive r
        parallel filter= F s d dd ddd version v help h non-interactive check-files production= strict-peer-dependencies
        package-lock no-package-lock package-lock-only global g tag= access= otp= ${long}`,
      elsewhere: "--prefix= --dir= --cwd= -C=",
      takes,
    },
    more,
  )

/**
 * A target, or a variable that a makefile compares or prints: any name with a number or a yes or no, and the usual
 * names of such variables with a plain word. Any other variable may name a program, or options for one.
 */
const MAKE_WORD = {
  like: /^(?:[\w.%+,@-][\w./%+,@-]*|(?!(?:SHELL|MAKE\w*|MFLAGS|GNUMAKEFLAGS|VPATH|ENV|BASH_ENV|PATH)=)[A-Za-z_]\w*=(?:\d[\w.]*|true|false|yes|no|on|off|y|n|-{1,2}(?:[vqsx]+|verbose|quiet))?|(?:T|TESTS?|K|NAME|TARGETS?|VERSION|TAG|PKG|PACKAGE|MODULE|COMPONENT|SERVICE|APP|BRANCH|LEVEL|LOG_LEVEL|OS|ARCH|GOOS|GOARCH|PLATFORM|MODE|BUILD|BUILD_TYPE|CONFIG|PROFILE|STAGE|REGION|ENVIRONMENT)=[\w.,:%+@][\w.,:%+@-]*)$/i,
  why: "may run code contained in this argument: give targets, and variables with plain values",
  whole: true,
} as const

/** A program of the project, with whatever words such programs usually take. */
const SCRIPT = "<script>"

const OPTIONS_FILE = { like: /^[^@]/, why: "reads options from a file: write them out" }

export const toolPrograms: readonly ProgramRow[] = [
  npm("run run-script", { takes: "text argument*", long: "watch watchAll coverage ci" }, { passes: SCRIPT }),
  npm(
    "test t tst start stop restart build lint",
    { takes: "argument*", long: "watch watchAll coverage ci" },
    { passes: SCRIPT },
  ),
  npm(
    "ls list ll la outdated audit why explain view info show v search root bin prefix help ping whoami doctor fund licenses",
    { takes: "text*", long: "fix= level= audit-level= production" },
    { network: true },
  ),
  npm(
    "ci install i add remove uninstall rm un update up upgrade dedupe prune",
    { takes: "package*" },
    { network: true },
  ),
  npm("pack version", { takes: "text*" }, { network: true }),
  npm("publish", { takes: "" }, { network: true, named: true }),
  defineProgram(
    "make|gmake",
    {
      flags: "bBdeikLmnpqrRsStvw",
      valued: "oW",
      attached: "jlO",
      long: `always-make debug environment-overrides ignore-errors jobs keep-going load-average max-load check-symlink-times
        just-print dry-run recon old-file= assume-old= output-sync print-data-base question no-builtin-rules
        no-builtin-variables silent quiet no-keep-going stop touch trace version print-directory no-print-directory
        what-if= new-file= assume-new= warn-undefined-variables help`,
      elsewhere: "-C= --directory=",
      runs: "-f= --file= --makefile= --eval= -E= -I= --include-dir=",
      takes: "text*",
    },
    { operand: MAKE_WORD },
  ),
  defineToolProgram(
    "cargo test|cargo build|cargo check|cargo bench|cargo doc|cargo b|cargo t|cargo c|cargo nextest",
    {
      flags: "qvr",
      valued: "pjF",
      long: `workspace all all-targets all-features features= no-default-features release package= exclude= lib bin= bins test=
      tests example= examples bench= benches profile= jobs= target= message-format= frozen locked offline no-run
      no-fail-fast keep-going ignore-rust-version doc no-deps color= future-incompat-report timings document-private-items`,
      takes: "text*",
    },
    { passes: "<test program>" },
  ),
  defineToolProgram(
    "cargo clippy",
    {
      flags: "qvr",
      valued: "pjF",
      long: `workspace all all-targets all-features features= no-default-features release package= exclude= lib bin= bins test=
      tests example= examples benches profile= jobs= target= message-format= frozen locked offline keep-going no-deps color=`,
    },
    { passes: "<lints>" },
  ),
  defineToolProgram("cargo fmt", { flags: "qvp", long: "all check package= message-format=" }, { passes: "rustfmt" }),
  defineToolProgram("rustfmt", { flags: "lqv", long: "check edition= color= files-with-diff", takes: "write*" }),
  defineProgram("<lints>", { valued: "DWAF", long: "cap-lints=" }),
  defineProgram("<test program>", {
    flags: "qh",
    long: `nocapture no-capture show-output ignored include-ignored list exact test-threads= skip= quiet color= format= help
      fail-fast`,
    takes: "text*",
  }),
  defineProgram(
    SCRIPT,
    {
      flags: "abcdfhilnpqsuvwxRSTU1",
      valued: "gkmtjnr",
      long: `all bail bench check ci clear clearScreen collect-only color colors coverage cov debug detectOpenHandles diff dry-run
      exit fail-fast fix force forceExit full grep= g= headed headless help host if-present ignored inline-snapshot json
      k= list listTests locale= log-level= loglevel= maxWorkers= max-warnings= max-workers= mode= name= no-cache no-color
      no-coverage no-cov nocapture noEmit no-fail-fast no-watch offline only onlyChanged changed passWithNoTests port=
      print= prod production profile quiet recursive repeat= report reporter= reporters= retries= retry= run runInBand s
      sequence shard= show silent since= skip= skip-build sourcemap staged stats strict t= tags= tb= testNamePattern= threads
      testPathPattern= testTimeout= timeout= trace type-check typecheck u ui update updateSnapshot update-snapshots verbose
      version w watch watchAll workers= write x maxfail= workspace= filter= minify no-open open= no-parallel parallel
      grep-invert= project= pattern= target= env= message= limit= level= severity= format= headless= watch=`,
      takes: "argument*",
    },
    {
      never: {
        text: /^--?(?:env|target|format|reporters?|mode|g|grep|filter|project|name)[=\n](?:\S*[/\\]|\S*\.[cm]?[jt]s)/m,
        why: "may load code that this argument names: only a rule that spells it out can allow it",
      },
    },
  ),
  defineToolProgram(
    "cargo run|cargo r",
    {
      flags: "qvr",
      valued: "pjF",
      long: "release package= bin= example= features= all-features no-default-features profile= locked offline frozen",
      takes: "argument*",
    },
    { passes: SCRIPT },
  ),
  defineToolProgram(
    "cargo tree|cargo metadata|cargo search|cargo audit|cargo outdated|cargo update|cargo fetch|cargo clean|cargo version|cargo pkgid|cargo verify-project|cargo deny|cargo machete",
    {
      flags: "qvpied",
      long: `all check workspace package= invert= duplicates depth= edges= no-dedupe prefix= format-version= no-deps features=
      all-features no-default-features dry-run precise= recursive aggressive locked offline limit= json depth= target= release doc root-deps-only`,
      takes: "text*",
    },
    { network: true },
  ),
  defineProgram(
    "go test|go build|go vet|go list|go mod tidy|go mod download|go mod graph|go mod verify|go mod why|go mod vendor|go env|go version|go doc|go clean|go fmt|go work sync|go work use",
    {
      style: "words",
      long: `a bench= benchmem benchtime= count= cover covermode= coverpkg= cpu= failfast fullpath json list= msan asan n p= parallel= race
        run= short shuffle= skip= timeout= tags= trimpath v vet= work x buildvcs= m u f= deps e find test versions retracted t d all
        c src testcache cache modcache short= cmd= h json= i mod= modcacherw -help -version s l`,
      writes: "-o= -coverprofile= -cpuprofile= -memprofile= -blockprofile= -mutexprofile= -trace= -outputdir= -pkgdir=",
      elsewhere: "-C=",
      runs: "-exec= -toolexec= -overlay= -modfile= -vettool= -gccgoflags= -ldflags= -gcflags= -asmflags= -fuzz=",
      takes: "code*",
    },
  ),
  defineProgram(
    "go run|go install|go get",
    { style: "words", long: "v race tags= a n x u t", takes: "local argument*" },
    { stops: true, named: true, network: true, like: { local: /^(?:\.|\.\/[\w./-]*|[\w/-]+\.go)$/ } },
  ),
  defineToolProgram("gofmt", { flags: "dels", writes: "-w", runs: "-r= -cpuprofile=", takes: "read*" }),
  defineToolProgram(
    "pytest|py.test",
    {
      flags: "svqxlh",
      valued: "kmn",
      attached: "r",
      long: `exitfirst maxfail= capture= tb= durations= lf last-failed ff failed-first nf sw stepwise co collect-only markers fixtures
      strict-markers strict-config color= no-header no-summary disable-warnings showlocals numprocesses= cov cov-report= dist=
      ignore= ignore-glob= deselect= runxfail setup-show timeout= cache-clear verbosity= import-mode= full-trace reruns=`,
      runs: "-p= -c= --config-file= --rootdir= --confcutdir= --pyargs -o= --override-ini= --pdbcls= --plugins=",
      takes: "code*",
    },
    {
      never: { text: /^--cov-report[=\n](?!term|json$|xml$|html$|lcov$|$)/m, why: "writes a file" },
      operand: OPTIONS_FILE,
    },
  ),
  defineToolProgram("phpunit", {
    flags: "h",
    long: "testdox colors filter= group= exclude-group= testsuite= stop-on-failure stop-on-error list-tests no-coverage debug",
    takes: "code*",
  }),
  defineToolProgram("vitest|jest|mocha|ava", {
    takes: "code*",
    flags: "bhiow",
    valued: "t",
    long: `run watch watchAll coverage no-coverage silent bail ci testNamePattern= testPathPattern= changed onlyChanged
      passWithNoTests runInBand updateSnapshot testdox colors maxWorkers= listTests testTimeout= grep= exit`,
  }),
  defineToolProgram(
    "eslint",
    {
      flags: "h",
      valued: "f",
      long: "format= ext= max-warnings= color no-color cache no-error-on-unmatched-pattern no-eslintrc no-inline-config report-unused-disable-directives no-warn-ignored debug env-info print-config= ignore-pattern= no-ignore stdin stdin-filename=",
      writes: "-o= --output-file= --fix",
      runs: "-c= --config= --rulesdir= --plugin= --parser= --resolve-plugins-relative-to=",
      takes: "code*",
    },
    {
      never: {
        text: /^(?:-f|--format)(?![=\n]?(?:json|json-with-metadata|stylish|html|compact|unix|junit|checkstyle|tap|visualstudio)$)/m,
        why: "runs a custom formatter",
      },
    },
  ),
  defineToolProgram(
    "tsc|vue-tsc",
    {
      style: "words",
      kinds: { code: "-p -project --project" },
      takes: "code*",
      long: "noEmit watch w pretty -noEmit -watch -pretty -strict -skipLibCheck -listFiles -showConfig -version -help -build b v h -incremental -target= -module= -jsx= -lib= -types= -allowJs -checkJs -esModuleInterop -traceResolution -diagnostics",
    },
    { operand: OPTIONS_FILE },
  ),
  defineToolProgram(
    "prettier",
    {
      flags: "cl",
      long: "check list-different log-level= loglevel= no-color color ignore-unknown no-error-on-unmatched-pattern parser= print-width= tab-width= use-tabs single-quote no-semi trailing-comma= file-info= support-info",
      writes: "-w --write",
      runs: "--plugin= --config= --plugin-search-dir=",
      takes: "code*",
    },
    { never: { text: /^--parser[=\n][./]/m, why: "runs a custom parser" } },
  ),
  defineToolProgram(
    "biome|ruff|mypy|pyright|shellcheck|hadolint|yamllint|markdownlint|actionlint|flake8|black|isort|rubocop|golangci-lint run|golangci-lint linters|golangci-lint help|golangci-lint version|stylelint|vale|codespell|typos",
    {
      flags: "adhlnqsvx",
      long: `check diff colors= color= no-color max-diagnostics= diagnostic-level= select= ignore= exclude= line-length= target-version=
      show-source statistics output-format= format= severity= shell= strict ignore-missing-imports no-error-summary
      show-error-codes python-version= pretty staged changed since= verbose preview count max-line-length= exclude-dir= no-cache
      list-files stats list only= parallel fail-level=`,
      takes: "code*",
      writes:
        "--fix --write -w -i --output-file= -o= --fix-only --unsafe-fixes --in-place -A -a --auto-correct --autocorrect",
    },
    { operand: OPTIONS_FILE },
  ),
  defineToolProgram(
    "systemctl status|systemctl list-units|systemctl is-active|systemctl is-enabled|systemctl show|systemctl cat|systemctl list-timers|systemctl --version|systemctl list-unit-files|systemctl is-failed",
    {
      flags: "alqn",
      valued: "ptn",
      long: "no-pager all type= state= failed property= lines= full user system no-legend plain value output=",
      takes: "text*",
    },
  ),
  defineToolProgram(
    "brew list|brew info|brew --version|brew search|brew outdated|brew deps|brew --prefix|brew config|brew leaves",
    {
      flags: "1lvq",
      long: "formula cask versions json installed all",
      takes: "name*",
    },
    { network: true },
  ),
  defineToolProgram(
    "apt list|apt show|apt-cache policy|apt-cache show|apt-cache search|dpkg -l|dpkg -L|dpkg -s|dpkg-query -W|apt search|rpm -q|rpm -qa|rpm -qi|rpm -ql",
    { flags: "aq", valued: "f", long: "installed upgradable all-versions showformat= list status", takes: "text*" },
    {
      never: { text: /%\(|--eval|-E/, why: "evaluates a macro" },
    },
  ),
  defineToolProgram(
    "jj log|jj status|jj diff|jj show|hg log|hg status|hg diff|hg id|svn log|svn status|svn diff|svn info",
    {
      flags: "prsvulgn",
      valued: "",
      long: "limit= rev= revisions= summary stat git no-graph template= color= patch",
      takes: "text*",
    },
    { network: true },
  ),
  defineToolProgram(
    "agent-browser open|agent-browser click|agent-browser fill|agent-browser type|agent-browser snapshot|agent-browser get|agent-browser wait|agent-browser back|agent-browser close|agent-browser hover|agent-browser press|agent-browser scroll",
    {
      flags: "ic",
      long: "json session= timeout= full",
      takes: "page text*",
    },
    { network: true, like: { page: /^(?!file:|javascript:|data:|-)\S+$/i } },
  ),
  defineToolProgram(
    "agent-browser screenshot|agent-browser pdf",
    { long: "json session= full annotate", takes: "write*" },
    { network: true },
  ),
  defineToolProgram("ng build|ng test|ng lint|ng serve|ng version|ng e2e", {
    long: "watch no-watch prod browsers= port= code-coverage",
    takes: "name",
  }),
  defineToolProgram(
    "ip addr show|ip address show|ip a show|ip link show|ip route show|ip neigh show|ip rule show|ip addr list|ip link list|ip route list|ip route get|ip addr|ip address|ip a|ip link|ip route|ip r|ip neigh|ip rule|ip -br|ip -4|ip -6|ip -j|ip -s",
    { takes: "shown*", style: "words" },
    {
      like: {
        shown:
          /^(?:show|list|ls|addr|address|a|link|route|dev|up|scope|global|[a-z]+\d[\w.-]*|lo|default|table|main|all|[\d.:a-f/]+)$/,
      },
      options: /^-(?:4|6|s|br|j|o|c|d|p|brief|json|stats|details|color|pretty|oneline)$/,
    },
  ),
  defineProgram("json.tool", {
    long: "sort-keys no-ensure-ascii json-lines indent= tab no-indent compact help",
    takes: "read",
  }),
  defineProgram("unittest", {
    flags: "vqfcb",
    valued: "kspt",
    long: "verbose quiet failfast catch buffer locals",
    takes: "code*",
  }),
  defineProgram("venv", { long: "system-site-packages clear upgrade without-pip prompt=", takes: "write*" }),
  defineProgram("compileall", { flags: "lfq", valued: "j", takes: "code*" }),
]
