// Names and results of the unit and flow tests.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { root, writeJson } from "./workshop.mjs"

export function recordTests(out) {
  const report = path.join(path.resolve(out), "tests-report.json")
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs")
  const projects = ["--project", "unit", "--project", "flows"]
  const words = [vitest, "run", ...projects, "--maxWorkers=1", "--reporter=json", `--outputFile=${report}`]
  fs.mkdirSync(out, { recursive: true })
  fs.rmSync(report, { force: true })
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
  if (!fs.existsSync(report)) throw new Error(`vitest wrote no report (exit code ${status})`)
  const { testResults, success } = JSON.parse(fs.readFileSync(report, "utf8"))
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((one) => ({ name: one.fullName, status: one.status, file: path.relative(root, name) })),
  )
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0)
  tests.sort((one, other) => (`${one.name}\0${one.file}` < `${other.name}\0${other.file}` ? -1 : 1))
  const counts = {}
  for (const { status: result } of tests) counts[result] = (counts[result] ?? 0) + 1
  writeJson(path.join(out, "tests.json"), {
    success,
    counts,
    files: testResults.length,
    notLoaded: broken.map(({ name }) => path.relative(root, name)),
    tests,
  })
  fs.rmSync(report)
}
