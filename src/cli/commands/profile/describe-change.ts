import type { ProfileChange } from "../../../catalog/io/profiles/use-profile.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { groupBy } from "../../../text/group-by.ts"
import type { Io } from "../../output.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"

interface Screen {
  readonly io: Io
  readonly cwd: string
  readonly isDone: boolean
}

/** What a profile changes for one agent, before and after it was done. */
export function describeChange(change: ProfileChange, { io, cwd, isDone }: Screen): readonly string[] {
  const { title, fit, use, profile, file, isChange, isEdited, text, tokens } = change
  const at = toVisibleLine(shortenPath(file, io, cwd))
  const name = toVisibleLine(profile)
  if (!isChange) return [`${title}: nothing changes in ${at}`, ...describeFit(change)]
  const verb = text.after === undefined ? ["removes", "removed"] : ["changes", "changed"]
  const what = use === undefined ? `without profile ${name}` : `profile ${name}`
  return [
    `${title}, ${what}: ${verb[isDone ? 1 : 0]} ${at}`,
    ...(fit.off.length === 0 ? [] : [`  off: ${listSomeNames(fit.off)}`]),
    ...describeFit(change),
    `  about ${groupDigits(tokens.after)} tokens listed for the model instead of ${groupDigits(tokens.before)}`,
    ...(isEdited ? ["  the file was edited since the profile was written: what was edited stays"] : []),
  ]
}

function describeFit({ fit, title }: ProfileChange): readonly string[] {
  const stuck = [...groupBy(fit.stuck, ({ reason }) => reason)]
  return [
    ...stuck.map(([reason, skills]) => `  stays on: ${listSomeNames(skills.map(({ name }) => name))}: ${reason}`),
    ...(fit.unknown.length === 0 ? [] : [`  not a skill that ${title} can use here: ${listSomeNames(fit.unknown)}`]),
  ]
}

const SHOWN = 8

export function listSomeNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map(toVisibleLine).join(", ")
  const rest = names.length - SHOWN
  return rest > 0 ? `${shown} and ${formatCount(rest, "more", "more")}` : shown
}

/** Without the texts of files. */
export function toChangeJson({ text, use: _use, anchor: _anchor, made: _made, ...change }: ProfileChange) {
  return { ...change, action: text.after === undefined ? "removed" : "written" }
}
