import { expect, test } from "vitest"
import { readTitle, findSeverity } from "./severity.ts"

test.each([
  ["Injection (Critical)", "Injection", { kind: "rated", severity: "Critical" }],
  ["Injection (critical):", "Injection", { kind: "rated", severity: "Critical" }],
  ["Injection (Severity: Major)", "Injection", { kind: "rated", severity: "Major" }],
  ["Style (Suggestion)", "Style", { kind: "rated", severity: "Suggestion" }],
  ["Style (Suggestions)", "Style", { kind: "rated", severity: "Suggestion" }],
  ["Debt (Major to Critical)", "Debt", { kind: "rated", severity: "Critical", range: ["Major", "Critical"] }],
  ["Debt (Critical/Major)", "Debt", { kind: "rated", severity: "Critical", range: ["Major", "Critical"] }],
  ["Debt (Minor – Suggestion)", "Debt", { kind: "rated", severity: "Minor", range: ["Suggestion", "Minor"] }],
  ["Debt (Minor or Minor)", "Debt", { kind: "rated", severity: "Minor" }],
  ["Queries (N+1) (Major)", "Queries (N+1)", { kind: "rated", severity: "Major" }],
  ["Keys (Critical, OWASP A02)", "Keys", { kind: "rated", severity: "Critical", rest: "OWASP A02" }],
  ["Keys (High)", "Keys", { kind: "unknown", word: "High" }],
  ["Keys (Critcal)", "Keys", { kind: "unknown", word: "Critcal" }],
  ["Access control (IDOR)", "Access control (IDOR)", { kind: "none" }],
  ["Access control", "Access control", { kind: "none" }],
])("%s is named %s and rated %j", (text, name, rating) => {
  expect(readTitle(text)).toEqual({ name, rating })
})

test.each([
  [["Injection", "All of these are critical."], [], "Critical"],
  [["Injection", "Major at least, critical in a login."], [], "Critical"],
  [["Injection"], ["Major: no escaping"], "Major"],
  [["Injection"], ["no escaping (Major)"], "Major"],
  [["Dependencies"], ["Major version two or more behind"], null],
  [["Dependencies", "Minor things."], [], null],
])("a category that says %j, with the checks %j, is rated %s by context", (prose, checks, severity) => {
  expect(findSeverity(prose, checks)).toBe(severity)
})
