import { SkilletError } from "../problem/failure.ts"
import type { RenderedCommand } from "./rendering.ts"

interface Named {
  readonly name: string
  readonly ref: string
  readonly path: string
}

/** Why there is no prompt, each with a next step that is safe to take. */
export function renderRefusal(fault: { readonly code: string; readonly message: string; readonly next: string }) {
  return new SkilletError(fault.code, fault.message, { retry: "no", next: fault.next })
}

renderRefusal.unreadable = ({ path }: Named): SkilletError =>
  renderRefusal({
    code: "render.refused",
    message: `${path} is refused`,
    next: "skillet lint says what is wrong with it",
  })

renderRefusal.needsApproval = ({ ref, name }: Pick<Named, "ref" | "name">): SkilletError =>
  renderRefusal({
    code: "render.needs-approval",
    message: `${ref} brings tool grants or hooks, and no rule lets the model use it`,
    next: `the user can allow it with the rule Skill(${name})`,
  })

renderRefusal.command = ({ source, reason }: RenderedCommand, { ref }: Pick<Named, "ref">): SkilletError =>
  renderRefusal({
    code: "render.command-refused",
    message: `Shell command permission check failed for pattern "${source}": ${reason}`,
    next: `skillet render ${ref} --dry-run shows every command of the skill and what is decided on each`,
  })

/** An approval holds for what was approved: where that changed since, not even the next command runs. */
renderRefusal.changed = ({ ref }: Pick<Named, "ref">): SkilletError =>
  renderRefusal({
    code: "render.changed",
    message: `${ref} or a file it runs changed while its commands ran, so the rest of them did not`,
    next: "look at what changed, then approve it again",
  })
