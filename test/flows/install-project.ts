import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { garden } from "../plant.ts"
import { skillet } from "./run-cli.ts"

/** A SKILL.md with a body of some lines. */
export function writeSkill(name: string, body = "One.\n\nTwo.\n\nThree.\n\nFour.\n", more = ""): string {
  return `---\nname: ${name}\ndescription: Does what ${name} says.\n${more}---\n${body}`
}

/** A project, and repositories upstream that `owner/repo` leads to because the user's git says so. */
export function plantProject(files: Parameters<typeof garden>[0] = {}) {
  const plot = garden(files)
  const env: Readonly<Record<string, string>> = { ...plot.options.env, GIT_CONFIG_NOSYSTEM: "1" }
  const run = (...words: readonly string[]) => skillet(words, { cwd: plot.project, env })
  const runWith = (variables: Readonly<Record<string, string>>, ...words: readonly string[]) =>
    skillet(words, { cwd: plot.project, env: { ...env, ...variables } })
  const git = (repository: string, ...args: readonly string[]) =>
    execFileSync("git", ["-C", plot.at(repository), "-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      encoding: "utf8",
      env: { ...env, GIT_CONFIG_GLOBAL: "/dev/null" },
      stdio: "pipe",
    }).trim()
  const commit = (repository: string, message = "one") => {
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", message)
    return git(repository, "rev-parse", "HEAD")
  }
  /** A repository with these files, found as `acme/NAME`. */
  const publish = (name: string, content: Parameters<typeof garden>[0]) => {
    const repository = `upstream/${name}`
    fs.mkdirSync(plot.at(repository), { recursive: true })
    git(repository, "init", "-q", "-b", "main")
    git(repository, "config", "uploadpack.allowFilter", "true")
    plot.plant(Object.fromEntries(Object.entries(content ?? {}).map(([file, text]) => [`${repository}/${file}`, text])))
    execFileSync("git", [
      "config",
      "--file",
      plot.at("home/.gitconfig"),
      `url.file://${plot.at(repository)}.insteadOf`,
      `https://github.com/acme/${name}.git`,
    ])
    return commit(repository)
  }
  const read = (file: string) => fs.readFileSync(path.join(plot.project, file), "utf8")
  const lock = () => JSON.parse(read("skillet.lock")) as { readonly skills: Readonly<Record<string, LockRow>> }
  /** Everything in the project except git's and our own working files, by path; links with their targets. */
  const list = (): readonly string[] => listAll(plot.project, plot.project)
  return { ...plot, env, run, runWith, git, commit, publish, read, lock, list }
}

interface LockRow {
  readonly source: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly mode: string }>>
  readonly digest: string
  readonly overlay?: { readonly path: string }
  readonly [field: string]: unknown
}

function listAll(folder: string, root: string): readonly string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const at = path.join(folder, entry.name)
      const name = path.relative(root, at)
      if (name === ".git" || name === ".skillet/install") return []
      if (entry.isSymbolicLink()) return [`${name} -> ${fs.readlinkSync(at)}`]
      return entry.isDirectory() ? listAll(at, root) : [name]
    })
    .sort()
}
