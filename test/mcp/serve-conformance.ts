// Serves what the conformance suite expects, without a token. Usage: node serve-conformance DIRECTORY
import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { openOffer } from "../../src/mcp/open-offer.ts"
import { serveOverHttp } from "../../src/mcp/serving/serve-http.ts"
import { openWorkspaces } from "../../src/mcp/workspaces.ts"
import { CLIENT, conformanceWorkflows, openConformanceOffer } from "./conformance-offer.ts"

const [, , home = ""] = process.argv
const project = path.join(home, "project")
mkdirSync(path.join(home, ".config/skillet"), { recursive: true })
writeFileSync(path.join(home, ".config/skillet/config.yaml"), "mcp: { allow: [read, start, report, cancel, answer] }\n")
const skill = path.join(home, ".agents/skills/a-first")
mkdirSync(path.join(skill, "references/deep"), { recursive: true })
writeFileSync(
  path.join(skill, "SKILL.md"),
  "---\nname: a-first\ndescription: The first one.\n---\nRead references/a.md.\n",
)
for (const file of ["references/a.md", "references/deep/b.md"]) writeFileSync(path.join(skill, file), `${file}\n`)
mkdirSync(path.join(project, ".git"), { recursive: true })
const env = { HOME: home, PATH: process.env["PATH"] }
const workspaces = openWorkspaces({ cwd: project, env, host: "open", workflows: conformanceWorkflows })
const onWarning = (warning: object) => console.error(warning)
const own = openOffer(workspaces, { profile: "default", client: CLIENT, onWarning })
const offer = openConformanceOffer(workspaces, own)
const serving = await serveOverHttp(offer, { port: 0, token: "none", onError: (message) => console.error(message) })
console.log(serving.url)
