import { SkilletError } from "../problem/failure.ts"
import { type ClientRight, listClientRights } from "../settings/client-settings.ts"
import type { Skillet } from "../skillet/skillet.ts"

/** The client of a server, by the name that the person gave it who wrote its configuration. */
export interface ServedClient {
  readonly name: string
}

/** Refuses what the user does not let a client do. The settings are read for each call, so a change counts at once. */
export async function requireRight(skillet: Skillet, { name }: ServedClient, right: ClientRight): Promise<void> {
  const { mcp } = await skillet.settings()
  const unknown = (await skillet.limits()).find(({ limit }) => limit === "all" || limit.split(".")[0] === "mcp")
  if (unknown !== undefined && right !== "read")
    throw new SkilletError("mcp.unknown-limit", unknown.problem.message, {
      retry: "no",
      next: `ask the user to correct ${unknown.problem.path}`,
    })
  if (!listClientRights(mcp, name).includes(right)) throw makeNotAllowedError(name, right)
}

export async function hasRight(skillet: Skillet, { name }: ServedClient, right: ClientRight): Promise<boolean> {
  const { mcp } = await skillet.settings()
  return listClientRights(mcp, name).includes(right)
}

const sentences: Readonly<Record<ClientRight, string>> = {
  read: "read skills and runs",
  start: "start procedures",
  report: "report steps",
  tasks: "change tasks or write messages",
  cancel: "cancel runs",
  answer: "answer questions for a person",
  approve: "let a run pass a gate",
}

/** Who may do it instead. */
const instead: Partial<Record<ClientRight, string>> = {
  answer: "tell the user, who answers with skillet run answer, or allows it with mcp in the settings",
  approve: "tell the user, who decides with skillet run answer --override",
}

function makeNotAllowedError(name: string, right: ClientRight): SkilletError {
  return new SkilletError("mcp.not-allowed", `the user does not let ${name} ${sentences[right]}`, {
    retry: "no",
    next: instead[right] ?? `tell the user, who can allow it with mcp in the settings: ${right}`,
  })
}
