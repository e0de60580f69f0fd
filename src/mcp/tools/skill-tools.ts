import { z } from "zod"
import { isUsable } from "../../catalog/catalog.ts"
import { SkilletError } from "../../problem/failure.ts"
import { findUseFault } from "../../trust/find-use-fault.ts"
import type { ShownSkill } from "../../catalog/io/skills/show-skill.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { readSkillFile } from "../skills/skill-files.ts"
import { markAsData } from "../mark-as-data.ts"
import { answer, defineTool, READS, type ToolPlace } from "./define-tool.ts"

const MOST_LISTED = 100

export const skillsMatch = defineTool({
  name: "skills_match",
  title: "Find skills",
  description: "Skills that fit a request, best first; without one, all skills. Call before non-trivial work.",
  input: { request: z.string().optional(), limit: z.int().min(1).max(MOST_LISTED).optional() },
  output: {
    skills: z.array(z.looseObject({ ref: z.string(), description: z.string() })),
    among: z.int(),
  },
  hints: READS,
  needs: "read",
  async act({ request = "", limit }, { skillet }) {
    const { skills, among } =
      request.trim() === "" ? await listAll(skillet, limit) : await skillet.match(request, limit ?? 5)
    const shown = skills.map(({ ref, description, ...more }) => ({
      ref,
      description: toVisibleLine(description),
      ...("score" in more ? { score: more.score, words: more.words } : {}),
    }))
    const lines = shown.map(({ ref, description }) => `${ref}: ${description}`)
    if (lines.length === 0) return answer({ skills: shown, among }, `None of ${among} skills fits.`)
    const isCut = request.trim() === "" && shown.length < among
    const rest = isCut ? [`${among - shown.length} more are not shown: say what you are about to do in request.`] : []
    return answer({ skills: shown, among }, [...lines, ...rest].join("\n"))
  },
})

async function listAll(skillet: ToolPlace["skillet"], limit = MOST_LISTED) {
  const [{ skills }, { catalog }] = [await skillet.catalog(), await skillet.bundled()]
  const usable = [...skills, ...catalog.skills].filter(isUsable).filter(({ status }) => status !== "user-only")
  return { skills: usable.slice(0, limit), among: usable.length }
}

export const skillGet = defineTool({
  name: "skill_get",
  title: "Get a skill",
  description: "The text of a skill, rendered; with file, one of its files.",
  input: { ref: z.string(), arguments: z.string().optional(), file: z.string().optional() },
  output: { ref: z.string(), trust: z.string(), text: z.string() },
  hints: { ...READS, openWorldHint: true },
  needs: "read",
  async act({ ref, arguments: args = "", file }, { skillet }) {
    const shown = await skillet.show(ref)
    const trust = shown.trust ?? "remote"
    const { ref: found, files: beside } = shown
    if (file !== undefined) {
      await requireForModel(skillet, shown)
      const text = markAsData(readSkillFile(shown, file), { ref: found, trust, what: `file ${file}` })
      return answer({ ref: found, trust, file, text }, text)
    }
    const rendered = await skillet.render(ref, { args, by: "model" })
    const refused = rendered.commands.find(({ decision }) => decision === "ask" || decision === "deny")
    if (refused !== undefined) throw notRendered(found, refused)
    const text = markAsData(rendered.text, { ref: found, trust, what: "skill" })
    const files = beside.filter(({ link }) => !link).map((one) => one.path)
    const { requests } = rendered
    return answer({ ref: found, trust, text, files, requests }, text)
  },
})

/** What the model may not use, it gets no file of either. */
async function requireForModel(skillet: ToolPlace["skillet"], shown: ShownSkill): Promise<void> {
  const { skills } = await skillet.catalog()
  const entry = skills.find(({ path }) => path === shown.path) ?? shown
  const fault = findUseFault(entry, { by: "model", hidesConditional: false })
  if (fault !== undefined) throw new SkilletError(fault.code, fault.message, { retry: "no", next: fault.next })
}

function notRendered(ref: string, { command, reason }: { readonly command: string; readonly reason: string }) {
  return new SkilletError("mcp.not-rendered", `${ref} was not rendered: ${toVisibleLine(command)}: ${reason}`, {
    retry: "no",
    next: `tell the user; skillet render ${ref} --dry-run shows the decision on each of its commands`,
  })
}
