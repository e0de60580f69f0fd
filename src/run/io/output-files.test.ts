import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { runBench } from "../../../test/run-bench.ts"
import { defineWorkflow, doStep } from "../../workflow/define-workflow.ts"
import { currentDirective } from "../build-directive.ts"
import { refuseElsewhere } from "./report-step.ts"
import { prepareFiles } from "./output-files.ts"

const workflow = defineWorkflow({
  name: "written",
  start: "write",
  steps: [doStep({ id: "write", title: "Write", outputRequired: true, next: { ok: "end" } })],
})

async function prepared(cwd: string): Promise<void> {
  const bench = runBench([workflow])
  await bench.start()
  const { engine } = bench
  const runs = {
    engine,
    queue: bench.store,
    project: cwd,
    branch: "",
    cwd,
    directory: cwd,
    newId: () => "r",
    close: async () => {},
  }
  await prepareFiles(runs, await currentDirective(engine, "r"))
}

function folder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), "skillet-out-"))
}

test("the directory that a directive names is created, and ignored by git", async () => {
  const cwd = folder()
  await prepared(cwd)
  await prepared(cwd)
  expect(fs.readdirSync(path.join(cwd, ".skillet/out")).sort()).toEqual([".gitignore", "r"])
})

test.each([".skillet", ".skillet/out", ".skillet/out/r"])("nothing is written through a link at %s", async (at) => {
  const [cwd, outside] = [folder(), folder()]
  fs.mkdirSync(path.dirname(path.join(cwd, at)), { recursive: true })
  fs.symlinkSync(outside, path.join(cwd, at))
  await expect(prepared(cwd)).rejects.toMatchObject({ code: "run.output-folder" })
  expect(fs.readdirSync(outside)).toEqual([])
})

test("a file in place of the directory is reported, and is not a bug", async () => {
  const cwd = folder()
  fs.writeFileSync(path.join(cwd, ".skillet"), "")
  await expect(prepared(cwd)).rejects.toMatchObject({ code: "run.output-folder", retry: "no" })
})

test("gate commands run only in the project of their run", () => {
  const run = { id: "r", project: "/a/.git" }
  expect(() => refuseElsewhere({ project: "/a/.git" }, run)).not.toThrow()
  expect(() => refuseElsewhere({ project: "/b/.git" }, run)).toThrow("run r belongs to /a/.git")
})

test("a missing directory is reported, with a way to continue", () => {
  const gone = path.join(folder(), "gone")
  const run = { id: "r", project: "/a/.git", directory: gone }
  expect(() => refuseElsewhere({ project: "/a/.git" }, run)).toThrow(
    `run r was started in ${gone}, which does not exist`,
  )
})
