import nodeModule from "node:module"

/** Whether the Node that runs can load TypeScript: from 22.18 on. */
export function canLoadTypeScript(): boolean {
  return "typescript" in process.features && process.features.typescript !== false
}

export function isTypeScript(file: string): boolean {
  return /\.m?ts$/.test(file)
}

/** A text without its types, as Node itself would run it; lines stay where they are. */
export function stripTypes(text: string): string {
  if (!("stripTypeScriptTypes" in nodeModule) || typeof nodeModule.stripTypeScriptTypes !== "function")
    throw new Error("this Node cannot load TypeScript")
  return String(nodeModule.stripTypeScriptTypes(text))
}
