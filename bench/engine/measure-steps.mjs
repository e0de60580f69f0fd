import fs from "node:fs"
import path from "node:path"
import { median } from "../catalog/median.mjs"
import { timedWithCpu } from "./timed.mjs"

const BLOCK = 10
const WARM_UP = 300
const FIRST_VISITS = 5

/** The cost of a step after so many others. Subjects take turns of ten steps, and each round begins with the next one. */
export async function measureSteps({ subjects, scratch, sizes, rounds, say }) {
  const opened = []
  for (const subject of subjects) {
    say(`${subject.title}: warming up`)
    const at = await subject.open(fs.mkdtempSync(path.join(scratch, "steps-")))
    for (let n = 0; n < WARM_UP; n += BLOCK) await walk(at, BLOCK)
    await at.anew?.()
    opened.push({ subject, at, count: 0, sizes: [], bytesBefore: at.bytes() })
  }
  for (const size of sizes) {
    for (const entry of opened) {
      say(`${entry.subject.title}: going to ${size} steps`)
      while (entry.count < size) await advance(entry, Math.min(BLOCK, size - entry.count))
    }
    say(`timing steps after ${size}`)
    await timeInTurns(opened, { size, rounds })
  }
  for (const entry of opened) {
    entry.bytes = (entry.at.bytes() - entry.bytesBefore) / entry.count
    await entry.at.close()
  }
  return opened.map(({ subject, sizes: measured, bytes }) => ({
    id: subject.id,
    title: subject.title,
    bytes,
    sizes: measured,
  }))
}

async function timeInTurns(opened, { size, rounds }) {
  const times = opened.map(() => [])
  const cpuTimes = opened.map(() => [])
  const prompt = []
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < opened.length; turn++) {
      const at = (round + turn) % opened.length
      const { wall, cpu } = await timedWithCpu(async () => {
        prompt[at] = await advance(opened[at], BLOCK)
      })
      times[at].push(wall / BLOCK)
      cpuTimes[at].push(cpu / BLOCK)
    }
  }
  for (const [at, entry] of opened.entries()) {
    const { firstVisits } = entry.at
    entry.sizes.push({
      size,
      median: median(times[at]),
      least: Math.min(...times[at]),
      cpu: median(cpuTimes[at]),
      leastCpu: Math.min(...cpuTimes[at]),
      promptCharacters: prompt[at].length,
      ...(firstVisits === undefined ? {} : { firstVisit: median(await firstVisits(FIRST_VISITS)) }),
    })
  }
}

async function advance(entry, count) {
  entry.count += count
  return walk(entry.at, count)
}

async function walk(at, count) {
  if (at.steps !== undefined) return at.steps(count)
  let prompt = ""
  for (let n = 0; n < count; n++) prompt = await at.step()
  return prompt
}
