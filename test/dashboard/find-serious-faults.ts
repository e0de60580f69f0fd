import fs from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly impact?: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** What axe finds on a page that is serious: its id, and the first element. The policy of the page does not hold for tests. */
export async function findSeriousFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResult>(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })",
  )
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160) ?? ""}`)
}
