import fs from "node:fs"

/**
 * Reads a file that may have been replaced by anything: a pipe or a device is never waited for, and a file larger than
 * `most` is not read. Both are errors of the system, as a missing file is.
 */
export function readPlainFile(file: string, most: number): Buffer {
  const handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  try {
    const stat = fs.fstatSync(handle)
    if (!stat.isFile()) throw refused("EINVAL", `${file} is not a regular file`)
    if (stat.size > most) throw refused("EFBIG", `${file} is larger than expected`)
    return fs.readFileSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function refused(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
