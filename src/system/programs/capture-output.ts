import fs from "node:fs"
import { randomUUID } from "node:crypto"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { makeDirectory } from "../files/make-directory.ts"
import { formatBytes } from "../../text/format-bytes.ts"

export interface CaptureLimits {
  /** Up to this many characters are returned; longer output goes into a file. */
  readonly characters: number
  /** More than this is never collected. */
  readonly bytes: number
  /** Where such a file is made. */
  readonly folder: string
}

/** Collects the output of a command; what does not fit in memory waits in files. */
export interface OutputCapture {
  /** Returns `full` once there is more than is ever collected; the rest is dropped. */
  add(stream: "stdout" | "stderr", chunk: Uint8Array): "kept" | "full"
  finish(): CapturedOutput
  /** Instead of `finish`: leaves nothing behind. */
  discard(): void
}

export interface CapturedOutput {
  readonly output: string
  readonly overflow?: { readonly path: string; readonly characters: number }
  /** There was more than is ever collected. */
  readonly isFull: boolean
}

/** How much of an output is still returned if it went into a file. */
const previewLength = 2000

export function captureOutput(limits: CaptureLimits): OutputCapture {
  const open = new Set<PrivateFile>()
  // Twice the limit: trailing line breaks that are removed at the end may be what makes it too long.
  const sizes = { inMemory: 2 * limits.characters, head: previewLength }
  const stdout = openSpool(sizes, create)
  const stderr = openSpool(sizes, create)
  let room = limits.bytes
  let isFull = false

  return {
    add(stream, chunk) {
      if (isFull) return "full"
      isFull = chunk.length > room
      const spool = stream === "stdout" ? stdout : stderr
      keeping(limits.folder, () => spool.add(isFull ? chunk.subarray(0, room) : chunk))
      room -= chunk.length
      return isFull ? "full" : "kept"
    },
    finish: () => keeping(limits.folder, finish),
    discard,
  }

  function finish(): CapturedOutput {
    stdout.end()
    stderr.end()
    if (isFull) stderr.addText(`\n[output truncated: more than ${formatBytes(limits.bytes)} were printed]\n`)
    const text = stdout.file || stderr.file ? undefined : joined(stdout.text, stderr.text)
    return text !== undefined && text.length <= limits.characters ? { output: text, isFull } : overflowing()
  }

  function overflowing(): CapturedOutput {
    const file = stdout.file ?? create()
    if (stdout.file === undefined) appendText(file, stdout.text)
    const between = stdout.characters === 0 || stdout.endsLine ? "" : "\n"
    appendText(file, between)
    if (stderr.file === undefined) appendText(file, stderr.text)
    if (stderr.file !== undefined) {
      appendFile(file, stderr.file)
      remove(stderr.file)
    }
    open.delete(file)
    fs.closeSync(file.descriptor)
    const preview = firstCharacters(stdout.text + between + stderr.text, Math.min(previewLength, limits.characters))
    const characters = stdout.characters + between.length + stderr.characters
    return { output: preview, overflow: { path: file.path, characters }, isFull }
  }

  function discard(): void {
    for (const file of open) remove(file)
  }

  function create(): PrivateFile {
    const file = createPrivateFile(limits.folder)
    open.add(file)
    return file
  }

  function remove(file: PrivateFile): void {
    open.delete(file)
    removeFile(file)
  }
}

/** Output that cannot be stored is a failure, whichever file it was. */
function keeping<T>(folder: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof SkilletError || !(error instanceof Error && "code" in error)) throw error
    throw new SkilletError(
      "shell.output-not-kept",
      `the output of the command could not be stored (${error.message})`,
      {
        retry: "later",
        next: `check that ${folder} has free space and that you have write permission`,
        cause: error,
      },
    )
  }
}

function joined(stdout: string, stderr: string): string {
  return [stdout, stderr]
    .map(withoutLineEnd)
    .filter((part) => part !== "")
    .join("\n")
}

/** Without trailing line breaks, like `$(command)`. */
function withoutLineEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === "\n" || (text[end - 1] === "\r" && text[end] === "\n")) end--
  return text.slice(0, end)
}

/** Never cuts a surrogate pair in half. */
function firstCharacters(text: string, count: number): string {
  const last = text.charCodeAt(count - 1)
  const isHalf = text.length > count && last >= 0xd800 && last < 0xdc00
  return text.slice(0, isHalf ? count - 1 : count)
}

/** One stream of a command's output: all of it in memory while it is short, later only its beginning. */
interface OutputSpool {
  readonly text: string
  readonly file: PrivateFile | undefined
  readonly characters: number
  readonly endsLine: boolean
  add(chunk: Uint8Array): void
  addText(text: string): void
  end(): void
}

function openSpool(
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
    if (file !== undefined) return appendText(file, more)
    text += more
    if (text.length <= sizes.inMemory) return
    file = create()
    appendText(file, text)
    text = text.slice(0, sizes.head)
  }
}

/** A new file that only this user can read, open for writing. */
interface PrivateFile {
  readonly path: string
  readonly descriptor: number
}

/** Creates the directory (0700) if it does not exist, and refuses one that others can read. */
function createPrivateFile(folder: string): PrivateFile {
  makeDirectory(folder, 0o700)
  const stat = fs.lstatSync(folder)
  const isPrivate = process.getuid === undefined || (stat.uid === process.getuid() && (stat.mode & 0o077) === 0)
  if (!stat.isDirectory() || !isPrivate)
    throw new SkilletError("shell.folder-not-private", `other users can read ${folder}, where output would be stored`, {
      retry: "no",
      next: `make it a directory that you own with mode 0700, or choose another one`,
    })
  const file = path.join(folder, `${randomUUID()}.txt`)
  return { path: file, descriptor: fs.openSync(file, "wx+", 0o600) }
}

function appendText(file: PrivateFile, text: string): void {
  fs.appendFileSync(file.descriptor, text)
}

/** Appends a file to another, piece by piece. */
function appendFile(file: PrivateFile, from: PrivateFile): void {
  const piece = Buffer.allocUnsafe(1 << 16)
  for (let at = 0; ; ) {
    const read = fs.readSync(from.descriptor, piece, 0, piece.length, at)
    if (read === 0) return
    fs.appendFileSync(file.descriptor, piece.subarray(0, read))
    at += read
  }
}

function removeFile(file: PrivateFile): void {
  fs.closeSync(file.descriptor)
  fs.rmSync(file.path, { force: true })
}
