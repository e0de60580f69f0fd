import type { HostId } from "../../../hosts/profile.ts"
import type { ExplainedSession } from "../../../sessions/io/explain-session.ts"
import type { Skillet } from "../../../skillet/skillet.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import type { Io } from "../../output.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { renderSessionState } from "../sessions/render-session-state.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { applyStyle } from "../../terminal/style.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"

interface PromptOptions {
  readonly ref: string
  readonly prompt: string
  readonly host?: HostId | "auto" | undefined
  /** What became of the skill in a session. The prompt is then answered for the session's agent, if no other is named. */
  readonly session?: ExplainedSession | undefined
  readonly json?: boolean | undefined
}

const FATES: Readonly<Record<string, string>> = {
  "not-found": "not found",
  unusable: "found, not for the model",
  "left-out": "found, cut from the listing",
  "no-words": "listed, does not fit",
  outranked: "listed, outranked",
  below: "listed, best, under the threshold",
  offered: "would be offered",
}

/** Prints what a prompt would do with a skill; 1 if the agent in question would not be offered it. */
export async function printPromptVerdict(skillet: Skillet, io: Io, options: PromptOptions): Promise<0 | 1> {
  const prompt = options.prompt.trim()
  if (prompt === "") throw new UsageError("--prompt is empty", 'write what was asked, as in --prompt "fix a bug"')
  const { session } = options
  const host = options.host === undefined || options.host === "auto" ? session?.host : options.host
  const explanation = await skillet.explainPrompt(options.ref, {
    prompt,
    hosts: host === undefined ? undefined : [host],
  })
  const own = explanation.hosts.find((one) => one.host === (session === undefined ? explanation.host : host))
  if (options.json === true) io.json(session === undefined ? explanation : { session, prompt: explanation })
  else {
    if (session !== undefined) io.out(`${renderSessionState(session, io).join("\n")}\n`)
    io.out(applyStyle(io, "bold", toVisibleLine(explanation.name)))
    const cwd = skillet.around.cwd
    for (const { host, title, fate, answer, proof, hook } of explanation.hosts) {
      io.out("")
      io.out(`${title}${host === explanation.host ? " *" : ""}: ${FATES[fate] ?? fate}`)
      const lines = [toVisibleLine(answer)]
      if (proof !== undefined)
        lines.push(
          `${toVisibleLine(shortenPath(proof.path, io, cwd))}:${proof.line}: ${toVisibleLine(proof.text).slice(0, 200)}`,
        )
      lines.push(describeHook(hook))
      for (const line of lines) io.out(`    ${indentHanging(line, 4, io.width)}`)
    }
    io.out("")
    io.out("* the rules in force here; --host chooses others")
  }
  return own?.fate === "offered" ? 0 : 1
}

function describeHook({ mode, does }: { readonly mode: string; readonly does: string }): string {
  if (mode === "off") return "the hook for prompts: activation is off"
  if (does === "nothing") return `the hook for prompts: activation is ${mode}, and says nothing of it`
  return `the hook for prompts: activation is ${mode}, and adds its ${does === "body" ? "text" : "name"}`
}
