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
  const started = run(planted, ["run", "start", "ship", "--json"])
  expect({ code: started.code, err: started.err }).toEqual({ code: 0, err: "" })
  const { run: id } = JSON.parse(started.out) as { readonly run: string }
  const reported = run(planted, ["run", "report", id, "--step", "build", "--outcome", "ok", "--output", "-"], "green")
  expect(reported).toMatchObject({ code: 0, err: "" })
  expect(reported.out).toContain("5 letters.")
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
