/** A text as a fenced Markdown block, in a fence that nothing in the text can close. */
export function fenced(text: string, language = ""): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const mark = "`".repeat(Math.max(3, longest + 1))
  return `${mark}${language}\n${text}\n${mark}`
}
