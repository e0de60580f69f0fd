import type { SharedFiles } from "./shared-files.ts"
import type { ScanSetup } from "../scan-job.ts"

/** Everything a thread gets when it starts. It never opens a file itself. */
export interface ThreadSetup extends ScanSetup {
  readonly shared: SharedFiles
  /** How many times the usual steps an analysis may take. */
  readonly patience: number
}
