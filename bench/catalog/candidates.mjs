import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { placesOf } from "./generate.mjs"

const here = path.dirname(fileURLToPath(import.meta.url))
export const query = "review slow queries before a release"

/** The floors for the ratios: bare Node, and two small programs that find and read the files. */
export function floors({ folder, env }) {
  const { agentsProject } = placesOf(folder)
  const skills = path.join(agentsProject, ".agents", "skills")
  const find = [skills, "-name", "SKILL.md", "-type", "f", "-exec", "cat", "{}", "+"]
  return [
    { id: "node", title: "node -e 0", command: process.execPath, args: ["-e", "0"] },
    { id: "find-cat", title: "find + cat", command: "find", args: find },
    driver("node-read", "node, readFileSync of each", { script: "read-files.mjs", args: [skills] }),
  ].map((floor) => ({ cwd: agentsProject, env, ...floor }))
}

/** Our own commands. "first" starts with an empty cache folder, the others with the cache of a first run. */
export function ours({ folder, env, scratch, cli }) {
  const cwd = fs.realpathSync(placesOf(folder).agentsProject)
  const found = (stdout) => JSON.parse(stdout).skills.filter((skill) => skill.path.startsWith(cwd)).length
  const cache = (name) => path.join(scratch, "cache", name)
  const command = (id, args, more) => ({
    id,
    cwd,
    command: process.execPath,
    args: [cli, ...args],
    env: { ...env, XDG_CACHE_HOME: cache(id) },
    ...more,
  })
  const first = (id) => ({ prepare: () => fs.rmSync(cache(id), { recursive: true, force: true }) })
  const indexed = { needsWarmUp: true }
  return [
    command("list-first", ["list", "--json"], { title: "skillet list --json, first", found, ...first("list-first") }),
    command("list-indexed", ["list", "--json"], { title: "skillet list --json, indexed", found, ...indexed }),
    command("table-indexed", ["list"], { title: "skillet list, indexed", ...indexed }),
    command("match-first", ["match", query], { title: "skillet match, first", ...first("match-first") }),
    command("match-indexed", ["match", query], { title: "skillet match, indexed", ...indexed }),
  ]
}

/** One of our scripts, which calls a library. */
export function driver(id, title, { script, args }) {
  return { id, title, command: process.execPath, args: [path.join(here, "drivers", script), ...args] }
}
