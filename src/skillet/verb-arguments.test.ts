import fs from "node:fs"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { garden } from "../../test/plant.ts"
import { memoryRunStore } from "../testing/memory-run-store.ts"
import type { ArgumentShape } from "./arguments/check-arguments.ts"
import { openSkillet } from "./open-skillet.ts"
import type { OpenOptions } from "./options.ts"
import { verbArguments } from "./verb-arguments.ts"

type Call = (...args: readonly unknown[]) => Promise<unknown>
type Rows = Readonly<Record<string, readonly ArgumentShape[] | Readonly<Record<string, readonly ArgumentShape[]>>>>

/** Every verb with its path in the object. */
const verbs = Object.entries(verbArguments as unknown as Rows).flatMap(([name, row]) =>
  Array.isArray(row)
    ? [{ name, shapes: row as readonly ArgumentShape[] }]
    : Object.entries(row as Readonly<Record<string, readonly ArgumentShape[]>>).map(([verb, shapes]) => ({
        name: `${name}.${verb}`,
        shapes,
      })),
)

function openProject(more: OpenOptions = {}) {
  const planted = garden()
  const skillet = openSkillet({ ...planted.options, cache: false, store: memoryRunStore(), ...more })
  onTestFinished(() => skillet.close())
  const call = (name: string, args: readonly unknown[]) => {
    const [group = "", verb] = name.split(".")
    const found = (skillet as unknown as Readonly<Record<string, Call | Readonly<Record<string, Call>>>>)[group]
    const run = typeof found === "function" ? found : found?.[verb ?? ""]
    if (run === undefined) throw new Error(`there is no verb ${name}`)
    return run(...args)
  }
  return { ...planted, skillet, call }
}

/** Nothing takes a symbol, except what says itself what is wrong with it. */
const wrong = Symbol("wrong")
const cases = verbs.flatMap(({ name, shapes }) =>
  shapes.flatMap(([argument, { expected }], nth) => (expected === "anything" ? [] : [[name, argument, nth] as const])),
)

test("there is a case for every verb that has arguments", () => {
  expect(verbs.length).toBeGreaterThan(80)
  const tried = new Set(cases.map(([name]) => name))
  const untried = verbs.filter(({ name, shapes }) => shapes.length > 0 && !tried.has(name))
  expect(untried.map(({ name }) => name)).toEqual([])
})

test("every argument of every verb that has the wrong type is refused in the same way", async () => {
  const { call } = openProject()
  for (const [name, argument, nth] of cases) {
    const { shapes = [] } = verbs.find((verb) => verb.name === name) ?? {}
    // The arguments before it fit as far as the shapes can tell.
    const before = shapes.slice(0, nth).map(([, shape]) => findFitting(shape))
    const error: unknown = await call(name, [...before, wrong]).catch((thrown: unknown) => thrown)
    expect({ name, error }).toMatchObject({
      name,
      error: { name: "SkilletError", code: "library.bad-argument", retry: "no", next: expect.any(String) },
    })
    expect((error as Error).message).toContain(`${argument} is Symbol(wrong), expected `)
  }
})

/** A value that fits, from a few that occur. */
function findFitting({ isOptional, findMisfit }: ArgumentShape[1]): unknown {
  if (isOptional === true) return undefined
  const samples = [
    "a",
    [],
    () => {},
    {},
    { from: "a", text: "b" },
    { name: "SessionStart", session: "s" },
    { ref: "a", path: "b", digest: "c" },
    { workflow: {}, children: [], problems: [] },
    { agent: "a", because: "b", trigger: "c", full: true, budget: { tokens: 1 } },
    { query: "a" },
    { source: "a", skills: [] },
    { names: [] },
  ]
  const found = samples.find((sample) => findMisfit(sample, "it") === undefined)
  if (found === undefined) throw new Error("no sample fits")
  return found
}

test.each<[string, readonly unknown[], string, string]>([
  ["why", [5], "why(ref): ref is 5, expected text", "give ref as text"],
  ["match", [], "match(request, limit?): request is missing, expected text", "give request as text"],
  [
    "match",
    ["a", -1],
    "match(request, limit?): limit is -1, expected a whole number from 0",
    "give limit as a whole number from 0",
  ],
  [
    "runs.report",
    [],
    "runs.report(report): report is missing, expected an object with run and step",
    "give report as an object with run and step",
  ],
  [
    "runs.report",
    [{ run: "r", step: "a", outcome: "good" }],
    'runs.report(report): report.outcome is "good", expected ok, fail, skip or iterate',
    "give report.outcome as ok, fail, skip or iterate",
  ],
  [
    "tasks.add",
    [{ title: "a" }],
    "tasks.add(tasks, parent?): tasks is an object, expected a list (of an object with title and status)",
    "give tasks as a list (of an object with title and status)",
  ],
  [
    "tasks.add",
    [[{ title: "a", status: "pending", children: [{ title: "b" }] }]],
    "tasks.add(tasks, parent?): tasks[0].children[0].status is missing, expected pending, active, blocked, in_review, done, failed or cancelled",
    "give tasks[0].children[0].status as pending, active, blocked, in_review, done, failed or cancelled",
  ],
  [
    "runs.drive",
    ["r", { agent: 5 }],
    "runs.drive(run, options): options.agent is 5, expected host, auto, workers, claude, codex, gemini, opencode, api, command or offline or an object with ask",
    "give options.agent as host, auto, workers, claude, codex, gemini, opencode, api, command or offline or an object with ask",
  ],
  ["review", [{ pathes: ["src"] }], "review(options?): options.pathes is not known", "did you mean paths?"],
  [
    "jobs.list",
    [{ everything: true }],
    "jobs.list(filter?): filter.everything is not known",
    "leave it out; known are all",
  ],
])("%s%j says what is wrong, what was expected and what to do", async (name, args, message, next) => {
  await expect(openProject().call(name, args)).rejects.toMatchObject({
    name: "SkilletError",
    code: "library.bad-argument",
    message,
    next,
  })
})

test.each<[string, unknown, object]>([
  ["a directory that is no text", { cwd: 5 }, { code: "library.bad-argument" }],
  ["nothing at all", null, { code: "library.bad-argument" }],
  ["an option that does not exist", { dir: "." }, { code: "library.bad-argument" }],
  ["a directory that does not exist", { cwd: "/does/not/exist" }, { code: "library.no-directory" }],
  ["a file as directory", { cwd: import.meta.filename }, { code: "library.no-directory" }],
  ["a directory of skills that does not exist", { skillsDirs: ["nowhere"] }, { code: "library.no-directory" }],
  ["an unknown host", { host: "clod" }, { code: "host.unknown" }],
])("openSkillet refuses %s", (_, options, error) => {
  expect(() => openSkillet(options as OpenOptions)).toThrow(expect.objectContaining({ name: "SkilletError", ...error }))
})

test("the page of the library names every verb, and no other", () => {
  const page = fs.readFileSync(path.join(import.meta.dirname, "../../docs/library.md"), "utf8")
  const table = page.slice(page.indexOf("## The verbs"), page.indexOf("The code of a verb is loaded"))
  const rows = table.split("\n").filter((line) => line.startsWith("| `"))
  const named = rows.flatMap((line) => {
    const [, left = "", right = ""] = line.split("|")
    const first = readWords(left)
    const isGroup = first.length === 1 && !left.includes("(")
    return isGroup ? readWords(right).map((verb) => `${first[0]}.${verb}`) : first
  })
  expect(named.toSorted()).toEqual(verbs.map(({ name }) => name).toSorted())
})

function readWords(cell: string): readonly string[] {
  return [...cell.matchAll(/`(\w+)(?:\([^)]*\))?`/g)].map(([, word = ""]) => word)
}
