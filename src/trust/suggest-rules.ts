import { type DecidedCommand, decideCommand, type ShellRules } from "../shell/judge/decide-command.ts"

/**
 * The narrowest rules with which a refused command would run: one for each simple command that no rule covers, exactly
 * as it is. None if rules cannot allow it, because it is denied, or because no rule covers what it does.
 */
export function suggestRules(command: string, rules: ShellRules): readonly string[] {
  const missing = decideCommand(command, rules).commands.filter(({ decision }) => decision !== "allow")
  for (const write of [writeProgram, writeWithAssignments, writeWithPatterns]) {
    const wanted = [...new Set(missing.map((each) => `Bash(${write(each).join(" ")})`))]
    const { decision } = decideCommand(command, { ...rules, allow: [...rules.allow, ...wanted] })
    if (decision === "allow") return wanted
  }
  return []
}

function writeProgram({ words }: DecidedCommand): readonly string[] {
  return words.map(writeRuleWord)
}

function writeWithAssignments(command: DecidedCommand): readonly string[] {
  const sets = (command.sets ?? []).map((text) => {
    const [name = ""] = text.split("=", 1)
    return `${name}=${writeRuleWord(text.slice(name.length + 1))}`
  })
  return [...sets, ...writeProgram(command)]
}

/** Patterns for file names are as they are in the command. */
function writeWithPatterns({ words }: DecidedCommand): readonly string[] {
  return words.map((word) => (/^[\w./*-]+$/.test(word) ? word : writeRuleWord(word)))
}

/** A word as a rule spells it: quoted if a rule would read it as several words, or as a pattern. */
function writeRuleWord(word: string): string {
  if (/^[\w./=:@%+,~^{}#!?[\]-]+$/.test(word)) return word
  return `'${word.replaceAll("'", `'\\''`)}'`
}
