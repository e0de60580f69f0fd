import { driverNames, worktreeModes } from "../../../settings/agent-settings.ts"
import { wakeRoles } from "../../../tasks/model.ts"
import { defineCommand } from "../../parsing/command.ts"
import { renderHint } from "../../render-hint.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { locateSkilletScript } from "../wake/skillet-script.ts"
import { withAgents } from "./with-agents.ts"
import { requireAgentName } from "../wake/with-wake.ts"

const kinds = driverNames.filter((name) => name !== "host" && name !== "workers" && name !== "offline")
const spawnedRoles = wakeRoles.filter((role) => role !== "orchestrator")

export const agentSpawn = defineCommand({
  more: "It has its own task; its answer comes as a message.",
  usage: 'KIND "task" [--name PREFIX] [--role R] [--skill REF] [--worktrees offer|apply]',
  examples: [
    { line: 'skillet agent spawn claude "Find out why the login test fails" --name login', about: "it may only read" },
    {
      line: 'skillet agent spawn codex "Add the endpoint" --role implementer --worktrees offer',
      about: "it writes in its own git worktree",
    },
    { line: 'skillet agent spawn command "Check the links" --program ./check-links', about: "a program is the agent" },
  ],
  options: {
    name: { kind: "text", value: "PREFIX", about: "the start of its name (default: the kind)" },
    role: { kind: "choice", values: spawnedRoles, about: "its role (default agent)" },
    program: { kind: "text", value: "LINE", about: "the program of the kind command, with its arguments" },
    skill: { kind: "list", value: "REF", about: "the skill for the task" },
    parent: { kind: "text", value: "ID", about: "add the task below this one" },
    worktrees: { kind: "choice", values: worktreeModes, about: "let it write, in its own git worktree" },
  },
  arguments: { least: 2, most: 2, what: "a kind and a task", mayBeEmpty: true, completes: kinds },
  async run({ options, arguments: [given = "", title = ""] }, io) {
    const kind = kinds.find((name) => name === given)
    if (kind === undefined) throw new UsageError(`"${given}" is not a kind of agent`, `use ${kinds.join(", ")}`)
    if (title.trim() === "") throw new UsageError("the task is empty", 'skillet agent spawn auto "Add login endpoint"')
    const prefix = requireAgentName(options.name ?? kind)
    if (prefix.length > 60) throw new UsageError("--name is too long", "use at most 60 characters")
    return withAgents(io, options, async (agents) => {
      const { agent, task } = await agents.spawn({
        kind,
        title: title.trim(),
        prefix,
        role: options.role ?? "agent",
        program: options.program,
        worktrees: options.worktrees,
        skills: options.skill,
        parent: options.parent,
        script: locateSkilletScript(),
      })
      if (options.json === true) io.json({ agent, task })
      else io.out(`@${agent.agent} was started for ${task.id}, in the background.`)
      if (options.json !== true) io.err(renderHint(`skillet agent peek ${agent.agent} shows what it does.`, io))
      return 0
    })
  },
})
