import { cutToWidth, widthOf } from "../../../text/text-width.ts"

/** A text broken between words; a word that is too long for a line is cut. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ""
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`
    if (line !== "" && widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line].filter((one) => one !== "").map((one) => cutToWidth(one, width))
}
