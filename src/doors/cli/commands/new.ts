import { planNewSkill, writeNewSkill } from "../../../app/new-skill.ts"
import { defineCommand } from "../command.ts"
import { openFor } from "../common-options.ts"
import { shortPath } from "../terminal/short-path.ts"

export const newSkill = defineCommand({
  name: "new",
  about: "Start a skill: a folder with a SKILL.md that every agent reads.",
  usage: "NAME [--description TEXT] [--user]",
  examples: [
    { line: "skillet new release-notes", about: "in this project" },
    { line: 'skillet new tidy --user --description "…"', about: "for yourself, everywhere" },
  ],
  options: {
    description: { kind: "text", value: "TEXT", about: "what it does and when to use it" },
    user: { kind: "flag", about: "in your own folder instead of the project's" },
    into: { kind: "text", value: "DIR", about: "in this folder of skills", completes: "folder" },
    "dry-run": { kind: "flag", about: "show the file, write nothing" },
  },
  arguments: { least: 1, most: 1, what: "a name" },
  async run({ options, arguments: [name = ""] }, io) {
    const skillet = openFor(options, io)
    const { description, into } = options
    const plan = planNewSkill(skillet, {
      name,
      user: options.user === true,
      description,
      into,
    })
    if (options["dry-run"] !== true) writeNewSkill(plan)
    if (options.json === true) io.json(plan)
    else if (options["dry-run"] === true) io.out(`${plan.path}\n\n${plan.text}`)
    else
      io.out(
        `${shortPath(plan.path, io, skillet.around.cwd)}\n  write it, then run skillet lint ${shortPath(plan.path, io, skillet.around.cwd)}`,
      )
    return 0
  },
})
