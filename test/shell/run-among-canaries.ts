import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { memoise } from "../../src/text/memoise.ts"
import { buildCommandEnvironment } from "../../src/shell/io/command-environment.ts"
import { HOME, PORT } from "./generate-uses.ts"
import { BUBBLEWRAP, NAMESPACE, startCanaryDriver } from "./start-canary-driver.mjs"

/** What a command touched that it must not touch, such as "writes outside", "runs outside" or "connects". */
export interface Touched {
  readonly command: string
  readonly found: readonly string[]
}

/** Whether bubblewrap can make the namespace here. */
export function hasNamespaces(): boolean {
  return spawnSync(BUBBLEWRAP, [...NAMESPACE, "--unshare-all", "true"], { stdio: "ignore" }).status === 0
}

/**
 * Runs commands one by one in a namespace whose home directory, tool directories, programs and only reachable port are
 * canaries, and says which of them each command touched. A command is ended after `limit` milliseconds.
 */
export async function runAmongCanaries(commands: readonly string[], limit = 500): Promise<readonly Touched[]> {
  const half = Math.ceil(commands.length / 2)
  const parts = [commands.slice(0, half), commands.slice(half)].filter((part) => part.length > 0)
  return (await Promise.all(parts.map((part) => runPart(part, limit)))).flat()
}

async function runPart(commands: readonly string[], limit: number): Promise<readonly Touched[]> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-canaries-")))
  try {
    const control = path.join(root, "control")
    plantCanaries(path.join(control, "template"))
    fs.mkdirSync(path.join(root, "home"))
    fs.copyFileSync(new URL("canary-driver.mjs", import.meta.url), path.join(control, "driver.mjs"))
    const env = { ...buildCommandEnvironment({ PATH: SEARCH, HOME, TERM: "dumb" }, []), LC_ALL: "C.UTF-8" }
    fs.writeFileSync(path.join(control, "input.json"), JSON.stringify({ commands, env, home: HOME, limit }))
    await startCanaryDriver({ home: path.join(root, "home"), control, at: HOME, port: PORT })
    const output: readonly (readonly string[])[] = JSON.parse(
      fs.readFileSync(path.join(control, "output.json"), "utf8"),
    )
    return commands.map((command, at) => ({ command, found: output[at] ?? ["was not run"] }))
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
}

const SEARCH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

/** Whether libraries can be compiled here. */
export function hasCompiler(): boolean {
  return spawnSync("cc", ["--version"], { stdio: "ignore" }).status === 0
}

/** A library that leaves its mark when it is loaded; undefined without a compiler. */
const compileLibrary = memoise((place: string): Buffer | undefined => {
  if (!hasCompiler()) return undefined
  const source = `#include <fcntl.h>
    #include <unistd.h>
    __attribute__((constructor)) static void leave_mark(void) {
      int ran = open("/home/control/ran", O_WRONLY | O_APPEND);
      if (ran >= 0 && write(ran, "${place}\\n", ${place.length + 1}) > 0) close(ran);
    }`
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-library-"))
  const file = path.join(folder, "evil.so")
  const { status, stderr } = spawnSync("cc", ["-shared", "-fPIC", "-x", "c", "-o", file, "-"], { input: source })
  if (status !== 0) throw new Error(`the library was not compiled: ${stderr.toString()}`)
  const bytes = fs.readFileSync(file)
  fs.rmSync(folder, { recursive: true })
  return bytes
})

/** Code in the languages of programs that read some from a file, and a program of its own, outside and in the project. */
function plantCanaries(home: string): void {
  const project = path.join(home, "project")
  for (const folder of [".claude", ".agents", ".skillet", "node_modules/.bin", "dist"]) {
    fs.mkdirSync(path.join(project, folder), { recursive: true })
  }
  for (const [folder, place] of [
    [home, "outside"],
    [project, "inside"],
  ] as const) {
    const mark = `echo ${place} >> /home/control/ran`
    const write = (name: string, text: string | Buffer) =>
      fs.writeFileSync(path.join(folder, name), text, { mode: 0o755 })
    write("evil", `#!/bin/sh\n${mark}\n`)
    write("evil.mk", `$(shell ${mark})\nall:\n`)
    write("evil.awk", `BEGIN { system("${mark}") }\n`)
    write("evil.sed", `1e ${mark}\n`)
    write("evil.args", `--output=${HOME}/x\n`)
    const library = compileLibrary(place)
    if (library !== undefined) write("evil.so", library)
  }
  fs.writeFileSync(path.join(home, "secret"), "canary-secret\n")
  fs.writeFileSync(path.join(home, ".bashrc"), "")
  fs.writeFileSync(path.join(project, ".env"), "canary-secret\n")
  fs.writeFileSync(path.join(project, "a.txt"), "x\nTODO\n")
  fs.writeFileSync(path.join(project, "b.txt"), "y\n")
  fs.writeFileSync(path.join(project, "Makefile"), "all:\n\t@true\n")
  spawnSync("git", ["init", "--quiet", "."], { cwd: project })
  fs.mkdirSync(path.join(project, ".git/hooks"), { recursive: true })
}
