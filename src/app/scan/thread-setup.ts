import type { SharedFiles } from "../../adapters/patterns/shared-files.ts"
import type { ScanSetup } from "../../analysis/scan-job.ts"

/** All that a thread is told first. It never opens a file itself. */
export interface ThreadSetup extends ScanSetup {
  readonly shared: SharedFiles
}
