import { openSkilletTasks, type SkilletTasks } from "../../../skillet/open-skillet-tasks.ts"
import type { Io } from "../../output.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { isAgentName } from "../../../tasks/messages/inline-text.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { type WhereResources, withResources } from "../../with-resources.ts"

/** Opens the tasks and messages of this project for `act`, and always closes them. */
export async function withTasks(
  io: Io,
  options: Omit<WhereResources, "host"> & { readonly host?: string | undefined },
  act: (tasks: SkilletTasks) => Promise<0 | 1>,
): Promise<0 | 1> {
  const { host: _given, ...where } = options
  const host = await findHost(io, options)
  return withResources(io, { ...where, ...(host && { host }) }, (resources) => act(openSkilletTasks(resources)))
}

/** The tables of hosts are loaded only if one is named, because hooks must be fast. */
async function findHost(io: Io, { host }: { readonly host?: string | undefined }) {
  if (host === undefined && io.env["SKILLET_HOST"] === undefined) return undefined
  return (await import("../../resolve-host.ts")).resolveHost(io, { host })
}

/** The sender: the agent this process belongs to, else the user. */
export function findSender(io: Io, given: string | undefined): string {
  const agent = given ?? io.env["SKILLET_AGENT"]
  if (agent !== undefined && agent !== "") return requireAgentName(agent)
  return [io.env["SKILLET_BY"], io.env["USER"]].find((name) => name !== undefined && isAgentName(name)) ?? "human"
}

/** What somebody typed as the name of an agent, with or without its `@`. */
export function requireAgentName(text: string): string {
  const name = text.replace(/^@/, "")
  if (!isAgentName(name))
    throw new UsageError(
      `"${toVisibleLine(text).slice(0, 80)}" is not an agent's name`,
      "use letters, digits, dots, hyphens and underscores, such as backend",
    )
  return name
}
