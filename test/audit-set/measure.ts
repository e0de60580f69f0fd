import path from "node:path"
import { auditSkill } from "../audit-skill.ts"
import { readProbe, readSet } from "./read-set.ts"
import { isInSlice, isLoud, scoreSample, type Scored, slices } from "./score-set.ts"

export interface Measured {
  readonly slice: string
  readonly found: number
  readonly of: number
  readonly target: string
  readonly missed: readonly string[]
}

/** Recall and false positives of each slice, apart for what the rules were tuned with and what was held out. */
export function measureSet(folder: string): {
  readonly tuned: readonly Measured[]
  readonly heldOut: readonly Measured[]
} {
  const scored = readSet(path.resolve(folder)).map(scoreSample)
  return {
    tuned: measure(scored.filter(({ sample }) => !sample.heldOut)),
    heldOut: measure(scored.filter(({ sample }) => sample.heldOut)),
  }
}

function measure(scored: readonly Scored[]): readonly Measured[] {
  const recall = slices.map((slice) => {
    const inside = scored.filter((one) => isInSlice(one, slice))
    const missed = inside.filter(({ own }) => !isLoud(own, slice.loud))
    return {
      slice: `${slice.name} at ${slice.loud}`,
      found: inside.length - missed.length,
      of: inside.length,
      target: `>= ${slice.target * 100} %`,
      missed: missed.map(({ sample }) => sample.id),
    }
  })
  const fine = scored.filter(({ sample }) => sample.variant === undefined)
  const loud = (level: "high" | "medium", target: string) => {
    const heard = fine.filter(({ any }) => isLoud(any, level))
    const missed = heard.map(({ sample }) => sample.id)
    return { slice: `look-alikes, false at ${level}`, found: heard.length, of: fine.length, target, missed }
  }
  return [...recall, loud("high", "<= 10 %"), loud("medium", "")]
}

/** What is heard at all of samples that were written after the rules: at first sight, and now. */
export function measureProbe(folder: string): { readonly first: number; readonly now: number; readonly of: number } {
  const samples = readProbe(path.resolve(folder))
  return {
    first: samples.filter(({ foundAtFirst }) => foundAtFirst).length,
    now: samples.filter((sample) => scoreSample(sample).any !== "none").length,
    of: samples.length,
  }
}

/** Milliseconds of work a skill, over many in one run. */
export function measureCost(texts: readonly string[], count: number): number {
  const inputs = texts.map((text) => ({
    name: "sample",
    main: "SKILL.md",
    files: [{ path: "SKILL.md", text, executable: false, size: text.length }],
  }))
  const start = process.cpuUsage()
  for (let at = 0; at < count; at++) {
    const input = inputs[at % inputs.length]
    if (input !== undefined) auditSkill(input)
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / count
}

/** The texts of the set's own skills, as a stand-in where no corpus is at hand. */
export function setTexts(folder: string): readonly string[] {
  return readSet(path.resolve(folder)).flatMap(({ skills }) => skills.map(({ files }) => files[0]?.text ?? ""))
}
