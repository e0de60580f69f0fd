import { expect, test } from "vitest"
import { compileSkill } from "./compile-skill.ts"
import { extractChecklist, fitSkill } from "./fit-skill.ts"

const talk = (about: string) =>
  Array.from({ length: 60 }, (_, at) => `Some background on ${about}, part ${at}.`).join("\n")
const BODY = `# Releases

${talk("releases")}

## The law

\`\`\`
NO RELEASE WITHOUT A GREEN BUILD FIRST
\`\`\`

## History

${talk("history")}

\`\`\`bash
old-tool --print
\`\`\`

## Push the tag

Create the tag and push it:

\`\`\`bash
# Create the tag
git tag -a v1 -m v1

# Push it
git push origin v1
\`\`\`

${talk("colours")}
`

test("a skill that does not fit keeps the commands of the section about the task as code, and a rule in capitals", () => {
  const fit = { tokens: 500, about: "Push the tag", file: "/s/SKILL.md" }
  const { text, tokens } = fitSkill(compileSkill(BODY), BODY, fit)
  expect(tokens).toBeLessThanOrEqual(500)
  expect(text).toContain("```bash\n# Create the tag\ngit tag -a v1 -m v1\n```")
  expect(text).toContain("```bash\n# Push it\ngit push origin v1\n```")
  expect(text).toContain("```\nNO RELEASE WITHOUT A GREEN BUILD FIRST\n```")
  expect(text).not.toContain("old-tool")
})

test("a checklist has no code", () => {
  expect(extractChecklist(compileSkill(BODY), 500).text).not.toContain("```")
})
