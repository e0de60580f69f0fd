/** A text as a fenced block of Markdown, in a fence that nothing in it can close. */
export function fenced(text: string, language = ""): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const mark = "`".repeat(Math.max(3, longest + 1))
  return `${mark}${language}\n${text}\n${mark}`
}
