import fs from "node:fs"
import path from "node:path"
import { isOfOtherUser } from "../../system/files/is-of-other-user.ts"
import { isMap } from "../../text/is-map.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import { trustProblem } from "../problems.ts"
import { type Approval, type ApprovedGrants, approvalKinds } from "./approval.ts"
import type { FileNames } from "../naming/split-names.ts"
import type { OutsideFile } from "./digest-outside.ts"
import type { DigestedFile } from "../combine-digests.ts"

/** A trust store as far as it can be read. */
export interface ReadApprovals {
  readonly approvals: readonly Approval[]
  /** Entries that cannot be understood, as written: they approve nothing, and are kept. */
  readonly others: readonly unknown[]
  /** Each of them leaves unknown what was approved, and to what a server was pinned. */
  readonly problems: readonly Problem[]
  /** Why nothing of the file can be used. */
  readonly broken?: string | undefined
}

/** Reads a trust store entry by entry: an entry that cannot be understood approves nothing, and the others count. */
export function readApprovals(file: string): ReadApprovals {
  const found = readEntries(file)
  if (typeof found === "string") {
    const wording = { message: `the approvals file cannot be used: ${found}`, fix: `correct ${file}, or restore it` }
    return {
      approvals: [],
      others: [],
      problems: [placeProblem(file, trustProblem("trust.unreadable", {}, wording))],
      broken: found,
    }
  }
  const read = found.map((entry) => readApproval(entry))
  const others = found.filter((_, at) => read[at] === undefined)
  return {
    approvals: read.filter((approval) => approval !== undefined),
    others,
    problems: others.map((entry) => placeProblem(file, trustProblem("trust.unreadable", {}, oddEntry(file, entry)))),
  }
}

function readEntries(file: string): readonly unknown[] | string {
  try {
    const stat = fs.lstatSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return []
    if (!stat.isFile()) return "it is not a regular file"
    if ((stat.mode & 0o022) !== 0) return "other users may write to it"
    if (isOfOtherUser(file) || isOfOtherUser(path.dirname(file))) return "it belongs to another user"
    const stored: unknown = JSON.parse(fs.readFileSync(file, "utf8"))
    if (!isMap(stored)) return "it is not a JSON object"
    if (stored["edition"] !== 1) return "it has an unknown version"
    return Array.isArray(stored["approvals"]) ? stored["approvals"] : "its approvals are not a list"
  } catch (error) {
    if (error instanceof SyntaxError) return "it is not JSON"
    if (!(error instanceof Error) || !("code" in error)) throw error
    return error.code === "ENOTDIR" ? [] : `it cannot be read (${error.message.replace(/,.*$/, "")})`
  }
}

function readApproval(entry: unknown): Approval | undefined {
  if (!isMap(entry)) return undefined
  const { kind, path: at, name, digest, files, outside = [], names, approvedAt, grants } = entry
  const isSound =
    (kind === undefined || approvalKinds.some((one) => one === kind)) &&
    isText(at) &&
    isText(name) &&
    isText(digest) &&
    isText(approvedAt) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    Array.isArray(outside) &&
    outside.every(isOutside) &&
    (names === undefined || isNames(names))
  // Fields that a later edition adds are kept.
  return isSound && isGrants(grants) ? (entry as unknown as Approval) : undefined
}

function isFile(file: unknown): file is DigestedFile {
  return isMap(file) && isText(file["path"]) && isText(file["digest"]) && typeof file["executable"] === "boolean"
}

function isOutside(file: unknown): file is OutsideFile {
  if (!isMap(file) || !isText(file["path"]) || !isText(file["digest"])) return false
  return file["folder"] === undefined || isText(file["folder"])
}

function isNames(names: unknown): names is FileNames {
  if (!isMap(names) || typeof names["isListing"] !== "boolean") return false
  return ["words", "patterns", "programs"].every((key) => {
    const list = names[key]
    return Array.isArray(list) && list.every(isText)
  })
}

function isGrants(grants: unknown): grants is ApprovedGrants {
  if (!isMap(grants)) return false
  const { network, write, env } = grants
  return typeof network === "boolean" && typeof write === "boolean" && Array.isArray(env) && env.every(isText)
}

function isText(value: unknown): value is string {
  return typeof value === "string"
}

function oddEntry(file: string, entry: unknown) {
  const name = isMap(entry) && isText(entry["name"]) ? ` of ${entry["name"]}` : ""
  return {
    message: `the approval${name} cannot be read and approves nothing`,
    fix: `correct or remove that entry in ${file}`,
  }
}
