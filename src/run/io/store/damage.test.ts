import { checksumRow } from "./rows.ts"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { SkilletError } from "../../../problem/failure.ts"
import { hashRecord, openHistory } from "../../history.ts"
import { isClaimable } from "../../verify-run.ts"
import type { Change } from "../../model.ts"
import type { RunStore } from "../../store.ts"
import {
  makeAnswerChange,
  makeAskChange,
  makeFirstCommit,
  loadExistingRun,
  makeRunStart,
  makeNextCommit,
  makeQuestion,
  makeItemRef,
} from "../../../testing/run-store/samples.ts"

import { openDatabase } from "../../../system/database/open-database.ts"
import { openRunStore } from "./open-run-store.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "run-store-damage-"))
const file = path.join(folder, "skillet.db")
const runs = ["r1", "r2", "r3"]
const STEPS = 25
const COUNT = Number(process.env["SKILLET_DAMAGE"] ?? 200)

type Files = ReadonlyMap<string, Buffer>

/** The same rows, once all in the log and once all in the database. */
let files: { readonly log: Files; readonly database: Files }
let confirmed: string

beforeAll(async () => {
  const store = openRunStore({ file })
  for (const run of runs) await fill(store, run)
  confirmed = await everything(store)
  const log = taken()
  openDatabase(file, 0).first("PRAGMA wal_checkpoint(TRUNCATE)")
  files = { log, database: taken() }
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

test.each(["log", "database"] as const)("everything that was confirmed is read from the %s", async (kind) => {
  expect(await opened(copied(files[kind]))).toBe("the same")
  expect(files[kind].get(kind === "log" ? "-wal" : "")?.length).toBeGreaterThan(50_000)
})

test("a missing log is noticed, and a copy without a mark is accepted as it is", async () => {
  const copy = copied(files.log)
  fs.rmSync(`${copy}-wal`)
  expect(await opened(copy)).toBe("store.damaged")
  const other = copied(files.log)
  fs.rmSync(`${other}-mark`)
  expect(await opened(other)).toBe("the same")
})

const mutations = Array.from(
  { length: COUNT },
  (_, seed) => ({ seed, kind: seed % 2 === 0 ? "log" : "database" }) as const,
)
test.each(mutations)("damage $seed to the $kind is noticed or does not matter", async ({ seed, kind }) => {
  const copy = copied(files[kind])
  const told = mutate(kind === "log" ? `${copy}-wal` : copy, seed)
  expect({ told, outcome: await opened(copy) }).toEqual({
    told,
    outcome: expect.stringMatching(/^(the same|store\.damaged|store\.io|run\.history-changed|run\.queue)$/),
  })
})

async function opened(copy: string): Promise<string> {
  try {
    const store = openRunStore({ file: copy })
    try {
      const found = await everything(store)
      return found === confirmed ? "the same" : `silently wrong: ${firstDifference(found)}`
    } finally {
      await store.close()
    }
  } catch (error) {
    return error instanceof SkilletError ? error.code : `a bug: ${String(error)}`
  }
}

function firstDifference(found: string): string {
  const at = [...found].findIndex((character, index) => character !== confirmed[index])
  return `${found.slice(Math.max(0, at - 60), at + 60)} | ${confirmed.slice(Math.max(0, at - 60), at + 60)}`
}

/**
 * A separate copy, because a file that was open in this process is not read again. The mark identifies the file by its
 * number.
 */
function copied(whole: Files): string {
  const copy = path.join(fs.mkdtempSync(path.join(folder, "copy-")), "skillet.db")
  for (const part of ["", "-wal"]) fs.writeFileSync(`${copy}${part}`, whole.get(part)!)
  const [, run, seq, version] = whole.get("-mark")!.toString().split(/ +/)
  const cells = [fs.statSync(copy).ino, Number(run), Number(seq), Number(version)]
  fs.writeFileSync(`${copy}-mark`, [...cells, checksumRow(...cells)].join(" "))
  return copy
}

function taken(): Files {
  return new Map(["", "-wal", "-mark"].map((part) => [part, fs.readFileSync(`${file}${part}`)]))
}

function mutate(part: string, seed: number): string {
  const random = generator(seed)
  const bytes = fs.readFileSync(part)
  const at = random(bytes.length)
  const kind = ["flip", "flip", "zero", "cut"][random(4)]
  if (kind === "cut") fs.truncateSync(part, at)
  if (kind === "flip") bytes[at] = bytes[at]! ^ (1 << random(8))
  if (kind === "zero") bytes.fill(0, at, Math.min(bytes.length, at + 512))
  if (kind !== "cut") fs.writeFileSync(part, bytes)
  return `${kind} ${path.basename(part)} at ${at}`
}

function generator(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % below
  }
}

async function fill(store: RunStore, run: string): Promise<void> {
  const first = { seq: 1, at: 0, events: "[]" }
  const chain = hashRecord("", first)
  const made = makeFirstCommit(makeRunStart(run), [makeAskChange(makeItemRef("s"))], {
    questions: [makeQuestion("q")],
    chain,
  })
  await store.commit({ runs: [{ ...made, record: { ...first, hash: chain } }] })
  for (let round = 1; round <= STEPS; round++) {
    const changes: readonly Change[] = [
      makeAnswerChange(makeItemRef("s", "-", round), { text: `answer ${round} `.repeat(10) }),
      makeAskChange(makeItemRef("s", "-", round + 1)),
    ]
    const values = { [`v${round % 5}`]: { step: "s", round, item: "-", digest: "d" } }
    const visit = {
      step: "s",
      round: round + 1,
      number: round + 1,
      entered: 1,
      inputs: {},
      digest: "",
      total: 1,
      ok: 0,
      failed: 0,
    }
    const before = await loadExistingRun(store, run)
    const record = { seq: round + 1, at: round, events: `[{"kind":"entered","data":{"round":${round}}}]` }
    const hash = hashRecord(before.chain, record)
    const head = { round: round + 1, step: "s", events: round, values, visit, rounds: { s: round + 1 }, chain: hash }
    await store.commit({ runs: [{ ...makeNextCommit(before, changes, head), record: { ...record, hash } }] })
  }
}

/**
 * The contents of the queue. If they differ from what may be claimed, `run verify` notices it, and so does opening the
 * file.
 */
async function claimable(store: RunStore, run: string) {
  const queued = await store.queued(run)
  const asked = (await store.load({ run, items: { step: "s", round: STEPS + 1 } }))?.items ?? []
  const open = asked.flatMap(({ dispatch }) => (dispatch !== undefined && isClaimable(dispatch) ? [dispatch.item] : []))
  if (JSON.stringify(queued.map(({ item }) => item)) !== JSON.stringify(open))
    throw new SkilletError("run.queue", "the queue is not what may be claimed", { retry: "no", next: "" })
  return queued
}

/** Everything that a confirmed commit stored, read in every possible way. */
async function everything(store: RunStore): Promise<string> {
  const history = openHistory(store)
  const read: unknown[] = [await store.runs()]
  for (const run of runs) {
    read.push(await loadExistingRun(store, run), await history.events(run), await claimable(store, run))
    for (let round = 1; round <= STEPS + 1; round++) {
      const at = { run, ...makeItemRef("s", "-", round) }
      read.push(await history.result(at), await history.text(at), await history.dispatch(at))
      read.push(await history.results(run, "s", round), await history.dispatches(run, "s", round))
    }
  }
  return JSON.stringify(read, null, 0)
}
