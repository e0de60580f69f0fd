import type { WireHello } from "./wire.ts"

let told: number | undefined

/** A notification of the system when something new waits, if the person allowed it and does not see the page. */
export function tellNeeds({ needs, project }: WireHello): void {
  const before = told
  told = needs
  if (before === undefined || needs <= before || !document.hidden) return
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return
  const notice = new Notification(`${project} needs you`, { body: `${needs} in the inbox`, tag: "skillet-inbox" })
  notice.addEventListener("click", () => focus())
}

export function mayNotify(): "granted" | "denied" | "default" | "unknown" {
  return "Notification" in globalThis ? Notification.permission : "unknown"
}
