import type { HostId } from "../hosts/profile.ts"
import { commonOptions } from "./parsing/common-options.ts"
import { UsageError } from "./parsing/usage-error.ts"
import type { Io } from "./output.ts"

/** The host that a command acts for: the given one, else the one in SKILLET_HOST, else whichever started Skillet. */
export function resolveHost(
  io: Pick<Io, "env">,
  { host: given }: { readonly host?: string | undefined },
): HostId | "auto" {
  const host = given ?? io.env["SKILLET_HOST"] ?? "auto"
  if (!isHost(host)) throw new UsageError(`SKILLET_HOST is "${host}"`, `use ${commonOptions.host.values.join(", ")}`)
  return host
}

function isHost(host: string): host is (typeof commonOptions.host.values)[number] {
  return (commonOptions.host.values as readonly string[]).includes(host)
}
