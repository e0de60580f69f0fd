import { expect, test } from "vitest"
import { issueKinds, weighKinds } from "./weigh-kinds.ts"
import { readCueWords, paleWords, readClaimWords } from "./read-words.ts"

test.each([
  ["SQL injection", "sql-injection"],
  ["Bind parameters instead of concatenating the statement", "sql-injection"],
  ["CWE-78", "command-injection"],
  ["Missing break in the switch", "fallthrough"],
  ["The reader is never disposed", "resource-leak"],
  ["N+1 queries", "query-in-loop"],
  ["Magic number", "magic-number"],
  ["Dead link in the guide", "broken-link"],
])("%s is about %s", (title, kind) => {
  const kinds = [...weighKinds(readClaimWords({ title, description: "", evidence: "" }))]
  expect(kinds.sort((a, b) => b[1] - a[1])[0]?.[0]).toBe(kind)
})

test("a title counts more than what a description mentions", () => {
  const words = readClaimWords({ title: "Race condition", description: "It also leaks a file handle.", evidence: "" })
  expect([...weighKinds(words)].map(([kind]) => kind)).toEqual(["race", "resource-leak"])
  expect(weighKinds(words).get("race")).toBeGreaterThan(weighKinds(words).get("resource-leak") ?? 0)
})

test("a text that the vocabulary does not know has no kind", () => {
  expect(weighKinds(readClaimWords({ title: "The colour is wrong", description: "", evidence: "" })).size).toBe(0)
})

test("every kind has its own name, and no cue is empty, too weak alone, or shared by two kinds", () => {
  const cues = issueKinds.flatMap(({ kind, cues }) => cues.map((cue) => ({ kind, cue: readCueWords(cue).toSorted() })))
  const owners = new Map<string, Set<string>>()
  for (const { kind, cue } of cues) owners.set(cue.join(" "), (owners.get(cue.join(" ")) ?? new Set()).add(kind))
  expect([...owners].filter(([, kinds]) => kinds.size > 1)).toEqual([])
  expect(cues.filter(({ cue }) => cue.length === 0 || (cue.length === 1 && paleWords.has(cue[0] ?? "")))).toEqual([])
  expect(new Set(issueKinds.map(({ kind }) => kind)).size).toBe(issueKinds.length)
})
