import { useMemo } from "preact/hooks"
import { useKeys } from "../keys.ts"
import { chooseQuery, place } from "../router.ts"
import { Choice, Shown } from "./parts.tsx"

/** What is searched for in this view. It is in the address, so a search can be kept or shared. */
export function Search({ label }: { readonly label: string }) {
  return (
    <input
      class="search"
      data-search
      type="search"
      value={place.value.query["q"] ?? ""}
      placeholder={`${label}  /`}
      aria-label={label}
      spellcheck={false}
      onInput={({ currentTarget }) => chooseQuery({ q: currentTarget.value })}
    />
  )
}

/** The items in whose text every word of the search is. */
export function useFound<Item>(items: readonly Item[] | undefined, describe: (item: Item) => string): readonly Item[] {
  const { q = "" } = place.value.query
  return useMemo(() => {
    const words = q.toLowerCase().split(/\s+/).filter(Boolean)
    if (items === undefined || words.length === 0) return items ?? []
    return items.filter((item) => {
      const text = describe(item).toLowerCase()
      return words.every((word) => text.includes(word))
    })
  }, [items, q])
}

interface Chip {
  readonly key: string
  readonly title: string
  readonly about: string
}

interface ChipsProps {
  readonly label: string
  readonly chips: readonly Chip[]
  readonly chosen: string | undefined
  readonly onChoose: (key: string) => void
}

/** One of several things, each with a few words about it. */
export function Chips({ label, chips, chosen, onChoose }: ChipsProps) {
  return (
    <div class="hosts" role="group" aria-label={label}>
      {chips.map(({ key, title, about }) => (
        <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
          <b>
            <Shown text={title} />
          </b>{" "}
          <span class="dim">{about}</span>
        </button>
      ))}
    </div>
  )
}

export function ProjectsChoice() {
  return (
    <Choice
      label="Projects"
      value={place.value.query["all"] ?? ""}
      options={[
        ["", "This project"],
        ["1", "All"],
      ]}
      onChoose={(all) => chooseQuery({ all })}
    />
  )
}

/** `j` and `k` move the focus along what a selector finds: for the cards of a view that is no list of rows. */
export function useFocusKeys(selector: string): void {
  const move = (by: number) => {
    const cards = [...document.querySelectorAll<HTMLElement | SVGElement>(selector)]
    const at = cards.findIndex((card) => card.contains(document.activeElement))
    cards[Math.min(cards.length - 1, Math.max(0, at + by))]?.focus()
  }
  useKeys({ j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1) })
}
