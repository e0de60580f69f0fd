/** Text in which characters that move a cursor, change the reading direction, break a line invisibly or are not allowed in XML are shown as `\u001b`. */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

/** The same on one line. */
export function toOneLine(text: string): string {
  return escapeUnprintable(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join(" "),
  )
}

/** Indents every line; empty lines stay empty. */
export function indentLines(text: string): string {
  return escapeUnprintable(text.replace(/\r\n?/g, "\n"))
    .split("\n")
    .map((line) => (line.trim() === "" ? "" : `  ${line}`))
    .join("\n")
}

const UNPRINTABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
