import { outlineOf, type Outline, type Section } from "../../skill/body/outline.ts"
import { eachWord } from "./words.ts"

export interface MatchText {
  readonly name: string
  readonly description: string
  readonly whenToUse?: string
  readonly body: string
}

/** The fields a skill is looked up in. */
export const FIELDS = ["name", "description", "when", "headings", "body"] as const
export type Field = (typeof FIELDS)[number]

export interface MatchDocument {
  readonly counts: ReadonlyMap<string, readonly number[]>
  readonly lengths: readonly number[]
}

export function matchDocument(text: MatchText): MatchDocument {
  const counts = new Map<string, number[]>()
  const lengths = FIELDS.map(() => 0)
  const add = (field: number, words: string): void =>
    eachWord(words, (term) => {
      lengths[field] = (lengths[field] ?? 0) + 1
      let row = counts.get(term)
      if (row === undefined) counts.set(term, (row = [0, 0, 0, 0, 0]))
      row[field] = (row[field] ?? 0) + 1
    })
  add(0, text.name)
  add(1, text.description)
  add(2, text.whenToUse ?? "")
  const outline = outlineOf(text.body)
  let whenThrough = 0
  let notThrough = 0
  for (const section of outline.sections) {
    const title = section.heading?.text ?? ""
    if (saysNot(title)) notThrough = section.through
    else if (saysWhen(title)) whenThrough = Math.max(whenThrough, section.through)
    const isNot = section.from <= notThrough
    const isWhen = !isNot && section.from <= whenThrough
    if (!isWhen || !saysWhen(title)) add(3, title)
    add(isWhen ? 2 : 4, section.text)
  }
  return { counts, lengths }
}
export function saysWhen(title: string): boolean {
  return (
    /\b(when[ _-]to[ _-](use|apply|activate|invoke|trigger|call|run|reach)|when (you need|this (skill|applies))|use (this|it|me)\b.*\b(when|if|for|skill)|use (when|for|cases?)\b|triggers?\b|trigger(ing)? (phrases|conditions|words|keywords)|activat(e|ion)\b|applies when|applicab)/i.test(
      title,
    ) ||
    /何时使用|适用场景|使用场景|触发|應用場景|使用時機|使うとき|使用タイミング|いつ使|利用シーン|사용 시점|언제 사용|cuándo usar|quando usar|quand (l')?utiliser|wann (verwenden|nutzen)|когда использовать/i.test(
      title,
    )
  )
}
export function saysNot(title: string): boolean {
  return /\b(not|never|don'?t|avoid|skip)\b/i.test(title) || /不适用|不要|何时不/.test(title)
}
