import fs from "node:fs"
import path from "node:path"
import { type Completion, completeHeader } from "../../editor/complete-header.ts"
import { describePosition } from "../../editor/describe-field.ts"
import type { TextPosition } from "../../editor/header-cursor.ts"
import { listQuickFixes, type QuickFix } from "../../editor/list-quick-fixes.ts"
import type { Problem } from "../../../problem/problem.ts"
import { placeProblem } from "../../../problem/problem.ts"
import { identifySkill } from "../../../skill/skill-form.ts"
import { skillProblem } from "../../../skill/problems.ts"
import { MAX_FILE } from "../../../system/files/read-safely.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { Session } from "../session/open-session.ts"
import { lintBytes, listFoldersAround, listSkillNames } from "./lint-file.ts"

/** What an editor may ask about a skill while somebody writes it. The text counts, not the file; nothing is written. */
export interface SkillEditor {
  /** Whether a file is one that lint would read as a skill or a legacy command. */
  isSkillFile(path: string): boolean
  /** What lint says about this text. */
  check(path: string, text: string): Promise<readonly Problem[]>
  fixes(text: string, problems: readonly Problem[]): readonly QuickFix[]
  complete(text: string, position: TextPosition): readonly Completion[]
  describe(text: string, position: TextPosition): string | undefined
}

export function openEditor(session: Session): SkillEditor {
  let names: Promise<ReadonlySet<string>> | undefined
  return {
    isSkillFile,
    async check(file, text) {
      const bytes = Buffer.from(text)
      if (bytes.length > MAX_FILE) return [reportTooLarge(file, bytes.length)]
      names ??= listSkillNames(session)
      const realPath = fs.existsSync(file) ? fs.realpathSync(file) : file
      const context = { portable: false, folders: listFoldersAround(session), skills: await names }
      return lintBytes({ path: file, realPath, ...identifySkill(file) }, bytes, context)
    },
    fixes: (text, problems) => (text.length > MAX_FILE ? [] : listQuickFixes(text, problems)),
    complete: completeHeader,
    describe: describePosition,
  }
}

function isSkillFile(file: string): boolean {
  if (path.basename(file).toLowerCase() === "skill.md") return true
  return /\.md$/i.test(file) && /[/\\]\.claude[/\\]commands[/\\]/.test(file)
}

function reportTooLarge(file: string, bytes: number): Problem {
  const message = `it has ${formatCount(bytes, "byte")}, so it is not read`
  const fix = "move most of it into files that the skill names"
  return placeProblem(file, skillProblem("file.too-large", { line: 1, column: 1 }, { message, fix }))
}
