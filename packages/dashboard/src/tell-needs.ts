import { showHidden } from "./format.ts"
import { goTo } from "./router.ts"
import type { WireHello } from "./wire.ts"

let told: WireHello | undefined

/** A notification of the system when something new waits, if the person allowed it and does not see the page. */
export function tellNeeds(hello: WireHello): void {
  const before = told
  told = hello
  if (before === undefined || !document.hidden || mayNotify() !== "granted") return
  const newest = findNew(before, hello)
  if (newest === undefined) return
  const notice = new Notification(`${hello.project} needs you`, { body: showHidden(newest.title), tag: newest.id })
  notice.addEventListener("click", () => {
    focus()
    goTo("/inbox")
    notice.close()
  })
}

/** Something that came after all that waited before: one that was dealt with leaves only older ones. */
function findNew({ newest: before }: WireHello, { newest }: WireHello): WireHello["newest"] {
  if (newest === undefined || newest.id === before?.id) return undefined
  return newest.since >= (before?.since ?? 0) ? newest : undefined
}

export function mayNotify(): "granted" | "denied" | "default" | "unknown" {
  return "Notification" in globalThis ? Notification.permission : "unknown"
}
