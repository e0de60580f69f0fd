import { CORE_SCHEMA, load, type State } from "js-yaml"

/** A piece of a YAML text that knows its line. Maps are maps, so that no key can reach a prototype. */
export type YamlNode = YamlScalar | YamlList | YamlMapping

export interface YamlScalar {
  readonly kind: "scalar"
  readonly line: number
  readonly value: string | number | boolean | null
}

export interface YamlList {
  readonly kind: "list"
  readonly line: number
  readonly items: readonly YamlNode[]
}

export interface YamlMapping {
  readonly kind: "map"
  readonly line: number
  readonly entries: ReadonlyMap<string, YamlEntry>
}

export interface YamlEntry {
  /** The key's line; the value may begin below it. */
  readonly line: number
  readonly node: YamlNode
}

export type YamlReading =
  | { readonly kind: "read"; readonly node: YamlNode }
  | { readonly kind: "refused"; readonly line: number; readonly message: string; readonly fix: string }

const MOST_CHARACTERS = 256 * 1024
const MOST_DEPTH = 32

/** Reads one YAML document. Anchors, aliases and tags are never followed. */
export function readYaml(text: string): YamlReading {
  if (text.length > MOST_CHARACTERS) return refusal(1, "the file is larger than 256 KiB", "move texts into step files")
  const lines = text.split("\n").length
  const watch = watchNodes(lines)
  try {
    load(text, { schema: CORE_SCHEMA, listener: (event, state) => watch.take(event, state) })
  } catch (error) {
    if (error instanceof Refused) return refusal(error.line, error.message, error.fix)
    if (isYamlError(error))
      return refusal(
        Math.min((error.mark?.line ?? 0) + 1, lines),
        `this is not valid YAML: ${error.reason}`,
        "correct the line",
      )
    throw error
  }
  return { kind: "read", node: watch.whole() }
}

interface OpenNode {
  readonly line: number
  readonly children: Read[]
}

interface Read {
  readonly node: YamlNode
  readonly raw: unknown
}

/**
 * The parser reports when a value begins and when it has been read: what began inside it are its keys and values, in
 * order.
 */
function watchNodes(lines: number) {
  const open: OpenNode[] = []
  let last: YamlNode = { kind: "scalar", line: 1, value: null }
  function take(event: "open" | "close", state: State): void {
    if (event === "open") {
      const at = findContent(state)
      if (open.length >= MOST_DEPTH) throw new Refused(at.line, "this is nested too deeply", "keep it flat")
      if (at.mark === "&" || at.mark === "*" || at.mark === "!") throw markRefused(at.line, at.mark)
      // The parser adds a line break after the last line, and may end there.
      open.push({ line: Math.min(at.line, lines), children: [] })
      return
    }
    const done = open.pop()
    if (done === undefined) throw new Error("the YAML parser closed a value it had not opened")
    last = toNode(state.result as unknown, done)
    open.at(-1)?.children.push({ node: last, raw: state.result as unknown })
  }
  return { take, whole: () => last }
}

function toNode(raw: unknown, { line, children }: OpenNode): YamlNode {
  // A possible key is read inside the value that it then turns out to be.
  const itself = typeof raw === "object" && raw !== null ? children.find((child) => child.raw === raw) : undefined
  if (itself !== undefined) return itself.node
  if (Array.isArray(raw)) return { kind: "list", line, items: matchItems(raw, line, children) }
  if (typeof raw === "object" && raw !== null) return { kind: "map", line, entries: matchEntries(raw, line, children) }
  const isPlain = typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean"
  return { kind: "scalar", line, value: isPlain ? raw : null }
}

/** An entry without a value never begins, so items and children are matched by what was read. */
function matchItems(raw: readonly unknown[], line: number, children: readonly Read[]): readonly YamlNode[] {
  let at = 0
  let lastLine = line
  return raw.map((item) => {
    const child = children[at]
    if (child === undefined || !Object.is(child.raw, item)) return { kind: "scalar", line: lastLine, value: null }
    at++
    lastLine = child.node.line
    return child.node
  })
}

function matchEntries(raw: object, line: number, children: readonly Read[]): ReadonlyMap<string, YamlEntry> {
  const entries = new Map<string, YamlEntry>()
  const wanted = Object.keys(raw)
  for (let at = 0; at < children.length; at++) {
    const key = children[at]
    if (key === undefined || key.node.kind !== "scalar") continue
    const name = String(key.node.value)
    if (!Object.hasOwn(raw, name) || entries.has(name)) continue
    const value: unknown = (raw as Readonly<Record<string, unknown>>)[name]
    const next = children[at + 1]
    const isValue = next !== undefined && Object.is(next.raw, value)
    if (isValue) at++
    const none: YamlNode = { kind: "scalar", line: key.node.line, value: null }
    entries.set(name, { line: key.node.line, node: isValue ? next.node : none })
  }
  if (entries.size !== wanted.length) throw new Refused(line, "this map has a key that is not text", "use plain words")
  return entries
}

/** The parser is before the blanks and comments in front of a value. */
function findContent({ input, position, line }: State): { readonly line: number; readonly mark: string } {
  let breaks = 0
  for (let at = position; at < input.length; at++) {
    const mark = input[at] ?? ""
    if (mark === "\n") breaks++
    else if (mark === "#" && (at === 0 || BLANK.has(input[at - 1] ?? ""))) {
      const end = input.indexOf("\n", at)
      if (end === -1) break
      at = end - 1
    } else if (!BLANK.has(mark)) return { line: line + 1 + breaks, mark }
  }
  return { line: line + 1 + breaks, mark: "" }
}

const BLANK = new Set([" ", "\t", "\r", "\n"])

class Refused extends Error {
  readonly line: number
  readonly fix: string
  constructor(line: number, message: string, fix: string) {
    super(message)
    this.line = line
    this.fix = fix
  }
}

function markRefused(line: number, mark: string): Refused {
  const what = mark === "&" ? "an anchor" : mark === "*" ? "an alias" : "a tag"
  return new Refused(
    line,
    `a value that begins with ${mark} is ${what} in YAML, which is not supported`,
    "put it in quotes",
  )
}

function refusal(line: number, message: string, fix: string): YamlReading {
  return { kind: "refused", line, message, fix }
}

interface YamlError extends Error {
  readonly reason: string
  readonly mark?: { readonly line: number }
}

function isYamlError(error: unknown): error is YamlError {
  return error instanceof Error && error.name === "YAMLException"
}
