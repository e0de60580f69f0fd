import { defineCommand, noArguments } from "../command.ts"
export const completion = defineCommand({
  name: "completion",
  about: "",
  usage: "",
  examples: [],
  options: {},
  arguments: noArguments,
  async run() {
    return 1
  },
})
