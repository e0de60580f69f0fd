import { escapeHidden } from "../../../text/escape-hidden.ts"
import { ORCHESTRATOR } from "../../../tasks/model.ts"
import { defineCommand } from "../../parsing/command.ts"
import { renderHint } from "../../render-hint.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { withAgents } from "./with-agents.ts"
import { requireAgentName } from "../wake/with-wake.ts"

export const askCommand = defineCommand({
  more: "The agent is blocked until somebody answers. Its next wake-up has the answer.",
  usage: '"question" [--option TEXT] [--wait]',
  examples: [
    { line: 'skillet ask "Which database?" --option SQLite --option Postgres', about: "prints the id of a run" },
    { line: 'skillet ask "May I delete the old table?" --wait', about: "waits, then prints the answer" },
  ],
  options: {
    option: { kind: "list", value: "TEXT", about: "a possible answer (default: free text)" },
    from: { kind: "text", value: "AGENT", about: "who asks (default: SKILLET_AGENT, else orchestrator)" },
    wait: { kind: "flag", about: "wait for the answer and print it" },
  },
  arguments: { least: 1, most: 1, what: "a question", mayBeEmpty: true },
  async run({ options, arguments: [question = ""] }, io) {
    if (question.trim() === "") throw new UsageError("the question is empty", 'skillet ask "Which database?"')
    const agent = requireAgentName((options.from ?? io.env["SKILLET_AGENT"]) || ORCHESTRATOR)
    return withAgents(io, options, async (agents) => {
      const run = await agents.ask({
        agent,
        question: question.trim(),
        options: options.option ?? [],
        isAwaited: options.wait,
      })
      if (options.wait !== true) {
        if (options.json === true) io.json({ run, agent })
        else io.out(run)
        if (options.json !== true)
          io.err(renderHint(`A person answers with skillet run answer ${run} --answer TEXT.`, io))
        return 0
      }
      io.err(`Waiting for the answer to ${run}.`)
      const { answers, by } = await agents.awaitAnswer(agent, run)
      if (options.json === true) io.json({ run, agent, answers: answers ?? null, by })
      else if (answers === undefined) io.err("The question was withdrawn.")
      else io.out(escapeHidden(answers.join("\n")))
      return answers === undefined ? 1 : 0
    })
  },
})
