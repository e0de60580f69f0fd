import type { FoundSkill } from "../../../ports/skill-source.ts"
import { writeHeader } from "../../../skill/header/write.ts"
import { plainText } from "./plain-text.ts"

/**
 * What a server wrote as the text of a skill. The header is the one that was listed, so that a text says no more of
 * itself than its listing did; nothing in the body can become a header.
 */
export function remoteText(found: FoundSkill, body: string): string {
  return `${writeHeader(found.summary.header).join("\n")}\n\n${plainText(body).replace(/^\n+/, "")}`
}
