import fs from "node:fs"
import path from "node:path"
import { instructions, reportText, stepIds, titleOf } from "../procedure.mjs"
import { shortenLog } from "../disk.mjs"
import { timed } from "../timed.mjs"

const OTHERS = 24

/** The steps of the loop, and many that a run reaches only once. */
const circle = {
  name: "bench-circle",
  description: "Three steps in a circle.",
  params: [],
  start: stepIds[0],
  steps: [
    ...stepIds.map((id, at) => doStep(id, { ok: stepIds[(at + 1) % stepIds.length] })),
    ...Array.from({ length: OTHERS }, (_, at) => other(at, { ok: stepIds[0], iterate: `other-${at + 1}` })),
    other(OTHERS, { ok: "end" }),
  ].map((step) => (step.id === "check" ? { ...step, next: { ...step.next, iterate: "other-0" } } : step)),
}

function doStep(id, next) {
  const actions = [...instructions, "Notes of the step before:", "{{values.notes}}"]
  return {
    kind: "do",
    id,
    title: titleOf(id),
    actions,
    reads: ["notes?"],
    writes: ["notes"],
    next,
    maxRounds: 1_000_000,
  }
}

function other(at, next) {
  return { ...doStep(`other-${at}`, next), actions: instructions.slice(0, 1) }
}

/** The work of `skillet run report` in one process: reads the run, decides, commits, renders the next directive. */
export function skilletSubject({ openRuns, reportStep, renderXml, startRun }) {
  return {
    id: "skillet",
    title: "Skillet",
    async open(folder) {
      const file = path.join(folder, "skillet.db")
      const options = { cwd: folder, env: { HOME: folder, SKILLET_DB: file } }
      const runs = await openRuns(options)
      let step = stepIds[0]
      let round = 1
      let count = 0
      let visited = 0
      let run = await begin()
      return {
        step: reported,
        /** The times of some steps whose next step is new to the run. */
        async firstVisits(many) {
          while (step !== "check") await reported()
          for (let seen = 0; seen < visited; seen++) await reported("iterate")
          const times = []
          for (let n = 0; n < many; n++, visited++) times.push(await timed(() => reported("iterate")))
          await reported()
          return times
        },
        runId: () => run,
        async startMany(many) {
          for (let n = 0; n < many; n++) await begin()
        },
        async anew() {
          run = await begin()
          step = stepIds[0]
          round = 1
          visited = 0
        },
        bytes: () => (shortenLog(file), fs.statSync(file).size),
        close: () => runs.close(),
      }

      async function begin() {
        const id = runs.newId()
        const started = await startRun(runs.engine, circle, { id, params: {}, project: folder, branch: "" })
        if (started.kind !== "applied") throw new Error(JSON.stringify(started))
        return id
      }

      async function reported(outcome = "ok") {
        const report = { run, step, round, outcome, text: reportText(count++), by: "bench" }
        const { directive } = await reportStep(runs, report, options)
        step = directive.step
        round = directive.round
        return renderXml(directive)
      }
    },
  }
}
