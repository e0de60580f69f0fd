import { readListedFile, readWords } from "./command-words.ts"

/** Something in a step that a tool call can be compared with. */
export type Anchor =
  | { readonly kind: "command"; readonly text: string; readonly words: readonly (string | undefined)[] }
  | { readonly kind: "file"; readonly text: string; readonly touch: "write" | "read" | "any" }
  | { readonly kind: "skill"; readonly text: string }

/** What must be shown: one of these anchors. */
export type AnchorChoice = readonly Anchor[]

const MOST = 20

/**
 * The commands, files and skills that a step names in code. What it names as an example or forbids does not count, and
 * of `a` or `b` one is enough.
 */
export function findAnchors(text: string): readonly AnchorChoice[] {
  const choices: Anchor[][] = []
  const fences = [...text.matchAll(CODE)]
  const fenced = fences.flatMap(({ groups = {} }) =>
    SHELLS.test((groups["language"] ?? "").trim()) ? [groups["code"] ?? ""] : [],
  )
  const prose = text.replaceAll(CODE, "\n")
  let end = 0
  let isDenied = false
  for (const match of prose.matchAll(/(`+)([^\n]*?[^`\n])\1(?!`)/g)) {
    const before = findClause(prose.slice(end, match.index))
    const anchor = readSpan((match[2] ?? "").trim(), before.text)
    const between = prose.slice(end, match.index)
    const isChoice = end > 0 && /^[\s,(]*(?:or|\/|alternatively)[\s,]*(?:\w+\s+)?$/i.test(between)
    // What "never" says about the first of `a`, `b` or `c` it says about all.
    isDenied = DENIED.test(before.text) || (isDenied && /^[\s,(]*(?:(?:or|nor|and|\/)[\s,]*)?$/i.test(between))
    end = match.index + match[0].length
    if (anchor === undefined || isDenied) continue
    if (isChoice && choices.length > 0) choices.at(-1)?.push(anchor)
    else choices.push([anchor])
  }
  return [...choices, ...fenced.flatMap(readFence)].slice(0, MOST)
}

const CODE =
  /^[ \t]*(?<fence>`{3,}|~{3,})(?<language>.*)\n(?<code>[\s\S]*?)(?:^[ \t]*\k<fence>[`~]*[ \t]*$|(?![\s\S]))/gm
const SHELLS = /^(?:|sh|bash|zsh|shell|console|shell-session|terminal)$/i
const DENIED =
  /\b(?:never|not|don't|avoid|without|instead of|rather than|e\.g\.|for example|for instance|such as|like)\b[^.;]*$/i

const RUNS = /\b(?:run|runs|execute|invoke|call|start|type|launch|use|with|via|using)\b/gi
const WRITES =
  /\b(?:write|create|update|add|edit|save|record|append|generate|modify|change|fill|document|note|put|store|fix)\b/gi
const READS = /\b(?:read|open|look|check|review|see|consult|load|inspect|view|follow|study|examine|compare)\b/gi

/** The words of the same sentence before a span. */
function findClause(before: string): { readonly text: string } {
  return { text: before.split(/[.;!?]\s|\n\s*[-*+\d]/).at(-1) ?? "" }
}

function readSpan(span: string, before: string): Anchor | undefined {
  const skill = /^(?:Skill\(["']?|\/)([a-z0-9][\w:-]*)["']?\)?$/i.exec(span)?.[1]
  if (skill !== undefined) return { kind: "skill", text: skill }
  const verb = findLastVerb(before)
  const words = readWords(span)
  const [first = ""] = words
  const isPath = /^(?:\.{0,2}\/|~\/)/.test(first)
  const isRun = verb === "run" && /^[\w./~-]+$/.test(first) && (words.length > 1 || !FILE.test(first) || isPath)
  if (PROGRAMS.has(first) ? words.length > 1 || verb === "run" : isRun || (isPath && words.length > 1))
    return { kind: "command", text: span, words }
  const file = readListedFile(span)
  return file === undefined ? undefined : { kind: "file", text: file, touch: verb === "run" ? "any" : (verb ?? "any") }
}

const FILE = /\.[a-z][a-z0-9]{0,5}$/i

function findLastVerb(text: string): "run" | "write" | "read" | undefined {
  const at = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.index ?? -1
  const found = [
    { verb: "run", at: at(RUNS) },
    { verb: "write", at: at(WRITES) },
    { verb: "read", at: at(READS) },
  ] as const
  const last = [...found].sort((a, b) => b.at - a.at)[0]
  return last === undefined || last.at === -1 ? undefined : last.verb
}

/** Each line of a code block for a shell is a command; after a comment with "or" it is another way for the one before. */
function readFence(code: string): readonly AnchorChoice[] {
  const choices: Anchor[][] = []
  let isOther = false
  for (const line of code.replaceAll(/\\\n\s*/g, " ").split("\n")) {
    const text = line.trim().replace(/^\$\s+/, "")
    if (text === "" || text.startsWith("#")) {
      isOther = /^#+\s*(?:or|alternatively)\b/i.test(text)
      continue
    }
    const words = readWords(text)
    if (!/^[\w./~-]+$/.test(words[0] ?? "")) continue
    const anchor: Anchor = { kind: "command", text, words }
    if (isOther && choices.length > 0) choices.at(-1)?.push(anchor)
    else choices.push([anchor])
    isOther = false
  }
  return choices
}

/** Programs that are known by their name alone. */
const PROGRAMS = new Set(
  "ant awk bash bun bundle cargo cat chmod cmake composer cp curl cypress deno docker docker-compose dotnet eslint find flake8 gh git go gradle grep helm jest jq just kubectl ls make mkdir mocha mv mvn mypy node npm npx nx oxlint php phpunit pip pip3 playwright pnpm poetry prettier psql pylint pytest python python3 rails rake rg rm rspec rsync ruff rustc sed sh skillet sqlite3 ssh swift tee terraform touch tox tsc tsx turbo uv uvx vitest wget yarn".split(
    " ",
  ),
)
