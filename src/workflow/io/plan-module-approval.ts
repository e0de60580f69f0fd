import fs from "node:fs"
import { requireLimits } from "../../catalog/io/session/open-runner.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { ApprovalPlan } from "../../catalog/io/skills/trust-skills.ts"
import { NO_ACTIONS } from "../../trust/no-actions.ts"
import { SkilletError } from "../../problem/failure.ts"
import { digestModule } from "../../trust/io/digest-module.ts"

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
    ...NO_ACTIONS,
    text,
    module: { builtins },
  }
}
