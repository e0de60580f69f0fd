import { plainWord, type ShellWord, staticText } from "../reading/shell-word.ts"
import { possibleFirsts } from "./check-options.ts"
import { isWrapper, programOf } from "./programs.ts"

/** More ways of reading one command than this are not tried: then it counts as refused. */
const MOST_FORMS = 100

/**
 * A command as rules that refuse must see it: with and without its folder, and with the options before its subcommand
 * taken out, as in `git -c a=b push`. For programs that run others, also whatever they might run. Undefined when there
 * are too many to try.
 */
export function denyForms(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] | undefined {
  const name = words[0] === undefined ? undefined : staticText(words[0])
  const starts = name !== undefined && isWrapper(name) ? words.map((_, at) => at) : [0]
  const forms: (readonly ShellWord[])[] = []
  for (const start of starts) {
    const [first, ...rest] = words.slice(start)
    if (first === undefined) continue
    const text = staticText(first)
    const names = text === undefined || !text.includes("/") ? [first] : [first, plainWord(programOf(text))]
    for (const each of names) {
      forms.push([each, ...rest])
      for (const at of possibleFirsts([each, ...rest])) if (at > 1) forms.push([each, ...rest.slice(at - 1)])
      if (forms.length > MOST_FORMS) return undefined
    }
  }
  return forms
}
