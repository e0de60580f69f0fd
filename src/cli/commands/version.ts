import { version } from "../../system/version.ts"
import { defineCommand } from "../parsing/command.ts"
import { noArguments } from "../parsing/options.ts"

export const versionCommand = defineCommand({
  usage: "",
  examples: [
    { line: "skillet version", about: "only the number" },
    { line: "skillet -v --json", about: "with the version of Node" },
  ],
  options: {},
  arguments: noArguments,
  async run({ options }, io) {
    if (options.json === true) io.json({ skillet: version, node: process.versions.node })
    else io.out(version)
    return 0
  },
})
