// Runs the tests on every supported version of Node.
// Usage: npm run test:nodes [-- [VERSION…] [--unit] [--postgres] [FILE or OPTION of vitest…]]
// Without files: all of `npm test`. With files, or with --unit: only those tests, to try a version in minutes.
// --postgres: the tests that start a PostgreSQL server, with that of the package, and again with each one that Debian or
// Ubuntu has installed.
// The binaries come as npm packages into a temporary directory, which is removed at the end.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

const root = path.dirname(import.meta.dirname)
const words = process.argv.slice(2)
const wanted = words.filter((word) => /^\d+$/.test(word))
const versions = wanted.length > 0 ? wanted : ["20", "22", "24", "26"]
const isPostgres = words.includes("--postgres")
const given = words.filter((word) => !/^\d+$/.test(word) && word !== "--unit" && word !== "--postgres")
const toVitest = isPostgres && given.length === 0 ? listPostgresTests() : given
const installed = isPostgres ? listInstalled() : []
const projects = words.includes("--unit") ? ["--project", "unit"] : ["--project", "unit", "--project", "flows"]
const command =
  toVitest.length > 0 || words.includes("--unit")
    ? ["node", path.join(root, "node_modules/vitest/vitest.mjs"), "run", ...howMany(), ...projects, ...toVitest]
    : ["npm", "test"]
const packageName = `node-${process.platform}-${process.arch}`
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-nodes-"))
const failed = []

try {
  for (const version of versions) {
    const node = fetchNode(version)
    if (node === undefined) failed.push(`Node ${version} (could not be installed)`)
    else {
      if (!passesOn(node)) failed.push(`Node ${version}`)
      for (const programs of installed) if (!passesOn(node, programs)) failed.push(`Node ${version} with ${programs}`)
    }
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
const also = installed.length === 0 ? "" : `, each also with ${installed.join(", ")}`
console.log(failed.length === 0 ? `passed on Node ${versions.join(", ")}${also}` : `failed: ${failed.join(", ")}`)
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
function passesOn(node, programs) {
  const env = {
    ...process.env,
    PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
    ...(programs && { SKILLET_TEST_POSTGRES: programs }),
  }
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()
  console.log(`\n${version}${programs === undefined ? "" : ` with ${programs}`}`)
  const [program, ...rest] = command
  return spawnSync(program, rest, { cwd: root, env, stdio: "inherit" }).status === 0
}

/** Several servers at once are slow enough to be cut off by the limits of these tests. */
function howMany() {
  return [isPostgres ? "--maxWorkers=1" : "--maxWorkers=100%"]
}

function listPostgresTests() {
  return ["test", "src"].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => path.join(folder, name))
      .filter((file) => file.endsWith(".test.ts"))
      .filter((file) => fs.readFileSync(path.join(root, file), "utf8").includes("/start-postgres.ts")),
  )
}

function listInstalled() {
  const folder = "/usr/lib/postgresql"
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .map((version) => path.join(folder, version, "bin"))
    .filter((programs) => fs.existsSync(path.join(programs, "initdb")))
}
