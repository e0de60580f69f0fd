import path from "node:path"
import { type CatalogSkill, isOff } from "../../catalog/catalog.ts"
import { SkilletError } from "../../problem/failure.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import type { Problem } from "../../problem/problem.ts"
import { readSkill } from "../../skill/read-skill.ts"
import { isQualified, parseSkillRef } from "../../skill/reference.ts"
import type { Trust } from "../../skill/trust.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { findSkill } from "../../catalog/io/skills/find-skill.ts"
import { requireCopy, readTrust } from "../../catalog/io/skills/read-trust.ts"
import { type LoadedWorkflow, loadWorkflows, type WorkflowSession } from "./load-workflows.ts"
import { readProjectConventions } from "./project-conventions.ts"
import { findOwnDirectory } from "../../skill/skill-form.ts"

/** A workflow and the skill it belongs to. */
export interface FoundWorkflow extends LoadedWorkflow {
  readonly skill: {
    readonly name: string
    readonly ref: string
    readonly path: string
    readonly source: string
    readonly trust: Trust
  }
}

export interface AllWorkflows {
  readonly workflows: readonly FoundWorkflow[]
  readonly problems: readonly Problem[]
}

/**
 * Every workflow of every skill that can be used here, and the bundled ones, whatever the host lists; or only those of
 * skills with one name.
 */
export async function listWorkflows(skillet: WorkflowSession, skillName?: string): Promise<AllWorkflows> {
  const { skills } = await skillet.catalog()
  const found: FoundWorkflow[] = []
  const problems: Problem[] = []
  for (const skill of [...skills, ...(await listBundledWorkflowSkills(skillet))]) {
    if (skillName !== undefined && skill.name !== skillName) continue
    const loaded = await loadSkillWorkflows(skillet, skill)
    found.push(...loaded.workflows)
    problems.push(...loaded.problems)
  }
  return { workflows: found, problems }
}

/** The workflow of that name or alias. The skill of the same name is read first, so that others need not be. */
export async function findWorkflow(skillet: WorkflowSession, name: string): Promise<FoundWorkflow> {
  const parsed = parseSkillRef(name)
  if ("ref" in parsed && isQualified(parsed.ref)) return workflowOfCopy(skillet, name)
  const { skills } = await skillet.catalog()
  const first = skills.filter((skill) => skill.name === name || skill.ref === name || name.startsWith(`${skill.name}-`))
  const isNamed = ({ workflow }: FoundWorkflow) => workflow.name === name || workflow.aliases?.includes(name) === true
  const known: string[] = []
  const broken: Problem[] = []
  const others = skills.filter((one) => !first.includes(one))
  for (const next of [() => [...first, ...others], () => listBundledWorkflowSkills(skillet)])
    for (const skill of await next()) {
      const { workflows, problems } = await loadSkillWorkflows(skillet, skill)
      const found = workflows.find(isNamed) ?? (skill.ref === name ? workflows[0] : undefined)
      if (found !== undefined) return found
      known.push(...workflows.map(({ workflow }) => workflow.name))
      if (first.some(({ path: at }) => at === skill.path)) broken.push(...problems)
    }
  const off = [...skills, ...(await listBundledWorkflowSkills(skillet))].find(
    (skill) => skill.name === name && isOff(skill),
  )
  throw off === undefined ? notFound(name, known, broken) : switchedOff(off)
}

/** A flag can be set by the person alone, so the command that sets it for once is enough. */
function switchedOff({ name, reason = "no reason is known" }: Pick<CatalogSkill, "name" | "reason">): SkilletError {
  const flag = /^the flag "([\w-]+)" is not set$/.exec(reason)?.[1]
  return new SkilletError("workflow.off", `workflow "${name}" is switched off: ${reason}`, {
    retry: "no",
    next:
      flag === undefined
        ? `skillet why ${name} explains it`
        : `add ${flag} to flags in your settings, or set SKILLET_FLAGS=${flag}`,
  })
}

/** Procedures need nothing from a host, so those that come with Skillet can be started under every one. */
async function listBundledWorkflowSkills(skillet: WorkflowSession): Promise<readonly WorkflowSkill[]> {
  const { catalog, originals } = await skillet.bundled()
  return [...catalog.skills, ...originals]
}

/** The workflow of one particular copy of a skill: the one with the skill's name, or its first. */
async function workflowOfCopy(skillet: WorkflowSession, ref: string): Promise<FoundWorkflow> {
  const skill = await findSkill(skillet, ref)
  const { form } = (await requireCopy(skillet, skill.path)).skill
  const { workflows, problems } = await loadSkillWorkflows(skillet, { status: "active", ...skill, form })
  const found = workflows.find(({ workflow }) => workflow.name === skill.name) ?? workflows[0]
  if (found !== undefined) return found
  throw notFound(ref, [], problems)
}

function notFound(name: string, known: readonly string[], broken: readonly Problem[]): SkilletError {
  const near = findNearestNames(name, known)
  const [first] = broken
  if (first !== undefined)
    return new SkilletError(
      "workflow.not-read",
      `workflow "${name}" could not be read: ${first.message} (${first.path}:${first.line ?? 1})`,
      {
        retry: "no",
        next: first.fix ?? "skillet workflow check lists everything that is wrong",
      },
    )
  return new SkilletError("workflow.not-found", `there is no workflow "${name}"`, {
    retry: "no",
    next:
      near.length > 0 ? `did you mean ${near.join(" or ")}?` : "skillet workflow list shows the workflows there are",
  })
}

type WorkflowSkill = Pick<CatalogSkill, "name" | "ref" | "source" | "path" | "form" | "status"> &
  Partial<Pick<CatalogSkill, "reason">>

async function loadSkillWorkflows(skillet: WorkflowSession, skill: WorkflowSkill): Promise<AllWorkflows> {
  const folder = findOwnDirectory(skill)
  if (folder === undefined || isOff(skill)) return { workflows: [], problems: [] }
  const conventions = locateConventions(skillet)
  const project = () => readProjectConventions(skillet)
  const loadComposite = await skillet.composites()
  const load = (allowedTools: readonly string[]) =>
    loadWorkflows({ name: skill.name, folder, conventions, project, allowedTools }, loadComposite)
  const loaded = load([])
  if (loaded.workflows.length === 0) return { workflows: [], problems: loaded.problems }
  const text = await skillet.read(skill.path)
  const { trust } = readTrust(skillet, await requireCopy(skillet, skill.path), text)
  const reading = readSkill(text)
  const allowedTools = "skill" in reading ? (reading.skill.header.allowedTools ?? []) : []
  const { workflows, problems } = allowedTools.length === 0 ? loaded : load(allowedTools)
  const { name, ref, source, path: at } = skill
  return { problems, workflows: workflows.map((one) => ({ ...one, skill: { name, ref, source, path: at, trust } })) }
}

/** The conventions that come with Skillet are next to its skills. */
export function locateConventions(skillet: Session): string {
  return path.join(skillet.around.bundled[0] ?? "", "..", "conventions")
}
