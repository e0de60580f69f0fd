import { isMap } from "../../text/is-map.ts"
import { readSarif, type ReadSarif } from "../claims/reading/read-sarif.ts"
import type { ReviewProgram } from "./program-rows.ts"

/** Reads the output of a program as claims. Output in other formats is converted to SARIF first. */
export function readOutput(
  { name, output }: Pick<ReviewProgram, "name" | "output">,
  text: string,
  root: string,
): ReadSarif {
  if (output === "sarif") return readSarif(text, root)
  const value = parsed(text)
  const results = value === undefined ? undefined : translations[output](value)
  if (results === undefined) return { kind: "refused", why: "its output is not in the expected format" }
  return readSarif(JSON.stringify({ runs: [{ tool: { driver: { name } }, results }] }), root)
}

/** Undefined if the text is not in the program's format. */
type Translation = (value: unknown) => readonly object[] | undefined

const translations: Readonly<Record<Exclude<ReviewProgram["output"], "sarif">, Translation>> = {
  bandit(value) {
    const results = isMap(value) ? value["results"] : undefined
    if (!Array.isArray(results)) return undefined
    const errors = isMap(value) && Array.isArray(value["errors"]) ? value["errors"].filter(isMap) : []
    return [
      ...results.filter(isMap).map((result) => ({
        ruleId: String(result["test_id"] ?? ""),
        level: readLevel(banditLevels, result["issue_severity"]),
        message: { text: String(result["issue_text"] ?? result["test_name"] ?? "") },
        locations: [place(result["filename"], result["line_number"], pickLast(result["line_range"]))],
      })),
      ...errors.map((error) => ({
        ruleId: "not-checked",
        level: "warning",
        message: { text: `The file was not checked: ${String(error["reason"] ?? "it could not be read")}` },
        locations: [place(error["filename"], 1, 1)],
      })),
    ]
  },
  eslint(value) {
    if (!Array.isArray(value)) return undefined
    return value.filter(isMap).flatMap((file) => {
      const messages = Array.isArray(file["messages"]) ? file["messages"].filter(isMap) : []
      return messages.map((message) => ({
        ruleId: String(message["ruleId"] ?? "syntax"),
        level: message["ruleId"] === null ? "error" : readLevel(eslintLevels, message["severity"]),
        message: { text: String(message["message"] ?? "") },
        locations: [place(file["filePath"], message["line"], message["endLine"])],
      }))
    })
  },
}

/** Our severities are stricter: an error of a linter is seldom a major defect. */
const eslintLevels: Readonly<Record<string, string>> = { "2": "warning", "1": "note" }
const banditLevels: Readonly<Record<string, string>> = { HIGH: "error", MEDIUM: "warning", LOW: "note" }

function readLevel(levels: Readonly<Record<string, string>>, said: unknown): string {
  const word = String(said)
  return Object.hasOwn(levels, word) ? (levels[word] ?? "warning") : "warning"
}

function place(file: unknown, line: unknown, endLine: unknown): object {
  return {
    physicalLocation: { artifactLocation: { uri: encodeURI(String(file)) }, region: { startLine: line, endLine } },
  }
}

function pickLast(list: unknown): unknown {
  return Array.isArray(list) ? list.at(-1) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
