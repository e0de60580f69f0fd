/** Set by build servers that carry out commands which they find in a program's output. */
const servers = ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"] as const

export function mayRunLogCommands(env: Readonly<Record<string, string | undefined>>): boolean {
  return servers.some((name) => (env[name] ?? "") !== "")
}

/**
 * Output in which a build server finds no commands: names, code and what agents say could contain them. Escapes are
 * written as in JSON, so that JSON keeps its value.
 */
export function escapeLogText(text: string): string {
  return text.replace(AT_LINE_START, "$1\\u003a").replace(ANYWHERE, "#\\u0023")
}

/** `::name key=value::text` of GitHub, after any white space. */
const AT_LINE_START = /^(\s*):(?=:[\w-]+(?: [^\n]*)?::)/gm
/** `##[name]` of GitHub, `##vso[…]` of Azure, `##teamcity[…]`. */
const ANYWHERE = /##(?=(?:vso|teamcity)?\[)/gi
