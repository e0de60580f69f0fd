import type { Skillet } from "../../../skillet/skillet.ts"
import type { InitChange, InitWanted } from "./init-change.ts"

/** Our MCP server in the configuration of a client, as a change that init makes. */
export async function describeClient({ tasks }: Skillet, { host, isUser, isUndo }: InitWanted): Promise<InitChange> {
  const plan = await tasks.planClient({ host, isUser, isUndo })
  const { files, notes } = plan
  const render = (begin: string) => [
    ...files.flatMap(({ file, lines }) => [`${begin} ${file}:`, ...lines.map((line) => `  ${line}`)]),
    ...notes,
  ]
  const place = `the configuration of ${host}${isUser ? "" : " for this project"}`
  return {
    isChange: files.length > 0,
    isRefused: false,
    preview: render("This changes"),
    done: render("Changed"),
    none: [isUndo ? `Skillet's MCP server is not in ${place}.` : `Skillet's MCP server is already in ${place}.`],
    json: { files: files.map(({ file, lines }) => ({ file, changes: lines })), notes },
    // Another part of init may have changed the same file in the meantime.
    apply: async () => tasks.applyHooks(await tasks.planClient({ host, isUser, isUndo })),
  }
}
