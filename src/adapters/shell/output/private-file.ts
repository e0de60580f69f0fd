import { randomUUID } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { makeDirectory } from "../../files/make-directory.ts"

/** A new file that only this user can read, open for writing. */
export interface PrivateFile {
  readonly path: string
  readonly descriptor: number
}

/** Makes the folder (0700) when it is not there, and refuses one that others can look into. */
export function createPrivateFile(folder: string): PrivateFile {
  makeDirectory(folder, 0o700)
  const stat = fs.lstatSync(folder)
  const isPrivate = process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0)
  if (!stat.isDirectory() || !isPrivate)
    throw new SkilletError("shell.folder-not-private", `others can look into ${folder}, where output would be kept`, {
      retry: "no",
      next: `make it a directory of your own with mode 0700, or name another one`,
    })
  const file = path.join(folder, `${randomUUID()}.txt`)
  return { path: file, descriptor: fs.openSync(file, "wx+", 0o600) }
}

export function appendTo(file: PrivateFile, text: string): void {
  fs.appendFileSync(file.descriptor, text)
}

/** Copies all of a file to the end of another, a piece at a time. */
export function appendFileTo(file: PrivateFile, from: PrivateFile): void {
  const piece = Buffer.allocUnsafe(1 << 16)
  for (let at = 0; ; ) {
    const read = fs.readSync(from.descriptor, piece, 0, piece.length, at)
    if (read === 0) return
    fs.appendFileSync(file.descriptor, piece.subarray(0, read))
    at += read
  }
}

export function removeFile(file: PrivateFile): void {
  fs.closeSync(file.descriptor)
  fs.rmSync(file.path, { force: true })
}
