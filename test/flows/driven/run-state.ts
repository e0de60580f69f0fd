import path from "node:path"
import { pathToFileURL } from "node:url"
import { openRunStore } from "../../../src/run/io/store/open-run-store.ts"
import { openDefinitions } from "../../../src/run/engine.ts"
import { type History, openHistory } from "../../../src/run/history.ts"
import type { RunStore } from "../../../src/run/store.ts"
import { verifyRun } from "../../../src/run/verify-run.ts"
import { openPostgresRunStore } from "../../../src/run/io/postgres/open-postgres-run-store.ts"
import { isPostgresAddress } from "../../../src/system/database/postgres-address.ts"
import { cli } from "../run-cli.ts"
import { comparable } from "./answer.ts"

const thread = pathToFileURL(path.join(path.dirname(cli), "postgres-thread.cjs"))

/** What is committed, by key: which request got which answer. */
export async function answersIn(file: string, run: string): Promise<ReadonlyMap<string, string>> {
  return withStore(file, async (store, history) => {
    const answers = new Map<string, string>()
    for (const { id } of await store.runs({ root: run })) {
      for (const { step, round } of await history.visits(id)) {
        for (const { item } of await history.results(id, step, round))
          answers.set([id, step, round, item].join("/"), (await history.text({ run: id, step, round, item })) ?? "")
      }
    }
    return answers
  })
}

/** The result of a run and of the runs inside it, without times and whatever else differs from run to run. */
export async function outcomeOf(file: string, run: string, cwd: string) {
  return withStore(file, async (store, history) => {
    const plain = (text: string) => comparable(text, { run, cwd })
    const runs = await store.runs({ root: run })
    const states = runs.map(async ({ id, status, outcome, step, spent, visited, params }) => {
      const visits = await history.visits(id)
      const answers = visits.map(async (visit) => {
        const results = await history.results(id, visit.step, visit.round)
        const said = results.map(async ({ item, outcome: how, agent }) => {
          const text = await history.text({ run: id, step: visit.step, round: visit.round, item })
          return { item, how, agent, text: plain(text ?? "") }
        })
        const dispatches = await history.dispatches(id, visit.step, visit.round)
        return { results: await Promise.all(said), asked: dispatches.map(({ item, status: at }) => `${item} ${at}`) }
      })
      const events = (await history.events(id)).map(({ kind }) => kind).sort()
      const ways = visits.map(({ step: at, round, outcome: how, total, ok, failed, because, loop, onward }) => {
        const why = because === undefined ? undefined : plain(because)
        return { at, round, how, total, ok, failed, because: why, loop, onward }
      })
      return {
        id: plain(id),
        status,
        outcome,
        step,
        spent,
        visited,
        params,
        ways,
        events,
        answers: await Promise.all(answers),
      }
    })
    return (await Promise.all(states)).sort((a, b) => a.id.localeCompare(b.id))
  })
}

/** Whether the run and the runs inside it can still be verified. */
export async function provesIn(file: string, run: string): Promise<boolean> {
  return withStore(file, async (store) => {
    const engine = { store, now: Date.now, definitions: openDefinitions(store) }
    const runs = await store.runs({ root: run })
    const verified = await Promise.all(runs.map(({ id }) => verifyRun(engine, id)))
    return verified.every(({ holds }) => holds)
  })
}

/** Open requests. */
export async function openIn(file: string, run: string) {
  return withStore(file, async (store, history) => {
    const runs = await store.runs({ root: run, status: "running" })
    const asked = await Promise.all(runs.map(({ id, step, round }) => history.dispatches(id, step, round)))
    return asked.flat().map(({ run: of, step, round, item, status, epoch, tried }) => {
      return { key: [of, step, round, item].join("/"), status, epoch, tried }
    })
  })
}

async function withStore<Result>(
  file: string,
  act: (store: RunStore, history: History) => Promise<Result>,
): Promise<Result> {
  const store = isPostgresAddress(file) ? openPostgresRunStore({ address: file, thread }) : openRunStore({ file })
  try {
    return await act(store, openHistory(store))
  } finally {
    await store.close()
  }
}

/** How far each run of a tree is, in rows that only a commit creates. */
export async function progressIn(file: string, run: string) {
  return withStore(file, async (store, history) => {
    const runs = await store.runs({ root: run })
    const rows = runs.map(async ({ id, seq, status, step, round }) => {
      const visits = await history.visits(id)
      const results = await Promise.all(visits.map((visit) => history.results(id, visit.step, visit.round)))
      const events = await history.events(id)
      return { id, seq, status, step, round, visits, results: results.flat(), events }
    })
    return (await Promise.all(rows)).sort((a, b) => a.id.localeCompare(b.id))
  })
}
