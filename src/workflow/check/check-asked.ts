import { listAsked } from "../template.ts"
import type { Param } from "../params.ts"
import { isRole, roles, tiers } from "../roles.ts"
import type { Asked, FanoutStep, Step, Workflow } from "../workflow.ts"
import { joinWithOr, fixForName, type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

/**
 * Checks that the agents that are asked exist, that their number is sensible, and that the workflows they follow exist.
 */
export function checkAsked(workflow: Workflow, known?: KnownWorkflows): readonly WorkflowProblem[] {
  return workflow.steps.flatMap((step) => [
    ...listAsked(step).flatMap(({ field, asked }) => [
      ...checkRole(step.id, `${field}agent`, asked.agent),
      ...checkTier(step.id, `${field}tier`, asked.tier),
      ...(known === undefined ? [] : checkChild({ step: step.id, field }, asked, known)),
      ...checkTask({ step: step.id, field }, asked),
    ]),
    ...(step.kind === "gate" && step.loop?.fixTarget !== undefined
      ? checkRole(step.id, "loop.fixTarget", step.loop.fixTarget)
      : []),
    ...(step.kind === "fanout" ? [...checkItems(step, workflow.params), ...checkJoin(step, workflow.params)] : []),
    ...(step.kind === "ask" ? checkQuestions(step.id, step.questions) : []),
    ...checkResources(step, workflow.resources ?? {}),
  ])
}

interface AskedPlace {
  readonly step: string
  /** Empty, or a path that ends in a dot. */
  readonly field: string
}

function checkRole(step: string, field: string, role: string): readonly WorkflowProblem[] {
  if (isRole(role)) return []
  const all = Object.keys(roles)
  return [
    workflowProblem(
      "workflow.unknown-role",
      { step, field },
      {
        message: `step "${step}" asks for "${role}", which is not a role`,
        fix: fixForName(role, all, `write ${joinWithOr(all)}`),
      },
    ),
  ]
}

function checkTier(step: string, field: string, tier: string | undefined): readonly WorkflowProblem[] {
  if (tier === undefined || tiers.some((known) => known === tier)) return []
  return [
    workflowProblem(
      "workflow.unknown-tier",
      { step, field },
      {
        message: `step "${step}" asks for a "${tier}" model`,
        fix: fixForName(tier, tiers, `write ${joinWithOr(tiers)}`),
      },
    ),
  ]
}

function checkTask({ step, field }: AskedPlace, asked: Asked): readonly WorkflowProblem[] {
  const problems: WorkflowProblem[] = []
  if ((asked.prompt ?? "").trim() === "" && asked.workflow === undefined)
    problems.push(
      workflowProblem(
        "workflow.no-task",
        { step, field: `${field}prompt` },
        {
          message: `step "${step}" asks an agent but does not say for what`,
          fix: "add a prompt, or a workflow to follow",
        },
      ),
    )
  if (asked.with !== undefined && asked.workflow === undefined)
    problems.push(
      workflowProblem(
        "workflow.bad-with",
        { step, field: `${field}with` },
        { message: `step "${step}" has "with" but no workflow to give it to`, fix: "add workflow, or remove with" },
      ),
    )
  return problems
}

function checkChild({ step, field }: AskedPlace, asked: Asked, known: KnownWorkflows): readonly WorkflowProblem[] {
  const child = asked.workflow
  if (child === undefined) return []
  if (!known.workflows.has(child))
    return [
      workflowProblem(
        "workflow.unknown-workflow",
        { step, field: `${field}workflow` },
        {
          message: `step "${step}" follows the workflow "${child}", which does not exist`,
          fix: fixForName(child, known.workflows, "skillet workflow list shows the names"),
        },
      ),
    ]
  const params = known.findParams?.(child)
  if (params === undefined) return []
  const given = Object.keys(asked.with ?? {})
  const names = params.map(({ name }) => name)
  const unknown = given
    .filter((name) => !names.includes(name))
    .map((name) =>
      workflowProblem(
        "workflow.bad-with",
        { step, field: `${field}with.${name}` },
        {
          message: `step "${step}" gives "${name}" to the workflow "${child}", which has no such parameter`,
          fix: fixForName(
            name,
            names,
            names.length === 0 ? "it takes none: remove with" : `it takes ${names.join(", ")}`,
          ),
        },
      ),
    )
  const missing = params
    .filter((param) => param.required === true && !given.includes(param.name))
    .map(({ name, about }) =>
      workflowProblem(
        "workflow.bad-with",
        { step, field: `${field}with` },
        { message: `step "${step}" does not give "${name}" to the workflow "${child}"`, fix: `add ${name}: ${about}` },
      ),
    )
  return [...unknown, ...missing]
}

/** `*` stands for all items and `-` for none; commands are printed on one line. */
const NO_NAME = /^[*-]?$|\p{Cc}/u

function checkItems(step: FanoutStep, params: readonly Param[]): readonly WorkflowProblem[] {
  const { items } = step
  const bad = (field: string, message: string, fix: string) => [
    workflowProblem(
      "workflow.bad-items",
      { step: step.id, field },
      { message: `fan-out "${step.id}" ${message}`, fix },
    ),
  ]
  switch (items.kind) {
    case "computed":
      return []
    case "each":
      return Number.isSafeInteger(items.most) && items.most >= 1
        ? []
        : bad("items.most", `asks at most ${items.most} agents`, "make most a whole number of at least 1")
    case "list": {
      if (items.items.length === 0) return bad("items.items", "asks no agent", "list at least one item")
      const names = items.items.map(({ item }) => item)
      return names.flatMap((name, at) =>
        NO_NAME.test(name)
          ? bad(
              `items.items.${at}.item`,
              `has an item ${JSON.stringify(name)}`,
              "give it a name on one line; * and - are taken",
            )
          : names.indexOf(name) === at
            ? []
            : bad(`items.items.${at}.item`, `has two items "${name}"`, "give each item a different name"),
      )
    }
    case "count": {
      const param = params.find(({ name }) => name === items.param)
      const names = params.map(({ name }) => name)
      if (param === undefined)
        return bad(
          "items.param",
          `starts as many agents as the parameter "${items.param}", which is not declared`,
          fixForName(items.param, names, `declare ${items.param} as an integer with min and max`),
        )
      if (param.type === "integer" && param.min !== undefined && param.max !== undefined) return []
      return bad(
        "items.param",
        `starts as many agents as the parameter "${param.name}", which is ${param.type === "integer" ? "an integer without min or max" : `a ${param.type}`}`,
        `declare ${param.name} as an integer with min and max`,
      )
    }
  }
}

function checkJoin(step: FanoutStep, params: readonly Param[]): readonly WorkflowProblem[] {
  if (typeof step.join !== "object") return []
  const { atLeast } = step.join
  const most = findMostItems(step, params)
  const wrong =
    !Number.isSafeInteger(atLeast) || atLeast < 1
      ? `needs ${atLeast} answers`
      : most !== undefined && atLeast > most
        ? `needs ${atLeast} answers but asks at most ${most} agents`
        : undefined
  if (wrong === undefined) return []
  return [
    workflowProblem(
      "workflow.bad-join",
      { step: step.id, field: "join.atLeast" },
      {
        message: `fan-out "${step.id}" ${wrong}`,
        fix: `write a whole number from 1${most === undefined ? "" : ` to ${most}`}, or join: all`,
      },
    ),
  ]
}

export function findMostItems({ items }: FanoutStep, params: readonly Param[]): number | undefined {
  switch (items.kind) {
    case "list":
      return items.items.length
    case "each":
      return items.most
    case "count":
      return params.find(({ name }) => name === items.param)?.max
    case "computed":
      return undefined
  }
}

function checkQuestions(
  step: string,
  questions: Extract<Step, { kind: "ask" }>["questions"],
): readonly WorkflowProblem[] {
  if ("from" in questions) return []
  if (questions.length === 0)
    return [
      workflowProblem(
        "workflow.bad-question",
        { step, field: "questions" },
        {
          message: `step "${step}" has no question for a person`,
          fix: "add a question, or take the questions from a value",
        },
      ),
    ]
  const ids = questions.map(({ id }) => id)
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at
      ? []
      : [
          workflowProblem(
            "workflow.bad-question",
            { step, field: `questions.${at}.id` },
            { message: `step "${step}" has two questions "${id}"`, fix: "give each question a different id" },
          ),
        ],
  )
}

function checkResources(step: Step, resources: NonNullable<Workflow["resources"]>): readonly WorkflowProblem[] {
  return step.actions.flatMap((action, at) => {
    if (typeof action === "string" || action.kind !== "resource" || Object.hasOwn(resources, action.name)) return []
    return [
      workflowProblem(
        "workflow.unknown-resource",
        { step: step.id, field: `actions.${at}` },
        {
          message: `step "${step.id}" shows the resource "${action.name}", which the workflow does not have`,
          fix: fixForName(action.name, Object.keys(resources), `add "${action.name}" to the workflow's resources`),
        },
      ),
    ]
  })
}

/** The other existing workflows. */
export interface KnownWorkflows {
  readonly workflows: ReadonlySet<string>
  /** The parameters of one of them; without it only its name is checked. */
  readonly findParams?: (workflow: string) => readonly Param[] | undefined
}
