import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { readErrorCode, SkilletError } from "../problem/failure.ts"
import { isOfOtherUser } from "../system/files/is-of-other-user.ts"
import { makeDirectory } from "../system/files/make-directory.ts"
import { readSafely } from "../system/files/read-safely.ts"
import { locateOwnFiles } from "../system/own-files.ts"

const SHAPE = /^[0-9a-f]{64}$/

/** The secret of this user from which cookies are made; made with the first server, and readable by nobody else. */
export function keepSecret(env: Readonly<Record<string, string | undefined>>): string {
  const { data } = locateOwnFiles(env)
  const file = path.join(data, "serve-secret")
  makeDirectory(data, 0o700)
  if (!fs.existsSync(file)) makeSecret(file)
  if (isOfOtherUser(data) || isOfOtherUser(file)) throw unusable(file, "belongs to another user")
  if (isReadableByOthers(file)) throw unusable(file, "can be read by other users")
  const secret = readSafely(file, 1024).toString("utf8").trim()
  if (!SHAPE.test(secret)) throw unusable(file, "is not what it was when it was made")
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

function unusable(file: string, why: string): SkilletError {
  return new SkilletError("web.secret", `${file} ${why}, so no browser would be let in safely`, {
    retry: "no",
    next: "move the file away; skillet serve makes a new one, and browsers are let in again by the address that it prints",
  })
}
