const SCHEME = "mcp://"

/** The path of something a server offers, in the one spelling there is: `mcp://docs/skills/pdf`. */
export function formatServerAddress(server: string, kind: "skills" | "prompts", name: string): string {
  return `${SCHEME}${server}/${kind}/${name}`
}

/** The server that an address belongs to; undefined for anything else, such as a file. */
export function readServerName(path: string): string | undefined {
  return path.startsWith(SCHEME) ? path.slice(SCHEME.length).split("/")[0] : undefined
}
