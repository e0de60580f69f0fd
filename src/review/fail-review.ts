import { ScanFailure } from "@skillet/scan"
import { SkilletError } from "../problem/failure.ts"

/** Throws what a scan threw. A failure of the scanner is one of the review, with its code and its next step. */
export function failReview(error: unknown): never {
  if (!(error instanceof ScanFailure)) throw error
  const { code, message, retry, next, cause } = error
  throw new SkilletError(code, message, { retry, next, cause })
}
