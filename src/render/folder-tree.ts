/** Gemini CLI shows so many files and folders. */
const MOST_ITEMS = 200

interface Branch {
  readonly files: string[]
  readonly folders: Map<string, Branch>
}

/** A folder drawn the way Gemini CLI shows it to its model: of each folder the files first, then the folders in it. */
export function folderTree(folder: string, files: readonly string[]): string {
  const { root, isCut } = grow(files)
  const note = isCut
    ? ` Folders or files indicated with ... contain more items not shown, were ignored, or the display limit (${MOST_ITEMS} items) was reached.`
    : ""
  return [`Showing up to ${MOST_ITEMS} items (files + folders).${note}`, "", `${folder}/`, ...draw(root, "")].join("\n")
}

function grow(files: readonly string[]): { readonly root: Branch; readonly isCut: boolean } {
  const root: Branch = { files: [], folders: new Map() }
  let items = 0
  for (const file of files) {
    const parts = file.split("/")
    const name = parts.pop() ?? file
    let at = root
    for (const part of parts) {
      const below = at.folders.get(part) ?? { files: [], folders: new Map() }
      if (!at.folders.has(part)) items++
      at.folders.set(part, below)
      at = below
    }
    if (++items > MOST_ITEMS) {
      at.files.push("...")
      return { root, isCut: true }
    }
    at.files.push(name)
  }
  return { root, isCut: false }
}

function draw({ files, folders }: Branch, indent: string): readonly string[] {
  const last = files.length + folders.size - 1
  const sign = (at: number) => (at === last ? "└───" : "├───")
  return [
    ...files.map((file, at) => `${indent}${sign(at)}${file}`),
    ...[...folders].flatMap(([name, below], at) => [
      `${indent}${sign(files.length + at)}${name}/`,
      ...draw(below, `${indent}${files.length + at === last ? "    " : "│   "}`),
    ]),
  ]
}
