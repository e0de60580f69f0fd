import { type Passage, wordsOf } from "./passage.ts"

/**
 * The passages as they read once constants are put in their place: shell variables that are set to plain text anywhere
 * in the skill, strings joined with `+`, quotes inside words. Only passages that change come back; lines stay lines.
 */
export function rebuiltPassages(passages: readonly Passage[]): readonly Passage[] {
  const code = passages.filter(({ kind }) => kind === "script" || kind === "code" || kind === "command")
  const values = constantsOf(code)
  return code.flatMap((passage) => {
    const text = rebuild(passage.text, values)
    return text === passage.text ? [] : [{ ...passage, text, words: wordsOf(text), decoded: ["constants"] }]
  })
}

const ASSIGNED =
  /(?:^|[\n;&|{]|\bexport|\blocal|\breadonly)[ \t]*([A-Za-z_]\w{0,40})=(?:"([^"$`\n]{0,300})"|'([^'\n]{0,300})'|([^\s"'$`;&|()<>]{1,300}|\$HOME[\w/.-]{0,200}))(?=[\s;&|]|$)/g

function constantsOf(passages: readonly Passage[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const { text } of passages) {
    if (!text.includes("=")) continue
    for (const [, name = "", double, single, bare] of text.matchAll(ASSIGNED)) {
      if (values.size < 200) values.set(name, double ?? single ?? bare ?? "")
    }
  }
  return values
}

function rebuild(text: string, values: ReadonlyMap<string, string>): string {
  let rebuilt = text
  if (values.size > 0 && rebuilt.includes("$")) {
    rebuilt = rebuilt.replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (found, braced, bare) => {
      return values.get((braced ?? bare) as string) ?? found
    })
    if (rebuilt.length > text.length * 4 + 10_000) return text
  }
  if (/["'`]\s*\+\s*["'`]/.test(rebuilt)) rebuilt = rebuilt.replace(/(["'`])[ \t]*\+[ \t]*\1/g, "")
  if (/\w(?:''|"")\w|\w\\[a-z]\w|\$\{IFS\}/.test(rebuilt)) {
    rebuilt = rebuilt
      .replace(/(?<=\w)(?:''|"")(?=\w)/g, "")
      .replace(/\$\{IFS\}/g, " ")
      .replace(/(?<=\b[a-z]{1,8})\\(?=[a-z]{1,8}\b)/g, "")
  }
  return rebuilt
}
