import { withSkillet } from "../../open-with-options.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { globalOption } from "./install-options.ts"

export const sbom = defineCommand({
  more: "It has what the lock says; the disk is not compared. The same lock gives the same text.",
  usage: "[--global]",
  examples: [
    { line: "skillet sbom > skills.cdx.json", about: "CycloneDX 1.5 as JSON" },
    { line: "skillet verify && skillet sbom", about: "only if the disk is as the lock says" },
  ],
  options: globalOption,
  arguments: noArguments,
  async run({ options }, io) {
    return withSkillet(io, options, async (skillet) => {
      io.json(await skillet.installs.sbom({ global: options.global }))
      return 0
    })
  },
})
