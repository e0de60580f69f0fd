import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "../../../../test/plant.ts"
import { openMatchIndex } from "../../match/match-index.ts"
import { matchIndexFile } from "./match-index.ts"

test("a stored index is read piece by piece", () => {
  const store = matchIndexFile(garden().at("cache/new"))
  expect(store.open()).toBeUndefined()
  expect(store.save(Uint8Array.of(1, 2, 3, 4))).toBe("saved")
  const kept = store.open()!
  expect(kept.size).toBe(4)
  expect([...kept.read(1, 3)]).toEqual([2, 3])
  expect([...kept.read(3, 9)]).toEqual([4])
  kept.close()
})

test("an open index stays the same while another replaces it, and only the new one is left", () => {
  const { at } = garden()
  const store = matchIndexFile(at("cache"))
  store.save(Uint8Array.of(1, 2))
  const kept = store.open()!
  store.save(Uint8Array.of(3, 4, 5))
  expect([...kept.read(0, 2)]).toEqual([1, 2])
  kept.close()
  expect(fs.readdirSync(at("cache"))).toEqual(["match.bin"])
  expect(fs.statSync(at("cache/match.bin")).mode & 0o777).toBe(0o600)
})

test("a directory that cannot be written stores nothing and reports it", () => {
  const { at, plant } = garden()
  plant({ "cache/file": "a file where a directory should be" })
  const store = matchIndexFile(at("cache/file"))
  expect(store.save(Uint8Array.of(1))).toBe("failed")
  expect(store.open()).toBeUndefined()
})

test.each([
  ["below its header", "---\nname: a\n---\n# Body\n", "# Body\n"],
  ["of a file without header", "# Body\n", "# Body\n"],
  ["of a file that must not be read", "---js\nname: a\n---\n# Body\n", ""],
  ["of a file that is too large", "x".repeat(1024 * 1024 + 1), ""],
])("the body is the text %s", (_, text, body) => {
  const { at, plant } = garden()
  plant({ "SKILL.md": text })
  expect(matchIndexFile(at("cache")).readBody(at("SKILL.md"))).toBe(body)
})

test("a body read after a longer one contains nothing of it", () => {
  const { at, plant } = garden()
  plant({ "long.md": "long ".repeat(50_000), "short.md": "short" })
  const store = matchIndexFile(at("cache"))
  expect(store.readBody(at("long.md")).length).toBe(250_000)
  expect(store.readBody(at("short.md"))).toBe("short")
})

test("something that is not a file, or does not exist, has no body", () => {
  const { at } = garden()
  const store = matchIndexFile(at("cache"))
  expect(["/dev/zero", at("project"), at("nothing")].map((file) => store.readBody(file))).toEqual(["", "", ""])
})

test("skills on disk are found by their bodies, even by the next process, until they change", () => {
  const { at, plant } = garden()
  plant({ "a/SKILL.md": skillText("Alpha."), "b/SKILL.md": `${skillText("Beta.")}\nA word: unicorns.\n` })
  expect(find("unicorn")).toEqual(["b"])
  expect(find("unicorn")).toEqual(["b"])
  plant({
    "a/SKILL.md": `${skillText("Alpha.")}\nNow unicorns are here.\n`,
    "b/SKILL.md": skillText("Beta."),
  })
  expect(find("unicorn")).toEqual(["a"])

  function find(request: string): readonly string[] {
    const skills = ["a", "b"].map((name) => {
      const { size, mtimeMs } = fs.statSync(at(`${name}/SKILL.md`))
      return { name, path: at(`${name}/SKILL.md`), size, changed: mtimeMs, description: "" }
    })
    return openMatchIndex(matchIndexFile(at("cache")), "1")
      .rank(skills, request, 5)
      .map(({ skill }) => skill.name)
  }
})
