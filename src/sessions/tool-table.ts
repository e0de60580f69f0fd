import { toMap } from "../text/is-map.ts"
import type { AgentHost, ToolAction, ToolCall } from "./session.ts"

/** A tool of a host, as it was observed: what it does, and the fields with its command and its files. */
interface ToolRow {
  readonly action: ToolAction
  readonly command?: readonly string[]
  readonly files?: readonly string[]
}

const run: ToolRow = { action: "run", command: ["command", "cmd"] }
const write: ToolRow = { action: "write", files: ["file_path", "filePath", "notebook_path", "path"] }
const read: ToolRow = { action: "read", files: ["file_path", "filePath", "path", "dir_path", "absolute_path"] }
const agent: ToolRow = { action: "agent" }
const patch: ToolRow = { action: "write", command: ["input", "patchText", "patch"] }

const none: ToolRow = { action: "none" }

const tools: Readonly<Record<AgentHost, Readonly<Record<string, ToolRow>>>> = {
  claude: {
    Bash: run,
    Write: write,
    Edit: write,
    MultiEdit: write,
    NotebookEdit: write,
    Read: read,
    Glob: read,
    Grep: read,
    LS: read,
    Agent: agent,
    Task: agent,
    AskUserQuestion: none,
    BashOutput: none,
    EnterPlanMode: none,
    ExitPlanMode: none,
    KillShell: none,
    TaskCreate: none,
    TaskGet: none,
    TaskList: none,
    TaskOutput: none,
    TaskStop: none,
    TaskUpdate: none,
    TodoRead: none,
    TodoWrite: none,
    ToolSearch: none,
    WebFetch: none,
    WebSearch: none,
  },
  codex: {
    exec_command: run,
    shell: run,
    shell_command: run,
    local_shell: run,
    apply_patch: patch,
    view_image: read,
    spawn_agent: agent,
    update_plan: none,
    tool_search: none,
    tool_search_call: none,
    wait_agent: none,
    close_agent: none,
    send_input: none,
    request_user_input: none,
    web_search: none,
  },
  opencode: {
    bash: run,
    write,
    edit: write,
    multiedit: write,
    patch,
    apply_patch: patch,
    read,
    glob: read,
    grep: read,
    list: read,
    task: agent,
    todoread: none,
    todowrite: none,
    webfetch: none,
    websearch: none,
    question: none,
    invalid: none,
    plan_exit: none,
  },
  gemini: {
    run_shell_command: run,
    write_file: write,
    replace: write,
    read_file: read,
    read_many_files: read,
    list_directory: read,
    glob: read,
    grep_search: read,
    search_file_content: read,
    write_todos: none,
    save_memory: none,
    ask_user: none,
    google_web_search: none,
    web_fetch: none,
    enter_plan_mode: none,
    exit_plan_mode: none,
    update_topic: none,
  },
}

/** A call of a tool, from its name and input. A tool that is not in the table is `other`. */
export function readToolCall(
  host: AgentHost,
  {
    tool,
    input,
    line,
    at,
  }: { readonly tool: string; readonly input: unknown; readonly line: number; readonly at?: number | undefined },
): ToolCall {
  const row = Object.hasOwn(tools[host], tool) ? tools[host][tool] : undefined
  const fields = toMap(input)
  const command = row?.command?.map((name) => toCommand(fields[name])).find((text) => text !== undefined)
  const named = (row?.files ?? []).flatMap((name) => (typeof fields[name] === "string" ? [fields[name]] : []))
  const patched = row?.action === "run" || row === patch ? listPatchedFiles(command ?? "") : []
  return {
    kind: "call",
    line,
    at,
    tool,
    action: row?.action ?? "other",
    command: row === patch ? undefined : command,
    files: [...named, ...patched],
    outcome: "unknown",
  }
}

/** Older versions of Codex give a command as a list: `["bash", "-lc", "npm test"]`. */
function toCommand(value: unknown): string | undefined {
  if (typeof value === "string") return value
  if (!Array.isArray(value) || !value.every((word) => typeof word === "string")) return undefined
  const words = value as readonly string[]
  return /^(?:\S*\/)?(?:ba|z|da)?sh$/.test(words[0] ?? "") && /^-\w*c$/.test(words[1] ?? "")
    ? words.slice(2).join(" ")
    : words.join(" ")
}

/** The files that a patch of Codex's form names. */
function listPatchedFiles(text: string): readonly string[] {
  if (!text.includes("*** Begin Patch")) return []
  return [...text.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)].map(([, file = ""]) =>
    file.trim(),
  )
}
