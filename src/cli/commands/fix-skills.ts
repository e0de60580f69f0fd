import type { SkillFix } from "../../doctor/plan-fixes.ts"
import type { Skillet } from "../../skillet/skillet.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { formatCount } from "../../text/format-count.ts"
import type { Io } from "../output.ts"
import { UsageError } from "../parsing/usage-error.ts"
import { renderHint } from "../render-hint.ts"
import { saysYes } from "../terminal/says-yes.ts"
import { shortenPath } from "../terminal/shorten-path.ts"

interface Given {
  readonly fix?: boolean
  readonly yes?: boolean
  readonly undo?: string
  readonly all?: boolean
  readonly code?: string
  readonly json?: boolean
}

/** `doctor --fix` and `doctor --undo`. */
export async function changeSkills(skillet: Skillet, given: Given, io: Io): Promise<0 | 1> {
  const unused = (["all", "code"] as const).find((name) => given[name] !== undefined)
  if (unused !== undefined) throw new UsageError(`--${unused} has no effect on fixes`, `leave out --${unused}`)
  if (given.undo !== undefined && given.fix === true)
    throw new UsageError("--fix and --undo contradict each other", "use one of them")
  return given.undo === undefined ? fixSkills(skillet, given, io) : undoFixes(skillet, { ...given, id: given.undo }, io)
}

async function fixSkills(skillet: Skillet, { yes, json }: Given, io: Io): Promise<0 | 1> {
  const plan = await skillet.fixes.plan()
  const { unread = [] } = plan
  const shorten = openShortener(skillet, io)
  const nameLeft = (left: typeof unread) => {
    for (const { path, reason } of left) io.err(`left alone: ${shorten(path)}: ${toVisibleLine(reason)}`)
  }
  if (plan.fixes.length === 0) {
    if (json === true) io.json({ fixes: [], left: unread, done: true })
    else {
      nameLeft(unread)
      io.out(describeNothing(unread.length))
    }
    return unread.length === 0 ? 0 : 1
  }
  if (yes !== true && json !== true) io.err(plan.fixes.map((fix) => describeFix(fix, shorten)).join("\n"))
  if (yes !== true && !(await saysYes(io, "Fix it?"))) {
    if (json === true) io.json({ fixes: plan.fixes.map(toFixJson), left: unread, done: false })
    else io.err("Nothing was changed. To fix it without being asked, add --yes.")
    return 1
  }
  const { id, folder, done, left } = await skillet.fixes.apply(plan)
  if (json === true) io.json({ fixes: done.map(toFixJson), left, done: true, undo: id, folder })
  else {
    for (const fix of done) io.out(describeFix(fix, shorten))
    nameLeft(left)
    if (done.length === 0) io.err("Nothing was fixed.")
    else
      io.out(
        `${formatCount(done.length, "fix", "fixes")} made; ${renderHint(`skillet doctor --undo ${id}`, io)} takes ${done.length === 1 ? "it" : "them"} back. The originals are in ${shorten(folder)}.`,
      )
  }
  return left.length === 0 ? 0 : 1
}

function describeNothing(unread: number): string {
  const rest = unread === 0 ? "" : ` that could be read; ${formatCount(unread, "path")} could not`
  return `There is nothing that can be fixed safely in the skill directories of your agents${rest}.`
}

interface Undoing extends Given {
  readonly id: string
}

async function undoFixes(skillet: Skillet, { id, json }: Undoing, io: Io): Promise<0 | 1> {
  const { undone, kept } = await skillet.fixes.undo(id)
  const shorten = openShortener(skillet, io)
  if (json === true) io.json({ undone, kept })
  else {
    for (const { path, reason } of kept) io.err(`left as it is: ${shorten(path)}: ${reason}`)
    io.out(`${formatCount(undone.length, "fix", "fixes")} taken back${kept.length === 0 ? "" : `, ${kept.length} not`}`)
  }
  return kept.length === 0 ? 0 : 1
}

function openShortener(skillet: Skillet, io: Io): (path: string) => string {
  return (path) => toVisibleLine(shortenPath(path, io, skillet.around.cwd))
}

function describeFix(fix: SkillFix, shorten: (path: string) => string): string {
  const at = shorten(fix.path)
  switch (fix.kind) {
    case "rewrite":
      return `repair   ${at}  ${fix.codes.join(", ")}`
    case "rename":
      return `rename   ${at} to SKILL.md`
    case "unlink":
      return `remove   ${at}  a link to ${toVisibleLine(fix.target)}, which is not there`
    case "remove-copy":
      return `remove   ${at}  the same files are in ${shorten(fix.same)}, and every agent that finds this copy finds that one`
  }
}

/** Without the texts of files. */
function toFixJson(fix: SkillFix) {
  if (fix.kind !== "rewrite") return fix
  const { text: _text, ...rest } = fix
  return rest
}
