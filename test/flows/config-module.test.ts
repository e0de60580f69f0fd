import fs from "node:fs"
import { expect, test } from "vitest"
import { type Need, testWith } from "../needs.ts"
import { type Garden, garden } from "../plant.ts"
import { skillet } from "./run-cli.ts"

/** A workflow with a function, in a module that leaves a file in the home directory when it is loaded. */
const ship = `
import fs from "node:fs"
import os from "node:os"
import { compute, defineWorkflow, doStep } from "skillet"
import { measureLog } from "./flows/measure-log.mjs"

fs.appendFileSync(os.homedir() + "/was-loaded", "x")

export const workflows = [
  defineWorkflow({
    name: "ship",
    start: "build",
    steps: [
      doStep({ id: "build", title: "Build it", actions: ["Build."], writes: ["log"], next: { ok: "size" } }),
      compute({ id: "size", title: "Measure", reads: ["log"], writes: ["size"], compute: measureLog, next: { ok: "check" } }),
      doStep({ id: "check", title: "Check it", reads: ["size"], actions: ["{{values.size}} letters."], next: { ok: "end" } }),
    ],
  }),
]
`
const measureLog = `
export function measureLog({ values }) {
  return { outcome: "ok", values: { size: String(values.log).length } }
}
`

function plantProject(): Garden {
  return garden({ "project/skillet.config.mjs": ship, "project/flows/measure-log.mjs": measureLog })
}

function run(planted: Garden, words: readonly string[], input?: string) {
  return skillet(words, { ...planted.options, ...(input === undefined ? {} : { input }) })
}

function approve(planted: Garden, file = "skillet.config.mjs"): void {
  const { digest } = JSON.parse(run(planted, ["trust", "add", file, "--json"]).out) as { readonly digest: string }
  expect(run(planted, ["trust", "add", file, "--hash", digest])).toMatchObject({ code: 0, err: "" })
}

function wasLoaded(planted: Garden): boolean {
  return fs.existsSync(planted.at("home/was-loaded"))
}

function startShip(planted: Garden): string {
  const { out } = run(planted, ["run", "start", "ship", "--json"])
  return (JSON.parse(out) as { readonly run: string }).run
}

function reportBuild(planted: Garden, id: string) {
  return run(planted, ["run", "report", id, "--step", "build", "--outcome", "ok", "--output", "-"], "green")
}

test("an approved module of the project registers its workflows for every command", () => {
  const planted = plantProject()
  approve(planted)
  const listed = JSON.parse(run(planted, ["workflow", "list", "--json"]).out) as {
    readonly workflows: readonly object[]
  }
  const file = planted.at("project/skillet.config.mjs")
  expect(listed.workflows).toContainEqual(expect.objectContaining({ name: "ship", source: "module", file, ok: true }))
  for (const words of [
    ["workflow", "show", "ship"],
    ["workflow", "check", "ship"],
    ["workflow", "check", "skillet.config.mjs"],
    ["workflow", "check", "--level", "2", "ship"],
    ["workflow", "graph", "ship"],
    ["workflow", "quote", "ship"],
    ["workflow", "diff", "ship", "ship"],
    ["step", "ship", "--step", "1"],
  ])
    expect({ words, ...run(planted, words) }).toMatchObject({ words, code: 0, err: "" })
  const reported = reportBuild(planted, startShip(planted))
  expect(reported).toMatchObject({ code: 0, err: "" })
  expect(reported.out).toContain("5 letters.")
  expect(run(planted, ["trust", "list"]).out).toContain("valid")
  expect(run(planted, ["list"]).err).toBe("")
})

test("nothing of a module that is not approved runs, and each command says how to approve it", () => {
  const planted = plantProject()
  const says = "it is not approved, so it was not loaded"
  const command = "trust add skillet.config.mjs"
  const commands = [
    ["workflow", "list", "--json"],
    ["workflow", "check"],
    ["run", "start", "ship"],
    ["workflow", "show", "ship"],
    ["step", "ship", "--step", "1"],
    ["doctor", "--all"],
    ["list", "--json"],
    ["trust", "add", "skillet.config.mjs"],
  ]
  const told = commands.map((words) => ({ words, ...run(planted, words) }))
  for (const { words, out, err } of told.slice(0, -1)) {
    expect({ words, text: out + err }).toEqual({ words, text: expect.stringContaining(says) })
    expect({ words, text: out + err }).toEqual({ words, text: expect.stringContaining(command) })
  }
  expect(told.map(({ code }) => code)).toEqual([0, 1, 1, 1, 1, 1, 0, 1])
  expect(wasLoaded(planted)).toBe(false)
  const below = skillet(["run", "start", "ship"], { ...planted.options, cwd: planted.at("project/flows") })
  expect(below.err).toContain(`trust add ${planted.at("project/skillet.config.mjs")}`)
})

test("what is approved is shown first: that it is a program, its imports and the modules of Node that it uses", () => {
  const planted = plantProject()
  const { code, err } = run(planted, ["trust", "add", "skillet.config.mjs"])
  expect(code).toBe(1)
  expect(err.split("\n").slice(0, 7)).toEqual([
    "skillet.config.mjs",
    "This is a program. Once approved, it runs with your rights and without a sandbox whenever a command needs its workflows.",
    "imports files, which the approval covers too:",
    "  flows/measure-log.mjs",
    "uses modules of Node; what it reads or starts with them is not covered:",
    "  node:fs",
    "  node:os",
  ])
  const wrong = run(planted, ["trust", "add", "skillet.config.mjs", "--hash", `sha256:${"0".repeat(64)}`])
  expect(wrong.code).toBe(1)
  expect(run(planted, ["trust", "add", "skillet.config.mjs", "--network"]).code).toBe(2)
  expect(run(planted, ["run", "start", "ship"]).code).toBe(1)
})

test.each(["skillet.config.mjs", "flows/measure-log.mjs"])("a change of %s after the approval revokes it", (name) => {
  const planted = plantProject()
  approve(planted)
  const id = startShip(planted)
  fs.rmSync(planted.at("home/was-loaded"))
  fs.appendFileSync(planted.at(`project/${name}`), "\n")
  const reported = reportBuild(planted, id)
  expect(reported.code).toBe(1)
  expect(reported.err).toContain("it or a file it imports changed since it was approved, so it was not loaded")
  expect(reported.err).toContain("trust add skillet.config.mjs")
  expect(reported.err).not.toContain("has changed since this run started")
  expect(run(planted, ["trust", "list"])).toMatchObject({ code: 1, out: expect.stringContaining("changed") })
  expect(run(planted, ["trust", "add", "skillet.config.mjs"]).err).toContain(`Changed since you approved it`)
  expect(wasLoaded(planted)).toBe(false)
  approve(planted)
  expect(reportBuild(planted, id).out).toContain("5 letters.")
})

test("an approval that is revoked keeps the module from running", () => {
  const planted = plantProject()
  approve(planted)
  expect(run(planted, ["trust", "remove", "skillet.config.mjs"]).code).toBe(0)
  expect(run(planted, ["workflow", "show", "ship"]).err).toContain("it is not approved")
  expect(wasLoaded(planted)).toBe(false)
})

test("a link is refused, as the module, as an import and as a directory on the way to one", () => {
  const planted = plantProject()
  approve(planted)
  const move = (name: string) => fs.renameSync(planted.at(`project/${name}`), planted.at("outside"))
  const back = (name: string) => {
    fs.rmSync(planted.at(`project/${name}`))
    fs.renameSync(planted.at("outside"), planted.at(`project/${name}`))
  }
  for (const name of ["skillet.config.mjs", "flows/measure-log.mjs", "flows"]) {
    move(name)
    planted.plant({ [`project/${name}`]: { link: planted.at("outside") } })
    const started = run(planted, ["run", "start", "ship"])
    expect({ name, ...started }).toMatchObject({ name, code: 1, err: expect.stringContaining("a link") })
    const added = run(planted, ["trust", "add", "skillet.config.mjs"])
    expect({ name, ...added }).toMatchObject({ name, code: 1, err: expect.stringContaining("code trust.links") })
    back(name)
  }
  expect(wasLoaded(planted)).toBe(false)
  expect(run(planted, ["run", "start", "ship"]).code).toBe(0)
})

test("what an approval cannot cover cannot be approved", () => {
  const planted = garden({
    "project/skillet.config.mjs": 'import { z } from "zod"\nimport "./flows/more.mjs"\nexport const a = z\n',
    "project/flows/more.mjs": "\nawait import(process.env.WHAT)\n",
  })
  const { code, err } = run(planted, ["trust", "add", "skillet.config.mjs", "--hash", `sha256:${"0".repeat(64)}`])
  expect(code).toBe(1)
  expect(err).toContain(`${planted.at("project/skillet.config.mjs")}:1: "zod" is not a file of the project`)
  expect(err).toContain(`${planted.at("project/flows/more.mjs")}:2: import(…) could load any file`)
  expect(err).toContain("code trust.not-covered")
})

test("a module that throws, awaits, exports nothing or a broken workflow is a problem that names it", () => {
  const planted = garden()
  const told = (text: string, words: readonly string[]) => {
    planted.plant({ "project/skillet.config.mjs": text })
    approve(planted)
    return run(planted, words)
  }
  const doctor = ["doctor", "--all", "--code", "workflow.module"]
  expect(told('throw new Error("out of paint")\n', doctor).out).toContain("it could not be loaded: out of paint")
  expect(told("await 1\nexport const a = 1\n", doctor).out).toContain("it uses await at its top level")
  expect(told("export const a = 1\n", ["list", "--json"]).out).toContain("it exports no workflow")
  const odd = 'export const odd = { name: "odd", steps: [] }\n'
  expect(told(odd, ["workflow", "list", "--json"]).out).toContain(
    "workflow odd: the workflow: description is not a text",
  )
  const broken = 'export const b = { name: "b", description: "", params: [], start: "x", steps: [] }\n'
  expect(told(broken, ["workflow", "check", "b"])).toMatchObject({ code: 1 })
  expect(told(broken, ["run", "start", "b"])).toMatchObject({ code: 1, err: expect.stringContaining("has errors") })
})

test("with shell off, with a required sandbox and while a limit is unknown, an approved module is not loaded", () => {
  const planted = plantProject()
  approve(planted)
  for (const [settings, says] of [
    ["shell: off", "shell is off in the settings, so it was not loaded"],
    ["sandbox: required", "which a module cannot have, so it was not loaded"],
    ["permissions: { deny: [5] }", "a limit cannot be read"],
  ]) {
    planted.plant({ "home/.config/skillet/config.yaml": `${settings}\n` })
    expect(run(planted, ["run", "start", "ship"])).toMatchObject({ code: 1, err: expect.stringContaining(says ?? "") })
  }
  expect(wasLoaded(planted)).toBe(false)
})

test("of two modules of a project none is loaded, and a skill's workflow wins over a module's", () => {
  const planted = plantProject()
  approve(planted)
  planted.plant({ "project/skillet.config.js": ship })
  expect(run(planted, ["run", "start", "ship"]).err).toContain("so none was loaded")
  fs.rmSync(planted.at("project/skillet.config.js"))
  planted.plant({ "project/skillet.config.mjs": ship.replace('name: "ship"', 'name: "planner"') })
  approve(planted)
  expect(run(planted, ["workflow", "list", "--json"]).out).toContain(
    "its workflow planner cannot be started: skill planner",
  )
})

const needOldNode: Need = {
  missing: "typescript" in process.features ? "this Node can load TypeScript, or says so" : undefined,
}
const needTypeScript: Need = {
  missing:
    "typescript" in process.features && process.features.typescript !== false
      ? undefined
      : `Node ${process.versions.node} cannot load TypeScript`,
}

testWith(needOldNode, "a module in TypeScript is refused by a Node that cannot load it, with what to do", () => {
  const planted = garden({ "project/skillet.config.ts": "export const a: number = 1\n" })
  const { out } = run(planted, ["doctor", "--all", "--code", "workflow.module"])
  expect(out).toContain(`Node ${process.versions.node} cannot load TypeScript, so it was not loaded`)
  expect(out).toContain("write it in JavaScript (skillet.config.mjs), or use Node 22.18 or newer")
  expect(run(planted, ["trust", "add", "skillet.config.ts"]).err).toContain("code trust.typescript")
})

testWith(needTypeScript, "a module in TypeScript is approved and loaded by a Node that can load it", () => {
  const planted = garden({
    "project/skillet.config.ts": ship.replace("measure-log.mjs", "measure-log.ts"),
    "project/flows/measure-log.ts": measureLog.replace("({ values })", "({ values }: { values: { log: string } })"),
  })
  approve(planted, "skillet.config.ts")
  expect(reportBuild(planted, startShip(planted)).out).toContain("5 letters.")
})
