import type { Grade } from "../../audit-rule.ts"
import { SENDS } from "../reading/shared-patterns.ts"
import type { Source } from "./find-sources.ts"
import type { Sender } from "./find-senders.ts"
import { hasKnownOwner, isForHost, isLocalHost, isModelKey, readOwner } from "./secret-names.ts"

/** What leaves, how, and to whom. */
export interface Sent {
  readonly sender: Sender
  readonly sources: readonly Source[]
  readonly host: string | undefined
}

export interface JudgedSending extends Required<Grade> {
  readonly about: string
}

/**
 * Whether what is sent should not be. A key that signs a request to its own service is what keys are for:
 * 1. To this machine, anything may be sent.
 * 2. A variable whose owner is known may go to the owner's hosts. As a header, keys of models may go anywhere.
 * 3. Variables of several owners, the whole environment, files with keys and encoded data in a look-up go nowhere.
 */
export function judgeSent({ sender, sources, host }: Sent): JudgedSending | undefined {
  if (host !== undefined && isLocalHost(host)) return undefined
  const to = host === undefined ? "another host" : host
  if (sender.by === "lookup") return judgeLookup(sources, to)
  const files = sources.filter(({ kind }) => kind === "file" || kind === "all")
  const isNew = !new RegExp(SENDS.source).test(sender.text)
  if (files.length > 0 && (sender.by === "image" || (isNew && host !== undefined)) && !isHeader(sender.text, files[0]))
    return { ...SURE, about: `Sends ${describeSource(files[0])} to ${to}.` }
  if (host === undefined) return undefined
  const foreign = sources.filter(({ kind, name }) => kind === "named" && !isForHost(name, host))
  const known = foreign.find((one) => hasKnownOwner(one.name) && !(isModelKey(one.name) && isHeader(sender.text, one)))
  if (known !== undefined) return { ...SURE, about: `Sends ${known.name} to ${host}, which it is not for.` }
  const owners = new Set(foreign.filter((one) => !isHeader(sender.text, one)).map(({ name }) => readOwner(name)))
  return owners.size > 1 ? { ...SURE, about: `Sends secrets of ${[...owners].join(" and ")} to ${host}.` } : undefined
}

const SURE = { severity: "major", confidence: "high" } as const

function judgeLookup(sources: readonly Source[], to: string): JudgedSending | undefined {
  const [first] = sources
  return first === undefined
    ? undefined
    : { ...SURE, about: `Sends ${describeSource(first)} in names that it looks up under ${to}.` }
}

function describeSource(source: Source | undefined): string {
  if (source?.kind === "named") return source.name
  if (source?.kind === "all") return "the environment"
  return source?.kind === "file" ? "a file with keys" : "encoded data"
}

/** Whether a value is there to sign the request. */
function isHeader(text: string, source: Source | undefined): boolean {
  const before = text.slice(Math.max(0, (source?.at ?? 0) - 80), source?.at ?? 0)
  return /(?:headers?|authorization|bearer|x-[\w-]{0,20}key|api[-_]?key|\bauth|cookie|token|\s-H|\s-u|--user|--header)["'\s:=({`$\w.+,\\/-]{0,40}$/i.test(
    before,
  )
}
