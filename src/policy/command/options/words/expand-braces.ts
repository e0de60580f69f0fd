/** What bash makes of `a{b,c}` and `{1..3}`; undefined where the word has anything else in it or becomes too many. */
export function expandBraces(raw: string, most: number): readonly string[] | undefined {
  if (!/^[\w./:=+,@%{}-]*$/.test(raw)) return undefined
  const waiting = [raw]
  const done: string[] = []
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    if (waiting.length + done.length > most) return undefined
    const inner = /\{([^{}]*)\}/.exec(text)
    if (inner === null) {
      done.push(text)
      continue
    }
    const choices = choicesOf(inner[1] ?? "", most)
    if (choices === undefined) return undefined
    const [before, after] = [text.slice(0, inner.index), text.slice(inner.index + inner[0].length)]
    waiting.push(...choices.map((choice) => before + choice + after).reverse())
  }
  return done.map((text) => text.replaceAll(OPEN, "{").replaceAll(CLOSE, "}"))
}

/** Braces with nothing to choose from stay as they are, as in `HEAD@{1}`. */
const OPEN = "\u0001"
const CLOSE = "\u0002"

/** A list with commas, or numbers from one to another; anything else is not expanded here. */
function choicesOf(inside: string, most: number): readonly string[] | undefined {
  if (inside.includes(",")) return inside.split(",")
  if (!inside.includes("..")) return [OPEN + inside + CLOSE]
  const range = /^(\d{1,4})\.\.(\d{1,4})$/.exec(inside)
  if (range === null) return undefined
  const [from, to] = [Number(range[1]), Number(range[2])]
  const count = Math.abs(to - from) + 1
  if (count > most) return undefined
  return Array.from({ length: count }, (_, at) => String(from <= to ? from + at : from - at))
}
