import fs from "node:fs"
import os from "node:os"
import { SkilletError } from "../problem/failure.ts"

/** A stream that reports when it has written a text. */
export interface WritableText {
  readonly fd?: number | undefined
  write(text: string, done: (error?: Error | null) => void): unknown
}

/**
 * Writes a line, and returns when it has been written. Throws if it was not: the reader is gone, the device is full, or
 * nothing reads what is written.
 */
export async function writeFully(stream: WritableText, text: string): Promise<void> {
  if (leadsNowhere(stream)) throw notWritten("stdout is closed or the null device")
  // Two writes: a file on a full disk may take a part of the text without an error, but then not the line break.
  for (const part of [text, "\n"])
    await new Promise<void>((resolve, reject) => {
      stream.write(part, (error) => (error ? reject(notWritten(error.message)) : resolve()))
    })
}

/** Node replaces a closed stdout by the null device, so the two look the same. */
function leadsNowhere({ fd }: WritableText): boolean {
  if (fd === undefined || os.devNull !== "/dev/null") return false
  const stat = fs.fstatSync(fd)
  return stat.isCharacterDevice() && stat.rdev === fs.statSync(os.devNull, { throwIfNoEntry: false })?.rdev
}

function notWritten(why: string): SkilletError {
  return new SkilletError("output.not-written", `the result could not be written: ${why}`, {
    retry: "later",
    next: "let something read stdout",
  })
}
