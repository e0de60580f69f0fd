import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { findNearestNames } from "../../../text/find-nearest-names.ts"
import type { Session } from "../session/open-session.ts"

/** Why a path or name does not lead to a skill, and what the user may have meant. */
export async function noSkillError(skillet: Session, command: "audit" | "lint", named: string): Promise<SkilletError> {
  const { cwd } = skillet.around
  const at = path.resolve(cwd, named)
  const isThere = fs.existsSync(at)
  const meant = isThere ? skillAbove(at) : await nearNames(skillet, named, at)
  const shown = meant.map((one) => `skillet ${command} ${path.isAbsolute(one) ? toShownPath(cwd, one) || "." : one}`)
  return new SkilletError(
    isThere ? `${command}.no-skill` : `${command}.no-file`,
    isThere ? `there is no skill in ${named}` : `there is no file, directory or skill called ${named}`,
    {
      retry: "no",
      next:
        shown.length > 0
          ? `did you mean ${shown.join(" or ")}?`
          : "name a SKILL.md, a skill's directory or a directory of skills; skillet list shows the names",
    },
  )
}

/** The skill that a file or directory is part of. */
function skillAbove(at: string): readonly string[] {
  for (let folder = path.dirname(at); folder !== path.dirname(folder); folder = path.dirname(folder))
    if (fs.existsSync(path.join(folder, "SKILL.md"))) return [folder]
  return []
}

/** Skills of that name, and entries of the same directory that are spelled alike. */
async function nearNames(skillet: Session, named: string, at: string): Promise<readonly string[]> {
  const parent = path.dirname(at)
  const beside = fs.statSync(parent, { throwIfNoEntry: false })?.isDirectory() === true ? fs.readdirSync(parent) : []
  const paths = findNearestNames(path.basename(at), beside).map((name) => path.join(parent, name))
  if (named.includes("/") && paths.length > 0) return paths
  const { skills } = await skillet.catalog()
  const names = findNearestNames(path.basename(at), [...new Set(skills.map(({ name }) => name))])
  return [...names, ...(named.includes("/") ? [] : paths)].slice(0, 3)
}

/** Below the directory we work in, paths are relative to it, so that reports from two machines agree. */
export function toShownPath(cwd: string, file: string): string {
  if (!path.isAbsolute(file)) return file
  const near = path.relative(cwd, file)
  return near === "" || near.startsWith("..") || path.isAbsolute(near) ? file : near.split(path.sep).join("/")
}
