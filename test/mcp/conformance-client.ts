// Our side as a client of skills, for the conformance suite: lists a server's skills, then reads each, or none where the
// suite watches that nothing is read before it is needed. Usage: … URL
import { openMcpSource } from "../../src/catalog/io/mcp/mcp-source.ts"

const url = process.argv.at(-1) ?? ""
const source = openMcpSource({ name: "suite", trust: "text", transport: { kind: "http", url, headers: {} } })
const { skills, problems } = await source.list()
for (const { message } of problems) console.error(message)
const isOnlyListed = process.env["MCP_CONFORMANCE_SCENARIO"] === "sep-2640-client-no-prefetch"
for (const skill of isOnlyListed ? [] : skills)
  try {
    await source.read(skill)
    await source.files?.(skill)
    console.log(`read ${skill.name}`)
  } catch (error) {
    console.error(`refused ${skill.name}: ${String(error)}`)
  }
await source.close()
