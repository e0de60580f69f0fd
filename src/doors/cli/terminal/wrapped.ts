import { cutToWidth, widthOf } from "../../../text/text-width.ts"

/** A text broken between words; a word that is too long for a line is cut. */
export function wrapped(text: string, width: number): readonly string[] {
  return broken(text, width).map((line) => cutToWidth(line, width))
}

/** A text whose first line begins further left: the others are indented. No word is cut. */
export function hanging(text: string, indent: number, width: number): string {
  return broken(text, Math.max(LEAST_WIDTH, width - indent)).join(`\n${" ".repeat(indent)}`)
}

/** A narrower column is harder to read than a line that the terminal breaks. */
const LEAST_WIDTH = 24

function broken(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ""
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`
    if (line !== "" && widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].filter((one) => one !== "")
}
