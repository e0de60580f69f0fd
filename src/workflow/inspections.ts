/** What Skillet inspects itself, at a path: the levels of what it finds, worst first, and from which one on it fails. */
export const inspections = {
  lint: { levels: ["error", "warning", "note"], failOn: "warning" },
  audit: { levels: ["critical", "major", "minor", "suggestion"], failOn: "major" },
} as const satisfies Readonly<Record<string, { readonly levels: readonly string[]; readonly failOn: string }>>

export type Inspection = keyof typeof inspections

export function isInspection(kind: string): kind is Inspection {
  return Object.hasOwn(inspections, kind)
}

/** The levels at which something that was found makes an inspection fail; undefined for a level that it does not have. */
export function failingLevels(kind: Inspection, failOn?: string): readonly string[] | undefined {
  const { levels, failOn: usual } = inspections[kind]
  const at = (levels as readonly string[]).indexOf(failOn ?? usual)
  return at === -1 ? undefined : levels.slice(0, at + 1)
}
