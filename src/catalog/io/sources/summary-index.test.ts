import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import { openSession } from "../session/open-session.ts"
import { openSummaryIndex } from "./summary-index.ts"

const facts = { name: "/a/SKILL.md", size: 3, changed: 1000 }
const summary = { summary: { header: { description: "d" }, fence: "strict" as const }, problems: [] }

test("an indexed summary is returned while size and modification time stay the same", () => {
  const { at } = garden()
  const first = openSummaryIndex(at("cache"), "1").of("/root")
  first.put(facts, summary)
  expect(first.save()).toBe("saved")
  const again = openSummaryIndex(at("cache"), "1").of("/root")
  expect(again.get(facts)).toEqual(summary)
  expect(again.get({ ...facts, size: 4 })).toBeUndefined()
  expect(again.get({ ...facts, changed: 1001 })).toBeUndefined()
  expect(openSummaryIndex(at("cache"), "1").of("/other").get(facts)).toBeUndefined()
})

test.each([
  ["cut short", (text: string) => text.slice(0, -5)],
  ["of another edition", (text: string) => text.replace(/^\d+/, "999")],
  ["garbage", () => "garbage"],
  ["empty", () => ""],
  ["not JSON", (text: string) => text.replace("[[", "((")],
])("an index that is %s counts as missing", (_, damage) => {
  const { at } = garden()
  const index = openSummaryIndex(at("cache"), "1").of("/root")
  index.put(facts, summary)
  index.save()
  const [file = ""] = fs.readdirSync(at("cache"))
  fs.writeFileSync(path.join(at("cache"), file), damage(fs.readFileSync(path.join(at("cache"), file), "utf8")))
  expect(openSummaryIndex(at("cache"), "1").of("/root").get(facts)).toBeUndefined()
})

test("a file changed just now is not indexed: it may change again unnoticed", () => {
  const { at } = garden()
  const index = openSummaryIndex(at("cache"), "1").of("/root")
  index.put({ ...facts, changed: Date.now() }, summary)
  index.save()
  expect(
    openSummaryIndex(at("cache"), "1")
      .of("/root")
      .get({ ...facts, changed: Date.now() }),
  ).toBeUndefined()
})

test("a cache that cannot be written costs nothing but time", async () => {
  const { options, plant } = garden({ "project/.agents/skills/a/SKILL.md": skillText("a") })
  plant({ "cache/skillet": "a file where a directory should be" })
  await settle()
  const { skills } = await openSession(options).catalog()
  expect(skills.map(({ name }) => name)).toContain("a")
})

test("a catalog from the index is the same as one read afresh, including problems", async () => {
  const { options, at } = garden({
    "project/.agents/skills/a/SKILL.md": "---\ndescription: Use when: x\nuser-invocable: maybe\n---\n",
    "project/.agents/skills/b/SKILL.md": "# No header\n\nJust text.\n",
    "project/.agents/skills/c/SKILL.md": "---js\nx\n---\n",
  })
  await settle()
  const fresh = JSON.stringify(await openSession({ ...options, cache: false }).catalog())
  const first = JSON.stringify(await openSession(options).catalog())
  const indexed = JSON.stringify(await openSession(options).catalog())
  expect(fs.readdirSync(at("cache/skillet")).length).toBeGreaterThan(0)
  expect([first, indexed]).toEqual([fresh, fresh])
})

test("an edit is noticed although the file is indexed, even one that keeps size and modification time", async () => {
  const { options, at } = garden({ "project/.agents/skills/a/SKILL.md": skillText("one") })
  const file = at("project/.agents/skills/a/SKILL.md")
  await settle()
  const { mtime, atime } = fs.statSync(file)
  await openSession(options).catalog()
  expect(fs.readdirSync(at("cache/skillet")).length).toBeGreaterThan(0)
  fs.writeFileSync(file, skillText("two"))
  fs.utimesSync(file, atime, mtime)
  const { skills } = await openSession(options).catalog()
  expect(skills.find(({ name }) => name === "a")?.description).toBe("two")
})

/** The index keeps only files that have not changed for a moment. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 150))
}
