import path from "node:path"
import { isMap } from "../../../text/is-map.ts"
import { isBelow } from "../../../text/folder-paths.ts"
import type { Severity } from "../../../finding/severity.ts"
import { nameProgramReviewer } from "../program-reviewer.ts"
import { formatCount } from "../../../text/format-count.ts"

/** The results of one program in a SARIF log, in the form of agents' answers: both are checked in the same way. */
export interface SarifAnswers {
  readonly agent: string
  /** Each is short enough to be read completely. */
  readonly answers: readonly string[]
}

export type ReadSarif =
  | ({ readonly kind: "read"; readonly said: readonly SarifAnswers[] } & SarifNotes)
  | { readonly kind: "refused"; readonly why: string }

interface SarifNotes {
  readonly notes: readonly string[]
  /** Programs whose own log says that they did not finish. */
  readonly failed: readonly { readonly name: string; readonly why: string }[]
}

const MOST_RESULTS = 20_000
const A_BATCH = 400

/**
 * The results of a SARIF 2.1 log as claims. Nothing in it is trusted: names, places and texts are data to be checked.
 * `root` is the project's directory; a path that leaves it keeps doing so, and is refused when claims are checked.
 */
export function readSarif(text: string, root: string): ReadSarif {
  const log = parsed(text)
  if (log === undefined) return { kind: "refused", why: "it is not a SARIF log: it is not JSON" }
  const runs = isMap(log) ? log["runs"] : undefined
  if (!Array.isArray(runs)) return { kind: "refused", why: "it is not a SARIF log: it has no runs" }
  const read = runs.filter(isMap).map((run) => readRun(run, root))
  return {
    kind: "read",
    said: read.map(({ said }) => said),
    notes: read.flatMap(({ notes }) => notes),
    failed: read.flatMap(({ failed }) => failed),
  }
}

type Data = Readonly<Record<string, unknown>>

function readRun(run: Data, root: string): SarifNotes & { readonly said: SarifAnswers } {
  const driver = readData(run, "tool", "driver")
  const agent = nameProgramReviewer(readText(driver, "name"))
  // A result that is absent was there in an earlier run of the program, and is gone.
  const all = readList(run, "results").filter((result) => readText(result, "baselineState") !== "absent")
  const open = all.filter((result) => !isSuppressed(result))
  const failing = open.filter((result) => ["", "fail", "open", "review"].includes(readText(result, "kind")))
  const taken = failing.slice(0, MOST_RESULTS)
  const around = readRunContext(run, root)
  const entries = taken.map((result) => toEntry(result, around))
  const batches = Array.from({ length: Math.max(1, Math.ceil(entries.length / A_BATCH)) }, (_, at) =>
    JSON.stringify(entries.slice(at * A_BATCH, (at + 1) * A_BATCH)),
  )
  const isFailed = readList(run, "invocations").some((one) => one["executionSuccessful"] === false)
  return {
    said: { agent, answers: batches },
    notes:
      all.length === open.length
        ? []
        : [`${agent}: ${formatCount(all.length - open.length, "result")} suppressed in its own log`],
    failed: [
      ...(isFailed ? ["its log says that the run did not finish"] : []),
      ...(failing.length === taken.length
        ? []
        : [`${formatCount(failing.length - taken.length, "result")} over the limit not read`]),
    ].map((why) => ({ name: agent, why })),
  }
}

/** By the specification, a suppression that is under review or was rejected suppresses nothing. */
function isSuppressed(result: Data): boolean {
  const all = readList(result, "suppressions")
  return all.length > 0 && all.every((one) => ["", "accepted"].includes(readText(one, "status")))
}

/** What results refer to; made once, because a log may have very many of each. */
interface Around {
  readonly artifacts: readonly unknown[]
  readonly rules: readonly unknown[]
  readonly rulesById: ReadonlyMap<string, Data>
  /** The directories that names are relative to. */
  readonly bases: Data
  readonly root: string
}

function readRunContext(run: Data, root: string): Around {
  const rules = readData(run, "tool", "driver")["rules"]
  const artifacts = run["artifacts"]
  const known = Array.isArray(rules) ? rules : []
  return {
    artifacts: Array.isArray(artifacts) ? artifacts : [],
    rules: known,
    // Of two rules with one id, the first counts.
    rulesById: new Map(
      known.toReversed().flatMap((rule) => (isMap(rule) ? [[readText(rule, "id"), rule] as const] : [])),
    ),
    bases: readData(run, "originalUriBaseIds"),
    root,
  }
}

function toEntry(result: Data, around: Around): Data {
  const ruleId = readText(result, "ruleId") || readText(readData(result, "rule"), "id")
  const rule = findRule(result, ruleId, around)
  const place = readData(readList(result, "locations")[0] ?? {}, "physicalLocation")
  const region = readData(place, "region")
  const message = readText(readData(result, "message"), "text").slice(0, 3000)
  const line = readLine(region, "startLine") ?? 0
  return {
    file: resolveFile(readData(place, "artifactLocation"), around),
    line,
    end_line: Math.max(line, readLine(region, "endLine") ?? line),
    title: (readText(readData(rule, "shortDescription"), "text") || makeTitle(message, ruleId)).slice(0, 200),
    severity: chooseSeverity(result, rule),
    category: isSecurity(rule) ? "Security" : "",
    description: message,
    code: readQuote(readText(readData(region, "snippet"), "text")),
    fix_prompt: readText(readData(rule, "help"), "text").slice(0, 1000),
    rule_id: ruleId.slice(0, 200),
    cwe: weaknesses(rule),
  }
}

/** The code that a result quotes. Programs that hide secrets or code write something else there, which proves nothing. */
function readQuote(snippet: string): string {
  return /\bREDACTED\b|\*{3}|(?:\.{3}|…)$|^requires login$/.test(snippet.trim()) ? "" : snippet.slice(0, 2000)
}

/** A rule without its own description: its id alone says nothing to a reader who does not know the program. */
function makeTitle(message: string, ruleId: string): string {
  const [, sentence = ""] = /^\s*(.{3,120}?)(?:[.:;]?\s*$|[.:;]\s)/m.exec(message) ?? []
  return sentence === "" ? ruleId || message : [sentence, ...(ruleId === "" ? [] : [`(${ruleId})`])].join(" ")
}

function findRule(result: Data, id: string, { rules, rulesById }: Around): Data {
  const index = result["ruleIndex"]
  const byIndex = typeof index === "number" ? rules[index] : undefined
  return isMap(byIndex) ? byIndex : (rulesById.get(id) ?? {})
}

/** The path relative to the root; a path that leaves it begins with `..`, which no valid path does. */
function resolveFile(location: Data, { artifacts, bases, root }: Around): string {
  const index = location["index"]
  const artifact = typeof index === "number" ? artifacts[index] : undefined
  const named = readText(location, "uri") !== "" || !isMap(artifact) ? location : readData(artifact, "location")
  const name = readName(named)
  if (/^[a-z][a-z0-9+.-]+:/i.test(name)) return `../${name}`
  if (path.isAbsolute(name)) return path.relative(root, name)
  const base = resolveBase(readText(named, "uriBaseId"), { bases, root }, MOST_BASES)
  return base === "" ? name : path.relative(root, path.resolve(root, base, name))
}

function readName(location: Data): string {
  const said = readText(location, "uri").slice(0, 4000)
  return /^file:/i.test(said) ? fromAddress(said) : decoded(said)
}

const MOST_BASES = 8

/**
 * The directory that names are relative to, from the root; a base may itself be relative to another. One that has
 * nothing to do with our root is the root on the machine where the program ran.
 */
function resolveBase(id: string, around: Pick<Around, "bases" | "root">, most: number): string {
  const base = readData(around.bases, id)
  const name = readName(base)
  if (name === "" || most === 0) return ""
  if (!path.isAbsolute(name)) return path.join(resolveBase(readText(base, "uriBaseId"), around, most - 1), name)
  const isRelated = isBelow(around.root, name) || isBelow(name, around.root)
  return isRelated ? path.relative(around.root, name) : ""
}

/** A file on another machine is not ours, whatever its path. */
function fromAddress(address: string): string {
  const [, machine = "", name = ""] = /^file:(?:\/\/([^/]*))?(\/.*)$/i.exec(address) ?? []
  return name === "" || !["", "localhost"].includes(machine.toLowerCase()) ? `../${address}` : decoded(name)
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch (error) {
    if (error instanceof URIError) return uri
    throw error
  }
}

const levels: Readonly<Record<string, Severity>> = {
  error: "major",
  warning: "minor",
  note: "suggestion",
  none: "suggestion",
}
const scores: readonly (readonly [number, Severity])[] = [
  [9, "critical"],
  [7, "major"],
  [4, "minor"],
  [0, "suggestion"],
]

/** By the score that security programs give, else by the level. */
function chooseSeverity(result: Data, rule: Data): Severity {
  const said = readData(result, "properties")["security-severity"] ?? readData(rule, "properties")["security-severity"]
  const score =
    typeof said === "number" ? said : typeof said === "string" && said.trim() !== "" ? Number(said) : Number.NaN
  const scored = scores.find(([least]) => score >= least)?.[1]
  const level = readText(result, "level") || readText(readData(rule, "defaultConfiguration"), "level") || "warning"
  return scored ?? (Object.hasOwn(levels, level) ? levels[level] : undefined) ?? "minor"
}

function readTags(rule: Data): readonly string[] {
  const tags = readData(rule, "properties")["tags"]
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : []
}

function isSecurity(rule: Data): boolean {
  const hasScore = readData(rule, "properties")["security-severity"] !== undefined
  return hasScore || readTags(rule).some((tag) => /security|cwe-?\d/i.test(tag.slice(0, 200)))
}

function weaknesses(rule: Data): string {
  const ids = readTags(rule).flatMap((tag) => /cwe-0*(\d{1,5})/i.exec(tag.slice(0, 200))?.[1] ?? [])
  return [...new Set(ids)]
    .slice(0, 5)
    .map((id) => `CWE-${id}`)
    .join(", ")
}

function readData(value: Data, ...names: readonly string[]): Data {
  let at: Data = value
  for (const name of names) {
    const inner = Object.hasOwn(at, name) ? at[name] : undefined
    if (!isMap(inner)) return {}
    at = inner
  }
  return at
}

function readList(value: Data, name: string): readonly Data[] {
  const list = Object.hasOwn(value, name) ? value[name] : undefined
  return Array.isArray(list) ? list.filter(isMap) : []
}

function readText(value: Data, name: string): string {
  const text = Object.hasOwn(value, name) ? value[name] : undefined
  return typeof text === "string" ? text : ""
}

function readLine(region: Data, name: string): number | undefined {
  const line = region[name]
  return typeof line === "number" && Number.isSafeInteger(line) ? line : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}
