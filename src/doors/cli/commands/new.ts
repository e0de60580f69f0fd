import { defineCommand, noArguments } from "../command.ts"
export const newSkill = defineCommand({
  name: "new",
  about: "",
  usage: "",
  examples: [],
  options: {},
  arguments: noArguments,
  async run() {
    return 1
  },
})
