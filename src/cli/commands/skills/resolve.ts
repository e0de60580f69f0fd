import { agentsDocument } from "../../../review/instructions/agents-document.ts"
import { makeResolutionDocument } from "../../../review/instructions/make-resolution-document.ts"
import { escapeHidden } from "../../../text/escape-hidden.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { renderProblems } from "../../terminal/problems.ts"
import { UsageError } from "../../parsing/usage-error.ts"

const { versions: versionPolicy, ...placeOptions } = catalogOptions

export const resolve = defineCommand({
  usage: "--skills NAME[,NAME…] [--format yaml|json]",
  examples: [
    { line: "skillet resolve --skills reviewing-security", about: "one skill, as YAML" },
    { line: "skillet resolve --skills a,plugin:b --format json", about: "two skills, as JSON" },
    { line: "skillet resolve --skills plugin:b --version-policy mtime", about: "the version that changed last" },
    { line: "skillet resolve --skills reviewing-security --agents", about: "what each agent of a review gets" },
  ],
  options: {
    skills: {
      kind: "list",
      value: "NAMES",
      about: "skills by name or plugin:name, separated by commas",
      completes: "skill",
    },
    agents: { kind: "flag", about: "print what each agent of a review gets, and what validation gets" },
    "version-policy": versionPolicy,
    versions: { kind: "alias", sameAs: "version-policy" },
    format: { kind: "choice", values: ["yaml", "json"] as const, about: "how to print it (default yaml)" },
    ...placeOptions,
  },
  arguments: noArguments,
  async run({ options }, io) {
    const list = (options.skills ?? []).join(",")
    if (list.replace(/[\s,]/g, "") === "")
      throw new UsageError("skillet resolve needs --skills", "name one or more, as in --skills reviewing-security")
    const policy = options["version-policy"]
    const skillet = openWithOptions({ ...options, ...(policy === undefined ? {} : { versions: policy }) }, io)
    const resolution = await skillet.authoring.instruct(list)
    for (const warning of resolution.warnings) io.err(escapeHidden(warning))
    const document = options.agents === true ? agentsDocument(resolution) : makeResolutionDocument(resolution)
    if (options.json === true || options.format === "json") io.json(document)
    else {
      const { dump } = await import("js-yaml")
      const yaml = dump(document, { lineWidth: -1, noRefs: true, quotingType: '"', forceQuotes: true }).trimEnd()
      io.out(io.isTerminal ? escapeHidden(yaml) : yaml)
      const problems = resolution.skills.flatMap((skill) => skill.problems)
      if (problems.length > 0) io.err(renderProblems(problems, io, skillet.around.cwd).join("\n"))
    }
    return resolution.skills.length === 0 ? 1 : 0
  },
})
