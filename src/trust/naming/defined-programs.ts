/** A program that runs what files of the project say, and finds those files by itself. */
export interface DefinedProgram {
  readonly programs: readonly string[]
  /** In the directories of the command and in those above; `*` stands for part of a name. */
  readonly files: readonly string[]
}

const NPM_FILES = ["package.json", ".npmrc"]
const PYTHON_FILES = ["pyproject.toml", "setup.cfg", "tox.ini"]

/** What is not here and not named by a command is not covered. */
export const DEFINED_PROGRAMS: readonly DefinedProgram[] = [
  { programs: ["make", "gmake", "bmake"], files: ["GNUmakefile", "makefile", "Makefile", "BSDmakefile"] },
  { programs: ["npm", "npx"], files: NPM_FILES },
  { programs: ["yarn", "corepack"], files: [...NPM_FILES, ".yarnrc", ".yarnrc.yml", ".yarn/releases/*"] },
  { programs: ["pnpm", "pnpx"], files: [...NPM_FILES, "pnpm-workspace.yaml", ".pnpmfile.cjs"] },
  { programs: ["bun", "bunx"], files: [...NPM_FILES, "bunfig.toml"] },
  { programs: ["deno"], files: ["deno.json", "deno.jsonc", "package.json"] },
  { programs: ["pytest", "py.test"], files: ["conftest.py", "pytest.ini", ".pytest.ini", ...PYTHON_FILES] },
  { programs: ["tox"], files: [...PYTHON_FILES, "conftest.py", "toxfile.py"] },
  { programs: ["nox"], files: ["noxfile.py"] },
  { programs: ["invoke", "inv"], files: ["tasks.py", "invoke.yaml"] },
  { programs: ["fab"], files: ["fabfile.py"] },
  { programs: ["mypy"], files: ["mypy.ini", ".mypy.ini", ...PYTHON_FILES] },
  { programs: ["pylint"], files: ["pylintrc", ".pylintrc", ...PYTHON_FILES] },
  { programs: ["uv", "uvx", "poetry", "pdm", "hatch", "pipenv"], files: [...PYTHON_FILES, "uv.toml", "Pipfile"] },
  { programs: ["pip", "pip3"], files: [...PYTHON_FILES, "setup.py"] },
  { programs: ["eslint"], files: ["eslint.config.*", ".eslintrc*", "package.json"] },
  { programs: ["prettier"], files: ["prettier.config.*", ".prettierrc*", "package.json"] },
  { programs: ["stylelint"], files: ["stylelint.config.*", ".stylelintrc*", "package.json"] },
  { programs: ["vite", "vitest"], files: ["vite.config.*", "vitest.config.*", "vitest.workspace.*", "package.json"] },
  { programs: ["jest"], files: ["jest.config.*", "babel.config.*", ".babelrc*", "package.json"] },
  { programs: ["mocha"], files: [".mocharc*", "package.json"] },
  { programs: ["ava"], files: ["ava.config.*", "package.json"] },
  { programs: ["playwright"], files: ["playwright.config.*", "package.json"] },
  { programs: ["cypress"], files: ["cypress.config.*", "package.json"] },
  { programs: ["webpack"], files: ["webpack.config.*", "package.json"] },
  { programs: ["rollup"], files: ["rollup.config.*", "package.json"] },
  { programs: ["next"], files: ["next.config.*", "package.json"] },
  { programs: ["gulp"], files: ["gulpfile.*", "package.json"] },
  { programs: ["grunt"], files: ["Gruntfile.*", "package.json"] },
  { programs: ["turbo", "nx", "lerna"], files: ["turbo.json", "nx.json", "lerna.json", "package.json"] },
  { programs: ["husky", "lint-staged"], files: [".husky/*", ".lintstagedrc*", "lint-staged.config.*", "package.json"] },
  { programs: ["just"], files: ["justfile", "Justfile", ".justfile"] },
  { programs: ["task", "go-task"], files: ["Taskfile.*", "taskfile.*"] },
  { programs: ["mise", "rtx", "asdf"], files: ["mise.toml", ".mise.toml", ".tool-versions"] },
  { programs: ["direnv"], files: [".envrc"] },
  { programs: ["rake"], files: ["Rakefile", "rakefile", "Rakefile.rb", "Gemfile"] },
  { programs: ["bundle", "bundler"], files: ["Gemfile", "Gemfile.lock", ".bundle/config"] },
  { programs: ["rspec"], files: [".rspec", "spec/spec_helper.rb", "Gemfile"] },
  { programs: ["rubocop"], files: [".rubocop.yml"] },
  { programs: ["cargo"], files: ["Cargo.toml", "build.rs", ".cargo/config.toml", ".cargo/config"] },
  { programs: ["go"], files: ["go.mod", "go.work"] },
  { programs: ["gradle", "gradlew"], files: ["*.gradle", "*.gradle.kts", "gradle.properties", "gradle/wrapper/*"] },
  { programs: ["mvn", "mvnw"], files: ["pom.xml", ".mvn/*", ".mvn/wrapper/*"] },
  { programs: ["ant"], files: ["build.xml"] },
  { programs: ["sbt"], files: ["build.sbt", "project/*"] },
  { programs: ["dotnet", "msbuild"], files: ["*.csproj", "*.fsproj", "*.sln", "*.proj", "Directory.Build.*"] },
  { programs: ["cmake", "ctest"], files: ["CMakeLists.txt", "CMakePresets.json", "CTestTestfile.cmake"] },
  { programs: ["ninja"], files: ["build.ninja"] },
  { programs: ["meson"], files: ["meson.build"] },
  { programs: ["bazel", "bazelisk"], files: ["WORKSPACE*", "MODULE.bazel", "BUILD*", ".bazelrc"] },
  { programs: ["scons"], files: ["SConstruct"] },
  { programs: ["mix"], files: ["mix.exs"] },
  { programs: ["composer"], files: ["composer.json"] },
  { programs: ["phpunit"], files: ["phpunit.xml*", "composer.json"] },
  {
    programs: ["docker", "podman", "buildah"],
    files: ["Dockerfile", "Containerfile", "*compose.y*ml", ".dockerignore"],
  },
  { programs: ["docker-compose", "podman-compose"], files: ["*compose.y*ml", "*compose.override.y*ml"] },
  { programs: ["vagrant"], files: ["Vagrantfile"] },
  { programs: ["terraform", "tofu"], files: ["*.tf"] },
  { programs: ["ansible-playbook", "ansible"], files: ["ansible.cfg"] },
  { programs: ["pulumi"], files: ["Pulumi*.yaml"] },
  { programs: ["serverless", "sls"], files: ["serverless.*"] },
  { programs: ["pre-commit"], files: [".pre-commit-config.yaml"] },
  { programs: ["lefthook"], files: ["lefthook.yml", "lefthook.yaml", ".lefthook.yml"] },
  { programs: ["nix", "nix-shell", "nix-build"], files: ["flake.nix", "shell.nix", "default.nix"] },
]

/** Files that belong to a directory that is given to a program instead of a file. */
export const ENTRY_FILES: readonly string[] = [
  "package.json",
  ...["js", "cjs", "mjs", "ts", "json"].map((ending) => `index.${ending}`),
  "__main__.py",
  "__init__.py",
  "main.go",
]

/** Endings that an interpreter adds to a name by itself. */
export const ADDED_ENDINGS: readonly string[] =
  ".js .cjs .mjs .ts .cts .mts .jsx .tsx .json .node .py .pyc .rb .pm .pl .php .lua .mk .cmake .go .jar .class".split(
    " ",
  )

export function findDefinedFiles(program: string): readonly string[] {
  return DEFINED_PROGRAMS.filter(({ programs }) => programs.includes(program)).flatMap(({ files }) => files)
}
