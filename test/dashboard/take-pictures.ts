import fs from "node:fs"
import path from "node:path"
import { makeShop } from "./make-shop.ts"
import { openBrowser, startServer } from "./open-browser.ts"

/**
 * Takes the pictures of the documents from work that was really done: `npx jiti test/dashboard/take-pictures.ts`. With a
 * directory it takes every view there, in the sizes and colours in which they are worth looking at.
 */
async function takePictures(target: string | undefined): Promise<void> {
  const shop = await makeShop()
  fs.rmSync(path.join(shop.project, ".agents/skills/evil"), { recursive: true })
  const served = await startServer(shop)
  const { browser, close } = await openBrowser()
  const documented: readonly Picture[] = [
    { name: "dashboard-inbox", path: "/inbox", scheme: "light" },
    { name: "dashboard-run", path: `/run/${shop.waiting}?look=graph`, scheme: "dark", height: 1040 },
    { name: "dashboard-skills", path: "/skills?listing=claude", scheme: "light" },
  ]
  const places = {
    inbox: "/inbox",
    runs: "/runs",
    run: `/run/${shop.finished}`,
    graph: `/run/${shop.waiting}?look=graph`,
    job: `/run/${shop.job}?step=looking`,
    fork: `/run/${shop.finished}?fork=check`,
    skills: "/skills",
    skill: "/skills?open=deploy",
    listing: "/skills?listing=claude",
    approval: "/skills?approve=release-notes",
    reviews: "/reviews",
    agents: "/agents?agent=backend",
    schedules: "/schedules",
    spend: "/spend",
    compare: `/compare?a=${shop.finished}&b=${shop.waiting}`,
  }
  const everything = Object.entries(places).flatMap(([name, where]) =>
    ([320, 1280, 2560] as const).flatMap((width) =>
      (["light", "dark"] as const).map(
        (scheme): Picture => ({ name: `${name}-${width}-${scheme}`, path: where, scheme, width }),
      ),
    ),
  )
  try {
    const page = await browser.newPage()
    await page.goto(served.url)
    await page.waitForSelector(".connection-live")
    for (const { name, path: where, scheme, width = 1200, height = 820 } of target === undefined
      ? documented
      : everything) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(served.origin + where)
      await page.waitForTimeout(SETTLED)
      await page.screenshot({ path: path.join(target ?? PICTURES, `${name}.png`) })
    }
  } finally {
    await close()
    await served.kill()
    shop.remove()
  }
}

interface Picture {
  readonly name: string
  readonly path: string
  readonly scheme: "light" | "dark"
  readonly width?: number
  readonly height?: number
}

const PICTURES = path.resolve(import.meta.dirname, "../../docs/pictures")
const SETTLED = 1500

await takePictures(process.argv[2])
