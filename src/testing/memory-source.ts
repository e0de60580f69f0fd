import type { FoundSkill, SkillSource } from "../catalog/skill-source.ts"
import { estimateTokens } from "../text/estimate-tokens.ts"
import { SkilletError } from "../problem/failure.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { readSkill, summariseSkill } from "../skill/read-skill.ts"
import type { SourceKind } from "../skill/place.ts"
import type { Trust } from "../skill/trust.ts"

export interface MemorySourceOptions {
  readonly kind?: SourceKind
  readonly trust?: Trust
  readonly label?: string
}

/** A source with its skills in memory: name → text of SKILL.md. It counts how often each was read. */
export function memorySource(
  texts: Readonly<Record<string, string>>,
  options: MemorySourceOptions = {},
): SkillSource & { readonly reads: readonly string[] } {
  const label = options.label ?? "memory"
  const reads: string[] = []
  return {
    kind: options.kind ?? "project",
    label,
    trust: options.trust ?? "remote",
    reads,
    async list() {
      const skills: FoundSkill[] = []
      const problems: Problem[] = []
      for (const [name, text] of Object.entries(texts)) {
        const path = `${label}/${name}/SKILL.md`
        const reading = readSkill(text)
        problems.push(...reading.problems.map((found) => placeProblem(path, found)))
        if (reading.kind === "refused") continue
        const summary = summariseSkill(reading.skill)
        const tokens = estimateTokens(
          [name, summary.header.description, summary.header.whenToUse].filter((part) => part !== undefined).join(" "),
        )
        skills.push({ name, form: "folder", path, realPath: path, size: text.length, changed: 0, summary, tokens })
      }
      return { skills, problems }
    },
    async read(skill) {
      const text = texts[skill.name]
      if (text === undefined)
        throw new SkilletError("file.unreadable", `there is no ${skill.name} in ${label}`, {
          retry: "no",
          next: "list the source again",
        })
      reads.push(skill.name)
      return text
    },
  }
}
