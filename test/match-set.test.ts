import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { openMatchIndex } from "../src/catalog/match/match-index.ts"

interface MatchSet {
  readonly skills: Readonly<Record<string, string>>
  readonly fits: readonly (readonly [request: string, right: string])[]
  readonly quiet: readonly string[]
}

const set: MatchSet = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "match-set/requests.json"), "utf8"))

/** Requests as people type them, mostly without the skill's own words. */
test("most requests find their skill first, nearly all among three", () => {
  const missed = set.fits.filter(([request, right]) => namesFor(request)[0] !== right)
  const notInThree = set.fits.filter(([request, right]) => !namesFor(request).slice(0, 3).includes(right))
  expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(Math.floor(set.fits.length * 0.15))
  expect(notInThree.length, JSON.stringify(notInThree)).toBeLessThanOrEqual(Math.floor(set.fits.length * 0.1))
})

test("most requests that no skill fits find nothing", () => {
  const loud = set.quiet.filter((request) => namesFor(request).length > 0)
  expect(loud.length, JSON.stringify(loud)).toBeLessThanOrEqual(Math.floor(set.quiet.length * 0.15))
})

function namesFor(request: string): readonly string[] {
  const skills = Object.entries(set.skills).map(([name, description]) => ({
    name,
    path: `/${name}`,
    size: 1,
    changed: 0,
    description,
  }))
  const store = {
    open: () => undefined,
    save: () => "failed" as const,
    readBody: () => "",
    settled: () => Number.POSITIVE_INFINITY,
  }
  return openMatchIndex(store, "1")
    .rank(skills, request, 3)
    .map(({ skill }) => skill.name)
}
