import { capital } from "./sentences.mjs"

/** Half the size of a section, so that bodies end above the wanted size as often as below it. */
const halfSection = 400

/** Markdown of about `bytes` bytes: a title, an introduction, in some skills trigger sections, then filler. */
export function composeBody(random, say, { title, bytes, links }) {
  const parts = [`# ${title}`, say.paragraph()]
  if (random.chance(0.45)) parts.push(whenToUse(random, say))
  if (random.chance(0.2)) parts.push(focusAreas(random, say))
  if (links.length > 0) parts.push(["## References", "", ...links.map((link) => `- [${link}](${link})`)].join("\n"))
  let size = sum(parts)
  while (size < bytes - halfSection) {
    const part = random.pick(sections)(random, say)
    parts.push(part)
    size += part.length + 2
  }
  return `${parts.join("\n\n")}\n`
}

const sections = [process, checklist, fence, fence, mistakes, prose, prose, outputFormat]

function whenToUse(random, say) {
  const heading = random.pick(["When to use", "When to use this skill", "When to Use", "Triggers"])
  return [`## ${heading}`, "", ...repeat(random.between(3, 7), () => `- ${say.need()}`)].join("\n")
}

function focusAreas(random, say) {
  return [
    "## Focus areas",
    "",
    ...repeat(random.between(3, 6), () => `- **${capital(say.thing())}**: ${say.statement()}`),
  ].join("\n")
}

function process(random, say) {
  const steps = repeat(random.between(4, 9), (at) => `${at + 1}. ${say.statement()}`)
  return [`## ${random.pick(["Process", "Steps", "Workflow", say.heading()])}`, "", ...steps].join("\n")
}

function checklist(random, say) {
  return [
    `### ${random.pick(["Checklist", "Done when", "Before you finish"])}`,
    "",
    ...repeat(random.between(3, 8), () => `- [ ] ${say.check()}`),
  ].join("\n")
}

function prose(random, say) {
  return [`## ${say.heading()}`, ...repeat(random.between(1, 3), () => say.paragraph())].join("\n\n")
}

function mistakes(random, say) {
  const rows = repeat(random.between(3, 6), () => `| ${capital(say.risk())} | ${say.statement()} |`)
  return [`### Common mistakes`, "", "| mistake | instead |", "|---|---|", ...rows].join("\n")
}

function outputFormat(random, say) {
  const fields = repeat(random.between(3, 6), () => `  "${say.name().replaceAll('"', "")}": ${random.between(0, 999)}`)
  return ["## Output format", "", say.statement(), "", "```json", "{", fields.join(",\n"), "}", "```"].join("\n")
}

function fence(random, say) {
  const { language, line } = random.pick(languages)
  const lines = repeat(random.between(3, 14), () => line(random, say))
  return [`### ${say.heading()}`, "", say.statement(), "", `\`\`\`${language}`, ...lines, "```"].join("\n")
}

const languages = [
  {
    language: "bash",
    line: (random, say) =>
      `${say.tool()} --${random.pick(["input", "check", "dry-run", "only"])} ${say.name()} | head -n ${random.between(1, 99)}`,
  },
  { language: "bash", line: (_, say) => `# ${say.statement()}` },
  {
    language: "ts",
    line: (random, say) => `const ${word(say)} = await load("${say.name()}", { limit: ${random.between(1, 5000)} })`,
  },
  {
    language: "python",
    line: (random, say) => `${word(say)} = read("${say.name()}")[:${random.between(1, 500)}]  # ${say.thing()}`,
  },
  {
    language: "sql",
    line: (random, say) => `select count(*) from ${word(say)} where age > ${random.between(1, 365)}; -- ${say.risk()}`,
  },
  { language: "yaml", line: (random, say) => `${word(say)}: { owner: ${word(say)}, limit: ${random.between(1, 64)} }` },
]

function word(say) {
  return say.name().replaceAll(/[^A-Za-z0-9_]/g, "_")
}

function repeat(count, make) {
  return Array.from({ length: count }, (_, at) => make(at))
}

function sum(parts) {
  return parts.reduce((total, part) => total + part.length + 2, 0)
}
