import { useEffect, useState } from "preact/hooks"

interface SliderProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly step: number
  readonly onChoose: (value: number) => void
}

/** A size that is chosen by dragging, or with the arrow keys. */
export function Slider({ label, value, least, most, step, onChoose }: SliderProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        onInput={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      />
    </label>
  )
}

const PAUSE = 80

/** A value once it has stayed the same for a moment: while somebody drags, the server is not asked for each step. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const later = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(later)
  }, [value])
  return settled
}
