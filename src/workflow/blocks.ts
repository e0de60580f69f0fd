/**
 * A part of what a step says. Plain text is Markdown; `{{params.x}}`, `{{values.x}}`, `{{item.x}}` and `{{run.x}}` in it are
 * filled in when it is rendered, and what was filled in is not looked at again.
 */
export type Action = string | Block

export type Block =
  | { readonly kind: "forbidden"; readonly items: readonly string[] }
  | { readonly kind: "expected-output"; readonly items: readonly string[]; readonly whenIssues?: string }
  | { readonly kind: "verification-checklist"; readonly items: readonly string[] }
  | { readonly kind: "detection-questions"; readonly items: readonly string[] }
  | { readonly kind: "incorrect-behavior"; readonly items: readonly string[] }
  | { readonly kind: "open-question-guidance"; readonly text: string }
  | { readonly kind: "factored-verification-rationale"; readonly text: string }
  | { readonly kind: "orchestrator-constraint"; readonly text: string }
  /** The full text of one of the workflow's resources, by name. */
  | { readonly kind: "resource"; readonly name: string; readonly purpose: string }
