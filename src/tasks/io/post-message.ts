import { randomUUID } from "node:crypto"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import type { Message, MessageType } from "../model.ts"
import { findMentions, isOwn, type ProjectNames } from "../messages/find-mentions.ts"
import { addHuman } from "../messages/message-kind.ts"
import { requireSameMessage } from "../messages/require-same-message.ts"
import type { Wake } from "./open-wake.ts"

export interface Posting {
  readonly from: string
  readonly text: string
  /** Default `message`. */
  readonly type?: MessageType | undefined
  /** An agent alone cannot deal with it: `@human` gets it too. */
  readonly requiresHuman?: boolean | undefined
  /** Who it is for, besides those it mentions. */
  readonly to?: string | undefined
  readonly key?: string | undefined
  /** Refuses a message that mentions somebody in another project. */
  readonly ownProject?: boolean | undefined
}

export interface PostedMessage {
  readonly message: Message
  /** The same message was posted before under its key. */
  readonly again: boolean
}

/** Stores a message from a person or an agent. Its key counts in this project and branch. */
export async function sayMessage(wake: Wake, posting: Posting): Promise<PostedMessage> {
  const { project, branch } = wake.scope
  const key = posting.key === undefined ? undefined : `said:${JSON.stringify([project, branch, posting.key])}`
  const { message, isNew } = await post(wake, { ...posting, key })
  if (!isNew) requireSameMessage(message, posting)
  return { message, again: !isNew }
}

/** Stores a message from Skillet itself. Under the same key the first one counts. */
export async function postMessage(wake: Wake, posting: Posting): Promise<Message> {
  return (await post(wake, posting)).message
}

/** Stores a message for everybody it mentions. */
async function post(wake: Wake, { from, text, type, requiresHuman, to, key, ownProject }: Posting) {
  const named = await loadProjectNames(wake)
  const mentioned = findMentions(to === undefined ? text : `@${to} ${text}`, wake.scope, named)
  const other = ownProject === true ? mentioned.find(({ project }) => project !== wake.scope.project) : undefined
  if (other !== undefined)
    throw new SkilletError("message.other-project", `the message mentions @${other.agent} in another project`, {
      retry: "no",
      next: "write to agents of this project only, and leave the others to the user",
    })
  const mentions = mentioned.filter((address) => !isOwn(address, { ...wake.scope, agent: from }))
  return wake.store.post({
    ...wake.scope,
    from,
    type,
    requiresHuman,
    text,
    at: wake.now(),
    mentions: requiresHuman === true ? addHuman(mentions, wake.scope) : mentions,
    key: key ?? randomUUID(),
  })
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
