import fs from "node:fs"
import { expect, test } from "vitest"
import { type Garden, garden } from "../plant.ts"
import { skillet } from "./run-cli.ts"

/** A workflow with a function, as a module without imports. */
const ship = `
export const ship = {
  name: "ship", description: "", params: [], start: "build",
  steps: [
    { kind: "do", id: "build", title: "Build it", actions: ["Build."], writes: ["log"], next: { ok: "size" } },
    { kind: "compute", id: "size", title: "Measure", actions: [], reads: ["log"], writes: ["size"],
      compute: ({ values }) => ({ outcome: "ok", values: { size: String(values.log).length } }), next: { ok: "check" } },
    { kind: "do", id: "check", title: "Check it", reads: ["size"], actions: ["{{values.size}} letters."], next: { ok: "end" } },
  ],
}
`

function run(planted: Garden, words: readonly string[], input?: string) {
  return skillet(words, { ...planted.options, ...(input === undefined ? {} : { input }) })
}

test("a workflow with functions that the user's settings name is started and followed from the command line", () => {
  const planted = garden({
    "home/flows/ship.mjs": ship,
    "home/.config/skillet/config.yaml": "workflows: [~/flows/ship.mjs]\n",
  })
  const shown = run(planted, ["workflow", "show", "ship"])
  expect(shown.out.split("\n").slice(1, 5)).toEqual(["", "Takes nothing.", "", "Steps:"])
  const started = run(planted, ["run", "start", "ship", "--json"])
  expect({ code: started.code, err: started.err }).toEqual({ code: 0, err: "" })
  const { run: id } = JSON.parse(started.out) as { readonly run: string }
  const reported = run(planted, ["run", "report", id, "--step", "build", "--outcome", "ok", "--output", "-"], "green")
  expect(reported).toMatchObject({ code: 0, err: "" })
  expect(reported.out).toContain("5 letters.")
})

test("what a module prints goes to stderr, also when its functions run, and its timers keep no command alive", () => {
  const chatty = `
    import { Console } from "node:console"
    console.log("loaded")
    process.stdout.write("written\\n")
    new Console(process.stdout).log("said")
    setTimeout(() => console.log("kept the process alive"), 20_000)
    ${ship.replace("compute: ({ values }) =>", 'compute: ({ values }) => console.info("measured") ??')}`
  const planted = garden({
    "home/flows/ship.mjs": chatty,
    "home/.config/skillet/config.yaml": "workflows: [~/flows/ship.mjs]\n",
  })
  const started = run(planted, ["run", "start", "ship", "--json"])
  expect(started).toMatchObject({ code: 0, err: "loaded\nwritten\nsaid\n" })
  const { run: id } = JSON.parse(started.out) as { readonly run: string }
  const report = ["run", "report", id, "--step", "build", "--outcome", "ok", "--output", "-", "--json"]
  const reported = run(planted, report, "green")
  expect(reported).toMatchObject({ code: 0, err: "loaded\nwritten\nsaid\nmeasured\n" })
  expect(JSON.parse(reported.out)).toMatchObject({ step: "check" })
})

test("a project cannot name workflow modules, and a module inside the project is not loaded", () => {
  const planted = garden({
    "project/ship.mjs": `${ship}\nconsole.error("was loaded")\n`,
    "project/.skillet/config.yaml": "workflows: [/tmp/ship.mjs]\n",
  })
  planted.plant({ "home/.config/skillet/config.yaml": `workflows: ["${planted.at("project/ship.mjs")}"]\n` })
  const { code, err } = run(planted, ["run", "start", "ship"])
  expect(code).toBe(1)
  expect(err).toContain("it is inside the current project, so it was not loaded")
  expect(err).toContain('there is no workflow "ship"')
  expect(err).not.toContain("was loaded\n")
  const { out } = run(planted, ["doctor", "--all", "--code", "settings.not-allowed"])
  expect(out).toContain("a project may not set workflows; the setting was ignored")
})

test("a module that fails or exports no workflow is one problem, and the others count", () => {
  const planted = garden({
    "home/flows/ship.mjs": ship,
    "home/flows/broken.mjs": 'throw new Error("out of paint")\n',
    "home/flows/empty.mjs": "export const one = 1\n",
    "home/.config/skillet/config.yaml": "workflows: [~/flows/broken.mjs, ~/flows/empty.mjs, ~/flows/ship.mjs]\n",
  })
  const { code, err } = run(planted, ["run", "start", "ship"])
  expect(code).toBe(0)
  expect(err).toContain("it could not be loaded: out of paint")
  expect(err).toContain("it exports no workflow")
})

test("a run whose module is missing, fails or is no longer named says so, and can still be shown and cancelled", () => {
  const planted = garden({
    "home/flows/ship.mjs": ship,
    "home/.config/skillet/config.yaml": "workflows: [~/flows/ship.mjs]\n",
  })
  const { run: id } = JSON.parse(run(planted, ["run", "start", "ship", "--json"]).out) as { readonly run: string }
  const report = () =>
    run(planted, ["run", "report", id, "--step", "build", "--outcome", "ok", "--output", "-"], "x").err
  const file = planted.at("home/flows/ship.mjs")
  planted.plant({ "home/flows/ship.mjs": 'throw new Error("out of paint")\n' })
  expect(report()).toContain(`workflow ship is not available: ${file}: it could not be loaded: out of paint`)
  fs.rmSync(file)
  expect(report()).toContain(`workflow ship is not available: ${file}: there is no such module`)
  planted.plant({ "home/.config/skillet/config.yaml": "workflows: []\n" })
  expect(report()).toContain("workflow ship has functions, and no module that is loaded here exports it")
  planted.plant({ "home/flows/ship.mjs": ship.replace("Build it", "Build all of it") })
  planted.plant({ "home/.config/skillet/config.yaml": "workflows: [~/flows/ship.mjs]\n" })
  expect(report()).toContain("workflow ship has changed since this run started")
  fs.rmSync(file)
  expect(run(planted, ["run", "show", id])).toMatchObject({ code: 0, out: expect.stringContaining("Build it") })
  expect(run(planted, ["run", "cancel", id, "--reason", "gone"]).code).toBe(0)
})

test("list, doctor and workflow list know what is wrong with modules, and run start tells a path that is not whole", () => {
  const planted = garden({
    "home/flows/broken.mjs": 'throw new Error("out of paint")\n',
    "home/.config/skillet/config.yaml": "workflows: [~/flows/broken.mjs, ~/flows/gone.mjs, flows/near.mjs]\n",
  })
  const codes = (words: readonly string[]) =>
    (
      JSON.parse(run(planted, [...words, "--json"]).out) as {
        readonly problems: readonly { code: string; message: string }[]
      }
    ).problems
      .filter(({ code }) => code === "workflow.module" || code === "settings.bad-value")
      .map(({ code, message }) => `${code} ${message}`)
      .toSorted()
  const wanted = [
    'settings.bad-value workflows is "flows/near.mjs", not a list of files, each with its whole path or a path that begins with ~/',
    "workflow.module it could not be loaded: out of paint",
    "workflow.module there is no such module",
  ]
  expect(codes(["list"])).toEqual(wanted)
  expect(codes(["doctor"])).toEqual(wanted)
  expect(codes(["workflow", "list"])).toEqual(wanted)
  planted.plant({ "home/.config/skillet/config.yaml": "workflows: [flows/near.mjs]\n" })
  const { err } = run(planted, ["run", "start", "near"])
  expect(err).toContain('workflows is "flows/near.mjs", not a list of files')
})

test("what a module leaves open does not keep a command alive, and everything is printed", () => {
  const open = "setInterval(() => undefined, 1000)\n"
  const planted = garden({
    "home/flows/ship.mjs": `${ship}\n${open}`,
    "home/.config/skillet/config.yaml": "workflows: [~/flows/ship.mjs]\n",
  })
  const { out, code } = run(planted, ["workflow", "show", "ship", "--json"])
  expect({ code, name: (JSON.parse(out) as { readonly workflow: { readonly name: string } }).workflow.name }).toEqual({
    code: 0,
    name: "ship",
  })
})
