import { defineCommand, noArguments } from "../command.ts"
export const lint = defineCommand({
  name: "lint",
  about: "",
  usage: "",
  examples: [],
  options: {},
  arguments: noArguments,
  async run() {
    return 1
  },
})
