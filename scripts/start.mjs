// The first thing a new user sees: an offline review of the sample shop, and what to try next.
import { spawnSync } from "node:child_process"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const shop = path.join(root, "examples", "shop")
const { status } = spawnSync(process.execPath, [path.join(root, "dist", "cli.cjs"), "review", "--cwd", shop], {
  stdio: "inherit",
})
console.error(`
This was the sample project in examples/shop, reviewed with patterns alone: no model, no network. Try next:
  npx skillet review --cwd examples/shop --format md --output-file review.md
  npx skillet review --cwd examples/shop --agent host    the agent you work with reviews, with every claim checked
  npx skillet list --cwd examples/shop                   its skills, which copy wins, what is wrong
  npx skillet workflow list                              procedures an agent can follow step by step
  npx skillet review                                     your own project`)
process.exit(status ?? 1)
