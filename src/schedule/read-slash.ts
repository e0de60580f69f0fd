/** A skill that the prompt begins with: \`/deploy staging\` is \`deploy\` with the arguments \`staging\`. */
export function readSlash(prompt: string): { readonly skill: string; readonly args: string } | undefined {
  const [, skill, args = ""] = /^\/([\w:@.-]+)(?:\s+([\s\S]*))?$/.exec(prompt.trim()) ?? []
  return skill === undefined ? undefined : { skill, args }
}
