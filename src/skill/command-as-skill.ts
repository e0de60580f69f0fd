import { editLines } from "./header/edit-lines.ts"
import { writeField } from "./header/write.ts"
import { readSkill, type SkillText } from "./read-skill.ts"

/**
 * The same text with a name, a description, and its old name as an alias where that changed. It is read again: where
 * it would say anything else than before, there is none.
 */
export function commandAsSkill(
  text: string,
  names: { readonly name: string; readonly command: string },
): string | undefined {
  const reading = readSkill(text)
  if (reading.kind === "refused") return undefined
  const { header, opening, block, body, fence, edits, blockLine } = reading.skill
  const lines = fence === "none" ? [] : editLines(block.split("\n"), edits, blockLine)
  const isRenamed = names.command !== names.name
  const description =
    header.description ?? (opening?.paragraph === "" ? undefined : opening?.paragraph) ?? `The command ${names.command}`
  const added = [
    ...(header.name === undefined ? writeField("name", names.name) : []),
    ...(header.description === undefined ? writeField("description", description) : []),
    ...(isRenamed ? writeField("aliases", [names.command]) : []),
  ]
  const kept = lines.map((line) =>
    header.name !== undefined && /^name\s*:/.test(line) ? (writeField("name", names.name)[0] ?? line) : line,
  )
  const gap = fence === "none" && !body.startsWith("\n") ? [""] : []
  const ending = text.includes("\r\n") ? "\r\n" : "\n"
  const skill = ["---", ...added, ...kept, "---", ...gap, ...body.split("\n")].join(ending)
  const wanted = { ...header, name: names.name, description, ...(isRenamed ? { aliases: [names.command] } : {}) }
  return saysExactly(skill, { header: wanted, unknown: reading.skill.unknown, body }) ? skill : undefined
}

function saysExactly(text: string, wanted: Pick<SkillText, "header" | "unknown" | "body">): boolean {
  const reading = readSkill(text)
  if (reading.kind === "refused" || reading.skill.fence !== "strict") return false
  const sorted = (map: object) => JSON.stringify(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
  const { header, unknown, body } = reading.skill
  return (
    sorted(header) === sorted(wanted.header) &&
    sorted(unknown) === sorted(wanted.unknown) &&
    body.trim() === wanted.body.trim()
  )
}
