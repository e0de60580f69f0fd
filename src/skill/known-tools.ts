/** The tools that agents are known to have, by the names that a skill's frontmatter gives them. */
const byAgent = {
  claude: [
    "Agent AskUserQuestion Bash BashOutput CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree",
    "ExitPlanMode ExitWorktree Glob Grep KillBash KillShell LS LSP ListMcpResourcesTool Monitor MultiEdit NotebookEdit",
    "NotebookRead PowerShell Read ReadMcpResourceTool SendMessage Skill SlashCommand Task TaskCreate TaskGet TaskList",
    "TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete TodoRead TodoWrite ToolSearch WebFetch WebSearch Write",
  ],
  codex: ["apply_patch request_user_input shell update_plan view_image web_search"],
  opencode: [
    "apply_patch bash codesearch edit glob grep list lsp multiedit patch question read skill task todoread todowrite",
    "webfetch websearch write",
  ],
  gemini: [
    "activate_skill ask_user glob google_web_search grep_search list_directory read_file read_many_files replace",
    "run_shell_command save_memory search_file_content web_fetch write_file write_todos",
  ],
} as const

export const knownTools: readonly string[] = [
  ...new Set(Object.values(byAgent).flatMap((lines) => lines.flatMap((line) => line.split(" ")))),
]

/** The agents that are known to have a tool of this name. */
export function listAgentsWithTool(tool: string): readonly (keyof typeof byAgent)[] {
  const agents = Object.keys(byAgent) as readonly (keyof typeof byAgent)[]
  return agents.filter((agent) => byAgent[agent].some((line) => line.split(" ").includes(tool)))
}

/** The tool that a rule such as `Bash(git log:*)` is about. */
export function readTool(rule: string): string {
  return rule.trim().split("(", 1)[0]?.trim() ?? ""
}

/** Tools of servers have names that only the server knows: `mcp__server__tool`, `server/tool`, `server:tool`. */
export function isKnownTool(tool: string): boolean {
  return tool === "" || tool === "*" || /^mcp_|__|[/:.*]/.test(tool) || knownTools.includes(tool)
}
