import { defineProgram, type EntryDetails, type ProgramRow, defineTool } from "./program-entry.ts"

/** What build, test and deployment tools may be given. Their sub-commands are listed; others must be spelled out. */

const npm = (of: string, takes: string, long = "", more: EntryDetails = {}): ProgramRow =>
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

const gh = (uses: Readonly<Record<string, string>>): string =>
  Object.entries(uses)
    .flatMap(([command, names]) => names.split(" ").map((name) => `gh ${command}${name === "" ? "" : ` ${name}`}`))
    .join("|")

/** What people let agents do on GitHub: read, and write what others can answer. */
const GH_READS = gh({
  pr: "list ls view diff checks status create new comment",
  issue: "list ls view status create new comment",
  repo: "list ls view",
  run: "list ls view watch",
  workflow: "list ls view",
  release: "list ls view",
  search: "code commits issues prs repos",
  label: "list ls",
  project: "list ls view item-list field-list",
  org: "list ls",
  ruleset: "list ls view check",
  cache: "list ls",
  status: "",
})

/** What changes something that others rely on: only for a rule that names it. */
const GH_CHANGES = gh({
  pr: "edit merge close reopen ready review lock unlock update-branch",
  issue: "edit close reopen delete lock unlock pin unpin transfer develop",
  repo: "create new edit delete archive unarchive rename",
  run: "cancel delete rerun",
  workflow: "run enable disable",
  release: "edit delete delete-asset",
  label: "create edit delete clone",
  cache: "delete",
})

const SENDS = "may send the contents of a file: only a rule that spells it out can allow it"

const OPTIONS_FILE = { like: /^[^@]/, why: "reads options from a file: write them out" }

export const toolPrograms: readonly ProgramRow[] = [
  npm("run run-script", "text argument*", "watch watchAll coverage ci", { passes: SCRIPT }),
  npm("test t tst start stop restart build lint", "argument*", "watch watchAll coverage ci", { passes: SCRIPT }),
  npm(
    "ls list ll la outdated audit why explain view info show v search root bin prefix help ping whoami doctor fund licenses",
    "text*",
    "fix= level= audit-level= production",
    { network: true },
  ),
  npm("ci install i add remove uninstall rm un update up upgrade dedupe prune", "package*", "", { network: true }),
  npm("pack version", "text*"),
  npm("publish", "", "", { network: true, named: true }),
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
  defineTool(
    "cargo test|cargo build|cargo check|cargo bench|cargo doc|cargo b|cargo t|cargo c|cargo nextest",
    {
      flags: "qvr",
      valued: "pjF",
      long: `workspace all all-targets all-features features= no-default-features release package= exclude= lib bin= bins test=
      tests example= examples bench= benches profile= jobs= target= message-format= frozen locked offline no-run
      no-fail-fast keep-going ignore-rust-version doc no-deps open=false color= future-incompat-report timings document-private-items`,
      takes: "text*",
    },
    { passes: "<test program>" },
  ),
  defineTool(
    "cargo clippy",
    {
      flags: "qvr",
      valued: "pjF",
      long: `workspace all all-targets all-features features= no-default-features release package= exclude= lib bin= bins test=
      tests example= examples benches profile= jobs= target= message-format= frozen locked offline keep-going no-deps color=`,
    },
    { passes: "<lints>" },
  ),
  defineTool("cargo fmt", { flags: "qvp", long: "all check package= message-format=" }, { passes: "rustfmt" }),
  defineTool("rustfmt", { flags: "lqv", long: "check edition= color= files-with-diff", takes: "write*" }),
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
      grep-invert= pattern= target= env= message= limit= level= severity= format= headless= watch=`,
      takes: "argument*",
    },
    {
      never: {
        text: /^--?(?:env|target|format|reporters?|mode|g|grep|filter)[=\n](?:\S*[/\\]|\S*\.[cm]?[jt]s)/m,
        why: "may load code that this argument names: only a rule that spells it out can allow it",
      },
    },
  ),
  defineTool(
    "cargo run|cargo r",
    {
      flags: "qvr",
      valued: "pjF",
      long: "release package= bin= example= features= all-features no-default-features profile= locked offline frozen",
      takes: "argument*",
    },
    { passes: SCRIPT },
  ),
  defineTool(
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
        c src short= cmd= h json= i mod= modcacherw -help -version s l`,
      writes: "-o= -coverprofile= -cpuprofile= -memprofile= -blockprofile= -mutexprofile= -trace= -outputdir= -pkgdir=",
      elsewhere: "-C=",
      runs: "-exec= -toolexec= -overlay= -modfile= -vettool= -gccgoflags= -ldflags= -gcflags= -asmflags= -fuzz=",
      takes: "code*",
    },
  ),
  defineProgram(
    "go run|go install|go get",
    { style: "words", long: "v race tags= a n x u t", takes: "local argument*" },
    { named: true, network: true, like: { local: /^(?:\.|\.\/[\w./-]*|[\w/-]+\.go)$/ } },
  ),
  defineTool("gofmt", { flags: "dels", writes: "-w", runs: "-r= -cpuprofile=", takes: "read*" }),
  defineTool(
    "docker ps|docker images|docker logs|docker inspect|docker version|docker info|docker top|docker stats|docker port|docker diff|docker history|docker events|docker search|docker container ls|docker container list|docker container inspect|docker container logs|docker container top|docker container stats|docker image ls|docker image list|docker image inspect|docker image history|docker network ls|docker network inspect|docker volume ls|docker volume inspect|docker system df|docker system info|docker context ls|docker buildx ls|docker manifest inspect",
    {
      flags: "adflnqstv",
      valued: "",
      long: `all filter= format= last= latest no-trunc size digests follow since= tail= until= timestamps details type= no-stream tree
        human limit=`,
      takes: "text*",
    },
    { network: true },
  ),
  defineTool("docker compose logs|docker compose events", {
    flags: "ft",
    valued: "n",
    long: "follow no-color no-log-prefix since= tail= timestamps until= index= json",
    takes: "text*",
  }),
  defineTool(
    "docker compose ps|docker compose images|docker compose ls|docker compose top|docker compose version|docker compose port|docker compose config|docker compose up|docker compose down|docker compose start|docker compose stop|docker compose restart|docker compose build|docker compose pull",
    {
      flags: "adqtvV",
      long: `all filter= format= services status= orphans no-color no-log-prefix since= tail= timestamps until= volumes hash= images
        detach build no-build force-recreate no-recreate remove-orphans wait timeout= no-cache pull no-deps rmi= no-start
        quiet-pull abort-on-container-exit exit-code-from= attach-dependencies index= protocol= json`,
      takes: "text*",
    },
  ),
  defineTool(
    "docker pull|docker tag|docker wait",
    { flags: "aq", long: "all-tags disable-content-trust platform=", takes: "text*" },
    { network: true },
  ),
  defineTool(
    "docker push|docker stop|docker start|docker restart|docker rm|docker rmi|docker kill|docker pause|docker unpause|docker rename|docker update|docker container rm|docker container stop|docker container start|docker container restart|docker image rm|docker volume rm|docker volume create|docker network rm|docker network create",
    {
      flags: "afqv",
      valued: "ts",
      long: "platform= all-tags disable-content-trust time= force volumes link no-prune signal= driver= label=",
      takes: "text*",
    },
    { network: true, named: true },
  ),
  defineTool(
    "docker run|podman run",
    {
      flags: "ditqP",
      valued: "hpelwu",
      long: `rm detach interactive tty init name= env= publish= workdir= user= hostname= network= memory= cpus= platform= pull= label=
        read-only restart= shm-size= stop-timeout= no-healthcheck`,
      takes: "text nested*",
    },
    { network: true, named: true },
  ),
  defineTool(
    "docker build|docker buildx build",
    {
      flags: "q",
      valued: "t",
      long: "tag= no-cache pull platform= target= build-arg= label= progress= force-rm rm load check",
      runs: "-f= --file=",
      takes: "code",
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
      takes: "text*",
    },
    {
      network: true,
      never: {
        text: /^(?:-o\n|-o(?!\n)|--output[=\n])(?!json\b|yaml\b|wide\b|name\b|jsonpath=|go-template=|custom-columns=)|^(?=[^]*^(?:[\w.]+,)*secrets?(?:[/.,]|$))[^]*^(?:-\w*o|--output)[=\n]?(?:json|yaml|go-template|custom)/im,
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
      takes: "text*",
    },
    { network: true },
  ),
  defineTool("helm template", {
    valued: "n",
    kinds: { read: "-f --values" },
    takes: "text code",
    long: "set= set-string= namespace= show-only= include-crds api-versions= kube-version= version= release-name name-template= skip-tests dependency-update is-upgrade no-hooks",
  }),
  defineTool(
    GH_READS,
    {
      flags: "cdfsmr",
      valued: "LRSAaBbHtljqEPu",
      long: `json= jq= template= limit= repo= state= search= author= assignee= base= head= title= body= label= milestone= draft fill
        fill-first reviewer= add-label= remove-label= comments squash merge rebase delete-branch auto log log-failed exit-status
        name-only patch color= required interval= fail-fast event= branch= user= workflow= status= created= commit= app= mention=
        reason= approve comment request-changes notes= generate-notes latest prerelease target= hostname= owner=
        visibility= language= sort= order= match= paginate add-assignee= add-reviewer= discussion-category= yes job= attempt=
        all help`,
      takes: "text*",
    },
    { network: true },
  ),
  defineTool(
    GH_CHANGES,
    {
      flags: "dsmry",
      valued: "LRAaBbHtlEcqu",
      long: `repo= title= body= label= milestone= reviewer= add-label= remove-label= squash merge rebase delete-branch auto reason=
        comment= approve request-changes add-assignee= add-reviewer= notes= draft=false latest prerelease target= yes admin
        name= color= description= visibility= default-branch= failed job= debug ref= field= raw-field= subject= branch= base=`,
      takes: "text*",
    },
    { network: true, named: true },
  ),
  defineTool(
    "gh release create|gh release new",
    {
      takes: "text",
      flags: "dp",
      valued: "Rtn",
      long: "title= notes= draft prerelease generate-notes target= latest verify-tag repo= discussion-category= notes-from-tag notes-start-tag=",
      runs: "-F= --notes-file=",
    },
    { network: true },
  ),
  defineTool("gh auth status", { flags: "a", valued: "h", long: "active hostname=" }, { network: true }),
  defineTool(
    "gh gist list|gh gist ls|gh gist view",
    {
      flags: "r",
      valued: "Lf",
      long: "limit= public secret filename= files raw filter= include-content",
      takes: "text*",
    },
    { network: true },
  ),
  defineTool(
    "gh api",
    {
      flags: "i",
      valued: "Hqtp",
      long: "header= jq= template= paginate slurp cache= hostname= include silent preview=",
      changes: "-X= --method= -f= -F= --field= --raw-field=",
      takes: "text",
    },
    { network: true, never: { text: /^(?:-\w*F\n?|--field[=\n])[^\n=]*=@/m, why: SENDS } },
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
      runs: "-p= -c= --config-file= --rootdir= --confcutdir= --pyargs -o= --override-ini= --pdbcls= --plugins=",
      takes: "code*",
    },
    {
      never: { text: /^--cov-report[=\n](?!term|json$|xml$|html$|lcov$|$)/m, why: "writes a file" },
      operand: OPTIONS_FILE,
    },
  ),
  defineTool("vitest|jest|mocha|ava|phpunit", {
    takes: "code*",
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
  defineTool(
    "tsc",
    {
      style: "words",
      kinds: { code: "-p -project --project" },
      takes: "code*",
      long: "noEmit watch w pretty -noEmit -watch -pretty -strict -skipLibCheck -listFiles -showConfig -version -help -build b v h -incremental -target= -module= -jsx= -lib= -types= -allowJs -checkJs -esModuleInterop -traceResolution -diagnostics",
    },
    { operand: OPTIONS_FILE },
  ),
  defineTool(
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
  defineTool(
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
  defineTool(
    "systemctl status|systemctl list-units|systemctl is-active|systemctl is-enabled|systemctl show|systemctl cat|systemctl list-timers|systemctl --version|systemctl list-unit-files|systemctl is-failed",
    {
      flags: "alqn",
      valued: "ptn",
      long: "no-pager all type= state= failed property= lines= full user system no-legend plain value output=",
      takes: "text*",
    },
  ),
  defineTool(
    "brew list|brew info|brew --version|brew search|brew outdated|brew deps|brew --prefix|brew config|brew leaves",
    {
      flags: "1lvq",
      long: "formula cask versions json installed all",
      takes: "name*",
    },
    { network: true },
  ),
  defineTool(
    "apt list|apt show|apt-cache policy|apt-cache show|apt-cache search|dpkg -l|dpkg -L|dpkg -s|dpkg-query -W|apt search|rpm -q|rpm -qa|rpm -qi|rpm -ql",
    { flags: "aq", valued: "f", long: "installed upgradable all-versions showformat= list status", takes: "text*" },
    {
      never: { text: /%\(|--eval|-E/, why: "evaluates a macro" },
    },
  ),
  defineTool("jj log|jj status|jj diff|jj show|hg log|hg status|hg diff|hg id|svn log|svn status|svn diff|svn info", {
    flags: "prsvulgn",
    valued: "",
    long: "limit= rev= revisions= summary stat git no-graph template= color= patch",
    takes: "text*",
  }),
  defineTool(
    "agent-browser open|agent-browser click|agent-browser fill|agent-browser type|agent-browser snapshot|agent-browser get|agent-browser wait|agent-browser back|agent-browser close|agent-browser hover|agent-browser press|agent-browser scroll",
    {
      flags: "ic",
      long: "json session= timeout= full",
      takes: "page text*",
    },
    { network: true, like: { page: /^(?!file:|javascript:|data:|-)\S+$/i } },
  ),
  defineTool("ng build|ng test|ng lint|ng serve|ng version|ng e2e", {
    long: "watch no-watch prod browsers= port= code-coverage",
    takes: "name",
  }),
  defineTool(
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
