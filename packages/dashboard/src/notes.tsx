import { signal } from "@preact/signals"
import { Shown } from "./parts/parts.tsx"

interface Note {
  readonly number: number
  readonly text: string
  readonly kind: "told" | "wrong"
}

const notes = signal<readonly Note[]>([])
let last = 0

/** Says something that outlives the part of the page that it is about. What is wrong stays until it is closed. */
export function tell(text: string, kind: Note["kind"] = "told"): void {
  const number = ++last
  notes.value = [...notes.value, { number, text, kind }].slice(-5)
  if (kind === "told") setTimeout(() => close(number), 6000)
}

function close(number: number): void {
  notes.value = notes.value.filter((note) => note.number !== number)
}

export function Notes() {
  return (
    <div class="notes" aria-live="assertive" role="status">
      {notes.value.map(({ number, text, kind }) => (
        <div key={number} class={`note note-${kind}`}>
          <span>
            <Shown text={text} />
          </span>
          <button type="button" onClick={() => close(number)} aria-label="Close">
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
