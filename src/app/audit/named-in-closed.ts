import fs from "node:fs"
import path from "node:path"
import { CLOSED, type Listed, listedFile } from "./list-files.ts"

const MOST_NAMED = 100
const DEPTH = 2

/** A path into a closed folder, with or without what stands before it. */
const PATH = /(?<![\w-])(node_modules|\.git)\/((?:[\w@.+-]+\/?)*)/g
const ENTERED = /\bcd\s+["']?(?:[\w.${}/-]*\/)?(node_modules|\.git)["']?(?=[\s;&|)]|$)/g
const MODULE = /(?:\brequire\s*\(\s*|\bimport\s*\(?\s*|\bfrom\s+)["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]*)?["']/g
const STARTED = /\bnpx\s+(?:-\S+\s+){0,4}((?:@[\w.-]+\/)?[\w.-]+)/g

/**
 * The files in folders that are not searched which a text names: by path, as a module, or as a program of one. What is
 * named as a folder is looked into, two deep.
 */
export function namedInClosed(folder: string, closed: readonly string[], text: string): readonly Listed[] {
  if (closed.length === 0) return []
  const wanted = [
    ...[...text.matchAll(PATH)].flatMap(([, kind = "", rest = ""]) => below(closed, kind, rest)),
    ...[...text.matchAll(ENTERED)].flatMap(([, kind = ""]) => below(closed, kind, "")),
    ...[...text.matchAll(MODULE)].flatMap(([, name = ""]) => below(closed, CLOSED[0], name)),
    ...[...text.matchAll(STARTED)].flatMap(([, name = ""]) => [
      ...below(closed, CLOSED[0], name),
      ...below(closed, CLOSED[0], `.bin/${name}`),
    ]),
  ]
  const found = new Map<string, Listed>()
  for (const name of new Set(wanted)) take(name.replace(/[/.]+$/, ""), DEPTH)
  return [...found.values()]

  function take(name: string, depth: number): void {
    if (found.has(name) || found.size >= MOST_NAMED) return
    const at = path.join(folder, name)
    const stat = fs.lstatSync(at, { throwIfNoEntry: false }) ?? fs.lstatSync(`${at}.js`, { throwIfNoEntry: false })
    if (stat === undefined) return
    if (stat.isDirectory()) {
      if (depth > 0) for (const entry of fs.readdirSync(at).sort()) take(`${name}/${entry}`, depth - 1)
      return
    }
    found.set(name, listedFile(folder, fs.existsSync(at) || stat.isSymbolicLink() ? name : `${name}.js`, stat))
    if (stat.isSymbolicLink() && fs.existsSync(at)) {
      const behind = path.relative(folder, fs.realpathSync(at))
      if (!behind.startsWith("..") && !path.isAbsolute(behind)) take(behind, 0)
    }
  }
}

function below(closed: readonly string[], kind: string, rest: string): readonly string[] {
  if (rest.split("/").includes("..")) return []
  return closed.filter((one) => path.basename(one) === kind).map((one) => `${one.replace(/\/$/, "")}/${rest}`)
}
