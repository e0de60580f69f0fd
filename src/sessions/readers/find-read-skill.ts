import path from "node:path"

/** Programs that print a file. */
const READING = /(?:^|[\s;&|(])(?:cat|sed|head|tail|nl|less|more|bat|awk)\s/
const SKILL_FILE = /(?:"([^"\n]*SKILL\.md)"|'([^'\n]*SKILL\.md)'|([^\s"'`;|&<>()]*SKILL\.md))/

interface Known {
  readonly cwd?: string | undefined
  /** The names of the listing, by file. */
  readonly files: ReadonlyMap<string, string>
}

/** The skill whose file a command prints. Its name is that of the listing, else the directory's. */
export function findReadSkill(
  command: string,
  { cwd = "/", files }: Known,
): { readonly name: string; readonly path: string } | undefined {
  if (!command.includes("SKILL.md") || !READING.test(command)) return undefined
  const [, double, single, bare] = SKILL_FILE.exec(command) ?? []
  const written = double ?? single ?? bare
  if (written === undefined) return undefined
  const file = path.resolve(cwd, written)
  const listed =
    files.get(file) ?? [...files].find(([known]) => written.startsWith("~/") && known.endsWith(written.slice(1)))?.[1]
  const name = listed ?? path.basename(path.dirname(file))
  return name === "" ? undefined : { name, path: file }
}
