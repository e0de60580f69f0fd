import { cleanLine } from "../clean-text.ts"
import { readYamlValue } from "./read-yaml-blocks.ts"

const MOST = 500
const MOST_LISTS = 20
const LONGEST_LIST = 60_000
const NAME = "(?:acknowledged[ _])?clean(?:[ _]items)?"

/** The checklist items that an agent reports as clean, each once: `{ "clean": ["…"] }`, a YAML list, or a line. */
export function readClean(text: string): readonly string[] {
  const heads = [...firstMatches(text)]
  const items = heads.flatMap(({ end, form }) => readList(text.slice(end, end + LONGEST_LIST), form))
  return [...new Set(items.map((item) => cleanLine(item, 200)))].filter((item) => item !== "").slice(0, MOST)
}

const HEAD = new RegExp(
  `"${NAME}"\\s{0,20}:\\s{0,20}(?=\\[)|^[ \\t]{0,8}${NAME}:[ \\t]{0,20}\\n|^[ \\t]{0,8}(?:\\*\\*)?${NAME}:(?:\\*\\*)?[ \\t]{1,20}(?=[^\\s[])`,
  "gim",
)

type Form = "json" | "yaml" | "line"

function* firstMatches(text: string): Generator<{ readonly end: number; readonly form: Form }> {
  let count = 0
  for (const { index, 0: head } of text.matchAll(HEAD)) {
    if (++count > MOST_LISTS) return
    yield { end: index + head.length, form: head.endsWith("\n") ? "yaml" : head.startsWith('"') ? "json" : "line" }
  }
}

function readList(text: string, form: Form): readonly string[] {
  switch (form) {
    case "json":
      return listed(text.slice(0, findListEnd(text)))
    case "yaml":
      return listed(/^(?:[ \t]{0,12}- [^\n]{1,600}(?:\n|$)){1,500}/.exec(text)?.[0] ?? "")
    case "line":
      return (text.split("\n", 1)[0] ?? "").split(/;\s*/)
  }
}

/** After the bracket that closes the first one; 0 if none does. Brackets in quotes do not count. */
function findListEnd(text: string): number {
  let [depth, isQuoted] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const one = text[at]
    if (isQuoted && one === "\\") at++
    else if (one === '"') isQuoted = !isQuoted
    else if (!isQuoted && one === "[") depth++
    else if (!isQuoted && one === "]" && --depth === 0) return at + 1
  }
  return 0
}

function listed(text: string): readonly string[] {
  const value = text === "" ? undefined : readYamlValue(text)
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : []
}
