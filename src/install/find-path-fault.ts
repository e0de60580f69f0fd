import { groupDigits } from "../text/format-count.ts"

const MOST_PATH = 1000
const MOST_PART = 255

/** Names that Windows does not treat as files. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** Why a path must not be written below a directory; undefined if it may. */
export function findPathFault(path: string): string | undefined {
  if (path === "") return "is empty"
  if (path.length > MOST_PATH) return `is longer than ${groupDigits(MOST_PATH)} characters`
  if (path.includes("\ufffd")) return "is not valid UTF-8"
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(path)) return "has control characters"
  if (path.includes("\\")) return "has a backslash"
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "is absolute"
  for (const part of path.split("/")) {
    const fault = findPartFault(part)
    if (fault !== undefined) return fault
  }
  return undefined
}

function findPartFault(part: string): string | undefined {
  if (part === "") return "has an empty part"
  if (part === "." || part === "..") return `has a part ${part}, which would lead elsewhere`
  if (Buffer.byteLength(part) > MOST_PART) return `has a part of more than ${MOST_PART} bytes`
  if (/^(?:\.git|git~\d+)$/.test(part.normalize("NFKC").toLowerCase())) return "has a part .git, or its short name"
  if (part.includes(":")) return "has a colon"
  if (/[. ]$/.test(part)) return "has a part that ends with a dot or a space"
  return DEVICE.test(part) ? "has the name of a device" : undefined
}
