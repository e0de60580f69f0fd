import { expect, onTestFinished, test } from "vitest"
import { openModelServer } from "../agents/model-server.ts"
import { claude } from "./real-client.ts"
import { askedTexts, count, openWakeBench } from "./wake-bench.ts"

const BODY = "Never merge pages without counting them."

test("a prompt activates a skill in real Claude Code through the hook, once a session, and leaves a receipt", async () => {
  const bench = openWakeBench("activation-claude")
  onTestFinished(() => bench.remove())
  bench.put(
    ".claude/skills/pdf-pages/SKILL.md",
    `---\nname: pdf-pages\ndescription: Splits and merges PDF files.\ntriggers: [glue the scans]\n---\n${BODY}\n`,
  )
  bench.put(".config/skillet/config.yaml", "activation: body\n")
  bench.skillet("init", "--host", "claude", "--yes")
  bench.put(".claude.json", JSON.stringify({ projects: { [bench.project]: { hasTrustDialogAccepted: true } } }))
  const server = await openModelServer({ scripts: {} })
  onTestFinished(() => server.close())
  const session = claude.open(bench, server)
  const lastRequest = () => (askedTexts(server).at(-1) ?? []).join("\n")
  await session.say("SAY: HELLO")
  expect(count(lastRequest(), BODY)).toBe(0)
  await session.say("please glue the scans. SAY: ONE")
  expect(lastRequest()).toContain('the skill pdf-pages was added to this prompt (its trigger "glue the scans")')
  expect(count(lastRequest(), BODY)).toBe(1)
  await session.say("now glue the scans again. SAY: TWO")
  expect(count(lastRequest(), BODY)).toBe(1)
  await session.end()
  const { events } = JSON.parse(
    bench.skillet("agent", "events", "orchestrator", "--kind", "skill_activated", "--json"),
  ) as { events: readonly { data: object }[] }
  expect(events.map(({ data }) => data)).toMatchObject([
    { host: "claude", skill: "pdf-pages", by: "trigger", how: "body" },
  ])
}, 300_000)
