import type { Explanation } from "../../../catalog/names/explain-for-hosts.ts"
import { describeSource } from "../../../install/decide-install.ts"
import type { InstalledOrigin } from "../../../install/io/explain-origins.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { renderSessionState } from "../sessions/render-session-state.ts"
import { openWithOptions } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { printPromptVerdict } from "./why-prompt.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { applyStyle } from "../../terminal/style.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"

export const why = defineCommand({
  more: "It shows the rule that decides. For an installed skill it also shows the locked source, and whether an overlay changes its text.",
  usage: 'REF [--prompt "…"] [--session FILE|ID]',
  examples: [
    { line: "skillet why deploy", about: "every copy of deploy" },
    { line: "skillet why deploy --host claude", about: "by the order of Claude Code" },
    { line: "skillet why deploy --session 3e8c7f12", about: "what became of deploy in a session, with the line" },
    { line: 'skillet why pdf --prompt "merge two scans"', about: "why this prompt does not use it, for each agent" },
  ],
  options: {
    session: { kind: "text", value: "FILE|ID", about: "why it was or was not used in this session", completes: "file" },
    prompt: { kind: "text", value: "TEXT", about: "what an agent was asked; exit 1 if it would not be offered" },
    ...catalogOptions,
  },
  arguments: { least: 1, most: 1, what: "a skill's name or path", completes: "skill" },
  async run({ options, arguments: [ref = ""] }, io) {
    const skillet = openWithOptions(options, io)
    const session = options.session === undefined ? undefined : await skillet.sessions.explain(ref, options.session)
    if (options.prompt !== undefined)
      return printPromptVerdict(skillet, io, { ...options, ref, prompt: options.prompt, session })
    if (session !== undefined) {
      if (options.json === true) io.json(session)
      else io.out(renderSessionState(session, io).join("\n"))
      return 0
    }
    const explanation = await skillet.why(ref)
    const installed = await skillet.installs.explain(explanation.name)
    if (options.json === true) io.json({ ...explanation, installed })
    else io.out(renderExplanation({ ...explanation, installed }, io, skillet.around.cwd).join("\n"))
    return 0
  },
})

interface InstalledExplanation extends Explanation {
  readonly installed: readonly InstalledOrigin[]
}

function renderExplanation(explanation: InstalledExplanation, io: Io, cwd: string): readonly string[] {
  const short = (path: string) => toVisibleLine(shortenPath(path, io, cwd))
  const shortRule = (rule: string) => toVisibleLine(rule.split(cwd === "/" ? "\0" : `${cwd}/`).join(""))
  const copies = explanation.copies.flatMap(({ ref, fate, path, rule }) => [
    `${fate === "winner" ? "▸" : " "} ${toVisibleLine(ref)}  ${fate}  ${short(path)}`,
    ...indented(shortRule(rule), 4, io.width),
  ])
  const titles = explanation.hosts.map(({ host, title }) => (host === explanation.host ? `${title} *` : title))
  const wide = Math.max(...titles.map(({ length }) => length)) + 2
  const hosts = explanation.hosts.flatMap(({ answer, paths }, at) => {
    const lines = [
      ...indented(toVisibleLine(answer), wide, io.width),
      ...paths.map((path) => " ".repeat(wide) + short(path)),
    ]
    return [`${(titles[at] ?? "").padEnd(wide)}${(lines[0] ?? "").slice(wide)}`, ...lines.slice(1)]
  })
  return [
    applyStyle(io, "bold", toVisibleLine(explanation.name)),
    "",
    ...copies,
    "",
    ...explanation.installed.flatMap((one) => renderOrigin(one, io, short(one.lockFile))),
    ...(explanation.installed.length === 0 ? [] : [""]),
    ...hosts,
    "",
    "* the rules in force here; --host chooses others",
  ]
}

function renderOrigin(
  { name, calledItself, source, digest, overlay }: InstalledOrigin,
  { width }: Io,
  lockFile: string,
): readonly string[] {
  const itself = name === calledItself ? "" : ` (calls itself ${toVisibleLine(calledItself)})`
  const changed = overlay === undefined ? "" : overlay.files.map(toVisibleLine).join(", ")
  return [
    `installed ${toVisibleLine(name)}${itself}  ${lockFile}`,
    ...indented(`from ${toVisibleLine(describeSource(source))}`, 4, width),
    ...(source.commit === undefined ? [] : [`    commit ${toVisibleLine(source.commit)}`]),
    `    digest ${toVisibleLine(digest)}`,
    ...(overlay === undefined ? [] : indented(`${toVisibleLine(overlay.path)} changes ${changed}`, 4, width)),
  ]
}

/** Answers are never cut: they continue on the next line. */
function indented(text: string, by: number, width: number): readonly string[] {
  return (" ".repeat(by) + indentHanging(text, by, width)).split("\n")
}
