import type { GuidanceBlock } from "../../../workflow/workflow.ts"
import type { ShownAction } from "../directive.ts"

/** The actions of a step as text, with an empty line around blocks. `resources` holds the full texts by name. */
export function renderActionTexts(
  actions: readonly ShownAction[],
  resources: Readonly<Record<string, string>>,
): string {
  return actions
    .map((action, at) => {
      const before = actions[at - 1]
      const isApart = before !== undefined && before !== "" && action !== "" && !(isText(before) && isText(action))
      return `${isApart ? "\n" : ""}${renderActionText(action, resources)}`
    })
    .join("\n")
}

export function renderActionText(action: ShownAction, resources: Readonly<Record<string, string>>): string {
  if (typeof action === "string") return action
  return action.kind === "xml" ? action.xml : blockText(action, resources)
}

function blockText(block: GuidanceBlock, resources: Readonly<Record<string, string>>): string {
  switch (block.kind) {
    case "forbidden":
      return list("FORBIDDEN:", block.items)
    case "expected-output":
      return [
        list("EXPECTED OUTPUT:", block.items),
        ...(block.whenIssues === undefined ? [] : [`WHEN THERE ARE ISSUES: ${block.whenIssues}`]),
      ].join("\n")
    case "verification-checklist":
      return list("CHECK EACH:", block.items)
    case "detection-questions":
      return list("ASK ABOUT THE WORK:", block.items)
    case "incorrect-behavior":
      return list("WRONG:", block.items)
    case "open-question-guidance":
      return `OPEN QUESTIONS: ${block.text}`
    case "factored-verification-rationale":
      return `CHECK EACH SEPARATELY: ${block.text}`
    case "orchestrator-constraint":
      return `AS ORCHESTRATOR: ${block.text}`
    case "resource":
      return `RESOURCE ${block.name} (${block.purpose}):\n${resources[block.name] ?? ""}`
  }
}

function isText(action: ShownAction): boolean {
  return typeof action === "string"
}

function list(title: string, items: readonly string[]): string {
  return [title, ...items.map((item) => `- ${item}`)].join("\n")
}
