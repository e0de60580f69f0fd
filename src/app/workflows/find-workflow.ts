import path from "node:path"
import type { CatalogSkill } from "../../catalog/catalog.ts"
import { SkilletError } from "../../problem/failure.ts"
import { nearestNames } from "../../text/nearest-names.ts"
import type { Problem } from "../../problem/problem.ts"
import { readSkill } from "../../skill/read-skill.ts"
import { isQualified, parseSkillRef } from "../../skill/reference.ts"
import type { Trust } from "../../skill/trust.ts"
import type { Skillet } from "../open-skillet.ts"
import { findSkill } from "../find-skill.ts"
import { copyAt, trustOf } from "../trust-of.ts"
import { conventionsFolder } from "./conventions-folder.ts"
import { loadWorkflows } from "./load-workflows.ts"
import type { LoadedWorkflow } from "./loaded-workflow.ts"

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

/** Every workflow of every skill that can be used here. */
export async function listWorkflows(skillet: Skillet): Promise<AllWorkflows> {
  const { skills } = await skillet.catalog()
  const found: FoundWorkflow[] = []
  const problems: Problem[] = []
  for (const skill of skills) {
    const loaded = await workflowsOf(skillet, skill)
    found.push(...loaded.workflows)
    problems.push(...loaded.problems)
  }
  return { workflows: found, problems }
}

/** The workflow of that name or alias. The skill of the same name is looked at first, so that others need not be read. */
export async function findWorkflow(skillet: Skillet, name: string): Promise<FoundWorkflow> {
  const parsed = parseSkillRef(name)
  if ("ref" in parsed && isQualified(parsed.ref)) return workflowOfCopy(skillet, name)
  const { skills } = await skillet.catalog()
  const first = skills.filter((skill) => skill.name === name || skill.ref === name || name.startsWith(`${skill.name}-`))
  const isNamed = ({ workflow }: FoundWorkflow) => workflow.name === name || workflow.aliases?.includes(name) === true
  const known: string[] = []
  const broken: Problem[] = []
  for (const skill of [...first, ...skills.filter((one) => !first.includes(one))]) {
    const { workflows, problems } = await workflowsOf(skillet, skill)
    const found = workflows.find(isNamed) ?? (skill.ref === name ? workflows[0] : undefined)
    if (found !== undefined) return found
    known.push(...workflows.map(({ workflow }) => workflow.name))
    if (first.includes(skill)) broken.push(...problems)
  }
  throw notFound(name, known, broken)
}

/** The workflow of one particular copy of a skill: the one of the skill's name, or its first. */
async function workflowOfCopy(skillet: Skillet, ref: string): Promise<FoundWorkflow> {
  const skill = await findSkill(skillet, ref)
  const { form } = (await copyAt(skillet, skill.path)).skill
  const { workflows, problems } = await workflowsOf(skillet, { status: "active", ...skill, form })
  const found = workflows.find(({ workflow }) => workflow.name === skill.name) ?? workflows[0]
  if (found !== undefined) return found
  throw notFound(ref, [], problems)
}

function notFound(name: string, known: readonly string[], broken: readonly Problem[]): SkilletError {
  const near = nearestNames(name, known)
  const [first] = broken
  if (first !== undefined)
    return new SkilletError(
      "workflow.not-read",
      `workflow "${name}" could not be read: ${first.message} (${first.path}:${first.line ?? 1})`,
      {
        retry: "no",
        next: first.fix ?? "skillet workflow check names everything that is wrong",
      },
    )
  return new SkilletError("workflow.not-found", `there is no workflow "${name}"`, {
    retry: "no",
    next:
      near.length > 0 ? `did you mean ${near.join(" or ")}?` : "skillet workflow list shows the workflows there are",
  })
}

type WorkflowSkill = Pick<CatalogSkill, "name" | "ref" | "source" | "path" | "form" | "status">

async function workflowsOf(skillet: Skillet, skill: WorkflowSkill): Promise<AllWorkflows> {
  if (skill.form !== "folder" || skill.status === "off" || !path.isAbsolute(skill.path))
    return { workflows: [], problems: [] }
  const folder = path.dirname(skill.path)
  const conventions = conventionsFolder(skillet)
  const loaded = loadWorkflows({ name: skill.name, folder, conventions, allowedTools: [] })
  if (loaded.workflows.length === 0) return { workflows: [], problems: loaded.problems }
  const text = await skillet.read(skill.path)
  const { trust } = trustOf(skillet, await copyAt(skillet, skill.path), text)
  const reading = readSkill(text)
  const allowedTools = "skill" in reading ? (reading.skill.header.allowedTools ?? []) : []
  const { workflows, problems } =
    allowedTools.length === 0 ? loaded : loadWorkflows({ name: skill.name, folder, conventions, allowedTools })
  const { name, ref, source, path: at } = skill
  return { problems, workflows: workflows.map((one) => ({ ...one, skill: { name, ref, source, path: at, trust } })) }
}
