import fs from "node:fs"
import path from "node:path"

const MOST_FILES = 25
const MOST_BYTES = 400_000

/** The labelled file, what imports it, and the code nearest to it. `map:` files are taken from the source maps of the package. */
export function filesAround(home, label) {
  const wanted = label.replace("map:", "")
  const all = label.startsWith("map:") ? sourcesInMaps(home) : codeBelow(home)
  const sorted = all
    .filter(({ name }) => name === wanted || isHandWritten(name, wanted))
    .toSorted((a, b) => nearness(b.name, wanted) - nearness(a.name, wanted) || (a.name < b.name ? -1 : 1))
  const files = []
  let bytes = 0
  for (const file of sorted) {
    const content = file.read()
    if (file.name !== wanted && (files.length === MOST_FILES || bytes + content.length > MOST_BYTES)) continue
    bytes += content.length
    files.push({ name: file.name, bytes: content, isScanned: file.name === wanted || imports(content, wanted) })
  }
  return files
}

/** A caller in another file may be where the data comes from. */
function imports(content, wanted) {
  const [base] = path.basename(wanted).split(".")
  return base !== "index" && new RegExp(`["'/]${base}(?:\\.[mc]?[jt]s)?["']`).test(content.toString())
}

function codeBelow(home, below = "") {
  return fs.readdirSync(path.join(home, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(below, entry.name)
    if (entry.isDirectory()) return /^(?:node_modules|\..*)$/.test(entry.name) ? [] : codeBelow(home, name)
    if (!entry.isFile() || !/\.[mc]?[jt]sx?$/.test(name) || /\.d\.[mc]?ts$/.test(name)) return []
    return [{ name, read: () => fs.readFileSync(path.join(home, name)) }]
  })
}

function sourcesInMaps(home) {
  const found = new Map()
  for (const name of mapsBelow(home)) {
    const { sources = [], sourcesContent = [] } = readMap(path.join(home, name))
    sources.forEach((source, at) => {
      const text = sourcesContent[at]
      if (typeof text !== "string" || !/\.[mc]?tsx?$/.test(source) || source.includes("node_modules")) return
      const plain = source
        .split("/")
        .filter((part) => !["", ".", "..", "webpack:"].includes(part))
        .join("/")
      found.set(plain, { name: plain, read: () => Buffer.from(text) })
    })
  }
  return [...found.values()]
}

function mapsBelow(home, below = "") {
  return fs.readdirSync(path.join(home, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(below, entry.name)
    if (entry.isDirectory()) return /^(?:node_modules|\..*)$/.test(entry.name) ? [] : mapsBelow(home, name)
    return name.endsWith(".map") && !/\.(?:css|d\.[mc]?ts)\.map$|\.min\./.test(name) ? [name] : []
  })
}

function readMap(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"))
  } catch {
    return {}
  }
}

function isHandWritten(name, wanted) {
  if (
    /(?:^|\/)(?:tests?|__tests__|specs?|examples?|docs?|bench|fixtures|vendor|coverage|locales?)\/|[.-]min\./i.test(
      name,
    )
  )
    return false
  const [top] = wanted.split("/")
  return !/^(?:dist|build|umd|amd|cjs|esm|es|bundle|browser)$/.test(name.split("/")[0]) || name.startsWith(`${top}/`)
}

function nearness(name, wanted) {
  if (name === wanted) return Infinity
  const parts = name.split("/")
  const own = wanted.split("/")
  const same = own.findIndex((part, at) => part !== parts[at])
  return same * 2 - parts.length
}
