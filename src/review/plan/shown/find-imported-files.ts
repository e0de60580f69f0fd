import path from "node:path"

const { posix } = path

/** The files of a project that a file imports. Imports from outside the project are left out. */
export function findImportedFiles(
  { path: from, text, language }: { readonly path: string; readonly text: string; readonly language: string },
  isThere: (name: string) => boolean,
): readonly string[] {
  const rule = rules.find(({ languages }) => languages.includes(language))
  if (rule === undefined) return []
  const names = rule.statements.flatMap((statement) =>
    [...text.slice(0, MOST_CHARACTERS).matchAll(statement)].map((found) => found.slice(1).find(Boolean) ?? ""),
  )
  const found = [...new Set(names)].flatMap(
    (name) => rule.candidates(name, posix.dirname(from)).find((one) => one !== from && isThere(one)) ?? [],
  )
  return [...new Set(found)]
}

const MOST_CHARACTERS = 200_000

/** How a language names other files of the same project. */
interface ImportRule {
  readonly languages: readonly string[]
  readonly statements: readonly RegExp[]
  /** Where the imported file may be, most likely first. */
  readonly candidates: (name: string, folder: string) => readonly string[]
}

const SCRIPT_ENDINGS = [".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs", ".cts", ".cjs", ".vue", ".svelte"]

const rules: readonly ImportRule[] = [
  {
    languages: ["javascript", "jsx", "typescript", "tsx", "vue", "svelte"],
    statements: [
      /^[ \t]*(?:import|export)\b[^"'`;]{0,2000}?\bfrom\s*["']([^"'\n]{1,300})["']/gm,
      /^[ \t]*import\s*["']([^"'\n]{1,300})["']/gm,
      /\b(?:require|import)\(\s*["']([^"'\n]{1,300})["']\s*\)/g,
    ],
    candidates(name, folder) {
      if (!name.startsWith(".")) return []
      const at = posix.join(folder, name)
      const stem = at.replace(/\.(?:[mc]?js|jsx)$/, "")
      return [
        ...(/\.\w+$/.test(at) ? [at] : []),
        ...SCRIPT_ENDINGS.map((ending) => `${stem}${ending}`),
        ...SCRIPT_ENDINGS.map((ending) => `${at}/index${ending}`),
      ]
    },
  },
  {
    languages: ["python"],
    statements: [
      /^[ \t]*from\s+([.\w]+)\s+import\b/gm,
      /^[ \t]*import\s+([.\w]+)/gm,
      /^[ \t]*from\s+(\.+\s*import\s+\w+)/gm,
    ],
    candidates: pythonFiles,
  },
  {
    languages: ["ruby"],
    statements: [/^[ \t]*require_relative\s*\(?\s*["']([^"'\n]{1,300})["']/gm],
    candidates: (name, folder) => [posix.join(folder, `${name.replace(/\.rb$/, "")}.rb`)],
  },
  {
    languages: ["c", "cpp"],
    statements: [/^[ \t]*#\s*include\s*"([^"\n]{1,300})"/gm],
    candidates: (name, folder) => [posix.join(folder, name), name, `include/${name}`, `src/${name}`],
  },
  {
    languages: ["php"],
    statements: [/\b(?:require|include)(?:_once)?\b[^;"'\n]{0,60}["']\/?([^"'\n]{1,300}\.php)["']/g],
    candidates: (name, folder) => [posix.join(folder, name), name],
  },
]

/** `..tools.text` is relative to the file's package, `shop.text` to any directory above it. */
function pythonFiles(name: string, folder: string): readonly string[] {
  const [, dots = "", rest = ""] = /^(\.*)(?:\s*import\s+)?(.*)$/.exec(name) ?? []
  const below = rest.replaceAll(".", "/")
  const inFolder = (at: string) => {
    const base = posix.normalize(posix.join(at, below))
    return [`${base}.py`, `${base}/__init__.py`]
  }
  if (dots !== "") return inFolder(posix.join(folder, ...Array.from({ length: dots.length - 1 }, () => "..")))
  const parts = folder === "." ? [] : folder.split("/")
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join("/")), "."].flatMap(inFolder)
}
