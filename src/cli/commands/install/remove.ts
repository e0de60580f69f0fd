import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { withSkillet } from "../../open-with-options.ts"
import { defineCommand } from "../../parsing/command.ts"
import { globalOption, skillsLockOption } from "./install-options.ts"

export const remove = defineCommand({
  more: "Files in its directory that are not the skill's own stay, and are listed.",
  usage: "NAME… [--force]",
  examples: [
    { line: "skillet remove pdf", about: "the skill, its links and its row in the lock" },
    { line: "skillet remove pdf --force", about: "also if you changed it, or another skill needs it" },
  ],
  options: {
    force: { kind: "flag", about: "also if you changed its files, or another skill needs it" },
    ...globalOption,
    ...skillsLockOption,
  },
  arguments: { least: 1, most: Number.POSITIVE_INFINITY, what: "names of installed skills" },
  async run({ options, arguments: names }, io) {
    return withSkillet(io, options, async (skillet) => {
      const { removed, kept } = await skillet.installs.remove(
        { names, force: options.force },
        { global: options.global, writeSkillsLock: options["write-skills-lock"] },
      )
      if (options.json === true) io.json({ removed, kept })
      else {
        for (const file of kept) io.err(`not part of the skill, left as it is: ${toVisibleLine(file)}`)
        io.out(`removed ${removed.map(toVisibleLine).join(", ")}`)
      }
      return 0
    })
  },
})
