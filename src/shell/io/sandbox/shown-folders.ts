import fs from "node:fs"
import path from "node:path"
import type { ShellGrants } from "../../shell-runner.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { ShownFolder } from "./bubblewrap.ts"
import { isBelow } from "../../../text/folder-paths.ts"

interface Asked {
  /** The project. */
  readonly cwd: string
  readonly grants: ShellGrants
  /** The user's home. */
  readonly home: string
}

/**
 * The project and the granted directories by their real paths. Refuses a project as wide as the home directory unless
 * it was granted by name, and a grant within the project that a link leads out of.
 */
export function listShownFolders({ cwd, grants, home }: Asked): readonly ShownFolder[] {
  const project = fs.realpathSync(cwd)
  const read = grants.read.flatMap((folder) => realFolder(folder) ?? [])
  const write = grants.write.map((folder) => realFolder(folder) ?? refuse(grantMissing(path.resolve(cwd, folder))))
  const isGranted = [...read, ...write].some(({ from }) => from === project)
  if (!isGranted && isTooWide(project, home)) refuse(projectTooWide(cwd))
  return [
    ...twice(cwd, project, "read"),
    ...read.flatMap(showWithAccess("read")),
    ...write.flatMap(showWithAccess("write")),
  ]

  function realFolder(folder: string): { readonly asked: string; readonly from: string } | undefined {
    const asked = path.resolve(cwd, folder)
    if (!fs.existsSync(asked)) return undefined
    const from = fs.realpathSync(asked)
    const isOfProject = isBelow(cwd, asked) || isBelow(project, asked)
    return isOfProject && !isBelow(project, from) ? refuse(grantLeadsOut(asked, from)) : { asked, from }
  }
}

function showWithAccess(access: ShownFolder["access"]) {
  return ({ asked, from }: { readonly asked: string; readonly from: string }) => twice(asked, from, access)
}

/** At its real path, and at the name by which it was requested if that differs. */
function twice(asked: string, from: string, access: ShownFolder["access"]): readonly ShownFolder[] {
  const real: ShownFolder = { from, at: from, access }
  return asked === from ? [real] : [real, { from, at: asked, access }]
}

function isTooWide(project: string, home: string): boolean {
  const realHome = fs.existsSync(home) ? fs.realpathSync(home) : home
  return [realHome, "/etc", "/proc", "/sys", "/dev", "/run"].some((folder) => isBelow(project, folder))
}

function refuse(error: SkilletError): never {
  throw error
}

function projectTooWide(cwd: string): SkilletError {
  return new SkilletError(
    "sandbox.project-too-wide",
    `${cwd} contains more than a project: a sandbox would show all of it`,
    {
      retry: "no",
      next: "work in a separate directory, or grant read access to this one by name",
    },
  )
}

function grantMissing(folder: string): SkilletError {
  return new SkilletError("sandbox.grant-missing", `write access is granted to ${folder}, but it does not exist`, {
    retry: "no",
    next: "create the directory, or revoke the grant",
  })
}

function grantLeadsOut(folder: string, real: string): SkilletError {
  return new SkilletError(
    "sandbox.grant-leads-out",
    `${folder} is granted, but it points outside the project: ${real}`,
    {
      retry: "no",
      next: "check who created that link; to allow it, grant access to the directory it points to by its real path",
    },
  )
}
