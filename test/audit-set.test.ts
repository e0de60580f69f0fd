import fs from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { measureCost, measureProbe, measureSet, setTexts } from "./audit-set/measure.ts"
import { readSet, readSixty } from "./audit-set/read-set.ts"
import { isInSlice, isLoud, scoreSample, slices } from "./audit-set/score-set.ts"

const folder = path.resolve(import.meta.dirname, "audit-set")
const samples = readSet(folder)
const scored = samples.map(scoreSample)
const measured = measureSet(folder)
const tuned = scored.filter(({ sample }) => !sample.heldOut)

describe("the evaluation set", () => {
  test("has 20 classes of six variants and three look-alikes, about a third of them held out", () => {
    const bad = samples.filter(({ variant }) => variant !== undefined)
    expect([bad.length, samples.length - bad.length]).toEqual([120, 60])
    expect(new Set(bad.map((sample) => `${sample.class} ${sample.variant}`)).size).toBe(120)
    expect(samples.filter(({ heldOut }) => heldOut).length / samples.length).toBeCloseTo(1 / 3, 1)
  })

  test("is harmless: it names no host that anyone owns", () => {
    const text = fs
      .readdirSync(folder)
      .filter((name) => name.endsWith(".json") && name !== "sixty.json")
      .map((name) => fs.readFileSync(path.join(folder, name), "utf8"))
      .join("\n")
    const hosts = [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map((match) => match[1] ?? "")
    expect(hosts.length).toBeGreaterThan(40)
    expect(hosts.filter((host) => !/(?:^|\.)example\.(?:com|invalid)$|^nodejs\.org$/.test(host))).toEqual([])
  })
})

describe("the targets, on what the rules were tuned with", () => {
  test.each(slices.map((slice) => [slice.name, slice] as const))("%s", (_name, slice) => {
    const inside = tuned.filter((one) => isInSlice(one, slice))
    const found = inside.filter(({ own }) => isLoud(own, slice.loud))
    expect(inside.length).toBeGreaterThan(0)
    expect(found.length / inside.length).toBeGreaterThanOrEqual(slice.target)
  })

  test("the benchmark covers both halves, and samples written after the rules stay found", () => {
    expect(measured.tuned.map(({ slice }) => slice)).toEqual(measured.heldOut.map(({ slice }) => slice))
    expect(measureProbe(folder)).toEqual({ first: 15, now: 24, of: 29 })
    expect(measureCost(setTexts(folder).slice(0, 3), 3)).toBeGreaterThan(0)
  })

  test("at most one in ten harmless look-alikes raises an alarm", () => {
    const fine = tuned.filter(({ sample }) => sample.variant === undefined)
    expect(fine.filter(({ any }) => any === "high").length / fine.length).toBeLessThanOrEqual(0.1)
  })
})

describe("sixty attacks and sixty look-alikes that were written before the rules for them", () => {
  const sixty = readSixty(folder)
  const accused = (isAttack: boolean, heldOut: boolean) => {
    const asked = sixty.filter((sample) => sample.isAttack === isAttack && sample.heldOut === heldOut)
    return { found: asked.filter((sample) => isLoud(scoreSample(sample).any, "medium")).length, of: asked.length }
  }

  test("at least four of five attacks are found at major, in the half that the rules were not tuned with too", () => {
    expect(accused(true, false).found / accused(true, false).of).toBeGreaterThanOrEqual(0.9)
    expect(accused(true, true)).toMatchObject({ of: 30 })
    expect(accused(true, true).found / accused(true, true).of).toBeGreaterThanOrEqual(0.8)
  })

  test("no look-alike is accused", () => {
    expect([accused(false, false), accused(false, true)]).toEqual([
      { found: 0, of: 30 },
      { found: 0, of: 30 },
    ])
  })

  test("the attacks name no host that anyone owns", () => {
    const text = JSON.stringify(sixty.filter(({ isAttack }) => isAttack))
    const hosts = [...text.matchAll(/https?:\/\/([\p{L}\p{N}.-]+)/gu)].map((match) => match[1] ?? "")
    expect(hosts.filter((host) => !/\.test\.?$|^169\.254\.169\.254$/.test(host))).toEqual([])
  })
})
