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
  {
    path: "/skills",
    name: "Skills",
    letter: "s",
    command: "skillet list --host all --json",
    about: "Every skill, and how each agent sees it.",
  },
  {
    path: "/reviews",
    name: "Reviews",
    letter: "v",
    command: "skillet review --json",
    about: "What reviews found, and what was decided.",
  },
  {
    path: "/agents",
    name: "Agents and tasks",
    letter: "a",
    command: "skillet task list --json",
    about: "The tasks of this branch, and what an agent would get.",
  },
  {
    path: "/schedules",
    name: "Schedules",
    letter: "d",
    command: "skillet schedule list --json",
    about: "What is due when, and what became of it.",
  },
  {
    path: "/spend",
    name: "Spend",
    letter: "m",
    command: "skillet run spend --json",
    about: "What answers cost.",
  },
  {
    path: "/compare",
    name: "Compare",
    letter: "c",
    command: "skillet run compare RUN RUN --json",
    about: "Two runs side by side.",
  },
]
