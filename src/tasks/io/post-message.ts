import { randomUUID } from "node:crypto"
import path from "node:path"
import type { Message } from "../model.ts"
import { findMentions, isOwn, type ProjectNames } from "../messages/find-mentions.ts"
import type { Wake } from "./open-wake.ts"

export interface Posting {
  readonly from: string
  readonly text: string
  /** Who it is for, besides those it mentions. */
  readonly to?: string | undefined
  readonly key?: string | undefined
}

/** Stores a message for everybody it mentions. */
export async function postMessage(wake: Wake, { from, text, to, key }: Posting): Promise<Message> {
  const named = await loadProjectNames(wake)
  const mentioned = findMentions(to === undefined ? text : `@${to} ${text}`, wake.scope, named)
  const mentions = mentioned.filter((address) => !isOwn(address, { ...wake.scope, agent: from }))
  const { message } = await wake.store.post({
    ...wake.scope,
    from,
    text,
    at: wake.now(),
    mentions,
    key: key ?? randomUUID(),
  })
  return message
}

/** The projects that addresses can name: this one, and those that have messages or agents. */
export async function loadProjectNames({ store, scope }: Wake): Promise<ProjectNames> {
  const projects = [...new Set([scope.project, ...(await store.projects())])]
  return (name) => only(projects.filter((project) => projectName(project) === name))
}

function projectName(project: string): string {
  return path.basename(project) === ".git" ? path.basename(path.dirname(project)) : path.basename(project)
}

function only<One>(found: readonly One[]): One | undefined {
  return found.length === 1 ? found[0] : undefined
}
