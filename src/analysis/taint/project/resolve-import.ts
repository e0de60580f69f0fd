import { posix as path } from "node:path"

/** Finds the file that an import means, among the names of a project's files. */
export function openResolver(names: ReadonlySet<string>): (name: string, from: string) => string | undefined {
  const first = (candidates: readonly string[]) => candidates.find((one) => names.has(one))
  const ofScript = (name: string, from: string): string | undefined => {
    const below = aliases.exec(name)?.[1]
    if (below !== undefined)
      return first(
        parentsOf(from).flatMap((folder) =>
          [folder, path.join(folder, "src")].flatMap((at) => forms(path.join(at, below))),
        ),
      )
    return name.startsWith(".") ? first(forms(path.join(path.dirname(from), name))) : undefined
  }
  const ofPython = (name: string, from: string): string | undefined => {
    const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(name) ?? []
    const file = rest.replaceAll(".", "/")
    const inFolder = (folder: string) => {
      const at = path.join(folder, file)
      return first(file === "" ? [path.join(folder, "__init__.py")] : [`${at}.py`, `${at}/__init__.py`, `${at}.pyi`])
    }
    if (dots !== "") return inFolder(path.join(path.dirname(from), "../".repeat(dots.length - 1)))
    // A package's own folder is not where absolute names begin.
    const tops = parentsOf(from).filter((folder) => !names.has(path.join(folder, "__init__.py")))
    for (const folder of tops.flatMap((top) => [top, path.join(top, "src")])) {
      const found = inFolder(folder)
      if (found !== undefined && found !== from) return found
    }
    return undefined
  }
  const known = new Map<string, string | undefined>()
  return (name, from) => {
    const key = `${path.dirname(from)}\0${name}`
    if (!known.has(key)) known.set(key, from.endsWith(".py") ? ofPython(name, from) : ofScript(name, from))
    return known.get(key)
  }
}

/** `@/lib/x` and `~/lib/x`, as build tools are usually set up. */
const aliases = /^[@~]\/(.+)$/
const endings = ["js", "ts", "tsx", "mjs", "cjs", "jsx", "mts", "cts"]

function forms(at: string): readonly string[] {
  const bare = at.replace(/\.[mc]?jsx?$/, "")
  const inFolder = endings.map((ending) => path.join(at, `index.${ending}`))
  return [
    at,
    ...endings.map((ending) => `${at}.${ending}`),
    ...endings.map((ending) => `${bare}.${ending}`),
    ...inFolder,
  ]
}

/** The folders around a file, innermost first; the last one is the project's top. */
function parentsOf(file: string): readonly string[] {
  const folders: string[] = []
  for (let at = path.dirname(file); at !== "." && at !== "/"; at = path.dirname(at)) folders.push(at)
  return [...folders, ""]
}
