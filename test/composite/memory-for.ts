/** What a scripted agent adds to its memory file beyond what the form asks for. */
export interface Said {
  readonly status?: string
  /** Lines of Section 3. */
  readonly lines?: readonly string[]
  readonly questions?: readonly Readonly<Record<string, unknown>>[]
  /** Done before the file is written, in the project. */
  readonly work?: (directory: string) => void
  /** The whole text, instead of a correct one. */
  readonly text?: (right: string) => string
}

/** The memory file that a prompt asks for. */
export function memoryFor(prompt: string, said: Said = {}): { readonly file: string; readonly text: string } {
  const file = /SUBMIT your work by writing the file (\S+)/.exec(prompt)?.[1] ?? ""
  const title = /^# .+$/m.exec(prompt)?.[0] ?? ""
  const json = /^\{"task_id".*$/m.exec(prompt)?.[0] ?? "{}"
  const form = JSON.parse(json) as { readonly predecessors?: readonly string[] }
  const given = [...prompt.matchAll(/^From phase (\S+) \(/gm)].map(([, id]) => id ?? "")
  const optional = /^Add to predecessors .*: (.+)\.$/m.exec(prompt)?.[1]?.split(", ") ?? []
  const predecessors = [...(form.predecessors ?? []), ...optional.filter((id) => given.includes(id))]
  const context = { ...form, predecessors, status: said.status ?? "completed" }
  const marker = /^\*\*\w+_COMPLETE\*\*$/m.exec(prompt)?.[0] ?? ""
  const verdict = prompt.includes("\nVerdict:") && said.status === undefined ? ["Verdict: GO"] : []
  const criteria = [...prompt.matchAll(/^- ([CA]\d+) \((?:must|should|nice|never|must not be true)\): .*$/gm)].map(
    ([, id]) => `- [x] ${id}: seen in the result`,
  )
  const text = [
    title,
    "",
    "## Section 0: Context Loaded",
    "```json",
    JSON.stringify(context),
    "```",
    "## Section 1: Step Overview",
    ...[...prompt.matchAll(/^\d+\. (\w+): /gm)].map(([, step]) => `- ${step}: done`),
    "## Section 2: Known and Unknown",
    "- Open: what was asked",
    "- Hidden: nothing",
    "- Blind: nothing",
    "- Unknown: nothing",
    "## Section 3: Downstream Directives",
    `- ${title.slice(2)} says what comes next`,
    ...verdict,
    ...(said.lines?.some((line) => line.startsWith("- [")) === true ? [] : criteria),
    ...(said.lines ?? []),
    ...(said.questions === undefined
      ? []
      : [
          "## Section 4: User Questions",
          "```json",
          JSON.stringify({ clarification_required: true, questions: said.questions }),
          "```",
        ]),
    marker,
    "",
  ].join("\n")
  return { file, text: said.text?.(text) ?? text }
}
