const WIDTH = 6

/** The order of the nth child (from 1) of a task, or of the nth root. */
export function makeChildOrder(parent: string | undefined, nth: number): string {
  const own = String(nth).padStart(WIDTH, "0")
  return parent === undefined ? own : `${parent}.${own}`
}

/** Which child of the parent, or which root, a task is or is below, from 1; 0 for no order. */
export function readTaskPosition(order: string, parent?: string): number {
  const from = parent === undefined ? 0 : parent.length + 1
  return Number(order.slice(from, from + WIDTH))
}

/** How deep it is; a root is 0. */
export function readDepth(order: string): number {
  return order.split(".").length - 1
}

/** The orders of its parent tasks, from the root down. */
export function listOrdersAbove(order: string): readonly string[] {
  const parts = order.split(".")
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("."))
}
