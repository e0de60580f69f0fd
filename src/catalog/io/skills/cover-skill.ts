import path from "node:path"
import { readSkill } from "../../../skill/read-skill.ts"
import { findOwnDirectory } from "../../../skill/skill-form.ts"
import { readSmallText } from "../../../trust/io/approved-copies.ts"
import { digestOutside, digestWithOutside, type OutsideFile } from "../../../trust/io/digest-outside.ts"
import { digestSkill, type SkillDigest } from "../../../trust/io/digest-skill.ts"
import { findNamedFiles } from "../../../trust/io/find-named-files.ts"
import { listSkillActions, type SkillActions } from "../../../trust/skill-actions.ts"
import { approvalError } from "../../../trust/trust-state.ts"
import type { FoundSkill } from "../../skill-source.ts"
import type { Session } from "../session/open-session.ts"
import { digestText } from "./read-trust.ts"
import { findSkillPaths } from "./skill-variables.ts"

/** What an approval of a skill would cover now: what it does, its own files, and the files around it. */
export interface SkillCover extends Omit<SkillActions, "runs"> {
  /** Of everything that is covered. */
  readonly digest: string
  /** Of its own files alone. */
  readonly content: string
  readonly files: SkillDigest["files"]
  readonly outside: readonly OutsideFile[]
}

export function coverSkill(skillet: Session, skill: FoundSkill, text: string): SkillCover {
  const { realPath, form, plugin } = skill
  const reading = readSkill(text)
  if (!("skill" in reading)) throw approvalError("refused", skill.path)
  const { digest: content, files } = digestSkill(realPath, form)
  // What is shown must be what is hashed: the text is one of the files, read twice.
  const own = files.find((file) => file.path === path.basename(realPath))
  if (own?.digest !== digestText(text)) throw approvalError("changed", skill.path)
  const procedure = form === "folder" ? readSmallText(path.join(path.dirname(realPath), "workflow.yaml")) : undefined
  const { runs, ...actions } = listSkillActions(reading.skill, findSkillPaths(skillet, skill), procedure)
  const { cwd, root } = skillet.around
  const found = findNamedFiles(actions.names, { cwd, root })
  // A file that a command would run, and that is nowhere, is shown as missing.
  const missing = runs.filter((file) => !found.some((other) => other.endsWith(path.join("/", file))))
  const named = [...missing.map((file) => path.resolve(cwd, file)), ...found]
  const folder = findOwnDirectory({ form, path: realPath }) ?? realPath
  const outside = digestOutside(named, { folder, plugin: plugin?.root })
  return { ...actions, digest: digestWithOutside(content, outside), content, files, outside }
}
