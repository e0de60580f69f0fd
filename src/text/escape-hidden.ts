/**
 * Text from a skill, made safe to show: control and escape characters and invisible Unicode appear as escapes, so
 * nothing in untrusted text can move the cursor, open a link or hide. Joiners that emoji and scripts need are kept.
 */
export function escapeHidden(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  return text.replace(ALL_SUSPICIOUS, (found, at: number) => (isNeeded(found, text, at) ? found : escaped(found)))
}

/** The same on one line: line breaks and tabs become single spaces. */
export function toVisibleLine(text: string): string {
  return escapeHidden(text.replace(/(?<![ \t])[ \t]*[\r\n\t][\r\n\t ]*/g, " ").trim())
}

/** The same with escapes that are also valid JSON; characters above U+FFFF become two escapes. */
export function escapeHiddenAsJson(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  return text.replace(ALL_SUSPICIOUS, (found, at: number) =>
    isNeeded(found, text, at) ? found : found.split("").map(escapedUnit).join(""),
  )
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
}

/** Where the first hidden character is, or undefined if there is none. */
export function findFirstHidden(text: string): { readonly at: number; readonly shown: string } | undefined {
  if (!SUSPICIOUS.test(text)) return undefined
  for (const match of text.matchAll(ALL_SUSPICIOUS)) {
    if (!/[\t\r\n]/.test(match[0]) && !isNeeded(match[0], text, match.index)) {
      return { at: match.index, shown: escaped(match[0]) }
    }
  }
  return undefined
}

const CLASS = [
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f", // C0 and C1 but tab and line feed
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f", // soft hyphen, joiners and fillers that draw nothing
  "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f", // zero width, bidirectional controls, separators
  "\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb",
  "\\ufe00-\\ufe0f\\ue000-\\uf8ff", // variation selectors, private use
  "\\u{e0000}-\\u{e0fff}\\u{f0000}-\\u{10ffff}", // tags, more selectors, private planes
  "\\ud800-\\udfff", // halves of characters
].join("")
const SUSPICIOUS = new RegExp(`[${CLASS}]`, "u")
const ALL_SUSPICIOUS = new RegExp(`[${CLASS}]`, "gu")
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u20e3\ufe0f0-9#*]/u
const JOINING_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u

function isNeeded(found: string, text: string, at: number): boolean {
  const before = lastCharacter(text.slice(Math.max(0, at - 2), at))
  if (found === "\ufe0f" || found === "\ufe0e") return EMOJI.test(before) || /\p{Emoji}|\p{S}/u.test(before)
  if (found === "\u200d") return EMOJI.test(before) || JOINING_SCRIPT.test(before)
  if (found === "\u200c") return JOINING_SCRIPT.test(before)
  return false
}

function lastCharacter(text: string): string {
  return Array.from(text).at(-1) ?? ""
}

function escaped(found: string): string {
  const code = found.codePointAt(0) ?? 0
  return code > 0xffff || (code >= 0xd800 && code <= 0xdfff)
    ? `\\u{${code.toString(16)}}`
    : `\\u${code.toString(16).padStart(4, "0")}`
}

/** A text as a fenced Markdown block, in a fence that nothing in the text can close. */
export function wrapInFence(text: string, language = ""): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const mark = "`".repeat(Math.max(3, longest + 1))
  return `${mark}${language}\n${text}\n${mark}`
}
