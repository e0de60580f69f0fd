import path from "node:path"
import { readRunCommands, type RunCommand } from "../steps/command-words.ts"

export interface PrintedSkill {
  readonly name: string
  readonly path: string
  /** Only later lines were printed: what came before was read by an earlier command. */
  readonly isRest: boolean
}

export interface PrintedSkills {
  readonly skills: readonly PrintedSkill[]
  /** Nothing else was run, so what was printed is the text of the skills. */
  readonly isOnly: boolean
}

interface Known {
  readonly cwd?: string | undefined
  /** The names of the listing, by file. */
  readonly files: ReadonlyMap<string, string>
}

/** Programs that print a file, or a part of it. */
const PRINTS = /^(?:cat|sed|head|tail|nl|less|more|bat|awk)$/
/** Programs that run what is in their words, which is looked at by itself. */
const SHELLS = /^(?:ba|z|da)?sh$/

/**
 * The skills whose files a line of shell prints. A file that the session's listing does not have is a file like any
 * other. What writes, edits, searches or lists such files reads none.
 */
export function findReadSkills(line: string, { cwd = "/", files }: Known): PrintedSkills {
  if (!line.includes("SKILL.md")) return { skills: [], isOnly: false }
  let folder = cwd
  let isOnly = true
  const skills: PrintedSkill[] = []
  for (const command of readRunCommands(line)) {
    const [program = "", ...rest] = command.words
    const name = path.basename(program)
    if (SHELLS.test(name)) continue
    if (name === "cd") folder = path.resolve(folder, rest[0] ?? "")
    const printed = PRINTS.test(name) ? listPrinted(name, { ...command, line }) : []
    if (printed.length === 0 && name !== "cd" && !isFilter(name, command)) isOnly = false
    const isRest = startsLater(name, rest)
    for (const written of printed) {
      const found = nameSkill(written, { cwd: folder, files })
      if (found !== undefined && !skills.some((one) => one.path === found.path)) skills.push({ ...found, isRest })
    }
  }
  return { skills, isOnly: isOnly && skills.length > 0 }
}

/** The words of a command that are files named SKILL.md. A word that is only known when it runs is searched in the line. */
function listPrinted(
  program: string,
  { words, writes, line }: RunCommand & { readonly line: string },
): readonly string[] {
  const rest = words.slice(1)
  const edits = program === "sed" && rest.some((word) => word !== undefined && /^(?:-[a-zA-Z]*i|--in-place)/.test(word))
  // What could not be parsed has its redirections among the words.
  const isRough = rest.some((word) => word !== undefined && /^\d?>/.test(word))
  if (edits || isRough || writes.length > 0) return []
  const isFile = (word: string) => word === "SKILL.md" || word.endsWith("/SKILL.md")
  const known = rest.flatMap((word) => (word !== undefined && isFile(word) ? [word] : []))
  if (!rest.includes(undefined)) return known
  const found = [...line.matchAll(/"([^"\n]*\/SKILL\.md)"|([^\s"'`;|&<>()]*\/SKILL\.md)/g)]
  const open = found.map(([, quoted, bare]) => quoted ?? bare ?? "").filter((word) => /^~|[$*?]/.test(word))
  return [...known, ...open]
}

/** The next part of a pipe that only shortens what was printed. */
function isFilter(name: string, { words, writes }: RunCommand): boolean {
  return PRINTS.test(name) && writes.length === 0 && !words.slice(1).some((word) => word?.includes("/") ?? true)
}

/** `sed -n '120,240p'`, `tail -n +120` */
function startsLater(name: string, words: readonly (string | undefined)[]): boolean {
  const starts = words.flatMap((word) => {
    const found = name === "sed" ? /^(\d+),(?:\d+|\$)p$/.exec(word ?? "") : /^(?:-n)?\+(\d+)$/.exec(word ?? "")
    return found === null || (name !== "sed" && name !== "tail") ? [] : [Number(found[1])]
  })
  return starts.length > 0 && starts.every((start) => start > 1)
}

function nameSkill(written: string, { cwd = "/", files }: Known): Omit<PrintedSkill, "isRest"> | undefined {
  const file = path.resolve(cwd, written)
  const isUnknown = /^~\/|[$*?]/.test(written)
  const end = written.replace(/^~(?=\/)|^.*[$*?][^/]*(?=\/)/, "")
  const listed =
    files.get(file) ??
    (isUnknown && end !== "/SKILL.md" ? findByEnd(end, files) : undefined) ??
    findByEnd(`/${written}`, files)
  if (listed !== undefined) return { name: listed, path: isUnknown ? written : file }
  const name = path.basename(path.dirname(file))
  return files.size > 0 || name === "" || /[$*?]/.test(name) ? undefined : { name, path: file }
}

/** The only listed file with this end. */
function findByEnd(end: string, files: ReadonlyMap<string, string>): string | undefined {
  const found = [...files].filter(([file]) => file.endsWith(end))
  return found.length === 1 ? found[0]?.[1] : undefined
}
