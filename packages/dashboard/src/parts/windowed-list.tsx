import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useRef } from "preact/hooks"
import { useKeys } from "../keys.ts"

export interface WindowedListProps<Item> {
  readonly items: readonly Item[]
  readonly rowHeight: number
  readonly label: string
  readonly keyOf: (item: Item) => string
  readonly row: (item: Item) => ComponentChildren
  readonly onOpen?: ((item: Item) => void) | undefined
  /** The item that is open, by its key. */
  readonly open?: string | undefined
  /** Where the list begins, by its key; the end if there is none. */
  readonly startAtEnd?: boolean | undefined
}

/** How many rows are kept beyond those that can be seen. */
const BEYOND = 8

/** A list of which only the rows that can be seen exist. All rows have the same height. */
export function WindowedList<Item>({
  items,
  rowHeight,
  label,
  keyOf,
  row,
  onOpen,
  open,
  startAtEnd,
}: WindowedListProps<Item>) {
  const box = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const height = useSignal(600)
  const at = useSignal(-1)
  const first = useComputed(() => Math.max(0, Math.floor(top.value / rowHeight) - BEYOND))
  const shown = useComputed(() => Math.ceil(height.value / rowHeight) + 2 * BEYOND)
  useLayoutEffect(() => measure(box.current, height), [])
  useEffect(() => {
    if (startAtEnd === true && box.current !== null) box.current.scrollTop = items.length * rowHeight
  }, [])
  useEffect(() => {
    const index = open === undefined ? -1 : items.findIndex((item) => keyOf(item) === open)
    if (index >= 0 && index !== at.peek()) {
      at.value = index
      reveal(index)
    }
  }, [open, items.length === 0])

  function reveal(index: number): void {
    const { current } = box
    if (current === null) return
    const place = index * rowHeight
    if (place < current.scrollTop) current.scrollTop = place
    else if (place + rowHeight > current.scrollTop + current.clientHeight)
      current.scrollTop = place + rowHeight - current.clientHeight
  }
  function move(by: number): void {
    if (items.length === 0) return
    at.value = Math.min(items.length - 1, Math.max(0, at.peek() + by))
    reveal(at.peek())
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(Math.floor(height.peek() / rowHeight)),
    PageUp: () => move(-Math.floor(height.peek() / rowHeight)),
    Home: () => move(-items.length),
    End: () => move(items.length),
    Enter: () => {
      const item = items[at.peek()]
      if (item !== undefined) onOpen?.(item)
    },
  })
  const visible = items.slice(first.value, first.value + shown.value)
  return (
    <div
      class="list"
      ref={box}
      tabIndex={0}
      role="list"
      aria-label={label}
      onScroll={({ currentTarget }) => (top.value = currentTarget.scrollTop)}
    >
      <div class="list-all" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {visible.map((item, index) => {
          const place = first.value + index
          return (
            <ListRow
              key={keyOf(item)}
              place={place}
              all={items.length}
              rowHeight={rowHeight}
              at={at}
              isOpen={keyOf(item) === open}
            >
              {row(item)}
            </ListRow>
          )
        })}
      </div>
    </div>
  )
}

interface ListRowProps {
  readonly place: number
  readonly all: number
  readonly rowHeight: number
  readonly at: ReadonlySignal<number>
  readonly isOpen: boolean
  readonly children: ComponentChildren
}

function ListRow({ place, all, rowHeight, at, isOpen, children }: ListRowProps) {
  const name = `row${at.value === place ? " row-at" : ""}${isOpen ? " row-open" : ""}`
  return (
    <div
      class={name}
      role="listitem"
      aria-posinset={place + 1}
      aria-setsize={all}
      style={{ top: `${place * rowHeight}px`, height: `${rowHeight}px` }}
    >
      {children}
    </div>
  )
}

function measure(box: HTMLElement | null, height: { value: number }): (() => void) | undefined {
  if (box === null) return undefined
  height.value = box.clientHeight
  const observer = new ResizeObserver(() => {
    height.value = box.clientHeight
  })
  observer.observe(box)
  return () => observer.disconnect()
}
