import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { z } from "zod"
import { SkilletError } from "../../problem/failure.ts"
import { type Task, taskStatuses, wakeRoles } from "../../tasks/model.ts"
import { isAgentName } from "../../tasks/messages/inline-text.ts"
import { HUMAN } from "../../tasks/messages/message-kind.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { isOwnAgent, requireOwnAgent } from "../own-agents.ts"
import { ADDS, answer, defineTool, READS, type ToolPlace } from "./define-tool.ts"

const MOST_TASKS = 200

export const task = defineTool({
  name: "task",
  title: "Tasks",
  description: "The tasks of this branch: list; add title (below parent); update status or note of id.",
  input: {
    action: z.enum(["list", "add", "update"]),
    id: z.string().optional(),
    title: z.string().optional(),
    parent: z.string().optional(),
    status: z.enum(taskStatuses).optional(),
    note: z.string().optional(),
    assign: z.string().optional(),
  },
  output: { tasks: z.array(z.looseObject({ id: z.string(), title: z.string(), status: z.string() })) },
  hints: ADDS,
  needs: ({ action }) => (action === "list" ? "read" : "tasks"),
  async act({ action, id, title, parent, status, note, assign }, { skillet: { tasks } }) {
    if (assign !== undefined && assign !== "") requireAgent(assign)
    if (action === "list") return answerTasks(await tasks.list({ below: id, most: MOST_TASKS }))
    if (action === "add") {
      const named = requireText("title", title)
      return answerTasks(
        await tasks.add([{ title: named, status: status ?? "pending", assignee: assign, notes: note }], parent),
      )
    }
    return answerTasks([await tasks.change(requireText("id", id), { title, status, note, assignee: assign })])
  },
})

function answerTasks(tasks: readonly Task[]) {
  const shown = tasks.map(({ id, parent, title, status, owner, notes, run }) => ({
    id,
    parent,
    title,
    status,
    owner,
    notes,
    run,
  }))
  const lines = tasks.map(({ id, title, status, order }) => {
    const depth = order.split(".").length - 1
    return `${"  ".repeat(depth)}${id} ${status}: ${toVisibleLine(title)}`
  })
  return answer({ tasks: shown }, lines.length === 0 ? "No tasks on this branch." : lines.join("\n"))
}

function requireText(name: string, value: string | undefined): string {
  if (value !== undefined && value.trim() !== "") return value.trim()
  throw new SkilletError("mcp.bad-arguments", `task: ${name} is missing`, {
    retry: "no",
    next: `call it again with ${name}`,
  })
}

function requireAgent(name: string): string {
  if (isAgentName(name)) return name
  throw new SkilletError(
    "mcp.bad-arguments",
    `${JSON.stringify(toVisibleLine(name)).slice(0, 80)} is not an agent's name`,
    {
      retry: "no",
      next: "use letters, digits, dots, hyphens and underscores, such as backend",
    },
  )
}

/** A client acts for agents; what is for people is not delivered to it, and it says nothing in their name. */
function requireNotPeople(name: string): string {
  if (requireAgent(name) !== HUMAN) return name
  throw new SkilletError("mcp.not-people", `@${HUMAN} is where people get their messages`, {
    retry: "no",
    next: "use the name of an agent",
  })
}

const BUDGET = 8000
const TRIES = 8
const PAUSE = 150

export const wake = defineTool({
  name: "wake",
  title: "Wake an agent",
  description:
    "Who an agent is and where it is: its skill, task, messages and next action. Call first as a named agent, and after your context was lost.",
  input: {
    agent: z.string(),
    role: z.enum(wakeRoles).optional(),
    budget: z.int().min(100).max(100_000).optional().describe("tokens"),
  },
  output: { text: z.string(), tokens: z.int() },
  // What it delivers counts as read by the agent.
  hints: ADDS,
  needs: "tasks",
  async act({ agent, role, budget = BUDGET }, { skillet, client }) {
    const name = requireNotPeople(agent.replace(/^@/, ""))
    await requireOwnAgent({ skillet, client }, name)
    for (let tries = 0; tries < TRIES; tries++) {
      const trigger = `wake:${randomUUID()}`
      const request = { agent: name, trigger, full: true, because: "on request", role, budget: { tokens: budget } }
      const woken = await skillet.tasks.wake(request, async () => undefined)
      if (woken.kind === "told") {
        const { text, receipt } = woken.packet
        return answer({ text, tokens: receipt.tokens }, text)
      }
      // Another process is waking it, or shows what it would get.
      await setTimeout(PAUSE)
    }
    throw new SkilletError("mcp.busy", "another process is waking this agent right now", {
      retry: "later",
      next: "call again in a moment",
    })
  },
})

export const message = defineTool({
  name: "message",
  title: "Message",
  description: "Write to an agent or person; without text, the latest messages.",
  input: { to: z.string().optional(), text: z.string().optional(), from: z.string().optional() },
  output: { messages: z.array(z.looseObject({ id: z.int(), from: z.string(), text: z.string() })) },
  hints: ADDS,
  needs: ({ text }) => (text === undefined ? "read" : "tasks"),
  async act({ to, text, from }, { skillet, client }) {
    const { tasks } = skillet
    const addressee = to === undefined ? undefined : requireAgent(to.replace(/^@/, ""))
    const found =
      text === undefined
        ? await tasks.messages({ to: addressee, most: MOST_TASKS })
        : [
            await tasks.post({
              from: await requireSender({ skillet, client }, from ?? client.name),
              text,
              to: addressee,
              ownProject: true,
            }),
          ]
    const shown = found.map((one) => ({ id: one.id, from: one.from, type: one.type, text: one.text }))
    return answer({ messages: shown }, shown.map((one) => `${one.from}: ${one.text}`).join("\n") || "No messages.")
  },
})

/** A client writes as itself or as an agent that it woke here, and never as a person. */
async function requireSender(place: Pick<ToolPlace, "skillet" | "client">, from: string) {
  const sender = requireNotPeople(from.replace(/^@/, ""))
  if (sender === place.client.name || (await isOwnAgent(place, sender))) return sender
  throw new SkilletError("mcp.not-sender", `${sender} is not an agent that ${place.client.name} woke here`, {
    retry: "no",
    next: "leave from out, or call wake first as this agent",
  })
}

export const skillAudit = defineTool({
  name: "skill_audit",
  title: "Audit skills",
  description: "What skills could do if they were used, as findings. Runs nothing.",
  input: { ref: z.string().optional() },
  output: { findings: z.array(z.looseObject({ title: z.string(), severity: z.string() })), skills: z.int() },
  hints: READS,
  needs: "read",
  act: auditSkills,
})

const MOST_FINDINGS = 100

async function auditSkills({ ref }: { readonly ref?: string | undefined }, { skillet }: ToolPlace) {
  // A skill of the catalog, and never a path: an audit would read skills anywhere on the machine.
  const paths = ref === undefined ? [] : [(await skillet.show(ref)).path]
  const { findings, skills, notRead } = await skillet.audit({ paths })
  const shown = findings
    .slice(0, MOST_FINDINGS)
    .map(({ title, severity, file, line }) => ({ title, severity, file, line }))
  const lines = shown.map(({ title, severity, file, line }) => `${severity}: ${title} (${file}:${line})`)
  const rest = findings.length - shown.length
  const unread = notRead.length === 0 ? "" : ` ${notRead.length} files were not read.`
  const closing = `${findings.length} findings in ${skills} skills.${rest > 0 ? ` The first ${shown.length} are shown.` : ""}${unread}`
  return answer({ findings: shown, skills, notRead: notRead.length }, [...lines, closing].join("\n"))
}
