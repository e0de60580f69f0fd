// What the built command prints as JSON, in a form that two runs of one state give byte for byte.
import fs from "node:fs"
import path from "node:path"
import { copyProject, fixedEnvironment, installPackage, openWorkshop, root, runCommand } from "./workshop.mjs"

const hosts = ["open", "claude", "codex", "opencode", "gemini"]

/** The shop is recorded completely. Of other trees, bundled skills are left out: they are the same as the shop's. */
export function recordOutputs(out, trees) {
  const workshop = openWorkshop()
  const folder = path.join(out, "outputs")
  fs.rmSync(folder, { recursive: true, force: true })
  try {
    const cli = installPackage(workshop)
    recordTree({
      workshop,
      cli,
      cwd: copyProject(workshop, path.join(root, "examples/shop")),
      isComplete: true,
      folder,
    })
    for (const [at, tree] of trees.entries()) {
      const cwd = copyProject(workshop, path.resolve(tree), `${at + 1}-${path.basename(path.resolve(tree))}`)
      recordTree({ workshop, cli, cwd, isComplete: false, folder })
    }
  } finally {
    workshop.close()
  }
}

function recordTree({ workshop, cli, cwd, isComplete, folder }) {
  const run = (host, words) => {
    const name = [path.basename(cwd), host, words.join("_").replaceAll(/[^\w.@#:-]/g, "~")].join("/")
    const env = fixedEnvironment(workshop)
    const ran = runCommand(cli, [...words, "--json", "--host", host], { cwd, env })
    const file = path.join(folder, `${name}.json`)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, normalise(ran, { workshop, cwd }))
    return ran
  }
  for (const host of hosts) {
    const listed = JSON.parse(run(host, ["list", "--all"]).out).skills
    run(host, ["list"])
    const named = listed.filter(({ source }) => isComplete || source !== "bundled")
    // The answer names every host already.
    if (isComplete || host === "open")
      for (const name of new Set(named.map((one) => one.name))) run(host, ["why", name])
    for (const ref of new Set(named.flatMap((one) => [one.ref, ...one.shadows])))
      run(host, ["render", ref, "--dry-run"])
    run(host, ["audit", "--fail-on", "never"])
    // A host decides which review skills there are, not what is found in the code.
    if (isComplete || host === "open") run(host, ["review"])
  }
}

/** Exit code and both outputs; times, durations, ids and absolute paths are replaced. */
function normalise({ code, out, err }, { workshop, cwd }) {
  const clean = (text) =>
    text
      .replaceAll(cwd, "<project>")
      .replaceAll(workshop.folder, "<workshop>")
      .replaceAll(path.basename(workshop.folder), "<workshop>")
      .replaceAll(root, "<root>")
      .replaceAll(process.execPath, "<node>")
      .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "<time>")
      .replace(/\br-[0-9a-hj-km-np-tv-z]{8}\b/g, "<run>")
      .replace(/("(?:milliseconds|duration|elapsed|took|startedAt|endedAt)":\s*)[\d.]+/g, "$1<time>")
  return `exit ${code}\n--- stdout\n${clean(format(out))}\n--- stderr\n${clean(err)}`
}

/** One value to a line, so that a difference is easy to see. The order of keys is kept: it is part of the output. */
function format(out) {
  try {
    return JSON.stringify(JSON.parse(out), null, 1)
  } catch (error) {
    if (error instanceof SyntaxError) return out
    throw error
  }
}
