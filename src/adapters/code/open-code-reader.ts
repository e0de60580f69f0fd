import type { CodeReader, TreeLanguage } from "../../ports/code-tree.ts"
import { SkilletError } from "../../problem/failure.ts"
import { openTree } from "./open-tree.ts"

/** Reads code with tree-sitter's grammars. The native parts are loaded when first asked for, once a thread. */
export async function openCodeReader(): Promise<CodeReader> {
  const { parse, kind } = await (loaded ??= loadParser())
  const known = new Map<string, boolean>()
  const hasKind = (language: TreeLanguage, name: string): boolean => {
    const key = `${language} ${name}`
    const answer = known.get(key) ?? isKind(() => kind(grammars[language], name))
    known.set(key, answer)
    return answer
  }
  const asked = {
    javascript: new Set<string>(),
    typescript: new Set<string>(),
    tsx: new Set<string>(),
    python: new Set<string>(),
  }
  return {
    parse: (text, language) =>
      openTree(parse(grammars[language], text).root(), {
        text,
        language,
        hasKind: (name) => hasKind(language, name),
        asked: asked[language],
      }),
  }
}

/** Grammars differ in what they call things, and asking for a kind that one does not have is an error there. */
function isKind(ask: () => number): boolean {
  try {
    const found = ask()
    return found > 0 && found < 65535
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

const grammars: Readonly<Record<TreeLanguage, string>> = {
  javascript: "JavaScript",
  typescript: "TypeScript",
  tsx: "Tsx",
  python: "python",
}

type Parser = typeof import("@ast-grep/napi")

let loaded: Promise<Parser> | undefined

async function loadParser(): Promise<Parser> {
  try {
    const [napi, python] = await Promise.all([import("@ast-grep/napi"), import("@ast-grep/lang-python")])
    napi.registerDynamicLanguage({ python: python.default })
    return napi
  } catch (error) {
    throw new SkilletError("review.no-parser", "the code parser cannot be loaded on this machine", {
      retry: "no",
      next: "install the package again so that the parser for this platform comes along",
      cause: error,
    })
  }
}
