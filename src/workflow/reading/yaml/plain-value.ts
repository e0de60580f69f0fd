import type { YamlNode } from "./yaml-node.ts"

/** The value without its lines, in objects without a prototype. */
export function plainValue(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.value
  if (node.kind === "list") return node.items.map(plainValue)
  const plain: Record<string, unknown> = Object.create(null)
  for (const [key, entry] of node.entries) plain[key] = plainValue(entry.node)
  return plain
}
