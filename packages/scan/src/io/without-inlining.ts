import v8 from "node:v8"

/**
 * Runs work in threads for which V8 compiles each function alone. Every thread compiles our code for itself; with functions
 * inlined into each other, compiling took a quarter of a scan's CPU time, more than the faster code saved.
 *
 * V8's options apply to the whole process, and it accepts cached code only under the options that the code was compiled
 * with, so the option is set back afterwards.
 */
export async function withoutInlining<Done>(work: () => Promise<Done>): Promise<Done> {
  v8.setFlagsFromString("--no-turbo-inlining")
  try {
    return await work()
  } finally {
    v8.setFlagsFromString("--turbo-inlining")
  }
}
