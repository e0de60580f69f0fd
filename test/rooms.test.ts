import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

/** The house from the top down. A line imports from the lines below it. */
const house: readonly (readonly string[])[] = [
  ["index", "drivers", "formatters", "readers", "stores"],
  ["cli", "mcp", "web"],
  ["skillet"],
  ["doctor", "inbox"],
  ["review", "orchestrate", "tasks", "schedule", "sessions"],
  ["run", "install"],
  ["render", "audit", "workflow", "agents"],
  ["catalog"],
  ["trust", "settings"],
  ["shell", "hosts"],
  ["skill", "finding"],
  ["problem", "system"],
  ["text"],
]

/** Imports within one line. */
const beside: Readonly<Record<string, readonly string[]>> = {
  cli: ["mcp", "web"],
  orchestrate: ["tasks"],
  schedule: ["tasks"],
  sessions: ["tasks"],
  agents: ["workflow"],
  shell: ["hosts"],
  system: ["problem"],
}

/** Published for users: imports every pure subject, and no source file imports it. */
const TESTING = "testing"

/** Rooms that touch the outside as a whole; of every other room only its directory `io` does. */
const touching = ["index", "drivers", "formatters", "readers", "stores", "cli", "mcp", "web", "skillet", "system"]

/** Pure means deterministic: these modules give the same result for the same input. */
const deterministic = ["node:path", "node:crypto"]

/** The rooms that use the scanner, by its entry. The rest of its package is its own. */
const scanning: readonly string[] = ["review", "catalog"]
const SCANNER = "@skillet/scan"

interface SourceFile {
  readonly path: string
  readonly room: string
  readonly imports: readonly string[]
}

const root = path.resolve(import.meta.dirname, "../src")
const files = readSources(root)

test("every source file is in a room, and enough files were read to mean something", () => {
  expect(files.length).toBeGreaterThan(900)
  const known = [...house.flat(), TESTING]
  expect([...new Set(files.map(({ room }) => room))].filter((room) => !known.includes(room))).toEqual([])
})

test("the tree in ARCHITECTURE.md is this house, and its table has every room", () => {
  const page = fs.readFileSync(path.join(root, "../ARCHITECTURE.md"), "utf8")
  const [, drawn = ""] = /```rooms\n([\s\S]*?)```/.exec(page) ?? []
  expect(
    drawn
      .trim()
      .split("\n")
      .map((line) => line.split(/\s+/)),
  ).toEqual(house)
  const rows = [...page.matchAll(/^\| `src\/(\w+)(?:\.ts)?` +\|/gm)].map(([, room = ""]) => room)
  expect(rows).toEqual([...house.flat(), TESTING])
  const [, within = ""] = /Within a line, ([\s\S]*?)\. `test/.exec(page) ?? []
  const said = [...within.matchAll(/`(\w+)`\s+imports\s+`(\w+)`(?:\s+and\s+`(\w+)`)?/g)].map(([, from = "", ...to]) => [
    from,
    to.filter((one) => one !== undefined),
  ])
  expect(Object.fromEntries(said)).toEqual(beside)
})

test("rooms import only from the rooms below them", () => {
  expect(forbiddenImports(files)).toEqual([])
})

test("only the rooms that review code or check patterns use the scanner, by its entry", () => {
  expect(files.filter(({ imports }) => imports.includes(SCANNER)).length).toBeGreaterThan(10)
  expect(wrongUseOfScanner(files)).toEqual([])
})

test("only io touches the outside: pure files import no io, no system, and only deterministic modules of Node", () => {
  expect(impureImports(files)).toEqual([])
})

test("no two directories of any room import each other", () => {
  expect(mutualFolders(files)).toEqual([])
})

test("no file imports itself indirectly", () => {
  expect(cycles(files)).toEqual([])
})

test("the checks above find planted faults", () => {
  const planted = (at: string, imports: readonly string[]) => ({
    path: path.join(root, at),
    room: at.split("/")[0] ?? "",
    imports: imports.map((to) => (/^node:|^@/.test(to) ? to : path.join(root, to))),
  })
  expect(
    forbiddenImports([
      planted("skill/a.ts", ["catalog/decide-winners.ts", "text/lines.ts", "skill/b.ts"]),
      planted("agents/a.ts", ["workflow/b.ts", "render/c.ts", "testing/index.ts"]),
      planted("workflow/b.ts", ["agents/a.ts"]),
      planted("testing/a.ts", ["run/b.ts", "cli/run-cli.ts"]),
      planted("text/a.ts", ["problem/problem.ts"]),
    ]),
  ).toEqual([
    "skill/a.ts → catalog/decide-winners.ts",
    "agents/a.ts → render/c.ts",
    "agents/a.ts → testing/index.ts",
    "workflow/b.ts → agents/a.ts",
    "testing/a.ts → cli/run-cli.ts",
    "text/a.ts → problem/problem.ts",
  ])
  expect(
    wrongUseOfScanner([
      planted("review/a.ts", [SCANNER, `${SCANNER}/src/evidence.ts`, "../packages/scan/src/index.ts"]),
      planted("run/b.ts", [SCANNER]),
    ]),
  ).toEqual([
    `review/a.ts → ${SCANNER}/src/evidence.ts`,
    `review/a.ts → ${path.resolve(root, "../packages/scan/src/index.ts")}`,
    `run/b.ts → ${SCANNER}`,
  ])
  expect(
    impureImports([
      planted("catalog/a.ts", ["node:fs", "node:path", "catalog/io/b.ts", "system/files/c.ts"]),
      planted("catalog/io/b.ts", ["node:fs", "system/files/c.ts", "trust/io/d.ts"]),
      planted("testing/a.ts", ["node:fs", "run/io/b.ts"]),
      planted("cli/run-cli.ts", ["node:fs", "catalog/io/b.ts"]),
    ]),
  ).toEqual([
    "catalog/a.ts → node:fs",
    "catalog/a.ts → catalog/io/b.ts",
    "catalog/a.ts → system/files/c.ts",
    "testing/a.ts → node:fs",
    "testing/a.ts → run/io/b.ts",
  ])
  expect(
    mutualFolders([planted("run/a/x.ts", ["run/b/y.ts"]), planted("run/b/c/z.ts", ["run/a/x.ts", "run/b/y.ts"])]),
  ).toEqual(["run/a ⇄ run/b"])
  expect(cycles([planted("run/a.ts", ["run/b.ts"]), planted("run/b.ts", ["run/a.ts"])])).toEqual([
    "run/a.ts → run/b.ts → run/a.ts",
  ])
})

function readSources(folder: string): readonly SourceFile[] {
  return fs.readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || !file.endsWith(".ts") || /\.(test|types)\.ts$/.test(file)) return []
    const text = fs.readFileSync(file, "utf8")
    const targets = [
      ...text.matchAll(
        /(?:^|\n)\s*(?:import|export)\b[^"'\n]*?(?:from\s*)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|\n\s*\}\s*from\s*["']([^"']+)["']/g,
      ),
    ]
    const imports = targets
      .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
      .map((to) => (to.startsWith(".") ? path.resolve(path.dirname(file), to) : to))
    return [{ path: file, room: roomOf(file), imports: [...new Set(imports)] }]
  })
}

function roomOf(file: string): string {
  return (path.relative(root, file).split("/")[0] ?? "").replace(/\.ts$/, "")
}

function short(file: string): string {
  return file.startsWith(root) ? path.relative(root, file) : file
}

function forbiddenImports(all: readonly SourceFile[]): readonly string[] {
  return all.flatMap((file) =>
    file.imports
      .filter((to) => to.startsWith(root) && roomOf(to) !== file.room && !mayImport(file.room, roomOf(to)))
      .map((to) => `${short(file.path)} → ${short(to)}`),
  )
}

function mayImport(room: string, to: string): boolean {
  if (room === TESTING) return lineOf(to) > lineOf("doctor")
  if (to === TESTING) return room === "index"
  return lineOf(to) > lineOf(room) || beside[room]?.includes(to) === true
}

function lineOf(room: string): number {
  return house.findIndex((line) => line.includes(room))
}

function impureImports(all: readonly SourceFile[]): readonly string[] {
  const isImpure = (to: string) =>
    (to.startsWith(root) && isOutside(short(to))) || (to.startsWith("node:") && !deterministic.includes(to))
  return all
    .filter((file) => !isOutside(short(file.path)))
    .flatMap((file) => file.imports.filter(isImpure).map((to) => `${short(file.path)} → ${short(to)}`))
}

function isOutside(file: string): boolean {
  const [room = "", folder] = file.split("/")
  return touching.includes(room.replace(/\.ts$/, "")) || folder === "io"
}

function wrongUseOfScanner(all: readonly SourceFile[]): readonly string[] {
  const packages = path.resolve(root, "../packages")
  return all.flatMap(({ path: file, room, imports }) =>
    imports
      .filter((to) => to.startsWith(SCANNER) || to.startsWith(`${packages}${path.sep}`))
      .filter((to) => to !== SCANNER || !scanning.includes(room))
      .map((to) => `${short(file)} → ${to}`),
  )
}

function mutualFolders(all: readonly SourceFile[]): readonly string[] {
  const pairs = new Set(all.flatMap((file) => file.imports.flatMap((to) => foldersApart(short(file.path), short(to)))))
  return [...pairs]
    .map((pair) => pair.split(" → "))
    .filter(([from = "", to = ""]) => from < to && pairs.has(`${to} → ${from}`))
    .map(([from, to]) => `${from} ⇄ ${to}`)
}

/**
 * The two directories at which the paths within one room diverge; none if one of them is in a directory above the
 * other.
 */
function foldersApart(from: string, to: string): readonly string[] {
  const [a, b] = [from.split("/"), to.split("/")]
  const at = a.findIndex((part, index) => part !== b[index])
  if (at < 1 || at >= a.length - 1 || at >= b.length - 1) return []
  return [`${a.slice(0, at + 1).join("/")} → ${b.slice(0, at + 1).join("/")}`]
}

function cycles(all: readonly SourceFile[]): readonly string[] {
  const byPath = new Map(all.map((file) => [file.path, file]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: SourceFile, trail: readonly string[]): void => {
    const at = trail.indexOf(file.path)
    if (at !== -1) return void found.push([...trail.slice(at), file.path].map(short).join(" → "))
    if (done.has(file.path)) return
    for (const to of file.imports) {
      const next = byPath.get(to)
      if (next !== undefined) visit(next, [...trail, file.path])
    }
    done.add(file.path)
  }
  for (const file of all) visit(file, [])
  return found
}
