// The first thing a newcomer sees: the catalog of the sample shop, and what to try next.
import { spawnSync } from "node:child_process"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const shop = path.join(root, "examples", "shop")
const { status } = spawnSync(process.execPath, [path.join(root, "dist", "cli.js"), "list", "--cwd", shop], {
  stdio: "inherit",
})
console.error(`
This is the sample project in examples/shop. Try next:
  npx skillet why deploy --cwd examples/shop         which copy wins, and by which rule
  npx skillet doctor --cwd examples/shop             what is wrong here and what to do
  npx skillet match "refund an order" --cwd examples/shop
  npx skillet                                        your own skills`)
process.exit(status ?? 1)
