import { getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser"
import { isMap } from "../../text/is-map.ts"
import { defineProblems, type FileProblem } from "../../problem/problem.ts"

/** A request that somebody wrote down for a skill. */
export interface RequestCase {
  readonly request: string
  /** use: the skill should be found for it. leave: it should not be the first. */
  readonly expects: "use" | "leave"
  /** It has to be among the first that are found, so many. */
  readonly within: number
  /** The skill that the request is for, if it is not this one. */
  readonly owner?: string | undefined
  /** What the agent should answer or do is written as well. */
  readonly hasAnswer: boolean
  readonly line: number
}

export interface CaseReading {
  readonly cases: readonly RequestCase[]
  readonly problems: readonly FileProblem[]
}

/** Each code says what can be wrong with a file of requests. */
export const evalsProblem = defineProblems({
  "evals.unreadable": "error",
  "evals.not-json": "error",
  "evals.no-requests": "warning",
  "evals.bad-case": "error",
  "evals.other-skill": "warning",
})

/** The names of files with requests, relative to the skill's directory. */
export function isCaseFile(file: string): boolean {
  return /^(?:evals\/[^/]+|(?:evals|eval_queries|trigger_evals?))\.json$/.test(file)
}

const DEFAULT_WITHIN = 3
const MOST_WITHIN = 100

/**
 * The requests of one file about a skill, as these formats have them: a list of queries with `should_trigger`; `evals`
 * with prompts and what is expected; `trigger` with positive and negative prompts. What is in the file besides is not
 * a request, and what cannot be understood is a problem.
 */
export function readCases(text: string, skill: string): CaseReading {
  const errors: ParseError[] = []
  const tree = parseTree(text.replace(/^\ufeff/, " "), errors, { allowTrailingComma: true })
  if (tree === undefined || errors.length > 0)
    return { cases: [], problems: [notJson(findLine(text, errors[0]?.offset ?? 0))] }
  const about = findAbout(tree)
  if (about !== undefined && !isNameOf(about.name, skill))
    return { cases: [], problems: [otherSkill(about.name, skill, findLine(text, about.node.offset))] }
  const read = listEntries(tree).map((entry) => readEntry(entry, skill, findLine(text, entry.node.offset)))
  const cases = read.flatMap((one) => ("request" in one ? [one] : []))
  const problems = read.flatMap((one) => ("request" in one ? [] : [one]))
  return { cases, problems: read.length === 0 ? [noRequests()] : problems }
}

interface Entry {
  readonly node: Node
  /** What the list that it is in says: undefined if that is up to the entry. */
  readonly expects?: "use" | "leave" | undefined
}

function listEntries(tree: Node): readonly Entry[] {
  if (tree.type === "array") return (tree.children ?? []).map((node) => ({ node }))
  const trigger = findChild(tree, ["trigger", "triggers"])
  const listed = listItems(findChild(tree, ["evals", "queries", "cases"])).map((node) => ({ node }))
  const positive = listItems(trigger && findChild(trigger, ["positive"]))
  const negative = listItems(trigger && findChild(trigger, ["negative"]))
  const all = [
    ...listed,
    ...positive.map((node) => ({ node, expects: "use" as const })),
    ...negative.map((node) => ({ node, expects: "leave" as const })),
  ]
  return all.length === 0 && findChild(tree, REQUEST_KEYS) !== undefined ? [{ node: tree }] : all
}

const REQUEST_KEYS = ["query", "prompt", "request"]
const ANSWER_KEYS = ["expected_output", "assertions", "expectations", "expected_behavior", "expected_behaviors"]

function readEntry({ node, expects }: Entry, skill: string, line: number): RequestCase | FileProblem {
  const value: unknown = getNodeValue(node)
  const map = isMap(value) ? value : { query: value }
  const request = REQUEST_KEYS.map((key) => map[key]).find((one) => one !== undefined)
  if (typeof request !== "string" || request.trim() === "")
    return badCase(line, "it has no request", 'write the request as text, as in "query": "…"')
  const should = map["should_trigger"]
  if (should !== undefined && typeof should !== "boolean")
    return badCase(line, "its should_trigger is neither true nor false", "write true or false, without quotes")
  const within = map["top_k"] ?? DEFAULT_WITHIN
  if (typeof within !== "number" || !Number.isInteger(within) || within < 1 || within > MOST_WITHIN)
    return badCase(line, `its top_k is not a number from 1 to ${MOST_WITHIN}`, "write for example 3")
  const owner = map["owner"]
  if (owner !== undefined && typeof owner !== "string")
    return badCase(line, "its owner is not a name", "write the name of the skill that the request is for")
  const skills = map["skills"]
  if (Array.isArray(skills) && !skills.some((one) => typeof one === "string" && isNameOf(one, skill)))
    return otherSkill(skills.map(String).join(", "), skill, line)
  const wanted = should === undefined ? (expects ?? "use") : should ? "use" : "leave"
  return { request, expects: wanted, within, owner, hasAnswer: ANSWER_KEYS.some((key) => key in map), line }
}

/** The skill that a file says it is about. */
function findAbout(tree: Node): { readonly name: string; readonly node: Node } | undefined {
  const node = findChild(tree, ["skill_name", "skill"])
  const name: unknown = node && getNodeValue(node)
  return node === undefined || typeof name !== "string" ? undefined : { name, node }
}

/** The skill of a plugin may be called without the plugin's name in its own files. */
function isNameOf(name: string, skill: string): boolean {
  const bare = (full: string) => full.slice(full.lastIndexOf(":") + 1).toLowerCase()
  return bare(name) === bare(skill)
}

function findChild(tree: Node, keys: readonly string[]): Node | undefined {
  if (tree.type !== "object") return undefined
  for (const { children = [] } of tree.children ?? []) {
    const [key, value] = children
    if (value !== undefined && keys.includes(String(key?.value))) return value
  }
  return undefined
}

function listItems(node: Node | undefined): readonly Node[] {
  return node?.type === "array" ? (node.children ?? []) : []
}

function findLine(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length
}

function notJson(line: number): FileProblem {
  return evalsProblem("evals.not-json", { line }, { message: "this is not JSON", fix: "correct the text at this line" })
}

function noRequests(): FileProblem {
  return evalsProblem(
    "evals.no-requests",
    { line: 1 },
    {
      message: "no requests were found in this file",
      fix: 'write a list, as in [{ "query": "…", "should_trigger": true }]',
    },
  )
}

function badCase(line: number, what: string, fix: string): FileProblem {
  return evalsProblem("evals.bad-case", { line }, { message: `this case is left out: ${what}`, fix })
}

function otherSkill(about: string, skill: string, line: number): FileProblem {
  return evalsProblem(
    "evals.other-skill",
    { line },
    {
      message: `this is about ${JSON.stringify(about)}, and left out for ${skill}`,
      fix: "correct the name, or move it",
    },
  )
}
