import { appendTo, type PrivateFile } from "./private-file.ts"

/** One stream of what a command prints: all of it in memory while that is little, later only its beginning. */
export interface OutputSpool {
  readonly text: string
  readonly file: PrivateFile | undefined
  readonly characters: number
  readonly endsLine: boolean
  add(chunk: Uint8Array): void
  addText(text: string): void
  end(): void
}

export function openSpool(
  sizes: { readonly inMemory: number; readonly head: number },
  create: () => PrivateFile,
): OutputSpool {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
  let text = ""
  let file: PrivateFile | undefined
  let characters = 0
  let endsLine = false
  return {
    get text() {
      return text
    },
    get file() {
      return file
    },
    get characters() {
      return characters
    },
    get endsLine() {
      return endsLine
    },
    add: (chunk) => addText(decoder.decode(chunk, { stream: true })),
    addText,
    end: () => addText(decoder.decode()),
  }

  function addText(more: string): void {
    if (more === "") return
    characters += more.length
    endsLine = more.endsWith("\n")
    if (file !== undefined) return appendTo(file, more)
    text += more
    if (text.length <= sizes.inMemory) return
    file = create()
    appendTo(file, text)
    text = text.slice(0, sizes.head)
  }
}
