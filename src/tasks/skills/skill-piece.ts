import type { ListStance } from "../../skill/body/judge-label.ts"

/**
 * A skill's body cut into pieces, so that a part of it can be shown. Compiled once for a content and stored. The
 * version changes with the form of the pieces; what an older one stored is compiled again.
 */
export interface CompiledSkill {
  readonly version: typeof COMPILED_VERSION
  readonly tokens: number
  /** In the order of the text. */
  readonly pieces: readonly SkillPiece[]
}

export const COMPILED_VERSION = 2

/**
 * A piece of a skill that is shown whole or not at all: a sentence, a list item, a table row, code in its fences, or
 * what such pieces are below: a heading, a label, the header of a table.
 *
 * A piece is never shown without those above it. That is why an item below "Never:" cannot lose its negation.
 */
export interface SkillPiece {
  readonly kind: "heading" | "label" | "item" | "row" | "text" | "code" | "quote"
  readonly text: string
  readonly tokens: number
  /** The position of the piece above it; absent at the top. */
  readonly under?: number | undefined
  /** Pieces of the same list, table or paragraph have the same number. */
  readonly block: number
  readonly indent: number
  /** The items of a numbered list, and numbered headings: shown together or not at all. */
  readonly isProcess: boolean
  /** For items: what the labels above make of them. */
  readonly stance?: ListStance | undefined
  /** For an opening tag: what closes it. */
  readonly close?: string | undefined
}
