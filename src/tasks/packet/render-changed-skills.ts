import { differenceKinds } from "../../install/compare-installed.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { toInlineText } from "../messages/inline-text.ts"
import type { InstalledFact, LeftOut } from "../wake-facts.ts"

/** Files of installed skills that are not as they were installed: somebody changed them, or a skill changed itself. */
export function renderChangedSkills(
  installed: readonly InstalledFact[],
  room: number,
  program: string,
): { readonly text: string; readonly leftOut: readonly LeftOut[] } {
  const lines = installed.flatMap(({ lockFile, differences, wrong }) => [
    ...(wrong === undefined
      ? []
      : [`- ${toInlineText(lockFile, MOST)} cannot be compared: ${toInlineText(wrong, MOST)}`]),
    ...differences.map(({ path, kind }) => `- ${toInlineText(path, MOST)}: ${differenceKinds[kind]}`),
  ])
  const commands = installed.map(({ isUser }) => `\`${program} verify${isUser ? " --global" : ""}\``)
  const last = `Tell the user before you use these skills. What was approved before they changed no longer counts. ${commands.join(" and ")} lists every difference.`
  const shown: string[] = []
  let left = room - estimateTokens(last)
  for (const line of lines) {
    left -= estimateTokens(line) + 1
    if (left < 0 && shown.length > 0) break
    shown.push(line)
  }
  const more = lines.length - shown.length
  return {
    text: [...shown, ...(more === 0 ? [] : [`- and ${more} more`]), last].join("\n"),
    leftOut: more === 0 ? [] : [{ part: "installed skills", what: `${more} of them`, why: "no room" }],
  }
}

const MOST = 200
