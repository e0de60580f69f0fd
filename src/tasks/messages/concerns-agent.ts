import { type Address, type Message, ORCHESTRATOR } from "../model.ts"

/** Whether an agent should see an older message: what others told each other is only for the orchestrator. */
export function concernsAgent(
  { from, mentions }: Pick<Message, "from" | "mentions">,
  { project, branch, agent, role }: Address & { readonly role: string },
): boolean {
  if (role === ORCHESTRATOR || mentions.length === 0 || from === agent) return true
  return mentions.some((to) => to.agent === agent && to.project === project && to.branch === branch)
}
