import { createScanner, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser"
import { defineProblems, type FileProblem } from "../../problem/problem.ts"
import { countAtMost } from "../../text/lines.ts"
import { type CaseReading, type CaseSkills, meansSkill, readCase, type RequestCase, toKey } from "./read-case.ts"

export interface CasesReading {
  readonly cases: readonly RequestCase[]
  readonly problems: readonly FileProblem[]
}

/** Each code says what can be wrong with a file of requests. */
export const evalsProblem = defineProblems({
  "evals.unreadable": "error",
  "evals.link": "error",
  "evals.not-json": "error",
  "evals.no-requests": "warning",
  "evals.bad-case": "error",
  "evals.other-skill": "error",
  "evals.other-case": "warning",
})

/** The names of files with requests, relative to the skill's directory. */
export function isCaseFile(file: string): boolean {
  return /^(?:evals\/[^/]+|evals|eval[_-](?:queries|set)|trigger[_-](?:eval|evals|queries|tests|cases)|triggers)\.jsonl?$/.test(
    file,
  )
}

/**
 * The requests of one file about a skill, in the forms that authors use: a list of queries with `should_trigger`, or one
 * for each line; `evals` with prompts and what is expected; lists of those the skill is for and of those it is not for.
 * What is in the file besides is not a request, and what cannot be understood is a problem.
 */
export function readCases(text: string, skills: CaseSkills, form: "json" | "lines" = "json"): CasesReading {
  const {
    entries,
    problems,
    about = skills,
    isShared = false,
  } = form === "lines" ? listLines(text) : listFile(text, skills)
  const read = entries.map(({ node, expects, line }) => ({
    line,
    reading: readCase(getNodeValue(node), about, expects),
  }))
  const cases = read.flatMap(({ line, reading }) => (reading.kind === "case" ? [{ ...reading.value, line }] : []))
  if (problems.length === 0 && !isShared && read.every(({ reading }) => reading.kind === "none"))
    return { cases: [], problems: [noRequests()] }
  return {
    cases,
    problems: [...problems, ...read.flatMap(({ line, reading }) => describe(reading, skills.skill, line))],
  }
}

interface Entry {
  readonly node: Node
  /** What the list that it is in says: undefined if that is up to the entry. */
  readonly expects?: "use" | "leave" | undefined
  readonly line: number
}

interface Listing {
  /** If the file says for itself what it is about. */
  readonly about?: CaseSkills | undefined
  /** It is about another skill that was named as well. */
  readonly isShared?: true
  readonly entries: readonly Entry[]
  readonly problems: readonly FileProblem[]
}

function listFile(text: string, { skill, others }: CaseSkills): Listing {
  const findLine = openLines(text)
  const tree = parse(text, findLine)
  if ("code" in tree) return { entries: [], problems: [tree] }
  const about = findChild(tree, ["skillname", "skill"])
  const name: unknown = about && getNodeValue(about)
  const isNamed = about !== undefined && typeof name === "string"
  if (isNamed && !meansSkill(name, skill)) {
    if (others.some((one) => meansSkill(name, one))) return { entries: [], problems: [], isShared: true }
    const problem = otherSkill("evals.other-skill", { about: name, skill, line: findLine(about.offset) })
    return { entries: [], problems: [problem] }
  }
  const own = findOwn(tree, skill)
  const entries = listEntries(own ?? tree).map((entry) => ({ ...entry, line: findLine(entry.node.offset) }))
  return { entries, problems: [], about: isNamed || own !== undefined ? { skill, others: [] } : undefined }
}

/** Each line is an entry of its own, and one that is not JSON leaves the others. */
function listLines(text: string): Listing {
  const read = text.split("\n").flatMap((written, at) => {
    if (written.replace(/^\ufeff/, "").trim() === "") return []
    const tree = parse(written, () => at + 1)
    return ["code" in tree ? tree : { node: tree, line: at + 1 }]
  })
  const entries = read.flatMap((one) => ("node" in one ? [one] : []))
  const problems = read.flatMap((one) => ("code" in one ? [one] : []))
  const isOneText = entries.length === 0 && problems.length > 1
  return { entries, problems: isOneText ? [notLines(problems[0]?.line ?? 1)] : problems }
}

const LISTS = ["evals", "evaluations", "queries", "cases", "testcases", "tests", "prompts", "requests", "triggers"]
const FOR_IT = ["positive", "positives", "shouldtrigger", "shouldactivate"]
const NOT_FOR_IT = ["negative", "negatives", "shouldnottrigger", "shouldnotactivate", "nearmiss", "nearmisses"]

function listEntries(tree: Node): readonly Omit<Entry, "line">[] {
  if (tree.type === "array") return (tree.children ?? []).map((node) => ({ node }))
  const trigger = findChild(tree, ["trigger", "triggers"])
  const all = [
    ...listItems(tree, LISTS),
    ...[tree, ...(trigger?.type === "object" ? [trigger] : [])].flatMap((map) => [
      ...listItems(map, FOR_IT, "use"),
      ...listItems(map, NOT_FOR_IT, "leave"),
    ]),
  ]
  return all.length === 0 ? [{ node: tree }] : all
}

/** In a file about several skills, the two lists of this one: by its name, or beside it. */
function findOwn(tree: Node, skill: string): Node | undefined {
  const groups = [tree, ...listChildren(tree, ["skills", ...LISTS])]
  const named = groups.flatMap(({ type, children = [] }) =>
    type === "array"
      ? children.map((node) => [findChild(node, ["skill", "skillname", "name"])?.value, node] as const)
      : children.map(({ children: [key, node] = [] }) => [key?.value, node] as const),
  )
  const hasLists = (node: Node) => listChildren(node, [...FOR_IT, ...NOT_FOR_IT]).some(({ type }) => type === "array")
  return named.find(
    ([name, node]) => typeof name === "string" && meansSkill(name, skill) && node !== undefined && hasLists(node),
  )?.[1]
}

function listItems(map: Node, keys: readonly string[], expects?: "use" | "leave"): readonly Omit<Entry, "line">[] {
  return listChildren(map, keys).flatMap(({ type, children = [] }) =>
    type === "array" ? children.map((node) => ({ node, expects })) : [],
  )
}

function findChild(map: Node, keys: readonly string[]): Node | undefined {
  return listChildren(map, keys)[0]
}

/** The values of these keys, as `toKey` writes them. */
function listChildren(map: Node, keys: readonly string[]): readonly Node[] {
  if (map.type !== "object") return []
  return (map.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    value !== undefined && keys.includes(toKey(String(key?.value))) ? [value] : [],
  )
}

const MOST_DEPTH = 100

/** JSON with comments and trailing commas. */
function parse(text: string, findLine: (offset: number) => number): Node | FileProblem {
  const clean = text.replace(/^\ufeff/, " ")
  const deep = findDeep(clean)
  if (deep !== undefined) return notJson(findLine(deep), `this is nested more than ${MOST_DEPTH} levels deep`)
  const errors: ParseError[] = []
  const tree = parseTree(clean, errors, { allowTrailingComma: true })
  return tree === undefined || errors.length > 0 ? notJson(findLine(errors[0]?.offset ?? 0)) : tree
}

/** Where the text is nested too deep to be parsed, which would take the whole stack. */
function findDeep(text: string): number | undefined {
  const scanner = createScanner(text, true)
  for (let depth = 0; scanner.getPosition() < text.length; ) {
    scanner.scan()
    const at = scanner.getTokenOffset()
    const mark = scanner.getTokenLength() === 1 ? (text[at] ?? "") : ""
    if (mark === "{" || mark === "[") depth++
    if (mark === "}" || mark === "]") depth--
    if (depth > MOST_DEPTH) return at
  }
  return undefined
}

/** Finds the line of an offset, from 1. */
function openLines(text: string): (offset: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return (offset) => countAtMost(starts, offset, (start) => start)
}

function describe(reading: CaseReading, skill: string, line: number): readonly FileProblem[] {
  switch (reading.kind) {
    case "case":
    case "shared":
      return []
    case "none":
      return [badCase(line, "it has no request", 'write the request as text, as in "query": "…"')]
    case "wrong":
      return [badCase(line, reading.what, reading.fix)]
    case "other":
      return [otherSkill("evals.other-case", { about: reading.about, skill, line })]
  }
}

function notJson(line: number, message = "this is not JSON"): FileProblem {
  return evalsProblem("evals.not-json", { line }, { message, fix: "correct the text at this line" })
}

/** A text of many lines in a file that should have a case on each. */
function notLines(line: number): FileProblem {
  return evalsProblem(
    "evals.not-json",
    { line },
    { message: "no line of this is JSON", fix: "write one JSON object on each line, or rename it to .json" },
  )
}

function noRequests(): FileProblem {
  return evalsProblem(
    "evals.no-requests",
    { line: 1 },
    {
      message: "no requests were found in this file",
      fix: 'if it should have some, write a list, as in [{ "query": "…", "should_trigger": true }]',
    },
  )
}

function badCase(line: number, what: string, fix: string): FileProblem {
  return evalsProblem("evals.bad-case", { line }, { message: `this case is left out: ${what}`, fix })
}

interface Other {
  readonly about: string
  readonly skill: string
  readonly line: number
}

function otherSkill(code: "evals.other-skill" | "evals.other-case", { about, skill, line }: Other): FileProblem {
  return evalsProblem(
    code,
    { line },
    {
      message: `this is about ${JSON.stringify(about)}, and left out for ${skill}`,
      fix: "correct the name, or move it",
    },
  )
}
