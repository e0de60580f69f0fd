import { posix as path } from "node:path"
import { remembered } from "../../text/remembered.ts"

/** Finds the file that an import refers to, among the names of a project's files. */
export function openResolver(names: ReadonlySet<string>): (name: string, from: string) => string | undefined {
  const first = (candidates: readonly string[]) => candidates.find((one) => names.has(one))
  const ofScript = (name: string, from: string): string | undefined => {
    const below = aliases.exec(name)?.[1]
    if (below !== undefined)
      return first(
        listParents(from).flatMap((folder) =>
          [folder, path.join(folder, "src")].flatMap((at) => forms(path.join(at, below))),
        ),
      )
    return name.startsWith(".") ? first(forms(path.join(path.dirname(from), name))) : undefined
  }
  // Absolute names do not begin in a package's own directory.
  const topsOf = remembered((folder: string) =>
    listParents(`${folder}/file`)
      .filter((one) => !names.has(below(one, "__init__.py")))
      .flatMap((top) => [top, below(top, "src")]),
  )
  const ofPython = (name: string, from: string): string | undefined => {
    const dots = /^\.*/.exec(name)?.[0] ?? ""
    const file = name.slice(dots.length).replaceAll(".", "/")
    const fileIn = (folder: string): string | undefined => {
      const at = below(folder, file)
      return first(file === "" ? [below(folder, "__init__.py")] : [`${at}.py`, `${at}/__init__.py`, `${at}.pyi`])
    }
    const own = path.dirname(from)
    if (dots !== "") return fileIn(path.join(own, "../".repeat(dots.length - 1)))
    for (const folder of topsOf(own)) {
      const found = fileIn(folder)
      if (found !== undefined && found !== from) return found
    }
    return undefined
  }
  // Asked for at every step that reads a module: by folder and name, without a text made of both.
  const inFolder = remembered<string, Map<string, string | undefined>>(() => new Map())
  const knownFrom = remembered((from: string) => inFolder(path.dirname(from)))
  return (name, from) => {
    const known = knownFrom(from)
    const before = known.get(name)
    if (before !== undefined || known.has(name)) return before
    const found = from.endsWith(".py") ? ofPython(name, from) : ofScript(name, from)
    known.set(name, found)
    return found
  }
}

/** A name in a directory, faster than joining paths in general. */
function below(folder: string, name: string): string {
  return folder === "" || folder === "." || folder === "./" ? name : `${folder.replace(/\/$/, "")}/${name}`
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

/** The directories around a file, innermost first; the last one is the project's top. */
function listParents(file: string): readonly string[] {
  const folders: string[] = []
  for (let at = path.dirname(file); at !== "." && at !== "/"; at = path.dirname(at)) folders.push(at)
  return [...folders, ""]
}
