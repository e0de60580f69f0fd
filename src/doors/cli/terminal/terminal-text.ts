import { hiddenEscaped } from "../../../text/visible-text.ts"

/** The styles that we set ourselves (`style.ts`); every other escape sequence came with somebody's text. */
const OWN_STYLE = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/

/**
 * The last thing before a terminal: whatever reaches it, nothing in it can move the cursor, turn the reading direction
 * or hide. Escapes are written as JSON writes them, so that JSON stays the same value.
 */
export function terminalText(text: string): string {
  return text
    .split(OWN_STYLE)
    .map((part, at) => (at % 2 === 1 ? part : hiddenEscaped(part)))
    .join("")
}
