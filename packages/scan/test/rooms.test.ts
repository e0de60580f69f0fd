import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

/** Everything is pure but this folder: it reads files, starts threads and loads the parser. */
const IO = "src/io"

/** Pure means deterministic: these modules give the same result for the same input. */
const deterministic = ["node:path", "node:crypto"]

/** Test files that share a folder with others do not count. */
const MOST_FILES = 20
const MOST_DEEP = 4

interface CodeFile {
  /** `src/rules/promises.ts` */
  readonly name: string
  /** Files as names like that one, packages and modules of Node as they are written. */
  readonly imports: readonly string[]
}

const root = path.resolve(import.meta.dirname, "..")
const files = ["src", "test", "bench"].flatMap(readCode)
const sources = files.filter(({ name }) => name.startsWith("src/") && !name.endsWith(".test.ts"))

test("enough files were read to mean something", () => {
  expect(sources.length).toBeGreaterThan(250)
  expect(files.length - sources.length).toBeGreaterThan(50)
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(800)
})

test("nothing is imported from outside this package but npm packages and modules of Node", () => {
  expect(importsFromOutside(files)).toEqual([])
})

test("only io touches files, threads and time", () => {
  expect(impure(sources)).toEqual([])
})

test("nothing is imported through the entry, which is for others", () => {
  expect(files.filter(({ imports }) => imports.includes("src/index.ts")).map(({ name }) => name)).toEqual([])
})

test("no file imports itself indirectly, and no two folders import each other", () => {
  expect(cycles(sources)).toEqual([])
  expect(mutualFolders(sources)).toEqual([])
})

test("folders stay few levels deep and small", () => {
  expect(deepFiles(sources)).toEqual([])
  expect(fullFolders(sources)).toEqual([])
})

test("the checks above find planted faults", () => {
  const planted = (name: string, ...imports: readonly string[]): CodeFile => ({ name, imports })
  expect(
    importsFromOutside([
      planted("src/a.ts", "../../src/text/lines.ts", "@skillet/scan", "zod", "node:fs", "src/b.ts"),
      planted("bench/run.mjs", "../../bench/catalog/median.mjs"),
    ]),
  ).toEqual([
    "src/a.ts → ../../src/text/lines.ts",
    "src/a.ts → @skillet/scan",
    "bench/run.mjs → ../../bench/catalog/median.mjs",
  ])
  expect(
    impure([
      planted("src/rules/a.ts", "node:fs", "node:path", "src/io/scan-cache.ts", "web-tree-sitter"),
      planted("src/io/a.ts", "node:fs", "src/io/b.ts"),
      planted("src/index.ts", "src/io/scan-code.ts"),
    ]),
  ).toEqual(["src/rules/a.ts → node:fs", "src/rules/a.ts → src/io/scan-cache.ts", "src/rules/a.ts → web-tree-sitter"])
  expect(cycles([planted("src/a.ts", "src/b.ts"), planted("src/b.ts", "src/a.ts")])).toEqual([
    "src/a.ts → src/b.ts → src/a.ts",
  ])
  expect(
    mutualFolders([planted("src/a/x.ts", "src/b/y.ts"), planted("src/b/c/z.ts", "src/a/x.ts", "src/b/y.ts")]),
  ).toEqual(["src/a ⇄ src/b"])
  expect(deepFiles([planted("src/a/b/c/d/e.ts"), planted("src/a/b/c/d/e/f.ts")])).toEqual(["src/a/b/c/d/e/f.ts"])
  expect(fullFolders(Array.from({ length: 21 }, (_, at) => planted(`src/a/${at}.ts`)))).toEqual(["src/a: 21"])
})

function readCode(folder: string): readonly CodeFile[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true }).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name)
    // The samples of the benchmarks are data.
    if (!entry.isFile() || !/\.(?:ts|mjs)$/.test(file)) return []
    const text = fs.readFileSync(file, "utf8")
    const written = [
      ...text.matchAll(
        /(?:^|\n)(?:(?:import|export)\b[^"'\n]*\bfrom|import|\} from)\s+["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']\s*\)/g,
      ),
    ].map((match) => match[1] ?? match[2] ?? "")
    const name = (at: string) => path.relative(root, at).split(path.sep).join("/")
    const imports = written.map((to) => (to.startsWith(".") ? name(path.resolve(path.dirname(file), to)) : to))
    return [{ name: name(file), imports: [...new Set(imports)] }]
  })
}

function importsFromOutside(all: readonly CodeFile[]): readonly string[] {
  return told(all, (to) => to.startsWith("..") || to.startsWith("@skillet/"))
}

/** The packages that pure files use only compute. */
const COMPUTING = ["zod", "js-yaml"]

function impure(all: readonly CodeFile[]): readonly string[] {
  const pure = all.filter(({ name }) => !name.startsWith(`${IO}/`) && name !== "src/index.ts")
  return told(pure, (to) => {
    if (to.startsWith("src/")) return to.startsWith(`${IO}/`)
    return ![...deterministic, ...COMPUTING].includes(to)
  })
}

function told(all: readonly CodeFile[], isWrong: (to: string) => boolean): readonly string[] {
  return all.flatMap(({ name, imports }) => imports.filter(isWrong).map((to) => `${name} → ${to}`))
}

function mutualFolders(all: readonly CodeFile[]): readonly string[] {
  const pairs = new Set(all.flatMap(({ name, imports }) => imports.flatMap((to) => foldersApart(name, to))))
  return [...pairs]
    .map((pair) => pair.split(" → "))
    .filter(([from = "", to = ""]) => from < to && pairs.has(`${to} → ${from}`))
    .map(([from, to]) => `${from} ⇄ ${to}`)
}

/** The two folders at which two paths part; none if one of the files is in a folder above the other. */
function foldersApart(from: string, to: string): readonly string[] {
  const [a, b] = [from.split("/"), to.split("/")]
  const at = a.findIndex((part, index) => part !== b[index])
  if (at < 1 || at >= a.length - 1 || at >= b.length - 1) return []
  return [`${a.slice(0, at + 1).join("/")} → ${b.slice(0, at + 1).join("/")}`]
}

function deepFiles(all: readonly CodeFile[]): readonly string[] {
  return all.map(({ name }) => name).filter((name) => name.split("/").length - 2 > MOST_DEEP)
}

function fullFolders(all: readonly CodeFile[]): readonly string[] {
  const folders = all.map(({ name }) => path.posix.dirname(name))
  return [...new Set(folders)]
    .map((folder) => ({ folder, held: folders.filter((other) => other === folder).length }))
    .filter(({ held }) => held > MOST_FILES)
    .map(({ folder, held }) => `${folder}: ${held}`)
}

function cycles(all: readonly CodeFile[]): readonly string[] {
  const byName = new Map(all.map((file) => [file.name, file]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: CodeFile, trail: readonly string[]): void => {
    const at = trail.indexOf(file.name)
    if (at !== -1) return void found.push([...trail.slice(at), file.name].join(" → "))
    if (done.has(file.name)) return
    for (const to of file.imports) {
      const next = byName.get(to)
      if (next !== undefined) visit(next, [...trail, file.name])
    }
    done.add(file.name)
  }
  for (const file of all) visit(file, [])
  return found
}
