import { cutToWidth, measureWidth } from "../../text/measure-width.ts"

/** Wraps a text at word boundaries; a word that is too long for a line is cut. */
export function wrapText(text: string, width: number): readonly string[] {
  return broken(text, width).map((line) => cutToWidth(line, width))
}

/** A text whose first line is not indented and whose other lines are. No word is cut. */
export function indentHanging(text: string, indent: number, width: number): string {
  return broken(text, Math.max(LEAST_WIDTH, width - indent)).join(`\n${" ".repeat(indent)}`)
}

/** A narrower column would be harder to read than lines that the terminal wraps. */
const LEAST_WIDTH = 24

function broken(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ""
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`
    if (line !== "" && measureWidth(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].filter((one) => one !== "")
}
