// Changes the named source files in many small ways and runs the unit tests that import them or are next to them: a change
// that no test notices is a gap. Usage: npm run test:mutants -- FILE…
import fs from "node:fs"
import path from "node:path"
import { Stryker } from "@stryker-mutator/core"

const LEAST_PERCENT = 95
const root = path.dirname(import.meta.dirname)
const files = process.argv.slice(2).map((file) => path.relative(root, path.resolve(file)))
const wrong = files.filter((file) => !/^src\/.*(?<!\.test)\.ts$/.test(file) || !fs.existsSync(path.join(root, file)))
if (files.length === 0 || wrong.length > 0) {
  for (const file of wrong) console.error(`${file} is not a source file below src`)
  console.error("Usage: npm run test:mutants -- FILE…")
  process.exit(2)
}

process.chdir(root)
const tests = [...new Set(files.flatMap(findTests))]
if (tests.length === 0) {
  console.error("no test imports these files or is next to them")
  process.exit(1)
}
process.env.SKILLET_TESTS = tests.join(",")
const mutants = await new Stryker({
  mutate: files,
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.unit.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A timeout counts as noticed, so a busy machine must not cause one.
  timeoutMS: 60_000,
  reporters: [],
  logLevel: "error",
  fileLogLevel: "off",
  tempDirName: ".tmp/mutants",
  ignorePatterns: ["dist", "bench", ".setup", ".tmp"],
  allowConsoleColors: false,
}).runMutationTest()

const scores = files.map((file) => scoreFile(file))
process.exitCode = scores.every((score) => score >= LEAST_PERCENT) ? 0 : 1

function findTests(file) {
  const all = ["src", "test"]
    .flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
    )
    .filter((name) => /^src\/.*\.test\.ts$|^test\/[^/]*\.test\.ts$/.test(name))
  return all.filter((test) => !/schedule-(year|work|times)/.test(test)).filter((test) => path.dirname(test) === path.dirname(file) || imports(test, file))
}

function imports(test, file) {
  const targets = [...fs.readFileSync(test, "utf8").matchAll(/from "(\.[^"]+)"/g)]
  return targets.some(([, target]) => path.join(path.dirname(test), target) === file)
}

/** Prints what survived in a file. Returns the share of changes that tests noticed, in percent. */
function scoreFile(file) {
  const own = mutants.filter((mutant) => path.relative(root, path.resolve(mutant.fileName)) === file)
  const noticed = own.filter(({ status }) => status === "Killed" || status === "Timeout")
  const missed = own.filter(({ status }) => status === "Survived" || status === "NoCoverage")
  const count = noticed.length + missed.length
  const score = count === 0 ? 0 : (noticed.length / count) * 100
  console.log(
    `${file}: ${score.toFixed(1)} % of ${count} changes were noticed${count === 0 ? " (none could be made)" : ""}`,
  )
  const lines = fs.readFileSync(path.join(root, file), "utf8").split("\n")
  for (const { location, mutatorName, replacement, status } of missed) {
    const { line } = location.start
    const why = status === "NoCoverage" ? "no test runs it" : mutatorName
    console.log(`  ${file}:${line}:${location.start.column} ${why}: ${(lines[line - 1] ?? "").trim()}`)
    console.log(`    → ${replacement?.replaceAll("\n", " ") ?? "removed"}`)
  }
  return score
}
