import { listTemplateFiles, dropUnfilledParts, readRoleTemplate, type RoleFile } from "../../roles/role-template.ts"
import { findOurRole, roleInstructions } from "../../roles/role-instructions.ts"
import { findNamedRole } from "../../roles/role-names.ts"
import { lowerHeadings } from "../../plan-excerpt.ts"
import { compileSkill } from "../../skills/compile-skill.ts"
import type { InstructionsFact } from "../../wake-facts.ts"
import { findRoleFiles, readRoleFile, type RoleFilePlace, type LocatedSkill } from "./find-role-files.ts"

/** What a sub-agent has to do. Its headings are below those of a packet. */
export function gatherInstructions(
  names: readonly string[],
  skills: readonly LocatedSkill[],
): InstructionsFact | undefined {
  const found = findInstructions(names, skills)
  if (found === undefined) return undefined
  const text = lowerHeadings(found.text.trim())
  return { ...found, text, compiled: compileSkill(text) }
}

type Found = Omit<InstructionsFact, "compiled">

/** By the file for its role that comes with the skills, otherwise by our own text. */
function findInstructions(names: readonly string[], skills: readonly LocatedSkill[]): Found | undefined {
  const files = findRoleFiles(skills)
  const named = names.flatMap((name) => findNamedRole(name, files) ?? [])[0]
  const read = named === undefined ? undefined : readRoleFile(named)
  if (named !== undefined && read !== undefined && "text" in read) return fromFile(read, files)
  const role = names.flatMap((name) => findOurRole(name) ?? [])[0]
  const text = role === undefined ? undefined : roleInstructions[role]
  const leftOut =
    named === undefined || read === undefined || "text" in read ? [] : [{ what: named.path, why: read.refused }]
  return text === undefined && leftOut.length === 0
    ? undefined
    : { text: text ?? "", source: "Skillet's own text", leftOut }
}

/** A file may only say which other one is the template. */
function fromFile(file: RoleFile, files: readonly RoleFilePlace[]): Found {
  const own = readRoleTemplate(file)
  const names = own.isQuoted ? [] : listTemplateFiles(own.prompt)
  const place = files.find(({ path }) => path !== file.path && names.some((name) => path.endsWith(`/${name}`)))
  const other = place === undefined ? undefined : readRoleFile(place)
  const template = other !== undefined && "text" in other ? readRoleTemplate(other) : undefined
  const { text, unfilled } = dropUnfilledParts(template ?? own)
  return {
    text: template === undefined ? text : `${own.prompt}\n\n${text}`,
    source: template === undefined ? file.path : `${file.path}, ${place?.path ?? ""}`,
    leftOut: [
      ...unfilled.map((what) => ({ what, why: "it is only a place to fill in" })),
      ...(place === undefined || other === undefined || "text" in other
        ? []
        : [{ what: place.path, why: other.refused }]),
    ],
  }
}
