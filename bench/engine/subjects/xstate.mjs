import fs from "node:fs"
import path from "node:path"
import { openConnection, shortenLog } from "../disk.mjs"
import { promptText, reportText, stepIds } from "../procedure.mjs"

/** XState has no store: its persisted snapshot and the report are written with the same library, one commit per step. */
export const xstateSubject = {
  id: "xstate",
  title: "XState, same writer",
  packageName: "xstate",
  async open(folder) {
    const { assign, createActor, createMachine } = await import("xstate")
    const states = stepIds.map((id, at) => {
      const target = stepIds[(at + 1) % stepIds.length]
      const actions = assign({ notes: ({ event }) => event.text, round: ({ context }) => context.round + 1 })
      return [id, { on: { REPORT: { target, actions } } }]
    })
    const machine = createMachine({
      id: "circle",
      initial: stepIds[0],
      context: { notes: "", round: 0 },
      states: Object.fromEntries(states),
    })
    const file = path.join(folder, "xstate.db")
    const connection = openConnection(file)
    connection.exec("CREATE TABLE snapshots (run TEXT PRIMARY KEY, json)")
    connection.exec("CREATE TABLE reports (run TEXT, round INTEGER, text, PRIMARY KEY (run, round)) WITHOUT ROWID")
    const put = connection.prepare("INSERT OR REPLACE INTO snapshots (run, json) VALUES (?, ?)")
    const add = connection.prepare("INSERT INTO reports (run, round, text) VALUES (?, ?, ?)")
    let actor
    let run = 0
    anew()
    return {
      async step() {
        const { round } = actor.getSnapshot().context
        const text = reportText(round)
        actor.send({ type: "REPORT", text })
        connection.exec("BEGIN IMMEDIATE")
        put.run([String(run), JSON.stringify(actor.getPersistedSnapshot())])
        add.run([String(run), round, text])
        connection.exec("COMMIT")
        const { value, context } = actor.getSnapshot()
        return promptText(value, context.notes)
      },
      anew: async () => anew(),
      bytes: () => (shortenLog(file), fs.statSync(file).size),
      close: () => connection.close(),
    }

    function anew() {
      actor?.stop()
      actor = createActor(machine).start()
      run++
    }
  },
}
