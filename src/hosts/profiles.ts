import { claude } from "./claude.ts"
import { codex } from "./codex.ts"
import { gemini } from "./gemini.ts"
import { open } from "./open.ts"
import { opencode } from "./opencode.ts"
import { SkilletError } from "../problem/failure.ts"
import type { HostId, HostProfile } from "./profile.ts"

export const profiles: Readonly<Record<HostId, HostProfile>> = { open, claude, codex, opencode, gemini }

export const hostIds = Object.keys(profiles) as readonly HostId[]

/** The host whose rules apply: the one that was named, else the one that started Skillet. */
export function chooseHost(
  named: HostId | "auto" | undefined,
  env: Readonly<Record<string, string | undefined>>,
): HostId {
  const id = named === undefined || named === "auto" ? detectHost(env) : named
  if (Object.hasOwn(profiles, id)) return id
  throw new SkilletError("host.unknown", `there is no host "${id}"`, {
    retry: "no",
    next: `use ${hostIds.join(", ")} or auto`,
  })
}

/** The agent that started Skillet, by the variables it sets in the environment of its programs. */
export function detectHost(env: Readonly<Record<string, string | undefined>>): HostId {
  return marks.find(({ variable }) => (env[variable] ?? "") !== "")?.host ?? "open"
}

const marks: readonly { readonly variable: string; readonly host: HostId }[] = [
  { variable: "CLAUDECODE", host: "claude" },
  { variable: "CODEX_SANDBOX", host: "codex" },
  { variable: "CODEX_THREAD_ID", host: "codex" },
  { variable: "OPENCODE", host: "opencode" },
  { variable: "GEMINI_CLI", host: "gemini" },
]
