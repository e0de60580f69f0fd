import { execFileSync, spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

/** What one command did when a real bash ran it. */
export interface Ran {
  readonly command: string
  /** Every program it started, with its arguments; the name is a path if it was not found through PATH. */
  readonly programs: readonly (readonly string[])[]
  /** Whether the directory's files changed. */
  readonly changedFiles: boolean
}

const bashPath = findBash()

/**
 * Runs commands in a real bash, each in its own process, in a folder with a few files, with nothing on the PATH but
 * programs that write down how they were called and print text that would run `id` if anyone evaluated it.
 */
export async function runInBash(commands: readonly string[], names: readonly string[]): Promise<readonly Ran[]> {
  const share = Math.ceil(commands.length / 3)
  const parts = [0, 1, 2].map((part) => commands.slice(part * share, (part + 1) * share))
  return (await Promise.all(parts.map((part) => runPart(part, names)))).flat()
}

async function runPart(commands: readonly string[], names: readonly string[]): Promise<readonly Ran[]> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-fuzz-")))
  try {
    const place = plant(root, names)
    fs.writeFileSync(place.commands, commands.map((command) => `${command}\0`).join(""))
    const before = contents(place.work)
    await new Promise<void>((resolve, reject) => {
      const child = spawn(bashPath ?? "", ["--norc", "--noprofile", "-c", DRIVER, "driver", place.commands], {
        cwd: place.work,
        env: {
          PATH: place.bin,
          HOME: place.home,
          LOG: place.log,
          X: "a",
          N: "3",
          F: "f",
          EMPTY: "",
          BASH_PATH: bashPath ?? "",
        },
        stdio: "ignore",
        detached: true,
      })
      child.on("error", reject)
      child.on("exit", () => setTimeout(resolve, 100))
    })
    const ran = readLog(fs.readFileSync(place.log, "utf8"), commands, place.bin)
    if (contents(place.work) === before) return ran
    return ran.map((each, at) =>
      at === ran.length - 1 && ran.every((one) => !one.changedFiles) ? { ...each, changedFiles: true } : each,
    )
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
}

/** One record per call, written in one piece so that concurrent calls do not mix; the driver marks each command. */
const DRIVER = `
before=(* .*)
while IFS= read -r -d '' command; do
  printf '%s\\0' '#' '<end>' >> "$LOG"
  ( ulimit -t 1; exec "$BASH_PATH" --norc --noprofile -c "$command" ) < /dev/null > /dev/null 2>&1
  after=(* .*)
  if [[ "\${before[*]}" != "\${after[*]}" ]]; then printf '%s\\0' '#changed' '<end>' >> "$LOG"; fi
  before=("\${after[@]}")
done < "$1"
`

const STUB = `#!/bin/sh
printf '%s\\0' "$0" "$@" '<end>' >> "$LOG"
case "\${0##*/}-$1" in
  wc-*) echo 1 ;;
  git-rev-parse) echo 0123abcd ;;
  git-branch | git-ls-files | ls-*) echo '--output=f' ; echo '-o' ; echo '--checkpoint-action=exec=id' ; echo '--pre=id' ;;
  *) echo 'a[$(id)] $(id) ; id' ;;
esac
`

/** Names that a repository may give its files, so that they become options of a program. */
const HOSTILE = [
  "--output=f",
  "--output=f1",
  "--checkpoint-action=exec=id",
  "--pre=id",
  "-of",
  "-delete",
  "a --output=f",
]

interface PlantedPlace {
  readonly bin: string
  readonly work: string
  readonly home: string
  readonly log: string
  readonly commands: string
}

function plant(root: string, names: readonly string[]): PlantedPlace {
  const place = {
    bin: path.join(root, "bin"),
    work: path.join(root, "work"),
    home: path.join(root, "home"),
    log: path.join(root, "log"),
    commands: path.join(root, "commands"),
  }
  for (const folder of [place.bin, place.work, place.home]) fs.mkdirSync(folder)
  for (const name of names) fs.writeFileSync(path.join(place.bin, name), STUB, { mode: 0o755 })
  for (const folder of [place.work, place.home]) fs.writeFileSync(path.join(folder, "git"), STUB, { mode: 0o755 })
  for (const name of ["a", "b.txt", "f", ...HOSTILE]) fs.writeFileSync(path.join(place.work, name), "id\n")
  fs.writeFileSync(place.log, "")
  return place
}

function contents(folder: string): string {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  return files
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file}\n${fs.statSync(file).isFile() ? fs.readFileSync(file, "utf8") : ""}`)
    .join("\n")
}

function readLog(log: string, commands: readonly string[], bin: string): readonly Ran[] {
  const ran: { command: string; programs: string[][]; changedFiles: boolean }[] = []
  for (const record of log.split("\0<end>\0").slice(0, -1)) {
    const [name = "", ...words] = record.split("\0")
    if (name === "#") ran.push({ command: commands[ran.length] ?? "", programs: [], changedFiles: false })
    else if (name === "#changed") Object.assign(ran.at(-1) ?? {}, { changedFiles: true })
    else ran.at(-1)?.programs.push([name.startsWith(`${bin}/`) ? name.slice(bin.length + 1) : name, ...words])
  }
  return ran
}

function findBash(): string | undefined {
  try {
    return execFileSync("/bin/sh", ["-c", "command -v bash"], { encoding: "utf8" }).trim()
  } catch {
    return undefined
  }
}
