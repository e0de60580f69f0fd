import { defineCommand, noArguments } from "../command.ts"
export const match = defineCommand({
  name: "match",
  about: "",
  usage: "",
  examples: [],
  options: {},
  arguments: noArguments,
  async run() {
    return 1
  },
})
