/** A language as reports name it, and how its files end. */
export interface Language {
  /** As in code fences, settings and options: `csharp`. */
  readonly id: string
  /** As people write it: `C#`. */
  readonly name: string
  readonly endings: readonly string[]
  /** Its files only style or configure: that there are no rules for them is said, and does not fail a review. */
  readonly isSettings?: true
}

/** The language of a file, by its extension; undefined if it is not reviewed as code. */
export function detectLanguage(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase()
  const dot = name.lastIndexOf(".")
  return dot === -1 ? undefined : byEnding.get(name.slice(dot + 1))?.id
}

export function findLanguage(id: string): Language | undefined {
  return languages.find((language) => language.id === id)
}

export function isDocument(path: string): boolean {
  return /\.(md|mdx|markdown|rst|adoc|txt)$/i.test(path)
}

/** Every language whose files are reviewed as code. Which of them have rules is decided by the rules alone. */
export const languages: readonly Language[] = [
  { id: "javascript", name: "JavaScript", endings: ["js", "mjs", "cjs"] },
  { id: "jsx", name: "JavaScript", endings: ["jsx"] },
  { id: "typescript", name: "TypeScript", endings: ["ts", "mts", "cts"] },
  { id: "tsx", name: "TypeScript", endings: ["tsx"] },
  { id: "python", name: "Python", endings: ["py"] },
  { id: "vue", name: "Vue", endings: ["vue"] },
  { id: "svelte", name: "Svelte", endings: ["svelte"] },
  { id: "html", name: "HTML", endings: ["html", "htm"] },
  { id: "bash", name: "Shell", endings: ["sh", "bash", "zsh", "ksh"] },
  { id: "c", name: "C", endings: ["c", "h"] },
  { id: "clojure", name: "Clojure", endings: ["clj", "cljs", "cljc"] },
  { id: "cpp", name: "C++", endings: ["cc", "cpp", "cxx", "hpp", "hh", "hxx"] },
  { id: "csharp", name: "C#", endings: ["cs"] },
  { id: "dart", name: "Dart", endings: ["dart"] },
  { id: "elixir", name: "Elixir", endings: ["ex", "exs"] },
  { id: "erlang", name: "Erlang", endings: ["erl", "hrl"] },
  { id: "fsharp", name: "F#", endings: ["fs", "fsx"] },
  { id: "go", name: "Go", endings: ["go"] },
  { id: "groovy", name: "Groovy", endings: ["groovy", "gradle"] },
  { id: "haskell", name: "Haskell", endings: ["hs"] },
  { id: "hcl", name: "Terraform", endings: ["tf"] },
  { id: "java", name: "Java", endings: ["java"] },
  { id: "julia", name: "Julia", endings: ["jl"] },
  { id: "kotlin", name: "Kotlin", endings: ["kt", "kts"] },
  { id: "lua", name: "Lua", endings: ["lua"] },
  { id: "objectivec", name: "Objective-C", endings: ["m", "mm"] },
  { id: "ocaml", name: "OCaml", endings: ["ml", "mli"] },
  { id: "perl", name: "Perl", endings: ["pl", "pm"] },
  { id: "php", name: "PHP", endings: ["php"] },
  { id: "powershell", name: "PowerShell", endings: ["ps1", "psm1"] },
  { id: "r", name: "R", endings: ["r"] },
  { id: "ruby", name: "Ruby", endings: ["rb"] },
  { id: "rust", name: "Rust", endings: ["rs"] },
  { id: "scala", name: "Scala", endings: ["scala"] },
  { id: "solidity", name: "Solidity", endings: ["sol"] },
  { id: "sql", name: "SQL", endings: ["sql"] },
  { id: "swift", name: "Swift", endings: ["swift"] },
  { id: "vbnet", name: "Visual Basic", endings: ["vb"] },
  { id: "zig", name: "Zig", endings: ["zig"] },
  { id: "css", name: "CSS", endings: ["css"], isSettings: true },
  { id: "scss", name: "SCSS", endings: ["scss"], isSettings: true },
  { id: "toml", name: "TOML", endings: ["toml"], isSettings: true },
  { id: "yaml", name: "YAML", endings: ["yaml", "yml"], isSettings: true },
]

const byEnding = new Map(languages.flatMap((language) => language.endings.map((ending) => [ending, language])))
