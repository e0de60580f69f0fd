import type { Problem } from "../../problem/problem.ts"
import type { Workflow } from "../../workflow/workflow.ts"

/** A workflow of a skill's folder, ready to run if nothing is wrong with it. */
export interface LoadedWorkflow {
  readonly workflow: Workflow
  /** The workflows it hands over to, and those they hand over to. */
  readonly children: readonly Workflow[]
  readonly file: string
  /** With an error among them it must not be run. */
  readonly problems: readonly Problem[]
}

export interface LoadedFolder {
  readonly workflows: readonly LoadedWorkflow[]
  /** What belongs to no workflow that could be read. */
  readonly problems: readonly Problem[]
}

export interface WorkflowSkill {
  readonly name: string
  readonly folder: string
  readonly conventions: string
  readonly allowedTools: readonly string[]
}
