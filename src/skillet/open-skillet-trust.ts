import path from "node:path"
import type { Session } from "../catalog/io/session/open-session.ts"
import { explainServerTrust } from "../catalog/io/session/open-servers.ts"
import {
  type ApprovalPlan,
  approve,
  compareWithApproved,
  type ListedApproval,
  listApprovals,
  planApproval,
  removeApproval,
} from "../catalog/io/skills/trust-skills.ts"
import type { AuthorPlan, ListedAuthors } from "../catalog/io/skills/author-skills.ts"
import type { AuthorGrant } from "../trust/io/author-grants.ts"
import type { Finding } from "../finding/finding.ts"
import { SkilletError } from "../problem/failure.ts"
import { locateOwnFiles } from "../system/own-files.ts"
import { suggestRules } from "../trust/suggest-rules.ts"
import type { CommandGrants } from "../trust/trust-state.ts"

/** Which skills of projects, plugins and servers, and which modules and conventions of projects are approved, as they are now. */
export interface SkilletTrust {
  list(): Promise<readonly ListedApproval[]>
  /** What an approval would allow: of a skill, or of the module or the conventions of a project by their path. */
  plan(ref: string): Promise<ApprovalPlan>
  /** What the audit finds in it, and which of its commands would be refused even if it were approved. */
  preview(plan: ApprovalPlan): Promise<ApprovalPreview>
  /** Approves what a plan shows. */
  approve(plan: ApprovalPlan, grants?: CommandGrants): Promise<void>
  /** False if it was not approved. */
  remove(ref: string): Promise<boolean>
  /** The directories whose skills the user says to write alone, and whether that still holds. */
  authors(): Promise<ListedAuthors>
  /** What granting a directory would mean; throws if it cannot be the user's alone. */
  planAuthor(directory: string): Promise<AuthorPlan>
  grantAuthor(plan: AuthorPlan): Promise<AuthorGrant>
  /** False if it was not granted. */
  removeAuthor(directory: string): Promise<boolean>
  /** For the path of a server's skill: what must be set so that it may use more; undefined for other skills. */
  explainServer(skillPath: string): Promise<string | undefined>
}

/** What is known about a skill before it is approved, without running anything of it. */
export interface ApprovalPreview {
  /** Commands that would be refused after the approval, without arguments. */
  readonly refused: readonly RefusedCommand[]
  /** The file in which the user's own rules are. */
  readonly userSettings: string
  /** Why it is not known what would be refused. */
  readonly unknown?: string | undefined
  /** The findings of the audit, worst first; undefined for a module and for conventions, which are not audited. */
  readonly findings?: readonly Finding[] | undefined
  /** Files that the audit did not read. */
  readonly notRead: number
}

export interface RefusedCommand {
  readonly command: string
  readonly line: number
  readonly reason: string
  /** The rules that would allow it; none if rules cannot. */
  readonly rules: readonly string[]
}

export function openSkilletTrust(session: Session): SkilletTrust {
  const loadAuthors = () => import("../catalog/io/skills/author-skills.ts")
  return {
    list: async () => listApprovals(session),
    async plan(ref) {
      const { findNamedModule } = await import("../workflow/io/find-config-module.ts")
      const { findNamedConventions } = await import("../workflow/io/project-conventions.ts")
      const file = findNamedModule(session, ref)
      const folder = findNamedConventions(session, ref)
      if (file === undefined && folder === undefined) return planApproval(session, ref)
      const plan = await (file === undefined ? planFolder(session, folder ?? "") : planModule(session, file))
      return { ...plan, before: await compareWithApproved(session, plan) }
    },
    authors: async () => (await loadAuthors()).listAuthors(session),
    planAuthor: async (directory) => (await loadAuthors()).planAuthor(session, directory),
    grantAuthor: async (plan) => (await loadAuthors()).grantAuthor(session, plan),
    removeAuthor: async (directory) => (await loadAuthors()).removeAuthor(session, directory),
    preview: (plan) => previewApproval(session, plan),
    approve: async (plan, grants) => approve(session, plan, grants),
    async remove(ref) {
      const { findNamedModule } = await import("../workflow/io/find-config-module.ts")
      const { findNamedConventions } = await import("../workflow/io/project-conventions.ts")
      return removeApproval(session, findNamedModule(session, ref) ?? findNamedConventions(session, ref) ?? ref)
    },
    explainServer: (skillPath) => explainServerTrust(session, skillPath),
  }
}

async function planModule(session: Session, file: string): Promise<ApprovalPlan> {
  const { planModuleApproval } = await import("../workflow/io/plan-module-approval.ts")
  return planModuleApproval(session, file)
}

async function planFolder(session: Session, folder: string): Promise<ApprovalPlan> {
  const { planConventionsApproval } = await import("../workflow/io/project-conventions.ts")
  const { locateConventions } = await import("../workflow/io/find-workflow.ts")
  return planConventionsApproval(session, folder, locateConventions(session))
}

async function previewApproval(session: Session, plan: ApprovalPlan): Promise<ApprovalPreview> {
  const { userSettings } = locateOwnFiles(session.options.env ?? process.env)
  if (plan.module !== undefined || plan.conventions !== undefined) return { refused: [], userSettings, notRead: 0 }
  const { auditSkills } = await import("../audit/io/audit-skills.ts")
  const { findings, notRead } = await auditSkills(session, {
    paths: [path.isAbsolute(plan.path) ? plan.path : plan.ref],
  })
  return { ...(await listRefused(session, plan)), userSettings, findings, notRead: notRead.length }
}

async function listRefused(
  session: Session,
  { ref, grants }: ApprovalPlan,
): Promise<Pick<ApprovalPreview, "refused" | "unknown">> {
  const { openRenderer } = await import("../render/io/open-renderer.ts")
  const renderer = openRenderer(session)
  try {
    const { commands } = await renderer.render(ref, { dryRun: true, asIfApproved: true })
    const { permissions } = await session.settings()
    const rules = { ...permissions, allow: [...grants, ...permissions.allow] }
    const isRefused = ({ decision }: (typeof commands)[number]) => decision !== "allow" && decision !== "request"
    const refused = commands.filter(isRefused).map(({ command, line, reason, decision }) => ({
      command,
      line,
      reason,
      rules: decision === "off" ? [] : suggestRules(command, rules),
    }))
    return { refused }
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    return { refused: [], unknown: error.message }
  } finally {
    await renderer.close()
  }
}
