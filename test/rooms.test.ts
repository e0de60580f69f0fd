import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

/** The rooms that each room may import from, in the order of the building, from the ground up. */
const rooms: Readonly<Record<string, { readonly may: readonly string[]; readonly node: boolean }>> = {
  version: { may: [], node: false },
  problem: { may: [], node: false },
  text: { may: [], node: false },
  skill: { may: [], node: false },
  finding: { may: ["skill"], node: false },
  ports: { may: ["skill"], node: false },
  hosts: { may: ["skill"], node: false },
  shell: { may: [], node: false },
  policy: { may: ["skill", "shell", "hosts"], node: false },
  catalog: { may: ["skill", "ports", "hosts", "policy"], node: false },
  render: { may: ["skill", "ports", "hosts", "shell", "policy"], node: false },
  audit: { may: ["skill", "shell", "policy", "finding"], node: false },
  workflow: { may: ["skill"], node: false },
  run: { may: ["workflow", "ports", "skill", "policy"], node: false },
  claims: { may: ["skill", "finding"], node: false },
  review: { may: ["run", "workflow", "claims", "finding", "skill", "ports", "policy"], node: false },
  composite: { may: ["run", "workflow", "skill", "ports", "policy"], node: false },
  wake: { may: ["skill", "catalog", "render", "run", "workflow", "ports"], node: false },
  adapters: { may: ["skill", "ports", "run", "workflow", "wake"], node: true },
  app: {
    may: [
      "version",
      "skill",
      "finding",
      "ports",
      "hosts",
      "catalog",
      "shell",
      "policy",
      "render",
      "audit",
      "workflow",
      "run",
      "claims",
      "review",
      "composite",
      "wake",
      "adapters",
    ],
    node: true,
  },
  doors: {
    may: [
      "version",
      "app",
      "skill",
      "catalog",
      "hosts",
      "finding",
      "shell",
      "policy",
      "ports",
      "workflow",
      "run",
      "claims",
      "review",
      "audit",
      "wake",
      "composite",
    ],
    node: true,
  },
  testing: { may: ["skill", "ports", "run", "workflow"], node: false },
  index: {
    may: [
      "version",
      "app",
      "skill",
      "catalog",
      "hosts",
      "ports",
      "render",
      "finding",
      "workflow",
      "run",
      "policy",
      "review",
      "wake",
    ],
    node: false,
  },
}

/** What every room may import: the ground floor. */
const ground = ["problem", "text"]

/** Pure means deterministic: these modules give the same result for the same input. */
const deterministic = ["node:path", "node:crypto"]
/** Rooms and subdirectories in which no two subdirectories import each other: shared code is in the directory above. */
const separated = [
  "adapters",
  "audit",
  "catalog",
  "claims",
  "composite",
  "finding",
  "hosts",
  "policy",
  "render",
  "review",
  "run",
  "shell",
  "skill",
  "testing",
  "wake",
  "workflow",
]

/** The rooms that use the scanner, by its entry. The rest of its package is its own. */
const scanning: readonly string[] = ["claims", "review", "app"]
const SCANNER = "@skillet/scan"

interface SourceFile {
  readonly path: string
  readonly room: string
  readonly imports: readonly string[]
}

const root = path.resolve(import.meta.dirname, "../src")
const files = readSources(root)

test("every source file is in a room, every room exists, and enough files were read to mean something", () => {
  expect(files.length).toBeGreaterThan(900)
  expect([...new Set(files.map(({ room }) => room))].toSorted()).toEqual(Object.keys(rooms).toSorted())
})

test("rooms import only from the rooms below them", () => {
  expect(forbiddenImports(files)).toEqual([])
})

test("the diagram and the table of ARCHITECTURE.md show these rooms, and each room imports only from lines below it", () => {
  const page = fs.readFileSync(path.resolve(root, "../ARCHITECTURE.md"), "utf8")
  const lines = (/```rooms\n([\s\S]*?)```/.exec(page)?.[1] ?? "").trim().split("\n")
  const drawn = new Map(lines.flatMap((line, at) => line.split(/\s+/).map((room) => [room, at] as const)))
  const listed = [...page.matchAll(/^\| `src\/(\w+)`\s+\|.*\| (yes|no)\s+\|$/gm)]
  const there = [...new Set(files.map(({ room }) => room))].filter((room) => room !== "version" && room !== "index")
  expect([...drawn.keys()].toSorted()).toEqual(there.toSorted())
  expect(listed.map(([, room]) => room).toSorted()).toEqual(there.toSorted())
  expect(listed.filter(([, room = "", pure]) => (pure === "no") !== rooms[room]?.node)).toEqual([])
  const below = (room: string, used: string) => (drawn.get(used) ?? Number.POSITIVE_INFINITY) > (drawn.get(room) ?? -1)
  expect(
    there.flatMap((room) => rooms[room]?.may.filter((used) => !below(room, used)).map((used) => [room, used])),
  ).toEqual([])
})

test("only the rooms that review code use the scanner, by its entry", () => {
  expect(files.filter(({ imports }) => imports.includes(SCANNER)).length).toBeGreaterThan(10)
  expect(wrongUseOfScanner(files)).toEqual([])
})

test("pure rooms use only deterministic modules of Node", () => {
  expect(nodeInPureRooms(files)).toEqual([])
})

test("sibling directories do not import each other", () => {
  expect(importsBetweenFolders(files)).toEqual([])
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
  expect(forbiddenImports([planted("skill/a.ts", ["catalog/merge.ts"])])).toEqual(["skill/a.ts → catalog/merge.ts"])
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
  expect(nodeInPureRooms([planted("catalog/a.ts", ["node:fs"])])).toEqual(["catalog/a.ts → node:fs"])
  expect(
    importsBetweenFolders([planted("claims/a/b/x.ts", ["claims/c/y.ts", "claims/z.ts", "claims/a/v.ts"])]),
  ).toEqual(["claims/a/b/x.ts → claims/c/y.ts"])
  expect(
    mutualFolders([planted("app/a/x.ts", ["app/b/y.ts"]), planted("app/b/c/z.ts", ["app/a/x.ts", "app/b/y.ts"])]),
  ).toEqual(["app/a ⇄ app/b"])
  expect(cycles([planted("app/a.ts", ["app/b.ts"]), planted("app/b.ts", ["app/a.ts"])])).toEqual([
    "app/a.ts → app/b.ts → app/a.ts",
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
  if (ground.includes(room)) return false
  return ground.includes(to) || rooms[room]?.may.includes(to) === true
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

function nodeInPureRooms(all: readonly SourceFile[]): readonly string[] {
  return all
    .filter(({ room }) => rooms[room]?.node === false)
    .flatMap((file) =>
      file.imports
        .filter((to) => to.startsWith("node:") && !deterministic.includes(to))
        .map((to) => `${short(file.path)} → ${to}`),
    )
}

function importsBetweenFolders(all: readonly SourceFile[]): readonly string[] {
  const areBesideEachOther = (a: string, b: string): boolean => {
    const [one, other] = [path.dirname(a), path.dirname(b)].map((folder) => `${folder}/`)
    return !`${one}`.startsWith(`${other}`) && !`${other}`.startsWith(`${one}`)
  }
  return all
    .map((file) => ({ file, within: separated.find((folder) => short(file.path).startsWith(`${folder}/`)) }))
    .flatMap(({ file, within }) =>
      file.imports
        .filter((to) => to.startsWith(path.join(root, `${within}/`)) && areBesideEachOther(file.path, to))
        .map((to) => `${short(file.path)} → ${short(to)}`),
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
