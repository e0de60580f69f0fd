import path from "node:path"
import type { AuditReport } from "../../../audit/audit-report.ts"
import { toAuditSarif } from "../../../audit/audit-sarif.ts"
import { writeReportFile } from "../../../system/files/write-report-file.ts"
import { version } from "../../../system/version.ts"
import type { Io } from "../../output.ts"
import { writeAuditLines } from "./audit-screen.ts"

export const auditFormats = ["text", "json", "sarif"] as const

export interface PrintGiven {
  readonly format?: (typeof auditFormats)[number]
  readonly json?: boolean
  readonly output?: string
}

interface Printing {
  readonly options: PrintGiven
  readonly io: Io
  readonly cwd: string
  readonly isPathGiven: boolean
}

export function printAudit(report: AuditReport, { options, io, cwd, isPathGiven }: Printing): void {
  const format = options.format ?? (options.json === true ? "json" : "text")
  const screen = { cwd, isPathGiven }
  if (options.output !== undefined)
    writeOutput(cwd, options.output, renderAudit(report, format, { ...screen, io: { ...io, colour: false } }))
  else if (format === "json") io.json(report)
  else io.out(renderAudit(report, format, { ...screen, io }))
}

export function writeOutput(cwd: string, file: string, text: string): void {
  writeReportFile(path.resolve(cwd, file), `${text}\n`, { below: cwd })
}

function renderAudit(
  report: AuditReport,
  format: (typeof auditFormats)[number],
  screen: Parameters<typeof writeAuditLines>[1],
): string {
  switch (format) {
    case "text":
      return writeAuditLines(report, screen).join("\n")
    case "json":
      return JSON.stringify(report, null, 2)
    case "sarif":
      return JSON.stringify(toAuditSarif(report, { name: "skillet", version }), null, 2)
  }
}
