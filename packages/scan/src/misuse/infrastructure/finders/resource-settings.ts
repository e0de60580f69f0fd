import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import type { MisuseRow } from "../../misuse.ts"
import { shownValue } from "../../shown-value.ts"
import { functionKinds } from "../../../rules/tree-shapes.ts"

/** Words of which each file that defines cloud resources in TypeScript has one. */
export const cloudWords = ["aws-cdk", "@pulumi/", "cdktf", "@serverless/typescript"]

/** What a setting is: `value` is shown as tables match it, `others` are the settings beside it. */
export interface Setting {
  readonly node: CodeNode
  readonly name: string
  readonly value: string
  readonly others: ReadonlyMap<string, string>
}

/** A row that matches the resource for which such a setting is made. */
export function settingRow(
  names: RegExp,
  is: RegExp | ((setting: Setting) => boolean),
  { example, lookAlike }: { readonly example: string; readonly lookAlike: string },
): MisuseRow {
  const holds = typeof is === "function" ? is : ({ value }: Setting) => is.test(value)
  return { language: "script", find: (code) => resourcesWith(code, names, holds), example, lookAlike }
}

function resourcesWith(code: CodeView, names: RegExp, holds: (setting: Setting) => boolean): readonly CodeNode[] {
  return code.tree.ofKind("pair").flatMap((node) => {
    const name = nameOf(node)
    const value = node.field("value")
    if (value === undefined || !names.test(name)) return []
    const setting: Setting = {
      node,
      name,
      value: shownOf(code, value),
      get others() {
        return settingsBeside(code, node)
      },
    }
    return holds(setting) ? [resourceAround(node)] : []
  })
}

/** Objects, also in a list, are shown as they are written. */
function shownOf(code: CodeView, value: CodeNode): string {
  const shown = shownValue(code, value)
  return /^[[\], ]*$/.test(shown) ? value.text : shown
}

function nameOf(pair: CodeNode): string {
  return (pair.field("key")?.text ?? "").replace(/^["']|["']$/g, "")
}

function settingsBeside(code: CodeView, { parent }: CodeNode): ReadonlyMap<string, string> {
  const entries = (parent?.named ?? []).flatMap((pair): readonly (readonly [string, string])[] => {
    const value = pair.field("value")
    return value === undefined ? [] : [[nameOf(pair), shownOf(code, value)]]
  })
  return new Map(entries)
}

/** The outermost call that gets the setting, so that a resource is reported where it begins; or the setting itself. */
export function resourceAround(node: CodeNode): CodeNode {
  let resource = node
  for (let above = node.parent; above !== undefined && !functionKinds.has(above.kind); above = above.parent) {
    if (/^(?:new_expression|call_expression)$/.test(above.kind)) resource = above
    if (/_statement$|_declaration$|_definition$/.test(above.kind)) break
  }
  return resource
}
