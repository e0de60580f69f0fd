/** How an agent sees a skill: its sign in the table, its words, and what they mean. */
export const SEEN: Readonly<Record<string, { readonly sign: string; readonly words: string; readonly about: string }>> =
  {
    whole: { sign: "●", words: "whole", about: "its model sees the whole description" },
    cut: { sign: "◐", words: "cut", about: "its model sees a shortened description" },
    "name-only": { sign: "○", words: "name only", about: "its model sees the name without the description" },
    "left-out": { sign: "✗", words: "left out", about: "there was no room for it in the listing" },
    "not-listed": { sign: "·", words: "not listed", about: "it can be used, but its model is not told about it" },
    conditional: { sign: "◇", words: "conditional", about: "listed only with the files that it names" },
    "user-only": { sign: "☺", words: "user only", about: "only a person can start it" },
    off: { sign: "–", words: "off", about: "switched off" },
    skipped: { sign: "⊘", words: "skipped", about: "the agent does not load it" },
    shadowed: { sign: "▒", words: "shadowed", about: "another skill of this name is used instead" },
  }

export function describeSeen(as: string): string {
  return as === "" ? "not found" : (SEEN[as]?.words ?? as)
}
