/** The path relative to the nearest path that was asked for; empty if the file itself was named. */
export function fromNamed(path: string, named: readonly string[]): string {
  const starts = named.filter((name) => path === name || path.startsWith(`${name}/`))
  const longest = Math.max(0, ...starts.map((name) => name.length))
  return path.slice(longest).replace(/^\//, "")
}
