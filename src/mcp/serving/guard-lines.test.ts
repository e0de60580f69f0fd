import { PassThrough } from "node:stream"
import { expect, test } from "vitest"
import { openQueue } from "../workspaces.ts"
import { guardLines, measureDepth, MOST_MESSAGE } from "./guard-lines.ts"

function openGuard(out: PassThrough = new PassThrough()) {
  const refused: number[] = []
  const guard = guardLines({ refuse: (code) => void refused.push(code), out })
  let passed = ""
  guard.on("data", (chunk: Buffer) => (passed += chunk.toString()))
  return { guard, refused, passed: () => passed }
}

test("whole objects pass; what is no JSON, no object, too deep or too long is refused, and the next line passes", async () => {
  const { guard, refused, passed } = openGuard()
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`
  const lines = ['{"id":1}', "{broken", "[1]", "7", "", deep, `{"a":"${"x".repeat(MOST_MESSAGE)}"}`, '{"id":"ä😀"}']
  const bytes = Buffer.from(`${lines.join("\n")}\n`)
  // In pieces that cut letters and lines.
  for (let at = 0; at < bytes.length; at += 65_537) guard.write(bytes.subarray(at, at + 65_537))
  guard.write('{"id":2}')
  await new Promise<void>((resolve) => void guard.end(resolve))
  expect(passed()).toBe('{"id":1}\n{"id":"ä😀"}\n{"id":2}\n')
  expect(refused).toEqual([-32700, -32600, -32600, -32600, -32600])
})

test("a client that never reads is not read either", async () => {
  const out = new PassThrough()
  const { guard } = openGuard(out)
  out.write(Buffer.alloc(MOST_MESSAGE + 1))
  const line = `{"a":"${"x".repeat(100_000)}"}\n`
  let written = 0
  while (guard.write(line) && written < 1000) written++
  expect(written).toBeLessThan(10)
  const drained = new Promise<void>((resolve) => void guard.once("drain", resolve))
  out.resume()
  await drained
})

test("brackets in texts do not count as nesting", () => {
  expect(measureDepth('{"a":"[[[[\\"[[","b":[{}]}')).toBe(3)
})

test("calls beyond the limit wait for a place, and what does not fit into the queue is refused at once", async () => {
  const queue = openQueue(2, 3)
  let active = 0
  let most = 0
  const ends: (() => void)[] = []
  const act = async () => {
    most = Math.max(most, ++active)
    await new Promise<void>((resolve) => void ends.push(resolve))
    active--
  }
  const calls = Array.from({ length: 5 }, () => queue.run(act))
  await expect(queue.run(act)).rejects.toMatchObject({ code: "mcp.busy", retry: "later" })
  for (let ended = 0; ended < 5; ended++) {
    await new Promise((resolve) => setImmediate(resolve))
    ends.shift()?.()
  }
  await Promise.all(calls)
  expect([most, active]).toEqual([2, 0])
})
