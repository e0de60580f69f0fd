import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { driver } from "./candidates.mjs"
import { placesOf } from "./generate.mjs"

const packages = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), "node_modules")

/** Other programs that list skills, each in the directory it reads. `found` reads the number of skills from its output. */
export function peers({ folder, env }) {
  const { skills, agentsProject, claudeProject } = placesOf(folder)
  const all = [
    command("openskills", "openskills list", {
      cwd: claudeProject,
      found: (out) => Number(/\((\d+) total\)/.exec(out)?.[1]),
    }),
    command("skills", "skills list --json", { cwd: agentsProject, found: (out) => JSON.parse(out).length }),
    command("skillkit", "skillkit list", {
      cwd: claudeProject,
      found: (out) => Number(/skills \((\d+)\)/.exec(out)?.[1]),
    }),
    command("skillfish", "skillfish list --json", { cwd: claudeProject, found: distinctInstalled }),
    command("skill-tools", "skill-tools to-prompt", {
      cwd: folder,
      more: [skills],
      found: (out) => out.split("<name>").length - 1,
    }),
    library("@earendil-works/pi-coding-agent", "pi, loadSkillsFromDir", { script: "pi.mjs", skills }),
    library("skills-ref", "skills-ref, readProperties of each", { script: "skills-ref.mjs", skills }),
  ]
  return all.map((peer) => ({ cwd: folder, env, isPeer: true, ...peer }))
}

/** The version that is installed below bench/, or undefined. */
export function installedVersion(packageName) {
  const file = path.join(packages, packageName, "package.json")
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")).version : undefined
}

function command(packageName, line, { cwd, found, more = [] }) {
  const [, ...words] = line.split(" ")
  const args = [programOf(packageName), ...words, ...more]
  return { id: packageName, packageName, title: line, command: process.execPath, args, cwd, found }
}

function library(packageName, title, { script, skills }) {
  return {
    ...driver(packageName, title, { script, args: [skills] }),
    packageName,
    found: (out) => JSON.parse(out).length,
  }
}

/** The script behind a package's command, so that npm's launcher is not timed. */
function programOf(packageName) {
  const folder = path.join(packages, packageName)
  if (installedVersion(packageName) === undefined) return folder
  const { bin } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"))
  return path.join(folder, typeof bin === "string" ? bin : bin[packageName])
}

function distinctInstalled(out) {
  return new Set(JSON.parse(out).installed.map(({ path: place }) => place)).size
}
