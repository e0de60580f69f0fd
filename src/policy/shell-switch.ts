import type { SourceKind } from "../skill/source-kind.ts"

/** Whether the setting that switches commands off holds for a skill: the machine's own and bundled ones are exempt. */
export function isShellOff(shellOff: boolean, kind: SourceKind): boolean {
  return shellOff && kind !== "managed" && kind !== "bundled"
}

/** Anybody can insist on a sandbox; nobody can talk the settings out of it. */
export function sandboxFor(
  settings: "required" | "preferred",
  wanted: "required" | "preferred" | undefined,
): "required" | "preferred" {
  return settings === "required" ? "required" : (wanted ?? "preferred")
}
