/**
 * Ways in which a command of a skill runs a file of the project. After an approval, a change of any file in `runs` must
 * take the approval back. `said` marks commands that also run what nobody can name beforehand, which `trust add` says.
 */
export interface ApprovalForm {
  readonly command: string
  readonly runs: readonly string[]
  readonly said?: true
}

function covered(command: string, ...runs: string[]): ApprovalForm {
  return { command, runs }
}

function said(command: string, ...runs: string[]): ApprovalForm {
  return { command, runs, said: true }
}

const X = "scripts/x.sh"

const NAMED: readonly ApprovalForm[] = [
  covered("bash scripts/x.sh", X),
  covered("bash -eu scripts/x.sh one", X),
  covered("bash -- scripts/x.sh", X),
  covered("./scripts/x.sh", X),
  covered("scripts/x.sh --fast", X),
  covered("scripts/../scripts/x.sh", X),
  covered("\"scripts\"/'x.sh'", X),
  covered("bash scripts/x\\.sh", X),
  covered("bash $'scripts/x.sh'", X),
  covered(". scripts/x.sh", X),
  covered("source ./scripts/x.sh", X),
  covered("if [ -x scripts/x.sh ]; then scripts/x.sh; fi", X),
  covered("true && scripts/x.sh || scripts/y.sh", X, "scripts/y.sh"),
  covered("case a in a) bash scripts/x.sh;; esac", X),
  covered("while scripts/x.sh; do break; done", X),
  covered("! { scripts/x.sh; } &", X),
  covered("bash linked.sh", X),
  covered("bash linked/x.sh", X),
]

const THROUGH_STDIN: readonly ApprovalForm[] = [
  covered("bash < scripts/x.sh", X),
  covered("sh 0<scripts/x.sh", X),
  covered("{ bash; } < scripts/x.sh", X),
  covered("cat scripts/x.sh | bash", X),
  covered("bash <(cat scripts/x.sh)", X),
  covered('bash -c "$(cat scripts/x.sh)"', X),
  covered('bash -c "$(<scripts/x.sh)"', X),
  covered('eval "`cat scripts/x.sh`"', X),
  covered("python3 - < scripts/x.py", "scripts/x.py"),
  covered("bash <<'END'\n. scripts/x.sh\nEND", X),
  covered("bash <<END\nscripts/x.sh one\nEND", X),
  covered("bash <<< '. scripts/x.sh'", X),
  covered("python3 <<'END'\nexec(open(\"scripts/x.py\").read())\nEND", "scripts/x.py"),
  covered("sqlite3 data.db < scripts/x.sql", "scripts/x.sql"),
]

const THROUGH_DIRECTORIES: readonly ApprovalForm[] = [
  covered("cd scripts && ./x.sh", X),
  covered("cd scripts; bash x.sh", X),
  covered("(cd scripts && sh x.sh)", X),
  covered("cd scripts/ && cd ../scripts && bash x.sh", X),
  covered("pushd scripts && ./x.sh && popd", X),
  covered('"$PWD/scripts/x.sh"', X),
  covered("bash ${PWD}/scripts/x.sh", X),
  covered("cd $PWD/scripts && bash ./x.sh", X),
  covered("bash ~+/scripts/x.sh", X),
  covered('bash "$(pwd)/scripts/x.sh"', X),
  covered('bash "$(git rev-parse --show-toplevel)/scripts/x.sh"', X),
  covered('cd "$(git rev-parse --show-toplevel)" && scripts/x.sh', X),
  covered("bash ${CLAUDE_SKILL_DIR}/../../../scripts/x.sh", X),
  covered("cd ${CLAUDE_SKILL_DIR}/../../../scripts && ./x.sh", X),
  covered("env -C scripts ./x.sh", X),
  covered("env --chdir=scripts ./x.sh", X),
  covered("bash -c 'cd scripts && ./x.sh'", X),
  covered("PATH=./bin:$PATH tool", "bin/tool"),
  covered("export PATH=$PWD/bin:$PATH; tool --all", "bin/tool"),
]

const THROUGH_VARIABLES: readonly ApprovalForm[] = [
  covered("S=scripts/x.sh; bash $S", X),
  covered("S=scripts/x.sh bash -c '. \"$S\"'", X),
  covered("D=scripts; bash $D/x.sh", X),
  covered('D=scripts && cd "$D" && ./x.sh', X),
  covered('bash "${D:-scripts}/x.sh"', X),
  covered("N=x; bash scripts/$N.sh", X),
  covered('set -- scripts/x.sh; bash "$1"', X),
  covered('A=(scripts/x.sh); bash "${A[0]}"', X),
  covered("declare S=scripts/x.sh; bash $S", X),
  covered("read S <<< scripts/x.sh; bash $S", X),
  covered("bash $(echo scripts/x.sh)", X),
  covered("BASH_ENV=scripts/x.sh bash -c true", X),
  covered("ENV=./scripts/x.sh sh -i", X),
  covered("export BASH_ENV=$PWD/scripts/x.sh; bash -c true", X),
  covered("NODE_OPTIONS=--require=./lib/pre.js node -e 1", "lib/pre.js"),
  covered("NODE_OPTIONS='--no-warnings --import ./lib/pre.mjs' node -e 1", "lib/pre.mjs"),
  covered("PYTHONSTARTUP=scripts/x.py python3 -i", "scripts/x.py"),
  covered("PYTHONPATH=lib python3 -m mod", "lib/mod.py"),
  covered("GIT_EXTERNAL_DIFF=./scripts/x.sh git diff", X),
  covered("GIT_SSH_COMMAND='bash scripts/x.sh' git fetch", X),
  covered("LD_PRELOAD=./lib/x.so ls", "lib/x.so"),
]

const THROUGH_LOOPS_AND_GLOBS: readonly ApprovalForm[] = [
  covered("for f in scripts/x.sh; do bash $f; done", X),
  covered("for n in x y; do bash scripts/$n.sh; done", X, "scripts/y.sh"),
  covered("for d in scripts; do (cd $d && ./x.sh); done", X),
  covered("bash scripts/{x,y}.sh", X, "scripts/y.sh"),
  said("for f in scripts/*.sh; do bash $f; done", X, "scripts/y.sh"),
  said("bash scripts/?.sh", X),
  said("bash scripts/[x].sh", X),
  said("cd scripts && for f in *.sh; do ./$f; done", X, "scripts/y.sh"),
  said("cat scripts/*.sh | bash", X, "scripts/y.sh"),
  said("for f in $(ls scripts); do bash scripts/$f; done", X),
  said("find scripts -name '*.sh' -exec bash {} \\;", X, "scripts/y.sh"),
  said("find scripts -name 'x*' | xargs bash", X),
  said("ls scripts/*.sh | xargs -n1 bash", X),
  said("xargs -a scripts/list.txt bash", "scripts/list.txt"),
  said("while read -r f; do bash $f; done < scripts/list.txt", "scripts/list.txt"),
  covered("echo scripts/x.sh | xargs bash", X),
  said("run-parts scripts", X),
]

const THROUGH_WRAPPERS: readonly ApprovalForm[] = [
  covered("env bash scripts/x.sh", X),
  covered("env -i A=1 bash scripts/x.sh", X),
  covered("env -S 'bash scripts/x.sh'", X),
  covered("timeout 5 bash scripts/x.sh", X),
  covered("nice -n 5 ./scripts/x.sh", X),
  covered("nohup setsid stdbuf -oL scripts/x.sh", X),
  covered("command bash scripts/x.sh", X),
  covered("exec scripts/x.sh", X),
  covered("time bash scripts/x.sh", X),
  covered("busybox sh scripts/x.sh", X),
  covered("bash -c 'scripts/x.sh one'", X),
  covered("sh -c '. ./scripts/x.sh'", X),
  covered("bash -c \"bash -c 'bash scripts/x.sh'\"", X),
  covered("eval 'bash scripts/x.sh'", X),
  covered("trap 'bash scripts/x.sh' EXIT", X),
  covered("parallel ./scripts/x.sh ::: a b", X),
  covered("watch -n1 'bash scripts/x.sh'", X),
  covered("git -c core.fsmonitor=./scripts/x.sh status", X),
  covered("git -c core.pager='bash scripts/x.sh' log", X),
  covered("git -c alias.z='!bash scripts/x.sh' z", X),
  covered("tar -xf a.tar --to-command=./scripts/x.sh", X),
  covered("tar -cf a.tar -I./scripts/x.sh lib", X),
  covered("sort --compress-program=./scripts/x.sh data.txt", X),
  covered("rg --pre ./scripts/x.sh word", X),
  covered("f() { bash scripts/x.sh; }; f", X),
]

const THROUGH_INTERPRETERS: readonly ApprovalForm[] = [
  covered("bash --rcfile scripts/x.sh -i", X),
  covered("bash --init-file=scripts/x.sh -i", X),
  covered("node scripts/x.js", "scripts/x.js"),
  covered("node scripts/x", "scripts/x.js"),
  covered("node --require ./lib/pre.js -e 1", "lib/pre.js"),
  covered("node -r ./lib/pre scripts/x.js", "lib/pre.js", "scripts/x.js"),
  covered("node --import=./lib/pre.mjs scripts/x.js", "lib/pre.mjs"),
  covered("node --env-file=config/run.env scripts/x.js", "config/run.env"),
  covered("node -e 'require(\"./lib/pre.js\")'", "lib/pre.js"),
  covered("node .", "package.json", "main.js"),
  covered("node lib", "lib/index.js"),
  covered("python3 scripts/x.py", "scripts/x.py"),
  covered("python3 -m tool.start", "tool/start.py", "tool/__init__.py"),
  covered("python3 -m tool", "tool/__main__.py"),
  covered("python3 tool", "tool/__main__.py"),
  covered("cd lib && python3 -mmod", "lib/mod.py"),
  covered("python3 -c 'import mod' lib/mod.py", "lib/mod.py"),
  covered("perl -Ilib -MMod -e 1", "lib/Mod.pm"),
  covered("ruby -r./lib/x.rb -e 1", "lib/x.rb"),
  covered("awk -f scripts/x.awk data.txt", "scripts/x.awk"),
  covered("awk -fscripts/x.awk data.txt", "scripts/x.awk"),
  covered("sed -nf scripts/x.sed data.txt", "scripts/x.sed"),
  covered("sed --file=scripts/x.sed data.txt", "scripts/x.sed"),
  covered("jq -f scripts/x.jq data.json", "scripts/x.jq"),
  covered("sqlite3 data.db '.read scripts/x.sql'", "scripts/x.sql"),
  covered("java -jar lib/x.jar", "lib/x.jar"),
  covered("java -cp lib/x.jar:lib Start", "lib/x.jar"),
  covered("php -d auto_prepend_file=scripts/x.php -r 1", "scripts/x.php"),
  covered("deno run --config config/deno.json scripts/x.ts", "config/deno.json", "scripts/x.ts"),
  covered("npx tsx scripts/x.ts", "scripts/x.ts"),
  covered("curl -K config/curl.conf", "config/curl.conf"),
  covered("ssh -F config/ssh.conf host", "config/ssh.conf"),
  covered("vim -es -S scripts/x.vim", "scripts/x.vim"),
]

const BY_DEFINITION: readonly ApprovalForm[] = [
  said("make", "Makefile"),
  said("make -f config/rules.mk all", "config/rules.mk"),
  said("make -fconfig/rules.mk", "config/rules.mk"),
  said("make -C sub all", "sub/Makefile"),
  said("make --directory=sub", "sub/Makefile"),
  said("cd sub && make", "sub/Makefile"),
  said("npm test", "package.json", "scripts/x.js"),
  said("npm run build --silent", "package.json", X),
  said("npm --prefix sub test", "sub/package.json", "sub/test.js"),
  said("yarn build", "package.json", X),
  said("pnpm -C sub test", "sub/package.json", "sub/test.js"),
  said("node --run build", "package.json", X),
  said("pytest", "conftest.py", "pyproject.toml"),
  said("pytest -c config/pytest.ini", "config/pytest.ini", "conftest.py"),
  said("python3 -m pytest -q", "conftest.py"),
  said("npx eslint .", "eslint.config.js"),
  said("eslint -c config/eslint.config.js .", "config/eslint.config.js"),
  said("npx vitest run", "vitest.config.ts", "package.json"),
  said("just build", "justfile"),
  said("task build", "Taskfile.yml"),
  said("rake", "Rakefile"),
  said("cargo test", "Cargo.toml", "build.rs"),
  said("go test ./...", "go.mod"),
  said("go run ./cmd/x", "cmd/x/main.go"),
  said("./gradlew build", "gradlew", "build.gradle"),
  said("mvn -q test", "pom.xml"),
  said("tox", "tox.ini"),
  said("docker build .", "Dockerfile"),
  said("docker build -f config/Dockerfile.dev .", "config/Dockerfile.dev"),
  said("docker compose up", "compose.yaml"),
  said("cmake -P scripts/x.cmake", "scripts/x.cmake"),
  said("cmake -S . -B build", "CMakeLists.txt"),
  said("pre-commit run --all-files", ".pre-commit-config.yaml"),
  said("bundle exec rake", "Gemfile", "Rakefile"),
  said("timeout 60 npm test", "package.json", "scripts/x.js"),
  said("env CI=1 make", "Makefile"),
  said("bash -c 'make all'", "Makefile"),
]

export const APPROVAL_FORMS: readonly ApprovalForm[] = [
  ...NAMED,
  ...THROUGH_STDIN,
  ...THROUGH_DIRECTORIES,
  ...THROUGH_VARIABLES,
  ...THROUGH_LOOPS_AND_GLOBS,
  ...THROUGH_WRAPPERS,
  ...THROUGH_INTERPRETERS,
  ...BY_DEFINITION,
]

/** Files that are not there yet, and would be run by an approved command once they are. */
export const APPEARING_FILES: readonly { readonly command: string; readonly appears: readonly string[] }[] = [
  { command: "for f in scripts/*.sh; do bash $f; done", appears: ["scripts/new.sh"] },
  { command: "bash scripts/?.sh", appears: ["scripts/z.sh"] },
  { command: "cat scripts/*.sh | bash", appears: ["scripts/new.sh"] },
  { command: "find scripts -name '*.sh' -exec bash {} \\;", appears: ["scripts/new.sh"] },
  { command: "run-parts scripts", appears: ["scripts/new"] },
  { command: "bash scripts/later.sh", appears: ["scripts/later.sh"] },
  { command: "make", appears: ["GNUmakefile", "makefile"] },
  { command: "node scripts/x", appears: ["scripts/x"] },
  { command: "python3 -m http.server", appears: ["http.py"] },
  { command: "PATH=./bin:$PATH later", appears: ["bin/later"] },
  { command: "npm test", appears: [".npmrc"] },
  { command: "npx vitest run", appears: ["vitest.config.js"] },
]

/** Commands that run no file of the project; what they print may change. */
export const READING_COMMANDS: readonly string[] = [
  "cat data.txt",
  "head -5 data.txt | grep word",
  "git log --oneline -- data.txt",
  "wc -l < data.txt",
]
