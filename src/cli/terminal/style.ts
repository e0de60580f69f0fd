import { styleText } from "node:util"
import type { Io } from "../output.ts"

type Style = "bold" | "dim" | "red" | "yellow" | "green" | "cyan"

/** Colour if it is wanted; the text alone must say the same. */
export function applyStyle(io: Pick<Io, "colour">, style: Style, text: string): string {
  return io.colour ? styleText(style, text) : text
}
