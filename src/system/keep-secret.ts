import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { readErrorCode, SkilletError } from "../problem/failure.ts"
import { isOfOtherUser } from "./files/is-of-other-user.ts"
import { makeDirectory } from "./files/make-directory.ts"
import { readSafely } from "./files/read-safely.ts"
import { locateOwnFiles } from "./own-files.ts"

const SHAPE = /^[0-9a-f]{64}$/

export interface SecretUse {
  /** The name of its file. */
  readonly name: string
  readonly code: string
  /** What cannot be done without it, as in `so no browser would be let in safely`. */
  readonly without: string
  readonly next: string
}

/** A secret of this user on this machine, made when it is first asked for, and readable by nobody else. */
export function keepSecret(env: Readonly<Record<string, string | undefined>>, use: SecretUse): string {
  const { data } = locateOwnFiles(env)
  const file = path.join(data, use.name)
  const unusable = (why: string) =>
    new SkilletError(use.code, `${file} ${why}, ${use.without}`, { retry: "no", next: use.next })
  makeDirectory(data, 0o700)
  if (!fs.existsSync(file)) makeSecret(file)
  if (isOfOtherUser(data) || isOfOtherUser(file)) throw unusable("belongs to another user")
  if (isReadableByOthers(file)) throw unusable("can be read by other users")
  const secret = readSafely(file, 1024).toString("utf8").trim()
  if (!SHAPE.test(secret)) throw unusable("is not what it was when it was made")
  return secret
}

/** Complete at once or not at all, and the first of several processes wins. */
function makeSecret(file: string): void {
  const own = `${file}.${randomBytes(6).toString("hex")}`
  fs.writeFileSync(own, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 })
  try {
    fs.linkSync(own, file)
  } catch (error) {
    if (readErrorCode(error) !== "EEXIST") throw error
  } finally {
    fs.rmSync(own)
  }
}

/** Where there are no such modes, as on Windows, the directory of the user is protected by other means. */
function isReadableByOthers(file: string): boolean {
  return process.getuid !== undefined && (fs.statSync(file).mode & 0o077) !== 0
}
