import type { Skillet } from "../../../skillet/skillet.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { Io } from "../../output.ts"
import { renderHint } from "../../render-hint.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"

interface Asked {
  readonly directory: string
  readonly json?: boolean | undefined
  readonly yes?: boolean | undefined
}

/** Grants a directory of the user's own skills, after it was shown what that means. */
export async function addAuthor(skillet: Skillet, { directory, json, yes }: Asked, io: Io): Promise<0 | 1> {
  const plan = await skillet.trust.planAuthor(directory)
  const at = toVisibleLine(shortenPath(plan.path, io, skillet.around.cwd))
  if (yes !== true) io.err(describeGrant(at, plan.skills, io).join("\n"))
  const isGranted = yes === true || (await saysYes(io, "Grant it?"))
  if (isGranted) await skillet.trust.grantAuthor(plan)
  if (json === true) io.json({ ...plan, granted: isGranted })
  else if (isGranted)
    io.out(`${at} counts as written by you; ${renderHint(`skillet trust remove --author ${at}`, io)} ends that`)
  else io.err("Nothing was granted. To grant it without being asked, add --yes.")
  return isGranted ? 0 : 1
}

function describeGrant(at: string, skills: readonly string[], io: Io): readonly string[] {
  return [
    `${at}: ${formatCount(skills.length, "skill")} there now${skills.length === 0 ? "" : `: ${skills.map(toVisibleLine).join(", ")}`}`,
    "Whatever is in it will count as written by you, without a look at its content: also what git puts there when you pull or",
    "change branches. Commands still run only under your rules and the skills' own.",
    "It ends if the directory is replaced, moved or linked, and does not hold for links, repositories in it, or files that",
    "belong to others or that others may write to.",
  ].map((line) => indentHanging(line, 0, io.width))
}

export async function dropAuthor(skillet: Skillet, { directory, json }: Asked, io: Io): Promise<0 | 1> {
  const removed = await skillet.trust.removeAuthor(directory)
  const shown = toVisibleLine(directory)
  if (json === true) io.json({ removed })
  else if (removed) io.out(`${shown} no longer counts as written by you`)
  else io.err(`${shown} was not granted`)
  return removed ? 0 : 1
}

/** What `trust list` shows of granted directories. */
export async function describeAuthors(skillet: Skillet, io: Io): Promise<readonly string[]> {
  const { authors, broken } = await skillet.trust.authors()
  if (broken !== undefined)
    io.err(`${toVisibleLine(broken)}\n  correct or delete that file; it grants nothing until then`)
  if (authors.length === 0) return []
  return [
    "Written by you, so nothing in these directories needs an approval:",
    ...authors.map(({ path, state, reason, grantedAt }) => {
      const at = toVisibleLine(shortenPath(path, io, skillet.around.cwd))
      return `  ${at}  ${state === "valid" ? `granted ${grantedAt.slice(0, 10)}` : `ended: ${toVisibleLine(reason ?? "")}`}`
    }),
  ]
}
