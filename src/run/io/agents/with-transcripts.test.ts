import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { noUsage } from "../../../agents/add-usage.ts"
import type { AgentDriver, AgentRequest } from "../../../agents/agent-driver.ts"
import { AgentFailure } from "../../../agents/agent-failure.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { withTranscripts } from "./with-transcripts.ts"
import { readAgentTranscript, listTranscripts } from "./transcript.ts"

const signal = new AbortController().signal
const usage = { ...noUsage, tokensIn: 10, tokensOut: 1 }
const request: AgentRequest = {
  key: { run: "r-1", step: "review", round: 1, item: "a/../b" },
  agent: "explore",
  role: "",
  tier: "mid",
  prompt: "look",
  cwd: "/",
}

function folder(): string {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "recording-"))
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }))
  return made
}

/** Gives one answer after another; an error is thrown. */
function saying(...said: readonly (string | Error)[]) {
  let asked = 0
  const driver: AgentDriver = {
    name: "claude",
    async ask() {
      const next = said[asked++]
      if (typeof next !== "string") throw next
      return { text: next, usage }
    },
  }
  return { driver, asked: () => asked }
}

test("an answer on disk is used again, and the agent is not asked", async () => {
  const at = folder()
  const { driver, asked } = saying("one", "two")
  const open = () => withTranscripts(driver, { folder: at, now: () => 5 })
  expect(await open().ask(request, signal)).toEqual({ text: "one", usage })
  expect(await open().ask(request, signal)).toEqual({ text: "one", usage })
  expect(asked()).toBe(1)
})

test("a different question and a retry after a refused answer are asked; the usage of the refused one counts", async () => {
  const at = folder()
  const { driver } = saying("one", "two", "three")
  const recorded = withTranscripts(driver, { folder: at, now: () => 5 })
  await recorded.ask(request, signal)
  expect((await recorded.ask({ ...request, prompt: "look again" }, signal)).text).toBe("two")
  const third = await recorded.ask({ ...request, attempt: 1 }, signal)
  expect({ text: third.text, tokensIn: third.usage?.tokensIn }).toEqual({ text: "three", tokensIn: 30 })
})

test("the usage of a failed attempt is added to the next answer", async () => {
  const at = folder()
  const failure = new AgentFailure("agent.failed", "it died", { retry: "later", next: "again", usage })
  const recorded = withTranscripts(saying(failure, "fine").driver, { folder: at, now: () => 5 })
  await expect(recorded.ask(request, signal)).rejects.toBe(failure)
  expect((await recorded.ask({ ...request, attempt: 1 }, signal)).usage?.tokensIn).toBe(20)
})

test("a failure includes the usage of all attempts", async () => {
  const at = folder()
  const failure = () => new AgentFailure("agent.failed", "it died", { retry: "later", next: "again", usage })
  const recorded = withTranscripts(
    saying(failure(), new SkilletError("git.failed", "no git", { retry: "no", next: "" })).driver,
    {
      folder: at,
      now: () => 5,
    },
  )
  await recorded.ask(request, signal).catch(() => undefined)
  const last = await recorded.ask({ ...request, attempt: 1 }, signal).catch((error: unknown) => error)
  expect(last).toMatchObject({ code: "git.failed", message: "no git", usage: { tokensIn: 10, tokensOut: 1 } })
})

test("a transcript is below the directory of its run whatever the item is called, and is read on from a cursor", async () => {
  const at = folder()
  await withTranscripts(saying("one").driver, { folder: at, now: () => 5 }).ask(request, signal)
  const [file = ""] = listTranscripts(at, "r-1")
  expect(path.relative(at, file)).toBe("r-1/review.1.a%2f%2e%2e%2fb.0.jsonl")
  const { lines, cursor } = readAgentTranscript(file)
  expect(lines.map(({ kind }) => kind)).toEqual(["start", "end"])
  fs.appendFileSync(file, '{"at":6,"kind":"notice","text":"more"}\n{"at":7,"kind":"not')
  expect(readAgentTranscript(file, cursor).lines).toEqual([{ at: 6, kind: "notice", text: "more" }])
})
