/** Something wrong with the input, returned beside whatever was still good: never thrown, never dropped. */
export interface Problem extends FileProblem {
  readonly path: string
}

/** A problem as a reader of one text sees it, before anyone knows which file the text came from. */
export interface FileProblem {
  readonly code: ProblemCode
  readonly level: ProblemLevel
  readonly line?: number
  readonly column?: number
  readonly message: string
  /** What to do, or how to write it properly. */
  readonly fix?: string
}

/** error: something was left out. warning: it was used, after a repair or with a doubt. note: a matter of taste or reach. */
export type ProblemLevel = "error" | "warning" | "note"

export type ProblemCode = keyof typeof levels

export interface Spot {
  readonly line?: number
  readonly column?: number
}

export interface Wording {
  readonly message: string
  readonly fix?: string
}

/** Every code there is. A code is public: it never changes its meaning. */
const levels = {
  "file.bom": "warning",
  "file.empty": "warning",
  "file.nul": "warning",
  "file.not-utf8": "warning",
  "file.too-large": "error",
  "file.unreadable": "error",
  "file.wrong-case": "warning",
  "file.not-regular": "error",
  "header.none": "warning",
  "header.tagged-fence": "error",
  "header.too-large": "error",
  "header.too-many-keys": "error",
  "header.too-deep": "error",
  "header.not-a-map": "warning",
  "header.fence": "warning",
  "header.unclosed": "warning",
  "header.unquoted": "warning",
  "header.bad-quotes": "warning",
  "header.tab": "warning",
  "header.missing-space": "warning",
  "header.unreadable-value": "warning",
  "header.duplicate-key": "warning",
  "header.reserved-key": "error",
  "header.anchor": "error",
  "header.two-spellings": "error",
  "header.not-text": "warning",
  "header.bad-value": "warning",
  "header.bad-hooks": "error",
  "header.old-spelling": "note",
  "header.unknown-field": "note",
  "header.no-effect": "note",
  "skill.no-description": "warning",
  "skill.needs-newer": "error",
  "skill.paths-match-all": "warning",
  "skill.braces": "warning",
  "name.rules": "note",
  "name.differs": "note",
  "description.long": "note",
  "body.long": "note",
  "body.empty": "note",
  "body.missing-file": "warning",
  "body.argument-base": "note",
  "body.hidden-text": "warning",
  "source.legacy": "warning",
  "source.broken-link": "warning",
  "source.link-loop": "warning",
  "source.too-deep": "warning",
  "source.too-many": "error",
  "source.unreadable": "error",
  "source.failed": "error",
  "source.bad-plugin": "error",
  "source.changed": "error",
  "source.nested": "note",
  "source.unseen": "warning",
  "source.other-agents": "note",
  "catalog.shadowed": "warning",
  "catalog.clash": "warning",
  "settings.unreadable": "error",
  "settings.bad-value": "warning",
  "settings.not-allowed": "warning",
} as const satisfies Record<string, ProblemLevel>

export const problemCodes = Object.keys(levels) as readonly ProblemCode[]

export function problem(code: ProblemCode, spot: Spot, wording: Wording): FileProblem {
  return { code, level: levels[code], ...spot, ...wording }
}

export function problemAt(path: string, found: FileProblem): Problem {
  const { code, level, ...rest } = found
  return { code, level, path, ...rest }
}
