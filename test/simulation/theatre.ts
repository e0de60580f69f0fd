import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll } from "vitest"
import { openRunStore } from "../../src/run/io/store/open-run-store.ts"
import { loadComposite } from "../../src/orchestrate/io/load-composite.ts"
import { loadWorkflows } from "../../src/workflow/io/load-workflows.ts"
import type { Built } from "../../src/testing/simulator/plan/build-workflow.ts"
import type { OpenedStore, Theatre } from "../../src/testing/simulator/play.ts"

const root = path.resolve(import.meta.dirname, "../..")
const MOST_CONNECTIONS = 3

/** SQLite on a memory disk, and the bundled workflows. Its files are removed after the tests of the file. */
export function openTheatre(): Theatre {
  const folder = fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir()
  const disk = fs.mkdtempSync(path.join(folder, "skillet-simulation-"))
  let opened = 0
  afterAll(() => fs.rmSync(disk, { recursive: true, force: true }))
  return {
    workflows: bundledWorkflows(),
    open: async (_, now) => onDisk(path.join(disk, `${opened++}.db`), now),
  }
}

/** Several connections to one file, as several processes have them. */
function onDisk(file: string, now: () => number): OpenedStore {
  const connect = () => openRunStore({ file, leaseClock: { boot: "simulated", now } })
  const all = [connect()]
  let asked = 0
  return {
    store: all[0]!,
    async again() {
      asked++
      if (all.length < MOST_CONNECTIONS) all.push(connect())
      return all[1 + (asked % (all.length - 1))]!
    },
    async close() {
      for (const store of all) await store.close()
      for (const end of ["", "-wal", "-shm"]) fs.rmSync(`${file}${end}`, { force: true })
    },
  }
}

function bundledWorkflows(): ReadonlyMap<string, Built> {
  const conventions = path.join(root, "conventions")
  const found = fs.readdirSync(path.join(root, "skills")).flatMap((name) => {
    const folder = path.join(root, "skills", name)
    return loadWorkflows({ name, folder, conventions, allowedTools: [] }, loadComposite).workflows
  })
  return new Map(
    found.map(({ workflow, children }) => {
      const needed = workflow.params.filter((param) => param.required === true && param.default === undefined)
      const params = Object.fromEntries(
        needed.map(({ name, type, choices }) => [name, choices?.[0] ?? (type === "text" ? "a sample" : 1)]),
      )
      return [workflow.name, { workflow, children, params }]
    }),
  )
}
