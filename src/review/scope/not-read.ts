type NotRead =
  | { readonly kind: "too-large" | "link" | "not-a-file" | "missing" }
  | { readonly kind: "unreadable"; readonly message: string }

/** Why a file was not read, in words. */
export function notRead(read: NotRead, most: number): string {
  switch (read.kind) {
    case "too-large":
      return `larger than ${most / 1024} KB`
    case "link":
      return "a symbolic link, which is not followed"
    case "not-a-file":
      return "it is not a regular file"
    case "missing":
      return "it does not exist"
    case "unreadable":
      return read.message
  }
}
