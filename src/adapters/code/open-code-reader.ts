import fs from "node:fs"
import { createRequire } from "node:module"
import { Language, Parser } from "web-tree-sitter"
import { type CodeReader, type TreeLanguage, treeLanguages } from "../../ports/code-tree.ts"
import { SkilletError } from "../../problem/failure.ts"
import { type CursorCalls, flattenTree } from "./flat-tree.ts"
import { type Grammar, grammarOf, openTree } from "./open-tree.ts"

/** Reads code with tree-sitter's grammars. They are loaded when first asked for, once a thread. */
export async function openCodeReader(): Promise<CodeReader> {
  const { calls, grammars } = await (loaded ??= loadParser())
  return {
    parse(text, language) {
      const { parser, grammar } = grammars[language]
      const tree = parser.parse(text)
      // Without a limit or a language that does not fit, the parser always gives a tree.
      if (tree === null) throw new Error(`no tree was made of a text in ${language}`)
      const flat = flattenTree(tree, calls)
      tree.delete()
      return openTree(flat, { text, language, grammar })
    },
  }
}

interface Loaded {
  readonly calls: CursorCalls
  readonly grammars: Readonly<Record<TreeLanguage, { readonly parser: Parser; readonly grammar: Grammar }>>
}

let loaded: Promise<Loaded> | undefined

async function loadParser(): Promise<Loaded> {
  try {
    const parts = { wasmBinary: readPart("web-tree-sitter/web-tree-sitter.wasm") }
    await Parser.init(parts)
    const opened = await Promise.all(
      treeLanguages.map(async (name) => {
        const language = await Language.load(readPart(files[name]))
        return [name, { parser: new Parser().setLanguage(language), grammar: grammarOf(language) }] as const
      }),
    )
    // What was handed over has become the parser's own module, with every call it exports.
    return { calls: parts as unknown as CursorCalls, grammars: Object.fromEntries(opened) as Loaded["grammars"] }
  } catch (error) {
    throw new SkilletError("review.no-parser", "the code parser cannot be loaded on this machine", {
      retry: "no",
      next: "install the package again so that the parser's files come along",
      cause: error,
    })
  }
}

const files: Readonly<Record<TreeLanguage, string>> = {
  javascript: "tree-sitter-javascript/tree-sitter-javascript.wasm",
  typescript: "tree-sitter-typescript/tree-sitter-typescript.wasm",
  tsx: "tree-sitter-typescript/tree-sitter-tsx.wasm",
  python: "tree-sitter-python/tree-sitter-python.wasm",
}

/** The build puts these files beside ours; from our sources they are in the packages they come with. */
function readPart(name: string): Uint8Array {
  const beside = new URL(`./grammars/${name.slice(name.indexOf("/") + 1)}`, import.meta.url)
  return fs.readFileSync(fs.existsSync(beside) ? beside : createRequire(import.meta.url).resolve(name))
}
