import type { Action, Block } from "../../workflow/blocks.ts"
import { fillTemplate } from "../../workflow/template.ts"
import type { ShownAction } from "./directive.ts"
import { composedXml } from "./xml/composed-xml.ts"

/** An action with its places filled in. */
export function fillAction(action: Action, lookup: (path: string) => unknown): ShownAction {
  if (typeof action !== "string") return fillBlock(action, lookup)
  const xml = composedXml(action, lookup)
  return xml === undefined ? fillTemplate(action, lookup) : { kind: "xml", xml }
}

function fillBlock(block: Block, lookup: (path: string) => unknown): Block {
  if ("items" in block) return { ...block, items: block.items.map((item) => fillTemplate(item, lookup)) }
  return "text" in block ? { ...block, text: fillTemplate(block.text, lookup) } : block
}
