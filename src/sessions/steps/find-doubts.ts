import type { ToolCall } from "../session.ts"
import { onlyNames, type RunCommand } from "./command-words.ts"
import type { Anchor, AnchorChoice } from "./find-anchors.ts"
import { toUsualSpelling } from "./usual-spelling.ts"

interface SeenCall extends ToolCall {
  readonly commands: readonly RunCommand[]
}

/** Calls that could have done what no call shows: then nobody can say that it was not done. */
export function findDoubts(choice: AnchorChoice, calls: Iterable<SeenCall>): readonly string[] {
  for (const call of calls) {
    if (call.action === "other") return [`the tool ${call.tool} may have done it`]
    if (choice.some((anchor) => mayShow(anchor, call))) return [`a command names it: line ${call.line}`]
  }
  return []
}

/** Programs that act on a whole directory. */
const WHOLE = /^(?:rm|mv|cp|rsync)$/

function mayShow(anchor: Anchor, { command = "", commands }: SeenCall): boolean {
  switch (anchor.kind) {
    case "skill":
      return false
    case "command":
      return commands.some(({ words }) => hasInside(words, anchor))
    case "file":
      return (
        command.includes(anchor.text) ||
        commands.some(({ words }) => isAbove(words, anchor.text) || mayExpandTo(words, command, anchor.text))
      )
  }
}

/** Another program has the command in its words: `ssh host npm test`. */
function hasInside(
  words: RunCommand["words"],
  { text, words: wanted }: Anchor & { readonly kind: "command" },
): boolean {
  if (words.some(onlyNames) || toUsualSpelling(words)[0] === toUsualSpelling(wanted)[0]) return false
  return words.slice(1).join(" ").includes(text)
}

function isAbove([program = "", ...rest]: RunCommand["words"], file: string): boolean {
  if (!WHOLE.test(program)) return false
  return rest.some((word) => {
    const folder = word?.replace(/^(?:\.\/)+|\/+$/g, "") ?? ""
    return folder !== "" && (file.startsWith(`${folder}/`) || folder === ".")
  })
}

/** A word that is only known when it runs may be the file, if the line names its directory: `cat references/*.md`. */
function mayExpandTo(words: RunCommand["words"], command: string, file: string): boolean {
  const folder = file.slice(0, file.lastIndexOf("/") + 1)
  return folder !== "" && words.includes(undefined) && command.includes(folder)
}
