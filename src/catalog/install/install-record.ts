import { isMap } from "../../text/is-map.ts"

/** Which files `init` wrote into a directory, each with the digest of what it wrote. */
export type InstallRecord = Readonly<Record<string, string>>

/** Undefined if the text is not a record. A path that could lead out of the directory makes it none. */
export function readInstallRecord(text: string): InstallRecord | undefined {
  const value = parseJson(text)
  const files = isMap(value) ? value["files"] : undefined
  if (!isMap(files)) return undefined
  const entries = Object.entries(files).flatMap(([file, digest]): (readonly [string, string])[] =>
    isPlainPath(file) && typeof digest === "string" ? [[file, digest]] : [],
  )
  return entries.length === Object.keys(files).length ? Object.fromEntries(entries) : undefined
}

export function writeInstallRecord(record: InstallRecord): string {
  const about = "Written by skillet init. It tells unchanged files from edited ones."
  const files = Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ about, files }, null, 2)}\n`
}

/** The skills in a record, by the directory that has them below its root. */
export function listRecordedSkills(record: InstallRecord, folder: string): readonly string[] {
  const names = Object.keys(record).flatMap((file) => {
    const below = folder === "" ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : ""
    return below.includes("/") ? [below.slice(0, below.indexOf("/"))] : []
  })
  return [...new Set(names)]
}

function isPlainPath(file: string): boolean {
  return /^[\w.-]+(?:\/[\w.-]+)*$/.test(file) && !file.split("/").some((part) => part === "." || part === "..")
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
