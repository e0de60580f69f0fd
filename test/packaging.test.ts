import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const root = path.resolve(import.meta.dirname, "..")
const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))

test("at most ten packages are installed along with ours, each with an exact version", () => {
  expect(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).length).toBeLessThanOrEqual(10)
  const versions = Object.values({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  } as Record<string, string>)
  expect(versions.filter((version) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test("the lock file names no download address, and every optional package of every platform", () => {
  const lock = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"))
  const packages = lock.packages as Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  const names = new Set(Object.keys(packages).map((key) => key.slice(key.lastIndexOf("node_modules/") + 13)))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
  expect(wanted.filter((name) => !names.has(name))).toEqual([])
})

test("nothing of ours runs when the package is installed", () => {
  expect(Object.keys(manifest.scripts).filter((name) => /install|prepare|prepublish/.test(name))).toEqual([])
})

test("no source imports a Node module lazily, because precompiled code cannot", () => {
  const sources = fs
    .readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  expect(sources.length).toBeGreaterThan(500)
  const later = sources.filter((name) =>
    /\bimport\(\s*["']node:/.test(fs.readFileSync(path.join(root, "src", name), "utf8")),
  )
  expect(later).toEqual([])
})
