import { openSkilletAgents } from "../../../skillet/open-skillet-agents.ts"
import { openSkilletTasks } from "../../../skillet/open-skillet-tasks.ts"
import { toVisibleLine, escapeHidden } from "../../../text/escape-hidden.ts"
import { formatAddress } from "../../../tasks/messages/find-mentions.ts"
import { describeKind, HUMAN } from "../../../tasks/messages/message-kind.ts"
import { type Address, type Agent, messageTypes, ORCHESTRATOR, type Scope } from "../../../tasks/model.ts"
import { formatDateTime } from "../../../text/format-time.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { renderHint } from "../../render-hint.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { withResources } from "../../with-resources.ts"
import { writeDeliveryNote } from "./delivery-note.ts"
import { locateSkilletScript } from "./skillet-script.ts"
import { requireAgentName, findSender, withTasks } from "./with-wake.ts"

export const say = defineCommand({
  more: "Everybody it mentions gets it at the next wake-up. Spawned agents are woken immediately.",
  usage: "TEXT [--from NAME] [--type TYPE] [--requires-human] [--key KEY]",
  examples: [
    { line: 'skillet say "@backend the schema is merged"', about: "to an agent of this branch" },
    { line: 'skillet say "@feature/login:backend please rebase" --from ann', about: "to an agent of another branch" },
    {
      line: 'skillet say "Which database may I migrate?" --type question --requires-human',
      about: "also for @human",
    },
  ],
  options: {
    from: { kind: "text", value: "NAME", about: "who sends it (default: SKILLET_AGENT, else you)" },
    type: { kind: "choice", values: messageTypes, about: "what kind of message it is (default message)" },
    "requires-human": { kind: "flag", about: "an agent alone cannot deal with it: @human gets it too" },
    key: { kind: "text", value: "KEY", about: "posts this message only once, even if the command is repeated" },
  },
  arguments: { least: 1, most: 1, what: "a message", mayBeEmpty: true },
  async run({ options, arguments: [text = ""] }, io) {
    if (text.trim() === "") throw new UsageError("the message is empty", 'skillet say "@backend …"')
    return withResources(io, options, async (resources) => {
      const posting = {
        from: findSender(io, options.from),
        text,
        type: options.type,
        requiresHuman: options["requires-human"],
        key: options.key,
      }
      const agents = openSkilletAgents(resources)
      const { message, again, unknown, woken } = await agents.say(posting, locateSkilletScript())
      const scope = await openSkilletTasks(resources).scope()
      const to = message.mentions.map((address) => formatAddress(address, scope))
      if (options.json === true) io.json({ message, again, unknown, woken })
      else
        io.out(
          `Message ${message.id} ${again ? "was already stored" : "is stored"}${to.length === 0 ? ". It mentions nobody." : ` for ${to.join(", ")}.`}`,
        )
      for (const project of unknown)
        io.err(
          renderHint(
            `Nobody in ${toVisibleLine(project)} gets it: no project of that name has agents or messages, or several do.`,
            io,
          ),
        )
      if (options.json !== true) {
        for (const name of findStrangers(message.mentions, scope, await agents.list()))
          io.err(
            `No agent called @${name} is known on this branch. If one of that name is woken here, it gets the message.`,
          )
        for (const { address, plan } of woken) io.out(renderHint(writeDeliveryNote(address.agent, plan), io))
      }
      return 0
    })
  },
})

/** Names of this branch that no agent has. A name may be misspelt, or its agent not yet started. */
function findStrangers(mentions: readonly Address[], here: Scope, known: readonly Agent[]): readonly string[] {
  const names = [HUMAN, ORCHESTRATOR, ...known.map(({ agent }) => agent)]
  return mentions
    .filter(({ project, branch }) => project === here.project && branch === here.branch)
    .flatMap(({ agent }) => (names.includes(agent) ? [] : [agent]))
}

export const messages = defineCommand({
  usage: "[--to AGENT] [--most N]",
  examples: [
    { line: "skillet messages", about: "the last 50" },
    { line: "skillet messages --to human", about: "messages for people" },
  ],
  options: {
    to: { kind: "text", value: "AGENT", about: "only messages for this agent" },
    most: { kind: "number", value: "N", about: "print at most this many (default 50)" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    return withTasks(io, options, async (tasks) => {
      const found = await tasks.messages({
        to: options.to === undefined ? undefined : requireAgentName(options.to),
        most: options.most ?? 50,
      })
      if (options.json === true) io.json({ messages: found })
      else if (found.length === 0)
        io.out(renderHint(`${noMessages(options.to)} skillet say "@backend …" stores one.`, io))
      else
        io.out(
          found
            .map((message) => {
              const { id, from, text, at } = message
              return `${id}  ${formatDateTime(at)}  @${toVisibleLine(from)}${describeKind(message)}: ${escapeHidden(text)}`
            })
            .join("\n"),
        )
      return 0
    })
  },
})

function noMessages(to: string | undefined): string {
  return `There are no messages${to === undefined ? "" : ` for @${to}`} on this branch.`
}
