import fc from "fast-check"
import { expect, test } from "vitest"
import { hostIds, profiles } from "../hosts/profiles.ts"
import type { FoundSkill } from "./skill-source.ts"
import { sourceKinds } from "../skill/place.ts"
import { type ListedSource, decideWinners } from "./decide-winners.ts"
import { noSettings } from "../settings/settings.ts"

const context = { settings: noSettings, isTouched: () => false, satisfies: () => undefined }

const anySkill = fc.record({
  name: fc.constantFrom("a", "b", "c", "d"),
  file: fc.integer({ min: 0, max: 30 }),
  header: fc.constantFrom("a", "x", undefined),
})
const anySource = fc.record({
  kind: fc.constantFrom(...sourceKinds),
  scope: fc.option(fc.constantFrom("web", "api"), { nil: undefined }),
  skills: fc.array(anySkill, { maxLength: 5 }),
})

function listedSources(
  sources: readonly (typeof anySource extends fc.Arbitrary<infer T> ? T : never)[],
): readonly ListedSource[] {
  return sources.map(({ kind, scope, skills }, at) => ({
    source: { kind, label: `/${at}`, trust: "own", scope },
    listing: {
      skills: skills.map(({ name, file, header }, nth) =>
        found(name, `/${at}/${nth}`, { real: `/real/${file}`, header }),
      ),
      problems: [],
    },
  }))
}

function found(
  name: string,
  at: string,
  facts: { readonly real: string; readonly header: string | undefined },
): FoundSkill {
  const header = { description: "d", name: facts.header }
  return {
    name,
    form: "folder",
    path: at,
    realPath: facts.real,
    size: 1,
    changed: 1,
    summary: { header, fence: "strict" },
    tokens: 1,
  }
}

test.each(hostIds)("for %s every file is listed exactly once, as a winner, shadowed or a duplicate", (id) => {
  fc.assert(
    fc.property(fc.array(anySource, { maxLength: 6 }), (sources) => {
      const listed = listedSources(sources)
      const { skills, shadowed, duplicates } = decideWinners(profiles[id], listed, context)
      const all = listed.flatMap(({ listing }) => listing.skills.map(({ path }) => path)).sort()
      expect([...skills, ...shadowed, ...duplicates].map(({ path }) => path).sort()).toEqual(all)
      const refs = [...skills, ...shadowed].map(({ ref }) => ref)
      expect(new Set(refs).size).toBe(refs.length)
    }),
  )
})

test("the winner of a name is always the first by the host's order", () => {
  fc.assert(
    fc.property(
      fc.array(anySource, { maxLength: 6 }),
      fc.constantFrom("open" as const, "claude" as const),
      (sources, id) => {
        const listed = listedSources(sources.map((source) => ({ ...source, scope: undefined })))
        const { skills, shadowed } = decideWinners(profiles[id], listed, context)
        const place = (path: string) => Number(path.split("/")[1])
        for (const loser of shadowed) {
          const winner = skills.find(({ ref }) => ref === loser.by)
          expect(winner?.name).toBe(loser.name)
          expect(place(winner?.path ?? "")).toBeLessThanOrEqual(place(loser.path))
        }
        expect(new Set(skills.map(({ name }) => name)).size).toBe(skills.length)
      },
    ),
  )
})
