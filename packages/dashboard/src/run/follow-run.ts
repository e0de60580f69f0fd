import { type Signal, signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { keepAsking, type Loaded } from "../api.ts"
import { writeRunAddress } from "../first-address.ts"
import type { WireRunPage, WireVisit } from "../wire.ts"

export interface FollowedRun {
  readonly page: WireRunPage
  readonly visits: readonly WireVisit[]
}

/** A run as it goes on. Only what is new is asked for, however long it is: the last visit known may have changed too. */
export function useRun(id: string): Signal<Loaded<FollowedRun>> {
  const followed = useMemo(() => signal<Loaded<FollowedRun>>({ isLoading: true }), [id])
  useEffect(() => {
    const findKnown = () => followed.peek().value?.visits ?? []
    return keepAsking<WireRunPage>(
      () => writeRunAddress(id, findKnown().length),
      "stored",
      (answer) => {
        if ("error" in answer) followed.value = { ...followed.peek(), error: answer.error, isLoading: false }
        else {
          const { after, visits } = answer.value
          followed.value = {
            value: { page: answer.value, visits: [...findKnown().slice(0, after), ...visits] },
            isLoading: false,
          }
        }
      },
    )
  }, [id])
  return followed
}
