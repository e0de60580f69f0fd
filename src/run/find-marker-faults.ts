/** A marker that says nothing a reader could check. */
export interface MarkerFault {
  readonly line: number
  readonly why: string
}

/** Directly after the start of a comment, so that text about markers is not taken for one. */
const MARKER = /(?:\/\/+|\/\*+|#+|--|<!--|;+|%+|^\s*\*)\s*:(PERF|UNSAFE|SCHEMA):(.*)$/

/** The intent markers in a file that are not of the form `:PERF: what; why`. */
export function findMarkerFaults(text: string): readonly MarkerFault[] {
  if (!/:(?:PERF|UNSAFE|SCHEMA):/.test(text)) return []
  return text.split(/\r\n|\r|\n/).flatMap((line, at) => {
    const [, name, rest = ""] = MARKER.exec(line) ?? []
    const why = name === undefined ? undefined : explainFault(name, rest.replace(/\*\/\s*$|-->\s*$/, ""))
    return why === undefined ? [] : [{ line: at + 1, why }]
  })
}

/** An intent marker of the right form. */
export interface IntentMarker {
  readonly name: "PERF" | "UNSAFE" | "SCHEMA"
  /** `:PERF: what; why`. */
  readonly text: string
  readonly line: number
  /** The line that it covers: its own if there is code before it, or else the next line that is not a comment. */
  readonly covers: number
}

/** The intent markers in a file that say what is unusual and why. */
export function findMarkers(text: string): readonly IntentMarker[] {
  if (!/:(?:PERF|UNSAFE|SCHEMA):/.test(text)) return []
  const lines = text.split(/\r\n|\r|\n/)
  return lines.flatMap((line, at): readonly IntentMarker[] => {
    const found = MARKER.exec(line)
    const [, name = "", rest = ""] = found ?? []
    const said = rest.replace(/\*\/\s*$|-->\s*$/, "").trim()
    if (found === null || !isMarkerName(name) || explainFault(name, said) !== undefined) return []
    const isAlone = line.slice(0, found.index).trim() === ""
    const next = lines.findIndex((one, place) => place > at && one.trim() !== "" && !COMMENT.test(one))
    return isAlone && next === -1
      ? []
      : [{ name, text: `:${name}: ${said}`, line: at + 1, covers: (isAlone ? next : at) + 1 }]
  })
}

const COMMENT = /^\s*(?:\/\/|\/\*|#|--|<!--|;|%|\*)/

function isMarkerName(name: string): name is IntentMarker["name"] {
  return name === "PERF" || name === "UNSAFE" || name === "SCHEMA"
}

function explainFault(name: string, rest: string): string | undefined {
  const [what = "", ...more] = rest.split(";")
  const example = `write ":${name}: what; why"`
  if (what.trim() === "") return `the marker :${name}: does not say what is unusual; ${example}`
  return more.join(";").trim() === "" ? `the marker :${name}: does not say why; ${example}` : undefined
}
