/** A step as plain text, for a script that has no run. */
export interface TextOutput {
  readonly step: number
  readonly total: number
  readonly title: string
  readonly actions: readonly string[]
  /** What the step is about, in one line. */
  readonly brief?: string | undefined
  /** The title of the next step. Without it and `invokeAfter`, this is the last one. */
  readonly nextTitle?: string | undefined
  /** The command to run when the step is done. */
  readonly invokeAfter?: string | undefined
}

export function formatTextOutput({ step, total, title, actions, brief, nextTitle, invokeAfter }: TextOutput): string {
  const next =
    invokeAfter !== undefined
      ? `INVOKE AFTER: ${invokeAfter}`
      : nextTitle === undefined
        ? "WORKFLOW COMPLETE - Present results to user."
        : `NEXT: Step ${step + 1} - ${nextTitle}`
  return [
    `STEP ${step}/${total}: ${title}`,
    ...(brief === undefined ? [] : indent(brief)),
    "",
    "DO:",
    ...actions.flatMap(indent),
    "",
    next,
  ].join("\n")
}

function indent(text: string): readonly string[] {
  return text.split("\n").map((line) => (line === "" ? "" : `  ${line}`))
}
