/** The same run for everybody: five steps, one after the other, whose work takes no time. */
export const STEPS = 5

export const toy = makeToy(STEPS)

export function makeToy(count) {
  return {
    name: `bench-toy-${count}`,
    description: "Steps, one after the other.",
    params: [],
    start: "step-1",
    steps: Array.from({ length: count }, (_, at) => ({
      kind: "dispatch",
      id: `step-${at + 1}`,
      title: `Step ${at + 1}`,
      agent: "developer",
      actions: [],
      reads: [],
      writes: [`value-${at + 1}`],
      prompt: `Do step ${at + 1}.`,
      next: { default: at + 1 === count ? "end" : `step-${at + 2}` },
    })),
  }
}

/** An agent that answers at once, or after a while. It says on stdout when it is asked. */
export function openAgent({ slow = 0, tells = false } = {}) {
  return {
    name: "bench",
    async ask({ key }) {
      if (tells) console.log(JSON.stringify({ asked: `${key.run}/${key.step}`, at: Date.now() }))
      if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow))
      return { text: "done" }
    },
  }
}
