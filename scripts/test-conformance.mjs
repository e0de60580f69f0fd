// Runs the official conformance suite of MCP against our server and our client. The suite and Node 22, which it needs, come as npm
// packages into a temporary directory; SKILLET_CONFORMANCE names one that already has them. Arguments: scenarios to run.
import { spawn, spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import readline from "node:readline"

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12"
const NODE = `node-${process.platform}-${process.arch}`
const [OLD, NEW] = ["2025-11-25", "2026-07-28"]

/** Scenarios by the revisions of the protocol they are run with. */
const server = {
  "sep-2640-skills-enumeration": [OLD, NEW],
  "sep-2640-skills-manifest": [OLD, NEW],
  "sep-2640-skills-directory": [OLD, NEW],
  "tasks-lifecycle": [NEW],
  "tasks-capability-negotiation": [NEW],
  "tasks-wire-fields": [NEW],
  "tasks-request-state-removal": [NEW],
  "tasks-mrtr-input": [NEW],
  "tasks-request-headers": [NEW],
  "tasks-dispatch-and-envelope": [NEW],
  "tasks-status-notifications": [NEW],
  "tasks-required-task-error": [NEW],
  "tasks-mrtr-composition": [NEW],
  "server-initialize": [OLD],
  "server-stateless": [NEW],
  ping: [OLD],
  "tools-list": [OLD, NEW],
  "tools-call-simple-text": [OLD, NEW],
  "tools-call-image": [OLD, NEW],
  "tools-call-audio": [OLD, NEW],
  "tools-call-embedded-resource": [OLD, NEW],
  "tools-call-mixed-content": [OLD, NEW],
  "tools-call-error": [OLD, NEW],
  "tools-call-with-progress": [OLD, NEW],
  "resources-list": [OLD, NEW],
  "resources-read-text": [OLD, NEW],
  "resources-read-binary": [OLD, NEW],
  "resources-templates-read": [OLD, NEW],
  "sep-2164-resource-not-found": [NEW],
  "prompts-list": [OLD, NEW],
  "prompts-get-simple": [OLD, NEW],
  "prompts-get-with-args": [OLD, NEW],
  "dns-rebinding-protection": [OLD, NEW],
  caching: [NEW],
  "http-header-validation": [NEW],
  "input-required-result-basic-elicitation": [NEW],
  "input-required-result-request-state": [NEW],
  "input-required-result-multi-round": [NEW],
  "input-required-result-missing-input-response": [NEW],
  "input-required-result-result-type": [NEW],
  "input-required-result-unsupported-methods": [NEW],
  "input-required-result-ignore-extra-params": [NEW],
  "input-required-result-validate-input": [NEW],
}
const client = [
  "sep-2640-client-no-prefetch",
  "sep-2640-client-verify-digest",
  "sep-2640-client-verify-size",
  "sep-2640-client-verify-frontmatter",
]

const wanted = process.argv.slice(2)
const given = process.env["SKILLET_CONFORMANCE"]
const folder = given ?? fs.mkdtempSync(path.join(os.tmpdir(), "skillet-conformance-"))
const home = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-conformance-home-"))
const node = path.join(folder, "node_modules", NODE, "bin/node")
const suite = path.join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js")
const env = { PATH: `${path.dirname(node)}${path.delimiter}${process.env["PATH"]}`, HOME: home, LANG: "C.UTF-8" }
const failed = []
let passed = 0

try {
  if (given === undefined) install()
  await testServer()
  testClient()
} finally {
  fs.rmSync(home, { recursive: true, force: true })
  if (given === undefined) fs.rmSync(folder, { recursive: true, force: true })
}
console.log(`${passed} scenarios passed, ${failed.length} failed${failed.length === 0 ? "" : `: ${failed.join(", ")}`}`)
process.exitCode = failed.length === 0 && passed > 0 ? 0 : 1

function install() {
  fs.writeFileSync(path.join(folder, "package.json"), "{}")
  const words = ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", SUITE, `${NODE}@22`]
  if (spawnSync("npm", words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] }).status !== 0)
    throw new Error("the suite could not be installed")
}

async function testServer() {
  const program = path.resolve("test/mcp/serve-conformance.ts")
  const serving = spawn(node, ["--disable-warning=ExperimentalWarning", program, home], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    const url = await new Promise((resolve, reject) => {
      readline.createInterface({ input: serving.stdout }).once("line", resolve)
      serving.once("exit", (code) => reject(new Error(`the server ended with ${code}`)))
    })
    for (const [scenario, revisions] of Object.entries(server))
      for (const revision of revisions)
        runScenario(`${scenario} ${revision}`, [
          "server",
          "--url",
          url,
          "--scenario",
          scenario,
          "--spec-version",
          revision,
          "--force",
        ])
  } finally {
    serving.kill()
  }
}

function testClient() {
  const program = `${node} --disable-warning=ExperimentalWarning ${path.resolve("test/mcp/conformance-client.ts")}`
  for (const scenario of client) runScenario(scenario, ["client", "--command", program, "--scenario", scenario])
}

/** An exit code of 0 is not enough: the suite also ends with it if there was nothing to check. */
function runScenario(name, words) {
  if (wanted.length > 0 && !wanted.some((one) => name.startsWith(one))) return
  const { status, stdout, stderr } = spawnSync(node, [suite, ...words], { env, encoding: "utf8" })
  const [, good = "0", bad = ""] = /Passed: (\d+)\/\d+, (\d+) failed/.exec(`${stdout}${stderr}`) ?? []
  const isSkipped = /skipped/i.test(stdout) && name.startsWith("tasks-status-notifications")
  const isPassed = status === 0 && bad === "0" && (good !== "0" || isSkipped)
  console.log(
    `${isPassed ? "ok    " : "FAILED"} ${name}: ${good} checks passed${isSkipped ? " (the suite skips it)" : ""}`,
  )
  if (isPassed) passed++
  else {
    failed.push(name)
    console.log(`${stdout}\n${stderr}`.slice(-3000))
  }
}
