// Time and memory of an offline review of a large tree, cold and unchanged, beside what its files cost at least.
// npm run build && node packages/scan/bench/large.mjs TREE
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import fs from "node:fs"
import { createRequire } from "node:module"
import os from "node:os"
import path from "node:path"
import { fileURLToPath } from "node:url"

const self = fileURLToPath(import.meta.url)
const [first, tree, usage] = process.argv.slice(2)
if (first === undefined) {
  console.error("usage: node packages/scan/bench/large.mjs TREE")
  process.exit(2)
}
if (first === "--floor") await floor(tree, usage)
else show(path.resolve(first))

/** Each is a process of its own, so that its processor time and its memory are its own. */
function show(root) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-large-"))
  const cli = path.resolve(path.dirname(self), "../../../dist/cli.cjs")
  const review = [cli, "review", ".", "--cwd", root, "--agent", "offline", "--format", "json"]
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
  try {
    const rows = [
      ["read and hash", measure([self, "--floor", root, "hash"], env)],
      ["parse once", measure([self, "--floor", root, "parse"], env)],
      ["review, cold", measure(review, env)],
      ["review, unchanged", measure(review, env)],
      ["review, unchanged", measure(review, env)],
    ]
    const [, [, parsed]] = rows
    console.log(`load ${os.loadavg()[0].toFixed(1)} on ${os.availableParallelism()} cores; CPU is user time`)
    for (const [name, { wall, user, memory }] of rows)
      console.log(
        `${name.padEnd(20)} ${wall.toFixed(1).padStart(7)} s wall ${user.toFixed(1).padStart(7)} s CPU ${(user / parsed.user).toFixed(2).padStart(7)} × parsing ${String(Math.round(memory)).padStart(6)} MB`,
      )
  } finally {
    fs.rmSync(home, { recursive: true })
  }
}

function measure(args, env) {
  const time = spawnSync("/usr/bin/time", ["-f", "TIME %e %U %M", process.execPath, ...args], {
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "ignore", "pipe"],
  })
  const [, wall, user, memory] = /TIME (\S+) (\S+) (\d+)/.exec(time.stderr ?? "") ?? []
  if (wall === undefined) throw new Error(`/usr/bin/time is needed, or the command failed: ${time.stderr}`)
  return { wall: Number(wall), user: Number(user), memory: Number(memory) / 1024 }
}

async function floor(root, what) {
  const files = fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:py|[cm]?[jt]sx?)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const parse = what === "parse" ? await openParsers() : () => undefined
  for (const file of files) {
    const bytes = fs.readFileSync(file)
    if (what === "hash") createHash("sha256").update(bytes).digest("hex")
    else parse(file, bytes.toString())
  }
}

async function openParsers() {
  const { Language, Parser } = await import("web-tree-sitter")
  await Parser.init()
  const { resolve } = createRequire(self)
  const open = async (name) => new Parser().setLanguage(await Language.load(resolve(name)))
  const python = await open("tree-sitter-python/tree-sitter-python.wasm")
  const script = await open("tree-sitter-typescript/tree-sitter-tsx.wasm")
  return (file, text) => (file.endsWith(".py") ? python : script).parse(text)?.delete()
}
