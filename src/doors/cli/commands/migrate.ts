import { defineCommand, noArguments } from "../command.ts"
export const migrateCommands = defineCommand({
  name: "migrate",
  about: "",
  usage: "",
  examples: [],
  options: {},
  arguments: noArguments,
  async run() {
    return 1
  },
})
