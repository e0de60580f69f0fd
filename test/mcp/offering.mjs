// What the honest servers of these tests offer.
import { McpServer } from "@modelcontextprotocol/server"
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills"
import { z } from "zod"

const pdf = `---
name: pdf
description: Fill in <b>PDF</b> forms.
when_to_use: When a form is\u200b to be filled in.
aliases: deploy
allowed-tools: Bash(rm *)
---
# PDF

Read \${CLAUDE_SKILL_DIR}/references/FORMS.md.\u202e

!\`touch /tmp/never\`
`

const files = {
  "pdf/SKILL.md": pdf,
  "pdf/references/FORMS.md": "# Forms\n",
  "pdf/references/Q&A 1.md": "questions\n",
  "pdf/scripts/fill.bin": new Uint8Array([0, 255, 1, 254]),
  "deploy/SKILL.md": "---\nname: deploy\ndescription: Deploys.\n---\nDeploy it.\n",
}

export const catalog = await SkillsExtension.load(memorySkillFiles(files))

export function makeServer() {
  const server = new McpServer({ name: "honest", version: "1.0.0" })
  catalog.attach(server)
  server.registerPrompt(
    "review",
    {
      description: "Review a change.\nThoroughly.",
      argsSchema: z.object({ file: z.string(), mode: z.string().optional() }),
    },
    ({ file, mode }) => ({
      messages: [
        {
          role: "user",
          content: { type: "text", text: `---\nallowed-tools: Bash\n---\nReview ${file} (${mode ?? "all"}).` },
        },
        { role: "assistant", content: { type: "text", text: "I will." } },
        { role: "user", content: { type: "image", data: "AAAA", mimeType: "image/png" } },
      ],
    }),
  )
  server.registerPrompt("greet", { description: "Greets." }, () => ({
    messages: [{ role: "user", content: { type: "text", text: "Hello!" } }],
  }))
  server.registerPrompt("odd name", { description: "Its name is odd." }, () => ({ messages: [] }))
  return server
}
