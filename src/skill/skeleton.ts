import { writeHeader } from "./header/write.ts"

export interface Skeleton {
  readonly name: string
  readonly description?: string | undefined
}

/** The SKILL.md of a new skill: what to fill in is marked TODO. */
export function writeSkillSkeleton({ name, description }: Skeleton): string {
  return [
    ...draftHeader({ name, description }),
    "",
    `# ${toTitle(name)}`,
    "",
    "## When to use",
    "",
    "- TODO: a request, in the words people use",
    "",
    "## Steps",
    "",
    "1. TODO: the first thing to do, and how to tell that it is done",
    "",
    "## Never",
    "",
    "- TODO: what must not happen",
    "",
  ].join("\n")
}

/** The files of a new skill with a procedure, by their path in its directory. It passes `workflow check` as it is. */
export function writeWorkflowSkeleton(skeleton: Skeleton): Readonly<Record<string, string>> {
  const { name } = skeleton
  return {
    "SKILL.md": [
      ...draftHeader(skeleton),
      "",
      `# ${toTitle(name)}`,
      "",
      "Run this first, before you read or search anything:",
      "",
      `    skillet run start ${name} --param request="what the user asked for"`,
      "",
      "Do exactly what each step says. Report with the command it prints; the run decides the next step.",
      "",
    ].join("\n"),
    "workflow.yaml": [
      `name: ${name}`,
      "description: TODO - what this procedure is for",
      "params:",
      "  request: { about: what the user asked for, required: true }",
      "steps:",
      "  - id: plan",
      "    writes: plan",
      "    output-required: true",
      "    next: work",
      "  - id: work",
      "    reads: [plan]",
      "    next: end",
      "",
    ].join("\n"),
    "steps/plan.md": "# Plan\n\n- TODO: what to find out, and what the plan must name\n",
    "steps/work.md": "# Work\n\n- TODO: what to do, and how to tell that it is done\n",
  }
}

function draftHeader({ name, description }: Skeleton): readonly string[] {
  return writeHeader({ name, description: description ?? `TODO: what ${name} does, and when to use it.` })
}

function toTitle(name: string): string {
  return name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase())
}
