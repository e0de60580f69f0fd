import type { CommandMigration } from "../../../catalog/io/skills/migrate-commands.ts"
import { escapeHidden } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../output.ts"
import { renderProblems } from "../../terminal/problems.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { applyStyle } from "../../terminal/style.ts"

export const migrateCommands = defineCommand({
  more: "It shows the changes; --write applies them.",
  usage: "[--write] [--user] [--dry-run]",
  examples: [
    { line: "skillet migrate commands", about: "what would change in this project" },
    { line: "skillet migrate commands --write", about: "change it" },
  ],
  options: {
    write: { kind: "flag", about: "apply the changes" },
    "dry-run": { kind: "flag", about: "only show them, also with --write" },
    user: { kind: "flag", about: "also your own commands, outside the project" },
  },
  arguments: noArguments,
  async run({ options }, io) {
    const skillet = openWithOptions(options, io)
    const migration = await skillet.authoring.planMigration({ user: options.user === true })
    const written = options.write === true && options["dry-run"] !== true
    if (written) await skillet.authoring.migrate(migration.moves)
    if (options.json === true) io.json({ ...migration, written })
    else await print(migration, io, { cwd: skillet.around.cwd, written })
    return migration.problems.length > 0 ? 1 : 0
  },
})

async function print(
  migration: CommandMigration,
  io: Io,
  how: { readonly cwd: string; readonly written: boolean },
): Promise<void> {
  const { createTwoFilesPatch } = await import("diff")
  for (const { from, to, before, after, command, name } of migration.moves) {
    const short = (file: string) => escapeHidden(shortenPath(file, io, how.cwd))
    if (how.written) io.out(`${command} is now the skill ${name}: ${short(to)}`)
    else
      io.out(
        coloured(io, createTwoFilesPatch(short(from), short(to), before, after, undefined, undefined, { context: 2 })),
      )
  }
  if (migration.problems.length > 0) io.err(renderProblems(migration.problems, io, how.cwd).join("\n"))
  for (const line of lostNames(migration)) io.err(renderHint(line, io))
  const { length } = migration.moves
  const would = length === 1 ? "1 command would become a skill" : `${length} commands would become skills`
  if (length === 0)
    io.out(migration.problems.length === 0 ? "This project has no commands to move." : "No command can be moved.")
  else if (!how.written) io.err(`${would}; ${renderHint("skillet migrate commands --write", io)} does it`)
}

/** A command in a directory is called by both names in Claude Code; a skill has one name there. */
function lostNames({ moves }: CommandMigration): readonly string[] {
  const renamed = moves.filter(({ command, name }) => command !== name)
  if (renamed.length === 0) return []
  const names = renamed.map(({ command, name }) => `/${command} → /${name}`).join(", ")
  return [`Claude Code does not read aliases, so these names change there: ${escapeHidden(names)}`]
}

function coloured(io: Io, patch: string): string {
  return patch
    .split("\n")
    .map((line) => {
      const shown = escapeHidden(line)
      if (shown.startsWith("+")) return applyStyle(io, "green", shown)
      return shown.startsWith("-") ? applyStyle(io, "red", shown) : shown
    })
    .join("\n")
}
