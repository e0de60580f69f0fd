import fs from "node:fs"
import path from "node:path"
import { requireLimits } from "../../catalog/io/session/open-runner.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { openOwnTrustStore } from "../../catalog/io/skills/decide-trust.ts"
import { type ApprovalPlan, compareWithApproved } from "../../catalog/io/skills/trust-skills.ts"
import { SkilletError } from "../../problem/failure.ts"
import { realPath } from "../../system/files/is-within.ts"
import { digestModule } from "../../trust/io/digest-module.ts"
import { configModules } from "../config-module.ts"

/** The path of a project's module, if that is what a reference names. Links to the directory are resolved, not to the file. */
export function findNamedModule({ around }: Pick<Session, "around">, ref: string): string | undefined {
  const at = path.resolve(around.cwd, ref)
  if (!configModules.includes(path.basename(at))) return undefined
  if (fs.lstatSync(at, { throwIfNoEntry: false }) === undefined) return undefined
  return path.join(realPath(path.dirname(at)) ?? path.dirname(at), path.basename(at))
}

/** What a person should see before approving a module of a project. It is read and not run. */
export async function planModuleApproval(session: Session, file: string): Promise<ApprovalPlan> {
  await requireLimits(session)
  if (fs.lstatSync(file).isSymbolicLink())
    throw new SkilletError("trust.links", `${file} is a link, so an approval could not cover it`, {
      retry: "no",
      next: "put the file itself there",
    })
  const { digest, files, text, builtins } = digestModule(file)
  return {
    ref: file,
    path: file,
    digest,
    files,
    commands: [],
    grants: [],
    hooks: [],
    executables: [],
    outside: [],
    before: compareWithApproved({ path: file, digest, files }, openOwnTrustStore(session)),
    text,
    module: { builtins },
  }
}
