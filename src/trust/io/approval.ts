import type { OutsideFile } from "./digest-outside.ts"
import type { DigestedFile } from "../combine-digests.ts"
import type { FileNames } from "../naming/split-names.ts"

/** What can be approved besides skills. */
export const approvalKinds = ["module", "conventions"] as const

/** What a person approved: exactly this content at this place. */
export interface Approval {
  /** A module of a project with its imports, or the conventions of a project; absent for a skill. */
  readonly kind?: (typeof approvalKinds)[number] | undefined
  /** The real path of the skill's or the module's file, or of the directory of the conventions. */
  readonly path: string
  readonly name: string
  readonly digest: string
  readonly files: readonly DigestedFile[]
  /** What its commands run outside its directory. */
  readonly outside?: readonly OutsideFile[] | undefined
  /** What its commands name; a file that appears later under one of these names is not approved. */
  readonly names?: FileNames | undefined
  readonly approvedAt: string
  /** What its commands may do beyond reading the project. */
  readonly grants: ApprovedGrants
}

export interface ApprovedGrants {
  readonly network: boolean
  readonly write: boolean
  readonly env: readonly string[]
}
