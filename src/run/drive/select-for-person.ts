/** One file of a writer's changes, as `git diff --raw -z --no-renames` lists it. */
interface WrittenFile {
  readonly path: string
  /** Its new mode; zeroes if it was deleted. */
  readonly mode: string
}

/** A change that is not applied without a person, and why. */
export interface LeftToPerson {
  readonly path: string
  readonly why: string
}

/** What git, the agents and Skillet itself take orders from. */
const GUARDED =
  /(?:^|\/)(?:\.git|\.gitmodules|\.gitattributes|\.claude|\.agents|\.skillet|\.codex|\.gemini|\.opencode|\.cursor|\.mcp\.json)(?:\/|$)/i

const LINK = "120000"
const SUBMODULE = "160000"
const EXECUTABLE = "100755"

/**
 * Which changes of an agent only a person may take over: settings of git, agents and Skillet, links, and programs in
 * directories that git ignores, where nobody would see them again.
 */
export function selectForPerson(raw: string, ignored: ReadonlySet<string>): readonly LeftToPerson[] {
  return readRawDiff(raw).flatMap(({ path, mode }): readonly LeftToPerson[] => {
    if (GUARDED.test(path)) return [{ path, why: "git, agents or Skillet take orders from it" }]
    if (mode === LINK) return [{ path, why: "it is a link" }]
    if (mode === SUBMODULE) return [{ path, why: "it is a submodule" }]
    const isHidden = ignored.has(path) || /(?:^|\/)node_modules\//.test(path)
    return mode === EXECUTABLE && isHidden ? [{ path, why: "it is a program in a directory that git ignores" }] : []
  })
}

function readRawDiff(raw: string): readonly WrittenFile[] {
  const fields = raw.split("\0")
  const files: WrittenFile[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const mode = /^:\d{6} (\d{6}) /.exec(fields[at] ?? "")?.[1]
    if (mode === undefined) throw new Error("git listed a change in an unknown format")
    files.push({ path: fields[at + 1] ?? "", mode })
  }
  return files
}
