import { decodeFileBytes, isLikelyText } from "../rules/reading/decode.ts"
import type { AuditFile } from "../rules/reading/split-passages.ts"
import type { ListedSource } from "../../catalog/decide-winners.ts"
import type { FoundSkill } from "../../catalog/skill-source.ts"
import { SkilletError } from "../../problem/failure.ts"
import { writeHeader } from "../../skill/header/write.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { TargetContent } from "./find-targets-on-disk.ts"

export const OFFERED_MAIN = "SKILL.md"

/** The text of a skill that a server or another source offers, from what it sends. */
export function openOfferedContent(skillet: Session, source: ListedSource["source"], skill: FoundSkill): TargetContent {
  return { main: OFFERED_MAIN, files: (skip) => readOffered(skillet, { source, skill }, skip) }
}

async function readOffered(
  skillet: Session,
  { source, skill }: { readonly source: ListedSource["source"]; readonly skill: FoundSkill },
  skip: (file: string, reason: string) => void,
): Promise<readonly AuditFile[]> {
  const tried = async <T>(file: string, ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof SkilletError)) throw error
      skip(file, `its source did not send it (${error.message})`)
      return undefined
    }
  }
  // If the text is not available, such as a prompt that needs arguments, the description is still audited.
  const text =
    (await tried(OFFERED_MAIN, () => skillet.read(skill.path))) ?? writeHeader(skill.summary.header).join("\n")
  const files = (await tried("files", async () => source.files?.call(source, skill))) ?? {}
  const others = Object.entries(files).filter(([name]) => name !== OFFERED_MAIN)
  return [
    { path: OFFERED_MAIN, text, executable: false, size: Buffer.byteLength(text) },
    ...others.map(([name, bytes]): AuditFile => {
      const known = { path: name, executable: false, size: bytes.length }
      if (isLikelyText(Buffer.from(bytes))) return { ...known, ...decodeFileBytes(Buffer.from(bytes)) }
      skip(name, "it is not text")
      return { ...known, unread: "it is not text" }
    }),
  ]
}
