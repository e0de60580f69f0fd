// What is published: its files and sizes, and the files of the build.
import fs from "node:fs"
import path from "node:path"
import { root, succeed, writeJson } from "./workshop.mjs"

export function recordPackage(out) {
  const [packed] = JSON.parse(succeed("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root }))
  const dist = path.join(root, "dist")
  const chunks = fs
    .readdirSync(dist, { recursive: true })
    .map((name) => ({ name, stat: fs.statSync(path.join(dist, name)) }))
    .filter(({ stat }) => stat.isFile())
    .map(({ name, stat }) => [name, stat.size])
  writeJson(path.join(out, "package-size.json"), {
    packed: packed.size,
    unpacked: packed.unpackedSize,
    count: packed.entryCount,
    distBytes: chunks.reduce((total, [, size]) => total + size, 0),
    chunks: Object.fromEntries(chunks.sort(([one], [other]) => (one < other ? -1 : 1))),
    files: Object.fromEntries(packed.files.map((file) => [file.path, file.size])),
  })
}
