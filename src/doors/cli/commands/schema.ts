import { defineCommand, noArguments } from "../command.ts"
export const schema = defineCommand({
  name: "schema",
  about: "",
  usage: "",
  examples: [],
  options: {},
  arguments: noArguments,
  async run() {
    return 1
  },
})
