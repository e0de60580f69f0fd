/** The views in the order of the navigation. */
export interface View {
  readonly path: string
  readonly name: string
  /** After `g`. */
  readonly letter: string
  /** Print the same. RUN, REF and AGENT are to be replaced. */
  readonly commands: readonly string[]
  readonly about: string
}

/** One run is not in the navigation. */
export const runCommands = [
  "skillet run show RUN --json",
  "skillet run diff RUN --json",
  "skillet run fork RUN --dry-run --json",
]

export const views: readonly View[] = [
  {
    path: "/inbox",
    name: "Inbox",
    letter: "i",
    commands: ["skillet inbox --json"],
    about: "Everything that waits for a person.",
  },
  {
    path: "/runs",
    name: "Runs",
    letter: "r",
    commands: ["skillet run list --json"],
    about: "Procedures under way and past ones.",
  },
  {
    path: "/skills",
    name: "Skills",
    letter: "s",
    commands: ["skillet list --host all --json", "skillet show REF --json", "skillet budget --host claude --json"],
    about: "Every skill, and how each agent sees it.",
  },
  {
    path: "/reviews",
    name: "Reviews",
    letter: "v",
    commands: ["skillet run list --workflow review --json", "skillet review --run RUN --json"],
    about: "What reviews found, and what was decided.",
  },
  {
    path: "/agents",
    name: "Agents and tasks",
    letter: "a",
    commands: [
      "skillet task list --json",
      "skillet agent status --json",
      "skillet messages --json",
      "skillet wake AGENT --dry-run --json",
    ],
    about: "The tasks of this branch, and what an agent would get.",
  },
  {
    path: "/schedules",
    name: "Schedules",
    letter: "d",
    commands: ["skillet schedule list --json"],
    about: "What is due when, and what became of it.",
  },
  {
    path: "/spend",
    name: "Spend",
    letter: "m",
    commands: ["skillet run spend --json"],
    about: "What answers cost.",
  },
  {
    path: "/compare",
    name: "Compare",
    letter: "c",
    commands: ["skillet run compare RUN RUN --json"],
    about: "Two runs side by side.",
  },
]
