import type { ReviewedFile } from "../claims/reviewed-file.ts"

/** A file that something runs because of its name, whatever its extension says. */
export interface RunnableName {
  /** For prompts and reports. */
  readonly language: string
  /** A name with the extension of the language whose rules fit best: commands are read as shell, settings as YAML. */
  readonly readAs: string
}

/** Names that programs, hosts and build servers run, or take commands from. */
const RUNNABLE: readonly (readonly [RegExp, RunnableName])[] = [
  [/(?:^|\/)\.?(?:husky|githooks|git-hooks|hooks)\/(?:_\/)?[\w-]+$/, { language: "bash", readAs: "script.sh" }],
  [/(?:^|\/)\.(?:envrc|profile|bashrc|bash_profile|zshrc|zshenv)$/, { language: "bash", readAs: "script.sh" }],
  [/(?:^|\/)(?:gradlew|mvnw|configure|bootstrap)$/, { language: "bash", readAs: "script.sh" }],
  [/\.(?:zsh|ksh|fish|command|bats)$/i, { language: "bash", readAs: "script.sh" }],
  [/\.(?:ps1|psm1|psd1)$/i, { language: "powershell", readAs: "script.ps1" }],
  [/\.(?:bat|cmd|vbs|wsf)$/i, { language: "batch", readAs: "script.bat" }],
  [/\.(?:pyw|pyi|pth)$/i, { language: "python", readAs: "script.py" }],
  [/\.(?:ipynb)$/i, { language: "json", readAs: "notebook.json" }],
  [/\.(?:pl|pm|t)$/i, { language: "perl", readAs: "script.pl" }],
  [/\.(?:lua|r|jl|exs?|erl|clj|groovy|gradle|kts|dart|awk|tcl|applescript)$/i, { language: "", readAs: "script.sh" }],
  [
    /(?:^|\/)(?:Rakefile|Gemfile|Guardfile|Vagrantfile|Podfile|Fastfile|Brewfile)$/,
    { language: "ruby", readAs: "script.rb" },
  ],
  [/\.(?:gemspec|rake|podspec)$/i, { language: "ruby", readAs: "script.rb" }],
  [/(?:^|\/)(?:GNU|BSD)?[Mm]akefile(?:\.\w+)?$|\.(?:mk|mak)$/, { language: "makefile", readAs: "script.sh" }],
  [
    /(?:^|\/)(?:[Jj]ustfile|\.justfile|Tiltfile|Earthfile|Snakefile|SConstruct|Procfile)$/,
    { language: "", readAs: "script.sh" },
  ],
  [
    /(?:^|\/)(?:CMakeLists\.txt|meson\.build|build\.ninja|BUILD(?:\.bazel)?|WORKSPACE)$|\.cmake$/,
    { language: "cmake", readAs: "script.sh" },
  ],
  [/(?:^|\/)(?:Docker|Container)file(?:\.[\w.-]+)?$|\.dockerfile$/i, { language: "dockerfile", readAs: "script.sh" }],
  [/(?:^|\/)Jenkinsfile(?:\.\w+)?$/, { language: "groovy", readAs: "script.sh" }],
  [/(?:^|\/)(?:package|composer|deno|nx|turbo|lerna|project)\.jsonc?$/, { language: "json", readAs: "settings.yaml" }],
  [
    /(?:^|\/)\.(?:npmrc|yarnrc|pnpmfile\.cjs|mocharc|babelrc|lintstagedrc|eslintrc|prettierrc)(?:\.json)?$/,
    { language: "json", readAs: "settings.yaml" },
  ],
  [
    /(?:^|\/)\.(?:claude|codex|gemini|cursor|opencode|vscode|idea|devcontainer|agents|mcp)\/.*\.(?:jsonc?|xml)$/,
    { language: "json", readAs: "settings.yaml" },
  ],
  [/(?:^|\/)(?:\.mcp|\.devcontainer|opencode|hooks|mcp)\.jsonc?$/, { language: "json", readAs: "settings.yaml" }],
  [
    /(?:^|\/)(?:pom|build)\.xml$|\.(?:csproj|fsproj|vbproj|proj|targets|props)$/i,
    { language: "xml", readAs: "settings.yaml" },
  ],
  [/(?:^|\/)(?:setup|tox|pytest|mypy)\.(?:cfg|ini)$/, { language: "ini", readAs: "settings.yaml" }],
  [/(?:^|\/)\.(?:gitmodules|gitattributes|gitconfig)$/, { language: "ini", readAs: "settings.yaml" }],
  [/\.(?:service|timer|desktop|crontab)$|(?:^|\/)crontab$/, { language: "ini", readAs: "settings.yaml" }],
  [/\.nix$/, { language: "nix", readAs: "script.sh" }],
]

/** What a file is that is run by its name; undefined for all others. */
export function findRunnableName(path: string): RunnableName | undefined {
  return RUNNABLE.find(([name]) => name.test(path))?.[1]
}

/** A file that may be executed, and that neither its name nor its first line explains. */
export const EXECUTABLE_FILE: RunnableName = { language: "bash", readAs: "script.sh" }

/** Settings that something runs commands from: all of the file, or what is below some of its keys. */
const COMMANDS: readonly (readonly [RegExp, readonly string[] | "all"])[] = [
  [/(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/i, "all"],
  [/(?:^|\/)action\.ya?ml$/i, "all"],
  [/(?:^|\/)\.(?:gitlab-ci|travis|drone|appveyor|woodpecker|pre-commit-config)\.ya?ml$/i, "all"],
  [/(?:^|\/)\.(?:circleci|buildkite|woodpecker|gitlab\/ci)\/.*\.ya?ml$/i, "all"],
  [
    /(?:^|\/)(?:azure-pipelines|bitbucket-pipelines|appveyor|cloudbuild|buildspec|lefthook|Taskfile)[\w.-]*\.ya?ml$/i,
    "all",
  ],
  [/(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$/i, "all"],
  [/(?:^|\/)(?:package|composer)\.json$/, ["scripts"]],
  [/(?:^|\/)deno\.jsonc?$/, ["tasks"]],
  [/(?:^|\/)\.(?:claude|codex|gemini|cursor)\/[^/]*\.json$/, ["hooks", "mcpServers", "statusLine", "apiKeyHelper"]],
  [/(?:^|\/)hooks(?:\/[^/]+)?\.json$/, ["hooks"]],
  [/(?:^|\/)\.?mcp\.json$/, ["mcpServers", "servers"]],
  [/(?:^|\/)\.vscode\/tasks\.json$/, "all"],
]

/**
 * Whether a file of settings has commands that something runs, on the lines of the change if a change is reviewed. JSON
 * is searched by its lines: a key, and what is indented below it or is on its own line.
 */
export function hasCommands({ path, text, changed }: Pick<ReviewedFile, "path" | "text" | "changed">): boolean {
  const keys = COMMANDS.find(([name]) => name.test(path))?.[1]
  if (keys === undefined || keys === "all") return keys === "all"
  const lines = listLinesBelow(text.split("\n"), keys)
  return changed === undefined ? lines.size > 0 : changed.some((line) => lines.has(line))
}

/** The numbers, from 1, of the lines of these keys and of everything below them. */
function listLinesBelow(lines: readonly string[], keys: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>()
  let open: number | undefined
  for (const [at, line] of lines.entries()) {
    const indent = line.length - line.trimStart().length
    if (open !== undefined && line.trim() !== "" && indent <= open && !/^\s*[}\]]/.test(line)) open = undefined
    if (open === undefined && keys.some((key) => line.includes(`"${key}"`))) open = indent
    if (open !== undefined) found.add(at + 1)
  }
  return found
}
