import * as nodeModule from "node:module"

/** Newer Nodes keep compiled code between runs; Node 20 does not know how. */
export function enableCompileCache(): void {
  const { enableCompileCache: enable } = nodeModule as { readonly enableCompileCache?: () => unknown }
  enable?.()
}
