import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { requireLimits } from "../../catalog/io/session/open-runner.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { openOwnTrustStore } from "../../catalog/io/skills/read-trust.ts"
import { SkilletError } from "../../problem/failure.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import { isWithin, realPath } from "../../system/files/is-within.ts"
import { findHome, locateOwnFiles } from "../../system/own-files.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import { readApprovedModule } from "../../trust/io/read-approved-module.ts"
import { canLoadTypeScript, isTypeScript } from "../../trust/io/strip-types.ts"
import { collectWorkflows, type ExportedWorkflows } from "../collect-workflows.ts"
import { explainHiddenNames, explainModuleLimits } from "../config-module.ts"
import { moduleProblem } from "../module-problem.ts"
import { workflowFileProblem } from "../problems.ts"
import { findConfigModule } from "./find-config-module.ts"
import { describeLoadError, loadApprovedModule } from "./load-approved-module.ts"

/**
 * The workflows of modules: those that the user's settings name, then the one of the project.
 *
 * 1. Only the user's own settings name modules. A module inside the current project is not loaded from there: anyone who
 *    works in the project could change it.
 * 2. The project's own module is loaded only if exactly its content, and that of everything it imports, is approved.
 * 3. While a limit of the user or the machine is unknown, nothing is loaded.
 * 4. A module that cannot be loaded is a problem, and the others count.
 */
export async function loadWorkflowModules(session: Session, onLoad?: () => void): Promise<ExportedWorkflows> {
  const { workflows: written, workflowProblems } = await session.settings()
  const own = findConfigModule(session)
  const home = findHome(session.options.env ?? process.env)
  const named = written.map((text) => text.replace(/^~(?=\/)/, home))
  const files = [...named, ...(typeof own === "string" ? [own] : [])]
  const unusable = own === undefined || typeof own === "string" ? [] : [own]
  const refusal = await findLimitFault(session)
  if (refusal !== undefined) {
    const refused = files.map((file) => moduleProblem(file, `it was not loaded: ${refusal.message}`, refusal.next))
    return { workflows: [], problems: [...workflowProblems, ...refused, ...unusable] }
  }
  const loaded = [
    ...named.map((file) => loadNamedModule(file, session, onLoad)),
    ...(typeof own === "string" ? [await loadConfigModule(own, session, onLoad)] : []),
  ]
  const workflows = loaded.flatMap((one) => one.workflows)
  const problems = loaded.flatMap((one) => one.problems)
  return { workflows, problems: [...workflowProblems, ...problems, ...unusable, ...explainHiddenNames(workflows)] }
}

/** Why nothing may run, or undefined if every limit is known. */
async function findLimitFault(session: Session): Promise<SkilletError | undefined> {
  try {
    await requireLimits(session)
    return undefined
  } catch (error) {
    if (error instanceof SkilletError) return error
    throw error
  }
}

/** A module that the user's settings name. */
function loadNamedModule(file: string, { around }: Session, onLoad: (() => void) | undefined): ExportedWorkflows {
  if (isWithin(path.dirname(file), around.root) || isWithin(path.dirname(file), around.cwd))
    return describeRefused(
      file,
      "it is inside the current project, so it was not loaded",
      "move it outside the project",
    )
  const listed = "remove it from workflows in your settings"
  if (fs.statSync(file, { throwIfNoEntry: false }) === undefined)
    return describeRefused(file, "there is no such module", `create it, or ${listed}`)
  return runModule(file, `correct the module, or ${listed}`, () => {
    onLoad?.()
    return createRequire(file)(file)
  })
}

/** The module of the project, if it is approved as it is now. */
async function loadConfigModule(
  file: string,
  session: Session,
  onLoad: (() => void) | undefined,
): Promise<ExportedWorkflows> {
  const limit = explainModuleLimits(await session.settings())
  if (limit !== undefined) return describeRefused(file, limit.message, limit.fix)
  // Nobody could approve it here, because its imports cannot be read.
  if (isTypeScript(file) && !canLoadTypeScript()) return refuseTypeScript(file)
  const approval = openOwnTrustStore(session).find(file)
  if (approval?.kind !== "module") return leaveUnapproved(file, session, "it is not approved, so it was not loaded")
  let files: ReadonlyMap<string, Buffer> | undefined
  try {
    files = readApprovedModule(approval)
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    const why = `it cannot be compared with what was approved, so it was not loaded: ${error.message}`
    return leaveUnapproved(file, session, why)
  }
  if (files === undefined)
    return leaveUnapproved(file, session, "it or a file it imports changed since it was approved, so it was not loaded")
  const approved = { file, files, workshop: locateWorkshop(session) }
  return runModule(file, `correct the module, then approve it again: ${writeApproval(file, session)}`, () => {
    onLoad?.()
    return loadApprovedModule(approved)
  })
}

/** Runs a module and reads what it exports; whatever it throws is a problem. */
function runModule(file: string, fix: string, load: () => unknown): ExportedWorkflows {
  if (isTypeScript(file) && !canLoadTypeScript()) return refuseTypeScript(file)
  try {
    return collectWorkflows(file, load())
  } catch (error) {
    return describeRefused(file, `it could not be loaded: ${describeLoadError(error)}`, fix)
  }
}

function refuseTypeScript(file: string): ExportedWorkflows {
  return describeRefused(
    file,
    `Node ${process.versions.node} cannot load TypeScript, so it was not loaded`,
    `write it in JavaScript (${path.basename(file).replace(/\.m?ts$/, ".mjs")}), or use Node 22.18 or newer`,
  )
}

function describeRefused(file: string, message: string, fix: string): ExportedWorkflows {
  return { workflows: [], problems: [moduleProblem(file, message, fix)] }
}

function leaveUnapproved(file: string, session: Session, message: string): ExportedWorkflows {
  const found = workflowFileProblem("workflow.unapproved", {}, { message, fix: writeApproval(file, session) })
  const problem: Problem = placeProblem(file, found)
  return { workflows: [], problems: [problem] }
}

/** The command that shows what the module is and asks. A short name works only in its own directory. */
function writeApproval(file: string, { around }: Session): string {
  const folder = path.dirname(file)
  const isHere = [around.cwd, process.cwd()].every((cwd) => realPath(cwd) === folder)
  return `skillet trust add ${isHere ? path.basename(file) : quoteForShell(file)}`
}

function locateWorkshop({ options }: Session): string {
  return path.join(locateOwnFiles(options.env ?? process.env).cache, "modules")
}
