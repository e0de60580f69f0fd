import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { sourceFiles } from "./source-folders.ts"

const root = path.resolve(import.meta.dirname, "..")
const manifest: Manifest & { readonly files: readonly string[]; readonly scripts: object } = JSON.parse(
  fs.readFileSync(path.join(root, "package.json"), "utf8"),
)

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** The workspaces, by their folders. */
const workspaces: ReadonlyMap<string, Manifest> = new Map(
  fs.readdirSync(path.join(root, "packages")).map((name) => {
    const folder = `packages/${name}`
    return [folder, JSON.parse(fs.readFileSync(path.join(root, folder, "package.json"), "utf8"))]
  }),
)

function wantedBy({ dependencies, optionalDependencies, devDependencies }: Manifest): readonly [string, string][] {
  return Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })
}

test("at most ten packages are installed along with ours, each with an exact version", () => {
  expect(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).length).toBeLessThanOrEqual(10)
  const wanted = [manifest, ...workspaces.values()].flatMap(wantedBy)
  expect(wanted.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  const versions = new Map(wanted)
  expect(wanted.filter(([name, version]) => versions.get(name) !== version)).toEqual([])
})

test("workspaces are private, bring nothing along when ours is installed, and nobody depends on them", () => {
  expect(workspaces.size).toBeGreaterThan(0)
  const names = new Set([...workspaces.values()].map(({ name }) => name))
  const wanted = [manifest, ...workspaces.values()].flatMap(wantedBy)
  expect(wanted.filter(([name]) => names.has(name))).toEqual([])
  const loose = [...workspaces.values()].filter(
    (one) => one.private !== true || one.dependencies !== undefined || one.optionalDependencies !== undefined,
  )
  expect(loose).toEqual([])
  expect(manifest.files.filter((name: string) => /^(?:packages|src|test)\b/.test(name))).toEqual([])
})

test("the lock file names no download address, and every optional package of every platform", () => {
  const lock = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"))
  const packages = lock.packages as Record<string, LockEntry>
  expect(downloads(packages)).toEqual([])
  const names = new Set(Object.keys(packages).map((key) => key.slice(key.lastIndexOf("node_modules/") + 13)))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
  expect(wanted.filter((name) => !names.has(name))).toEqual([])
})

/** Platform packages of our own tools that the registry in use lacks: they are for other platforms, and never published. */
const WITHOUT_CHECKSUM = /^node_modules\/(?:@biomejs\/cli|@oxc-parser\/binding|@oxlint\/binding)-/

test("every entry of the lock file that comes from a registry has a checksum, except tools for other platforms", () => {
  const lock = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"))
  const entries = Object.entries(lock.packages as Record<string, LockEntry>).filter(
    ([key, { link }]) => key.includes("node_modules/") && link !== true,
  )
  expect(entries.length).toBeGreaterThan(400)
  const without = entries.filter(([, { integrity = "" }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
  const isTool = ([key, { dev, optional, os = [] }]: (typeof entries)[number]) =>
    WITHOUT_CHECKSUM.test(key) && dev === true && optional === true && os.length > 0
  expect(without.filter((entry) => !isTool(entry)).map(([key]) => key)).toEqual([])
  expect(without.length).toBeLessThanOrEqual(36)
})

interface LockEntry {
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly resolved?: string
  readonly link?: boolean
  readonly integrity?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Entries that say where they come from. That of a workspace may: a link to its folder, without a checksum. */
function downloads(packages: Readonly<Record<string, LockEntry>>): readonly string[] {
  const isWorkspace = (key: string, { resolved, link, ...rest }: LockEntry) =>
    link === true &&
    Object.keys(rest).length === 0 &&
    key === `node_modules/${workspaces.get(resolved ?? "")?.name}` &&
    packages[resolved ?? ""]?.integrity === undefined
  return Object.entries(packages)
    .filter(([key, entry]) => (entry.resolved !== undefined || entry.link === true) && !isWorkspace(key, entry))
    .map(([key]) => key)
}

test("of the lock file's entries, only the link of a workspace may say where it comes from", () => {
  const [[folder = "", { name = "" } = {}] = []] = workspaces
  const link = { resolved: folder, link: true }
  expect(downloads({ [`node_modules/${name}`]: link, [folder]: {} })).toEqual([])
  expect(downloads({ "node_modules/a": { resolved: "https://registry.example.org/a.tgz" } })).toEqual([
    "node_modules/a",
  ])
  expect(downloads({ "node_modules/a": link })).toEqual(["node_modules/a"])
  expect(downloads({ "node_modules/a": { resolved: "../a", link: true } })).toEqual(["node_modules/a"])
  expect(downloads({ [`node_modules/${name}`]: { ...link, integrity: "sha512-a" } })).toHaveLength(1)
})

test("nothing of ours runs when the package is installed", () => {
  expect(Object.keys(manifest.scripts).filter((name) => /install|prepare|prepublish/.test(name))).toEqual([])
})

test("no source imports a Node module lazily, because precompiled code cannot", () => {
  const sources = sourceFiles(root)
  expect(sources.length).toBeGreaterThan(1000)
  const later = sources.filter((file) => /\bimport\(\s*["']node:/.test(fs.readFileSync(file, "utf8")))
  expect(later).toEqual([])
})
