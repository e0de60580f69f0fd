/** Claude Code's settings as written, or where they stop being JSON. */
export type ClaudeSettingsText =
  | { readonly kind: "map"; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: "broken"; readonly line: number; readonly why: string }

export function parseClaudeSettings(text: string): ClaudeSettingsText {
  if (text.trim() === "") return { kind: "map", values: {} }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? { kind: "map", values: value as Record<string, unknown> }
      : { kind: "broken", line: 1, why: "the file is not a JSON object" }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const position = Number(/at position (\d+)/.exec(error.message)?.[1] ?? text.length)
    return { kind: "broken", line: text.slice(0, position).split("\n").length, why: "the file is not valid JSON" }
  }
}
