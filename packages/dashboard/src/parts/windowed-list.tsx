import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals"
import { Component, type ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks"
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
}

/** Rows are drawn in blocks of so many: most frames of a scroll then draw nothing new. */
const BLOCK = 8

/**
 * A list of which only the rows that can be seen exist. All rows have the same height.
 *
 * A scroll renders only the blocks that come into sight. Which row the keys are at, and which is open, is drawn beside
 * the rows, so moving along the list renders none of them.
 */
export function WindowedList<Item>({ items, rowHeight, label, keyOf, row, onOpen, open }: WindowedListProps<Item>) {
  const box = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const height = useSignal(600)
  const at = useSignal(-1)
  const opened = useMemo(
    () => (open === undefined ? -1 : items.findIndex((item) => keyOf(item) === open)),
    [items, open],
  )
  useLayoutEffect(() => measure(box.current, height), [])
  useEffect(() => {
    if (opened < 0 || opened === at.peek()) return
    at.value = opened
    reveal(opened)
  }, [open, opened >= 0])

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
  const sizes = { "--row-height": `${rowHeight}px`, "--rows-height": `${items.length * rowHeight}px` }
  return (
    <div
      class="list"
      style={sizes}
      ref={box}
      tabIndex={0}
      role="list"
      aria-label={label}
      onScroll={({ currentTarget }) => (top.value = currentTarget.scrollTop)}
    >
      <div class="list-all" role="presentation">
        {opened >= 0 && <Mark name="row-open" place={opened} rowHeight={rowHeight} />}
        <Cursor at={at} most={items.length - 1} rowHeight={rowHeight} />
        <Blocks items={items} rowHeight={rowHeight} keyOf={keyOf} row={row} top={top} height={height} />
      </div>
    </div>
  )
}

function Cursor({ at, most, rowHeight }: { at: ReadonlySignal<number>; most: number; rowHeight: number }) {
  return at.value < 0 ? null : <Mark name="row-at" place={Math.min(at.value, most)} rowHeight={rowHeight} />
}

function Mark({ name, place, rowHeight }: { name: string; place: number; rowHeight: number }) {
  return (
    <div class={name} role="presentation" style={{ top: `${place * rowHeight}px`, height: `${rowHeight}px` }}></div>
  )
}

interface BlocksProps<Item> extends Pick<WindowedListProps<Item>, "items" | "rowHeight" | "keyOf" | "row"> {
  readonly top: Signal<number>
  readonly height: Signal<number>
}

function Blocks<Item>({ items, rowHeight, keyOf, row, top, height }: BlocksProps<Item>) {
  const size = BLOCK * rowHeight
  const first = useComputed(() => Math.max(0, Math.floor(top.value / size) - 1))
  const last = useComputed(() => Math.ceil((top.value + height.value) / size))
  const from = Math.min(first.value, Math.floor(items.length / BLOCK))
  const to = Math.min(last.value, Math.ceil(items.length / BLOCK) - 1)
  return (
    <>
      {Array.from({ length: Math.max(0, to - from + 1) }, (_, nth) => (
        <Block key={from + nth} number={from + nth} items={items} rowHeight={rowHeight} keyOf={keyOf} row={row} />
      ))}
    </>
  )
}

interface BlockProps<Item> extends Pick<WindowedListProps<Item>, "items" | "rowHeight" | "keyOf" | "row"> {
  readonly number: number
}

/** Rendered again only with other items or another way to draw them. */
class Block<Item> extends Component<BlockProps<Item>> {
  override shouldComponentUpdate({ items, row, rowHeight }: BlockProps<Item>): boolean {
    return items !== this.props.items || row !== this.props.row || rowHeight !== this.props.rowHeight
  }
  override render({ number, items, rowHeight, keyOf, row }: BlockProps<Item>) {
    const begin = number * BLOCK
    const shown = items.slice(begin, begin + BLOCK)
    return (
      <div
        class="block"
        role="presentation"
        style={{ top: `${begin * rowHeight}px`, height: `${shown.length * rowHeight}px` }}
      >
        {shown.map((item, nth) => (
          <div
            key={keyOf(item)}
            class="row"
            role="listitem"
            aria-posinset={begin + nth + 1}
            aria-setsize={items.length}
          >
            {row(item)}
          </div>
        ))}
      </div>
    )
  }
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
