/** Things that happen one after the other, by a clock that jumps from one to the next. */
export interface Timeline {
  now(): number
  at(time: number, act: () => void): void
  after(milliseconds: number, act: () => void): void
  /** False if nothing is left to happen. */
  step(): boolean
}

export function openTimeline(): Timeline {
  const heap = openHeap<{ readonly time: number; readonly number: number; readonly act: () => void }>(
    (a, b) => a.time < b.time || (a.time === b.time && a.number < b.number),
  )
  let now = 0
  let number = 0
  const at = (time: number, act: () => void) => heap.push({ time: Math.max(now, time), number: number++, act })
  return {
    now: () => now,
    at,
    after: (milliseconds, act) => at(now + milliseconds, act),
    step() {
      const next = heap.pop()
      if (next === undefined) return false
      now = next.time
      next.act()
      return true
    },
  }
}

export interface Heap<One> {
  push(one: One): void
  pop(): One | undefined
  peek(): One | undefined
  size(): number
}

export function openHeap<One>(isBefore: (a: One, b: One) => boolean): Heap<One> {
  const list: One[] = []
  const swap = (a: number, b: number) => ([list[a], list[b]] = [list[b] as One, list[a] as One])
  const comes = (a: number, b: number) => isBefore(list[a] as One, list[b] as One)
  return {
    push(one) {
      list.push(one)
      for (let at = list.length - 1; at > 0; ) {
        const up = (at - 1) >> 1
        if (!comes(at, up)) return
        swap(at, up)
        at = up
      }
    },
    pop() {
      const first = list[0]
      const last = list.pop()
      if (list.length === 0 || last === undefined) return first
      list[0] = last
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        let next = at
        if (left < list.length && comes(left, next)) next = left
        if (right < list.length && comes(right, next)) next = right
        if (next === at) return first
        swap(at, next)
        at = next
      }
    },
    peek: () => list[0],
    size: () => list.length,
  }
}
