/** How many words bash makes of a word with braces. Counts above `most` are not exact. */
export function countBraces(raw: string, most: number): number {
  const count = readSequence({ raw, at: 0, most }, false)
  return Math.min(count, most + 1)
}

interface Count {
  readonly raw: string
  at: number
  readonly most: number
}

/** Parts that follow each other multiply; what a comma separates adds up. */
function readSequence(count: Count, isInside: boolean): number {
  let sum = 0
  let product = 1
  for (; count.at < count.raw.length; count.at++) {
    const character = count.raw[count.at]
    if (character === "{") {
      count.at++
      product = Math.min(product * readGroup(count), count.most + 1)
    } else if (isInside && character === ",") {
      sum += product
      product = 1
    } else if (isInside && character === "}") break
    else if (character === "\\") count.at++
  }
  return Math.min(sum + product, count.most + 1)
}

function readGroup(count: Count): number {
  const range = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?\}/.exec(count.raw.slice(count.at, count.at + 70))
  if (range === null) return readSequence(count, true)
  const [whole, from = "", to = "", step = "1"] = range
  count.at += whole.length - 1
  const toNumber = (text: string) => (/\d/.test(text) ? Number(text) : (text.codePointAt(0) ?? 0))
  return Math.floor(Math.abs(toNumber(to) - toNumber(from)) / Math.max(1, Math.abs(Number(step)))) + 1
}
