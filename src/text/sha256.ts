import { hash } from "node:crypto"

/** SHA-256 of bytes, or of the UTF-8 bytes of a text, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content)
}
