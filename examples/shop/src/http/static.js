import { readFile } from "node:fs/promises";
import { extname, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(fileURLToPath(new URL("../../public", import.meta.url)));

const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
});

/**
 * A file below public/, or null. Only the known types are served, and nothing outside the folder.
 * @param {string} pathname
 * @returns {Promise<import("./messages.js").Reply | null>}
 */
export async function staticFile(pathname) {
  const type = TYPES[extname(pathname)];
  if (!type || pathname.includes("%") || pathname.includes("\0")) return null;
  const file = resolve(ROOT, `.${pathname}`);
  if (!file.startsWith(ROOT + sep)) return null;
  try {
    const body = await readFile(file);
    return { status: 200, headers: { "content-type": type, "cache-control": "public, max-age=300" }, body };
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code;
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return null;
    throw error;
  }
}
