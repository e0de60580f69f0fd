/** The longest name of an agent. */
export const LONGEST_NAME = 64

/** Whether a text can be the name of an agent: it can be typed after an `@`, and in a command without quotes. */
export function isAgentName(text: string): boolean {
  return text.length <= LONGEST_NAME && /^[A-Za-z][\w.-]*$/.test(text)
}
