import type { Skillet } from "../../../skillet/skillet.ts"
import type { HookFileChange, HookInstall, HookWanted } from "../../../tasks/hooks/hook-install.ts"
import type { InitChange, InitWanted } from "./init-change.ts"

/** The hooks of a host as a change that init makes. */
export async function describeHooks(
  { tasks }: Skillet,
  { host, isUser, isUndo, isEnforced }: InitWanted,
): Promise<InitChange> {
  const plan = await tasks.planHooks({ host, isUser, isUndo, isEnforced })
  const { files, notes } = plan
  const render = (begin: string) => [...files.flatMap((one) => renderChange(begin, one)), ...notes]
  return {
    isChange: files.length > 0,
    isRefused: false,
    preview: render("This changes"),
    done: render("Changed"),
    none: [describeNoChange(plan, { host, isUser, isUndo })],
    json: { files: files.map(({ file, lines }) => ({ file, changes: lines })), notes },
    // Another part of init may have changed the same file in the meantime.
    apply: async () => tasks.applyHooks(await tasks.planHooks({ host, isUser, isUndo, isEnforced })),
  }
}

/** Only the files were compared. Whether the host runs the hooks is seen when it does. */
function describeNoChange({ plugin }: HookInstall, { host, isUser, isUndo }: Omit<HookWanted, "isEnforced">): string {
  const place = isUser ? `your settings of ${host}` : `the settings of ${host} for this project`
  if (isUndo) return `No hooks of Skillet are in ${place}.`
  return `The hooks are already in ${plugin ?? place}. Whether ${host} runs them was not checked.`
}

function renderChange(begin: string, { file, lines }: HookFileChange): readonly string[] {
  return [`${begin} ${file}:`, ...lines.map((line) => `  ${line}`)]
}
