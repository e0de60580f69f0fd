// A temporary place to run the command in: its own home directory, a copy of the package, and copies of projects.
// Every path in it has the same length each time, so that sizes computed from paths do not differ either.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

export const root = path.resolve(import.meta.dirname, "../..")

export function openWorkshop() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-house-")))
  for (const name of ["home", "projects", "state"]) fs.mkdirSync(path.join(folder, name))
  return {
    folder,
    at: (...names) => path.join(folder, ...names),
    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}

/** The whole environment of a measured process: nothing of the person or the machine that measures. */
export function fixedEnvironment(workshop, more = {}) {
  const home = workshop.at("home")
  return {
    PATH: [path.dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(path.delimiter),
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, ".config"),
    XDG_DATA_HOME: path.join(home, ".local/share"),
    XDG_STATE_HOME: path.join(home, ".local/state"),
    XDG_CACHE_HOME: path.join(home, ".cache"),
    SKILLET_DB: workshop.at("state", "skillet.db"),
    SKILLET_BY: "measure",
    USER: "measure",
    LANG: "C.UTF-8",
    TZ: "UTC",
    NO_COLOR: "1",
    ...more,
  }
}

/** The files that would be published, with the installed packages beside them. */
export function installPackage(workshop, { dist = path.join(root, "dist"), as = "package" } = {}) {
  const folder = workshop.at(as)
  const { files } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"))
  copy(path.join(root, "package.json"), path.join(folder, "package.json"))
  for (const name of files) {
    const from = name === "dist" ? dist : path.join(root, name)
    if (fs.existsSync(from)) copy(from, path.join(folder, name))
  }
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"))
  return path.join(folder, "dist", "cli.cjs")
}

/** A copy of a directory as a Git repository whose one commit has the same id each time. */
export function copyProject(workshop, from, name = path.basename(from)) {
  const folder = workshop.at("projects", name)
  copy(from, folder)
  commitAll(workshop, folder)
  return folder
}

/** A project with these files, as a Git repository. */
export function writeProject(workshop, name, files) {
  const folder = workshop.at("projects", name)
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  commitAll(workshop, folder)
  return folder
}

export function copy(from, to) {
  fs.mkdirSync(path.dirname(to), { recursive: true })
  fs.cpSync(from, to, { recursive: true, dereference: true, filter: (file) => path.basename(file) !== ".git" })
}

const WHEN = "2024-01-01T00:00:00Z"

function commitAll(workshop, folder) {
  const env = fixedEnvironment(workshop, { GIT_AUTHOR_DATE: WHEN, GIT_COMMITTER_DATE: WHEN, GIT_CONFIG_NOSYSTEM: "1" })
  const who = ["-c", "user.name=measure", "-c", "user.email=measure@example.com", "-c", "core.autocrlf=false"]
  for (const words of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    [...who, "commit", "-q", "--allow-empty", "-m", "all"],
  ])
    succeed("git", words, { cwd: folder, env })
}

/** Runs a program that must succeed. */
export function succeed(program, words, options) {
  const ran = spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28, ...options })
  if (ran.status === 0) return ran.stdout
  const why = ran.error?.message ?? `${ran.stderr}${ran.stdout}`.slice(-2000)
  throw new Error(`${program} ${words.join(" ")} failed (${ran.status ?? ran.signal}): ${why}`)
}

/** Runs the command; any exit code is a result. */
export function runCommand(cli, words, { cwd, env, input = "" }) {
  const ran = spawnSync(process.execPath, [cli, ...words], { cwd, env, input, encoding: "utf8", maxBuffer: 1 << 28 })
  if (ran.error !== undefined) throw ran.error
  return { code: ran.status ?? ran.signal, out: ran.stdout, err: ran.stderr }
}

export function writeJson(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** What results depend on besides the sources: a sandbox that is installed is used, and other code runs. */
export function describeMachine() {
  const programs = ["bwrap", "git", "bash"].map((name) => {
    const found = ["/usr/local/bin", "/usr/bin", "/bin"].some((folder) => fs.existsSync(path.join(folder, name)))
    return [name, found ? "installed" : "missing"]
  })
  return { node: process.version, platform: `${process.platform} ${process.arch}`, ...Object.fromEntries(programs) }
}
