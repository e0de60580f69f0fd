import type { ComponentChildren } from "preact"

/** A name, and what kind of column it is. */
type Head = string | readonly [string, "number" | "wide"]

interface TableProps {
  readonly label: string
  readonly heads: readonly Head[]
  readonly children: ComponentChildren
}

/** Where it is wider than the page it scrolls by itself, also with the keyboard. */
export function Table({ label, heads, children }: TableProps) {
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head, nth) => (
              <th key={nth} class={typeof head === "string" ? undefined : head[1]}>
                {typeof head === "string" ? head : head[0]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
