import fs from "node:fs"
import path from "node:path"
import { type AuthorGrant, checkAuthorDirectory, type ListedAuthorGrant } from "../../../trust/io/author-grants.ts"
import { openManaged } from "../../../trust/io/open-managed.ts"
import { canBeApproved } from "../../../trust/trust-state.ts"
import type { Session } from "../session/open-session.ts"
import { openOwnAuthorStore } from "./read-trust.ts"

/** A directory whose skills would need no approval. */
export interface AuthorPlan {
  /** Its real path. */
  readonly path: string
  /** The skills in it that some approval would concern, as they are now; none that was installed. */
  readonly skills: readonly string[]
}

export interface ListedAuthors {
  readonly authors: readonly ListedAuthorGrant[]
  /** Why the file with them cannot be used; then none has an effect. */
  readonly broken?: string | undefined
}

export function listAuthors(session: Session): ListedAuthors {
  const store = openOwnAuthorStore(session)
  return { authors: store.list(session.around.home), broken: store.broken }
}

export async function planAuthor(session: Session, directory: string): Promise<AuthorPlan> {
  const at = checkAuthorDirectory(resolveDirectory(session, directory), session.around.home)
  const copies = await session.copies()
  const isManaged = openManaged(session.around)
  const skills = copies.flatMap(({ source, listing }) =>
    listing.skills.filter(
      ({ realPath }) =>
        canBeApproved(source, path.isAbsolute(realPath)) && realPath.startsWith(`${at}/`) && !isManaged(realPath),
    ),
  )
  return { path: at, skills: [...new Set(skills.map(({ name }) => name))].toSorted() }
}

export function grantAuthor(session: Session, plan: AuthorPlan): AuthorGrant {
  return openOwnAuthorStore(session).add(plan.path, session.around.home)
}

/** By the directory as it was granted, even if it is gone. */
export function removeAuthor(session: Session, directory: string): boolean {
  const store = openOwnAuthorStore(session)
  return store.remove(path.resolve(session.around.cwd, directory)) || store.remove(resolveDirectory(session, directory))
}

/** Links are resolved once, when it is granted; none may appear on the way later. */
function resolveDirectory({ around }: Session, directory: string): string {
  const at = path.resolve(around.cwd, directory)
  return fs.existsSync(at) ? fs.realpathSync(at) : at
}
