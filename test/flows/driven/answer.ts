import { createHash } from "node:crypto"
import fs from "node:fs"
import { writeSampleLine } from "../../../src/workflow/line-form.ts"
import type { AgentRequest } from "../../../src/agents/agent-driver.ts"

/**
 * The answer of the agent in these tests. It is the same for the same question except for `by`, which differs each
 * time. So an answer shows which request it belongs to, and two runs can still be compared.
 */
export function answerTo({ key, prompt, cwd }: AgentRequest, by: string): string {
  const { step, round, item } = key
  const asked = createHash("sha256")
    .update(comparable(prompt, { run: key.run, cwd }))
    .digest("hex")
    .slice(0, 12)
  const said = `${step} ${round} ${item} of ${asked} <by ${by}>`
  if (step === "survey") return `${said}\n\n- alpha\n- beta\n- gamma\n`
  if (step === "review" && round === 1) return `${said}\n\n- [MUST: gap] something is missing\n\nRESULT: FAIL`
  if (step === "approach_selection") return `${said}\n\n${PLAN.map((name) => `## ${name}\n\nSaid.\n`).join("\n")}`
  return `${said}\n\n${fitShape(prompt)}RESULT: PASS`
}

/** The parts and lines that a prompt asks an answer for. */
function fitShape(prompt: string): string {
  const [, named = ""] = /with the parts? (.+?) \((?:each )?under/.exec(prompt) ?? []
  const parts = [...named.matchAll(/`([^`]+)`/g)].map(([, name]) => `${name}: something\n`)
  const forms = prompt.matchAll(/with (?:(?:one|a) line|one or more lines|at least (\d+) lines) `([^`]+)`/g)
  const lines = [...forms]
    .filter(([, , form = ""]) => !form.startsWith("RESULT:"))
    .map(([, count = "1", form = ""]) => `${writeSampleLine(form)}\n`.repeat(Number(count)))
  return [...parts, ...lines].map((line) => `${line}\n`).join("")
}

const PLAN = ["Goal", "Context", "Approach", "Decisions", "Assumptions", "Risks", "Milestones", "Order"]

/** A text without what differs from run to run. */
export function comparable(text: string, { run, cwd }: { readonly run: string; readonly cwd: string }): string {
  const top = run.split(".")[0] ?? run
  return text
    .replaceAll(cwd, "CWD")
    .replaceAll(top, "RUN")
    .replaceAll(/<by [^>]*>/g, "<by ME>")
}

/** One line on the disk: what is in the log did happen, even if a process is killed. */
export function note(file: string, entry: object): void {
  const handle = fs.openSync(file, "a")
  fs.writeSync(handle, `${JSON.stringify({ at: Date.now(), ...entry })}\n`)
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}
