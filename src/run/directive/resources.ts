import type { Directive, ShownAction } from "./directive.ts"
import { openDispatches } from "./routing.ts"

export interface NamedResource {
  readonly name: string
  readonly purpose: string
  readonly text: string
}

/** The resources a step names, each once. */
export function nameResources({ actions, resources }: Directive): readonly NamedResource[] {
  const named = actions.flatMap((action) => (typeof action !== "string" && action.kind === "resource" ? [action] : []))
  return named
    .filter(({ name }, at) => named.findIndex((other) => other.name === name) === at)
    .map(({ name, purpose }) => ({ name, purpose, text: resources[name] ?? "" }))
}

/** Resources are above everything that refers to them, in every format. */
export function putResourcesFirst(actions: readonly ShownAction[]): readonly ShownAction[] {
  return [...actions.filter(isResource), ...actions.filter((action) => !isResource(action))]
}

/** The actions of a step, without the resources that its agents get in their prompts. */
export function listShownActions(directive: Directive): readonly ShownAction[] {
  if (!isForAgents(directive)) return directive.actions
  return directive.actions.filter((action) => !isResource(action))
}

function isResource(action: ShownAction): boolean {
  return typeof action !== "string" && action.kind === "resource"
}

/** Agents that work from a prompt do not see the step, so its resources are in the prompt instead. */
export function isForAgents(directive: Directive): boolean {
  const open = openDispatches(directive)
  return open.length > 0 && open.every(({ command }) => command === undefined)
}
