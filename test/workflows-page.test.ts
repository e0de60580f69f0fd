import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { readWorkflowFolder } from "../src/workflow/io/read-workflow-folder.ts"
import { checkWorkflow } from "../src/workflow/check/check-workflow.ts"
import { reviewCategories } from "../src/workflow/review-policy.ts"
import { roles, tiers } from "../src/workflow/roles.ts"
import { readWorkflow } from "../src/workflow/reading/read-workflow.ts"
import { stepSections } from "../src/workflow/reading/step-text.ts"
import { findStep } from "../src/workflow/workflow.ts"
import { garden } from "./plant.ts"

const root = path.resolve(import.meta.dirname, "..")
const page = fs.readFileSync(path.join(root, "docs/workflows.md"), "utf8")
const conventions = path.join(root, "conventions")
const listConventions = () =>
  fs
    .readdirSync(conventions)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.replace(/\.md$/, ""))
const convention = (name: string) => fs.readFileSync(path.join(conventions, `${name}.md`), "utf8")

/** Files of the page: a path in backticks on its own line, then a code fence. */
const files = Object.fromEntries(
  [...page.matchAll(/^`([\w./-]+)`\n\n```\w+\n([\s\S]*?)^```$/gm)].map(([, name = "", text = ""]) => [name, text]),
)

test("the example on the page is a valid workflow", () => {
  const { plant, at } = garden()
  for (const [name, text] of Object.entries(files)) plant({ [`project/small-change/${name}`]: text })
  const folder = readWorkflowFolder(at("project/small-change"), conventions)
  expect(folder.yamls).toHaveLength(1)
  const [{ path: yamlPath, text: yaml } = { path: "", text: "" }] = folder.yamls
  const { workflow, problems } = readWorkflow({ yaml, yamlPath, steps: folder.steps, resources: folder.resources })
  if (workflow === undefined) throw new Error("the example cannot be read")
  expect([...folder.problems, ...problems, ...checkWorkflow(workflow)]).toEqual([])
  expect(workflow.steps.map(({ id, kind, title }) => `${id} ${kind} ${title}`)).toEqual([
    "agree ask Agree on what is wanted",
    "work do Make the change",
    "review dispatch Review the change",
    "gate gate Does it hold?",
  ])
  expect(findStep(workflow, "gate")?.next).toEqual({ ok: "end", fail: "work" })
  expect(workflow.resources).toEqual({ severity: convention("severity") })
})

test("every other YAML example on the page that is a whole file is read without an error", () => {
  const older = [...page.matchAll(/^```yaml\n(legacy: [\s\S]*?)^```$/gm)].map(([, text = ""]) => text)
  expect(older).toHaveLength(2)
  for (const yaml of older) {
    const { workflow, problems } = readWorkflow({ yaml, yamlPath: "workflow.yaml", steps: {}, resources: {} })
    const found = workflow === undefined ? [] : checkWorkflow(workflow)
    expect([...problems, ...found].filter(({ level }) => level === "error")).toEqual([])
    expect(workflow?.steps.length).toBeGreaterThan(1)
  }
})

test("the keys that the page shows for each kind of step are those that the reader accepts", () => {
  const kinds: Readonly<Record<string, string>> = {
    items: "fanout",
    evidence: "gate",
    questions: "ask",
    compute: "compute",
  }
  const shown = [...page.matchAll(/^```yaml\n((\w+):[\s\S]*?)^```$/gm)].flatMap(([, text = "", key = ""]) =>
    kinds[key] === undefined ? [] : cutKeys(key, text).map((part) => ({ kind: kinds[key], part })),
  )
  expect(shown.map(({ kind }) => kind)).toEqual(["fanout", "fanout", "fanout", "gate", "ask", "ask", "compute"])
  const problems = shown.flatMap(({ kind, part }) => {
    const step = `id: a\ntitle: A\nkind: ${kind}\nnext: end\n${part}`.replace(/^/gm, "    ").replace("    ", "  - ")
    const steps = kind === "fanout" ? { "steps/a.md": "Ask." } : {}
    return readWorkflow({ yaml: `name: x\nsteps:\n${step}`, yamlPath: "workflow.yaml", steps, resources: {} }).problems
  })
  expect(problems).toEqual([])
})

/** A code fence may show the same key in several ways, one after the other. */
function cutKeys(key: string, text: string): readonly string[] {
  return text.split(new RegExp(`^(?=${key}:)`, "m"))
}

test("the page explains every key of a workflow, of every kind of step and of a parameter", () => {
  const kinds = ["do", "dispatch", "fanout", "gate", "ask", "compute", "wait"]
  const steps = kinds.map((kind) => `  - { id: ${kind}, kind: ${kind}, zzzzzzzzzzzz: 1, loop: { zzzzzzzzzzzz: 1 } }\n`)
  const yaml = `zzzzzzzzzzzz: 1\nparams: { a: { zzzzzzzzzzzz: 1 } }\nsteps:\n${steps.join("")}`
  const { problems } = readWorkflow({ yaml, yamlPath: "workflow.yaml", steps: {}, resources: {} })
  const keys = problems.flatMap(({ fix = "" }) => (fix.startsWith("it takes ") ? fix.slice(9).split(", ") : []))
  expect(new Set(keys).size).toBeGreaterThan(35)
  const explained = new Set([...page.matchAll(/`([a-z-]+)(?:`|:)|([a-z-]+):/g)].map(([, a, b]) => a ?? b))
  expect([...new Set(keys)].filter((key) => !explained.has(key))).toEqual([])
})

test("the page lists every section, role, size and convention", () => {
  const headings = [...page.matchAll(/^\| `## ([^`]+)`/gm)].map(([, name = ""]) => name.toLowerCase())
  expect(headings).toEqual(Object.keys(stepSections))
  const names = listConventions()
  expect([...Object.keys(roles), ...tiers, ...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  expect(names).toEqual(["diff-format", "documentation", "intent-markers", "severity", "structural", "temporal"])
})

test("the convention on severity contains the table that reviews use", () => {
  const rows = [...convention("severity").matchAll(/^\| (\w+) +\| `([\w-]+)` +\| (.+?) +\|$/gm)]
  expect(Object.fromEntries(rows.map(([, level, category]) => [category, level]))).toEqual(reviewCategories)
  const count = (wanted: string) => rows.filter(([, level]) => level === wanted).length
  expect([count("MUST"), count("SHOULD"), count("COULD")]).toEqual([8, 6, 3])
})

test("the categories that conventions name exist", () => {
  const known = Object.keys(reviewCategories)
  const heads = new Set(known.map((category) => category.split("-")[0]))
  const named = listConventions().flatMap((file) =>
    [...convention(file).matchAll(/`([a-z]+-[a-z-]+)`/g)].map(([, name = ""]) => name),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => heads.has(name.split("-")[0]) && !known.includes(name))).toEqual([])
})
