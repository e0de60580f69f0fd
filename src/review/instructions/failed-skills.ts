/** What a report says of the skills that could not be had; nothing when all could. */
export function failedSkillsNotice(failed: readonly string[]): string {
  if (failed.length === 0) return ""
  const title = "> **Warning:** The following skills could not be resolved and were skipped:"
  return [title, ...failed.map((ref) => `> - ${ref.replace(/\s+/g, " ")}`)].join("\n")
}
