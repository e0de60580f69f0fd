import path from "node:path"
import type { NewSkill } from "../../../catalog/io/skills/new-skill.ts"
import { hostIds } from "../../../hosts/profiles.ts"
import { defineCommand } from "../../parsing/command.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../output.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"

export const newSkill = defineCommand({
  more: "It says which agents will find the skill there.",
  usage: "NAME [--description TEXT] [--user] [--workflow]",
  examples: [
    { line: "skillet new release-notes", about: "in this project" },
    { line: 'skillet new tidy --user --description "…"', about: "for all your projects" },
    { line: "skillet new release --workflow", about: "with a procedure to fill in" },
  ],
  options: {
    description: { kind: "text", value: "TEXT", about: "what it does and when to use it" },
    user: { kind: "flag", about: "in your home directory instead of the project" },
    into: { kind: "text", value: "DIR", about: "in this skill directory", completes: "folder" },
    workflow: { kind: "flag", about: "with a procedure: workflow.yaml and a file for each step" },
    "dry-run": { kind: "flag", about: "show the file, write nothing" },
  },
  arguments: { least: 1, most: 1, what: "a name" },
  async run({ options, arguments: [name = ""] }, io) {
    const skillet = openWithOptions(options, io)
    const { description, into } = options
    const plan = await skillet.authoring.planSkill({
      name,
      user: options.user === true,
      description,
      into,
      workflow: options.workflow === true,
    })
    if (options["dry-run"] !== true) await skillet.authoring.writeSkill(plan)
    if (options.json === true) io.json(plan)
    else if (options["dry-run"] === true) io.out(Object.entries(plan.files).map(shownFile).join("\n"))
    else io.out(newLines(plan, io, skillet.around.cwd).join("\n"))
    for (const line of remarks(plan)) io.err(renderHint(line, io))

    function shownFile([name, text]: readonly [string, string]): string {
      return `${path.join(path.dirname(plan.path), name)}\n\n${text}`
    }
    return 0
  },
})

function newLines(plan: NewSkill, io: Io, cwd: string): readonly string[] {
  const main = shortenPath(plan.path, io, cwd)
  const others = Object.keys(plan.files).filter((name) => name !== "SKILL.md")
  const check = others.length === 0 ? `skillet lint ${main}` : `skillet workflow check ${path.dirname(main)}`
  return [
    main,
    ...others.map((name) => path.join(path.dirname(main), name)),
    `  fill it in, then run ${renderHint(check, io)}`,
  ]
}

/** What the author would otherwise find out later. */
function remarks({ seenBy, clashesWith, name }: NewSkill): readonly string[] {
  const blind = hostIds.filter((id) => !seenBy.includes(id))
  const found = seenBy.length === 0 ? "no agent looks in that directory" : `found by ${seenBy.join(", ")}`
  return [
    `  ${found}${seenBy.length === 0 || blind.length === 0 ? "" : `; not by ${blind.join(", ")}`}`,
    ...(clashesWith === undefined
      ? []
      : [`  there is already a skill called ${name} (${clashesWith}); skillet why ${name} says which one wins`]),
  ]
}
