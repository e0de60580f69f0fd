import { buildHeaderSchema } from "../../skill/header/schema/json-schema.ts"
import { defineCommand } from "../parsing/command.ts"
import { noArguments } from "../parsing/options.ts"

export const schema = defineCommand({
  usage: "",
  examples: [
    { line: "skillet schema > skill.schema.json", about: "a schema file for an editor" },
    { line: "skillet schema | jq .properties.paths", about: "what one field may be" },
  ],
  options: {},
  arguments: noArguments,
  async run(_, io) {
    io.out(JSON.stringify(buildHeaderSchema(), null, 2))
    return 0
  },
})
