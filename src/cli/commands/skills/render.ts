import { renderHint } from "../../render-hint.ts"
import type { RenderedSkill } from "../../../render/io/open-renderer.ts"
import { describeChangedSkill } from "../../../trust/compare-files.ts"
import { describeTrust } from "../../../trust/trust-state.ts"
import { toVisibleLine, escapeHidden } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { applyStyle } from "../../terminal/style.ts"

export const render = defineCommand({
  usage: "REF [ARGUMENT…] [--by user|model] [--dry-run]",
  examples: [
    { line: "skillet render deploy staging", about: "with an argument" },
    { line: "skillet render deploy staging --dry-run", about: "what would run, and the decision on each" },
    { line: "skillet render /tidy /notes src --json", about: "two skills that share the argument" },
  ],
  options: {
    by: { kind: "choice", values: ["user", "model"] as const, about: "who invokes it (default user)" },
    session: { kind: "text", value: "ID", about: "the value of ${CLAUDE_SESSION_ID}" },
    effort: { kind: "text", value: "LEVEL", about: "the value of ${CLAUDE_EFFORT}" },
    "dry-run": { kind: "flag", about: "show the commands and the decision on each, but run none" },
    sandbox: {
      kind: "choice",
      values: ["required", "preferred"] as const,
      about: "whether to refuse commands if there is no sandbox (default preferred)",
    },
    ...catalogOptions,
  },
  arguments: { least: 1, most: Number.POSITIVE_INFINITY, what: "a skill's name or path", completes: "skill" },
  async run({ options, arguments: words }, io) {
    const skillet = openWithOptions(options, io)
    const { refs, args, given } = readStack(words)
    const { by, session, effort, sandbox } = options
    const how = {
      args,
      words: given,
      dryRun: options["dry-run"] === true,
      by,
      session,
      effort,
      sandbox,
    }
    const rendered: RenderedSkill[] = []
    for (const ref of refs) rendered.push(await skillet.render(ref, how))
    const nexts = await Promise.all(
      refs.map(async (ref) => skillet.trust.explainServer((await skillet.find(ref)).path)),
    )
    if (options.json === true) io.json(rendered.length === 1 ? rendered[0] : rendered)
    else for (const [at, skill] of rendered.entries()) print(skill, io, { dryRun: how.dryRun, next: nexts[at] })
    return rendered.some(({ commands }) => commands.some(({ decision }) => decision === "ask" || decision === "deny"))
      ? 1
      : 0
  },
})

const MOST_STACKED = 6

/** `/a /b text`: up to six skills named one after another share the text that follows. */
function readStack(words: readonly string[]): Stack {
  const [first = "", ...rest] = words
  const isStack = first.startsWith("/") && !first.slice(1).includes("/")
  const more = isStack ? rest.findIndex((word) => !/^\/[^/]+$/.test(word)) : 0
  const count = Math.min(more === -1 ? rest.length : more, MOST_STACKED - 1)
  const given = rest.slice(count)
  return { refs: [first, ...rest.slice(0, count)], given, args: given.map(quoted).join(" ") }
}

interface Stack {
  readonly refs: readonly string[]
  /** The words after the skills, as the shell split them. */
  readonly given: readonly string[]
  /** The same as one text. */
  readonly args: string
}

/** Joins words that the shell split, so that they are split the same way again. */
function quoted(word: string, _: number, all: readonly string[]): string {
  if (all.length === 1 || /^[^\s"'\\]+$/.test(word)) return word
  return `"${word.replace(/["\\]/g, "\\$&")}"`
}

function print(
  skill: RenderedSkill,
  io: Io,
  how: { readonly dryRun: boolean; readonly next: string | undefined },
): void {
  if (!how.dryRun) io.out(io.isTerminal ? escapeHidden(skill.text) : skill.text)
  else {
    const lines = skill.commands.map(
      ({ command, decision, reason, line }) =>
        `${decision.padEnd(8)} line ${line}  ${toVisibleLine(command)}\n         ${applyStyle(io, "dim", toVisibleLine(reason))}`,
    )
    io.out(
      [
        `${skill.name}: ${toVisibleLine(describeTrust(skill))}`,
        ...(lines.length > 0 ? lines : ["nothing in it runs when it is rendered"]),
      ].join("\n"),
    )
  }
  if (!how.dryRun && skill.approval === "changed")
    io.err(
      `${skill.name}: ${toVisibleLine(describeChangedSkill(skill.changed))}\n  ${renderHint(`skillet trust add ${skill.name} lists what changed, with the difference where a copy was kept`, io)}`,
    )
  if (skill.commands.some(({ sandboxed }) => sandboxed === false)) {
    io.err(
      `commands of ${skill.name} ran without a sandbox\n  ${renderHint("skillet doctor", io)} says why; with sandbox: required in the settings they are refused instead`,
    )
  }
  for (const { message, fix } of skill.problems)
    io.err(`${skill.name}: ${toVisibleLine(message)}${fix === undefined ? "" : `\n  ${toVisibleLine(fix)}`}`)
  if (skill.requests.length > 0)
    io.err(
      `${skill.name} requests, but does not get: ${toVisibleLine(skill.requests.join(", "))}\n  ${renderHint(toVisibleLine(how.next ?? `skillet trust add ${skill.name} shows what it could do`), io)}`,
    )
}
