/** The language of a file, by its extension; undefined if it is not reviewed as code. */
export function detectLanguage(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase()
  const ending = name.slice(name.lastIndexOf(".") + 1)
  return Object.hasOwn(languages, ending) ? languages[ending] : undefined
}

export function isDocument(path: string): boolean {
  return /\.(md|mdx|markdown|rst|adoc|txt)$/i.test(path)
}

const languages: Readonly<Record<string, string>> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "jsx",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  py: "python",
  cs: "csharp",
  go: "go",
  java: "java",
  kt: "kotlin",
  rb: "ruby",
  rs: "rust",
  php: "php",
  c: "c",
  h: "c",
  cc: "cpp",
  cpp: "cpp",
  hpp: "cpp",
  swift: "swift",
  scala: "scala",
  sh: "bash",
  bash: "bash",
  sql: "sql",
  vue: "vue",
  svelte: "svelte",
  html: "html",
  css: "css",
  scss: "scss",
  yaml: "yaml",
  yml: "yaml",
  toml: "toml",
  tf: "hcl",
}
