import fs from "node:fs"
import path from "node:path"

const PACKAGES = ["got", "commander", "undici", "ky", "semver", "openai/src", "protobufjs/src", "google-auth-library"]
const PYTHON = [
  "asyncio",
  "http",
  "json",
  "email",
  "importlib",
  "urllib",
  "concurrent",
  "logging",
  "unittest",
  "wsgiref",
]

/** What stands for clean code: our own sources, published packages as they are in use, the library of Python. */
export function cleanCode({ root, repository }, words) {
  const given = words.find((word) => word.startsWith("--clean="))?.slice("--clean=".length)
  if (given !== undefined) return given.split(",").map((folder) => ({ name: folder, files: sources([folder]) }))
  const python = ["/usr/lib/python3.11", "/usr/lib/python3.12", "/usr/lib/python3.13"].find((at) => fs.existsSync(at))
  return [
    { name: "our own sources (TypeScript)", files: sources([path.join(repository, "src"), path.join(root, "src")]) },
    {
      name: `packages (JavaScript, TypeScript): ${PACKAGES.join(", ")}`,
      files: sources(PACKAGES.map((name) => path.join(repository, "bench/node_modules", name))),
    },
    ...(python === undefined
      ? []
      : [
          {
            name: `Python's library: ${PYTHON.join(", ")}`,
            files: sources(PYTHON.map((name) => path.join(python, name))),
          },
        ]),
  ].filter(({ files }) => files.length > 0)
}

/** Files a person wrote: no declarations, nothing minified or very long. */
function sources(folders) {
  return folders
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => walk(folder))
    .filter((file) => /\.(?:[mc]?[jt]s|[jt]sx|py)$/.test(file) && !/\.d\.[mc]?ts$|\.min\.|\.test\.ts$/.test(file))
    .filter((file) => {
      const text = fs.readFileSync(file, "utf8")
      return text.length < 300_000 && !/[^\n]{1000}/.test(text)
    })
}

/** The same first files of the same size, copied, so that every candidate reads the same pages. */
export function makeTree(into, from, size) {
  let bytes = 0
  let files = 0
  for (const file of walk(from)) {
    const { size: own } = fs.statSync(file)
    if (!/\.(?:[mc]?[jt]s)$/.test(file) || /\.min\.|\.d\.ts$/.test(file) || own > 60_000 || own < 800) continue
    const target = path.join(into, path.relative(from, file))
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.copyFileSync(file, target)
    const longAgo = new Date(Date.now() - 3_600_000)
    fs.utimesSync(target, longAgo, longAgo)
    bytes += own
    files++
    if (bytes >= size) break
  }
  return { files, bytes }
}

function walk(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
