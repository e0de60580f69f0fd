import { hiddenEscaped } from "../../../text/visible-text.ts"

/** The styles that we set ourselves (`style.ts`); every other escape sequence comes from untrusted text. */
const OWN_STYLE = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/

/**
 * The last filter before a terminal: nothing in the output can move the cursor, change the reading direction or hide.
 * Escapes are written as in JSON, so that JSON keeps its value.
 */
export function terminalText(text: string): string {
  return text
    .split(OWN_STYLE)
    .map((part, at) => (at % 2 === 1 ? part : hiddenEscaped(part)))
    .join("")
}
