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
  "store.queue-repaired": "warning",
  "store.unusable": "error",
  "run.history-changed": "error",
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
  "source.link-leaves": "error",
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
  "review.unknown-type": "warning",
  "review.unknown-agent": "error",
  "review.no-agent": "warning",
  "review.unused-part": "note",
  "review.unknown-severity": "warning",
  "review.loose-check": "error",
  "review.no-checks": "warning",
  "review.no-categories": "note",
  "review.unread-table": "error",
  "review.pattern-table": "error",
  "review.pattern-row": "error",
  "review.bad-pattern": "error",
  "review.pattern-file": "error",
  "review.unknown-pattern": "error",
  "review.pattern-clash": "warning",
  "review.no-rules": "note",
  "review.no-method": "warning",
  "review.agent-skipped": "warning",
  "review.command-skill": "warning",
  "review.bad-baseline": "error",
  "settings.unreadable": "error",
  "settings.bad-value": "warning",
  "settings.unknown-limit": "error",
  "settings.not-allowed": "warning",
  "trust.unreadable": "error",
  "params.unknown": "error",
  "params.missing": "error",
  "params.bad-value": "error",
  "workflow.unshowable": "error",
  "workflow.no-steps": "error",
  "workflow.reserved-id": "error",
  "workflow.bad-id": "error",
  "workflow.duplicate-step": "error",
  "workflow.no-title": "warning",
  "workflow.bad-rounds": "error",
  "workflow.unknown-start": "error",
  "workflow.unknown-step": "error",
  "workflow.unknown-outcome": "error",
  "workflow.missing-edge": "error",
  "workflow.idle-edge": "warning",
  "workflow.uncapped-iterate": "error",
  "workflow.open-table": "error",
  "workflow.unused-row": "warning",
  "workflow.unreachable": "error",
  "workflow.no-end": "error",
  "workflow.dead-end": "error",
  "workflow.endless-loop": "error",
  "workflow.cheaper-circle": "warning",
  "workflow.review-banner": "error",
  "workflow.review-stop": "error",
  "workflow.review-reverify": "error",
  "workflow.review-ignored": "warning",
  "workflow.review-bypassed": "error",
  "workflow.review-unlooped": "error",
  "workflow.no-evidence": "warning",
  "workflow.claimed-command": "error",
  "workflow.bad-param": "error",
  "workflow.idle-default": "note",
  "workflow.unknown-result": "error",
  "workflow.unknown-role": "error",
  "workflow.unknown-tier": "error",
  "workflow.no-task": "error",
  "workflow.bad-with": "error",
  "workflow.unknown-workflow": "error",
  "workflow.bad-items": "error",
  "workflow.bad-join": "error",
  "workflow.bad-question": "error",
  "workflow.unknown-resource": "error",
  "workflow.unknown-place": "error",
  "workflow.undeclared-read": "error",
  "workflow.misspelt-place": "note",
  "workflow.unwritten": "error",
  "workflow.bad-writes": "error",
  "workflow.bad-schema": "error",
  "workflow.bad-output": "error",
  "workflow.unshaped-read": "warning",
  "workflow.review-ungated": "error",
  "pattern.bad-entry": "error",
  "pattern.same-id": "error",
  "pattern.bad-regex": "error",
  "pattern.refused": "error",
  "pattern.matches-empty": "error",
  "pattern.loose-branch": "error",
  "pattern.exponential": "error",
  "pattern.line-break": "error",
  "pattern.super-linear": "warning",
  "pattern.escaped-pipe": "warning",
  "pattern.no-literal": "note",
  "workflow.unreadable": "error",
  "workflow.unknown-key": "error",
  "workflow.missing-key": "error",
  "workflow.bad-value": "error",
  "workflow.bad-text": "error",
  "workflow.missing-file": "error",
  "workflow.unused-file": "warning",
  "workflow.missing-resource": "error",
  "legacy.bad-value": "error",
  "legacy.lost": "warning",
  "legacy.linear": "note",
} as const satisfies Record<string, ProblemLevel>

export const problemCodes = Object.keys(levels) as readonly ProblemCode[]

export function problem(code: ProblemCode, spot: Spot, wording: Wording): FileProblem {
  return { code, level: levels[code], ...spot, ...wording }
}

export function problemAt(path: string, found: FileProblem): Problem {
  const { code, level, ...rest } = found
  return { code, level, path, ...rest }
}
