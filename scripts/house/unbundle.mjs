// A copy of the sources as JavaScript, file by file, in the same directories. Node loads what each command needs, so
// that V8 can say which files ran.
import fs from "node:fs"
import path from "node:path"
import ts from "typescript"
import { findImports, findSources, parse, resolveImport } from "./sources.mjs"
import { copy, root } from "./workshop.mjs"

/** Writes the copy to a directory. Returns the command's entry. */
export function unbundle(folder) {
  const { files } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
  copy(path.join(root, "package.json"), path.join(folder, "package.json"))
  for (const name of files)
    if (name !== "dist" && fs.existsSync(path.join(root, name))) copy(path.join(root, name), path.join(folder, name))
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"))
  for (const file of findSources()) writeModule(folder, file)
  for (const member of new Set(findSources().flatMap((file) => /^packages\/[^/]+/.exec(file) ?? [])))
    copyBeside(path.join(root, member), path.join(folder, member))
  const entries = readEntries()
  const cli = entries.get("cli")
  if (cli === undefined) throw new Error("tsdown.config.ts has no entry named cli")
  const built = (file) => path.join(folder, file.replace(/\.ts$/, ".js"))
  // What is built into one directory is expected there, beside the file that loads it.
  for (const [name, file] of entries)
    if (name !== "cli") writeStub(path.join(path.dirname(built(cli)), `${name}.cjs`), built(file))
  for (const file of findSources()) writeWorkers(built(file), { entries, built })
  return built(cli)
}

/** The manifest and data of a package, which its sources may read. */
function copyBeside(from, to) {
  for (const name of fs.readdirSync(from))
    if (!["src", "dist", "node_modules", "test"].includes(name)) copy(path.join(from, name), path.join(to, name))
}

function writeModule(folder, file) {
  const source = parse(file)
  let text = source.text
  for (const { specifier } of findImports(source).sort((one, other) => other.specifier.pos - one.specifier.pos)) {
    const to = specifier.text.startsWith(".") ? undefined : resolveImport(specifier.text, file)
    if (to === undefined) continue
    const relative = path.relative(path.dirname(file), to)
    const named = JSON.stringify(relative.startsWith(".") ? relative : `./${relative}`)
    text = text.slice(0, specifier.getStart()) + named + text.slice(specifier.end)
  }
  const { outputText } = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      rewriteRelativeImportExtensions: true,
    },
  })
  const to = path.join(folder, file.replace(/ts$/, "js"))
  fs.mkdirSync(path.dirname(to), { recursive: true })
  fs.writeFileSync(to, outputText)
}

/** The entries of the build and of the packages' own builds, by name. */
function readEntries() {
  const members = new Set(findSources().flatMap((file) => /^packages\/[^/]+/.exec(file) ?? []))
  const entries = new Map()
  for (const folder of ["", ...members]) {
    const config = path.join(root, folder, "tsdown.config.ts")
    const text = fs.existsSync(config) ? fs.readFileSync(config, "utf8") : ""
    for (const [, name, file] of text.matchAll(/["']?([\w-]+)["']?:\s*["']((?:src|packages)\/[^"']+\.ts)["']/g))
      if (!entries.has(name)) entries.set(name, path.join(folder, file))
  }
  return entries
}

function writeStub(at, target) {
  const relative = `./${path.relative(path.dirname(at), target)}`
  fs.writeFileSync(at, `module.exports = require(${JSON.stringify(relative)})\n`)
}

/** A worker is addressed by the name it has in the build, and expected beside the file that names it. */
function writeWorkers(file, { entries, built }) {
  for (const [, name] of fs.readFileSync(file, "utf8").matchAll(/"([\w-]+)\.cjs"/g)) {
    const at = path.join(path.dirname(file), `${name}.cjs`)
    const entry = entries.get(name)
    if (!fs.existsSync(at) && entry !== undefined) writeStub(at, built(entry))
  }
}
