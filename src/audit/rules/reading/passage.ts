import { redact, redactRange } from "../../../finding/redact.ts"
import type { WordIndex } from "./collect-words.ts"

/**
 * The role of a piece of text for an agent. header: the YAML block. prose: Markdown outside code fences. code: text in
 * code fences. command: runs when the skill is rendered. hook: runs on an agent's event. script: a program file. data:
 * any other text file. decoded: the decoded content of a string in one of these.
 */
export type PassageKind = "header" | "prose" | "code" | "command" | "hook" | "script" | "data" | "decoded"

/** A piece of text with its position. `text` may be cleaned up, but every character keeps its position. */
export interface Passage {
  readonly file: string
  readonly kind: PassageKind
  readonly text: string
  /** The line in the file of its first line; decoded text is all on one line. */
  readonly line: number
  readonly column?: number
  /** How it was hidden, outermost first. */
  readonly decoded?: readonly string[]
  /** The file's own lines, to look around a match. */
  readonly around: readonly string[]
  readonly words: WordIndex
  /** What it is written in; for Markdown, by fence. */
  readonly language?: PassageLanguage | undefined
  readonly fences?: readonly FenceLanguage[] | undefined
}

/** By the lines of the file, including the first and the last. */
export interface FenceLanguage {
  readonly from: number
  readonly to: number
  readonly language: PassageLanguage
}

/** Every place where code can be. */
export const CODE: readonly PassageKind[] = ["code", "command", "hook", "script", "data", "decoded"]
/** Code, and prose that names it. */
export const ANYWHERE: readonly PassageKind[] = ["prose", ...CODE]
/** Text that is read as language. */
export const LANGUAGE: readonly PassageKind[] = ["header", "prose", "data", "decoded"]

export interface PassageSpot {
  readonly line: number
  readonly column: number
}

/** The position in the file of a character of a passage. */
export function locateInFile(passage: Passage, at: number): PassageSpot {
  if (passage.kind === "decoded") return { line: passage.line, column: passage.column ?? 1 }
  let line = passage.line
  let start = 0
  for (let end = passage.text.indexOf("\n"); end !== -1 && end < at; end = passage.text.indexOf("\n", start)) {
    line++
    start = end + 1
  }
  return { line, column: at - start + (line === passage.line ? (passage.column ?? 1) : 1) }
}

const MOST_EVIDENCE = 240
const MOST_SECRET = 4000

/** The line a match is on, or the part of a long line around it, without the secrets in it. */
export function quoteEvidence(passage: Passage, at: number): string {
  const start = passage.text.lastIndexOf("\n", at - 1) + 1
  const end = passage.text.indexOf("\n", at)
  const line = passage.text.slice(start, end === -1 ? undefined : end)
  if (line.length <= MOST_EVIDENCE) return redact(line.trim())
  const from = Math.max(0, at - start - 40)
  const near = Math.max(0, from - MOST_SECRET)
  const around = line.slice(near, from + MOST_EVIDENCE + MOST_SECRET)
  return `${from > 0 ? "…" : ""}${redactRange(around, from - near, from - near + MOST_EVIDENCE)}…`.trim()
}

/** What a file or a code fence is written in, as far as it decides who would run a command in it. */
export type PassageLanguage = "shell" | "image" | "pipeline" | "markup" | "program" | "unknown"

/** By the file's name. `image` and `pipeline` files are run by other machines: a build, a CI job, a cluster. */
export function detectFileLanguage(path: string): PassageLanguage {
  return byName.find(([pattern]) => pattern.test(path))?.[1] ?? "unknown"
}

/** By the word after the opening marks of a code fence. */
export function detectFenceLanguage(info: string): PassageLanguage {
  const name =
    info
      .trim()
      .toLowerCase()
      .split(/[\s{,:]/)[0] ?? ""
  return byInfo.get(name) ?? "unknown"
}

const byName: readonly (readonly [RegExp, PassageLanguage])[] = [
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

const byInfo: ReadonlyMap<string, PassageLanguage> = new Map(
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
