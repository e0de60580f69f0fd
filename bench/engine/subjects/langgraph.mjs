import fs from "node:fs"
import path from "node:path"
import { shortenLog } from "../disk.mjs"
import { promptText, reportText, stepIds } from "../procedure.mjs"

/**
 * LangGraph with its SQLite checkpointer. `asked`: the graph stops at every step for a report from outside and is resumed
 * with it, which is the same work as ours. `alone`: it makes the reports itself, and one call does many steps; its minimum.
 */
export function langgraphSubject({ asks, synchronous }) {
  return {
    id: `langgraph-${asks ? "asked" : "alone"}-${synchronous.toLowerCase()}`,
    title: `LangGraph, ${asks ? "asked at every step" : "steps by itself"}${synchronous === "FULL" ? "" : ", as it comes (no sync)"}`,
    packageName: "@langchain/langgraph-checkpoint-sqlite",
    binary: "better-sqlite3/build/Release/better_sqlite3.node",
    async open(folder) {
      const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite")
      const file = path.join(folder, `${this.id}.db`)
      const saver = SqliteSaver.fromConnString(file)
      saver.db.pragma(`synchronous = ${synchronous}`)
      const graph = await (asks ? askingGraph(saver) : lonelyGraph(saver))
      let thread = 0
      let play
      await anew()
      return {
        step: () => play.step(),
        ...(asks ? {} : { steps: (count) => play.steps(count) }),
        anew,
        bytes: () => (shortenLog(file), fs.statSync(file).size),
        close: () => saver.db.close(),
      }

      async function anew() {
        thread++
        play = await graph(String(thread))
      }
    },
  }
}

async function askingGraph(checkpointer) {
  const { Annotation, Command, interrupt, START, StateGraph } = await import("@langchain/langgraph")
  const State = Annotation.Root({ notes: Annotation(), round: Annotation() })
  const builder = new StateGraph(State)
  for (const id of stepIds) builder.addNode(id, ({ round }) => ({ notes: interrupt(id), round: round + 1 }))
  const graph = inCircle(builder, START).compile({ checkpointer })
  return async (thread) => {
    const config = { configurable: { thread_id: thread }, durability: "sync" }
    await graph.invoke({ notes: "", round: 0 }, config)
    let count = 0
    return {
      async step() {
        const state = await graph.invoke(new Command({ resume: reportText(count++) }), config)
        return promptText(state.__interrupt__[0].value, state.notes)
      },
    }
  }
}

async function lonelyGraph(checkpointer) {
  const { Annotation, END, START, StateGraph } = await import("@langchain/langgraph")
  const State = Annotation.Root({ notes: Annotation(), round: Annotation(), until: Annotation() })
  const builder = new StateGraph(State)
  let rendered = ""
  stepIds.forEach((id, at) => {
    const next = stepIds[(at + 1) % stepIds.length]
    builder.addNode(id, ({ round }) => {
      const notes = reportText(round)
      rendered = promptText(next, notes)
      return { notes, round: round + 1 }
    })
    builder.addConditionalEdges(id, ({ round, until }) => (round >= until ? END : next), [next, END])
  })
  const graph = builder.addEdge(START, stepIds[0]).compile({ checkpointer })
  return async (thread) => {
    const config = { configurable: { thread_id: thread }, durability: "sync", recursionLimit: 1e9 }
    let done = 0
    const steps = async (count) => {
      done += count
      await graph.invoke(done === count ? { notes: "", round: 0, until: done } : { until: done }, config)
      return rendered
    }
    return { step: () => steps(1), steps }
  }
}

function inCircle(builder, start) {
  builder.addEdge(start, stepIds[0])
  stepIds.forEach((id, at) => builder.addEdge(id, stepIds[(at + 1) % stepIds.length]))
  return builder
}
