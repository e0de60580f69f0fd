import { toVisibleLine } from "../../text/escape-hidden.ts"

/** A skill that a prompt activated, and its text if that is added. */
export interface ActivatedSkill {
  readonly name: string
  readonly path: string
  readonly by: "trigger" | "path" | "words"
  readonly because: readonly string[]
  /** What the model is to do; undefined: only the skill is named. */
  readonly body?: string | undefined
}

/** The longest text of a skill that is added; a longer one is only named. */
export const LONGEST_BODY = 6000

/** Inline commands, arguments and variables: a text with these must be rendered, which a hook never does. */
const UNFINISHED = /(?:^|\s)!`|^```!|\$ARGUMENTS|\$\d|\$\{[A-Z_]+\}/m

/** Whether a text can be added as it is. */
export function canBeAdded(body: string): boolean {
  return body.length <= LONGEST_BODY && body.trim() !== "" && !UNFINISHED.test(body)
}

/** A name that is safe in a sentence for a model. Others belong to skills that nobody can call anyway. */
export function isPlainName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_.:-]{0,99}$/u.test(name)
}

/** What the model gets. It says why, so that it can judge. */
export function renderActivation(skills: readonly ActivatedSkill[]): string {
  const named = skills.filter(({ body }) => body === undefined)
  const added = skills.filter(({ body }) => body !== undefined).map(renderAdded)
  return [...(named.length > 1 ? [renderChoice(named)] : named.map(renderNamed)), ...added].join("\n\n")
}

function renderNamed({ name, path, ...reason }: ActivatedSkill): string {
  return `Skillet: the skill ${name} may fit this prompt (${renderReason(reason)}). If it does, load it before you answer. Its text: ${toVisibleLine(path)}`
}

function renderChoice(skills: readonly ActivatedSkill[]): string {
  const lines = skills.map(({ name, path, ...reason }) => `- ${name} (${renderReason(reason)}): ${toVisibleLine(path)}`)
  return `Skillet: these skills may fit this prompt. If one does, load it before you answer.\n${lines.join("\n")}`
}

function renderAdded({ name, body = "", ...reason }: ActivatedSkill): string {
  return `Skillet: the skill ${name} was added to this prompt (${renderReason(reason)}). Follow it where it applies.\n\n<skill name="${name}">\n${body.trim()}\n</skill>`
}

function renderReason({ by, because }: Pick<ActivatedSkill, "by" | "because">): string {
  return REASONS[by](because.map((one) => toVisibleLine(one).slice(0, 80)))
}

const REASONS: Readonly<Record<ActivatedSkill["by"], (because: readonly string[]) => string>> = {
  trigger: ([phrase = ""]) => `its trigger "${phrase}"`,
  path: ([file = ""]) => `its paths match ${file}`,
  words: (words) => `its description fits: ${words.slice(0, 6).join(", ")}`,
}
