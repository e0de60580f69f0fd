import type { Skillet } from "../skillet/skillet.ts"
import { isAgentName } from "../tasks/messages/inline-text.ts"
import { requireRight, type ServedClient } from "./client-rules.ts"
import { isRun, requireOwnRun } from "./own-runs.ts"
import type { OfferedResources, ResourceText } from "./protocol/offer.ts"
import { tellDirective } from "./tools/run-answer.ts"
import type { Workspaces } from "./workspaces.ts"

const SCHEME = "skillet"
const MOST_RUNS = 50
const TEXT = "text/markdown"
const JSON_TEXT = "application/json"

/** Runs, their results, and the packets of agents, of the directory in which the server was started. Reading changes nothing. */
export function openMcpResources(workspaces: Workspaces, client: ServedClient): OfferedResources {
  const inOwn = <T>(act: (skillet: Skillet, top: string) => Promise<T>) =>
    workspaces.within(workspaces.own, async (skillet, top) => {
      await requireRight(skillet, client, "read")
      return act(skillet, top)
    })
  return {
    scheme: SCHEME,
    list: () =>
      inOwn(async ({ runs }) => {
        const all = [...(await runs.list())].sort((a, b) => b.updated - a.updated).slice(0, MOST_RUNS)
        return all.map(({ id, workflow, status }) => ({
          uri: `${SCHEME}://runs/${id}`,
          name: id,
          description: `${workflow}: ${status}`,
          mimeType: JSON_TEXT,
        }))
      }),
    templates: [
      {
        uriTemplate: `${SCHEME}://runs/{run}`,
        name: "run",
        description: "a run and its current step",
        mimeType: JSON_TEXT,
      },
      {
        uriTemplate: `${SCHEME}://reports/{run}`,
        name: "report",
        description: "the result of a run, or the report of a review",
        mimeType: TEXT,
      },
      {
        uriTemplate: `${SCHEME}://packets/{agent}`,
        name: "packet",
        description: "what an agent would get if it woke up now; nothing counts as delivered",
        mimeType: TEXT,
      },
    ],
    read: (uri) =>
      inOwn(async (skillet, top) => {
        const [, kind = "", name = ""] = /^skillet:\/\/(runs|reports|packets)\/([\w.-]+)$/.exec(uri) ?? []
        if (kind === "packets") return isAgentName(name) ? previewPacket(skillet, name) : undefined
        if (kind === "" || !(await isRun(skillet, name))) return undefined
        await requireOwnRun({ skillet, top }, name)
        return kind === "runs" ? showRun(skillet, name, client) : showReport(skillet, name)
      }),
  }
}

async function showRun(skillet: Skillet, id: string, client: ServedClient): Promise<ResourceText> {
  const { run, visits, questions, spent } = await skillet.runs.show(id)
  const { json } = await tellDirective(await skillet.runs.current(id), { skillet, client })
  const { workflow, status, because, started, updated } = run
  const steps = visits.map(({ step, round, outcome }) => ({ step, round, outcome }))
  const shown = { run: id, workflow, status, because, started, updated, steps, questions, spent, current: json }
  return { mimeType: JSON_TEXT, text: JSON.stringify(shown, null, 2) }
}

async function showReport(skillet: Skillet, id: string): Promise<ResourceText | undefined> {
  const { result } = await skillet.runs.show(id)
  if (result === undefined) return undefined
  if (result.printedBy === undefined) return { mimeType: TEXT, text: result.text }
  return { mimeType: JSON_TEXT, text: result.text }
}

async function previewPacket({ tasks }: Skillet, agent: string): Promise<ResourceText> {
  const { text } = await tasks.preview({ agent, budget: { tokens: 8000 } })
  return { mimeType: TEXT, text }
}
