import { sourceKinds } from "./place.ts"

/** A skill as a person names it: `deploy`, `superpowers:brainstorming`, or `deploy@user` for one particular copy. */
export interface SkillRef {
  readonly name: string
  readonly source?: string
  /** Which of several copies of one source, from 1. */
  readonly nth?: number
}

export type ParsedRef = { readonly ref: SkillRef } | { readonly wrong: string }

export function parseSkillRef(text: string): ParsedRef {
  const trimmed = text.trim().replace(/^[/$]/, "")
  if (trimmed === "") return { wrong: "the name of a skill is missing" }
  if (/[\0\\]/.test(trimmed) || /(^|\/)\.\.(\/|$)/.test(trimmed) || trimmed.startsWith("/")) {
    return { wrong: `"${trimmed}" is a path; name a skill, such as deploy or plugin:deploy` }
  }
  const at = /^(.+)@([a-z]+)(?:#(\d+))?$/.exec(trimmed)
  if (at === null) return { ref: { name: trimmed } }
  const [, name = "", source = "", nth] = at
  return { ref: nth === undefined ? { name, source } : { name, source, nth: Number(nth) } }
}

/** Whether one particular copy is meant. A skill whose name contains an `@` is found by that name. */
export function isQualified(ref: SkillRef): boolean {
  return ref.nth !== undefined || sourceKinds.some((kind) => kind === ref.source)
}

export function formatSkillRef(ref: SkillRef): string {
  if (ref.source === undefined) return ref.name
  return ref.nth === undefined ? `${ref.name}@${ref.source}` : `${ref.name}@${ref.source}#${ref.nth}`
}
