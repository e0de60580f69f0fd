import { defineProgram, type EntryDetails, type ProgramRow, defineToolProgram } from "./program-entry.ts"

/** Compilers, build tools and installers. If they have sub-commands, any other one must be spelled out. */

const each = (programs: string, names: string): string =>
  programs
    .split(" ")
    .flatMap((program) => names.split(" ").map((name) => `${program} ${name.replaceAll("_", " ")}`))
    .join("|")

/** Phases and goals of Maven that run what the project itself defines. */
const MAVEN: EntryDetails = {
  operand: {
    like: /^(?:clean|validate|compile|test-compile|test|package|integration-test|verify|install|site|dependency:(?:tree|list|analyze|resolve|go-offline)|versions:display-[\w-]+|help:[\w-]+|(?:spotless|checkstyle|spotbugs|pmd|fmt):check)$/,
    why: "runs a goal that is not known to be harmless: only a rule that spells it out can allow it",
  },
}

/** A project by its path; words with a slash first or a colon are options of MSBuild, those with an at sign files of them. */
const DOTNET_PROJECT = /^(?![/@~]|[A-Za-z]:|(?:.*[\\/])?\.\.(?:[\\/]|$))[^:]*$/

/** `-flp:LogFile=x` is a switch of MSBuild, not `-f` with a value. */
const MSBUILD_SWITCH = {
  text: /^[-/]{1,2}(?!(?:v|verbosity|c|configuration|f|framework|r|runtime):[\w.-]*$)\w[\w-]*:/m,
  why: "passes this switch on to MSBuild, which may load or write what it names: only a rule that spells it out can allow it",
} as const

export const buildPrograms: readonly ProgramRow[] = [
  defineProgram(
    "gcc|g++|cc|c++|clang|clang++|c99|c89",
    {
      style: "words",
      kinds: { write: "-o -MF" },
      takes: "read*",
      long: "c S E v g pipe s shared static pthread M MM MD MMD MP MT= MQ= x= ansi pedantic w -version -help",
    },
    {
      options:
        /^-(?:W(?:no-)?[a-z][\w+=-]*|O[0-3sgz]?|Ofast|std=[\w+:]+|g[\w-]*|[IDUL][\w./+=-]*|l[\w.+-]+|f(?:no-)?(?:PIC|pic|PIE|pie|exceptions|rtti|openmp|lto|stack-protector[\w-]*|sanitize=[\w,-]+|diagnostics-color(?:=\w+)?|visibility=\w+|syntax-only|omit-frame-pointer|strict-aliasing|common|wrapv)|m(?:arch|tune|cpu)=[\w.+-]+|m(?:32|64|avx\w*|sse[\w.]*))$/,
      operand: { like: /^[^@]/, why: "reads options from a file: write them out" },
    },
  ),
  defineProgram(
    "ld|as|javac|rustc",
    {
      style: "words",
      kinds: { write: "-o -d" },
      takes: "read*",
      long: "version -version -help help t -explain= -edition= -crate-type= -test O g v",
    },
    { operand: { like: /^[^@]/, why: "reads options from a file: write them out" } },
  ),
  defineProgram(
    "mvn|mvnw",
    {
      style: "words",
      long: `B q e X o U N V v h nsu ntp ff fae fn am amd pl= T= rf= -batch-mode -quiet -errors -debug -offline -update-snapshots
        -no-transfer-progress -projects= -also-make -fail-at-end -fail-fast -threads= -version -help -show-version
        -non-recursive DskipTests DskipITs Dmaven.test.skip Dtest Dit.test Dgroups DfailIfNoTests Dstyle.color
        Dsurefire.failIfNoSpecifiedTests`,
      takes: "text*",
    },
    MAVEN,
  ),
  defineProgram(
    "gradle|gradlew",
    {
      flags: "qidwsSamvh",
      valued: "x",
      long: `quiet info debug warn stacktrace full-stacktrace rerun-tasks rerun daemon no-daemon parallel no-parallel build-cache
        no-build-cache offline continue dry-run console= tests= max-workers= scan no-scan profile refresh-dependencies
        configuration-cache no-configuration-cache warning-mode= exclude-task= version help status tasks all configuration=
        dependency= fail-fast stop`,
      takes: "text*",
    },
    { operand: { like: /^:?[\w.:-]+$/, why: "may run code contained in this argument: give task names only" } },
  ),
  defineToolProgram(
    each(
      "dotnet",
      "build test restore clean publish pack list format nuget_list sln --info --version --list-sdks --list-runtimes",
    ),
    {
      flags: "hq",
      valued: "cfrv",
      long: `configuration= framework= runtime= no-build no-restore no-incremental nologo verbosity= filter= list-tests blame
      self-contained no-dependencies interactive verify-no-changes severity= outdated vulnerable deprecated include-transitive
      no-launch-profile tl`,
      takes: "project*",
    },
    { like: { project: DOTNET_PROJECT }, passes: "<run settings>", never: MSBUILD_SWITCH },
  ),
  defineToolProgram(
    "dotnet run",
    {
      flags: "hq",
      valued: "cfrv",
      long: "configuration= framework= runtime= no-build no-restore verbosity= no-launch-profile",
      kinds: { code: "--project" },
      takes: "project argument*",
    },
    { like: { project: DOTNET_PROJECT }, passes: "<script>", never: MSBUILD_SWITCH },
  ),
  defineToolProgram("pipenv --version|pipenv graph|pipenv check|pdm list|pdm info|hatch version|rye list", {
    takes: "text*",
  }),
  defineToolProgram(
    each("swift", "build test package_describe package_show-dependencies package_resolve package_dump-package"),
    {
      flags: "vq",
      valued: "cj",
      long: "configuration= target= product= build-tests filter= skip= parallel jobs= list-tests enable-code-coverage show-bin-path type= format=",
      takes: "",
    },
  ),
  defineToolProgram(
    each("bun", "test"),
    { style: "npm", long: "watch timeout= bail coverage only todo rerun-each=", takes: "code*" },
    { passes: "<script>" },
  ),
  defineToolProgram(
    each("bun", "run"),
    { style: "npm", long: "watch silent filter=", takes: "name argument*" },
    { passes: "<script>" },
  ),
  defineToolProgram(
    each("bun", "install i add remove outdated pm_ls pm_bin update"),
    {
      style: "npm",
      long: "frozen-lockfile production dev D save-dev exact E silent no-save ignore-scripts global g filter= all",
      takes: "package*",
    },
    { network: true },
  ),
  defineToolProgram(
    each("pip pip3", "install download uninstall") + "|uv pip install|uv add|uv remove",
    {
      flags: "qUvy",
      kinds: { code: "-r --requirement -c --constraint", package: "-e --editable" },
      long: `upgrade no-deps user pre no-cache-dir no-cache dry-run force-reinstall disable-pip-version-check progress-bar= no-input
        dev group= extra= no-build-isolation break-system-packages root-user-action= system yes only-binary= no-binary=`,
      takes: "package*",
    },
    { network: true, named: true },
  ),
  defineToolProgram(
    each("pip pip3", "list show freeze check index debug --version"),
    {
      takes: "text*",
      flags: "ofuelr",
      long: "outdated format= uptodate editable local user exclude= files all not-required",
    },
    { network: true },
  ),
  defineToolProgram("uv pip list|uv pip show|uv pip freeze|uv pip check|uv pip tree", {
    flags: "q",
    takes: "text*",
    long: "outdated format= editable exclude= strict system no-color depth= invert",
  }),
  defineToolProgram("uv sync|uv lock|uv tree|uv version|uv python list|uv export", {
    flags: "qUv",
    takes: "text*",
    long: `upgrade no-deps user pre no-cache-dir no-cache dry-run force-reinstall
      disable-pip-version-check progress-bar= no-input dev group= extra= all-extras all-groups no-dev frozen locked offline
      check depth= invert only-installed no-hashes no-build-isolation break-system-packages root-user-action= system`,
  }),
  defineToolProgram(
    "poetry show|poetry check|poetry install|poetry lock|poetry env info|poetry env list|poetry version|poetry about|poetry build|poetry update|poetry add|poetry remove|poetry config --list",
    {
      takes: "package*",
      flags: "tlaonsD",
      valued: "G",
      long: "tree latest outdated all no-root no-dev only= with= without= sync no-interaction no-ansi dry-run lock no-update check strict path short group= dev extras= all-extras format= no-cache",
    },
  ),
  defineToolProgram(
    "bundle install|bundle list|bundle show|bundle info|bundle outdated|bundle check|bundle licenses|bundle platform|bundle update|bundle lock|bundle --version|bundle version",
    {
      takes: "name*",
      flags: "j",
      long: "jobs= retry= local without= with= deployment frozen paths name-only only-group= dry-run all patch minor major strict parseable groups groups= conservative",
    },
  ),
  defineToolProgram(
    "gem list|gem info|gem search|gem env|gem which|gem outdated|gem dependency|gem specification|gem contents|gem --version|gem help",
    {
      takes: "text*",
      flags: "adeilnqrv",
      long: "local remote all details exact installed versions reverse-dependencies pipe",
    },
    { network: true },
  ),
  defineToolProgram(
    "composer install|composer update|composer show|composer validate|composer outdated|composer audit|composer licenses|composer diagnose|composer why|composer why-not|composer depends|composer prohibits|composer dump-autoload|composer dumpautoload|composer check-platform-reqs|composer status|composer search|composer info|composer fund|composer --version|composer about",
    {
      takes: "text*",
      flags: "DNniotlsamPqv",
      valued: "f",
      long: `no-dev dev no-interaction no-ansi ansi no-progress no-scripts no-plugins no-autoloader optimize-autoloader
      classmap-authoritative prefer-dist prefer-source dry-run tree latest outdated direct all locked self name-only installed
      platform format= strict no-check-publish no-check-lock no-check-all minor-only major-only patch-only ignore= tree
      recursive optimize apcu with-dependencies with-all-dependencies no-update no-install prefer-lowest prefer-stable`,
    },
    { network: true },
  ),
  defineToolProgram(
    "composer require|composer remove",
    {
      flags: "n",
      long: "dev no-interaction no-update no-install dry-run with-dependencies with-all-dependencies no-scripts no-plugins no-progress",
      takes: "library*",
    },
    { network: true, named: true, like: { library: /^[\w.-]+\/[\w.-]+(?::[\w.^~*<>=|@ -]+)?$/ } },
  ),
  defineToolProgram(
    "cmake --build",
    {
      flags: "v",
      valued: "t",
      attached: "j",
      long: "parallel= target= config= clean-first preset= list-presets",
      takes: "code",
    },
    { passes: "make" },
  ),
  defineToolProgram("cmake --version|cmake --help|cmake --list-presets", {}),
  defineToolProgram(
    "cmake --install",
    { long: "config= component= strip", kinds: { write: "--prefix" }, takes: "code" },
    { named: true },
  ),
  defineToolProgram(
    "cmake",
    {
      valued: "G",
      kinds: { code: "-S", write: "-B" },
      long: "preset= log-level= fresh",
      runs: "-C= -P= -E= -D= -T= -A=",
      takes: "code",
    },
    {
      options:
        /^-DCMAKE_(?:BUILD_TYPE|EXPORT_COMPILE_COMMANDS|CXX_STANDARD|C_STANDARD|VERBOSE_MAKEFILE)=\w+$|^-D(?:BUILD|ENABLE|WITH|USE)_\w+=(?:ON|OFF|YES|NO|TRUE|FALSE|0|1)$|^-W(?:no-)?dev$/,
    },
  ),
  defineToolProgram("ctest", {
    takes: "",
    flags: "VQNF",
    valued: "jREL",
    attached: "j",
    long: "output-on-failure parallel= tests-regex= exclude-regex= label-regex= verbose extra-verbose show-only rerun-failed stop-on-failure timeout= schedule-random no-tests= progress build-config= preset=",
    kinds: { code: "--test-dir" },
    runs: "-S= -D= -T= -M= -A= --build-and-test --test-command=",
  }),
  defineToolProgram(
    "rake",
    { flags: "TnPqsAW", valued: "j", takes: "text*" },
    { operand: { like: /^[\w:,[\]-]+$/, why: "may run code contained in this argument: give task names only" } },
  ),
  defineToolProgram(
    "ninja",
    { flags: "nvd", valued: "jkl", kinds: { code: "-C" }, runs: "-f=", takes: "name*" },
    { never: { text: /^-\w*C\n?(?:[/~]|(?:.*\/)?\.\.(?:\/|$))/m, why: "builds files outside the project" } },
  ),
  defineToolProgram(
    each("next nuxt nuxi vite astro remix", "build dev start serve preview lint check info generate typecheck"),
    {
      flags: "hd",
      valued: "pHm",
      long: "port= hostname= host mode= debug profile no-lint turbo turbopack strict",
    },
    {
      operands: {
        most: 0,
        why: "runs the configuration of the directory it is given: only a rule that spells it out can allow it",
      },
    },
  ),
  defineToolProgram(
    "xcodebuild",
    {
      style: "words",
      takes: "text*",
      long: `list showsdks showdestinations showBuildSettings scheme= configuration= destination= sdk= target= arch= alltargets quiet
        json only-testing= skip-testing= parallelizeTargets jobs= enableCodeCoverage= hideShellScriptEnvironment`,
    },
    {
      options: /^-(?:only|skip)-testing:[\w/.-]+$/,
      operand: {
        like: /^(?:build|test|clean|analyze|build-for-testing|test-without-building)$/,
        why: "can build something the project does not define when given this argument: only a rule that spells it out can allow it",
      },
    },
  ),
  defineToolProgram(
    "easy_install",
    {},
    { operands: { most: 0, why: "runs what it installs: only a rule that spells it out can allow it" } },
  ),
  defineToolProgram(each("vagrant", "status global-status version port box_list plugin_list --version"), {
    takes: "text*",
    flags: "h",
    long: "machine-readable prune no-color",
  }),
  defineToolProgram(
    each(
      "mix",
      "test compile format deps deps.get deps.tree credo dialyzer help hex.outdated hex.audit xref docs clean phx.routes",
    ),
    {
      takes: "code*",
      long: `warnings-as-errors force check-formatted stale cover trace only= exclude= include= max-failures= seed= failed strict
        all all-warnings no-deps-check format= partitions= slowest= color no-color dry-run`,
    },
  ),
  defineToolProgram("rspec|minitest", {
    takes: "code*",
    flags: "bcw",
    valued: "ejt",
    long: "fail-fast color no-color colour backtrace profile format= example= tag= order= seed= only-failures next-failure dry-run warnings",
  }),
  defineToolProgram(
    "flutter analyze|flutter test|flutter doctor|flutter pub get|flutter pub outdated|flutter pub deps|flutter devices|flutter --version|dart analyze|dart test|dart format|dart pub get|dart pub outdated|dart --version",
    {
      flags: "vjn",
      takes: "code*",
      long: "coverage name= plain-name= tags= exclude-tags= concurrency= reporter= machine fatal-infos fatal-warnings no-fatal-infos pub no-pub set-exit-if-changed style= json",
    },
  ),
  defineToolProgram(
    "rustup show|rustup toolchain list|rustup target list|rustup component list|rustup check|rustup --version|rustup which",
    {
      flags: "qv",
      takes: "text*",
      long: "installed toolchain= ",
    },
  ),
]
