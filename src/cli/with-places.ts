import type { Problem } from "../problem/problem.ts"
import { openPlaces, type Places } from "../skillet/open-places.ts"
import type { Io } from "./io.ts"
import { resolveCwd } from "./resolve-cwd.ts"
import { renderProblems } from "./terminal/problems.ts"

/** Opens what commands without skills need for `act`, and always closes it. */
export async function withPlaces(
  io: Io,
  options: { readonly cwd?: string | undefined },
  act: (places: Places) => Promise<0 | 1>,
): Promise<0 | 1> {
  const onProblem = (problem: Problem) => io.err(renderProblems([problem], io, io.cwd).join("\n"))
  const { env, program, cwd: reader } = io
  const places = openPlaces({ env, cwd: resolveCwd(io, options), program, reader, onProblem })
  try {
    return await act(places)
  } finally {
    await places.close()
  }
}
