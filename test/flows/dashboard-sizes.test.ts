import fs from "node:fs"
import path from "node:path"
import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"

const folder = path.resolve("dist/dashboard")
const names = fs.readdirSync(folder)
const sizes = new Map(
  names.map((name) => [name, gzipSync(fs.readFileSync(path.join(folder, name)), { level: 9 }).length]),
)
const page = fs.readFileSync(path.join(folder, "index.html"), "utf8")

/** What a page loads before it shows the inbox: what the page names, and what that imports, again and again. */
function listFirstLoad(): readonly string[] {
  const found = new Set(["index.html"])
  const queue = names.filter((name) => page.includes(name) || name.startsWith("inbox-"))
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const text = fs.readFileSync(path.join(folder, name), "utf8")
    for (const [, imported = ""] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) queue.push(imported)
  }
  return [...found]
}

const sum = (some: readonly string[]) => some.reduce((all, name) => all + (sizes.get(name) ?? 0), 0)

test("the first load is at most 40 KB and the whole app at most 110 KB, packed", () => {
  const first = listFirstLoad()
  expect(first.length).toBeGreaterThan(4)
  expect(sum(first)).toBeGreaterThan(10_000)
  expect(sum(first)).toBeLessThanOrEqual(40 * 1024)
  expect(sum(names)).toBeLessThanOrEqual(110 * 1024)
  expect(first.filter((name) => name.startsWith("lay-out-graph-"))).toEqual([])
})

test("every file has its digest in its name, and none names an address or a font elsewhere", () => {
  expect(names.filter((name) => !/^[\w-]+-[\w-]{8}\.(?:js|css)$|^index\.html$/.test(name))).toEqual([])
  const texts = names.map((name) => fs.readFileSync(path.join(folder, name), "utf8")).join("\n")
  const addresses = [...texts.matchAll(/https?:\/\/[\w.-]+/g)].map(([address]) => address)
  // The names of vocabularies are no addresses that anything is loaded from.
  expect([...new Set(addresses)].filter((address) => address !== "http://www.w3.org")).toEqual([])
  expect(texts).not.toMatch(/@font-face|@import|\beval\(|new Function\(/)
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\bon\w+=|<style/)
})
