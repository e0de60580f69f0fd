import { renderAvailableSkills } from "../../../tasks/skills/render-available-skills.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"

export const promptBlock = defineCommand({
  more: "For agents that have no support for skills.",
  usage: "[--budget N]",
  examples: [
    { line: "skillet prompt-block", about: "every skill the model may use" },
    { line: "skillet prompt-block --budget 2000", about: "as many as fit; the rest is named on stderr" },
  ],
  options: {
    budget: { kind: "number", value: "N", about: "at most this many tokens (default: no limit)" },
    ...catalogOptions,
  },
  arguments: noArguments,
  async run({ options }, io) {
    const { skills } = await openWithOptions(options, io).catalog()
    const { text, leftOut } = renderAvailableSkills(skills, options.budget ?? Number.POSITIVE_INFINITY)
    if (options.json === true) io.json({ text, leftOut })
    else if (text !== "") io.out(text)
    else if (leftOut.length === 0) io.err("There is no skill here that the model may use, so the block is empty.")
    if (leftOut.length > 0) io.err(`left out, because the budget is too small: ${leftOut.join(", ")}`)
    return 0
  },
})
