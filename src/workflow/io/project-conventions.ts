import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { requireLimits } from "../../catalog/io/session/open-runner.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { openOwnTrustStore } from "../../catalog/io/skills/read-trust.ts"
import type { ApprovalPlan } from "../../catalog/io/skills/trust-skills.ts"
import { NO_ACTIONS } from "../../trust/no-actions.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import { realPath } from "../../system/files/is-within.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import type { Approval } from "../../trust/io/approval.ts"
import { digestConventions, listConventionFiles, readConvention } from "../../trust/io/digest-conventions.ts"
import { ignoredConventionProblem } from "../ignored-convention.ts"

/**
 * The conventions of the current project, by name.
 *
 * 1. A text counts only if exactly its bytes are approved; the bytes that are returned are the ones that were compared.
 * 2. One that does not count is a problem for every procedure that uses a text of that name, and never a silent replacement.
 */
export interface ProjectConventions {
  readonly texts: Readonly<Record<string, string>>
  readonly ignored: Readonly<Record<string, Problem>>
}

const PLACE = [".claude", "conventions"] as const

/** The texts of a project that are approved as they are now, and why the others do not count. */
export function readProjectConventions(session: Session): ProjectConventions {
  const folder = path.join(realPath(session.around.root) ?? session.around.root, ...PLACE)
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return { texts: {}, ignored: {} }
  const approval = openOwnTrustStore(session).find(folder)
  const approved = approval?.kind === "conventions" ? approval : undefined
  const texts: [string, string][] = []
  const ignored: [string, Problem][] = []
  for (const file of listConventionFiles(folder)) {
    const name = path.basename(file, ".md")
    const read = readApproved(folder, file, approved)
    if ("text" in read) texts.push([name, read.text])
    else ignored.push([name, ignoredProblem(session, path.join(path.dirname(folder), file), read.why)])
  }
  return { texts: Object.fromEntries(texts), ignored: Object.fromEntries(ignored) }
}

function readApproved(
  folder: string,
  name: string,
  approval: Approval | undefined,
): { readonly text: string } | { readonly why: string } {
  if (approval === undefined) return { why: "it is not approved" }
  try {
    const { bytes, file } = readConvention(folder, name)
    const before = approval.files.find((one) => one.path === name)
    if (before === undefined) return { why: "it was added since the conventions were approved" }
    if (before.digest !== file.digest) return { why: "it changed since it was approved" }
    return isUtf8(bytes) ? { text: bytes.toString("utf8") } : { why: "it is not UTF-8" }
  } catch (error) {
    if (error instanceof SkilletError) return { why: error.message }
    throw error
  }
}

function ignoredProblem({ around }: Session, file: string, why: string): Problem {
  const folder = path.dirname(file)
  const isHere = [around.cwd, process.cwd()].every((cwd) => realPath(cwd) === path.dirname(path.dirname(folder)))
  const fix = `skillet trust add ${isHere ? PLACE.join("/") : quoteForShell(folder)}`
  return ignoredConventionProblem(file, why, fix)
}

/** The directory of a project's conventions, if that is what a reference names. Links to the project are resolved. */
export function findNamedConventions({ around }: Pick<Session, "around">, ref: string): string | undefined {
  const at = path.resolve(around.cwd, ref)
  if (!at.endsWith(`${path.sep}${path.join(...PLACE)}`)) return undefined
  if (fs.lstatSync(at, { throwIfNoEntry: false }) === undefined) return undefined
  const project = path.dirname(path.dirname(at))
  return path.join(realPath(project) ?? project, ...PLACE)
}

/** What a person should see before approving the conventions of a project. `bundled`: where those of Skillet are. */
export async function planConventionsApproval(
  session: Session,
  folder: string,
  bundled: string,
): Promise<ApprovalPlan> {
  await requireLimits(session)
  if (realPath(folder) !== folder || !fs.statSync(folder).isDirectory())
    throw new SkilletError("trust.links", `${folder} is a link, behind a link or not a directory`, {
      retry: "no",
      next: "put the directory itself in the project: an approval cannot cover a link",
    })
  const { digest, files } = digestConventions(folder)
  if (files.length === 0)
    throw new SkilletError("trust.missing", `${folder} has no Markdown files`, {
      retry: "no",
      next: "write a text there, such as severity.md",
    })
  const names = files.map((file) => path.basename(file.path, ".md"))
  const isBundled = (name: string) =>
    ["", "steps"].some((below) => fs.existsSync(path.join(bundled, below, `${name}.md`)))
  return {
    ref: folder,
    path: folder,
    digest,
    files,
    ...NO_ACTIONS,
    text: "",
    conventions: { replaces: names.filter(isBundled), adds: names.filter((name) => !isBundled(name)) },
  }
}
