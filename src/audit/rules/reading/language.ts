/** What a file or a code fence is written in, as far as it decides who would run a command in it. */
export type Language = "shell" | "image" | "pipeline" | "markup" | "program" | "unknown"

/** By the file's name. `image` and `pipeline` files are run by other machines: a build, a CI job, a cluster. */
export function languageOfFile(path: string): Language {
  return byName.find(([pattern]) => pattern.test(path))?.[1] ?? "unknown"
}

/** By the word after the opening marks of a code fence. */
export function languageOfFence(info: string): Language {
  const name =
    info
      .trim()
      .toLowerCase()
      .split(/[\s{,:]/)[0] ?? ""
  return byInfo.get(name) ?? "unknown"
}

const byName: readonly (readonly [RegExp, Language])[] = [
  [/(?:^|\/)(?:Dockerfile|Containerfile)(?:\.[\w-]+)?$|\.dockerfile$/i, "image"],
  [
    /(?:^|\/)(?:\.github\/workflows\/|\.circleci\/|\.buildkite\/)|(?:^|\/)(?:\.gitlab-ci|azure-pipelines|bitbucket-pipelines|cloudbuild|(?:docker-)?compose[\w.-]*|cloud-init[\w.-]*|user-data[\w.-]*)\.ya?ml$|(?:^|\/)(?:Jenkinsfile|Vagrantfile)|\.(?:tf|hcl|bicep)$/i,
    "pipeline",
  ],
  [/\.(?:xml|xsd|xsl|xslt|svg|html?|xhtml|wsdl|rng)$/i, "markup"],
  [/\.(?:sh|bash|zsh|fish|ksh|ps1|psm1|bat|cmd)$|(?:^|\/)(?:Makefile|Justfile)$/i, "shell"],
  [
    /\.(?:py|pyw|js|mjs|cjs|ts|mts|cts|tsx|jsx|rb|pl|php|lua|go|rs|java|kt|swift|scpt|applescript|r|cs|c|cpp|scala|ex|exs)$|(?:^|\/)Rakefile$/i,
    "program",
  ],
]

const byInfo: ReadonlyMap<string, Language> = new Map(
  (
    [
      ["shell", "sh bash zsh fish shell console terminal powershell ps1 pwsh bat cmd shell-session makefile make"],
      ["image", "dockerfile docker containerfile"],
      ["pipeline", "yaml yml hcl terraform tf groovy jenkinsfile bicep"],
      ["markup", "html xml svg xsd vue svelte"],
      [
        "program",
        "python py python3 javascript js jsx typescript ts tsx mjs ruby rb php go golang rust rs java kotlin swift csharp cs c cpp perl lua scala elixir r",
      ],
    ] as const
  ).flatMap(([language, names]) => names.split(" ").map((name) => [name, language] as const)),
)
