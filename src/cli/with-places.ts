import { openPlaces, type Places } from "../skillet/open-places.ts"
import type { OpenOptions } from "../skillet/options.ts"
import type { Io } from "./io.ts"
import { resolveCwd } from "./resolve-cwd.ts"

interface WherePlaces extends Pick<OpenOptions, "onProblem"> {
  readonly host?: OpenOptions["host"] | undefined
  readonly cwd?: string | undefined
}

/** Opens what commands without skills need for `act`, and always closes it. */
export async function withPlaces(
  io: Io,
  { cwd, host, onProblem }: WherePlaces,
  act: (places: Places) => Promise<0 | 1>,
): Promise<0 | 1> {
  const { env, program, cwd: reader } = io
  const places = openPlaces({ env, cwd: resolveCwd(io, { cwd }), program, reader, onProblem, ...(host && { host }) })
  try {
    return await act(places)
  } finally {
    await places.close()
  }
}
