import { Language, Parser } from "web-tree-sitter"
import { type CodeReader, type TreeLanguage, treeLanguages } from "../code-tree.ts"
import { ScanFailure } from "../scan-failure.ts"
import { type LastUsed, openLastUsed } from "../text/remembered.ts"
import { readGrammar } from "./built-files.ts"
import { type CursorCalls, flattenTree, type FlatTree } from "./flat-tree.ts"
import { type Grammar, describeGrammar, openTree } from "./open-tree.ts"

/**
 * Reads code with tree-sitter's grammars. Only the named ones are loaded, once per thread, because each costs time and
 * memory.
 */
export async function openCodeReader(languages: Iterable<TreeLanguage> = treeLanguages): Promise<CodeReader> {
  const { calls } = await (started ??= failing(startParser))
  const opened = [...new Set(languages)].map(async (name) => [name, await openGrammar(name)] as const)
  const grammars = new Map(await Promise.all(opened))
  const flat = ({ parser, kept }: OpenGrammar, text: string): FlatTree => {
    const before = kept.get(text)
    if (before !== undefined) return before
    const tree = parser.parse(text)
    // With a fitting language and no limit, the parser always returns a tree.
    if (tree === null) throw new Error("the parser returned no tree")
    const made = flattenTree(tree, calls)
    tree.delete()
    kept.put(text, made, text.length)
    return made
  }
  return {
    parse: (text, language) => {
      const open = grammars.get(language)
      if (open === undefined) throw new Error(`the code reader was opened without ${language}`)
      return openTree(flat(open, text), { text, language, grammar: open.grammar })
    },
  }
}

/**
 * How many characters of text per language have their trees cached: a file is read again for each file that imports it.
 */
const MOST_KEPT = 6_000_000

interface OpenGrammar {
  readonly parser: Parser
  readonly grammar: Grammar
  readonly kept: LastUsed<FlatTree>
}

let started: Promise<{ readonly calls: CursorCalls }> | undefined
const opening = new Map<TreeLanguage, Promise<OpenGrammar>>()

async function startParser(): Promise<{ readonly calls: CursorCalls }> {
  const parts = { wasmBinary: readGrammar("web-tree-sitter/web-tree-sitter.wasm") }
  await Parser.init(parts)
  // The object that was passed in has become the parser's own module, with every call it exports.
  return { calls: parts as unknown as CursorCalls }
}

function openGrammar(name: TreeLanguage): Promise<OpenGrammar> {
  const before = opening.get(name)
  if (before !== undefined) return before
  const open = failing(async () => {
    const language = await Language.load(readGrammar(files[name]))
    const parser = new Parser().setLanguage(language)
    return { parser, grammar: describeGrammar(language), kept: openLastUsed<FlatTree>(MOST_KEPT) }
  })
  opening.set(name, open)
  return open
}

async function failing<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    throw new ScanFailure("review.no-parser", "the code parser cannot be loaded on this machine", {
      retry: "no",
      next: "reinstall the package to restore the parser's files",
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
