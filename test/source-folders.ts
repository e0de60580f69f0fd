import fs from "node:fs"
import path from "node:path"

/** The folders of the product's sources: ours, and those of the workspaces that are bundled with it. */
export function sourceFolders(root: string): readonly string[] {
  const packages = fs.readdirSync(path.join(root, "packages")).map((name) => path.join(root, "packages", name, "src"))
  return [path.join(root, "src"), ...packages].filter((folder) => fs.existsSync(folder))
}

/** Every source file of the product, tests left out. */
export function sourceFiles(root: string): readonly string[] {
  return sourceFolders(root)
    .flatMap((folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !/\.(test|types)\.ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
}
