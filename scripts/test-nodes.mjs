// Runs the tests on every supported version of Node.
// Usage: npm run test:nodes [-- [VERSION…] [--unit] [FILE or OPTION of vitest…]]
// Without files: all of `npm test`. With files, or with --unit: only those tests, to try a version in minutes.
// The binaries come as npm packages into a temporary directory, which is removed at the end.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

const root = path.dirname(import.meta.dirname)
const words = process.argv.slice(2)
const wanted = words.filter((word) => /^\d+$/.test(word))
const versions = wanted.length > 0 ? wanted : ["20", "22", "24", "26"]
const toVitest = words.filter((word) => !/^\d+$/.test(word) && word !== "--unit")
const projects = words.includes("--unit") ? ["--project", "unit"] : ["--project", "unit", "--project", "flows"]
const command =
  toVitest.length > 0 || words.includes("--unit")
    ? ["node", path.join(root, "node_modules/vitest/vitest.mjs"), "run", "--maxWorkers=100%", ...projects, ...toVitest]
    : ["npm", "test"]
const packageName = `node-${process.platform}-${process.arch}`
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-nodes-"))
const failed = []

try {
  for (const version of versions) {
    const node = fetchNode(version)
    if (node === undefined) failed.push(`Node ${version} (could not be installed)`)
    else if (!passesOn(node)) failed.push(`Node ${version}`)
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
console.log(failed.length === 0 ? `passed on Node ${versions.join(", ")}` : `failed: ${failed.join(", ")}`)
process.exitCode = failed.length === 0 ? 0 : 1

function fetchNode(version) {
  const at = path.join(folder, version)
  fs.mkdirSync(at)
  fs.writeFileSync(path.join(at, "package.json"), "{}")
  const { status } = spawnSync("npm", ["install", "--no-save", `${packageName}@${version}`], {
    cwd: at,
    stdio: ["ignore", "ignore", "inherit"],
  })
  const node = path.join(at, "node_modules", packageName, "bin", "node")
  return status === 0 && fs.existsSync(node) ? node : undefined
}

/** The first `node` on the path is the one under test, so that npm and the processes that tests start use it too. */
function passesOn(node) {
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
  console.log(`\n${spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()}`)
  const [program, ...rest] = command
  return spawnSync(program, rest, { cwd: root, env, stdio: "inherit" }).status === 0
}
