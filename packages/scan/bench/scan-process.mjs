// One scan as a process of its own: node scan-process.mjs BUNDLE ROOT [CACHE]. Prints what it found.
import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"
import { patterns } from "./patterns.mjs"

const [bundle, root, cacheFolder] = process.argv.slice(2)
const { scanCode } = await import(pathToFileURL(path.join(bundle, "scan-code.js")).href)
const files = fs
  .readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
const sourced = patterns.map((regex, at) => ({
  path: "bench",
  isTrusted: true,
  pattern: {
    id: `p${at}`,
    regex,
    languages: ["any"],
    category: "bench",
    severity: "minor",
    confidence: "high",
    title: "bench",
    description: "bench",
    autoValidated: false,
    ignoreCase: false,
    where: "anywhere",
  },
}))
const started = performance.now()
const report = await scanCode({
  files: files.map((name) => ({ name, bytes: fs.readFileSync(name) })),
  patterns: sourced,
  rules: [],
  ...(cacheFolder ? { cache: { folder: cacheFolder, root, version: "bench", saveFile } } : {}),
})
const inside = performance.now() - started
const lines = new Set(report.matches.map(({ file, line }) => `${file}:${line}`))
console.log(JSON.stringify({ files: files.length, read: report.filesRead, lines: lines.size, inside }))

function saveFile(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
  return "saved"
}
