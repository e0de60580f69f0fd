import { isMap } from "../../text/is-map.ts"

/** A settings file as a map, or where it cannot be parsed. */
export type ParsedSettings =
  | { readonly kind: "map"; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: "broken"; readonly line: number; readonly why: string }

/** JSON with comments and trailing commas, as agents write it. */
export function parseJsonWithComments(text: string): ParsedSettings {
  const plain = withoutComments(text)
  if (plain.trim() === "") return { kind: "map", values: {} }
  try {
    const value: unknown = JSON.parse(plain)
    return isMap(value)
      ? { kind: "map", values: value }
      : { kind: "broken", line: 1, why: "the file is not a JSON object" }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const position = Number(/at position (\d+)/.exec(error.message)?.[1] ?? plain.length)
    return { kind: "broken", line: plain.slice(0, position).split("\n").length, why: "the file is not valid JSON" }
  }
}

/** The parser is loaded only if a file mentions skills. */
export async function parseToml(text: string): Promise<ParsedSettings> {
  if (!text.includes("skills")) return { kind: "map", values: {} }
  const { parse, TomlError } = await import("smol-toml")
  try {
    return { kind: "map", values: parse(text) }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return { kind: "broken", line: error.line, why: "the file is not valid TOML" }
  }
}

/** Comments become spaces, so that positions stay the same; strings are not changed. */
function withoutComments(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, " ")
  const plain = text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : blank(part),
  )
  return plain.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === "," ? " " : part))
}
