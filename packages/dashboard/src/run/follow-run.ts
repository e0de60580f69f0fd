import { type Signal, effect, signal } from "@preact/signals"
import { useEffect, useMemo } from "preact/hooks"
import { type Loaded, request } from "../api.ts"
import { change } from "../live.ts"
import type { WireRunPage, WireVisit } from "../wire.ts"

export interface FollowedRun {
  readonly page: WireRunPage
  readonly visits: readonly WireVisit[]
}

/** A run as it goes on. Only what is new is asked for, however long it is: the last visit known may have changed too. */
export function useRun(id: string): Signal<Loaded<FollowedRun>> {
  const followed = useMemo(() => signal<Loaded<FollowedRun>>({ isLoading: true }), [id])
  useEffect(() => {
    let isOver = false
    let isAsking = false
    let isStale = false
    async function ask(): Promise<void> {
      isStale = isAsking
      if (isAsking) return
      isAsking = true
      const known = followed.peek().value?.visits ?? []
      const after = Math.max(0, known.length - 1)
      const answer = await request<WireRunPage>(`/api/runs/${encodeURIComponent(id)}?after=${after}`)
      isAsking = false
      if (isOver) return
      if ("error" in answer) followed.value = { ...followed.peek(), error: answer.error, isLoading: false }
      else
        followed.value = {
          value: { page: answer.value, visits: [...known.slice(0, after), ...answer.value.visits] },
          isLoading: false,
        }
      if (isStale) void ask()
    }
    let before: string | undefined
    const stop = effect(() => {
      if (change.value.stored === before) return
      before = change.value.stored
      void ask()
    })
    return () => {
      isOver = true
      stop()
    }
  }, [id])
  return followed
}
