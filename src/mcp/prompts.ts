import { type CatalogSkill, isUsable } from "../catalog/catalog.ts"
import type { Skillet } from "../skillet/skillet.ts"
import { requireSkill } from "../skill/require-skill.ts"
import { toVisibleLine } from "../text/escape-hidden.ts"
import { requireRight, type ServedClient } from "./client-rules.ts"
import { markAsData } from "./mark-as-data.ts"
import type { OfferedPrompt, OfferedPrompts, PromptText } from "./protocol/offer.ts"
import type { Workspaces } from "./workspaces.ts"

/** The argument of a prompt whose skill names none: what a person would type after the skill's name. */
const ARGUMENTS = "arguments"

/**
 * The skills that a person may start, as prompts: rendered with their arguments, also for hosts whose own skills take
 * none. Prompts are for people, so they are those of the directory in which the server was started.
 */
export function openPrompts(workspaces: Workspaces, client: ServedClient): OfferedPrompts {
  const inOwn = <T>(act: (skillet: Skillet) => Promise<T>) =>
    workspaces.within(workspaces.own, async (skillet) => {
      await requireRight(skillet, client, "read")
      return act(skillet)
    })
  return {
    list: () =>
      inOwn(async (skillet) => {
        const startable = await listStartable(skillet)
        return Promise.all(startable.map((skill) => describePrompt(skillet, skill)))
      }),
    get: (name, given) =>
      inOwn(async (skillet) => {
        const skill = (await listStartable(skillet)).find((one) => one.name === name)
        return skill === undefined ? undefined : renderPrompt(skillet, skill, given)
      }),
  }
}

async function listStartable(skillet: Skillet): Promise<readonly CatalogSkill[]> {
  const [{ skills }, { catalog }] = [await skillet.catalog(), await skillet.bundled()]
  const names = new Set<string>()
  return [...skills, ...catalog.skills].filter((skill) => {
    if (!isUsable(skill) || skill.status === "model-only" || names.has(skill.name)) return false
    names.add(skill.name)
    return true
  })
}

async function describePrompt(skillet: Skillet, skill: CatalogSkill): Promise<OfferedPrompt> {
  const { name, title, description } = skill
  return {
    name,
    ...(title === undefined ? {} : { title: toVisibleLine(title) }),
    description: toVisibleLine(description),
    arguments: (await listArguments(skillet, skill)).map((argument) => ({ name: argument, required: false })),
  }
}

/** The names that the skill gives its arguments, in order. */
async function listArguments(skillet: Skillet, { path }: CatalogSkill): Promise<readonly string[]> {
  const { skill } = requireSkill(await skillet.read(path), path)
  const named = skill.header.arguments ?? []
  return named.length === 0 ? [ARGUMENTS] : named
}

async function renderPrompt(
  skillet: Skillet,
  skill: CatalogSkill,
  given: Readonly<Record<string, string>>,
): Promise<PromptText> {
  const names = await listArguments(skillet, skill)
  const isWhole = names.length === 1 && names[0] === ARGUMENTS
  const last = names.findLastIndex((name) => (given[name] ?? "") !== "")
  const words = names.slice(0, last + 1).map((name) => given[name] ?? "")
  const how = isWhole ? { args: given[ARGUMENTS] ?? "" } : { words, args: words.map(quote).join(" ") }
  const { text, trust } = await skillet.render(skill.ref, { ...how, by: "user" })
  return {
    description: toVisibleLine(skill.description),
    text: markAsData(text, { ref: skill.ref, trust, what: "skill" }),
  }
}

/** Words that a skill without named positions sees as one text. */
function quote(word: string): string {
  return /^[^\s"'\\]+$/.test(word) ? word : `"${word.replace(/["\\]/g, "\\$&")}"`
}
