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

function explainFault(name: string, rest: string): string | undefined {
  const [what = "", ...more] = rest.split(";")
  const example = `write ":${name}: what; why"`
  if (what.trim() === "") return `the marker :${name}: does not say what is unusual; ${example}`
  return more.join(";").trim() === "" ? `the marker :${name}: does not say why; ${example}` : undefined
}
