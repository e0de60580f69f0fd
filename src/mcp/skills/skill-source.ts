import { skillEntry, type Skill, type SkillReadResult, type SkillSource } from "@modelcontextprotocol/server/ext/skills"
import { describeError } from "../../problem/failure.ts"
import { requireRight, type ServedClient } from "../client-rules.ts"
import type { Workspaces } from "../workspaces.ts"
import { findFile, listChildren, listServable, readServedFiles, type ServableSkill, toUri } from "./servable-skills.ts"

const PAGE = 50

interface SourceOptions {
  readonly client: ServedClient
  readonly onWarning: (warning: { readonly path: string; readonly message: string }) => void
}

/**
 * The catalog of the host as skills of the protocol (SEP-2640): the copy that wins, with every file, its size and its
 * digest. Files are read for each request, so what is served is what is there. The protocol names no workspace, so the
 * skills are those of the directory in which the server was started.
 */
export function openSkillSource(workspaces: Workspaces, { client, onWarning }: SourceOptions): SkillSource {
  const inOwn = <T>(act: (skills: readonly ServableSkill[]) => Promise<T>) =>
    workspaces.within(workspaces.own, async (skillet) => {
      await requireRight(skillet, client, "read")
      return act(await listServable(skillet))
    })
  const warned = new Set<string>()
  const warn = (at: string, message: string) => {
    if (warned.size > 10_000 || warned.has(`${at}\n${message}`)) return
    warned.add(`${at}\n${message}`)
    onWarning({ path: at, message })
  }

  /** Undefined if the protocol has no form for it. What is refused stays usable through tools. */
  async function makeEntry(skill: ServableSkill): Promise<Skill | undefined> {
    try {
      const files = readServedFiles(skill)
      if (files !== undefined) return await skillEntry(skill.address, Object.fromEntries(files))
      warn(skill.path, "not served as a skill of the protocol: it has links, or too many or too large files")
    } catch (error) {
      warn(skill.path, `not served as a skill of the protocol: ${describeError(error)}`)
    }
    return undefined
  }

  return {
    list: ({ cursor }) =>
      inOwn(async (skills) => {
        const { items, next } = cutPage(skills, cursor)
        const entries = await Promise.all(items.map(makeEntry))
        return { skills: entries.filter((entry) => entry !== undefined), ...next }
      }),
    get: (uri) =>
      inOwn(async (skills) => {
        const skill = skills.find(({ address }) => toUri(address, "SKILL.md") === uri)
        return skill === undefined ? undefined : makeEntry(skill)
      }),
    read: (uri) =>
      inOwn(async (skills) => {
        const found = findFile(skills, uri)
        const bytes = found === undefined ? undefined : readServedFiles(found.skill)?.get(found.file)
        if (bytes === undefined) return undefined
        return toContent(found?.file ?? "", bytes)
      }),
    readDirectory: (uri, { cursor }) =>
      inOwn(async (skills) => {
        const children = listChildren(skills, uri)
        if (children === undefined) return undefined
        const { items, next } = cutPage(children, cursor)
        return { resources: items, ...next }
      }),
    listResources: () =>
      inOwn(async (skills) =>
        skills.map(({ address, name, description }) => ({
          uri: toUri(address, "SKILL.md"),
          name,
          description,
          mimeType: "text/markdown",
        })),
      ),
  }
}

function cutPage<Item>(all: readonly Item[], cursor: string | undefined) {
  const given = Number(cursor ?? 0)
  const start = Number.isSafeInteger(given) && given > 0 ? given : 0
  const next = start + PAGE < all.length ? { nextCursor: String(start + PAGE) } : {}
  return { items: all.slice(start, start + PAGE), next }
}

function toContent(file: string, bytes: Buffer): SkillReadResult {
  if (!isText(bytes)) return { bytes, mimeType: "application/octet-stream" }
  return { text: bytes.toString("utf8"), mimeType: file.endsWith(".md") ? "text/markdown" : "text/plain" }
}

function isText(bytes: Buffer): boolean {
  return !bytes.includes(0) && Buffer.from(bytes.toString("utf8"), "utf8").equals(bytes)
}
