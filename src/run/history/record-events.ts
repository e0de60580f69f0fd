import { type HistoryEvent, NO_ITEM, type LeftVisit, type ValueSource } from "../model.ts"

/**
 * The events of a record as they are stored. Whatever follows from a report in the same record is left out: that its
 * step has no items, the digest of its value, and that the next step was entered because of it.
 */
export function packEvents(events: readonly HistoryEvent[]): string {
  let reported: Data | undefined
  return JSON.stringify(
    events.map((event) => {
      const { kind, data } = event
      if (kind === "reported") {
        reported = data
        return data["item"] === NO_ITEM ? { kind, data: { ...data, item: undefined } } : event
      }
      if (kind !== "entered" || reported === undefined) return event
      const by = reported
      const after = follows(data["after"], by) ? REPORTED : data["after"]
      return { kind, data: { ...data, inputs: mapInputs(data, (source) => withoutKnown(source, by)), after } }
    }),
  )
}

/** The events of a record as they happened, restored from what is stored. */
export function readEvents(stored: string): readonly HistoryEvent[] {
  let reported: Data | undefined
  return (JSON.parse(stored) as readonly HistoryEvent[]).map((event) => {
    const { kind, data } = event
    if (kind === "reported") {
      const { step, round, ...others } = data
      reported = { step, round, item: NO_ITEM, ...others }
      return { kind, data: reported }
    }
    if (kind !== "entered" || reported === undefined) return event
    const by = reported
    const { step, round, outcome } = by
    const inputs = data["inputs"] === undefined ? {} : { inputs: mapInputs(data, (source) => withKnown(source, by)) }
    const after = data["after"] === REPORTED ? { after: { step, round, outcome } } : {}
    return { kind, data: { ...data, ...inputs, ...after } }
  })
}

type Data = HistoryEvent["data"]
type StoredSource = { readonly [Name in keyof ValueSource]?: ValueSource[Name] | undefined }

/** Replaces the report after which a step was entered. */
const REPORTED = "reported"

function follows(after: unknown, { step, round, outcome }: Data): boolean {
  const passage = after as LeftVisit | undefined
  if (passage === undefined || passage.because !== undefined || passage.evidence !== undefined) return false
  return passage.step === step && passage.round === round && passage.outcome === outcome
}

function mapInputs(data: Data, map: (source: StoredSource) => StoredSource): unknown {
  const { inputs } = data as { readonly inputs?: Readonly<Record<string, StoredSource>> }
  if (inputs === undefined) return undefined
  return Object.fromEntries(Object.entries(inputs).map(([name, source]) => [name, map(source)]))
}

function isSameSource({ step, round, item = NO_ITEM }: StoredSource, by: Data): boolean {
  return step === by["step"] && round === by["round"] && item === by["item"]
}

function withoutKnown(source: StoredSource, by: Data): StoredSource {
  const { step, round, item, digest } = source
  const isKnown = digest !== undefined && isSameSource(source, by) && digest === by["digest"]
  return isKnown ? { step, round, item: item === NO_ITEM ? undefined : item } : source
}

function withKnown(source: StoredSource, by: Data): StoredSource {
  if (source.digest !== undefined) return source
  const { step, round, item = NO_ITEM } = source
  return { step, round, item, digest: by["digest"] as string }
}
