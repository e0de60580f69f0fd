import type { StepKind } from "../workflow.ts"

/** The characters a drawing is made of. */
export interface Pen {
  readonly kinds: Readonly<Record<StepKind, string>>
  readonly end: string
  readonly down: string
  readonly branch: string
  readonly lastBranch: string
  readonly across: string
  readonly arrow: string
  readonly arrival: string
  readonly up: string
  readonly further: string
  readonly cut: string
  /** Where lines meet that go to these sides. */
  readonly line: (sides: Sides) => string
}

export interface Sides {
  readonly up: boolean
  readonly down: boolean
  readonly left: boolean
  readonly right: boolean
}

export function choosePen(unicode: boolean): Pen {
  return unicode ? fine : plain
}

const fine: Pen = {
  kinds: { do: "●", dispatch: "▲", fanout: "◎", gate: "◆", ask: "◇", compute: "○", wait: "◌" },
  end: "■",
  down: "│",
  branch: "├─",
  lastBranch: "╰─",
  across: "─",
  arrow: "─▸",
  arrival: "◂",
  up: " ↑",
  further: " ↓",
  cut: "…",
  line: ({ up, down, left, right }) =>
    " ╵╷│╴╯╮┤╶╰╭├─┴┬┼"[Number(up) + 2 * Number(down) + 4 * Number(left) + 8 * Number(right)] ?? " ",
}

const plain: Pen = {
  kinds: { do: "*", dispatch: "@", fanout: "%", gate: "#", ask: "?", compute: "=", wait: "~" },
  end: "x",
  down: "|",
  branch: "|-",
  lastBranch: "`-",
  across: "-",
  arrow: "->",
  arrival: "<",
  up: " (up)",
  further: " (down)",
  cut: "...",
  line: ({ up, down, left, right }) => {
    const isUpright = up || down
    const isLevel = left || right
    if (up && down && left && right) return "|"
    return isUpright && isLevel ? "+" : isUpright ? "|" : isLevel ? "-" : " "
  },
}
