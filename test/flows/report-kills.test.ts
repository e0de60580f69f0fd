import { spawn } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { type Workshop, workshop } from "./driven/lives.ts"
import { answersIn, provesIn } from "./driven/run-state.ts"
import { cli } from "./run-cli.ts"

/** How many times one report is killed at a random moment. */
const TURNS = Number(process.env["SKILLET_KILLS"] ?? 0) > 100 ? 12 : 3

interface Report {
  /** The run inside it that it is about. */
  readonly below?: string
  readonly step: string
  readonly item?: string
  readonly text: string
  readonly hasGate?: true
}

/** What an agent reports in a run of the mill procedure, in order. */
const reports: readonly Report[] = [
  { step: "survey", text: "- beta\n- gamma" },
  { step: "look", item: "1", text: "seen" },
  { step: "look", item: "2", text: "seen" },
  { below: ".whole.1.1", step: "grind", text: "meal" },
  { below: ".whole.1.1", step: "sift", text: "flour" },
  { step: "build", text: "built" },
  { step: "review", text: "- [MUST: gap] missing\n\nRESULT: FAIL", hasGate: true },
  { step: "build", text: "built again" },
  { step: "review", text: "RESULT: PASS", hasGate: true },
  { step: "words", text: "said" },
]
const points = ["before:commit:1", "during:commit:1", "after:commit:1"]
/** Reporting the review leads to a gate, whose command is claimed, run and committed by the same process. */
const gatePoints = [...points, "before:claim:1", "after:claim:1", ...points]

test("no directive is shown before its state: a report killed at every point", async () => {
  const shop = workshop()
  const run = shop.start(["mill", "--param", "hands=1"])
  for (const one of reports) {
    const words = wordsOf(run, one)
    for (const point of one.hasGate === true ? gatePoints : points) {
      const { code, out } = shop.run(words, { env: { SKILLET_FAILPOINT: `${point}=kill` }, input: one.text })
      expect({ code, out, point, one }).toEqual({ code: null, out: "", point, one })
      expect(await provesIn(shop.database, run)).toBe(true)
    }
    const again = shop.run(words, { input: one.text })
    expect(again).toMatchObject({ code: 0, err: "already reported; nothing changed\n" })
    expect(shop.run(["run", "current", runOf(run, one), "--json"]).out).toBe(again.out)
  }
  expect(JSON.parse(shop.run(["run", "current", run, "--json"]).out)).toMatchObject({ done: true, status: "done" })
}, 300_000)

test("no directive is shown before its state: a report killed at random moments", async () => {
  const shop = workshop()
  const run = shop.start(["mill", "--param", "hands=1"])
  const tally = { shown: 0, silent: 0 }
  for (const one of reports) {
    const before = (await answersIn(shop.database, run)).size
    for (let turn = 0; turn < TURNS; turn++) {
      const out = await killedReport(shop, wordsOf(run, one), { text: one.text, after: 60 + Math.random() * 300 })
      const after = (await answersIn(shop.database, run)).size
      if (out !== "") expect(after, out).toBeGreaterThan(before)
      tally[out === "" ? "silent" : "shown"]++
    }
    expect(shop.run(wordsOf(run, one), { input: one.text }).code).toBe(0)
    expect(await provesIn(shop.database, run)).toBe(true)
  }
  expect(tally.shown + tally.silent).toBe(reports.length * TURNS)
  expect(JSON.parse(shop.run(["run", "current", run, "--json"]).out)).toMatchObject({ done: true, status: "done" })
}, 300_000)

function runOf(run: string, { below = "" }: Report): string {
  return `${run}${below}`
}

function wordsOf(run: string, { below = "", step, item }: Report): readonly string[] {
  const words = ["run", "report", `${run}${below}`, "--step", step, "--output", "-", "--json"]
  return item === undefined ? words : [...words, "--item", item]
}

async function killedReport(
  shop: Workshop,
  words: readonly string[],
  { text, after }: { readonly text: string; readonly after: number },
): Promise<string> {
  const child = spawn(process.execPath, [cli, ...words], { cwd: shop.project, env: shop.env })
  let out = ""
  child.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()))
  child.stdin.on("error", () => undefined)
  child.stdin.end(text)
  const closed = new Promise((resolve) => child.once("close", resolve))
  await Promise.race([closed, sleep(after)])
  child.kill("SIGKILL")
  await closed
  return out
}
