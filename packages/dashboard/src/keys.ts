import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { goTo } from "./router.ts"
import { views } from "./views.ts"

type Act = () => void

/** What keys do now: what was mounted last comes first. */
const layers: Readonly<Record<string, Act>>[] = []
export const isHelpOpen = signal(false)
let isGoing = false

export function useKeys(keys: Readonly<Record<string, Act>>): void {
  useEffect(() => {
    layers.push(keys)
    return () => {
      layers.splice(layers.indexOf(keys), 1)
    }
  })
}

/** Letters act on the page, unless somebody is typing them into it. */
export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const target = event.target instanceof HTMLElement ? event.target : undefined
    const isTyping = target?.matches("input, textarea, select, [contenteditable]") === true
    if (isTyping && event.key !== "Escape") return
    if (event.key === "Escape" && isTyping) return target?.blur()
    if (event.key === "Enter" && target?.matches("a, button, summary") === true) return
    if (act(event.key)) event.preventDefault()
  })
}

function act(key: string): boolean {
  if (isGoing) {
    isGoing = false
    const view = views.find(({ letter }) => letter === key)
    if (view !== undefined) goTo(view.path)
    return view !== undefined
  }
  if (key === "g") {
    isGoing = true
    setTimeout(() => {
      isGoing = false
    }, 1500)
    return true
  }
  if (key === "?") {
    isHelpOpen.value = !isHelpOpen.peek()
    return true
  }
  if (key === "Escape" && isHelpOpen.peek()) {
    isHelpOpen.value = false
    return true
  }
  if (key === "/") {
    const search = document.querySelector<HTMLInputElement>("[data-search]")
    search?.focus()
    search?.select()
    return search !== null
  }
  const found = layers.findLast((keys) => key in keys)
  found?.[key]?.()
  return found !== undefined
}
