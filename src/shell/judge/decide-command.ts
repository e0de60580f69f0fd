import { isStrictMode, writeAssignment } from "./check-around.ts"
import { isNumber } from "./options/words/facts.ts"
import { maySetVariables } from "./options/programs/runners.ts"
import { listMadeFiles } from "./find-copy-fault.ts"
import { type Judgement, judgeSimpleCommand, type Rules } from "./judge-simple-command.ts"
import type { CommandReading } from "../reading/script-reader.ts"
import { findTextFault } from "../reading/find-text-fault.ts"
import { readCommand } from "../reading/read-command.ts"
import { readCertainStart, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import { describeRuleProblem, parseRule, type Rule, type RuleProblem } from "../rule.ts"

/** Rules as people write them; rules for other tools are ignored. */
export interface ShellRules {
  readonly allow: readonly string[]
  readonly ask?: readonly string[]
  readonly deny?: readonly string[]
  /** Commands that need no rule: only built-ins that do nothing, or also commands that only read. */
  readonly free?: "none" | "read-only"
}

export interface ShellDecision {
  readonly decision: "allow" | "ask" | "deny"
  readonly reason: string
  /** Every simple command in it; none if it could not be read. */
  readonly commands: readonly DecidedCommand[]
  /** Rules that could not be read. */
  readonly problems?: readonly RuleProblem[]
}

export interface DecidedCommand extends Judgement {
  /** After quote removal; a word that is only known at run time is given as written. */
  readonly words: readonly string[]
  /** The assignments before it, as a rule would spell them. */
  readonly sets?: readonly string[] | undefined
}

/**
 * The policy: whether a command may run. It may if a rule covers every simple command in it. Anything that cannot be
 * read, followed or known in advance is refused. Its steps:
 *
 * 1. The text: it is refused unread if it is empty, too long, nested too deeply, or has invisible characters.
 * 2. The rules: while a deny or ask rule cannot be read, no command runs.
 * 3. The command is read into simple commands, with everything in it that no rule can cover.
 *
 * For each simple command (`judgeSimpleCommand`):
 *
 * 4. Its name must be known in advance. Without a name, it only sets variables or redirects, which no rule allows.
 * 5. Built-ins that run another text or change what a name means, such as `eval` and `alias`, are always refused.
 * 6. It is denied if a deny rule may match any form of it.
 * 7. It needs confirmation if an ask rule may match any form of it, provided that steps 8 and 9 permit it.
 * 8. What is around it must be certain: no change of directory for other commands, no doubtful word, no assignment
 *    that changes what runs.
 * 9. It is allowed if it is a built-in without side effects, if a rule covers its words and it does no more than the
 *    rule names, or if it only reads and reading is free.
 *
 * A grant of every command replaces steps 8 and 9; what could bypass a deny or ask rule is then still refused.
 *
 * For the whole command:
 *
 * 10. What no rule can cover (step 3) is refused. A grant of every command, without deny and ask rules, covers all but
 *     firm refusals.
 * 11. The strictest decision on a simple command is the decision: deny, then ask, then allow.
 */
export function decideCommand(command: string, given: ShellRules): ShellDecision {
  const { rules, problems, unreadable } = readRules(given)
  const decide = (decision: ShellDecision["decision"], reason: string, commands: readonly DecidedCommand[] = []) =>
    problems.length === 0 ? { decision, reason, commands } : { decision, reason, commands, problems }

  const gate = findTextFault(command)
  if (gate !== undefined) return decide("deny", gate)
  if (unreadable !== undefined)
    return decide("deny", `${describeRuleProblem(unreadable)}; no command runs until this is fixed`)

  const findings = readCommand(command)
  const made = listMadeFiles(findings.commands)
  const unsettled = findings.commands.some((each) => isSetter(each))
  const commands = findings.commands.map((each, at) => ({
    words: toTexts(each),
    sets: each.assignments.length === 0 ? undefined : each.assignments.flatMap((one) => writeAssignment(one) ?? []),
    ...judgeSimpleCommand(each, rules, { findings, unsettled, made, at: at + 1 }),
  }))
  const refusal = firstRefusal(findings, rules)
  if (refusal !== undefined) return decide("deny", refusal, commands)
  const worst =
    commands.find(({ decision }) => decision === "deny") ?? commands.find(({ decision }) => decision === "ask")
  return worst === undefined
    ? decide("allow", "every command in it is allowed", commands)
    : decide(worst.decision, worst.reason, commands)
}

interface ReadRules {
  readonly rules: Rules
  readonly problems: readonly RuleProblem[]
  /** A deny or ask rule that cannot be read (step 2): ignoring it would allow more than intended. */
  readonly unreadable: RuleProblem | undefined
}

function readRules(given: ShellRules): ReadRules {
  const allow = readList(given.allow)
  const ask = readList(given.ask ?? [])
  const deny = readList(given.deny ?? [])
  return {
    rules: { allow: allow.rules, ask: ask.rules, deny: deny.rules, free: given.free ?? "none" },
    problems: [...allow.problems, ...ask.problems, ...deny.problems],
    unreadable: deny.problems[0] ?? ask.problems[0],
  }
}

function readList(texts: readonly string[]): {
  readonly rules: readonly Rule[]
  readonly problems: readonly RuleProblem[]
} {
  const parsed = texts.map((text) => parseRule(text))
  return {
    rules: parsed.flatMap((each) => (each.kind === "rule" ? [each.rule] : [])),
    problems: parsed.flatMap((each) => (each.kind === "problem" ? [each.problem] : [])),
  }
}

/** Step 10: why no rule can cover the command. */
function firstRefusal({ refusals, ...rest }: CommandReading, rules: Rules): string | undefined {
  const firm = refusals.find((refusal) => refusal.firm)
  if (firm !== undefined) return firm.reason
  const everything = rules.allow.some(({ kind }) => kind === "all") && rules.deny.length + rules.ask.length === 0
  if (everything) return undefined
  return refusals[0]?.reason ?? countFault(rest)
}

/** Arithmetic runs substitutions that it finds in values, so the values must be numbers. */
function countFault({
  commands,
  counted,
  countedOutputs,
  given,
}: Omit<CommandReading, "refusals">): string | undefined {
  for (const name of counted) {
    const words = given.get(name) ?? []
    if (!words.every((word) => /^-?\d+$/.test(readStaticWord(word) ?? "") || /^\{\d+\.\.\d+\}$/.test(word.raw))) {
      return `${name} is given a value that arithmetic would evaluate: use numbers only`
    }
  }
  if (counted.size > 0 && commands.some((each) => isSetter(each)))
    return "arithmetic would evaluate a value that is only known at run time: use numbers"
  return countedOutputs.every((command) => isNumber(command))
    ? undefined
    : "arithmetic would evaluate a command's output, which may not be a number: print the value instead"
}

function isSetter({ words }: SimpleCommand): boolean {
  const [name, argument] = words
  return (
    name !== undefined &&
    !isStrictMode(words) &&
    maySetVariables(readCertainStart(name), argument === undefined ? "" : readCertainStart(argument))
  )
}

function toTexts({ words }: SimpleCommand): readonly string[] {
  return words.map((word) => readStaticWord(word) ?? word.raw)
}

/** The policy's decision on a command. */
export interface CommandJudgement {
  readonly decision: "allow" | "ask" | "deny"
  readonly reason: string
  readonly rule?: string | undefined
  /** The words of every program it would run; a value may change nothing but its own word. */
  readonly words: readonly (readonly string[])[]
}
