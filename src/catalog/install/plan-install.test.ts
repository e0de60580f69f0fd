import { expect, test } from "vitest"
import { sha256 } from "../../text/sha256.ts"
import { planInstall, planRemoval } from "./plan-install.ts"

const files = (texts: Readonly<Record<string, string>>) => ({
  digest: (file: string) => (texts[file] === undefined ? undefined : sha256(texts[file])),
})
const record = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, sha256(text)]))
const group = { name: "a", files: { "a/SKILL.md": "new", "a/run.sh": "new" } }

interface Case {
  readonly about: string
  readonly there: Readonly<Record<string, string>>
  readonly wrote: Readonly<Record<string, string>>
  readonly forced?: true
  readonly fate: string
  readonly changed: readonly string[]
}

const OLD = { "a/SKILL.md": "old", "a/run.sh": "new" }

const cases: readonly Case[] = [
  { about: "nothing there", there: {}, wrote: {}, fate: "added", changed: ["a/SKILL.md", "a/run.sh"] },
  { about: "all as planned", there: group.files, wrote: group.files, fate: "current", changed: [] },
  { about: "all as planned, without a record", there: group.files, wrote: {}, fate: "current", changed: [] },
  { about: "an old version", there: OLD, wrote: OLD, fate: "updated", changed: ["a/SKILL.md"] },
  {
    about: "a file is gone",
    there: { "a/SKILL.md": "new" },
    wrote: group.files,
    fate: "updated",
    changed: ["a/run.sh"],
  },
  {
    about: "a file that the new version has no more",
    there: { ...group.files, "a/more.md": "x" },
    wrote: { ...group.files, "a/more.md": "x" },
    fate: "updated",
    changed: ["a/more.md"],
  },
  { about: "an edited file", there: { ...OLD, "a/run.sh": "mine" }, wrote: OLD, fate: "edited", changed: [] },
  {
    about: "an edited file, forced",
    there: { ...OLD, "a/run.sh": "mine" },
    wrote: OLD,
    forced: true,
    fate: "updated",
    changed: ["a/SKILL.md", "a/run.sh"],
  },
  { about: "a skill of somebody else", there: { "a/SKILL.md": "mine" }, wrote: {}, fate: "taken", changed: [] },
  {
    about: "a file of somebody else, forced",
    there: { "a/SKILL.md": "new", "a/run.sh": "mine" },
    wrote: { "a/SKILL.md": "new" },
    forced: true,
    fate: "taken",
    changed: [],
  },
]

test.each(cases)("to install with $about: $fate", ({ there, wrote, forced, fate, changed }) => {
  const before = record(wrote)
  const plan = planInstall([group], { record: before, ...files(there), isForced: forced === true })
  expect(plan.groups).toMatchObject([{ name: "a", fate }])
  expect(plan.groups[0]?.changes.map(({ file }) => file)).toEqual(changed)
  expect(plan.record).toEqual(fate === "taken" || fate === "edited" ? before : record(group.files))
})

test("to remove leaves a group with an edited file as a whole, and remembers it until it is forced", () => {
  const wrote = { "a/SKILL.md": "x", "a/run.sh": "x", "ab/SKILL.md": "x", "c/SKILL.md": "x" }
  const there = files({ ...wrote, "a/run.sh": "mine", "c/SKILL.md": "x" })
  const plan = planRemoval(["a", "c"], { record: record(wrote), ...there, isForced: false })
  expect(plan).toEqual({
    groups: [
      { name: "a", fate: "edited", changes: [] },
      { name: "c", fate: "removed", changes: [{ file: "c/SKILL.md", before: sha256("x") }] },
    ],
    record: record({ "a/SKILL.md": "x", "a/run.sh": "x", "ab/SKILL.md": "x" }),
  })
  const forced = planRemoval(["a"], { record: plan.record, ...there, isForced: true })
  expect([forced.groups[0]?.changes.map(({ file }) => file), forced.record]).toEqual([
    ["a/SKILL.md", "a/run.sh"],
    record({ "ab/SKILL.md": "x" }),
  ])
})

test("to remove forgets a group whose files are gone already", () => {
  const plan = planRemoval(["a"], { record: record(OLD), ...files({}), isForced: false })
  expect(plan).toEqual({ groups: [{ name: "a", fate: "removed", changes: [] }], record: {} })
})
