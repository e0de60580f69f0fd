import fs from "node:fs"
import path from "node:path"
import { selectSureFindings } from "../../../audit/audit-report.ts"
import { findInspectionFault } from "../../find-gate-fault.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { Engine } from "../../engine.ts"
import type { GateAnswer, GateAsk, InspectionAnswer, Run } from "../../model.ts"
import { cutToWidth } from "../../../text/measure-width.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { type Inspection, inspections } from "../../../workflow/review-policy.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import { openGateShell, openRunSession } from "./gate-shell.ts"

/** Does what gates request, in the directory of their run. */
export function openGateWork(
  skillet: Session,
  engine: Engine,
): (ask: GateAsk, run: Run, signal: AbortSignal) => Promise<GateAnswer> {
  const shell = openGateShell(skillet, engine)
  return (ask, run, signal) => ("command" in ask ? shell(ask.command, run, signal) : inspectFiles(skillet, run, ask))
}

/** Inspects a path of the project, as `lint` and `audit` do. Nothing there is run. */
export async function inspectFiles(
  session: Session,
  run: Pick<Run, "directory">,
  { what, path: named }: Extract<GateAsk, { kind: "inspect" }>,
): Promise<InspectionAnswer> {
  const skillet = openRunSession(session, run)
  const { cwd } = skillet.around
  const at = path.resolve(cwd, named)
  const fault = findInspectionFault(named, { root: realPath(cwd), at: realPath(at) })
  if (fault !== undefined) return { kind: "refused", why: fault }
  try {
    const { skills, found } = await inspectors[what](skillet, at)
    const kept = worstFirst(what, found).slice(0, MOST_KEPT)
    return { kind: "inspected", skills, found: kept.map(({ level, text }) => ({ level, text: shownLine(text) })) }
  } catch (error) {
    if (error instanceof SkilletError) return { kind: "refused", why: error.message }
    throw error
  }
}

const MOST_KEPT = 200
const LONGEST_LINE = 300

/** A finding may quote the file, which an agent wrote and the next agent reads, so it stays on one line. */
function shownLine(text: string): string {
  return cutToWidth(toVisibleLine(text), LONGEST_LINE)
}

type Found = Omit<Extract<InspectionAnswer, { kind: "inspected" }>, "kind">

const inspectors: Readonly<Record<Inspection, (skillet: Session, at: string) => Promise<Found>>> = {
  async lint(skillet, at) {
    const { lintSkills } = await import("../../../catalog/io/lint/lint-skills.ts")
    const { files, problems } = await lintSkills(skillet, { paths: [at] })
    return {
      skills: files,
      found: problems.map(({ level, path: file, line, message }) => ({
        level,
        text: `${formatPlace(skillet, file, line)} ${message}`,
      })),
    }
  },
  async audit(skillet, at) {
    const { auditSkills } = await import("../../../audit/io/audit-skills.ts")
    const report = await auditSkills(skillet, { paths: [at] })
    return {
      skills: report.skills,
      found: selectSureFindings(report).map(({ severity, file, line, title }) => ({
        level: severity,
        text: `${formatPlace(skillet, file, line)} ${title}`,
      })),
    }
  },
  async markers(_skillet, at) {
    const { inspectMarkers } = await import("./inspect-markers.ts")
    const { files, found } = inspectMarkers(at)
    return { skills: files, found: found.map((text) => ({ level: "MUST", text })) }
  },
}

function worstFirst(what: Inspection, found: Found["found"]): Found["found"] {
  const levels: readonly string[] = inspections[what].levels
  return found.toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level))
}

function formatPlace({ around }: Session, file: string, line: number | undefined): string {
  const shown = path.isAbsolute(file) ? path.relative(around.cwd, file) : file
  return line === undefined ? shown : `${shown}:${line}`
}

function realPath(at: string): string | undefined {
  return fs.existsSync(at) ? fs.realpathSync(at) : undefined
}
