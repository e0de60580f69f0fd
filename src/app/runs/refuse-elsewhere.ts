import fs from "node:fs"
import type { Run } from "../../run/model.ts"
import { requireOwnProject } from "../../run/take-report.ts"
import type { Project } from "./files/project-of.ts"

/** Refuses to run the gate commands of a run from another project, or where its directory does not exist. */
export function refuseElsewhere(
  { project }: Pick<Project, "project">,
  run: Pick<Run, "id" | "project" | "program" | "directory">,
): void {
  const isDirectory = (at: string) => fs.statSync(at, { throwIfNoEntry: false })?.isDirectory() === true
  requireOwnProject(run, { project, isDirectory })
}
