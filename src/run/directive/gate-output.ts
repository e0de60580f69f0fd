import type { Examined } from "../advance/decide/gate/evidence.ts"

/** What the failed commands of a gate printed, as recorded with its evidence; empty if there is nothing to show. */
export function writeGateOutput(evidence: string | undefined): string {
  const examined = evidence === undefined ? [] : (JSON.parse(evidence) as readonly Examined[])
  return examined
    .filter(({ holds }) => !holds)
    .flatMap(({ command, output }) => (command === undefined || output === undefined ? [] : [show(command, output)]))
    .join("")
}

function show(command: string, output: string): string {
  if (output === "") return `\n\`${command}\` printed nothing.`
  const lines = output.split("\n").map((line) => `  ${line}`)
  return `\n\`${command}\` printed:\n${lines.join("\n")}`
}
