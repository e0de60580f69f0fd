import { defineProgram, type EntryDetails, type ProgramRow, defineTool } from "./program-entry.ts"

/** What build, test and deployment tools may be given. Their sub-commands are listed; others must be spelled out. */

const npm = (of: string, long = "", more: EntryDetails = {}): ProgramRow =>
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
      elsewhere: "--prefix --dir --cwd -C",
    },
    { passes: true, ...more },
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

const SENDS = "may send the contents of a file: only a rule that spells it out can allow it"

const OPTIONS_FILE = { like: /^[^@]/, why: "reads options from a file: write them out" }

export const toolPrograms: readonly ProgramRow[] = [
  npm("run run-script test t tst start stop restart", "watch watchAll coverage ci"),
  npm(
    "ls list ll la outdated audit why explain view info show v search root bin prefix help ping whoami doctor fund licenses",
    "fix= level= audit-level= production",
  ),
  npm("ci install i add remove uninstall rm un update up upgrade dedupe prune pack version publish build lint"),
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
      elsewhere: "-C --directory",
    },
    { operand: MAKE_WORD },
  ),
  defineTool(
    "cargo test|cargo build|cargo check|cargo clippy|cargo bench|cargo doc|cargo b|cargo t|cargo c|cargo nextest",
    {
      flags: "qvr",
      valued: "pjF",
      long: `workspace all all-targets all-features features= no-default-features release package= exclude= lib bin= bins test=
      tests example= examples bench= benches profile= jobs= target= message-format= frozen locked offline no-run
      no-fail-fast keep-going ignore-rust-version doc no-deps open=false color= future-incompat-report timings document-private-items`,
    },
    { passes: true },
  ),
  defineTool(
    "cargo run|cargo r",
    {
      flags: "qvr",
      valued: "pjF",
      long: "release package= bin= example= features= all-features no-default-features profile= locked offline frozen",
    },
    { passes: true },
  ),
  defineTool(
    "cargo fmt|cargo tree|cargo metadata|cargo search|cargo audit|cargo outdated|cargo update|cargo fetch|cargo clean|cargo version|cargo pkgid|cargo verify-project|cargo deny|cargo machete",
    {
      flags: "qvpied",
      long: `all check workspace package= invert= duplicates depth= edges= no-dedupe prefix= format-version= no-deps features=
      all-features no-default-features dry-run precise= recursive aggressive locked offline limit= json depth= target= release doc root-deps-only`,
    },
    { passes: true },
  ),
  defineProgram(
    "go test|go build|go vet|go list|go mod|go env|go version|go doc|go clean|go fmt|go work",
    {
      style: "words",
      long: `a bench= benchmem benchtime= count= cover covermode= coverpkg= cpu= failfast fullpath json list= msan asan n p= parallel= race
        run= short shuffle= skip= timeout= tags= trimpath v vet= work x buildvcs= m u f= deps e find test versions retracted t d all
        c src short= cmd= h json= i mod= modcacherw -help -version s l`,
      writes: "-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir -pkgdir",
      elsewhere: "-C",
    },
    { passes: true },
  ),
  defineTool("gofmt", { flags: "dels", long: "" }),
  defineTool(
    "docker ps|docker images|docker logs|docker inspect|docker version|docker info|docker top|docker stats|docker port|docker diff|docker history|docker events|docker search|docker container ls|docker container list|docker container inspect|docker container logs|docker container top|docker container stats|docker image ls|docker image list|docker image inspect|docker image history|docker network ls|docker network inspect|docker volume ls|docker volume inspect|docker system df|docker system info|docker context ls|docker buildx ls|docker manifest inspect",
    {
      flags: "adflnqstv",
      valued: "",
      long: `all filter= format= last= latest no-trunc size digests follow since= tail= until= timestamps details type= no-stream tree
        human limit=`,
    },
  ),
  defineTool("docker compose logs|docker compose events", {
    flags: "ft",
    valued: "n",
    long: "follow no-color no-log-prefix since= tail= timestamps until= index= json",
  }),
  defineTool(
    "docker compose ps|docker compose config|docker compose images|docker compose ls|docker compose top|docker compose version|docker compose port|docker compose up|docker compose down|docker compose start|docker compose stop|docker compose restart|docker compose build|docker compose pull",
    {
      flags: "adqtvV",
      long: `all filter= format= services status= orphans no-color no-log-prefix since= tail= timestamps until= volumes hash= images
        detach build no-build force-recreate no-recreate remove-orphans wait timeout= no-cache pull no-deps rmi= no-start
        quiet-pull abort-on-container-exit exit-code-from= attach-dependencies index= protocol= json`,
    },
  ),
  defineTool(
    "docker pull|docker push|docker tag|docker stop|docker start|docker restart|docker rm|docker rmi|docker kill|docker pause|docker unpause|docker wait",
    {
      flags: "afqtv",
      valued: "",
      long: "tag= no-cache pull platform= target= build-arg= label= progress= all-tags disable-content-trust time= force volumes link no-prune signal= load",
    },
  ),
  defineTool(
    "docker build|docker buildx build",
    {
      flags: "q",
      valued: "t",
      long: "tag= no-cache pull platform= target= build-arg= label= progress= force-rm rm load check",
    },
    {
      operand: {
        like: /^(?!.*:\/\/|git@|-$|[/~]|(?:.*\/)?\.\.(?:\/|$))/,
        why: "builds files from outside the project or from a URL: name a directory in the project",
      },
    },
  ),
  defineTool(
    "kubectl get|kubectl describe|kubectl logs|kubectl top|kubectl explain|kubectl version|kubectl cluster-info|kubectl api-resources|kubectl api-versions|kubectl config view|kubectl config current-context|kubectl config get-contexts|kubectl auth can-i|kubectl rollout status|kubectl rollout history|kubectl events",
    {
      flags: "Afwp",
      valued: "cnlLo",
      long: `all-namespaces output= namespace= selector= field-selector= watch watch-only no-headers show-labels sort-by= follow previous tail=
        since= since-time= timestamps container= all-containers prefix max-log-requests= ignore-not-found chunk-size= label-columns=
        show-kind show-managed-fields limit-bytes= recursive api-version= client short containers context= cluster= revision=
        timeout= minify verbs= namespaced api-group= output-watch-events types= for=`,
    },
    {
      never: {
        text: /^(?:-o\n|-o(?!\n)|--output[=\n])(?!json\b|yaml\b|wide\b|name\b|jsonpath=|go-template=|custom-columns=)|^(?=[^]*^(?:[\w.]+,)*secrets?(?:[/.,]|$))[^]*^(?:-\w*o|--output)[=\n]?(?:json|yaml|go-template|custom)/m,
        why: "takes its output format from a file, or prints a secret: only a rule that spells it out can allow it",
      },
    },
  ),
  defineTool(
    "helm list|helm ls|helm status|helm history|helm get|helm show|helm search|helm version|helm env|helm repo list|helm lint|helm dependency list",
    {
      flags: "aAqdr",
      valued: "nm",
      long: "all all-namespaces namespace= filter= short date reverse max= revision= deployed failed pending superseded uninstalling versions devel strict",
    },
  ),
  defineTool("helm template", {
    valued: "fn",
    long: "values= set= set-string= namespace= show-only= include-crds api-versions= kube-version= version= release-name name-template= skip-tests dependency-update is-upgrade no-hooks",
  }),
  defineTool(
    "gh pr|gh issue|gh repo|gh run|gh workflow|gh release|gh search|gh label|gh status|gh project|gh org|gh ruleset|gh cache",
    {
      flags: "cdfsmr",
      valued: "LRSAaBbHtljqEPu",
      long: `json= jq= template= limit= repo= state= search= author= assignee= base= head= title= body= label= milestone= draft fill
        fill-first reviewer= add-label= remove-label= comments squash merge rebase delete-branch auto log log-failed exit-status
        name-only patch color= required interval= fail-fast event= branch= user= workflow= status= created= commit= app= mention=
        reason= approve comment request-changes notes= generate-notes latest prerelease target= hostname= owner=
        visibility= language= sort= order= match= paginate add-assignee= add-reviewer= discussion-category= yes job= attempt=
        all help`,
    },
    {
      never: {
        text: /^(?:--|checkout|clone|fork|sync|create-codespace|download|upload|setup-git|alias|extension)$/m,
        why: "runs or writes something: only a rule that spells it out can allow it",
      },
    },
  ),
  defineTool(
    "gh release create",
    {
      flags: "dp",
      valued: "Rtn",
      long: "title= notes= draft prerelease generate-notes target= latest verify-tag repo= discussion-category= notes-from-tag notes-start-tag=",
    },
    { operands: { most: 1, why: SENDS } },
  ),
  defineTool("gh auth status", { flags: "a", valued: "h", long: "active hostname=" }),
  defineTool(
    "gh gist",
    { valued: "Lf", long: "limit= public secret filename= files raw filter= include-content" },
    { never: { text: /^(?:create|edit|clone|rename|delete)$/m, why: SENDS } },
  ),
  defineTool(
    "gh api",
    {
      flags: "i",
      valued: "XfFHqtp",
      long: "method= field= raw-field= header= jq= template= paginate slurp cache= hostname= include silent preview=",
    },
    { never: { text: /^(?:-\w*F\n?|--field[=\n])[^\n=]*=@/m, why: SENDS } },
  ),
  defineTool(
    "pytest|py.test",
    {
      flags: "svqxlh",
      valued: "kmn",
      attached: "r",
      long: `exitfirst maxfail= capture= tb= durations= lf last-failed ff failed-first nf sw stepwise co collect-only markers fixtures
      strict-markers strict-config color= no-header no-summary disable-warnings showlocals numprocesses= cov cov-report= dist=
      ignore= ignore-glob= deselect= runxfail setup-show timeout= cache-clear verbosity= import-mode= full-trace reruns=`,
    },
    {
      never: { text: /^--cov-report[=\n](?!term|json$|xml$|html$|lcov$|$)/m, why: "writes a file" },
      operand: OPTIONS_FILE,
    },
  ),
  defineTool("vitest|jest|mocha|ava|phpunit", {
    flags: "bhiow",
    valued: "t",
    long: `run watch watchAll coverage no-coverage silent bail ci testNamePattern= testPathPattern= changed onlyChanged
      passWithNoTests runInBand updateSnapshot testdox colors maxWorkers= listTests testTimeout= grep= exit`,
  }),
  defineTool(
    "eslint",
    {
      flags: "h",
      valued: "f",
      long: "format= ext= max-warnings= color no-color cache no-error-on-unmatched-pattern no-eslintrc no-inline-config report-unused-disable-directives no-warn-ignored debug env-info print-config= ignore-pattern= no-ignore stdin stdin-filename=",
      writes: "-o --output-file --fix",
    },
    {
      never: {
        text: /^(?:-f|--format)(?![=\n]?(?:json|json-with-metadata|stylish|html|compact|unix|junit|checkstyle|tap|visualstudio)$)/m,
        why: "runs a custom formatter",
      },
    },
  ),
  defineTool(
    "tsc",
    {
      style: "words",
      long: "noEmit watch w pretty project= p= -noEmit -watch -project= -pretty -strict -skipLibCheck -listFiles -showConfig -version -help -build b v h -incremental -target= -module= -jsx= -lib= -types= -allowJs -checkJs -esModuleInterop -traceResolution -diagnostics",
    },
    { operand: OPTIONS_FILE },
  ),
  defineTool(
    "prettier",
    {
      flags: "cl",
      long: "check list-different log-level= loglevel= no-color color ignore-unknown no-error-on-unmatched-pattern parser= print-width= tab-width= use-tabs single-quote no-semi trailing-comma= file-info= support-info",
      writes: "-w --write",
    },
    { never: { text: /^--parser[=\n][./]/m, why: "runs a custom parser" } },
  ),
  defineTool(
    "biome|ruff|mypy|pyright|shellcheck|hadolint|yamllint|markdownlint|actionlint|flake8|black|isort|rubocop|golangci-lint run|golangci-lint linters|golangci-lint help|golangci-lint version|stylelint|vale|codespell|typos",
    {
      flags: "adhlnqsvx",
      long: `check diff colors= color= no-color max-diagnostics= diagnostic-level= select= ignore= exclude= line-length= target-version=
      show-source statistics output-format= format= severity= shell= strict ignore-missing-imports no-error-summary
      show-error-codes python-version= pretty staged changed since= verbose preview count max-line-length= exclude-dir= no-cache
      list-files stats list only= parallel fail-level=`,
      writes:
        "--fix --write -w -i --output-file -o --fix-only --unsafe-fixes --in-place -A -a --auto-correct --autocorrect",
    },
    { operand: OPTIONS_FILE },
  ),
  defineTool(
    "systemctl status|systemctl list-units|systemctl is-active|systemctl is-enabled|systemctl show|systemctl cat|systemctl list-timers|systemctl --version|systemctl list-unit-files|systemctl is-failed",
    {
      flags: "alqn",
      valued: "ptn",
      long: "no-pager all type= state= failed property= lines= full user system no-legend plain value output=",
    },
  ),
  defineTool(
    "brew list|brew info|brew --version|brew search|brew outdated|brew deps|brew --prefix|brew config|brew leaves",
    {
      flags: "1lvq",
      long: "formula cask versions json installed all",
    },
  ),
  defineTool(
    "apt list|apt show|apt-cache policy|apt-cache show|apt-cache search|dpkg -l|dpkg -L|dpkg -s|dpkg-query -W|apt search|rpm -q|rpm -qa|rpm -qi|rpm -ql",
    { flags: "aq", valued: "f", long: "installed upgradable all-versions showformat= list status" },
    {
      never: { text: /%\(|--eval|-E/, why: "evaluates a macro" },
    },
  ),
  defineTool("jj log|jj status|jj diff|jj show|hg log|hg status|hg diff|hg id|svn log|svn status|svn diff|svn info", {
    flags: "prsvulgn",
    valued: "",
    long: "limit= rev= revisions= summary stat git no-graph template= color= patch",
  }),
]

/** Options before the sub-command that change nothing important; `name=` takes a value. */
export const toolGlobals: Readonly<Record<string, readonly string[]>> = {
  npm: ["--silent", "-s", "--quiet", "-q"],
  pnpm: ["--silent", "-s", "-r", "--recursive", "--filter="],
  yarn: ["--silent", "-s"],
  cargo: ["-q", "--quiet", "-v", "--verbose", "--locked", "--offline"],
  kubectl: ["-n=", "--namespace=", "--context="],
  helm: ["-n=", "--namespace="],
  gh: ["-R=", "--repo="],
  systemctl: ["--user", "--no-pager"],
}
