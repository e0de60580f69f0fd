// Installs the real agent CLIs into a temporary directory and runs test/clients against a local server, in a network
// namespace that has loopback only, with an empty environment. SKILLET_CLIENTS names a directory that already has them,
// SKILLET_SUPERPOWERS a copy of the superpowers plugin to test with, SKILLET_RECORD a directory for the recorded sessions.
// Arguments go to vitest.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

const packages = [
  "@anthropic-ai/claude-code@2.1.325",
  "@openai/codex@0.166.0",
  "@google/gemini-cli@0.61.0",
  "opencode-ai@1.18.33",
]
const given = process.env["SKILLET_CLIENTS"]
const folder = given ?? fs.mkdtempSync(path.join(os.tmpdir(), "skillet-clients-"))
const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", ...options })
  if (error !== undefined) console.error(error.message)
  return status ?? 1
}

if (given === undefined) {
  fs.writeFileSync(path.join(folder, "package.json"), "{}")
  if (run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder }) !== 0) process.exit(1)
}
const vitest = path.resolve("node_modules/.bin/vitest")
const inside = 'ip link set lo up 2>/dev/null || ifconfig lo up; exec "$@"'
const words = ["-n", "sh", "-c", inside, "sh", vitest, "run", "--project", "clients", ...process.argv.slice(2)]
const env = { PATH: process.env["PATH"], HOME: folder, LANG: "C.UTF-8", SKILLET_CLIENTS: folder }
const superpowers = process.env["SKILLET_SUPERPOWERS"]
if (superpowers) env["SKILLET_SUPERPOWERS"] = path.resolve(superpowers)
const recordings = process.env["SKILLET_RECORD"]
if (recordings) env["SKILLET_RECORD"] = path.resolve(recordings)
const status = run("unshare", process.getuid?.() === 0 ? words : ["-r", ...words], { env })
if (given === undefined) fs.rmSync(folder, { recursive: true, force: true })
process.exitCode = status
