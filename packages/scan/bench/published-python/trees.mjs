import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

/**
 * The Python files of a binary package of Debian, and the same files as they were before the first of the patches:
 * what the source package's patches changed since then is taken back. `debs` has the binary packages and the archives of
 * packaging, as `apt-get download` and `apt-get source --diff-only --download-only` fetch them.
 */
export function treesOf({ debs, work, source, version, binary, patches }) {
  const plain = version.replace(/^\d+:/, "")
  const home = path.join(work, `${binary}_${plain}`)
  const [before, after, packaging] = ["before", "after", "packaging"].map((part) => path.join(home, part))
  if (fs.existsSync(path.join(home, "done"))) return { before, after }
  fs.rmSync(home, { recursive: true, force: true })
  for (const folder of [after, packaging]) fs.mkdirSync(folder, { recursive: true })
  run("tar", ["-xf", fileIn(debs, `${source}_${plain}.debian.tar.`), "-C", packaging])
  const data = spawnSync("dpkg-deb", ["--fsys-tarfile", fileIn(debs, `${binary}_${plain}_`)], {
    maxBuffer: 2 ** 31 - 1,
  })
  run("tar", ["-xf", "-", "-C", after, "--wildcards", "*.py"], data.stdout)
  fs.cpSync(after, before, { recursive: true })
  const folder = path.join(packaging, "debian/patches")
  const series = seriesOf(folder)
  const first = Math.min(...patches.map((patch) => series.indexOf(patch)))
  if (first === -1) throw new Error(`${source}: a labelled patch is not in its series`)
  const names = pythonFiles(before)
  for (const patch of series.slice(first).reverse())
    takeBack(fs.readFileSync(path.join(folder, patch), "utf8"), before, names)
  fs.writeFileSync(path.join(home, "done"), "")
  return { before, after }
}

/** Archives keep only some versions of a package. */
export function isFetched(debs, { source, version, binary }) {
  const plain = version.replace(/^\d+:/, "")
  const names = fs.readdirSync(debs)
  return [`${source}_${plain}.debian.tar.`, `${binary}_${plain}_`].every((start) =>
    names.some((name) => name.startsWith(start)),
  )
}

/** Paths below a folder. */
export function pythonFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".py") && fs.lstatSync(path.join(folder, name)).isFile())
}

function fileIn(folder, start) {
  const name = fs.readdirSync(folder).find((each) => each.startsWith(start))
  if (name === undefined) throw new Error(`${folder} has no ${start}…`)
  return path.join(folder, name)
}

function run(command, args, input) {
  const { status, stderr } = spawnSync(command, args, { input, encoding: "utf8" })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`)
}

function seriesOf(folder) {
  const text = fs.readFileSync(path.join(folder, "series"), "utf8")
  return text.split("\n").flatMap(
    (line) =>
      line
        .replace(/(?:^|\s)#.*/, "")
        .trim()
        .split(/\s/)[0] || [],
  )
}

/** Of what a patch changed, the Python files that are installed, wherever they are installed. */
function takeBack(text, folder, names) {
  for (const part of text.split(/^(?=--- )/m)) {
    const to = /^\+\+\+ (\S+)/m.exec(part)?.[1]
    const installed = to === undefined ? undefined : installedAs(to, names)
    if (installed === undefined) continue
    const target = path.join(folder, installed)
    spawnSync("patch", ["-R", "-f", "-s", "--no-backup-if-mismatch", "-r", "-", target], { input: part })
  }
}

/** The file with the longest end of the path in common; the name alone is enough only where no other file has it. */
export function installedAs(to, names) {
  const words = to.split("/").slice(1)
  for (let from = 0; from < Math.max(1, words.length - 1); from++) {
    const end = words.slice(from).join("/")
    const found = names.filter((name) => name === end || name.endsWith(`/${end}`))
    if (found.length > 0) return found.sort((a, b) => a.length - b.length)[0]
  }
  const named = names.filter((name) => path.basename(name) === words.at(-1))
  return named.length === 1 ? named[0] : undefined
}
