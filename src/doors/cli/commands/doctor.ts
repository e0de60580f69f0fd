import { defineCommand, noArguments } from "../command.ts"
export const doctor = defineCommand({
  name: "doctor",
  about: "",
  usage: "",
  examples: [],
  options: {},
  arguments: noArguments,
  async run() {
    return 1
  },
})
