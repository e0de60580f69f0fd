/** The views in the order of the navigation. */
export interface View {
  readonly path: string
  readonly name: string
  /** After `g`. */
  readonly letter: string
  /** Prints the same. */
  readonly command: string
  readonly about: string
}

export const views: readonly View[] = [
  {
    path: "/inbox",
    name: "Inbox",
    letter: "i",
    command: "skillet inbox --json",
    about: "Everything that waits for a person.",
  },
  {
    path: "/runs",
    name: "Runs",
    letter: "r",
    command: "skillet run list --json",
    about: "Procedures under way and past ones.",
  },
]
