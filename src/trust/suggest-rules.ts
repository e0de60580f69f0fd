import { decideCommand, type ShellRules } from "../shell/judge/decide-command.ts"

/**
 * The narrowest rules with which a refused command would run: one for each simple command that no rule covers, exactly
 * as it is. None if rules cannot allow it, because it is denied, or because no rule covers what it does.
 */
export function suggestRules(command: string, rules: ShellRules): readonly string[] {
  const { commands } = decideCommand(command, rules)
  const missing = commands
    .filter(({ decision }) => decision !== "allow")
    .map(({ words }) => `Bash(${words.map(writeRuleWord).join(" ")})`)
  const wanted = [...new Set(missing)]
  const { decision } = decideCommand(command, { ...rules, allow: [...rules.allow, ...wanted] })
  return decision === "allow" ? wanted : []
}

/** A word as a rule spells it: quoted if a rule would read it as several words, or as a pattern. */
function writeRuleWord(word: string): string {
  if (/^[\w./=:@%+,~^{}#!?[\]-]+$/.test(word)) return word
  return `'${word.replaceAll("'", `'\\''`)}'`
}
