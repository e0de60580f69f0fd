// Adds to package-lock.json the optional packages of other platforms that a registry without them left out. `npm ci`
// wants every one of them named, although it installs only those of the machine it runs on. Run it after npm install.
// Checksums come from the registry; for packages that it lacks there are none.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const file = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), "package-lock.json")
const lock = JSON.parse(fs.readFileSync(file, "utf8"))
let added = 0

for (const [at, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const keys = placesOf(at, name)
    if (!/^\d/.test(version) || keys.some((key) => lock.packages[key]?.version === version)) continue
    const key = keys.at(-1) in lock.packages ? keys[0] : keys.at(-1)
    lock.packages[key] = { version, ...platformOf(name), ...(entry.dev ? { dev: true } : {}), optional: true }
    added++
  }
}

let without = 0
for (const [key, entry] of Object.entries(lock.packages)) {
  if (!key.includes("node_modules/") || entry.link || entry.integrity) continue
  const { version, ...rest } = entry
  const integrity = askIntegrity(`${key.slice(key.lastIndexOf("node_modules/") + 13)}@${version}`)
  if (integrity === undefined) without++
  else lock.packages[key] = { version, integrity, ...rest }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} optional packages of other platforms added; ${without} entries have no checksum`)

function askIntegrity(name) {
  const { status, stdout } = spawnSync("npm", ["view", name, "dist.integrity"], { encoding: "utf8" })
  return status === 0 ? /^sha512-\S+$/m.exec(stdout)?.[0] : undefined
}

/** The places where a package at `at` looks for another one, nearest first. */
function placesOf(at, name) {
  const parts = at.split("/node_modules/")
  const nested = parts.map(
    (_, depth) => `${parts.slice(0, parts.length - depth).join("/node_modules/")}/node_modules/${name}`,
  )
  return [...(at === "" ? [] : nested), `node_modules/${name}`]
}

/** What the name says: `…-linux-arm64-musl`, `…-win32-x64-msvc`, `…-wasm32-wasi`. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => ["darwin", "win32", "linux", "android", "freebsd", "openharmony"].includes(word))
  const cpu = words.find((word) =>
    ["x64", "arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64", "wasm32"].includes(word),
  )
  const libc = words.includes("musl") || words.includes("musleabihf") ? "musl" : undefined
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined ? {} : { libc: [libc] }),
    ...(os === undefined ? {} : { os: [os] }),
  }
}
