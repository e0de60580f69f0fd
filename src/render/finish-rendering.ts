import type { CommandOutput, RenderedCommand, Rendering, RenderPlan } from "./rendering.ts"

/** The finished prompt: what commands printed takes their places, as it is, and is not read again. */
export function finishRendering(plan: RenderPlan, outputs: readonly (CommandOutput | undefined)[]): Rendering {
  const text = plan.pieces
    .map((piece) => ("text" in piece ? piece.text : outputText(plan.commands[piece.command], outputs[piece.command])))
    .join("")
  return {
    ...plan.result,
    text,
    blocks: [{ type: "text", text }],
    commands: plan.commands.map((command, at) => {
      const output = outputs[at]
      if (output === undefined) return command
      const { exitCode, sandboxed } = output
      return { ...command, exitCode, ...(sandboxed === undefined ? {} : { sandboxed }) }
    }),
  }
}

/** The command that keeps a plan from being carried out, if one does. */
export function refusedCommand(plan: RenderPlan): RenderedCommand | undefined {
  return plan.commands.find(({ decision }) => decision === "ask" || decision === "deny")
}

function outputText(command: RenderedCommand | undefined, output: CommandOutput | undefined): string {
  if (command === undefined) return ""
  if (output !== undefined) return output.text === "" ? "(Bash completed with no output)" : output.text
  switch (command.decision) {
    case "off":
      return "[shell command execution disabled by policy]"
    case "request":
      return `[not run, because this skill is not trusted: ${command.command}]`
    case "allow":
    case "ask":
    case "deny":
      return `[not run: ${command.command}]`
  }
}
