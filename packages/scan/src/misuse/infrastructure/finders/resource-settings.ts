import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import type { MisuseRow } from "../../define-misuse-rule.ts"
import { renderCodeValue } from "../../render-code-value.ts"
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
export function defineSettingRow(
  names: RegExp,
  is: RegExp | ((setting: Setting) => boolean),
  { example, lookAlike }: { readonly example: string; readonly lookAlike: string },
): MisuseRow {
  const holds = typeof is === "function" ? is : ({ value }: Setting) => is.test(value)
  return { language: "script", find: (code) => resourcesWith(code, names, holds), example, lookAlike }
}

function resourcesWith(code: CodeView, names: RegExp, holds: (setting: Setting) => boolean): readonly CodeNode[] {
  return code.tree.ofKind("pair").flatMap((node) => {
    const name = readKey(node)
    const value = node.field("value")
    if (value === undefined || !names.test(name)) return []
    const setting: Setting = {
      node,
      name,
      value: renderValue(code, value),
      get others() {
        return settingsBeside(code, node)
      },
    }
    return holds(setting) ? [findEnclosingResource(node)] : []
  })
}

/** Objects, also in a list, are shown as they are written. */
function renderValue(code: CodeView, value: CodeNode): string {
  const shown = renderCodeValue(code, value)
  return /^[[\], ]*$/.test(shown) ? value.text : shown
}

function readKey(pair: CodeNode): string {
  return (pair.field("key")?.text ?? "").replace(/^["']|["']$/g, "")
}

function settingsBeside(code: CodeView, { parent }: CodeNode): ReadonlyMap<string, string> {
  const entries = (parent?.named ?? []).flatMap((pair): readonly (readonly [string, string])[] => {
    const value = pair.field("value")
    return value === undefined ? [] : [[readKey(pair), renderValue(code, value)]]
  })
  return new Map(entries)
}

/** The outermost call that gets the setting, so that a resource is reported where it begins; or the setting itself. */
export function findEnclosingResource(node: CodeNode): CodeNode {
  let resource = node
  for (let above = node.parent; above !== undefined && !functionKinds.has(above.kind); above = above.parent) {
    if (/^(?:new_expression|call_expression)$/.test(above.kind)) resource = above
    if (/_statement$|_declaration$|_definition$/.test(above.kind)) break
  }
  return resource
}
