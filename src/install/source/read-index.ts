import { isMap } from "../../text/is-map.ts"

/** A skill that a well-known index lists. */
export interface IndexedSkill {
  readonly name: string
  readonly type: "skill-md" | "archive"
  /** Relative to the index, or an address. */
  readonly url: string
  /** Of the bytes at the address: `sha256:` and 64 digits. */
  readonly digest: string
}

export type ReadIndex = { readonly skills: readonly IndexedSkill[] } | { readonly wrong: string }

/** Reads `/.well-known/agent-skills/index.json`, version 0.2.0. An entry without a digest cannot be installed. */
export function readIndex(text: string): ReadIndex {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { wrong: "it is not JSON" }
  }
  const listed = isMap(value) ? value["skills"] : undefined
  if (!Array.isArray(listed)) return { wrong: "it has no list of skills" }
  const skills: IndexedSkill[] = []
  for (const entry of listed) {
    const { name, type, url, digest } = isMap(entry) ? entry : {}
    if (typeof name !== "string" || typeof url !== "string") return { wrong: "an entry has no name or no url" }
    if (type !== "skill-md" && type !== "archive")
      return { wrong: `the type of ${name} is neither skill-md nor archive` }
    if (typeof digest !== "string" || !/^sha256:[0-9a-f]{64}$/.test(digest))
      return { wrong: `${name} has no SHA-256 digest, so its bytes could not be checked` }
    skills.push({ name, type, url, digest })
  }
  return { skills }
}
