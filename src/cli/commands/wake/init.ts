import type { HookFileChange, HookInstall } from "../../../tasks/io/install-hooks.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import type { Io } from "../../output.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { withTasks } from "./with-wake.ts"

export const init = defineCommand({
  more: "It shows the change, then asks.",
  usage: "--host claude|codex [--user] [--enforce] [--yes] [--undo]",
  examples: [
    { line: "skillet init --host claude", about: "in this project's settings" },
    { line: "skillet init --host claude --undo --yes", about: "remove them again" },
  ],
  options: {
    user: { kind: "flag", about: "for all your projects" },
    yes: { kind: "flag", about: "do it without asking" },
    enforce: { kind: "flag", about: "also restrict the main thread while a job of orchestrate is running" },
    undo: { kind: "flag", about: "remove what init added, and nothing else" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    const { host } = options
    if (host !== "claude" && host !== "codex")
      throw new UsageError(
        host === undefined ? "--host is missing" : `Skillet has no hooks for ${host}`,
        "hosts with hooks: use --host claude or --host codex",
      )
    return withTasks(io, options, async (tasks) => {
      const plan = await tasks.planHooks({
        host,
        isUser: options.user === true,
        isUndo: options.undo === true,
        isEnforced: options.enforce,
      })
      const { files, notes } = plan
      const done = files.length > 0 && (options.yes === true || (await asked(plan, io)))
      if (done) await tasks.applyHooks(plan)
      if (options.json === true)
        io.json({ files: files.map(({ file, lines }) => ({ file, changes: lines })), notes, done })
      else if (files.length === 0) io.out(describeNoChange(host, options))
      else if (done) io.out([...files.flatMap((one) => renderChange("Changed", one)), ...notes].join("\n"))
      else io.err(`Nothing was changed. To apply it without being asked, add --yes.`)
      return done || files.length === 0 ? 0 : 1
    })
  },
})

/** Only the files were compared. Whether the host runs the hooks is seen when it does. */
function describeNoChange(host: string, { undo, user }: { readonly undo?: boolean; readonly user?: boolean }): string {
  const place = user === true ? `your settings of ${host}` : `the settings of ${host} for this project`
  return undo === true
    ? `No hooks of Skillet are in ${place}.`
    : `The hooks are already in ${place}. Whether ${host} runs them was not checked.`
}

async function asked({ files, notes }: HookInstall, io: Io): Promise<boolean> {
  io.err([...files.flatMap((one) => renderChange("This changes", one)), ...notes].join("\n"))
  return saysYes(io, "Apply it?")
}

function renderChange(begin: string, { file, lines }: HookFileChange): readonly string[] {
  return [`${begin} ${file}:`, ...lines.map((line) => `  ${line}`)]
}
