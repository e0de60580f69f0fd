/** How far a server was raised in the settings. */
export type ServerLevel = "text" | "vars" | "shell-with-permission"

const sentences: Readonly<Record<ServerLevel, string>> = {
  text: "skills of this server are text: their commands, grants and hooks are never used",
  vars: "skills of this server get local paths, but their commands, grants and hooks are never used",
  "shell-with-permission": "commands of this server's skills run if your rules allow them",
}

/** What a server's skills may use, and the real next step to let them use more. An approval does neither. */
export function serverStep(level: ServerLevel, server: string, settings: string): string {
  const more = level === "shell-with-permission" ? "" : `; servers.${server}.trust in ${settings} raises that`
  return `${sentences[level]}${more}`
}
