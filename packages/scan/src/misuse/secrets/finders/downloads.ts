import type { CodeNode } from "../../../code-tree.ts"
import type { Call, CodeView } from "../../../rules/code-view.ts"

const unchecked = /http:\/\/|\s(?:-\w*k\w*|--insecure|--no-check-certificate)\s/
const piped = /\b(?:curl|wget)\b([^|;&]*)\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:(?:ba|z|da|k)?sh|python3?|perl|ruby)\b/

/** Shell commands that run what they download without encryption. */
export function findPipedDownloads(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("string").filter(({ text, parent }) => {
    const from = piped.exec(text)?.[1]
    return from !== undefined && unchecked.test(`${from} `) && parent?.kind !== "expression_statement"
  })
}

const program =
  /^http:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1)[^?#]+\.(?:sh|py|exe|msi|deb|rpm|whl|jar|dmg|pkg|bin|ps1|bat|so|dll|apk)$/i

/** Whether a program is downloaded without encryption. */
export function fetchesProgram({ args: [first] }: Call, code: CodeView): boolean {
  return first !== undefined && program.test(code.flow.constantText(first) ?? "")
}
