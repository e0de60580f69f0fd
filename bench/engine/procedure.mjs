/** The procedure for every subject: a loop of three steps, each with a report of 300 bytes and a prompt of 2 KB. */
export const stepIds = ["plan", "change", "check"]

const titles = { plan: "Choose the next part", change: "Make the change", check: "Look at what changed" }

const lines = [
  "Work on one part only, the one that the notes below name first, and leave the others as they are.",
  "Read every file you are going to change from its first line to its last before you change it.",
  "Keep the names that are there; where a name is wrong, say so in your notes instead of changing it.",
  "Run the tests that stand beside the files you touched, and write down which of them failed before.",
  "Where two ways look equally good, take the one that is easier to take back, and say which you took.",
  "Do not touch generated files, lock files or anything that a tool writes; name them if they are in the way.",
  "If something is missing that only a person can know, write the question down and go on with the rest.",
  "Write down what you found that was not asked for in one line each, with the file and the line.",
  "Leave the tree in a state in which it builds; half of a change is worse than none.",
  "When you are done, write your notes in at most ten lines: what was done, what is left, what is unclear.",
]

/** The text of a step without its title and the notes of the previous step: about 1.6 KB. */
export const instructions = [...lines, ...lines.map((line) => line.toUpperCase()).slice(0, 6)].slice(0, 16)

export function titleOf(step) {
  return titles[step] ?? "Something else"
}

/** The n-th report. No two are the same. */
export function reportText(n) {
  const about = `Part ${n} of the list is done in src/part-${n % 97}.ts; its ${(n * 7) % 31} tests pass. `
  return about.padEnd(300, "Nothing else was touched, and the names are as they were. ")
}

/** The prompt as a plain program writes it, for subjects without a prompt of their own. */
export function promptText(step, notes) {
  return [`# ${titleOf(step)}`, ...instructions, "Notes of the step before:", notes].join("\n")
}
