import path from "node:path"

/** Paths with all links resolved; undefined where nothing is there. */
interface RealPaths {
  readonly root: string | undefined
  readonly at: string | undefined
}

/** Why a gate may not inspect a path. An agent may have named it, so only what is inside the project counts. */
export function inspectFault(named: string, { root, at }: RealPaths): string | undefined {
  if (named === "") return "no path was named"
  if (at === undefined || root === undefined) return "nothing is there"
  const inside = path.relative(root, at)
  const isOutside = inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside)
  return isOutside ? "it is outside of the project" : undefined
}
