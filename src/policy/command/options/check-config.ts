import { SETTABLE } from "./programs/git-programs.ts"
import type { JudgedCommand } from "./judged-command.ts"

const SETS = "sets what git may run: only a rule that spells it covers it"

/**
 * Why `git config` may do more than read. Git runs programs that its settings name, so only settings that name none may
 * be set.
 */
export function configFault({ words, spelled }: JudgedCommand, from: number): string | undefined {
  const operands = words.slice(from).flatMap(({ forms }, index) => {
    if (spelled(from + index)?.whole === true) return []
    const form = forms?.length === 1 ? forms[0] : undefined
    if (form === undefined) return [undefined]
    return form.text.startsWith("-") ? [] : [form.whole ? form.text : undefined]
  })
  const asks = words.slice(from).some(({ word }) => /^(?:--get(?:-\w+)?|--list|-l)$/.test(word.raw))
  if (asks) return undefined
  const [first, second] = operands
  if (operands.length === 0 || /^(?:get|list)$/.test(first ?? "")) return undefined
  if (/^(?:edit|unset|rename-section|remove-section)$/.test(first ?? "")) return SETS
  if (first === "set") return SETTABLE.test(second ?? "") && operands.length <= 3 ? undefined : SETS
  if (operands.length === 1) return first === undefined ? SETS : undefined
  return SETTABLE.test(first ?? "") && operands.length === 2 ? undefined : SETS
}
