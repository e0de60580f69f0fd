import { computed, signal } from "@preact/signals"

/** Where the page is: everything that a view shows is chosen by its address. */
export interface Place {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

const current = signal<Place>(readPlace())

export const place = computed(() => current.value)

addEventListener("popstate", () => {
  current.value = readPlace()
})

function readPlace(): Place {
  return { path: location.pathname, query: Object.fromEntries(new URLSearchParams(location.search)) }
}

/** The first part of a path says which view it is. */
export function readViewName(path: string): string {
  return path.split("/")[1] ?? ""
}

export function goTo(href: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", href)
  else history.replaceState(null, "", href)
  current.value = readPlace()
  if (how === "push") scrollTo(0, 0)
}

/** The same view with other choices; an empty one is left out. */
export function chooseQuery(
  changes: Readonly<Record<string, string | undefined>>,
  how: "push" | "replace" = "replace",
): void {
  const { path, query } = current.peek()
  goTo(writeHref(path, { ...query, ...changes }), how)
}

export function writeHref(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const kept = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === "" ? [] : [[name, value]],
  )
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept).toString()}`
}

/** Links within the page do not load it again. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (link === null || link.origin !== location.origin || link.hasAttribute("download") || link.target !== "") return
  event.preventDefault()
  goTo(`${link.pathname}${link.search}`)
}
