import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import * as drivers from "../src/drivers.ts"
import * as formatters from "../src/formatters.ts"
import * as skillet from "../src/index.ts"
import * as readers from "../src/readers.ts"
import * as stores from "../src/stores.ts"
import * as testing from "../src/testing/index.ts"

const root = path.resolve(import.meta.dirname, "..")

test("the root exports exactly these names, at most 40 with its types", () => {
  const names = readNames("src/index.ts")
  expect(names.length).toBeGreaterThan(20)
  expect(names.length).toBeLessThanOrEqual(40)
  expect(Object.keys(skillet).toSorted()).toMatchInlineSnapshot(`
    [
      "SkilletError",
      "ask",
      "checkWorkflow",
      "compute",
      "defineWorkflow",
      "dispatch",
      "doStep",
      "fanout",
      "gate",
      "openSkillet",
      "version",
      "wait",
    ]
  `)
  expect(names.filter((name) => !(name in skillet)).toSorted()).toMatchInlineSnapshot(`
    [
      "AuditReport",
      "Catalog",
      "CatalogSkill",
      "Directive",
      "Explanation",
      "Finding",
      "HostId",
      "LintReport",
      "MatchAnswer",
      "Problem",
      "RenderedSkill",
      "Reported",
      "ReviewReport",
      "Run",
      "ShownRun",
      "ShownSkill",
      "Skillet",
      "SkilletAgents",
      "SkilletJobs",
      "SkilletOptions",
      "SkilletRuns",
      "SkilletTasks",
      "SkilletTrust",
      "SkilletWorkflows",
      "Step",
      "StepReport",
      "Task",
      "Workflow",
    ]
  `)
})

test("the subpaths export exactly these values", () => {
  const entries = { drivers, formatters, readers, stores, testing }
  const values = Object.entries(entries).map(([name, entry]) => `${name}: ${Object.keys(entry).toSorted().join(" ")}`)
  expect(values).toMatchInlineSnapshot(`
    [
      "drivers: AgentFailure",
      "formatters: agentsDocument auditSarif directiveJson estimateTokens formatters renderText renderXml xmlText",
      "readers: assemblePacket compileSkill fromStepDefs fromSteps hostIds isForModel isForUser problemCodes profiles readSkill readWorkflow",
      "stores: applyEvent currentDirective openDefinitions openHistory openRunStore verifyRun",
      "testing: describeShrunk drawSchedule memoryRunStore memorySource printSchedule readSchedule runStoreChecks scriptedAgents scriptedShell shrink simulate",
    ]
  `)
})

test("every subpath of the package has an entry that lists its names, and docs/library.md names it", () => {
  const { exports } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
    readonly exports: Readonly<Record<string, unknown>>
  }
  const subpaths = Object.keys(exports).filter((name) => name !== "." && name !== "./package.json")
  expect(subpaths.map((name) => name.slice(2)).toSorted()).toEqual([
    "drivers",
    "formatters",
    "readers",
    "stores",
    "testing",
  ])
  const page = fs.readFileSync(path.join(root, "docs/library.md"), "utf8")
  for (const name of subpaths) {
    const entry = name === "./testing" ? "src/testing/index.ts" : `src/${name.slice(2)}.ts`
    expect(fs.readFileSync(path.join(root, entry), "utf8")).not.toMatch(/export \*/)
    expect(page).toContain(`\`skillet/${name.slice(2)}\``)
  }
})

function readNames(entry: string): readonly string[] {
  const text = fs.readFileSync(path.join(root, entry), "utf8")
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) =>
    list.split(",").flatMap((name) => {
      const plain = name
        .trim()
        .replace(/^type /, "")
        .replace(/^\w+ as /, "")
      return plain === "" ? [] : [plain]
    }),
  )
}
